"""How far a mover gets on a large board: floods of whole sets of hexes with a price for every side crossed.

The fast sister of `reach.flood` for small whole prices. Knows prices and zones, not terrain and not games.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.hexes import OFF, Direction, Hex, HexGrid, HexSet

Ways = tuple[tuple[int, tuple[HexSet, ...]], ...]
"""The prices of steps, cheapest first: for each price and `Direction` the hexes entered so at that price.

A hex stands under one price for each direction, or under none when it cannot be entered from there.
"""

Gates = Sequence[tuple[int, HexSet]]
"""Where a mover may come onto the board: prices and the hexes entered at each."""


def shifted(grid: HexGrid, mask: HexSet, direction: int) -> HexSet:
    """The neighbours in one direction of the hexes of a set.

    >>> from grognard.core.hexes import Direction, HexGrid, Numbering, Sheet
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


def flood_waves(
    grid: HexGrid,
    start: Hex,
    budget: int,
    ways: Ways,
    *,
    zone: HexSet = 0,
    enter_zone: int = 0,
    leave_zone: int = 0,
    closed: HexSet = 0,
    gates: Gates = (),
) -> list[HexSet]:
    """Where a mover can get: for each cost up to the budget the hexes whose cheapest cost it is.

    Stepping into a hex of `zone` costs `enter_zone` more, stepping out of one `leave_zone` more, from one to
    the next both. Hexes of `closed` are never entered. Prices are at least 1. With `start` at `OFF` the mover
    comes from beyond the board through one of the `gates`.

    >>> from grognard.core.hexes import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> wood = grid.mask(["0102"])
    >>> ways = ((1, (grid.all ^ wood,) * 6), (2, (wood,) * 6))
    >>> [grid.names(wave) for wave in flood_waves(grid, grid.hex("0101"), 2, ways)]
    [['0101'], ['0201'], ['0102', '0202', '0301', '0302']]
    """
    # Hot: names are local and `shifted` is written out for all six directions at once.
    low, stride = grid._low, grid.stride
    longer, shorter = stride + 1, stride - 1
    waves = [0] * (budget + 1)
    arrived = [0] * (budget + 1)
    """Hexes by what it costs to be there but for the surcharge of the zone."""
    waves[0] = 1 << start if start != OFF else 0
    for price, hexes in gates:
        if price <= budget:
            arrived[price] |= hexes
    untouched = grid.all & ~(closed | waves[0])
    calm = grid.all & ~zone
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
        front = waves[spent]
        if zone:
            front &= calm
            if spent >= leave_zone:
                front |= waves[spent - leave_zone] & zone
        if not front:
            continue
        left = budget - spent
        below = front & low
        above = front ^ below
        north, south = front >> 1, front << 1
        ne, se = below << stride | above << shorter, below << longer | above << stride
        sw, nw = below >> shorter | above >> stride, below >> stride | above >> longer
        for price, (to_n, to_ne, to_se, to_s, to_sw, to_nw) in ways:
            if price > left:
                break
            arrived[spent + price] |= (
                north & to_n | ne & to_ne | se & to_se | south & to_s | sw & to_sw | nw & to_nw
            )
    return waves


def price_of(ways: Ways, direction: int, to: Hex) -> int | None:
    """What it costs to enter a hex in a direction; None when that cannot be done."""
    for price, masks in ways:
        if masks[direction] >> to & 1:
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
    gates: Gates = (),
) -> list[Hex]:
    """A cheapest path, start (or gate) and goal included; empty when the goal is out of reach.

    Pass what `flood_waves` was given. Of several cheapest paths it is always the same one: from the goal
    backwards the first neighbour by `Direction` that serves.
    """
    spent = next((cost for cost, wave in enumerate(waves) if wave >> goal & 1), None)
    if spent is None:
        return []
    path = [goal]
    while spent:
        here = path[-1]
        toll = enter_zone if zone >> here & 1 else 0
        if any(price + toll == spent and hexes >> here & 1 for price, hexes in gates):
            break
        for back, near in enumerate(grid.neighbours[here]):
            price = None if near == OFF else price_of(ways, (back + 3) % 6, here)
            if price is not None:
                before = spent - price - toll - (leave_zone if zone >> near & 1 else 0)
                if before >= 0 and waves[before] >> near & 1:
                    path.append(near)
                    spent = before
                    break
        else:
            raise AssertionError("a wave came from nowhere")
    path.reverse()
    return path


def exits(grid: HexGrid, ways: Ways, budget: int, open_: HexSet) -> HexSet:
    """The hexes from which a step into one of some open hexes costs no more than the budget.

    >>> from grognard.core.hexes import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> ways = ((2, (grid.all,) * 6),)
    >>> grid.names(exits(grid, ways, 2, grid.mask(["0101"]))), exits(grid, ways, 1, grid.all)
    (['0102', '0201'], 0)
    """
    found = 0
    for direction in range(6):
        entered = 0
        for price, masks in ways:
            if price > budget:
                break
            entered |= masks[direction]
        found |= shifted(grid, entered & open_, (direction + 3) % 6)
    return found
