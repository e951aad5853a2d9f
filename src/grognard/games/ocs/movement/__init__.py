"""Chapters 5.4, 6 and 7: reach, moves and mode orders."""
