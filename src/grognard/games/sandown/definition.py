"""Operation Sandown as a game."""

from __future__ import annotations

from pathlib import Path

from grognard.games.sww3.definition import family_game

GAME = family_game("sandown", Path(__file__).parent / "data")
