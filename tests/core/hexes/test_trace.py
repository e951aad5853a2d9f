"""Supply traces against a plain search by layers."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes.grid import (
    OFF,
    Direction,
    Hex,
    HexGrid,
    HexSet,
    Hexside,
    Numbering,
    Sheet,
    bits,
    mask_of,
)
from grognard.core.hexes.trace import NO_LINES, barriers, retrace, spread_across, trace, trace_path
from tests.core.hexes.test_reach import grids, hexsets

GRID = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))


def sides(grid: HexGrid) -> st.SearchStrategy[set[Hexside]]:
    return st.sets(st.tuples(st.sampled_from(grid.hexes()), st.integers(0, 5)), max_size=30)


def reference(
    grid: HexGrid, sources: HexSet, passable: HexSet, limit: int, barred: set[Hexside]
) -> dict[Hex, int]:
    """Return the steps from the nearest source for every hex that can trace."""
    steps = dict.fromkeys(bits(sources), 0)
    queue = list(steps)
    for here in queue:
        for direction, to in enumerate(grid.neighbours[here]):
            if to == OFF or to in steps or (here, direction) in barred or not passable >> to & 1:
                continue
            if steps[here] < limit:
                steps[to] = steps[here] + 1
                queue.append(to)
    return steps


@given(st.data())
def test_trace_and_paths_match_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids())
    sources = data.draw(hexsets(grid)) & data.draw(hexsets(grid)) & data.draw(hexsets(grid))
    passable = data.draw(hexsets(grid)) | data.draw(hexsets(grid))  # more than half
    limit = data.draw(st.none() | st.integers(0, 8))
    walls = data.draw(sides(grid))
    barred = barriers(walls) if walls else None
    most = grid.size if limit is None else limit
    expected = reference(grid, sources, passable, most, walls)

    assert trace(grid, sources, passable, limit, barred=barred) == mask_of(expected)

    for start in grid.hexes():
        path = trace_path(grid, start, sources, passable, limit, barred=barred)
        steps = reference(grid, sources, passable | 1 << start, most, walls).get(start)
        assert len(path) == (0 if steps is None else steps + 1)
        if not path:
            continue
        assert path[0] == start
        assert sources >> path[-1] & 1
        assert all(passable >> h & 1 for h in path[1:-1])
        for to, here in pairwise(path):  # lines are traced from the source
            assert (here, grid.neighbours[here].index(to)) not in walls


@given(st.data())
def test_spread_without_barriers(data: st.DataObject) -> None:
    grid = data.draw(grids())
    mask = data.draw(hexsets(grid))
    assert spread_across(grid, mask, barriers([])) == grid.spread(mask)


@given(st.data())
def test_spread_stops_at_barred_sides(data: st.DataObject) -> None:
    grid = data.draw(grids())
    mask, walls = data.draw(hexsets(grid)), data.draw(sides(grid))
    expected = {
        to
        for here in bits(mask)
        for direction, to in enumerate(grid.neighbours[here])
        if to != OFF and (here, direction) not in walls
    }
    assert spread_across(grid, mask, barriers(walls)) == mask_of(expected)


def test_line_goes_around_obstacles() -> None:
    source, start = GRID.hex("0101"), GRID.hex("0901")
    wall = GRID.mask(f"05{row:02}" for row in range(1, 8))
    path = trace_path(GRID, start, 1 << source, GRID.all & ~wall)
    assert GRID.hex("0508") in path
    assert not trace(GRID, 1 << source, GRID.all & ~(wall | 1 << GRID.hex("0508"))) >> start & 1


def test_line_crosses_a_river_only_at_the_bridge() -> None:
    bank = [GRID.hex(f"05{row:02}") for row in range(1, 9)]
    river = {
        side
        for here in bank
        for direction in (Direction.NE, Direction.SE)
        if (to := GRID.neighbours[here][direction]) != OFF
        for side in ((here, direction), (to, direction.opposite))
    }
    source, start = 1 << GRID.hex("0104"), GRID.hex("0904")
    assert trace_path(GRID, start, source, GRID.all, barred=barriers(river)) == []
    bridge = {(GRID.hex("0502"), Direction.SE), (GRID.hex("0602"), Direction.NW)}
    path = trace_path(GRID, start, source, GRID.all, barred=barriers(river - bridge))
    assert (GRID.hex("0602"), GRID.hex("0502")) in pairwise(path)


def test_limit_is_inclusive() -> None:
    source, start = 1 << GRID.hex("0101"), GRID.hex("0105")
    assert len(trace_path(GRID, start, source, GRID.all, 4)) == 5
    assert trace_path(GRID, start, source, GRID.all, 3) == []
    assert trace(GRID, source, GRID.all, 4) == GRID.within(GRID.hex("0101"), 4)
    assert trace(GRID, source, GRID.all, 0) == source


def test_source_in_an_impassable_hex_is_in_supply() -> None:
    source = GRID.hex("0504")
    assert trace(GRID, 1 << source, 0) == 1 << source
    assert trace_path(GRID, source, 1 << source, 0) == [source]
    assert trace(GRID, 0, GRID.all) == 0


@given(st.data())
def test_retrace_equals_trace(data: st.DataObject) -> None:
    """Sources and passable hexes change by small and large steps."""
    grid = data.draw(grids())
    steps = st.tuples(st.sampled_from(grid.hexes()), st.integers(0, 5))
    walls = {
        side for side in data.draw(st.sets(steps, max_size=20)) if grid.neighbours[side[0]][side[1]] != OFF
    }
    back = {(grid.neighbours[hex_][way], (way + 3) % 6) for hex_, way in walls}
    barred = barriers(walls | back)
    sources = data.draw(hexsets(grid)) & data.draw(hexsets(grid))
    passable = data.draw(hexsets(grid)) | data.draw(hexsets(grid))
    lines = NO_LINES
    for _ in range(6):
        lines = retrace(grid, lines, sources, passable, barred)
        assert lines.reached == trace(grid, sources, passable, barred=barred)
        few = st.sets(st.sampled_from(grid.hexes()), max_size=3).map(mask_of)
        passable ^= data.draw(few)
        sources ^= data.draw(few) & data.draw(few)
