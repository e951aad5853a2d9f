"""Chapters 14.2, 14.9 and 14.10: who can fly a mission, what it carries, and how it gets home."""
