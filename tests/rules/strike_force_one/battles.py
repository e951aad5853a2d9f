"""What the tests of sections 8 to 13 share."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.core.contract.events import Event
from grognard.core.play.game import Game
from grognard.games.strike_force_one.events import BattleFought
from tests.rules.strike_force_one.scenes import At
from tests.support import situation, where

EXPERT = "expert-standard"
ABOVE_BASIC = pytest.mark.parametrize("level", ["advanced", EXPERT])
ANY_LEVEL = pytest.mark.parametrize("level", ["basic", "advanced", EXPERT])
NIGHT = {"night": True}
OPEN = {"in-the-open": True}

INFANTRY = ("SA", "SB", "SV", "SG", "SD", "SE")
RING = ("0704", "0804", "0805", "0706", "0605", "0604")
"""The hexes around 0705, all clear."""


def ring(level: str, attackers: int, *dice: int) -> tuple[Game, str]:
    """X alone in 0705 with so many infantry units around it, and the attack of all of them."""
    units = INFANTRY[:attackers]
    at: At = dict(zip(units, RING, strict=False))
    g = situation(level, "soviet combat", dice=dice, X="0705", **at)
    return g, f"attack 0705 {','.join(units)}"


def all_at(g: Game, *units: str) -> list[str]:
    """Where each of the units is."""
    return [where(g, unit) for unit in units]


def battle_in(events: Sequence[Event]) -> BattleFought:
    """Return the battle that some events begin with."""
    assert isinstance(events[0], BattleFought)
    return events[0]
