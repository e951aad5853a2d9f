"""Chapters 13, 16, 19 and I.F: transport by road, rail and sea, building, reinforcements, replacements."""
