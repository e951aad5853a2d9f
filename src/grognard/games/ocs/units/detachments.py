"""Chapter 20: Breakdowns, the regiments that divisions detach and absorb."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits
from grognard.games.ocs.model.combat_events import RegimentAbsorbed, RegimentDetached
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, NO_COUNTER, OcsState, put, remove, steps_left
from grognard.games.ocs.units.active_stack import check_can_move, eligible, has_not_moved

STATUS = ("turned", "reserve", "strat", "dg", "exploit", "low", "exhausted", "out")
"""Modes and markers that a division and its Breakdown must share [20.0c]."""
SHARED = (*STATUS, "released", "primed", "filled", "switched", "traced")
"""What a Breakdown takes over from its division as it is made [R-OCS-126]."""


@lru_cache(maxsize=32)
def divisible(scenario: OcsScenario) -> CounterSet:
    """Return the multi-step units with a pool that make Breakdowns: no Armor, no Mech [20.0, 20.0g]."""
    return scenario.multistep & scenario.those(lambda c: c.category == "other" and bool(c.pool))


# -- detaching -------------------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Return the divisions that may be able to detach a regiment as they begin to move."""
    return eligible(state, side) & divisible(state.scenario) & state.present


def available_breakdown(state: OcsState, unit: int) -> int:
    """Return the Breakdown that a division would make, or -1 [20.0b, 20.0g].

    It is the one of its pool with the highest Action Rating not above its own.
    """
    scenario = state.scenario
    pool, side, ar = scenario.counters[unit].pool, scenario.side_of[unit], scenario.ar[unit]
    fit = [
        c
        for c in bits(scenario.breakdowns & scenario.of_side[side])
        if state.at[c] == AWAY and scenario.counters[c].pool == pool and scenario.ar[c] <= ar
    ]
    return max(fit, key=lambda c: (scenario.ar[c], -c), default=-1)


def check_breakdown(state: OcsState, unit: int) -> Illegal | None:
    """Return why a unit can never make a Breakdown now, or None if it can [20.0, 20.0b]."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if not scenario.multistep >> unit & 1:
        return Illegal("20.0.1", "{unit} has one step; only multi-step units make Breakdowns", unit=id_)
    if scenario.counters[unit].category != "other":
        return Illegal("20.0.4", "{unit} is Armor or Mech and cannot make Breakdowns", unit=id_)
    if not scenario.counters[unit].pool:
        return Illegal("20.0g.1", "{unit} has no Breakdowns", unit=id_)
    if steps_left(state, unit) < 2:
        return Illegal("20.0.3", "{unit} cannot detach its last step", unit=id_)
    if available_breakdown(state, unit) == NO_COUNTER:
        return Illegal("20.0b.1", "no Breakdown with an Action Rating up to that of {unit} is left", unit=id_)
    return None


def check_detach(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a division cannot make a Breakdown as it begins to move, or None [20.0a]."""
    if len(order.units) != 1:
        return Illegal("20.0a", "name the division that detaches a regiment: detach U")
    unit = state.scenario.index[order.units[0]]
    refusal = check_can_move(state, side, unit)
    if refusal:
        return refusal
    if not has_not_moved(state, unit):
        reason = "{unit} has already moved: make Breakdowns as a unit begins to move"
        return Illegal("20.0a", reason, unit=order.units[0])
    return check_breakdown(state, unit)


def detach_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order of a division to detach a regiment."""
    if not able(state, side) >> unit & 1 or not has_not_moved(state, unit) or check_breakdown(state, unit):
        return []
    return [Order("detach", units=state.scenario.names[unit])]


def apply_detach(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Detach a regiment, which can then move by itself [20.0e]."""
    return detach(state, state.scenario.index[order.units[0]])


def detach(state: OcsState, unit: int) -> list[Event]:
    """Turn a step of a division into a Breakdown with its mode and markers [20.0, R-OCS-126]."""
    new = available_breakdown(state, unit)
    state.lost[unit] += 1
    for name in SHARED:
        flags = getattr(state, name)
        setattr(state, name, flags | 1 << new if flags >> unit & 1 else flags & ~(1 << new))
    put(state, new, state.at[unit])
    state.began[new], state.spent[new] = state.began[unit], 0
    side, units, where = _named(state, unit, new)
    return [RegimentDetached(side=side, units=units, hexes=where, rule="20.0.2")]


# -- absorbing -------------------------------------------------------------------------------------


SEGMENTS_WITHIN_PHASES = ("reaction", "barrage", "exploitation", "exploitation-barrage")
"""Segments whose end is not that of their phase [2.2]."""


def absorb(state: OcsState) -> list[Event]:
    """Absorb Breakdowns into reduced divisions stacked with them at the end of a phase [20.0d].

    Of several divisions the one with the nearest rating absorbs it, then the most reduced [R-OCS-125].
    """
    scenario, events = state.scenario, list[Event]()
    if state.phase in SEGMENTS_WITHIN_PHASES:
        return []
    for regiment in bits(scenario.breakdowns & state.present):
        there = state.here[state.at[regiment]] & divisible(scenario)
        parents = [unit for unit in bits(there) if must_absorb(state, unit, regiment)]
        if parents:
            unit = max(parents, key=lambda c: (scenario.ar[c], state.lost[c], -c))
            side, units, where = _named(state, unit, regiment)
            events.append(RegimentAbsorbed(side=side, units=units, hexes=where, rule="20.0d.1"))
            state.lost[unit] -= 1
            remove(state, regiment)
    return events


def must_absorb(state: OcsState, unit: int, regiment: int) -> bool:
    """Return whether a division must absorb a Breakdown in its hex [20.0b, 20.0c, 20.0d, 20.0g]."""
    scenario = state.scenario
    a, b = scenario.counters[unit], scenario.counters[regiment]
    if a.side != b.side or a.pool != b.pool or not state.lost[unit] or b.ar < a.ar:
        return False
    flags = (getattr(state, name) for name in STATUS)
    return all(marked >> unit & 1 == marked >> regiment & 1 for marked in flags)


def _named(state: OcsState, division: int, regiment: int) -> tuple[str, tuple[str, str], tuple[str]]:
    """Return the side of a division, the ids of a regiment and it, and their hex."""
    scenario = state.scenario
    ids = scenario.counter_ids
    where = (scenario.label(state.at[division]),)
    return scenario.sides[scenario.side_of[division]], (ids[regiment], ids[division]), where
