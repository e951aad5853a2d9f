"""What a flood may depend on besides its start, budget and prices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from grognard.core.hexes.grid import HexSet

Gates = Sequence[tuple[int, HexSet]]
"""Prices, each with the hexes through which it lets a mover enter the board."""


class Terms(TypedDict, total=False):
    """What else a flood may depend on.

    Entering a hex of `zone` costs `enter_zone` more and leaving one costs `leave_zone` more; a step from one
    to another costs both. Hexes of `closed` are never entered. Hexes of `halt` are never left, except the
    start. If the start is `OFF`, the mover enters the board through one of the `gates`.
    """

    zone: HexSet
    enter_zone: int
    leave_zone: int
    closed: HexSet
    halt: HexSet
    gates: Gates
