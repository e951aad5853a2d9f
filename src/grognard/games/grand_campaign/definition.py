"""The Grand Campaign as a game."""

from __future__ import annotations

from pathlib import Path

from grognard.games.sww3.definition import family_game

GAME = family_game("grand-campaign", Path(__file__).parent / "data")
