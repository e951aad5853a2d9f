"""Chapters 7, 8, 10.3, 11 and 14: stacking, zones of control, movement, reserves, two maps."""
