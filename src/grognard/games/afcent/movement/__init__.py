"""Chapters 7, 8 and 10: stacking, zones of control, movement, helicopters and refugees."""
