"""Crippled formations are put together in the Reinforcement Phase [13.9]."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import DEAD, MARKERS, OcsState, counters_in, put, remove, steps_left
from grognard.games.ocs.units.active_stack import present


@lru_cache(maxsize=32)
def _alike(scenario: OcsScenario) -> dict[int, CounterSet]:
    """For each unit the others of its side that are identical on both sides of the counter [R-OCS-113]."""
    found: dict[Any, CounterSet] = {}
    values = [_values(scenario, unit) for unit in range(scenario.unit_count)]
    for unit, value in enumerate(values):
        found[value] = found.get(value, 0) | 1 << unit
    return {unit: found[value] & ~(1 << unit) for unit, value in enumerate(values)}


@lru_cache(maxsize=32)
def _ranks(scenario: OcsScenario) -> dict[int, CounterSet]:
    """For each unit those of other formations that it could become, if they were dead [13.9-2, 13.9-3].

    A division without a formation is no independent unit [3.2f]; nobody becomes independent.
    """
    formation = scenario.formation_of
    return {
        unit: sum(1 << c for c in bits(alike) if formation[c] not in (-1, formation[unit]))
        for unit, alike in _alike(scenario).items()
        if formation[unit] >= 0 or not scenario.multistep >> unit & 1
    }


@lru_cache(maxsize=32)
def _suitors(scenario: OcsScenario) -> dict[int, CounterSet]:
    """For each unit of a formation those that could become it."""
    found: dict[int, CounterSet] = {}
    for unit, places in _ranks(scenario).items():
        for place in bits(places):
            found[place] = found.get(place, 0) | 1 << unit
    return found


@lru_cache(maxsize=32)
def _vacant(scenario: OcsScenario) -> CounterSet:
    """Units whose place somebody could take if they were dead."""
    return mask_of(_suitors(scenario))


def _values(scenario: OcsScenario, unit: int) -> Any:
    """All that must be equal; trucks of a formation are trucks like others [13.9-3]."""
    counter = scenario.counters[unit]
    kind = "truck" if scenario.trucks >> unit & 1 else counter.kind
    return (
        counter.side, kind, counter.category, counter.ar, counter.re, counter.steps, counter.range,
        counter.combat, counter.move, "tank-symbol" in counter.tags,
    )  # fmt: skip


def fit(state: OcsState, side: int) -> CounterSet:
    """Units that can take part: with full internal stocks and not disorganized [13.9]."""
    scenario = state.scenario
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports)
    return own & ~(state.low | state.exhausted | state.dg)


def partners(state: OcsState, side: int, unit: int) -> CounterSet:
    """With whom a unit on the map can be consolidated: one to merge with, or a dead one to become."""
    scenario = state.scenario
    if state.at[unit] < 0 or not fit(state, side) >> unit & 1:
        return 0
    found = counters_in(state, DEAD, _vacancies(state, unit))
    if scenario.multistep >> unit & 1 and state.lost[unit]:
        found |= _alike(scenario)[unit] & fit(state, side) & state.here[state.at[unit]]
    return found


def _vacancies(state: OcsState, unit: int) -> CounterSet:
    """Whose place a unit could take: nobody goes to and fro in one phase [R-OCS-150]."""
    if state.swapped >> unit & 1:
        return 0
    return _ranks(state.scenario).get(unit, 0) & ~state.swapped


def able(state: OcsState, side: int) -> CounterSet:
    """Units on the map that can be consolidated with another one."""
    key = ("consolidate", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        some = fit(state, side) & present(state)
        vacant = _vacant(scenario) & scenario.of_side[side] & ~state.swapped
        reduced = [unit for unit in bits(some & scenario.multistep) if state.lost[unit]]
        found = mask_of(unit for unit in reduced if partners(state, side, unit))
        for dead in bits(counters_in(state, DEAD, vacant)):
            found |= _suitors(scenario)[dead] & some & ~state.swapped
        state.cache[key] = found
    return found


def consolidate_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Every way a unit can be consolidated."""
    ids = state.scenario.counter_ids
    return [
        Order("consolidate", units=(ids[unit], ids[other])) for other in bits(partners(state, side, unit))
    ]


def check_consolidate(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why two units cannot be consolidated."""
    scenario = state.scenario
    if len(order.units) != 2:
        return Illegal("13.9.1", "name the unit on the map and the other one: consolidate UNIT,UNIT")
    unit, other = (scenario.index[id_] for id_ in order.units)
    names = f"{scenario.called[unit]} and {scenario.called[other]}"
    if scenario.side_of[unit] != side or state.at[unit] < 0:
        return Illegal("13.9.1", f"{scenario.called[unit]} is not on the map")
    if unit >= scenario.unit_count or not _alike(scenario)[unit] >> other & 1:
        return Illegal("13.9.2", f"{names} are not identical")
    able_ = fit(state, side)
    if not able_ >> unit & 1 or not able_ >> other & 1:
        return Illegal("13.9.3", "units that are disorganized or low on internal stocks cannot take part")
    if partners(state, side, unit) >> other & 1:
        return None
    if state.at[other] >= 0:
        if not scenario.multistep >> unit & 1:
            return Illegal("13.9-1.1", "only units of several steps are merged")
        return Illegal("13.9-1.1", f"{names} must share a hex, and the first must have lost steps")
    if scenario.formation_of[other] < 0:
        return Illegal("13.9-3.2", f"{scenario.called[other]} belongs to no formation")
    if state.swapped & (1 << unit | 1 << other):
        return Illegal("13.9-2", "nobody changes places twice in a phase")
    return Illegal("13.9-2", f"{scenario.called[other]} is not a dead unit of another formation")


def apply_consolidate(state: OcsState, side: int, order: Order) -> list[Event]:
    """Two become one, or a unit becomes the dead one of a formation."""
    scenario = state.scenario
    unit, other = (scenario.index[id_] for id_ in order.units)
    name, where = scenario.sides[side], (scenario.place_name(state.at[unit]),)
    if state.at[other] >= 0:
        left = min(steps_left(state, unit) + steps_left(state, other), scenario.steps[unit])
        state.lost[unit] = scenario.steps[unit] - left
        remove(state, other)
        says, rule = "{units} are consolidated in {hex}", "13.9-1.1"
    else:
        _swap(state, unit, other)
        rule = "13.9-2" if scenario.formation_of[unit] >= 0 else "13.9-3.1"
        says = "{units}: the second takes the place of the first in {hex}"
    names = (scenario.called[unit], scenario.called[other])
    return [Event("consolidated", says, side=name, units=names, hexes=where, rule=rule, only=(name,))]


def _swap(state: OcsState, unit: int, other: int) -> None:
    """The other counter takes a unit's place with its mode, markers, losses and load [13.9-2]."""
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
