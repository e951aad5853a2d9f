"""How far units get: points, prices, enemy zones and closed hexes put together [8.3, 11.1-11.18]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.cost_waves import Gates, Ways, exits, flood_waves, path_in_waves, price_of
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, cities, controlled, zone
from grognard.games.sww3.movement.movement_limits import allowance, crowded, limit, nation_limit
from grognard.games.sww3.movement.reserves import too_late
from grognard.games.sww3.movement.step_costs import gates, ways
from grognard.games.sww3.support.airpower import enemy_air
from grognard.games.sww3.support.supply import home, overland, sources


class March(NamedTuple):
    """All that decides how far some units get together."""

    theatre: int
    start: Hex
    """Where they stand; `OFF` when they come from beyond the map."""
    budget: int
    """What they may spend, in parts of a point."""
    ways: Ways
    zone: HexSet
    enter_zone: int
    leave_zone: int
    closed: HexSet
    """Hexes they may not enter, not even in passing."""
    gates: Gates

    @property
    def tolls(self) -> dict[str, int]:
        """What enemy zones cost [8.3]."""
        return {"zone": self.zone, "enter_zone": self.enter_zone, "leave_zone": self.leave_zone}


def march(state: Sww3State, units: Sequence[int], column: bool = False) -> March:
    """How some units of one place move together: at the pace of the slowest [11.4]."""
    scenario = state.scenario
    side, start = scenario.side_of[units[0]], max(state.at[units[0]], OFF)
    number = scenario.theatre_at(start) if start != OFF else state.now.theatre
    theatre = scenario.theatres[number]
    mountain = all(scenario.mountaineers >> unit & 1 for unit in units)
    closed = forbidden(state, side, units) | crowded(state, sum([state.steps[unit] for unit in units]))
    if column:
        closed |= shunned_in_column(state, side)
    edge = sources(state, side, number) & ~closed if start == OFF else 0
    return March(
        number,
        start,
        min([allowance(state, unit, column) for unit in units]),
        ways(state, number, side, mountain),
        0 if column else hindered(state, side),  # a column keeps out of enemy zones altogether
        theatre.enter_zone,
        theatre.leave_zone,
        closed,
        gates(state, number, side, mountain, edge) if edge else (),
    )


def forbidden(state: Sww3State, side: int, units: Sequence[int]) -> HexSet:
    """Hexes closed to some units: enemies, neutral countries not their own, national limits [11.3, 11.21]."""
    outside = state.neutral if side == ALLIED else 0
    beyond = 0
    for unit in units:
        if outside:
            outside &= ~home(state, unit)
        beyond |= ~limit(state, unit)
    return state.held[1 - side] | outside | beyond & state.scenario.grid.all


def hindered(state: Sww3State, side: int) -> HexSet:
    """Hexes in enemy zones for a unit on the move [8.3].

    Soviet units that enter a neutral country bring it into the war by that: inside it they pay for the zones
    there from the first hex on [R-PIN-32].
    """
    watched = zone(state, 1 - side)
    if side == SOVIET and state.neutral:
        watched |= state.scenario.grid.spread(state.held[ALLIED]) & state.neutral
    return watched


def shunned_in_column(state: Sww3State, side: int) -> HexSet:
    """Hexes no column enters: enemy zones, whole enemy cities, enemy air range [11.16, 6.5]."""
    hostile = cities(state) & controlled(state, 1 - side)
    return hindered(state, side) | hostile | enemy_air(state, side)


def may_form_column(state: Sww3State, units: Sequence[int]) -> bool:
    """Whether units of one place are supplied over land, clear of enemy zones and aircraft [11.16, 6.5]."""
    side, start = state.scenario.side_of[units[0]], state.at[units[0]]
    number = state.scenario.theatre_at(start) if start >= 0 else state.now.theatre
    if not state.scenario.theatres[number].columns:
        return False
    if start >= 0 and (hindered(state, side) | enemy_air(state, side)) >> start & 1:
        return False
    return all(overland(state, unit) for unit in units)


# -- reach --------------------------------------------------------------------------------------


def flood(state: Sww3State, way: March) -> list[HexSet]:
    """For each cost in parts of a point the hexes that it takes to."""
    return flood_waves(
        state.scenario.grid, way.start, way.budget, way.ways, closed=way.closed, gates=way.gates, **way.tolls
    )


def _flooded(state: Sww3State, units: tuple[int, ...], column: bool) -> tuple[March, list[HexSet]]:
    """How some units move, and where that takes them; kept until something changes."""
    key = (units, column)
    known: tuple[March, list[HexSet]] | None = state.cache.get(key)
    if known is None:
        way = march(state, units, column)
        known = state.cache[key] = way, flood(state, way)
    return known


def reached_by(state: Sww3State, units: tuple[int, ...], column: bool) -> list[HexSet]:
    """Where some units get together, by cost; nobody passes through a full hex [R-SWW-08].

    In column they get nowhere where a column cannot start [11.16], and from beside the map nowhere when they
    were not declared [R-PIN-31].
    """
    if column and not may_form_column(state, units):
        return []
    if state.at[units[0]] < 0 and too_late(state, units[0]):
        return []
    return _flooded(state, units, column)[1]


def goals(state: Sww3State, units: tuple[int, ...], column: bool) -> HexSet:
    """Where some units may end a move together; they need not spend all their points [11.2-any]."""
    mask = 0
    for wave in reached_by(state, units, column)[1:]:
        mask |= wave
    return mask


def cheapest_path(state: Sww3State, units: tuple[int, ...], goal: Hex, column: bool) -> list[Hex]:
    """The hexes of a cheapest way, from where the units stand or from the map edge; always the same one."""
    way, waves = _flooded(state, units, column)
    return path_in_waves(state.scenario.grid, waves, way.ways, goal, gates=way.gates, **way.tolls)


class Toll(NamedTuple):
    """One thing that is paid on the way: for which hex, how much in parts of a point, by which rule."""

    hex: Hex
    price: int
    rule: str


def tolls(state: Sww3State, way: March, path: Sequence[Hex]) -> list[Toll]:
    """Everything that is paid along a path of neighbours [11.17, 8.3]."""
    grid = state.scenario.grid
    paid: list[Toll] = []
    if way.start == OFF:
        onto = next(price for price, hexes in way.gates if hexes >> path[0] & 1)
        paid.append(Toll(path[0], onto, "10.3-where"))
        if way.zone >> path[0] & 1:
            paid.append(Toll(path[0], way.enter_zone, "8.3-enter"))
    for from_, to in pairwise(path):
        direction = grid.direction(from_, to)
        price = price_of(way.ways, direction, to) if direction is not None else None
        assert price is not None
        paid.append(Toll(to, price, "11.17"))
        if way.zone >> from_ & 1:
            paid.append(Toll(from_, way.leave_zone, "8.3-leave"))
        if way.zone >> to & 1:
            paid.append(Toll(to, way.enter_zone, "8.3-enter"))
    return paid


# -- whether there is any step ------------------------------------------------------------------


def can_step(state: Sww3State, unit: int) -> bool:
    """Whether a unit can pay for a step into one of the hexes around it."""
    way = march(state, (unit,))
    toll = way.leave_zone if way.zone >> way.start & 1 else 0
    for direction, to in enumerate(state.scenario.grid.neighbours[way.start]):
        if to == OFF or way.closed >> to & 1:
            continue
        price = price_of(way.ways, direction, to)
        if price is not None and price + toll + (way.enter_zone if way.zone >> to & 1 else 0) <= way.budget:
            return True
    return False


def can_come_on(state: Sww3State, unit: int) -> bool:
    """Whether a unit beside the map can pay for one of the hexes it may enter by [10.3]."""
    if too_late(state, unit):
        return False
    way = march(state, (unit,))
    dear = way.budget - way.enter_zone
    return any(
        (hexes and price <= dear) or (hexes & ~way.zone and price <= way.budget) for price, hexes in way.gates
    )


SURE = 2
"""Points that a unit surely has, also out of supply; those that may have fewer are looked at one by one."""


def surely_movable(state: Sww3State, side: int, theatre: int, units: CounterSet) -> CounterSet:
    """Those of some units that are seen at a glance to have a step: a cheap one, deep inside their limits."""
    scenario = state.scenario
    there = scenario.theatres[theatre]
    prices, grid = ways(state, theatre, side, False), scenario.grid
    budget, toll = SURE * there.scale, there.leave_zone
    watched = hindered(state, side)
    room = grid.all & ~(state.held[1 - side] | state.crowded[-1] | state.neutral)
    calm = room & ~watched
    sure = exits(grid, prices, budget, calm) & ~watched | exits(grid, prices, budget - toll, calm) & watched
    if state.neutral and side == ALLIED:  # units of neutral countries move inside them
        sure &= ~state.neutral
        sure |= exits(grid, prices, budget, state.neutral & ~state.crowded[-1]) & state.neutral
    spry, bound = _spry(scenario), _bound(scenario)
    units &= spry & ~state.mixed
    found = 0
    for hex_, stack in state.here.items():
        if stack & units and sure >> hex_ & 1:
            found |= stack & units & ~bound
            at_home = stack & units & bound
            for unit in bits(at_home) if at_home else ():
                if _deep(scenario, scenario.nation[unit]) >> hex_ & 1:
                    found |= 1 << unit
    return found


@lru_cache(maxsize=16)
def _spry(scenario: Sww3Scenario) -> CounterSet:
    """Units that have enough points for a glance even when halved."""
    factors = scenario.movement[: scenario.unit_count]
    return sum(
        1 << c for c, (_, reduced, full) in enumerate(factors) if (min(reduced, full) + 1) // 2 >= SURE
    )


@lru_cache(maxsize=16)
def _bound(scenario: Sww3Scenario) -> CounterSet:
    """Units of nations with limits [Pincher 11.21, Sandown 11.20]."""
    rows = [row for theatre in scenario.theatres for row in theatre.charts["geographic"]]
    nations = {nation for row in rows for nation in row["nations"]}
    return sum(1 << c for c in range(scenario.unit_count) if scenario.nation[c] in nations)


@lru_cache(maxsize=256)
def _deep(scenario: Sww3Scenario, nation: str) -> HexSet:
    """Hexes from which no step leads beyond a nation's limits."""
    allowed = nation_limit(scenario, nation)
    return allowed & ~scenario.grid.spread(scenario.grid.all & ~allowed)
