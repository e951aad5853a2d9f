"""Floods with a price for every hexside agree with a plain search, and so do their paths."""

from __future__ import annotations

import heapq
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.hexes.cost_waves import Ways, flood_waves, path_in_waves, price_of, shifted, ways_of
from grognard.core.hexes.grid import OFF, Direction, Hex, HexGrid, Numbering, Sheet, bits, mask_of

GRIDS = [
    HexGrid(Numbering((Sheet((1, 7), (1, 6)),), low_columns=low, missing=("0303", "0506")))
    for low in ("even", "odd")
]


class Ground:
    """A small board with a price for every step."""

    def __init__(
        self, grid: HexGrid, prices: dict[tuple[Hex, int], int | None], zone: int, closed: int
    ) -> None:
        self.grid, self.prices, self.zone, self.closed = grid, prices, zone, closed

    def ways(self) -> Ways:
        masks: dict[int, list[int]] = {}
        for (here, direction), price in self.prices.items():
            if price is not None:
                to = self.grid.neighbours[here][direction]
                masks.setdefault(price, [0] * 6)[direction] |= 1 << to
        return ways_of(self.grid, masks)

    def plain_search(self, start: Hex, budget: int, enter: int, leave: int) -> dict[Hex, int]:
        """Dijkstra, hex by hex."""
        best, queue = {start: 0}, [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here]:
                continue
            for direction, to in enumerate(self.grid.neighbours[here]):
                if to == OFF or self.closed >> to & 1:
                    continue
                price = self.prices[here, direction]
                if price is None:
                    continue
                total = spent + price + (enter if self.zone >> to & 1 else 0)
                total += leave if self.zone >> here & 1 else 0
                if total <= budget and total < best.get(to, budget + 1):
                    best[to] = total
                    heapq.heappush(queue, (total, to))
        return best


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    grid = draw(st.sampled_from(GRIDS))
    steps = [(h, d) for h in grid.hexes() for d in range(6) if grid.neighbours[h][d] != OFF]
    # a step's price depends on the hex entered and the direction, as a way's masks do
    prices = draw(st.lists(st.sampled_from([1, 1, 2, 3, 4, None]), min_size=len(steps), max_size=len(steps)))
    some = st.sets(st.sampled_from(grid.hexes()), max_size=12).map(mask_of)
    return Ground(grid, dict(zip(steps, prices, strict=True)), draw(some), draw(some))


@settings(max_examples=150, deadline=None)
@given(grounds(), st.data(), st.integers(0, 12), st.integers(0, 3), st.integers(0, 3))
def test_waves_agree_with_a_plain_search(
    ground: Ground, data: st.DataObject, budget: int, enter: int, leave: int
) -> None:
    start = data.draw(st.sampled_from(ground.grid.hexes()))
    waves = flood_waves(
        ground.grid, start, budget, ground.ways(),
        zone=ground.zone, enter_zone=enter, leave_zone=leave, closed=ground.closed,
    )  # fmt: skip
    found = {h: cost for cost, wave in enumerate(waves) for h in bits(wave)}
    assert found == ground.plain_search(start, budget, enter, leave)


@settings(max_examples=100, deadline=None)
@given(grounds(), st.data(), st.integers(0, 12), st.integers(0, 3), st.integers(0, 3))
def test_paths_cost_what_the_waves_say(
    ground: Ground, data: st.DataObject, budget: int, enter: int, leave: int
) -> None:
    grid, ways = ground.grid, ground.ways()
    start = data.draw(st.sampled_from(grid.hexes()))
    waves = flood_waves(
        grid, start, budget, ways,
        zone=ground.zone, enter_zone=enter, leave_zone=leave, closed=ground.closed,
    )  # fmt: skip
    for cost, wave in enumerate(waves):
        for goal in bits(wave):
            path = path_in_waves(
                grid, waves, ways, goal, zone=ground.zone, enter_zone=enter, leave_zone=leave
            )
            assert (path[0], path[-1]) == (start, goal)
            paid = 0
            for here, to in pairwise(path):
                direction = grid.direction(here, to)
                assert direction is not None
                price = price_of(ways, direction, to)
                assert price is not None
                paid += price + enter * (ground.zone >> to & 1) + leave * (ground.zone >> here & 1)
            assert paid == cost


def test_no_path_to_a_hex_out_of_reach() -> None:
    grid = GRIDS[0]
    ways = ways_of(grid, {1: [grid.all] * 6})
    start, far = grid.hex("0101"), grid.hex("0706")
    waves = flood_waves(grid, start, 3, ways)
    assert path_in_waves(grid, waves, ways, far) == []


def test_shifting_a_set_moves_every_member_one_step() -> None:
    for grid in GRIDS:
        for direction in Direction:
            near = mask_of(n for h in grid.hexes() if (n := grid.neighbours[h][direction]) != OFF)
            assert shifted(grid, grid.all, direction) == near
            for hex_ in grid.hexes():
                to = grid.neighbours[hex_][direction]
                assert shifted(grid, 1 << hex_, direction) == (0 if to == OFF else 1 << to)


@settings(max_examples=60, deadline=None)
@given(grounds(), st.data(), st.integers(1, 9), st.integers(0, 2), st.integers(0, 2))
def test_mover_enters_through_the_best_gate(
    ground: Ground, data: st.DataObject, budget: int, enter: int, leave: int
) -> None:
    """The result is as if it started in each gate with the budget left after entering."""
    grid, ways = ground.grid, ground.ways()
    prices = data.draw(
        st.dictionaries(st.sampled_from(grid.hexes()), st.integers(1, 4), min_size=1, max_size=4)
    )
    open_ = {hex_: price for hex_, price in prices.items() if not ground.closed >> hex_ & 1}
    gates = [(price, 1 << hex_) for hex_, price in prices.items()]
    waves = flood_waves(
        grid, OFF, budget, ways,
        zone=ground.zone, enter_zone=enter, leave_zone=leave, closed=ground.closed, gates=gates,
    )  # fmt: skip
    best: dict[Hex, int] = {}
    for gate, price in open_.items():
        paid = price + (enter if ground.zone >> gate & 1 else 0)
        if paid <= budget:
            for hex_, cost in ground.plain_search(gate, budget - paid, enter, leave).items():
                best[hex_] = min(best.get(hex_, budget), paid + cost)
    assert {h: cost for cost, wave in enumerate(waves) for h in bits(wave)} == best
    for goal in best:
        path = path_in_waves(
            grid, waves, ways, goal, zone=ground.zone, enter_zone=enter, leave_zone=leave, gates=gates
        )
        assert path[0] in open_
        assert path[-1] == goal
