"""Case 13.9: consolidating reduced and dead units in the Reinforcement Phase."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.arrivals import air_arrivals
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import (
    DEAD,
    MARKERS,
    OcsState,
    counters_in,
    put,
    remove,
    steps_left,
)
from grognard.games.ocs.model.supply_events import Consolidated


@lru_cache(maxsize=32)
def _alike(scenario: OcsScenario) -> dict[int, CounterSet]:
    """Return for each unit the others of its side that are identical on both faces [R-OCS-113]."""
    found: dict[tuple[object, ...], CounterSet] = {}
    units = bits(scenario.combat_units | scenario.transports)
    values = {unit: _values(scenario, unit) for unit in units}
    for unit, value in values.items():
        found[value] = found.get(value, 0) | 1 << unit
    return {unit: found[value] & ~(1 << unit) for unit, value in values.items()}


@lru_cache(maxsize=32)
def _replaceable(scenario: OcsScenario) -> dict[int, CounterSet]:
    """Return for each unit those of other formations that it can replace if they are dead [13.9-2, 13.9-3].

    A division without a formation is not an independent unit [3.2f]; no unit becomes independent.
    """
    formation = scenario.formation_of
    return {
        unit: sum(1 << c for c in bits(alike) if formation[c] not in (-1, formation[unit]))
        for unit, alike in _alike(scenario).items()
        if formation[unit] >= 0 or not scenario.multistep >> unit & 1
    }


@lru_cache(maxsize=32)
def _replacements(scenario: OcsScenario) -> dict[int, CounterSet]:
    """Return for each unit of a formation those that can replace it."""
    found: dict[int, CounterSet] = {}
    for unit, places in _replaceable(scenario).items():
        for place in bits(places):
            found[place] = found.get(place, 0) | 1 << unit
    return found


@lru_cache(maxsize=32)
def _ever_replaced(scenario: OcsScenario) -> CounterSet:
    """Return the units that some other unit can replace if they are dead."""
    return mask_of(_replacements(scenario))


def _values(scenario: OcsScenario, unit: int) -> tuple[object, ...]:
    """Return the values that must be equal; Organic Trucks count as trucks [13.9-3]."""
    counter = scenario.counters[unit]
    kind = "truck" if scenario.trucks >> unit & 1 else counter.kind
    return (
        counter.side, kind, counter.category, counter.ar, counter.re, counter.steps, counter.range,
        counter.combat, counter.move, "tank-symbol" in counter.tags,
    )  # fmt: skip


def eligible(state: OcsState, side: int) -> CounterSet:
    """Return units that can take part: full internal stocks and not DG [13.9]."""
    scenario = state.scenario
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports)
    return own & ~(state.low | state.exhausted | state.dg)


def partners(state: OcsState, side: int, unit: int) -> CounterSet:
    """Return the units with which a unit on the map can be consolidated: merged, or a dead one to replace."""
    scenario = state.scenario
    if state.at[unit] < 0 or not eligible(state, side) >> unit & 1:
        return 0
    found = counters_in(state, DEAD, _replaceable_now(state, unit))
    if scenario.multistep >> unit & 1 and state.lost[unit]:
        found |= _alike(scenario)[unit] & eligible(state, side) & state.here[state.at[unit]]
    return found


def _replaceable_now(state: OcsState, unit: int) -> CounterSet:
    """Return the units that a unit can replace; a unit is exchanged only once per phase [R-OCS-150]."""
    if state.swapped >> unit & 1:
        return 0
    return _replaceable(state.scenario).get(unit, 0) & ~state.swapped


def able(state: OcsState, side: int) -> CounterSet:
    """Return units on the map that can be consolidated with another one."""
    key = ("consolidate", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        some = eligible(state, side) & state.present
        replaced = _ever_replaced(scenario) & scenario.of_side[side] & ~state.swapped
        reduced = [unit for unit in bits(some & scenario.multistep) if state.lost[unit]]
        found = mask_of(unit for unit in reduced if partners(state, side, unit))
        for dead in bits(counters_in(state, DEAD, replaced)):
            found |= _replacements(scenario)[dead] & some & ~state.swapped
        found |= air_arrivals.able_to_merge(state, side)
        state.cache[key] = found
    return found


def consolidate_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List every way to consolidate a unit, or to merge a plane."""
    if state.scenario.planes >> unit & 1:
        return air_arrivals.merge_orders(state, side, unit)
    ids = state.scenario.counter_ids
    return [
        Order("consolidate", units=(ids[unit], ids[other])) for other in bits(partners(state, side, unit))
    ]


def check_consolidate(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why two units or planes cannot be consolidated, or None."""
    if air_arrivals.are_planes(state, order):
        return air_arrivals.check_merge(state, side, order)
    scenario = state.scenario
    if len(order.units) != 2:
        return Illegal("13.9.1", "name the unit on the map and the other one: consolidate UNIT,UNIT")
    first, second = order.units
    unit, other = scenario.index[first], scenario.index[second]
    if scenario.side_of[unit] != side or state.at[unit] < 0:
        return Illegal("13.9.1", "{unit} is not one of your units on the map", unit=first)
    if not _alike(scenario).get(unit, 0) >> other & 1:
        return Illegal("13.9.2", "{units} are not identical", units=order.units)
    taking_part = eligible(state, side)
    if not taking_part >> unit & 1 or not taking_part >> other & 1:
        return Illegal("13.9.3", "units that are DG, Low or Exhausted cannot be consolidated")
    if partners(state, side, unit) >> other & 1:
        return None
    if state.at[other] >= 0:
        if not scenario.multistep >> unit & 1:
            return Illegal("13.9-1.1", "only multi-step units can be merged")
        return Illegal(
            "13.9-1.1", "{units} must be in the same hex, and the first must be reduced", units=order.units
        )
    if scenario.formation_of[other] < 0:
        return Illegal("13.9-3.2", "{unit} does not belong to a formation", unit=second)
    if state.swapped & (1 << unit | 1 << other):
        return Illegal("13.9-2", "a unit can be exchanged only once per phase")
    return Illegal("13.9-2", "{unit} is not a dead unit of another formation", unit=second)


def apply_consolidate(state: OcsState, side: int, order: Order) -> list[Event]:
    """Merge two units or planes, or replace a unit with the dead one of a formation."""
    if air_arrivals.are_planes(state, order):
        return air_arrivals.apply_merge(state, side, order)
    scenario = state.scenario
    unit, other = (scenario.index[id_] for id_ in order.units)
    name, where = scenario.sides[side], (scenario.label(state.at[unit]),)
    merged = state.at[other] >= 0
    if merged:
        left = min(steps_left(state, unit) + steps_left(state, other), scenario.steps[unit])
        state.lost[unit] = scenario.steps[unit] - left
        remove(state, other)
        rule = "13.9-1.1"
    else:
        _swap(state, unit, other)
        rule = "13.9-2" if scenario.formation_of[unit] >= 0 else "13.9-3.1"
    return [Consolidated(merged=merged, side=name, units=order.units, hexes=where, rule=rule)]


def _swap(state: OcsState, unit: int, other: int) -> None:
    """Replace a unit by another counter with its mode, markers, losses and load [13.9-2]."""
    at, lost, load = state.at[unit], state.lost[unit], state.tokens[unit]
    for field in (*MARKERS, "traced", "arrived"):
        members = getattr(state, field)
        setattr(state, field, members & ~(1 << other) | (members >> unit & 1) << other)
    state.tokens[unit], state.tokens[other] = 0, load
    remove(state, unit)
    put(state, other, at)
    state.lost[other] = lost
    state.swapped |= 1 << unit | 1 << other
    changed(state)
