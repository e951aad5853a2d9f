"""Chapters 3 to 5: setup, victory, sequence of play."""
