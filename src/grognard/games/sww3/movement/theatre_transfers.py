"""Chapter 14: units that serve on either map of the Grand Campaign.

With one map every unit serves on it and these rules forbid nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.sww3.model.scenario import Sww3Scenario
from grognard.games.sww3.model.state import ARRIVING, Sww3State

DOTS = ("dot-hungary", "dot-austria")
"""Tags of divisions that must start in those countries [14.5-onlysu]."""


def is_grand(scenario: Sww3Scenario) -> bool:
    """Whether both maps are played [14.1]."""
    return len(scenario.theatres) > 1


def serves(scenario: Sww3Scenario, unit: int, theatre: int) -> bool:
    """Whether a unit may be on a map: of those from Europe only SU units may go elsewhere [14.5-onlysu]."""
    home = scenario.origin[unit]
    if home in ("", scenario.theatres[theatre].name):
        return True
    return bool(scenario.soviet_units >> unit & 1) and not set(DOTS) & set(scenario.counters[unit].tags)


def uses_second_formation(scenario: Sww3Scenario) -> bool:
    """Whether second formation divisions can be called: in Pincher only by choice [10.9, 14.10, R-PIN-29]."""
    return "second-formation" not in scenario.options or scenario.on("second-formation")


def soviets_in(state: Sww3State, theatre: int) -> int:
    """Return the number of Soviet units on a map [10.9-limit, 14.5-assign]."""
    return (state.gathered.get(theatre, 0) & state.scenario.soviet_units).bit_count()


def room_for_soviets(state: Sww3State, theatre: int) -> int:
    """Return how many more Soviet units may enter a map [14.5-assign, R-GC-07]."""
    limit = state.scenario.theatres[theatre].charts["limits"].get("soviet_divisions")
    if limit is None:
        return state.scenario.unit_count
    return max(0, int(limit) - soviets_in(state, theatre) - _on_their_way(state, theatre))


def _on_their_way(state: Sww3State, theatre: int) -> int:
    """Return the number of second formation divisions called for a map but not yet placed [14.10-split]."""
    return sum(state.at[c] == ARRIVING for c in bits(state.scenario.second)) if theatre else 0


def may_come(state: Sww3State, unit: int, theatre: int) -> Illegal | None:
    """Check whether a Soviet unit of the common reserve may enter a map [14.5-pool, R-GC-07]."""
    scenario = state.scenario
    if not is_grand(scenario):
        return None
    id_ = scenario.counter_ids[unit]
    if not serves(scenario, unit, theatre):
        return Illegal("14.5-onlysu", "{unit} cannot serve in the Mid-East", unit=id_)
    if theatre and scenario.second >> unit & 1:
        return Illegal("14.10-split", "{unit} was called for Europe", unit=id_)
    if not room_for_soviets(state, theatre):
        limit = scenario.theatres[theatre].charts["limits"]["soviet_divisions"]
        return Illegal("14.5-assign", "at most {limit} Soviet units can be on this map", limit=limit)
    return None


def those_who_may_come(state: Sww3State, units: CounterSet, theatre: int) -> CounterSet:
    """Return the units among some of the common reserve that may enter a map [14.5-pool, R-GC-07]."""
    if not units or not is_grand(state.scenario):
        return units
    units &= _units_allowed_on(state.scenario, theatre)
    return units if room_for_soviets(state, theatre) else 0


@lru_cache(maxsize=16)
def _units_allowed_on(scenario: Sww3Scenario, theatre: int) -> CounterSet:
    """Return the units that may be on a map, regardless of those already there [14.5-onlysu, 14.10-split]."""
    called_for_europe = scenario.second if theatre else 0
    serving = mask_of(c for c in range(scenario.unit_count) if serves(scenario, c, theatre))
    return serving & ~called_for_europe


def may_send_on(state: Sww3State, theatre: int, left: CounterSet) -> bool:
    """Whether units not set up in Europe may be left for the Mid-East: at most 33, all SU [14.5-assign]."""
    scenario = state.scenario
    following = theatre + 1
    if not left or following >= len(scenario.theatres):
        return False
    fit = all(serves(scenario, unit, following) for unit in bits(left))
    return fit and left.bit_count() <= room_for_soviets(state, following)


class OverseasRoll(NamedTuple):
    """The roll for units from overseas [10.5]."""

    dice: int
    modifier: int
    divisor: int


def overseas_roll(scenario: Sww3Scenario, theatre: int) -> OverseasRoll:
    """Return the roll for overseas arrivals: one unmodified roll for both maps [14.6-roll, 14.6-aside]."""
    chart = scenario.theatres[theatre].charts["arrivals"]
    roll = OverseasRoll(chart["overseas_dice"], chart["overseas_modifier"], chart["overseas_divisor"])
    if not is_grand(scenario):
        return roll
    return roll._replace(modifier=0, dice=0 if theatre else roll.dice)
