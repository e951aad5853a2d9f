"""Both floods agree with a plain heapq search; stops, ZOCs and paths."""

from __future__ import annotations

import heapq
from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes.grid import OFF, Direction, Hex, HexGrid, HexSet, Numbering, Sheet, bits, mask_of
from grognard.core.hexes.reach import BARRED, Mover, edge_costs, flood, flood_layers, path_in_layers, tabulate

GRID = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))
CLEAR = [0, GRID.all]


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    """Generate small boards of every shape: both kinds of stagger, holes, single rows and columns."""
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    whole = Numbering(
        (Sheet((1, columns), (1, rows)),),
        low_columns="even" if draw(st.booleans()) else "odd",
    )
    labels = [label for label in HexGrid(whole).labels if label]
    holes = draw(st.sets(st.sampled_from(labels), max_size=len(labels) // 3))
    return HexGrid(msgspec.structs.replace(whole, missing=tuple(sorted(holes))))


def hexsets(grid: HexGrid) -> st.SearchStrategy[HexSet]:
    """Generate sets of about half the hexes; combine two by & or | for sparser or denser ones."""
    marks = st.lists(st.booleans(), min_size=grid.size, max_size=grid.size)
    return marks.map(lambda chosen: mask_of(h for h in grid.hexes() if chosen[h]))


def reference(grid: HexGrid, start: Hex, mover: Mover) -> dict[Hex, int]:
    """Return the lowest cost of every hex in reach, computed hex by hex."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here]:
            continue
        for to in grid.adjacent[here]:
            price = step_price(grid, start, mover, here, to)
            if price is None or spent + price > mover.budget:
                continue
            if spent + price < best.get(to, mover.budget + 1):
                best[to] = spent + price
                heapq.heappush(heap, (spent + price, to))
    return best


def step_price(grid: HexGrid, start: Hex, mover: Mover, here: Hex, to: Hex) -> int | None:
    """Return the cost of one step of a mover; None if illegal."""
    in_halt, to_halt = mover.halt >> here & 1, mover.halt >> to & 1
    stopped = in_halt or (mover.must_stop is not None and mover.must_stop(here))
    if mover.closed >> to & 1 or (stopped and here != start):
        return None
    if in_halt and to_halt and not mover.zone_to_zone:
        return None
    if isinstance(mover.costs, list):
        price: int | None = mover.costs[here * 6 + grid.neighbours[here].index(to)]
    else:
        price = mover.costs(here, to)
    if price is None or price >= BARRED:
        return None
    leave = mover.leave_zone if mover.zone >> here & 1 else 0
    enter = mover.enter_zone if mover.zone >> to & 1 else 0
    return price + leave + enter


def assert_path(grid: HexGrid, path: list[Hex], start: Hex, mover: Mover, cost: int) -> None:
    """Assert that a path is legal for the mover and has exactly this cost."""
    assert path[0] == start
    spent = 0
    for here, to in pairwise(path):
        price = step_price(grid, start, mover, here, to)
        assert price is not None
        spent += price
    assert spent == cost


@st.composite
def table_movers(draw: st.DrawFn) -> tuple[HexGrid, Hex, Mover]:
    """Generate a board, a start and a mover with a cost table, barred hexes, hexsides and ZOCs."""
    grid = draw(grids())
    prices = st.none() | st.integers(0, 5)
    enter = draw(st.lists(prices, min_size=grid.size, max_size=grid.size))
    side = st.tuples(st.sampled_from(grid.hexes()), st.integers(0, 5))
    extra = draw(st.dictionaries(side, st.none() | st.integers(0, 3), max_size=20))
    mover = Mover(
        draw(st.integers(0, 14)),
        edge_costs(grid, enter, extra),
        halt=draw(hexsets(grid)) & draw(hexsets(grid)),
        closed=draw(hexsets(grid)) & draw(hexsets(grid)),
        zone_to_zone=draw(st.booleans()),
        zone=draw(hexsets(grid)),
        enter_zone=draw(st.integers(0, 2)),
        leave_zone=draw(st.integers(0, 2)),
    )
    return grid, draw(st.sampled_from(grid.hexes())), mover


# -- layers --------------------------------------------------------------------------------------


@given(st.data())
def test_layers_and_paths_match_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids())
    start = data.draw(st.sampled_from(grid.hexes()))
    budget, zone_to_zone = data.draw(st.integers(0, 7)), data.draw(st.booleans())
    halt, closed = (data.draw(hexsets(grid)) & data.draw(hexsets(grid)) for _ in range(2))
    price = data.draw(st.lists(st.integers(0, 4), min_size=grid.size, max_size=grid.size))
    masks = [mask_of(h for h in grid.hexes() if price[h] == cost) for cost in range(5)]
    masks[0] = grid.all  # never used
    mover = Mover(
        budget,
        lambda _, to: price[to] or None,  # in no mask: no entry
        halt=halt,
        closed=closed,
        zone_to_zone=zone_to_zone,
    )
    expected = reference(grid, start, mover)

    layers = flood_layers(grid, start, budget, masks, halt, closed, zone_to_zone=zone_to_zone)

    assert len(layers) == budget + 1
    assert {h: cost for cost, layer in enumerate(layers) for h in bits(layer)} == expected
    assert sum(layer.bit_count() for layer in layers) == len(expected)
    for goal in grid.hexes():
        path = path_in_layers(grid, layers, masks, goal, halt)
        if goal in expected:
            assert path[-1] == goal
            assert_path(grid, path, start, mover, expected[goal])
        else:
            assert path == []


def test_layers_of_open_ground_are_rings() -> None:
    start = GRID.hex("0504")
    layers = flood_layers(GRID, start, 3, CLEAR)
    for cost in range(1, 4):
        assert layers[cost] == GRID.within(start, cost) & ~GRID.within(start, cost - 1)


def test_mover_stops_on_entering_a_zoc() -> None:
    wall = GRID.mask(f"05{row:02}" for row in range(1, 9))  # a whole column
    layers = flood_layers(GRID, GRID.hex("0304"), 6, CLEAR, halt=wall)
    reached = sum(layers)
    assert reached & wall
    assert not any(GRID.column(h) > 4 for h in bits(reached))


def test_zoc_to_zoc_only_if_allowed_and_then_stop() -> None:
    start, zone = GRID.hex("0504"), GRID.within(GRID.hex("0504"), 2)
    assert flood_layers(GRID, start, 4, CLEAR, halt=zone) == [1 << start, 0, 0, 0, 0]
    layers = flood_layers(GRID, start, 4, CLEAR, halt=zone, zone_to_zone=True)
    assert layers == [1 << start, GRID.around[start], 0, 0, 0]


def test_mover_may_leave_and_reenter_a_zoc() -> None:
    start, out, back = GRID.hex("0504"), GRID.hex("0604"), GRID.hex("0505")
    zone = GRID.mask(["0504", "0505"])
    layers = flood_layers(GRID, start, 2, CLEAR, halt=zone)
    assert layers[2] >> back & 1
    assert path_in_layers(GRID, layers, CLEAR, back, zone) == [start, out, back]


def test_closed_hexes_are_never_entered() -> None:
    start, ring = GRID.hex("0504"), GRID.around[GRID.hex("0504")]
    gate = 1 << GRID.hex("0503")
    assert sum(flood_layers(GRID, start, 5, CLEAR, closed=ring)) == 1 << start
    assert flood_layers(GRID, start, 1, CLEAR, closed=ring ^ gate)[1] == gate
    everything_else = ~(gate | 1 << start)  # a complement works too
    assert flood_layers(GRID, start, 2, CLEAR, closed=everything_else) == [1 << start, gate, 0]


def test_tie_between_paths_is_broken_by_direction() -> None:
    start, goal = GRID.hex("0504"), GRID.hex("0302")
    layers = flood_layers(GRID, start, 4, CLEAR)
    path = path_in_layers(GRID, layers, CLEAR, goal)
    assert [GRID.label(h) for h in path] == ["0504", "0503", "0402", "0302"]
    assert path_in_layers(GRID, layers, CLEAR, start) == [start]


def test_path_avoids_zocs() -> None:
    start, goal, zone = GRID.hex("0504"), GRID.hex("0302"), GRID.mask(["0503"])
    path = path_in_layers(GRID, flood_layers(GRID, start, 4, CLEAR, zone), CLEAR, goal, zone)
    assert [GRID.label(h) for h in path] == ["0504", "0403", "0402", "0302"]


# -- the bucket flood ----------------------------------------------------------------------------


@given(table_movers())
def test_flood_and_paths_match_the_reference(case: tuple[HexGrid, Hex, Mover]) -> None:
    grid, start, mover = case
    expected = reference(grid, start, mover)
    reach = flood(grid, start, mover)
    assert reach.cost == expected
    assert set(reach.came) == set(expected) - {start}
    assert reach.hexes == mask_of(expected)
    for goal in grid.hexes():
        path = reach.path(goal)
        if goal in expected:
            assert path[-1] == goal
            assert_path(grid, path, start, mover, expected[goal])
        else:
            assert path == []


@given(table_movers(), st.data())
def test_cost_function_equals_cost_table(case: tuple[HexGrid, Hex, Mover], data: st.DataObject) -> None:
    grid, start, mover = case
    table = mover.costs
    assert isinstance(table, list)
    bogs = data.draw(hexsets(grid))

    def edge_cost(here: Hex, to: Hex) -> int | None:
        price = table[here * 6 + grid.neighbours[here].index(to)]
        return None if price >= BARRED else price

    mover = msgspec.structs.replace(mover, must_stop=lambda h: bool(bogs >> h & 1))
    by_table = flood(grid, start, mover)
    by_function = flood(grid, start, msgspec.structs.replace(mover, costs=edge_cost))
    assert tabulate(grid, edge_cost) == table
    assert by_table.cost == by_function.cost == reference(grid, start, mover)
    assert by_table.came == by_function.came


def test_cheaper_detour_replaces_an_expensive_step() -> None:
    """An expensive direct step, and a cheap detour."""
    start, goal = GRID.hex("0504"), GRID.hex("0503")
    costs = edge_costs(GRID, [1] * GRID.size, {(start, Direction.N): 4})
    reach = flood(GRID, start, Mover(6, costs))
    assert reach.cost[goal] == 2
    assert len(reach.path(goal)) == 3
    assert reach.cost[GRID.hex("0502")] == 3


def test_zocs_may_cost_instead_of_stopping() -> None:
    """It costs 2 to enter a ZOC and 1 to leave it; from ZOC to ZOC both."""
    zone = GRID.mask(f"{column}{row:02}" for column in ("05", "06") for row in range(1, 9))
    costs = edge_costs(GRID, [2] * GRID.size)
    mover = Mover(20, costs, zone=zone, enter_zone=2, leave_zone=1)
    cost = flood(GRID, GRID.hex("0404"), mover).cost
    assert cost[GRID.hex("0504")] == 4
    assert cost[GRID.hex("0604")] == 4 + 5
    assert cost[GRID.hex("0704")] == 4 + 5 + 3


def test_must_stop_does_not_apply_to_the_start() -> None:
    bog = GRID.hex("0504")
    costs = edge_costs(GRID, [1] * GRID.size)
    mover = Mover(2, costs, closed=~GRID.mask(["0502", "0503", "0504", "0505"]), must_stop=bog.__eq__)
    passing, leaving = flood(GRID, GRID.hex("0503"), mover), flood(GRID, bog, mover)
    assert GRID.names(passing.hexes) == ["0502", "0503", "0504"]
    assert GRID.names(leaving.hexes) == ["0502", "0503", "0504", "0505"]


def test_edge_costs_add_hex_and_hexside() -> None:
    here, north = GRID.hex("0504"), GRID.hex("0503")
    enter: list[int | None] = [2] * GRID.size
    enter[GRID.hex("0505")] = None
    table = edge_costs(GRID, enter, {(here, Direction.N): 3, (here, Direction.NE): None})
    assert len(table) == 6 * GRID.size
    assert table[here * 6 : here * 6 + 4] == [5, BARRED, 2, BARRED]
    assert table[north * 6 + Direction.S] == 2  # the side was given from one hex only
    for hex_, six in enumerate(GRID.neighbours):
        for direction, to in enumerate(six):
            if to == OFF:
                assert table[hex_ * 6 + direction] == BARRED
