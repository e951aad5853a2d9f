"""Matches between players: clocks, resigning, draws, rematches."""
