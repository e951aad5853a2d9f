"""Chapter 10.3: Soviet reserves off the map: which may enter, and which are declared [R-PIN-31].

Units that enter before any unit on the map has moved need no declaration. Others must be declared by then
and enter during the phase.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import mask_of
from grognard.games.sww3.events import ReservesCommitted
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import AIRBORNE, RESERVE, Sww3State, units_at
from grognard.games.sww3.movement.theatre_transfers import may_come, those_who_may_come


def off_map_reserves(state: Sww3State, side: int) -> CounterSet:
    """Return the reserves and airborne divisions that may enter the current map [10.3, 10.3-para]."""
    if side != SOVIET:
        return 0
    units = units_at(state, RESERVE, SOVIET) | units_at(state, AIRBORNE, SOVIET)
    return those_who_may_come(state, units, state.now.theatre)


def entry_missed(state: Sww3State, unit: int) -> bool:
    """Whether an off-map unit was not declared before others moved [R-PIN-31]."""
    return state.under_way and not state.committed >> unit & 1


def committable(state: Sww3State, side: int) -> CounterSet:
    """Return the units that may be declared now to enter later in the phase."""
    return 0 if state.under_way else off_map_reserves(state, side) & ~state.committed


def commit_orders(state: Sww3State, side: int, unit: int) -> list[Order]:
    """Return the order to declare one unit; several can be named together."""
    ready = committable(state, side) >> unit & 1
    return [Order("commit", units=state.scenario.names[unit])] if ready else []


def check_commit(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a declaration of reserves [10.3-enter, R-PIN-31]."""
    scenario = state.scenario
    if not order.units or order != Order("commit", units=order.units):
        return Illegal("notation", "name the units that will enter the map: commit U,V")
    if state.under_way:
        return Illegal("R-PIN-31", "reserves must be declared before any unit moves")
    for id_ in order.units:
        unit = scenario.index[id_]
        if state.committed >> unit & 1:
            return Illegal("R-PIN-31", "{unit} is already declared", unit=id_)
        if scenario.side_of[unit] != side or state.at[unit] not in (RESERVE, AIRBORNE):
            return Illegal("10.3-enter", "{unit} is not waiting off the map", unit=id_)
        refusal = may_come(state, unit, state.now.theatre)
        if refusal:
            return refusal
    return None


def apply_commit(state: Sww3State, order: Order) -> list[Event]:
    """Declare units, which may then enter until the phase ends."""
    scenario = state.scenario
    state.committed |= mask_of(scenario.index[id_] for id_ in order.units)
    changed(state)
    return [ReservesCommitted(side=scenario.sides[SOVIET], units=order.units, rule="R-PIN-31")]
