"""Chapters 7, 11.1, 11.18 and 11.21: national limits, neutrals, stacking and movement allowances."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.model.scenario import ALLIED, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.support.supply import home, in_supply

# -- ground -------------------------------------------------------------------------------------


def limit(state: Sww3State, unit: int) -> HexSet:
    """Return the hexes within a unit's national limits [Pincher 11.21, Sandown 11.20].

    A unit of a neutral country stays inside it [11.21-swiss-neutral, R-PIN-06].
    """
    own = home(state, unit)
    if state.neutral and own & state.neutral:
        return own
    return nation_limit(state.scenario, state.scenario.nation[unit])


@lru_cache(maxsize=256)
def nation_limit(scenario: Sww3Scenario, nation: str) -> HexSet:
    """Return the hexes in which a nation at war may move and fight."""
    mask = 0
    for theatre in scenario.theatres:
        table = [row for row in theatre.charts["geographic"] if nation in row["nations"]]
        if not table:
            mask |= theatre.hexes
        for row in table:
            allowed = theatre.regions(row["countries"])
            for _ in range(row["adjacent"]):
                allowed |= scenario.grid.spread(allowed) & theatre.hexes
            mask |= allowed
    return mask


def beyond_limit(state: Sww3State, unit: int) -> HexSet:
    """Return the hexes beyond a unit's national limits [Pincher 11.21, Sandown 11.20]."""
    own = home(state, unit)
    if state.neutral and own & state.neutral:
        return state.scenario.grid.all & ~own
    return _beyond_nation_limit(state.scenario, state.scenario.nation[unit])


@lru_cache(maxsize=256)
def _beyond_nation_limit(scenario: Sww3Scenario, nation: str) -> HexSet:
    return scenario.grid.all & ~nation_limit(scenario, nation)


def within_limits(state: Sww3State, unit: int, hex_: Hex) -> bool:
    """Whether a hex is within a unit's national limits [Pincher 11.21, Sandown 11.20]."""
    return bool(limit(state, unit) >> hex_ & 1)


def limit_rule(state: Sww3State, unit: int) -> str:
    """Return the case on a unit's national limits [Pincher 11.21, Sandown 11.20]."""
    scenario = state.scenario
    for theatre in scenario.theatres:
        for row in theatre.charts["geographic"]:
            if scenario.nation[unit] in row["nations"]:
                return str(row["rule"])
    return "11.21-table"


def open_sides(state: Sww3State, hex_: Hex) -> HexSet:
    """Return the adjacent hexes not separated by an all-sea or all-lake hexside [11.13]."""
    return _open_sides(state.scenario, hex_)


@lru_cache(maxsize=1 << 13)
def _open_sides(scenario: Sww3Scenario, hex_: Hex) -> HexSet:
    near = enumerate(scenario.grid.neighbours[hex_])
    return sum(1 << to for way, to in near if to >= 0 and not scenario.barred[way] >> hex_ & 1)


def can_stack(state: Sww3State, hex_: Hex, steps: int) -> bool:
    """Whether more steps would be within the stacking limit of a hex [7.3]."""
    return state.load.get(hex_, 0) + steps <= state.scenario.stack_steps


def full_hexes(state: Sww3State, steps: int) -> HexSet:
    """Return the hexes in which more steps would exceed the stacking limit [7.3]."""
    if steps <= len(state.full_hexes):
        return state.full_hexes[steps - 1]
    limit_ = state.scenario.stack_steps
    return sum(1 << hex_ for hex_, load in state.load.items() if load + steps > limit_)


# -- points -------------------------------------------------------------------------------------


def allowance(state: Sww3State, unit: int, column: bool = False) -> int:
    """Return a unit's movement allowance in this phase, in 1/scale MP [11.1].

    Out of supply it is halved and rounded up [9.7], in column doubled [11.16]; then 1 MP is lost
    in a stack of different nations [11.18, R-SWW-05].
    """
    scenario = state.scenario
    if scenario.static >> unit & 1:
        return 0  # [Pincher 11.20, Sandown 2.10]
    points = scenario.movement[unit][state.steps[unit]]
    if column:
        points *= 2
    elif not in_supply(state, unit):
        points = (points + 1) // 2
    if state.mixed >> unit & 1:
        points -= 1
    return max(points, 0) * scale(state, unit)


def scale(state: Sww3State, unit: int) -> int:
    """Return the MP scale of the map where a unit is or would enter."""
    scenario, hex_ = state.scenario, state.at[unit]
    return scenario.theatres[scenario.theatre_at(hex_) if hex_ >= 0 else state.now.theatre].scale


def mixed_stacks(state: Sww3State) -> CounterSet:
    """Return the Allied units stacked with units of another nation [11.18, R-SWW-30]."""
    nation, found = state.scenario.nation, 0
    for hex_ in bits(state.held[ALLIED]):
        stack = state.here[hex_]
        if len({nation[c] for c in bits(stack)}) > 1:
            found |= stack
    return found


def able_to_move(state: Sww3State, side: int) -> CounterSet:
    """Return a side's units on the current map that may still move in this phase.

    Not those that have moved [11.2], came by sea or air this turn [11.19, 10.2], are disrupted [13.6] or
    static [11.20].
    """
    scenario = state.scenario
    tired = state.moved | state.sailed | state.dropped | state.disrupted | scenario.static
    return state.gathered.get(state.now.theatre, 0) & scenario.units_of[side] & ~tired
