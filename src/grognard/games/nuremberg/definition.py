"""Objective Nuremberg as a game."""

from __future__ import annotations

from pathlib import Path

from grognard.games.afcent.definition import family_game
from grognard.games.nuremberg import game_rules

GAME = family_game("nuremberg", Path(__file__).parent / "data", game_rules)
