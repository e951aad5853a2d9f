"""Find the hexes in reach on a large board by floods of whole sets of hexes, with a cost for every hexside.

A faster `reach.flood` for small whole costs. Knows costs and ZOCs, but no terrain or game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Unpack

from grognard.core.hexes import kernel
from grognard.core.hexes.grid import OFF, Direction, Hex, HexGrid, HexSet, Same, bits, union
from grognard.core.hexes.terms import Gates, Terms


class Way(NamedTuple):
    """All steps that cost the same."""

    price: int
    entered: tuple[HexSet, ...]
    """For each `Direction` the hexes entered from there at that price."""
    left: HexSet
    """The hexes that such a step leaves. Expensive steps are rare, so most floods can skip them."""


Ways = tuple[Way, ...]
"""The steps of a board by price, cheapest first.

For each direction a hex is listed under one price, or under none if it cannot be entered from there.
"""

"""Where a mover may enter the board: prices, and the hexes entered at each."""


def shifted(grid: HexGrid, mask: HexSet, direction: int) -> HexSet:
    """Return the neighbours of a set of hexes in one direction.

    >>> from grognard.core.hexes.grid import Direction, HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> grid.names(shifted(grid, grid.mask(["0101", "0202"]), Direction.SE))
    ['0201', '0303']
    """
    stride = grid.stride
    if direction == Direction.N:
        return mask >> 1 & grid.all
    if direction == Direction.S:
        return mask << 1 & grid.all
    below = mask & grid._low
    above = mask ^ below
    # From a low column the northern neighbours have the same slot number, from a high one the southern.
    if direction == Direction.NE:
        return (below << stride | above << (stride - 1)) & grid.all
    if direction == Direction.SE:
        return (below << (stride + 1) | above << stride) & grid.all
    if direction == Direction.SW:
        return (below >> (stride - 1) | above >> stride) & grid.all
    return (below >> stride | above >> (stride + 1)) & grid.all


def ways_of(grid: HexGrid, entered: Mapping[int, Sequence[HexSet]]) -> Ways:
    """Return the steps of a board, given the hexes entered at each price in each direction."""
    ways = []
    for price in sorted(entered):
        left = 0
        for direction, hexes in enumerate(entered[price]):
            left |= shifted(grid, hexes, (direction + 3) % 6)
        ways.append(Way(price, tuple(entered[price]), left))
    return tuple(ways)


def flood_waves(grid: HexGrid, start: Hex, budget: int, ways: Ways, **terms: Unpack[Terms]) -> list[HexSet]:
    """Return the hexes in reach: for each cost up to the budget, the hexes whose lowest cost it is.

    Prices are at least 1.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> wood = grid.mask(["0102"])
    >>> ways = ways_of(grid, {1: [grid.all ^ wood] * 6, 2: [wood] * 6})
    >>> [grid.names(wave) for wave in flood_waves(grid, grid.hex("0101"), 2, ways)]
    [['0101'], ['0201'], ['0102', '0202', '0301', '0302']]
    """
    if not kernel.available():
        return plain_waves(grid, start, budget, ways, **terms)
    return kernel.waves(grid, price_table(grid, Same(ways)), start, budget, **terms)


def flood_all(grid: HexGrid, start: Hex, budget: int, ways: Ways, **terms: Unpack[Terms]) -> HexSet:
    """Return all hexes in reach at any cost: the union of the waves of `flood_waves`.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> grid.names(flood_all(grid, grid.hex("0101"), 1, ways_of(grid, {1: [grid.all] * 6})))
    ['0101', '0102', '0201']
    """
    if not kernel.available():
        return union(plain_waves(grid, start, budget, ways, **terms))
    return kernel.flood(grid, price_table(grid, Same(ways)), start, budget, **terms)


def flood_costs(
    grid: HexGrid, start: Hex, budget: int, ways: Ways, scale: int = 1, **terms: Unpack[Terms]
) -> dict[Hex, float]:
    """Return the lowest cost of each hex in reach, the start included, lowest cost first.

    Prices are in 1/`scale` of the points in which the costs are returned.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> costs = flood_costs(grid, grid.hex("0101"), 1, ways_of(grid, {1: [grid.all] * 6}), 2)
    >>> {grid.label(hex_): cost for hex_, cost in sorted(costs.items())}
    {'0101': 0.0, '0102': 0.5, '0201': 0.5}
    """
    points = _points(budget, scale)
    if kernel.available():
        return kernel.costs(grid, price_table(grid, Same(ways)), start, budget, points, **terms)
    waves = plain_waves(grid, start, budget, ways, **terms)
    return {hex_: points[cost] for cost, wave in enumerate(waves) for hex_ in bits(wave)}


@lru_cache(maxsize=256)
def _points(budget: int, scale: int) -> tuple[float, ...]:
    """Return the points of every cost up to a budget."""
    return tuple(cost / scale for cost in range(budget + 1))


def flood_path(
    grid: HexGrid, start: Hex, budget: int, ways: Ways, goal: Hex, **terms: Unpack[Terms]
) -> list[Hex]:
    """Return a cheapest path, including start (or gate) and goal; empty if the goal is out of reach.

    Of several cheapest paths it always returns the same one: see `path_in_waves`.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> path = flood_path(grid, grid.hex("0101"), 2, ways_of(grid, {1: [grid.all] * 6}), grid.hex("0302"))
    >>> [grid.label(hex_) for hex_ in path]
    ['0101', '0201', '0302']
    """
    if kernel.available():
        return kernel.path(grid, price_table(grid, Same(ways)), start, budget, goal, **terms)
    waves, known = plain_waves(grid, start, budget, ways, **terms), dict(terms)
    known.pop("closed", None)
    return path_in_waves(grid, waves, ways, goal, **known)  # type: ignore[arg-type]


@lru_cache(maxsize=512)
def price_table(grid: HexGrid, ways: Same[Ways]) -> bytes:
    """Return the price of every step as the compiled kernel reads it."""
    return kernel.price_table(grid, ways.it)


def plain_waves(
    grid: HexGrid,
    start: Hex,
    budget: int,
    ways: Ways,
    *,
    zone: HexSet = 0,
    enter_zone: int = 0,
    leave_zone: int = 0,
    closed: HexSet = 0,
    halt: HexSet = 0,
    gates: Gates = (),
) -> list[HexSet]:
    """Do the same as `flood_waves` without the compiled kernel."""
    # Hot: names are local and `shifted` is inlined for all six directions at once.
    low, stride = grid._low, grid.stride
    waves = [0] * (budget + 1)
    arrived = [0] * (budget + 1)
    """Hexes by the cost to reach them, without the surcharge to enter the zone."""
    waves[0] = 1 << start if start != OFF else 0
    for price, hexes in gates:
        if price <= budget:
            arrived[price] |= hexes
    untouched = grid.all & ~(closed | waves[0])
    calm = grid.all & ~zone
    halt &= ~waves[0]
    left_at_once, left_late = calm & ~halt, zone & ~halt
    last = budget - ways[0].price if ways else -1
    """The highest cost after which any step can still be paid."""
    new = waves[0]
    for spent in range(budget + 1):
        if spent:
            new = arrived[spent]
            if zone:
                new &= calm
                if spent >= enter_zone:
                    new |= arrived[spent - enter_zone] & zone
            new &= untouched
            untouched ^= new
            waves[spent] = new
        if spent > last:
            continue
        front = new & left_at_once
        if left_late and spent >= leave_zone:
            front |= waves[spent - leave_zone] & left_late
        if not front:
            continue
        left = budget - spent
        below = front & low
        above = front ^ below
        north, south = front >> 1, front << 1
        up, down = below | above >> 1, above | below << 1
        ne, se, sw, nw = up << stride, down << stride, down >> stride, up >> stride
        for price, (to_n, to_ne, to_se, to_s, to_sw, to_nw), from_ in ways:
            if price > left:
                break
            if front & from_:
                arrived[spent + price] |= (
                    north & to_n | ne & to_ne | se & to_se | south & to_s | sw & to_sw | nw & to_nw
                )
    return waves


def price_of(ways: Ways, direction: int, to: Hex) -> int | None:
    """Return the cost to enter a hex in a direction; None if impossible."""
    for price, entered, _ in ways:
        if entered[direction] >> to & 1:
            return price
    return None


def path_in_waves(
    grid: HexGrid,
    waves: Sequence[HexSet],
    ways: Ways,
    goal: Hex,
    *,
    zone: HexSet = 0,
    enter_zone: int = 0,
    leave_zone: int = 0,
    halt: HexSet = 0,
    gates: Gates = (),
) -> list[Hex]:
    """Return a cheapest path, including start (or gate) and goal; empty if the goal is out of reach.

    Pass the same arguments as to `flood_waves`. Of several cheapest paths it always returns the same one:
    going back from the goal, it takes the first possible neighbour by `Direction`.
    """
    spent = next((cost for cost, wave in enumerate(waves) if wave >> goal & 1), None)
    if spent is None:
        return []
    leavable = grid.all & ~(halt & ~waves[0])
    path = [goal]
    while spent:
        here = path[-1]
        if zone >> here & 1:
            spent -= enter_zone
        if any(price == spent and hexes >> here & 1 for price, hexes in gates):
            break
        near, spent = _step_back(grid, waves, ways, here, spent, leavable, zone, leave_zone)
        path.append(near)
    path.reverse()
    return path


def _step_back(
    grid: HexGrid,
    waves: Sequence[HexSet],
    ways: Ways,
    here: Hex,
    spent: int,
    leavable: HexSet,
    zone: HexSet,
    leave_zone: int,
) -> tuple[Hex, int]:
    """Return the first neighbour by `Direction` from which a hex was reached at this cost, and its own cost.

    Only `leavable` hexes can be left, those of `zone` at a surcharge.
    """
    for back, near in enumerate(grid.neighbours[here]):
        if near == OFF or not leavable >> near & 1:
            continue
        direction, left = (back + 3) % 6, spent - (leave_zone if zone >> near & 1 else 0)
        for price, entered, _ in ways:  # `price_of`, inlined because this is hot
            if price > left:
                break
            if entered[direction] >> here & 1:
                if waves[left - price] >> near & 1:
                    return near, left - price
                break
    raise AssertionError("no neighbour in an earlier wave")


def apart(grid: HexGrid, ways: Ways, zone: HexSet) -> Ways:
    """Return the steps of a board except those from one hex of a zone to another.

    >>> from grognard.core.hexes.grid import Direction, HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> (way,) = apart(grid, ways_of(grid, {1: [grid.all] * 6}), grid.mask(["0101", "0102"]))
    >>> grid.names(grid.all & ~way.entered[Direction.S])
    ['0102']
    """
    kept = [~(zone & shifted(grid, zone, direction)) for direction in range(6)]
    return tuple(
        way._replace(entered=tuple(hexes & keep for hexes, keep in zip(way.entered, kept, strict=True)))
        for way in ways
    )


def one_step(
    grid: HexGrid, waves: Sequence[HexSet], ways: Ways, from_: HexSet, into: HexSet, toll: int
) -> list[HexSet]:
    """Extend waves by one step from hexes of `from_` into hexes of `into`, which costs `toll` more.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> here, there = grid.mask(["0101"]), grid.mask(["0102", "0103"])
    >>> found = one_step(grid, [here, 0, 0, 0], ways_of(grid, {1: [grid.all] * 6}), here, there, toll=2)
    >>> [grid.names(wave) for wave in found]
    [[], [], [], ['0102']]
    """
    found = [0] * len(waves)
    for spent, wave in enumerate(waves):
        front = wave & from_
        near = [shifted(grid, front, direction) & into for direction in range(6)] if front else ()
        if not any(near):
            continue
        for price, entered, _ in ways:
            total = spent + price + toll
            if total >= len(waves):
                break
            for hexes, there in zip(entered, near, strict=True):
                found[total] |= hexes & there
    return found


@lru_cache(maxsize=512)
def _affordable(ways: Same[Ways], budget: int) -> list[HexSet]:
    """Return for each direction the hexes entered at no more than the budget."""
    return [union(way.entered[direction] for way in ways.it if way.price <= budget) for direction in range(6)]


def exits(grid: HexGrid, ways: Ways, budget: int, open_: HexSet) -> HexSet:
    """Return the hexes from which a step into an open hex costs no more than the budget.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> ways = ways_of(grid, {2: [grid.all] * 6})
    >>> grid.names(exits(grid, ways, 2, grid.mask(["0101"]))), exits(grid, ways, 1, grid.all)
    (['0102', '0201'], 0)
    """
    found = 0
    for direction, entered in enumerate(_affordable(Same(ways), budget)):
        found |= shifted(grid, entered & open_, (direction + 3) % 6)
    return found
