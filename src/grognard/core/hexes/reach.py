"""Find the hexes in reach of a mover by floods over a hex grid. Knows costs and stops, no terrain or game.

`flood_layers` is for small boards where the cost to enter a hex is a small whole number. It works on
whole sets of hexes at once. `flood` is for every other mover: costs by hexside, in MP, half MP or another
unit of the caller's choice, with enemy ZOCs that stop movement or add to its cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

import msgspec

from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, Hexside, Same

BARRED = 1 << 20
"""Cost of an impossible step; higher than any budget."""

EdgeCost = Callable[[Hex, Hex], int | None]
"""Returns the cost of a step from a hex to its neighbour; None if the step is impossible."""


# -- small boards: sets of hexes, cost by the hex entered ----------------------------------------


def flood_layers(
    grid: HexGrid,
    start: Hex,
    budget: int,
    cost_masks: Sequence[HexSet],
    halt: HexSet = 0,
    closed: HexSet = 0,
    *,
    zone_to_zone: bool = False,
) -> list[HexSet]:
    """Return the hexes in reach: for each cost up to the budget, the hexes whose lowest cost it is.

    `cost_masks[c]` are the hexes that cost c to enter (0 is not used; a hex is in one mask, or in none
    if it cannot be entered). The mover must stop on entering a hex of `halt`; from a start in
    `halt` it may step into another such hex only with `zone_to_zone`. It never enters `closed`.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> wood = grid.mask(["0102"])
    >>> layers = flood_layers(grid, grid.hex("0101"), 2, [0, grid.all ^ wood, wood])
    >>> [grid.names(layer) for layer in layers]
    [['0101'], ['0201'], ['0102', '0202', '0301', '0302']]
    """
    origin = 1 << start
    near = grid.around[start]
    if halt & origin and not zone_to_zone:
        near &= ~halt
    return _layers(grid, origin, near, budget, cost_masks, halt, closed)


def flood_from_edge(
    grid: HexGrid,
    edge: HexSet,
    budget: int,
    cost_masks: Sequence[HexSet],
    halt: HexSet = 0,
    closed: HexSet = 0,
) -> list[HexSet]:
    """Return the hexes in reach of a mover that enters the board by any hex of an edge, by cost.

    Like `flood_layers`, from a place off the board that is next to every hex of the edge.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> layers = flood_from_edge(grid, grid.mask(["0101", "0102"]), 2, [0, grid.all])
    >>> [grid.names(layer) for layer in layers]
    [[], ['0101', '0102'], ['0103', '0201', '0202']]
    """
    return _layers(grid, 0, edge, budget, cost_masks, halt, closed)


def _layers(
    grid: HexGrid,
    origin: HexSet,
    near: HexSet,
    budget: int,
    cost_masks: Sequence[HexSet],
    halt: HexSet,
    closed: HexSet,
) -> list[HexSet]:
    # The hottest function of the program: HexGrid.spread is inlined, all names are local.
    layers = [0] * (budget + len(cost_masks))  # longer than the budget, to avoid a bounds check
    layers[0] = origin
    untouched = grid.all & ~(closed | origin)
    near &= untouched
    low, stride, free, masks = grid._low, grid.stride, grid.all & ~halt, cost_masks[1:]
    for spent in range(budget):
        if spent:
            frontier = layers[spent] & free
            if not frontier:
                continue
            below = frontier & low
            sideways = frontier | below << 1 | (frontier ^ below) >> 1
            near = (frontier << 1 | frontier >> 1 | sideways << stride | sideways >> stride) & untouched
        # The cost of a hex is the same from every side, so the first time it is reached is the cheapest.
        untouched ^= near
        total = spent
        for mask in masks:
            total += 1
            layers[total] |= near & mask
    del layers[budget + 1 :]
    return layers


def path_in_layers(
    grid: HexGrid,
    layers: Sequence[HexSet],
    cost_masks: Sequence[HexSet],
    goal: Hex,
    halt: HexSet = 0,
) -> list[Hex]:
    """Return a cheapest path, including start and goal; empty if the goal is out of reach.

    Pass the same arguments as to `flood_layers`. Of several cheapest paths it always returns the same one:
    going back from the goal, it takes the first possible neighbour by `Direction`.
    """
    bit = 1 << goal
    spent = next((k for k, layer in enumerate(layers) if layer & bit), None)
    if spent is None:
        return []
    path = [goal]
    while spent:
        spent -= next(cost for cost, mask in enumerate(cost_masks) if cost and mask & bit)
        # A hex that costs only its own price was entered from the start, which may always be left.
        before = layers[spent] & ~halt if spent else layers[0]
        here = next(n for n in grid.adjacent[path[-1]] if before >> n & 1)
        path.append(here)
        bit = 1 << here
    path.reverse()
    return path


# -- every other mover: cost by the hexside crossed ----------------------------------------------


class Mover(msgspec.Struct, frozen=True):
    """The movement of a unit or stack. All costs are in one unit, such as half MP."""

    budget: int
    costs: list[int] | EdgeCost
    """A table from `edge_costs` or `tabulate` (do not change it once in use), or a function."""
    halt: HexSet = 0
    """Hexes where it must stop."""
    closed: HexSet = 0
    """Hexes it may never enter."""
    zone_to_zone: bool = False
    """Whether, when starting in a hex of `halt`, its first step may enter another one."""
    must_stop: Callable[[Hex], bool] | None = None
    """Tells further hexes where it must stop, if these are too expensive to compute for the whole board."""
    zone: HexSet = 0
    """Hexes with a surcharge; a step from one such hex to another pays to leave and to enter."""
    enter_zone: int = 0
    leave_zone: int = 0


class Reach:
    """The hexes in reach of a mover, with costs and paths; includes the start at cost 0."""

    __slots__ = ("came", "cost", "start")

    def __init__(self, start: Hex, cost: dict[Hex, int], came: dict[Hex, Hex]) -> None:
        self.start = start
        self.cost = cost
        """Lowest cost of every hex in reach."""
        self.came = came
        """For every hex in reach except the start: the previous hex on a cheapest path."""

    @property
    def hexes(self) -> HexSet:
        """The hexes in reach, as a bitboard."""
        digits = bytearray(b"0") * (max(self.cost) + 1)
        for hex_ in self.cost:
            digits[~hex_] = 49  # ord("1"); the highest hex is the leading digit
        return int(digits, 2)

    def path(self, goal: Hex) -> list[Hex]:
        """Return a cheapest path, including start and goal; empty if the goal is out of reach."""
        if goal not in self.cost:
            return []
        path = [goal]
        while path[-1] != self.start:
            path.append(self.came[path[-1]])
        path.reverse()
        return path


def flood(grid: HexGrid, start: Hex, mover: Mover) -> Reach:
    """Find everything in reach of a mover by a bucket flood, with one bucket of hexes for each cost.

    >>> from grognard.core.hexes.grid import Direction, HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> start, goal = grid.hex("0101"), grid.hex("0102")
    >>> costs = edge_costs(grid, [1] * grid.size, {(start, Direction.S): None})
    >>> reach = flood(grid, start, Mover(3, costs))
    >>> [grid.label(h) for h in reach.path(goal)], reach.cost[goal]
    (['0101', '0201', '0102'], 2)
    """
    budget, must_stop = mover.budget, mover.must_stop
    halts, shut = flags(mover.halt, grid.size), flags(mover.closed, grid.size)
    steps_from = _steps_from(grid, mover)
    best = [budget + 1] * grid.size  # more than the budget: not reached
    best[start] = 0
    cost: dict[Hex, int] = {}
    came: dict[Hex, Hex] = {}
    buckets: list[list[Hex]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for here in bucket:  # a step at no cost extends this bucket
            if best[here] != spent:
                continue  # since reached at a lower cost
            cost[here] = spent
            if halts[here] or (must_stop is not None and must_stop(here)):
                if here != start:
                    continue
            steps = steps_from(here)
            if halts[here] and not mover.zone_to_zone:  # only the start gets here in a ZOC
                steps = [(to, price) for to, price in steps if not halts[to]]
            for to, price in steps:
                total = spent + price
                if total < best[to] and not shut[to]:
                    best[to] = total
                    came[to] = here
                    buckets[total].append(to)
    return Reach(start, cost, came)


Steps = Sequence[tuple[Hex, int]]
"""The steps out of a hex, by `Direction`: the hex entered and the cost."""


def _steps_from(grid: HexGrid, mover: Mover) -> Callable[[Hex], Steps]:
    """Return a function that lists the steps out of a hex, including surcharges."""
    costs = mover.costs
    steps = partial(_priced, grid, costs) if callable(costs) else _unrolled(grid, Same(costs))
    enter, leave = mover.enter_zone, mover.leave_zone
    if not mover.zone or not (enter or leave):
        return steps
    zone = flags(mover.zone, grid.size)

    def surcharged(here: Hex) -> Steps:
        base = leave if zone[here] else 0
        return [(to, price + base + (enter if zone[to] else 0)) for to, price in steps(here)]

    return surcharged


def _priced(grid: HexGrid, edge_cost: EdgeCost, here: Hex) -> Steps:
    priced = ((to, edge_cost(here, to)) for to in grid.adjacent[here])
    return [(to, price) for to, price in priced if price is not None]


@lru_cache(maxsize=64)
def _unrolled(grid: HexGrid, table: Same[list[int]]) -> Callable[[Hex], Steps]:
    """Return a cost table as lists of steps, which take half the time to walk; cached."""
    return [
        [(to, price) for to, price in zip(six, table.it[h * 6 : h * 6 + 6], strict=True) if price < BARRED]
        for h, six in enumerate(grid.neighbours)
    ].__getitem__


@lru_cache(maxsize=64)
def flags(mask: HexSet, size: int) -> bytes:
    """Return a bitboard as one byte per hex, 0 or 1; cached, because many movers face the same ZOCs.

    >>> list(flags(0b1010, 6))
    [0, 1, 0, 1, 0, 0]
    """
    return f"{mask & (1 << size) - 1:0{size}b}"[::-1].encode().translate(_DIGITS)


_DIGITS = bytes.maketrans(b"01", b"\0\1")


# -- cost tables ---------------------------------------------------------------------------------


def tabulate(grid: HexGrid, edge_cost: EdgeCost) -> list[int]:
    """Return a table with the cost of every step at index hex * 6 + direction; `BARRED` if impossible."""
    table = [BARRED] * (6 * grid.size)
    for here, six in enumerate(grid.neighbours):
        for direction, to in enumerate(six):
            price = None if to == OFF else edge_cost(here, to)
            if price is not None:
                table[here * 6 + direction] = price
    return table


def edge_costs(
    grid: HexGrid, enter: Sequence[int | None], sides: Mapping[Hexside, int | None] | None = None
) -> list[int]:
    """Return the same table from the cost to enter each hex and the extra cost of hexsides; None: impossible.

    A hexside applies in the given direction; listed from both its hexes, as on boards, it applies both ways.
    """
    extra = sides or {}
    table = [BARRED] * (6 * grid.size)
    for here, six in enumerate(grid.neighbours):
        for direction, to in enumerate(six):
            price, side = enter[to], extra.get((here, direction), 0)
            if to != OFF and price is not None and side is not None:
                table[here * 6 + direction] = price + side
    return table
