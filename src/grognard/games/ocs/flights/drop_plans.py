"""Cases 14.10b and 14.10c: Drop Plans are made, put off and cancelled in the Aircraft Refit Phase."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.model.air_events import DropPlanned
from grognard.games.ocs.model.charts import LEG, MOBILITIES, series_tables
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, DEAD, GONE, HOSTED, OcsState


def planned(state: OcsState, side: int) -> CounterSet:
    """Return the units of a side with a Drop Plan, in its Refit Phase."""
    if state.phase != "refit" or state.side != side:
        return 0
    return mask_of(c for c in bits(state.scenario.of_side[side]) if state.drop_turn[c])


def plannable(state: OcsState, side: int) -> CounterSet:
    """Return the units that can be put on a Drop Plan: Para units, or light ones where gliders exist."""
    scenario = state.scenario
    if state.phase != "refit" or state.side != side or not scenario.planes & scenario.of_side[side]:
        return 0
    own = scenario.combat_units & scenario.of_side[side]
    return mask_of(
        c
        for c in bits(own)
        if (state.at[c] >= 0 or state.at[c] == HOSTED)
        and not state.drop_turn[c]
        and _can_land(state, side, c)
    )


def _can_land(state: OcsState, side: int, unit: int) -> bool:
    counter, move = state.scenario.counters[unit], state.scenario.faces[unit][1]
    light = MOBILITIES.index(move.mobility) == LEG and move.ma <= series_tables()["air_transport"][
        "most_leg_ma"
    ]  # fmt: skip
    sides = state.scenario.side_of
    return counter.para or (
        light and any(points and sides[c] == side for c, points in enumerate(state.gliders))
    )


def check_plan(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot be put on a Drop Plan, or None: ``plan HEX UNIT TURN`` [14.10b]."""
    turn = int(order.words[0]) if len(order.words) == 1 and order.words[0].isdecimal() else 0
    if not order.target or not order.units or not turn:
        return Illegal("14.10b.2", "name the hex, the units and the turn: plan HEX UNIT 5")
    ahead: int = series_tables()["air_transport"]["plan_turns"]
    if turn < state.turn + ahead:
        first = state.turn + ahead
        return Illegal("14.10b.2", "plan a drop two turns ahead: for turn {turn} or later", turn=first)
    if not state.scenario.ground >> state.scenario.hex(order.target) & 1:
        return Illegal("14.10.1", "{hex} is a sea hex", hex=order.target)
    for id_ in order.units:
        unit = state.scenario.index[id_]
        if state.scenario.of_side[side] >> unit & 1 and state.drop_turn[unit]:
            return Illegal("14.10b.3", "{unit} is already on a Drop Plan", unit=id_)
        if not plannable(state, side) >> unit & 1:
            return Illegal("14.10a", "{unit} cannot be dropped", unit=id_)
    return None


def plan_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List one Drop Plan of a unit, for the first turn allowed; players name the hex and later turns."""
    scenario, ahead = state.scenario, int(series_tables()["air_transport"]["plan_turns"])
    if not plannable(state, side) >> unit & 1 or state.turn + ahead > scenario.turns:
        return []
    return [Order("plan", _first_hex(scenario), scenario.names[unit], words=(str(state.turn + ahead),))]


@lru_cache(maxsize=16)
def _first_hex(scenario: OcsScenario) -> str:
    """Return the land hex with the lowest number."""
    return min(map(scenario.label, bits(scenario.ground)))


def apply_plan(state: OcsState, side: int, order: Order) -> list[Event]:
    """Write a Drop Plan."""
    for id_ in order.units:
        unit = state.scenario.index[id_]
        state.drop_hex[unit] = state.scenario.hex(order.target)
        state.drop_turn[unit] = int(order.words[0])
    changed(state)
    return _noted(state, side, order, "14.10b.2", int(order.words[0]), (order.target,))


def check_change(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why plans cannot be put off or cancelled, or None [14.10c.1]; one delay a phase [R-OCS-229]."""
    if not order.units:
        return Illegal("14.10c.1", "name the units: {verb} UNIT", verb=order.verb)
    for id_ in order.units:
        unit = state.scenario.index[id_]
        if not planned(state, side) >> unit & 1:
            return Illegal("14.10c.1", "{unit} is not on a Drop Plan", unit=id_)
        if order.verb == "delay" and state.refitted >> unit & 1:
            return Illegal("14.10c.1", "the drop of {unit} was already put off in this phase", unit=id_)
    return None


def delay_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the delay of a unit's drop."""
    order = Order("delay", units=state.scenario.names[unit])
    return [] if check_change(state, side, order) else [order]


def cancel_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the end of a unit's plan."""
    order = Order("cancel", units=state.scenario.names[unit])
    return [] if check_change(state, side, order) else [order]


def apply_change(state: OcsState, side: int, order: Order) -> list[Event]:
    """Put drops off by a turn, or cancel them: a new plan starts from scratch [14.10c]."""
    turn = 0
    for id_ in order.units:
        unit = state.scenario.index[id_]
        if order.verb == "delay":
            state.drop_turn[unit] += 1
            state.refitted |= 1 << unit
            turn = state.drop_turn[unit]
        else:
            state.drop_hex[unit], state.drop_turn[unit] = AWAY, 0
    changed(state)
    return _noted(state, side, order, "14.10c.1", turn, ())


def _noted(
    state: OcsState, side: int, order: Order, rule: str, turn: int, hexes: tuple[str, ...]
) -> list[Event]:
    name = state.scenario.sides[side]
    return [DropPlanned(side=name, units=order.units, hexes=hexes, turn=turn, rule=rule, only=(name,))]


def lapse(state: OcsState, side: int) -> None:
    """End the plans of drops that were not flown in their turn, and of units off the map [R-OCS-229]."""
    for unit in bits(state.scenario.of_side[side]):
        if state.drop_turn[unit] and (
            state.drop_turn[unit] <= state.turn or state.at[unit] in (DEAD, GONE, AWAY)
        ):
            state.drop_hex[unit], state.drop_turn[unit] = AWAY, 0
            changed(state)
