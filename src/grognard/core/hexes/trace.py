"""Trace supply lines and other connections by floods over sets of hexes. Knows no game.

A line runs from a source through passable hexes, one hex per step. Some hexsides may be barred.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.core.hexes import kernel
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, Hexside

Barred = Sequence[HexSet]
"""For each `Direction` the hexes that cannot be left across the hexside in that direction."""


def barriers(sides: Iterable[Hexside]) -> Barred:
    """Return hexsides as masks. One listed from both its hexes, as on boards, is barred both ways."""
    masks = [0] * 6
    for hex_, direction in sides:
        masks[direction] |= 1 << hex_
    return masks


def spread_across(grid: HexGrid, mask: HexSet, barred: Barred) -> HexSet:
    """Return the neighbours of a set of hexes as `HexGrid.spread` does, but not across barred hexsides."""
    low, stride = grid._low, grid.stride
    north, ne, se, south, sw, nw = (mask & ~side for side in barred)
    # As in HexGrid.spread: from a low column the northern neighbours have the same slot number.
    east = (
        (ne & low) << stride
        | (ne & ~low) << (stride - 1)
        | (se & low) << (stride + 1)
        | (se & ~low) << stride
    )
    west = (
        (nw & low) >> stride
        | (nw & ~low) >> (stride + 1)
        | (sw & low) >> (stride - 1)
        | (sw & ~low) >> stride
    )
    return (north >> 1 | south << 1 | east | west) & grid.all


def trace(
    grid: HexGrid,
    sources: HexSet,
    passable: HexSet,
    limit: int | None = None,
    *,
    barred: Barred | None = None,
) -> HexSet:
    """Return the sources and all passable hexes within `limit` steps of them.

    A counter in an impassable hex has a line if an adjacent hex has one: apply `HexGrid.spread` to the
    result.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> grid.names(trace(grid, grid.mask(["0101"]), grid.mask(["0201", "0302", "0303"]), limit=2))
    ['0101', '0201', '0302']
    """
    if kernel.available():
        return kernel.trace(grid, sources, passable, grid.size if limit is None else limit, barred)
    return plain_trace(grid, sources, passable, limit, barred=barred)


def plain_trace(
    grid: HexGrid,
    sources: HexSet,
    passable: HexSet,
    limit: int | None = None,
    *,
    barred: Barred | None = None,
) -> HexSet:
    """Do the same as `trace` without the compiled kernel."""
    reached = frontier = sources
    untouched = passable & grid.all & ~sources
    low, stride = grid._low, grid.stride
    steps = grid.size if limit is None else limit
    walled = 0
    """Hexes with a barred side. They are few, so most of a frontier can spread without checking them."""
    for side in barred or ():
        walled |= side
    while frontier and steps > 0:
        steps -= 1
        hemmed = frontier & walled
        free = frontier ^ hemmed
        below = free & low
        sideways = free | below << 1 | (free ^ below) >> 1
        frontier = free << 1 | free >> 1 | sideways << stride | sideways >> stride  # as in HexGrid.spread
        if hemmed and barred is not None:
            frontier |= spread_across(grid, hemmed, barred)
        frontier &= untouched
        reached |= frontier
        untouched ^= frontier
    return reached


class Lines(NamedTuple):
    """The result of a trace without limit, kept to speed up the next one (see `retrace`)."""

    sources: HexSet
    passable: HexSet
    reached: HexSet


NO_LINES = Lines(0, 0, 0)

DETOUR = 12
"""Maximum length of a detour around a new obstacle; without one, everything is traced again."""


def retrace(grid: HexGrid, last: Lines, sources: HexSet, passable: HexSet, barred: Barred) -> Lines:
    """Return the same as `trace`, but faster if little has changed since the last result.

    Hexsides must be barred both ways.
    """
    if last.sources == sources and last.passable == passable:
        return last
    lost = last.reached & ~(passable | sources)
    kept = last.reached ^ lost
    if last.sources & ~sources or not _holds_together(grid, lost, kept, barred):
        kept = 0
    return Lines(sources, passable, trace(grid, kept | sources, passable, barred=barred))


def _holds_together(grid: HexGrid, lost: HexSet, kept: HexSet, barred: Barred) -> bool:
    """Return whether the hexes around the lost ones are connected, so that every line can go around them."""
    rim = grid.spread(lost) & kept
    return not rim & ~trace(grid, rim & -rim, kept, DETOUR, barred=barred)


def trace_path(
    grid: HexGrid,
    start: Hex,
    sources: HexSet,
    passable: HexSet,
    limit: int | None = None,
    *,
    barred: Barred | None = None,
) -> list[Hex]:
    """Return a shortest line from a hex to a source, including both ends; empty if there is none.

    The start need not be passable. Of several shortest lines it always returns the same one.
    """
    goal = 1 << start
    untouched = (passable | goal) & grid.all & ~sources
    layers = [sources]
    while not layers[-1] & goal:
        if not layers[-1] or len(layers) > (grid.size if limit is None else limit):
            return []
        last = layers[-1]
        near = grid.spread(last) if barred is None else spread_across(grid, last, barred)
        layers.append(near & untouched)
        untouched &= ~near
    path = [start]
    for layer in layers[-2::-1]:
        path.append(_step_back(grid, path[-1], layer, barred))
    return path


def _step_back(grid: HexGrid, here: Hex, layer: HexSet, barred: Barred | None) -> Hex:
    """Return the first neighbour in the layer from which the hex could be entered."""
    for direction, near in enumerate(grid.neighbours[here]):
        if near == OFF or not layer >> near & 1:
            continue
        if barred is None or not barred[(direction + 3) % 6] >> near & 1:
            return near
    raise AssertionError("no neighbour in the previous layer")
