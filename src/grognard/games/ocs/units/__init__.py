"""Chapters 4.6 to 4.8, 5, 6.1, 9.11 and 20: modes, stacking, step losses, detachments."""
