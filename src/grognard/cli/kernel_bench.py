"""Measure the reach, trace and ZOC kernels on a small and a large generated board."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from timeit import Timer

from grognard.core.hexes.cost_waves import flood_all, flood_waves, plain_waves, ways_of
from grognard.core.hexes.grid import OFF, Direction, HexGrid, HexSet, Hexside, Numbering, Sheet, mask_of
from grognard.core.hexes.reach import Mover, edge_costs, flood, flood_layers
from grognard.core.hexes.terms import Terms
from grognard.core.hexes.trace import plain_trace, trace
from grognard.core.hexes.zones import ZoneMap, zone_masks, zone_of

SEED = 1941


def bench_kernels() -> list[tuple[str, float]]:
    """Return name and microseconds per call of every kernel; boards and counters are always the same."""
    work = [*_small_board(), *_large_board()]
    return [(name, _microseconds(call)) for name, call in work]


def _microseconds(call: Callable[[], object]) -> float:
    """Return the best of several runs of about 20 ms: other processes can only make a run slower."""
    call()  # fills caches, compiles
    timer = Timer(call)
    number = max(1, int(0.02 / max(timer.timeit(3) / 3, 1e-7)))
    return min(timer.repeat(repeat=7, number=number)) / number * 1e6


def _small_board() -> list[tuple[str, Callable[[], object]]]:
    """A board of 9 x 8 hexes with costs 1 and 2 and a few enemies."""
    rng = Random(SEED)
    grid = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))
    rough = mask_of(h for h in grid.hexes() if rng.random() < 0.4)
    masks = [0, grid.all ^ rough, rough]
    start = grid.hex("0504")
    zones = zone_masks(grid)
    enemies = [grid.hex(label) for label in ("0302", "0702", "0806")]
    halt = zone_of(zones, enemies)
    closed = mask_of(enemies)
    return [
        ("reach in layers, 9x8, 4 MP, open", lambda: flood_layers(grid, start, 4, masks)),
        (
            "reach in layers, 9x8, 4 MP, 3 enemies",
            lambda: flood_layers(grid, start, 4, masks, halt, closed),
        ),
        ("zones of 3 counters, 9x8", lambda: zone_of(zones, enemies)),
    ]


def _large_board() -> list[tuple[str, Callable[[], object]]]:
    """A board of 80 x 75 hexes with costs in half MP, rivers, lakes and 300 enemy counters."""
    rng = Random(SEED)
    grid = HexGrid(Numbering((Sheet((1, 80), (1, 75)),)))
    hexes = grid.hexes()
    enter: list[int | None] = [None] * grid.size
    for here in hexes:
        enter[here] = rng.choices((2, 4, 6, None), (60, 25, 11, 4))[0]
    sides: dict[Hexside, int | None] = {}
    for here in hexes:
        for direction in (Direction.N, Direction.NE, Direction.SE):  # each hexside once
            near = grid.neighbours[here][direction]
            if near != OFF and rng.random() < 0.08:
                extra = None if rng.random() < 0.1 else 2
                sides[here, direction] = sides[near, direction.opposite] = extra
    costs = edge_costs(grid, enter, sides)
    land = mask_of(h for h in hexes if enter[h] is not None)
    start = grid.hex("4038")
    ashore = [h for h in hexes if enter[h] is not None and grid.distance(h, start) > 2]
    enemies = rng.choices(ashore, k=300)
    zones = zone_masks(grid)
    zoc = ZoneMap(grid, zones, enemies)
    enemy_hexes = mask_of(enemies)
    halt = zoc.mask
    passable = land & ~halt
    sources = mask_of(rng.sample(ashore, 20))
    there = grid.adjacent[enemies[0]][0]

    def move_and_back() -> None:
        zoc.move(enemies[0], there)
        zoc.move(there, enemies[0])

    def mover(points: int, stop: bool) -> Mover:
        return Mover(2 * points, costs, halt=halt if stop else 0, closed=enemy_hexes)

    def union() -> HexSet:
        return enemy_hexes | grid.spread(enemy_hexes)

    by_price = {price: mask_of(h for h in hexes if enter[h] == price) for price in (2, 4, 6)}
    ways = ways_of(grid, {price: [there] * 6 for price, there in by_price.items()})
    terms = Terms(halt=halt, closed=enemy_hexes)
    six, twenty, free = mover(6, True), mover(20, True), mover(20, False)
    work: list[tuple[str, Callable[[], object]]] = [
        ("reach, 80x75, 6 MP", lambda: flood(grid, start, six)),
        ("reach, 80x75, 20 MP", lambda: flood(grid, start, twenty)),
        ("reach, 80x75, 20 MP, no zones", lambda: flood(grid, start, free)),
        ("zone map, 80x75, 300 counters, built", lambda: ZoneMap(grid, zones, enemies)),
        ("zone map, 80x75, a move and back", move_and_back),
        ("zone map, 80x75, copied", zoc.copy),
        ("zones by bitboard, 80x75, 300 counters", union),
        ("supply trace, 80x75, 20 sources", lambda: trace(grid, sources, passable)),
        ("supply trace in Python", lambda: plain_trace(grid, sources, passable)),
        ("costs by hexside, 80x75, 20 MP", lambda: flood_waves(grid, start, 40, ways, **terms)),
        ("costs by hexside in Python", lambda: plain_waves(grid, start, 40, ways, **terms)),
        ("costs by hexside, reach only", lambda: flood_all(grid, start, 40, ways, **terms)),
    ]
    return work
