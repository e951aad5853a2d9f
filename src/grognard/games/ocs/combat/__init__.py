"""Chapters 8, 9 and 10: overruns, combat, barrages."""
