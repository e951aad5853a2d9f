"""Chapters 6 and 9: airpower, supply, neutral countries."""
