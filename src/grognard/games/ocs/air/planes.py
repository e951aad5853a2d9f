"""Chapter 14.1: the printed values of air units, by the side of the counter that is up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.model.counters import PlaneFace, PlaneType
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState


def values(state: OcsState, plane: int) -> PlaneFace:
    """Return the values of an air unit: its reduced side after a step loss [14.1b]."""
    data = state.scenario.counters[plane].plane
    assert data is not None, "only air units have such values"
    return data.reduced if state.lost[plane] else data.full


@lru_cache(maxsize=128)
def of_type(scenario: OcsScenario, type_: PlaneType) -> CounterSet:
    """Return the air units of a type; combos are of both their types [14.1]."""
    return scenario.those(lambda c: c.plane is not None and type_ in c.plane.types)


def fighters(scenario: OcsScenario) -> CounterSet:
    """Return the Fighters, which intercept and have Patrol Zones [14.1]."""
    return of_type(scenario, "F")


def uppermost(scenario: OcsScenario, planes: Iterable[int]) -> int:
    """Return the top plane of a stack: its first Fighter, else its first plane; -1 for none [4.8b-E]."""
    stack = tuple(planes)
    return next((c for c in stack if fighters(scenario) >> c & 1), stack[0] if stack else -1)


def strategic(scenario: OcsScenario) -> CounterSet:
    """Return the Strategic Bombers [14.1e]."""
    return of_type(scenario, "S")


@lru_cache(maxsize=64)
def torpedo_bombers(scenario: OcsScenario) -> CounterSet:
    """Return the Torpedo Bombers, which barrage ships only [18.3e]."""
    return scenario.those(lambda c: c.plane is not None and c.plane.torpedo)


def in_flight(state: OcsState) -> CounterSet:
    """Return the planes that are away from their bases on the current mission, or to intercept it [14.2f]."""
    mission = state.mission
    if mission is None:
        return 0
    away = mask_of(mission.planes)
    return away | 1 << mission.interceptor if mission.interceptor != NO_COUNTER else away


def open_rated(state: OcsState, planes: CounterSet) -> CounterSet:
    """Return the planes whose Air Combat Rating has no parentheses, so that they can attack [14.3a]."""
    return mask_of(c for c in bits(planes) if not values(state, c).paren)


def strength(state: OcsState, planes: CounterSet) -> int:
    """Return the Barrage Strength of planes together, by the sides now up [14.7, 14.4f]."""
    return sum(values(state, c).barrage for c in bits(planes))
