"""Studying games: analysis, hints, what-if games."""
