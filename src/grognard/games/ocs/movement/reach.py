"""Chapters 6.1 and 6.2: how far units can move, by MP, terrain, ZOCs and enemy units [4.5, 4.8c].

Fuel is not considered here but in `moves`.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.facts import keep
from grognard.core.hexes.cost_waves import Ways, flood_all, flood_costs, flood_path, price_of, shifted
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of, union
from grognard.games.ocs.air import trainbusting
from grognard.games.ocs.model.charts import SCALE, TRUCK
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.trace import strat_hexes_of
from grognard.games.ocs.terrain.engineers import bridged_hexes
from grognard.games.ocs.terrain.step_costs import enterable_steps, ground, step_costs
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable, enemy_asset_hexes, zoc, zoc_negated
from grognard.games.ocs.units.active_stack import has_left, has_not_moved
from grognard.games.ocs.units.modes import allowance, reserve_hexes, spare_markers


class MoveLimits(NamedTuple):
    """Everything that limits the movement of a unit."""

    side: int
    start: Hex
    mobility: int
    budget: int
    """MP it can spend, in quarters."""
    bridged: HexSet
    closed: HexSet
    """Hexes it cannot enter."""
    halt: HexSet
    """Hexes where it must stop, at least for this order."""
    least: bool
    """Whether it can make a minimum move of one hex [6.1c]."""


def move_limits(state: OcsState, unit: int, capable: bool) -> MoveLimits:
    """Return how a unit can move from its hex; `capable`: with an Attack-Capable unit [R-OCS-52]."""
    key = ("march", unit, capable)
    found: MoveLimits | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _move_limits(state, unit, capable)
    return found


def _move_limits(state: OcsState, unit: int, capable: bool) -> MoveLimits:
    scenario = state.scenario
    side, start = scenario.side_of[unit], state.at[unit]
    mobility = scenario.mobility[unit][state.turned >> unit & 1]
    capable = capable or bool(attack_capable(state) >> unit & 1)
    closed, halt = _obstacles(state, side, mobility, capable, bool(state.strat >> unit & 1))
    whole = allowance(state, unit)
    budget = max(whole - state.spent[unit], 0)
    if stopped_by_zoc(state, unit, mobility):
        budget = 0
    least = whole > 0 and has_not_moved(state, unit)
    return MoveLimits(side, start, mobility, budget, _bridged(state, side, unit), closed, halt, least)


def stopped_by_zoc(state: OcsState, unit: int, mobility: int) -> bool:
    """Return whether an enemy ZOC stopped a Truck unit that entered it in this phase [4.5a-A].

    A unit that comes back to the hex where it began enters the ZOC there like any other.
    """
    at = state.at[unit]
    if mobility != TRUCK or not has_left(state, unit):
        return False
    side = state.scenario.side_of[unit]
    return bool((zoc(state, 1 - side) & ~zoc_negated(state, side)) >> at & 1)


def _obstacles(
    state: OcsState, side: int, mobility: int, capable: bool, strat: bool
) -> tuple[HexSet, HexSet]:
    """Return the hexes a unit cannot enter, and those where it must stop.

    Enemy combat units close a hex, other enemy counters to all but Attack-Capable units [4.8c, 4.4c];
    captures are settled before the next step [9.14]. ZOCs stop Truck movement unless negated [4.5a-A] and
    are closed to units in Strat Mode [4.5a-J].
    """
    key = ("hindrances", side, mobility == TRUCK, capable, strat)
    found: tuple[HexSet, HexSet] | None = state.cache.get(key)
    if found is None:
        closed, halt = state.held[1 - side], 0
        soft = enemy_asset_hexes(state, side)
        if capable:
            halt |= soft
        else:
            closed |= soft
        if strat:
            closed |= zoc(state, 1 - side)
        elif mobility == TRUCK:
            halt |= zoc(state, 1 - side) & ~zoc_negated(state, side)
        found = state.cache[key] = closed, halt
    return found


def _bridged(state: OcsState, side: int, unit: int) -> HexSet:
    """Return the hexes bridged for a unit, its own even after a mode change [13.8b, R-OCS-109]."""
    rivers = _river_banks(state.scenario)
    found = bridged_hexes(state, side)
    if state.bridging >> unit & 1 and not has_left(state, unit):
        found |= 1 << state.at[unit]
    return found & rivers


@lru_cache(maxsize=32)
def _river_banks(scenario: OcsScenario) -> HexSet:
    """Return the hexes with a hexside that engineers can bridge."""
    here, found = ground(scenario), 0
    for id_, chart in scenario.charts.hexside.items():
        if chart.bridged_as:
            for way, hexes in enumerate(here.sides[id_]):
                found |= hexes | shifted(here.grid, hexes, (way + 3) % 6)
    return found


# -- reach -----------------------------------------------------------------------------------------


def step_costs_of(state: OcsState, way: MoveLimits) -> Ways:
    """Return the step costs of a moving unit."""
    return step_costs(
        state.scenario,
        way.mobility,
        ground_of(state, state.side),
        bridged=way.bridged,
        taxed=trainbusting.zone(state, state.side, way.mobility),
    )


def in_reach(state: OcsState, unit: int, capable: bool) -> HexSet:
    """Return all hexes that a unit can reach, its own included; faster than `reach`."""
    key = ("in reach", unit, capable)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        way = move_limits(state, unit, capable)
        steps = step_costs_of(state, way)
        grid = state.scenario.grid
        found = flood_all(grid, way.start, way.budget, steps, closed=way.closed, halt=way.halt)
        state.cache[key] = found
    return found


def reach(state: OcsState, unit: int, capable: bool = False) -> dict[Hex, float]:
    """Return the cost in MP of each hex that a unit reaches, its own included."""
    way = move_limits(state, unit, capable)
    return flood_costs(
        state.scenario.grid,
        way.start,
        way.budget,
        step_costs_of(state, way),
        SCALE,
        closed=way.closed,
        halt=way.halt,
    )


def minimum_move_hexes(state: OcsState, way: MoveLimits) -> HexSet:
    """Return the adjacent hexes that a minimum move can enter at any cost [6.1c]."""
    if not way.least:
        return 0
    possible = enterable_steps(state.scenario, way.mobility, ground_of(state, state.side), True, way.bridged)
    found = 0
    for direction, to in enumerate(state.scenario.grid.neighbours[way.start]):
        if to != OFF and possible[direction] >> to & 1:
            found |= 1 << to
    return found & ~way.closed


def leavable_hexes(state: OcsState, side: int, mobility: int) -> HexSet:
    """Return the hexes that a unit that is not Attack-Capable can leave by a minimum move [6.1c]."""
    key = ("leavable", side, mobility)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        closed, _ = _obstacles(state, side, mobility, False, False)
        grid, bridged = state.scenario.grid, bridged_hexes(state, side) & _river_banks(state.scenario)
        ground_now = ground_of(state, state.side)
        steps = enterable_steps(state.scenario, mobility, ground_now, True, bridged)
        found = state.cache[key] = keep(
            state,
            key,
            (closed, ground_now, bridged),
            lambda: union(shifted(grid, into & ~closed, (way + 3) % 6) for way, into in enumerate(steps)),
        )
    return found


def goals(state: OcsState, unit: int, capable: bool = False, group: CounterSet = 0) -> HexSet:
    """Return where a unit can end a move, by itself or in a group."""
    way = move_limits(state, unit, capable)
    found = in_reach(state, unit, capable) & ~(1 << way.start)
    return (found | minimum_move_hexes(state, way)) & legal_end_hexes(state, unit, group)


def legal_end_hexes(state: OcsState, unit: int, group: CounterSet = 0) -> HexSet:
    """Return the hexes in which a unit's mode lets it end a move [5.8b, R-OCS-48, 5.4a, R-OCS-44]."""
    scenario, bit = state.scenario, 1 << unit
    side = scenario.side_of[unit]
    if state.strat & bit:
        return strat_hexes_of(state, unit)
    if state.reserve & bit and spare_markers(state, side, bit | group) <= 0:
        return reserve_hexes(state, side, bit | group)
    return scenario.ground


# -- paths -----------------------------------------------------------------------------------------


def path_costs(state: OcsState, way: MoveLimits, path: list[Hex]) -> list[int] | None:
    """Return the cost of each step of a path; None if a step is impossible at any cost."""
    grid, priced, found = state.scenario.grid, step_costs_of(state, way), []
    for from_, to in pairwise(path):
        price = price_of(priced, grid.neighbours[from_].index(to), to)
        if price is None:
            return None
        found.append(price)
    return found


def cheapest_path(state: OcsState, unit: int, goal: Hex, capable: bool) -> list[Hex]:
    """Return a cheapest path, the start included; empty if the unit cannot reach the hex."""
    way = move_limits(state, unit, capable)
    steps = step_costs_of(state, way)
    path = flood_path(
        state.scenario.grid, way.start, way.budget, steps, goal, closed=way.closed, halt=way.halt
    )
    if not path and minimum_move_hexes(state, way) >> goal & 1:
        return [way.start, goal]
    return path


def can_follow(state: OcsState, unit: int, path: list[Hex], capable: bool, group: CounterSet) -> bool:
    """Return whether a unit can follow a path to its end."""
    way = move_limits(state, unit, capable)
    if any(way.closed >> hex_ & 1 for hex_ in path[1:]) or any(way.halt >> hex_ & 1 for hex_ in path[1:-1]):
        return False
    if not legal_end_hexes(state, unit, group) >> path[-1] & 1:
        return False
    if len(path) == 2 and minimum_move_hexes(state, way) >> path[1] & 1:
        return True
    prices = path_costs(state, way, path)
    return prices is not None and sum(prices) <= way.budget


def is_minimum_move(state: OcsState, way: MoveLimits, path: list[Hex]) -> bool:
    """Return whether a legal path is a minimum move: one hex beyond the unit's MP [6.1c, R-OCS-54]."""
    prices = path_costs(state, way, path)
    return prices is None or sum(prices) > way.budget


# -- stacks ----------------------------------------------------------------------------------------


def any_attack_capable(state: OcsState, units: tuple[int, ...]) -> bool:
    """Return whether a unit is Attack-Capable, so that all can enter a hex with it [R-OCS-52]."""
    able = attack_capable(state)
    return any(able >> unit & 1 for unit in units)


def common_path(state: OcsState, units: tuple[int, ...], goal: Hex) -> list[Hex]:
    """Return a path to a hex that all units of a stack can follow at their own costs [6.1e]; else nothing.

    The cheapest path of each unit is tried first, then any path that none of them finds too expensive.
    """
    capable, group, tried = any_attack_capable(state, units), mask_of(units), set()
    if len(units) == 1:
        (unit,) = units
        return cheapest_path(state, unit, goal, capable) if legal_end_hexes(state, unit) >> goal & 1 else []
    for unit in units:
        path = cheapest_path(state, unit, goal, capable)
        if not path:
            return []
        if tuple(path) not in tried and all(
            can_follow(state, other, path, capable, group) for other in units
        ):
            return path
        tried.add(tuple(path))
    path = list(_shared_paths(state, units, capable).get(goal, ()))
    return path if path and all(can_follow(state, unit, path, capable, group) for unit in units) else []


def _shared_paths(state: OcsState, units: tuple[int, ...], capable: bool) -> dict[Hex, tuple[Hex, ...]]:
    """Return for each hex a path that all units can pay for, each at its own costs [6.1e].

    Units that move alike count as one, with the fewest MP. A path is given up only if another one to the
    same hex is no dearer for any of them.
    """
    key = ("shared paths", units, capable)
    found: dict[Hex, tuple[Hex, ...]] | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _search_shared(
            state, [move_limits(state, unit, capable) for unit in units]
        )
    return found


def _search_shared(state: OcsState, marches: list[MoveLimits]) -> dict[Hex, tuple[Hex, ...]]:
    neighbours = state.scenario.grid.neighbours
    closed = halt = 0
    budgets: dict[tuple[int, HexSet], int] = {}
    priced: dict[tuple[int, HexSet], Ways] = {}
    for way in marches:
        closed |= way.closed
        halt |= way.halt
        alike = way.mobility, way.bridged
        budgets[alike] = min(way.budget, budgets.get(alike, way.budget))
        priced[alike] = step_costs_of(state, way)
    start = marches[0].start
    known: dict[Hex, list[tuple[int, ...]]] = {}
    found: dict[Hex, tuple[Hex, ...]] = {}
    queue: list[tuple[tuple[int, ...], tuple[Hex, ...]]] = [((0,) * len(budgets), (start,))]
    while queue:
        spent, path = heappop(queue)
        here = path[-1]
        labels = known.setdefault(here, [])
        if any(all(a <= b for a, b in zip(label, spent, strict=True)) for label in labels):
            continue
        labels.append(spent)
        found.setdefault(here, path)
        if halt >> here & 1 and here != start:
            continue
        for direction, to in enumerate(neighbours[here]):
            if to == OFF or closed >> to & 1:
                continue
            prices = [price_of(ways, direction, to) for ways in priced.values()]
            costs = tuple(a + b for a, b in zip(spent, prices, strict=True) if b is not None)
            if len(costs) == len(prices) and all(
                a <= b for a, b in zip(costs, budgets.values(), strict=True)
            ):
                heappush(queue, (costs, (*path, to)))
    return found


def common_goals(state: OcsState, units: tuple[int, ...]) -> HexSet:
    """Return where units of one hex can end a move together."""
    capable, group = any_attack_capable(state, units), mask_of(units)
    found = state.scenario.ground
    for unit in units:
        found &= goals(state, unit, capable, group)
    if len(units) == 1:
        return found
    return sum(1 << goal for goal in bits(found) if common_path(state, units, goal))
