"""Chapters 12 and 13: combat and atomic attacks."""
