"""Floods with hexes where a mover must stop agree with a plain search, and so do their paths."""

from __future__ import annotations

import heapq
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.hexes.cost_waves import (
    Ways,
    apart,
    flood_waves,
    one_step,
    path_in_waves,
    price_of,
    ways_of,
)
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, Numbering, Sheet, bits, mask_of

GRID = HexGrid(Numbering((Sheet((1, 7), (1, 6)),), missing=("0303",)))
HEXES = st.sampled_from(GRID.hexes())
SETS = st.sets(HEXES, max_size=12).map(mask_of)
ENTER, LEAVE, BUDGET = 2, 1, 9


@st.composite
def prices(draw: st.DrawFn) -> Ways:
    """A price for every hex, the same from all sides."""
    found: dict[int, list[HexSet]] = {}
    for hex_ in GRID.hexes():
        masks = found.setdefault(draw(st.integers(1, 4)), [0] * 6)
        for direction in range(6):
            masks[direction] |= 1 << hex_
    return ways_of(GRID, found)


def plain_search(start: Hex, ways: Ways, zone: HexSet, halt: HexSet, direct: bool) -> dict[Hex, int]:
    """Dijkstra, hex by hex; from zone to zone only when `direct`."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (halt >> here & 1 and here != start):
            continue
        for direction, to in enumerate(GRID.neighbours[here]):
            price = None if to == OFF else price_of(ways, direction, to)
            if price is None or (zone >> here & zone >> to & 1 and not direct):
                continue
            total = spent + price + ENTER * (zone >> to & 1) + LEAVE * (zone >> here & 1)
            if total <= BUDGET and total < best.get(to, BUDGET + 1):
                best[to] = total
                heapq.heappush(queue, (total, to))
    return best


@settings(max_examples=150, deadline=None)
@given(HEXES, prices(), SETS, SETS)
def test_movement_ends_where_a_mover_must_stop(start: Hex, ways: Ways, zone: HexSet, halt: HexSet) -> None:
    tolls = {"zone": zone, "enter_zone": ENTER, "leave_zone": LEAVE, "halt": halt}
    waves = flood_waves(GRID, start, BUDGET, ways, gates=(), **tolls)
    found = {hex_: spent for spent, wave in enumerate(waves) for hex_ in bits(wave)}
    assert found == plain_search(start, ways, zone, halt, direct=True)
    for goal, spent in found.items():
        path = path_in_waves(GRID, waves, ways, goal, gates=(), **tolls)
        assert path[0] == start and path[-1] == goal
        assert not any(halt >> hex_ & 1 for hex_ in path[1:-1])
        paid = 0
        for here, to in pairwise(path):
            direction = GRID.direction(here, to)
            price = price_of(ways, direction, to) if direction is not None else None
            assert price is not None
            paid += price + ENTER * (zone >> to & 1) + LEAVE * (zone >> here & 1)
        assert paid == spent


@settings(max_examples=150, deadline=None)
@given(HEXES, prices(), SETS)
def test_steps_inside_a_zone(start: Hex, ways: Ways, zone: HexSet) -> None:
    waves = flood_waves(
        GRID, start, BUDGET, apart(GRID, ways, zone), zone=zone, enter_zone=ENTER, leave_zone=LEAVE
    )
    found = {hex_: spent for spent, wave in enumerate(waves) for hex_ in bits(wave)}
    assert found == plain_search(start, ways, zone, 0, direct=False)
    last: dict[Hex, int] = {}
    for spent, wave in enumerate(one_step(GRID, waves, ways, zone, zone, ENTER + LEAVE)):
        for hex_ in bits(wave):
            last.setdefault(hex_, spent)
    expected: dict[Hex, int] = {}
    for here, spent in found.items():
        for direction, to in enumerate(GRID.neighbours[here]):
            price = None if to == OFF else price_of(ways, direction, to)
            if price is not None and zone >> here & zone >> to & 1:
                total = spent + price + ENTER + LEAVE
                if total <= BUDGET:
                    expected[to] = min(total, expected.get(to, total))
    assert last == expected
