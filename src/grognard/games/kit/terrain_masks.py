"""The ground as movement sees it: hexsides, lines and prices as sets of hexes, by the direction of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.board.board import Board
from grognard.core.hexes.cost_waves import shifted
from grognard.core.hexes.grid import OFF, HexGrid, HexSet
from grognard.core.hexes.trace import barriers

Prices = Mapping[int, Sequence[HexSet]]
"""For each price and direction the hexes entered so at that price."""


def sides_of(board: Board, kind: str, within: HexSet) -> tuple[HexSet, ...]:
    """By direction the hexes whose side that way is of a kind, by the feature's id or tag."""
    sides = [
        side
        for id_, members in board.hexsides.items()
        if id_ == kind or kind in board.features[id_].tags
        for side in members
        if within >> side[0] & 1
    ]
    return tuple(barriers(sides))


def lines_of(board: Board, kind: str, within: HexSet) -> tuple[HexSet, ...]:
    """By direction the hexes that a line of a kind leaves that way."""
    grid = board.grid
    sides = [
        (here, way)
        for here in grid.hexes()
        for way, to in enumerate(grid.neighbours[here])
        if to != OFF and board.has_line(kind, here, to) and within >> here & 1
    ]
    return tuple(barriers(sides))


def entered(grid: HexGrid, left: Sequence[HexSet]) -> tuple[HexSet, ...]:
    """Sides listed by the hexes that are left in each direction, as the hexes entered."""
    return tuple(shifted(grid, mask, way) for way, mask in enumerate(left))


def surcharged(prices: Prices, where: Sequence[HexSet], extra: int) -> dict[int, list[HexSet]]:
    """The prices when steps into some hexes, given by direction, cost more.

    >>> surcharged({2: [0b11] * 6}, [0b10] * 6, 3) == {2: [0b01] * 6, 5: [0b10] * 6}
    True
    """
    found: dict[int, list[HexSet]] = {}
    for price, hexes in prices.items():
        for total, part in (
            (price, [all_ & ~dear for all_, dear in zip(hexes, where, strict=True)]),
            (price + extra, [all_ & dear for all_, dear in zip(hexes, where, strict=True)]),
        ):
            if any(part):
                sum_ = found.get(total, [0] * 6)
                found[total] = [one | other for one, other in zip(sum_, part, strict=True)]
    return found
