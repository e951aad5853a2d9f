"""Case 12.8e: breakout. Units without trace supply leave the map and may return."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.cost_waves import shifted
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.ocs.model.state import COMING, MOVE_FACE, OcsState, remove
from grognard.games.ocs.model.supply_events import BreakoutRolled
from grognard.games.ocs.supply.supply_paths import barred
from grognard.games.ocs.supply.tokens import drain, pile
from grognard.games.ocs.supply.trace import in_trace, trace_hexes
from grognard.games.ocs.terrain.engineers import bridged_hexes
from grognard.games.ocs.terrain.step_costs import Sides, enterable_steps
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import hexes_of

# -- eligible units --------------------------------------------------------------------------------------


def cut_off(state: OcsState, side: int) -> CounterSet:
    """Return a side's units without trace supply now, and transports in hexes without it [12.6.3]."""
    scenario, hexes = state.scenario, trace_hexes(state, side)
    own = scenario.of_side[side]
    units = state.present & own & scenario.combat_units & ~in_trace(state, side)
    trucks = state.present & own & scenario.transports & ~state.extended
    return units | mask_of(truck for truck in bits(trucks) if not hexes >> state.at[truck] & 1)


def first_turn(state: OcsState, unit: int) -> bool:
    """Whether this is a unit's first turn without trace supply [12.8e, R-OCS-101]."""
    return bool(state.traced >> unit & 1)


def able(state: OcsState, side: int) -> CounterSet:
    """Return the units that can attempt a breakout now [12.8e]."""
    key = ("breakout", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        found = mask_of(unit for unit in bits(cut_off(state, side)) if _refusal(state, side, unit) is None)
        state.cache[key] = found
    return found


def _refusal(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why a unit without trace supply cannot break out, or None."""
    scenario = state.scenario
    id_, first = scenario.counter_ids[unit], first_turn(state, unit)
    if scenario.transports >> unit & 1:
        if first:
            return None
        return Illegal(
            "12.8e.3", "{unit} can break out only on its first turn without trace supply", unit=id_
        )
    if not any(printed.ma for printed in scenario.faces[unit]):
        return Illegal("12.8e.1", "{unit} has no movement allowance on either side", unit=id_)
    if first:
        return None
    supplied = hexes_of(state, in_trace(state, side))
    most: int = scenario.tables["breakout"]["max_distance_hexes"]
    if not scenario.grid.within(state.at[unit], most) & supplied:
        return Illegal(
            "12.8e-B",
            "{unit} is not within {most} hexes of a friendly unit with trace supply",
            unit=id_,
            most=most,
        )
    if not has_path_out(state, unit, supplied):
        return Illegal(
            "12.8e-A.1", "{unit} is surrounded: it has no path to a friendly unit with trace supply", unit=id_
        )
    return None


def has_path_out(state: OcsState, unit: int, friends: HexSet) -> bool:
    """Whether a unit in Move Mode has a path to one of some hexes [12.8e-A].

    Enemy units block it, for trucks enemy ZOCs too, but not a ZOC in the starting hex.
    """
    scenario, here = state.scenario, state.at[unit]
    side, mobility = scenario.side_of[unit], scenario.mobility[unit][MOVE_FACE]
    near = 1 << here
    for way, into in enumerate(_steps(state, side, mobility)):
        near |= shifted(scenario.grid, 1 << here, way) & into
    return bool(near & _joined(state, side, mobility, friends) or friends >> here & 1)


def _steps(state: OcsState, side: int, mobility: int) -> Sides:
    return enterable_steps(state.scenario, mobility, ground_of(state, side), True, bridged_hexes(state, side))


def _joined(state: OcsState, side: int, mobility: int, friends: HexSet) -> HexSet:
    """Return the hexes connected with some hexes; every step is possible in both directions [6.1d]."""
    key = ("joined", side, mobility, friends)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario, steps = state.scenario, _steps(state, side, mobility)
        free = scenario.ground & ~barred(state, side, mobility)
        found = front = friends & free
        while front:
            near = 0
            for way, into in enumerate(steps):
                near |= shifted(scenario.grid, front, way) & into
            front = near & free & ~found
            found |= front
        state.cache[key] = found
    return found


# -- orders ---------------------------------------------------------------------------------------------


def check_breakout(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a unit cannot break out, or None [12.8e]."""
    scenario = state.scenario
    unit = one_unit(order, scenario, "name one unit; each unit rolls by itself")
    if isinstance(unit, Illegal):
        return unit
    id_ = order.units[0]
    if not scenario.of_side[side] >> unit & 1 or state.at[unit] < 0:
        return Illegal("12.8e.1", "{unit} is not one of your units on the map", unit=id_)
    if not (scenario.combat_units | scenario.transports) >> unit & 1:
        return Illegal("12.8e.1", "{unit} is neither a combat unit nor a transport", unit=id_)
    if state.extended >> unit & 1:
        return Illegal("12.7.2", "{unit} is part of an Extender and cannot break out", unit=id_)
    if not cut_off(state, side) >> unit & 1:
        return Illegal("12.8e.1", "{unit} has trace supply and cannot break out", unit=id_)
    return _refusal(state, side, unit)


def breakout_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List a unit's breakout order, if it can break out."""
    return [Order("breakout", units=state.scenario.names[unit])] if able(state, side) >> unit & 1 else []


def apply_breakout(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Roll for a breakout: the unit returns some turns later with its losses, or is eliminated [12.8e]."""
    scenario = state.scenario
    table = scenario.tables["breakout"]
    unit = scenario.index[order.units[0]]
    where, bonus = state.at[unit], table["first_turn_drm"] if first_turn(state, unit) else 0
    _put_down(state, unit, where)
    roll = dice.roll("breakout")
    if roll + bonus < table["success_min"]:
        remove(state, unit)
        return [_event(state, unit, where, (roll,), 0)]
    turns = dice.roll("return from breakout")
    lost = state.lost[unit]
    remove(state, unit, COMING)
    state.lost[unit] = lost
    state.due[unit] = state.turn + turns
    return [_event(state, unit, where, (roll, turns), turns)]


def _put_down(state: OcsState, unit: int, where: Hex) -> None:
    """Leave what a transport carries on the ground: supply does not break out [R-OCS-102]."""
    load, side = state.tokens[unit], state.scenario.side_of[unit]
    if load:
        drain(state, unit, load)
        pile(state, where, side, load)


def _event(state: OcsState, unit: int, where: Hex, dice: tuple[int, ...], turns: int) -> Event:
    scenario = state.scenario
    return BreakoutRolled(
        turns=turns,
        side=scenario.counters[unit].side,
        units=scenario.names[unit],
        hexes=(scenario.label(where),),
        dice=dice,
        rule="12.8e.7" if turns else "12.8e.6",
        final=True,
    )
