"""How far units get on the ground: points, prices, zones and enemies put together [4.5, 4.8c, 6.1, 6.2].

Nothing here asks for fuel: `movement` does.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.cost_waves import Ways, flood_waves, path_in_waves, price_of, shifted
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of
from grognard.games.ocs.model.charts import TRUCK
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.terrain.engineers import bridges
from grognard.games.ocs.terrain.step_costs import ground, one_hex, steps
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable, guarded, negated, zone
from grognard.games.ocs.units.active_stack import fresh
from grognard.games.ocs.units.modes import allowance, reserve_hexes, spare_markers


class March(NamedTuple):
    """All that decides how far a unit gets."""

    side: int
    start: Hex
    mobility: int
    budget: int
    """What it may spend, in quarters of a point."""
    bridged: HexSet
    closed: HexSet
    """Hexes it may not enter."""
    halt: HexSet
    """Hexes that end its move, or this part of it."""
    least: bool
    """Whether it may make its minimum move of one hex [6.1c]."""


def march(state: OcsState, unit: int, capable: bool = False) -> March:
    """How a unit moves from where it is; `capable`: with an Attack-Capable unit [R-OCS-52]."""
    key = ("march", unit, capable)
    found: March | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _march(state, unit, capable)
    return found


def _march(state: OcsState, unit: int, capable: bool) -> March:
    scenario = state.scenario
    side, start = scenario.side_of[unit], state.at[unit]
    mobility = scenario.mobility[unit][state.turned >> unit & 1]
    capable = capable or bool(attack_capable(state) >> unit & 1)
    closed, halt = _hindrances(state, side, mobility, capable, bool(state.strat >> unit & 1))
    whole = allowance(state, unit)
    budget = max(whole - state.spent[unit], 0)
    if stuck(state, unit, mobility):
        budget = 0
    least = whole > 0 and fresh(state, unit)
    return March(side, start, mobility, budget, _bridged(state, side, unit), closed, halt, least)


def stuck(state: OcsState, unit: int, mobility: int) -> bool:
    """Whether an enemy zone has stopped a Truck unit: it came there in this phase [4.5a-A]."""
    at = state.at[unit]
    if mobility != TRUCK or at == state.began[unit]:
        return False
    side = state.scenario.side_of[unit]
    return bool((zone(state, 1 - side) & ~negated(state, side)) >> at & 1)


def _hindrances(
    state: OcsState, side: int, mobility: int, capable: bool, strat: bool
) -> tuple[HexSet, HexSet]:
    """The hexes a unit may not enter, and those that end its move.

    Enemy combat units close a hex, non-combat ones to all but Attack-Capable units [4.8c, 4.4c]; what is
    captured is settled before the next step [9.14]. Zones stop Truck movement unless negated [4.5a-A], and
    nobody in Strat Mode ever enters one [4.5a-J].
    """
    key = ("hindrances", side, mobility == TRUCK, capable, strat)
    found: tuple[HexSet, HexSet] | None = state.cache.get(key)
    if found is None:
        closed, halt = state.held[1 - side], 0
        soft = guarded(state, side)
        if capable:
            halt |= soft
        else:
            closed |= soft
        if strat:
            closed |= zone(state, 1 - side)
        elif mobility == TRUCK:
            halt |= zone(state, 1 - side) & ~negated(state, side)
        found = state.cache[key] = closed, halt
    return found


def _bridged(state: OcsState, side: int, unit: int) -> HexSet:
    """Where engineers make rivers easier; one's own bridge even after a change of mode [13.8b, R-OCS-109]."""
    rivers = _river_banks(state.scenario)
    found = bridges(state, side)
    if state.bridging >> unit & 1 and state.at[unit] == state.began[unit]:
        found |= 1 << state.at[unit]
    return found & rivers


@lru_cache(maxsize=32)
def _river_banks(scenario: OcsScenario) -> HexSet:
    """Hexes with a hexside that a bridge makes easier."""
    here, found = ground(scenario), 0
    for id_, chart in scenario.charts.hexside.items():
        if chart.bridged_as:
            for way, hexes in enumerate(here.sides[id_]):
                found |= hexes | shifted(here.grid, hexes, (way + 3) % 6)
    return found


# -- reach -----------------------------------------------------------------------------------------------


def ways(state: OcsState, way: March) -> Ways:
    """What steps cost on a march."""
    return steps(state.scenario, way.mobility, ground_of(state, state.side), bridged=way.bridged)


def flood(state: OcsState, way: March) -> list[HexSet]:
    """For each cost the hexes that a march gets to at that cost, its start first."""
    return flood_waves(
        state.scenario.grid, way.start, way.budget, ways(state, way), closed=way.closed, halt=way.halt
    )


def reach(state: OcsState, unit: int, capable: bool = False) -> list[HexSet]:
    """For each cost in quarters the hexes that a unit gets to."""
    key = ("reach", unit, capable)
    found: list[HexSet] | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = flood(state, march(state, unit, capable))
    return found


def next_door(state: OcsState, way: March) -> HexSet:
    """The neighbouring hexes that a minimum move may enter, whatever they cost [6.1c]."""
    if not way.least:
        return 0
    possible = one_hex(state.scenario, way.mobility, ground_of(state, state.side), True, way.bridged)
    found = 0
    for direction, to in enumerate(state.scenario.grid.neighbours[way.start]):
        if to != OFF and possible[direction] >> to & 1:
            found |= 1 << to
    return found & ~way.closed


def goals(state: OcsState, unit: int, capable: bool = False, group: CounterSet = 0) -> HexSet:
    """Where a unit may end a move, by itself or as one of a group."""
    way, found = march(state, unit, capable), 0
    for wave in reach(state, unit, capable)[1:]:
        found |= wave
    return (found | next_door(state, way)) & ends(state, unit, group)


def ends(state: OcsState, unit: int, group: CounterSet = 0) -> HexSet:
    """The hexes in which a unit's mode lets it end a move [5.8b, R-OCS-48, 5.4a, R-OCS-44]."""
    scenario, bit = state.scenario, 1 << unit
    side = scenario.side_of[unit]
    if state.strat & bit:
        return trace_hexes(state, side)
    if state.reserve & bit and spare_markers(state, side, bit | group) <= 0:
        return reserve_hexes(state, side, bit | group)
    return scenario.land


# -- paths -----------------------------------------------------------------------------------------------


def costs_on(state: OcsState, way: March, path: list[Hex]) -> list[int] | None:
    """What each step of a path of neighbours costs; None when one of them is not possible at any price."""
    grid, priced, found = state.scenario.grid, ways(state, way), []
    for from_, to in pairwise(path):
        price = price_of(priced, grid.neighbours[from_].index(to), to)
        if price is None:
            return None
        found.append(price)
    return found


def cheapest_path(state: OcsState, unit: int, goal: Hex, capable: bool = False) -> list[Hex]:
    """The hexes of a cheapest way, the start included; empty when the unit does not get there."""
    way = march(state, unit, capable)
    waves = reach(state, unit, capable)
    path = path_in_waves(state.scenario.grid, waves, ways(state, way), goal, halt=way.halt)
    if not path and next_door(state, way) >> goal & 1:
        return [way.start, goal]
    return path


def follows(state: OcsState, unit: int, path: list[Hex], capable: bool, group: CounterSet = 0) -> bool:
    """Whether a unit can go a path of neighbours to its end."""
    way = march(state, unit, capable)
    if any(way.closed >> hex_ & 1 for hex_ in path[1:]) or any(way.halt >> hex_ & 1 for hex_ in path[1:-1]):
        return False
    if not ends(state, unit, group) >> path[-1] & 1:
        return False
    if len(path) == 2 and next_door(state, way) >> path[1] & 1:
        return True
    prices = costs_on(state, way, path)
    return prices is not None and sum(prices) <= way.budget


def is_least(state: OcsState, way: March, path: list[Hex]) -> bool:
    """Whether a legal path is a minimum move: one hex that the points would not pay for [6.1c, R-OCS-54]."""
    prices = costs_on(state, way, path)
    return prices is None or sum(prices) > way.budget


# -- stacks ----------------------------------------------------------------------------------------------


def leads(state: OcsState, units: tuple[int, ...]) -> bool:
    """Whether one of some units is Attack-Capable, so that all may enter with it [R-OCS-52]."""
    able = attack_capable(state)
    return any(able >> unit & 1 for unit in units)


def common_path(state: OcsState, units: tuple[int, ...], goal: Hex) -> list[Hex]:
    """A way that all units of a stack can go to a hex, each paying its own prices [6.1e]; else nothing.

    Tried are the cheapest ways of each of them.
    """
    capable, group, tried = leads(state, units), mask_of(units), set()
    if len(units) == 1:
        (unit,) = units
        return cheapest_path(state, unit, goal, capable) if ends(state, unit) >> goal & 1 else []
    for unit in units:
        path = cheapest_path(state, unit, goal, capable)
        if not path:
            return []
        if tuple(path) not in tried and all(follows(state, other, path, capable, group) for other in units):
            return path
        tried.add(tuple(path))
    return []


def common_goals(state: OcsState, units: tuple[int, ...]) -> HexSet:
    """Where units of one hex may end a move together."""
    capable, group = leads(state, units), mask_of(units)
    found = state.scenario.land
    for unit in units:
        found &= goals(state, unit, capable, group)
    if len(units) == 1:
        return found
    return sum(1 << goal for goal in bits(found) if common_path(state, units, goal))
