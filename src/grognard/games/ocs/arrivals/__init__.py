"""Chapters 13.5, 13.6, 13.9 and I.F: reinforcements, replacements, consolidation, where units enter."""
