"""Off-map holding boxes: one a side at most, tied to hexes of the map by the scenario [I.F, R-OCS-151].

Nobody fights there. Units that pass to or from the box do nothing else in the Movement Phase.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.logistics.entry_hexes import standable
from grognard.games.ocs.model.state import REAR, OcsState, counters_in, put
from grognard.games.ocs.units.active_stack import check_can_move, has_not_moved


def links(state: OcsState, side: int) -> HexSet:
    """The hexes through which a side's units pass to and from its box, enemies permitting; 0 without one."""
    scenario = state.scenario
    names = scenario.side_data[side].rear
    return scenario.hexes(names) & ~state.held[1 - side] if names else 0


def leaving(state: OcsState, side: int) -> CounterSet:
    """Units in such a hex that have not moved."""
    if state.phase != "movement" or state.side != side:
        return 0
    there = 0
    for hex_ in bits(links(state, side)):
        there |= state.here.get(hex_, 0)
    return mask_of(unit for unit in bits(there) if check_one(state, side, unit) is None)


def check_one(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Why a unit cannot leave the map."""
    scenario, name = state.scenario, state.scenario.called[unit]
    refusal = check_can_move(state, side, unit)
    if refusal:
        return refusal
    if not links(state, side) >> state.at[unit] & 1:
        return Illegal("I.C.1", f"{name} cannot leave the map in {scenario.place_name(state.at[unit])}")
    if not has_not_moved(state, unit):
        return Illegal("I.F.3", f"{name} has moved: leaving the map takes the whole phase")
    if state.tokens[unit]:
        return Illegal("I.F.3", f"{name} is loaded: supply stays on the map")
    return None


def leave_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """A unit leaves the map."""
    return [Order("leave", units=state.scenario.names[unit])]


def check_leave(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why units cannot leave the map for their box."""
    if not order.units:
        return Illegal("I.F.3", "say who leaves the map")
    units = [state.scenario.index[id_] for id_ in order.units]
    return next(filter(None, (check_one(state, side, unit) for unit in units)), None)


def apply_leave(state: OcsState, side: int, order: Order) -> list[Event]:
    """Units go to their side's box, which takes any number of them [I.F]."""
    units = [state.scenario.index[id_] for id_ in order.units]
    for unit in units:
        put(state, unit, REAR)
        state.finished |= 1 << unit
    return [_event(state, side, "{units} leaves the map", units)]


def waiting(state: OcsState, side: int) -> CounterSet:
    """Units in a side's box that have not come there this phase."""
    if state.phase != "movement" or state.side != side or not state.scenario.side_data[side].rear:
        return 0
    return counters_in(state, REAR, state.scenario.of_side[side]) & ~state.finished


def enter_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Where a unit can come back."""
    scenario = state.scenario
    hexes = links(state, side) & standable(state, unit)
    return [Order("enter", units=scenario.names[unit], path=(scenario.label(h),)) for h in bits(hexes)]


def check_enter(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why units cannot come back from their box."""
    scenario = state.scenario
    if not order.units or len(order.path) != 1:
        return Illegal("I.F.3", "say who comes back and where: enter UNIT HEX")
    hex_ = scenario.grid.hex(order.path[0])
    for id_ in order.units:
        unit = scenario.index[id_]
        if not waiting(state, side) >> unit & 1:
            return Illegal("I.F.3", f"{scenario.called[unit]} is not waiting off the map")
        if not links(state, side) & standable(state, unit) & 1 << hex_:
            return Illegal("I.F.3", f"nobody comes back in {scenario.place_name(hex_)}")
    return None


def apply_enter(state: OcsState, side: int, order: Order) -> list[Event]:
    """Units come back; they are done for the phase."""
    scenario = state.scenario
    hex_: Hex = scenario.grid.hex(order.path[0])
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        put(state, unit, hex_)
        state.began[unit] = hex_
        state.finished |= 1 << unit
        state.traced |= scenario.combat_units & 1 << unit
    return [_event(state, side, f"{{units}} comes back in {scenario.place_name(hex_)}", units)]


def _event(state: OcsState, side: int, says: str, units: list[int]) -> Event:
    name = state.scenario.sides[side]
    titles = tuple(state.scenario.called[unit] for unit in units)
    return Event("passed", says, side=name, units=titles, rule="I.F.3", only=(name,))
