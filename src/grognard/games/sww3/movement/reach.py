"""Chapters 8.3 and 11.1–11.18: which hexes units can reach, and at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.facts import keep
from grognard.core.hexes.cost_waves import (
    Ways,
    exits,
    flood_all,
    flood_costs,
    flood_path,
    flood_waves,
    price_of,
)
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits
from grognard.core.hexes.terms import Gates, Terms
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, cities, controlled, zoc_hexes, zone
from grognard.games.sww3.movement.movement_limits import allowance, beyond_limit, full_hexes, nation_limit
from grognard.games.sww3.movement.reserves import entry_missed
from grognard.games.sww3.movement.step_costs import gates, ways
from grognard.games.sww3.support.airpower import enemy_air
from grognard.games.sww3.support.supply import home, overland, sources


class March(NamedTuple):
    """Everything that determines how far units can move together."""

    theatre: int
    start: Hex
    """Their hex; `OFF` if they enter the map."""
    budget: int
    """Their movement allowance, in 1/scale MP."""
    ways: Ways
    zone: HexSet
    enter_zone: int
    leave_zone: int
    closed: HexSet
    """Hexes they cannot enter, not even in passing."""
    gates: Gates

    @property
    def zoc_costs(self) -> dict[str, int]:
        """ZOC costs, as arguments of the path search [8.3]."""
        return {"zone": self.zone, "enter_zone": self.enter_zone, "leave_zone": self.leave_zone}

    @property
    def terms(self) -> Terms:
        """What a flood depends on besides start, budget and prices [8.3]."""
        return {
            "zone": self.zone,
            "enter_zone": self.enter_zone,
            "leave_zone": self.leave_zone,
            "closed": self.closed,
            "gates": self.gates,
        }


class Situation(NamedTuple):
    """What all units of a side have in common when they move."""

    zone: HexSet
    """The enemy ZOC that a moving unit pays for [8.3]."""
    air: HexSet
    """The range of enemy airpower [6.5]."""
    no_columns: HexSet
    """The hexes closed to columns: enemy ZOCs, un-nuked enemy cities, enemy air range [11.16, 6.5]."""
    ways: tuple[Ways, ...]
    """The cost of every step on each map; mountain infantry has other costs."""


def situation(state: Sww3State, side: int) -> Situation:
    """Return what all units of a side have in common when they move; it holds while the enemy stays put."""
    known: Situation | None = state.cache.get(_SITUATIONS[side])
    if known is None:
        known = state.cache[_SITUATIONS[side]] = _situation(state, side)
    return known


def _situation(state: Sww3State, side: int) -> Situation:
    hostile = cities(state) & controlled(state, 1 - side)
    zone = enemy_zoc_on_move(state, side)
    reads = zone, hostile, state.markers, tuple(state.air), state.neutral, state.nuked, state.flooded

    def find() -> Situation:
        air, theatres = enemy_air(state, side), range(len(state.scenario.theatres))
        return Situation(
            zone, air, zone | hostile | air, tuple([ways(state, t, side, False) for t in theatres])
        )

    return keep(state, _SITUATIONS[side], reads, find)


_SITUATIONS = ("situation of side 0", "situation of side 1")


def march(state: Sww3State, units: Sequence[int], column: bool = False) -> March:
    """Return how units in one hex move together, with the allowance of the slowest [11.4]."""
    scenario, (first, *others) = state.scenario, units
    side, start = scenario.side_of[first], max(state.at[first], OFF)
    number = scenario.theatre_at(start) if start != OFF else state.now.theatre
    theatre, now = scenario.theatres[number], situation(state, side)
    mountain = scenario.mountaineers >> first & 1
    budget, steps = allowance(state, first, column), state.steps[first]
    for unit in others:
        mountain &= scenario.mountaineers >> unit
        budget = min(budget, allowance(state, unit, column))
        steps += state.steps[unit]
    closed = forbidden(state, side, units) | full_hexes(state, steps)
    if column:
        closed |= now.no_columns
    edge = sources(state, side, number) & ~closed if start == OFF else 0
    return March(
        number,
        start,
        budget,
        ways(state, number, side, True) if mountain else now.ways[number],
        0 if column else now.zone,  # a column cannot enter enemy ZOCs
        theatre.enter_zone,
        theatre.leave_zone,
        closed,
        gates(state, number, side, bool(mountain), edge) if edge else (),
    )


def forbidden(state: Sww3State, side: int, units: Sequence[int]) -> HexSet:
    """Return the hexes closed to units: enemies, foreign neutrals, beyond national limits [11.3, 11.21]."""
    outside = state.neutral if side == ALLIED else 0
    closed = state.held[1 - side]
    for unit in units:
        if outside:
            outside &= ~home(state, unit)
        closed |= beyond_limit(state, unit)
    return closed | outside


def enemy_zoc_on_move(state: Sww3State, side: int) -> HexSet:
    """Return the enemy ZOC that a moving unit pays for [8.3].

    Soviet units that enter a neutral country bring it into the war, so they pay for its units' ZOCs
    from the first hex [R-PIN-32].
    """
    watched = zone(state, 1 - side)
    if side == SOVIET and state.neutral:
        held, neutral = zoc_hexes(state, ALLIED), state.neutral
        reads = watched, held, neutral
        return keep(state, "watched", reads, lambda: watched | state.scenario.grid.spread(held) & neutral)
    return watched


def may_form_column(state: Sww3State, units: Sequence[int]) -> bool:
    """Whether units have overland supply and are clear of enemy ZOCs and air range [11.16, 6.5]."""
    side, start = state.scenario.side_of[units[0]], state.at[units[0]]
    number = state.scenario.theatre_at(start) if start >= 0 else state.now.theatre
    if not state.scenario.theatres[number].columns:
        return False
    if start >= 0:
        now = situation(state, side)
        if (now.zone | now.air) >> start & 1:
            return False
    return all(overland(state, unit) for unit in units)


# -- reach --------------------------------------------------------------------------------------


def flood(state: Sww3State, way: March) -> list[HexSet]:
    """Return the hexes reached, by cost in 1/scale MP."""
    return flood_waves(state.scenario.grid, way.start, way.budget, way.ways, **way.terms)


def _march(state: Sww3State, units: tuple[int, ...], column: bool) -> March:
    """Return how units move together; cached until the state changes."""
    key = ("march", units, column)
    known: March | None = state.cache.get(key)
    if known is None:
        known = state.cache[key] = march(state, units, column)
    return known


def _stays(state: Sww3State, units: tuple[int, ...], column: bool) -> bool:
    """Whether units cannot form a column [11.16], or are off the map and were not declared [R-PIN-31]."""
    if column and not may_form_column(state, units):
        return True
    return state.at[units[0]] < 0 and entry_missed(state, units[0])


def reached_by(state: Sww3State, units: tuple[int, ...], column: bool) -> list[HexSet]:
    """Return the hexes units can reach together, by cost; full hexes cannot be passed [R-SWW-08].

    There are none where a column cannot be formed [11.16], nor for off-map units that
    were not declared [R-PIN-31].
    """
    return [] if _stays(state, units, column) else flood(state, _march(state, units, column))


def costs_by(state: Sww3State, units: tuple[int, ...], column: bool) -> dict[Hex, float]:
    """Return the MP cost of each hex that units can reach together, their own included; see `reached_by`."""
    if _stays(state, units, column):
        return {}
    way = _march(state, units, column)
    scale = state.scenario.theatres[way.theatre].scale
    return flood_costs(state.scenario.grid, way.start, way.budget, way.ways, scale, **way.terms)


def goals(state: Sww3State, units: tuple[int, ...], column: bool) -> HexSet:
    """Return the hexes in which units may end a move together; MP may be left over [11.2-any]."""
    if _stays(state, units, column):
        return 0
    way = _march(state, units, column)
    found = flood_all(state.scenario.grid, way.start, way.budget, way.ways, **way.terms)
    return found if way.start == OFF else found & ~(1 << way.start)


def cheapest_path(state: Sww3State, units: tuple[int, ...], goal: Hex, column: bool) -> list[Hex]:
    """Return a cheapest path from the units' hex or the map edge; always the same one."""
    way = _march(state, units, column)
    return flood_path(state.scenario.grid, way.start, way.budget, way.ways, goal, **way.terms)


class MoveCost(NamedTuple):
    """One cost of a move: for which hex, how much in 1/scale MP, by which rule."""

    hex: Hex
    price: int
    rule: str


def path_costs(state: Sww3State, way: March, path: Sequence[Hex]) -> list[MoveCost]:
    """Return every cost along a path of adjacent hexes [11.17, 8.3]."""
    grid = state.scenario.grid
    paid: list[MoveCost] = []
    if way.start == OFF:
        onto = next(price for price, hexes in way.gates if hexes >> path[0] & 1)
        paid.append(MoveCost(path[0], onto, "10.3-where"))
        if way.zone >> path[0] & 1:
            paid.append(MoveCost(path[0], way.enter_zone, "8.3-enter"))
    for from_, to in pairwise(path):
        direction = grid.direction(from_, to)
        price = price_of(way.ways, direction, to) if direction is not None else None
        assert price is not None
        paid.append(MoveCost(to, price, "11.17"))
        if way.zone >> from_ & 1:
            paid.append(MoveCost(from_, way.leave_zone, "8.3-leave"))
        if way.zone >> to & 1:
            paid.append(MoveCost(to, way.enter_zone, "8.3-enter"))
    return paid


def steps_cheaply(state: Sww3State, units: tuple[int, ...], goal: Hex, column: bool) -> bool:
    """Return whether no path to an adjacent hex is cheaper than the single step, which must be possible."""
    way = _march(state, units, column)
    if price_of(way.ways, state.scenario.grid.neighbours[way.start].index(goal), goal) is None:
        return False
    cost = sum(step.price for step in path_costs(state, way, (way.start, goal)))
    return costs_by(state, units, column).get(goal) == cost / state.scenario.theatres[way.theatre].scale


# -- whether a unit can move at all ------------------------------------------------------------


def can_step(state: Sww3State, unit: int) -> bool:
    """Whether a unit has the MP to enter an adjacent hex."""
    way = march(state, (unit,))
    toll = way.leave_zone if way.zone >> way.start & 1 else 0
    for direction, to in enumerate(state.scenario.grid.neighbours[way.start]):
        if to == OFF or way.closed >> to & 1:
            continue
        price = price_of(way.ways, direction, to)
        if price is not None and price + toll + (way.enter_zone if way.zone >> to & 1 else 0) <= way.budget:
            return True
    return False


def can_enter(state: Sww3State, unit: int) -> bool:
    """Whether an off-map unit has the MP to enter the map [10.3]."""
    if entry_missed(state, unit):
        return False
    way = march(state, (unit,))
    dear = way.budget - way.enter_zone
    return any(
        (hexes and price <= dear) or (hexes & ~way.zone and price <= way.budget) for price, hexes in way.gates
    )


SURE = 2
"""MP that most units have even out of supply; units that may have fewer are checked one by one."""


def certainly_movable(state: Sww3State, side: int, theatre: int, units: CounterSet) -> CounterSet:
    """Return those of the units that certainly can move: a cheap hex, well inside their limits."""
    scenario, here = state.scenario, state.here
    units &= _fast_units(scenario) & ~state.mixed
    sure = _easily_left(state, side, theatre)
    for hex_ in bits(state.held[side] & scenario.theatres[theatre].hexes & ~sure):
        units &= ~here[hex_]
    for unit in bits(units & _limited_units(scenario)):
        if not _inside_limits(scenario, scenario.nation[unit]) >> state.at[unit] & 1:
            units ^= 1 << unit
    return units


def _easily_left(state: Sww3State, side: int, theatre: int) -> HexSet:
    """Return the hexes that units with `SURE` MP can leave for a hex outside enemy ZOCs."""
    there, grid, now = state.scenario.theatres[theatre], state.scenario.grid, situation(state, side)
    enemies, full, neutral = state.held[1 - side], state.full_hexes[-1], state.neutral

    def find() -> HexSet:
        prices, watched = now.ways[theatre], now.zone
        budget, toll = SURE * there.scale, there.leave_zone
        calm = grid.all & ~(enemies | full | neutral | watched)
        sure = exits(grid, prices, budget, calm) & ~watched
        sure |= exits(grid, prices, budget - toll, calm) & watched
        if neutral and side == ALLIED:  # units of neutral countries move inside them
            sure &= ~neutral
            sure |= exits(grid, prices, budget, neutral & ~full) & neutral
        return sure

    return keep(state, _EASILY_LEFT[side], (theatre, now, enemies, full, neutral), find)


_EASILY_LEFT = ("easily left by side 0", "easily left by side 1")


@lru_cache(maxsize=16)
def _fast_units(scenario: Sww3Scenario) -> CounterSet:
    """Return the units that have enough MP even when halved."""
    factors = scenario.movement[: scenario.unit_count]
    return sum(
        1 << c for c, (_, reduced, full) in enumerate(factors) if (min(reduced, full) + 1) // 2 >= SURE
    )


@lru_cache(maxsize=16)
def _limited_units(scenario: Sww3Scenario) -> CounterSet:
    """Return the units with national limits [Pincher 11.21, Sandown 11.20]."""
    rows = [row for theatre in scenario.theatres for row in theatre.charts["geographic"]]
    nations = {nation for row in rows for nation in row["nations"]}
    return sum(1 << c for c in range(scenario.unit_count) if scenario.nation[c] in nations)


@lru_cache(maxsize=256)
def _inside_limits(scenario: Sww3Scenario, nation: str) -> HexSet:
    """Return the hexes whose neighbours are all within a nation's limits."""
    allowed = nation_limit(scenario, nation)
    return allowed & ~scenario.grid.spread(scenario.grid.all & ~allowed)
