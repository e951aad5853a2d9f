"""What the tests of sections 2 to 7 share."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.core.play.game import Game

At = dict[str, Any]
"""Where counters are, to be unfolded into `situation`."""
AS_PLANNED = [1, 6]
"""Column and row die of the event that changes nothing."""
EAST = {f"09{row:02}" for row in range(1, 9)}
WEST = {f"01{row:02}" for row in range(1, 9)}


def new(scenario: str, options: dict[str, Any] | None = None, *, seed: int = 1) -> Game:
    """A game from its start."""
    return grognard.new(f"strike-force-one/{scenario}", options, seed=seed)


def on_map(game: Game) -> dict[str, str]:
    """The units in hexes and where they are."""
    return {unit.id: unit.at for unit in game.view().units if unit.at.isdigit()}


def first_hexes(game: Game, unit: str) -> set[str]:
    """Where a unit that waits beside the map comes in: the clear edge hexes, one point each."""
    return {hex_ for hex_, cost in game.reach(unit).items() if cost == 1}
