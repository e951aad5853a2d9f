"""Rivers of a board as nets of hex corners, to see where they end."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.board.board import Board
from grognard.core.draw.svg.curves import Plan, Spot


def plan_of(board: Board) -> Plan:
    """Where the corners of a board's hexes are."""
    return Plan(board.grid, 1.0, 0.0, 0.0)


def ending_nowhere(board: Board, kinds: Iterable[str], ends: set[Spot]) -> list[Spot]:
    """A corner of every net of rivers that comes to none of the ends."""
    plan = plan_of(board)
    near: dict[Spot, set[Spot]] = {}
    for id_ in kinds:
        for hex_, direction in board.hexsides[id_]:
            a, b = plan.side(hex_, direction)
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    strays, left = [], set(near)
    while left:
        found, open_ = set[Spot](), [min(left)]
        while open_:
            spot = open_.pop()
            found.add(spot)
            open_ += near[spot] - found
        if not found & ends:
            strays.append(min(found))
        left -= found
    return strays
