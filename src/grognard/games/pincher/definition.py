"""Operation Pincher as a game."""

from __future__ import annotations

from pathlib import Path

from grognard.games.sww3.definition import family_game

GAME = family_game("pincher", Path(__file__).parent / "data")
