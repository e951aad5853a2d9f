"""Helpers for tests of games: snapshots of a game, and the rules that may be cited."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.games import definition_of

SFO = definition_of("strike-force-one")
RULINGS = set(re.findall(r"R-SFO-\d\d", (Path(__file__).parents[3] / "docs/rulings.md").read_text("utf-8")))


def everything(game: Game) -> tuple[Any, ...]:
    """Return a snapshot of everything in a game, to detect changes."""
    text = write_record(game.record())
    dice = game.dice
    return game.state.plain(), text, dice.drawn, dice.log[:], dice.scripted[:], game.events(), game.can_undo


def assert_citable(rule: str) -> None:
    """Assert that a refusal cites a case of the catalogue, a ruling, or one of the reserved ids."""
    assert rule in SFO.rulebook().rules or rule in RULINGS or rule in ("notation", "over"), rule
