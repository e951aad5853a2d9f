"""Moments of the campaign for tests that play by orders: a battle in open country, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.contract.outside.position import Position
from grognard.core.play.game import Game
from grognard.core.play.positions import from_position
from grognard.games import definition_of

FRONT = {
    "su-79gt-17t": "2204", "su-79gt-45t": "2204", "us-3i-1-30": "2104", "us-3i-2-30": "2004",
    "su-a1": "available", "su-a2": "available", "su-h1": "available",
    "us-a1": "available", "us-a2": "available", "us-h1": "available",
}  # fmt: skip
"""Two tank regiments before a US battalion in the open, another behind it; both sides have support."""
ATTACK = "attack 2104 su-79gt-17t,su-79gt-45t"


def moment(
    phase: str,
    at: Mapping[str, str] = FRONT,
    *,
    turn: int = 2,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    state: Mapping[str, Any] | None = None,
) -> Game:
    """A game from a position on the real map; the seed decides how the dice will fall."""
    told = {"order": 0, "plan": [12, "2732", "1942"], **(state or {})}
    place = Position("nuremberg/campaign", dict(options or {}), turn, phase, at=dict(at), state=told)
    return from_position(definition_of("nuremberg"), place, seed=seed)
