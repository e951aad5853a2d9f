"""Case I.F: off-map holding boxes, at most one per side, linked to map hexes by the scenario [R-OCS-151].

There is no combat in a box. Units that enter or leave it do nothing else in the Movement Phase.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.arrivals.entry_hexes import enterable_by
from grognard.games.ocs.model.state import REAR, OcsState, counters_in, put
from grognard.games.ocs.model.supply_events import BoxPassed
from grognard.games.ocs.units.active_stack import check_can_move, has_not_moved


def links(state: OcsState, side: int) -> HexSet:
    """Return the hexes that link a side's box to the map and hold no enemies; none without a box."""
    scenario = state.scenario
    names = scenario.side_data[side].rear
    return scenario.hexes(names) & ~state.held[1 - side] if names else 0


def leaving(state: OcsState, side: int) -> CounterSet:
    """Return the units that can leave the map now."""
    if state.phase != "movement" or state.side != side:
        return 0
    there = 0
    for hex_ in bits(links(state, side)):
        there |= state.here.get(hex_, 0)
    return mask_of(unit for unit in bits(there) if check_one(state, side, unit) is None)


def check_one(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why a unit cannot leave the map, or None."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    refusal = check_can_move(state, side, unit)
    if refusal:
        return refusal
    if not links(state, side) >> state.at[unit] & 1:
        where = scenario.label(state.at[unit])
        return Illegal("I.C.1", "{unit} cannot leave the map in {hex}", unit=id_, hex=where)
    if not has_not_moved(state, unit):
        return Illegal("I.F.3", "{unit} has moved; leaving the map takes the whole phase", unit=id_)
    if state.tokens[unit]:
        return Illegal("I.F.3", "{unit} is loaded; supply cannot leave the map", unit=id_)
    return None


def leave_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order to leave the map."""
    return [Order("leave", units=state.scenario.names[unit])]


def check_leave(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot leave the map for their box, or None."""
    if not order.units:
        return Illegal("I.F.3", "name the units that leave the map")
    units = [state.scenario.index[id_] for id_ in order.units]
    return next(filter(None, (check_one(state, side, unit) for unit in units)), None)


def apply_leave(state: OcsState, side: int, order: Order) -> list[Event]:
    """Move units to their side's box, which has no stacking limit [I.F]."""
    units = [state.scenario.index[id_] for id_ in order.units]
    for unit in units:
        put(state, unit, REAR)
        state.finished |= 1 << unit
    return [_event(state, side, order)]


def waiting(state: OcsState, side: int) -> CounterSet:
    """Return units in a side's box that did not enter it this phase."""
    if state.phase != "movement" or state.side != side or not state.scenario.side_data[side].rear:
        return 0
    return counters_in(state, REAR, state.scenario.of_side[side]) & ~state.finished


def enter_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the hexes in which a unit can return to the map."""
    scenario = state.scenario
    hexes = links(state, side) & enterable_by(state, unit)
    return [Order("enter", units=scenario.names[unit], path=(scenario.label(h),)) for h in bits(hexes)]


def check_enter(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot return from their box, or None."""
    scenario = state.scenario
    if not order.units or len(order.path) != 1:
        return Illegal("I.F.3", "name the units and the hex: enter UNIT HEX")
    hex_ = scenario.grid.hex(order.path[0])
    for id_ in order.units:
        unit = scenario.index[id_]
        if not waiting(state, side) >> unit & 1:
            return Illegal("I.F.3", "{unit} is not ready in your holding box", unit=id_)
        if not links(state, side) & enterable_by(state, unit) & 1 << hex_:
            return Illegal("I.F.3", "{unit} cannot return to the map in {hex}", unit=id_, hex=order.path[0])
    return None


def apply_enter(state: OcsState, side: int, order: Order) -> list[Event]:
    """Return units to the map; they cannot move again this phase."""
    scenario = state.scenario
    hex_: Hex = scenario.grid.hex(order.path[0])
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        put(state, unit, hex_)
        state.began[unit] = hex_
        state.finished |= 1 << unit
        state.traced |= scenario.combat_units & 1 << unit
    return [_event(state, side, order)]


def _event(state: OcsState, side: int, order: Order) -> Event:
    name = state.scenario.sides[side]
    return BoxPassed(side=name, units=order.units, hexes=order.path, rule="I.F.3")
