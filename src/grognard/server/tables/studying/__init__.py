"""Looking at games: analysis, hints, what-if games."""
