"""Extenders: transports that bring trace supply forward; making, folding, giving them up [12.7, 9.14d]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.cost_waves import flood_waves
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.model.charts import MOBILITIES, quarters
from grognard.games.ocs.model.files import Extender
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.supply.sources import could_link
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.terrain.step_costs import step_costs
from grognard.games.ocs.terrain.zones import enemy_asset_hexes
from grognard.games.ocs.units.active_stack import finish_move, format_mp, mp_left, present, start_move
from grognard.games.ocs.units.modes import allowance


def kind_of(scenario: OcsScenario, side: int) -> Extender | None:
    """What makes a side's Extender; None where its counters have none [12.7, R-OCS-05]."""
    return scenario.side_data[side].extender


def fodder(state: OcsState, side: int) -> CounterSet:
    """Transports that may become part of an Extender: of one type, never Organic Trucks [12.7]."""
    scenario, shape = state.scenario, kind_of(state.scenario, side)
    if shape is None or state.phase != "movement" or state.side != side:
        return 0
    kinds = (scenario.trucks | scenario.wagons) & scenario.of_side[side] & ~scenario.organic
    return kinds & ~(state.extended | state.shipped) & present(state)


def switch_cost(state: OcsState, transport: int) -> int:
    """What becoming an Extender, or a transport again, costs: half the allowance [12.7d]."""
    part = state.scenario.tables["transport"]["extender_switch_fraction_of_ma"]
    return int(allowance(state, transport) * part)


# -- making ----------------------------------------------------------------------------------------------


def check_extend(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether transports of one hex can become an Extender [12.7, 12.7d].

    They may have come from different hexes and be done with moving, if half their allowance is left [12.7e].
    """
    scenario, shape = state.scenario, kind_of(state.scenario, side)
    units = tuple(scenario.index[id_] for id_ in order.units)
    if shape is None:
        return Illegal("12.7.4", "this side has no Extenders")
    if state.phase != "movement" or state.side != side:
        return Illegal("12.7d.1", "Extenders are made in one's Movement Phase")
    if len(units) != shape.points:
        return Illegal("12.7.1", f"an Extender takes {shape.points} Transport Points; {len(units)} are named")
    for unit in units:
        refusal = _check_part(state, side, unit)
        if refusal:
            return refusal
    if len({state.at[unit] for unit in units}) > 1:
        return Illegal("12.7.1", "they are not in one hex")
    if len({scenario.counters[unit].kind for unit in units}) > 1:
        return Illegal("12.7d.2", "an Extender is made of one type of transport")
    if not could_link(state, side, state.at[units[0]]):
        where = scenario.place_name(state.at[units[0]])
        return Illegal("12.7d.4", f"an Extender in {where} would reach no source of trace supply")
    return None


def _check_part(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Whether a transport can become part of an Extender."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if scenario.organic >> unit & 1:
        return Illegal("12.7.3", f"{id_} is an Organic Truck: these make no Extenders")
    if not fodder(state, side) >> unit & 1:
        return Illegal("12.7.1", f"{id_} is no free transport of yours on the map")
    if state.tokens[unit]:
        return Illegal("12.7d.3", f"{id_} is loaded: it must unload first")
    if mp_left(state, unit) < switch_cost(state, unit):
        need = format_mp(switch_cost(state, unit))
        return Illegal(
            "12.7d.1", f"{id_} has {format_mp(mp_left(state, unit))} points left of the {need} it takes"
        )
    return None


def extend_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """A transport can become an Extender with the first others of its kind in its hex."""
    scenario, shape = state.scenario, kind_of(state.scenario, side)
    if shape is None or not fodder(state, side) >> unit & 1:
        return []
    kind = scenario.counters[unit].kind
    mates = [
        c
        for c in bits(state.here[state.at[unit]] & fodder(state, side))
        if scenario.counters[c].kind == kind and _check_part(state, side, c) is None
    ]
    if unit not in mates or len(mates) < shape.points:
        return []
    chosen = sorted([unit, *[c for c in mates if c != unit][: shape.points - 1]])
    order = Order("extend", units=tuple(scenario.counter_ids[c] for c in chosen))
    return [order] if check_extend(state, side, order) is None else []


def apply_extend(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Transports become an Extender, each for half its allowance [12.7d]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    start_move(state, units)
    for unit in bits(units):
        state.spent[unit] += switch_cost(state, unit)
    state.extended |= units
    finish_move(state, units)
    return [_event(state, "extended", "{units} become an Extender in {hex}", units, "12.7d.1")]


# -- one Extender among others ---------------------------------------------------------------------------


def whole(state: OcsState, unit: int) -> CounterSet:
    """The transports of the Extender that one of them is part of: of several in a hex in their order."""
    scenario = state.scenario
    shape = kind_of(scenario, scenario.side_of[unit])
    if shape is None or not state.extended >> unit & 1:
        return 0
    kind, at = scenario.counters[unit].kind, state.at[unit]
    mates = [c for c in bits(state.here[at] & state.extended) if scenario.counters[c].kind == kind]
    first = mates.index(unit) // shape.points * shape.points
    return mask_of(mates[first : first + shape.points])


def able(state: OcsState, side: int) -> CounterSet:
    """Transports that could be made into an Extender, and those that are one."""
    if state.phase != "movement" or state.side != side:
        return 0
    return fodder(state, side) | state.extended & state.scenario.of_side[side] & present(state)


# -- folding ---------------------------------------------------------------------------------------------


def check_fold(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether an Extender can become transports again: for half their allowance [12.7d]."""
    refusal, parts = _check_own(state, side, order)
    if refusal:
        return refusal
    if any(mp_left(state, unit) < switch_cost(state, unit) for unit in bits(parts)):
        return Illegal("12.7d.1", "it became an Extender in this phase: too few points are left to fold it")
    return None


def _check_own(state: OcsState, side: int, order: Order) -> tuple[Illegal | None, CounterSet]:
    """Whether an order is about an Extender of one's own, in the Movement Phase; and its transports."""
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    if state.phase != "movement" or state.side != side:
        return Illegal("12.7d.1", "that is done in one's Movement Phase"), 0
    if not units or units & ~(state.extended & state.scenario.of_side[side]):
        return Illegal("12.7.2", "name one of the transports of an Extender of yours"), 0
    parts = whole(state, units.bit_length() - 1)
    if units & ~parts:
        return Illegal("12.7.2", "they are parts of several Extenders"), 0
    return None, parts


def fold_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """The Extender of a transport can be folded."""
    order = Order("fold", units=state.scenario.names[unit])
    return [order] if check_fold(state, side, order) is None else []


def apply_fold(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """An Extender becomes transports, which then may go each its own way [12.7f]."""
    parts = whole(state, state.scenario.index[order.units[0]])
    state.extended &= ~parts
    for unit in bits(parts):
        state.spent[unit] += switch_cost(state, unit)
    state.finished &= ~parts
    changed(state)
    return [_event(state, "folded", "the Extender {units} in {hex} is folded", parts, "12.7d.1")]


# -- giving up -------------------------------------------------------------------------------------------


def collapse_hexes(state: OcsState, hex_: Hex, side: int) -> HexSet:
    """Where an Extender may go that collapses: in its range and in trace supply [9.14d, R-OCS-142].

    Enemies, their zones and prohibited terrain do not matter; a hex with enemies is no place to be.
    """
    shape = kind_of(state.scenario, side)
    if shape is None:
        return 0
    without = state.copy()  # it is no longer a link of anybody's trace
    without.extended &= ~state.here.get(hex_, 0)
    changed(without)
    found = near(state, hex_, shape) & trace_hexes(without, side)
    return found & ~(state.held[1 - side] | enemy_asset_hexes(state, side) | 1 << hex_)


def near(state: OcsState, hex_: Hex, shape: Extender) -> HexSet:
    """The hexes within an Extender's range, in its mobility type, whoever is on the way [12.7b]."""
    ways = step_costs(state.scenario, MOBILITIES.index(shape.mobility), state.ground, supply=True)
    found = 0
    for wave in flood_waves(state.scenario.grid, hex_, quarters(shape.range), ways):
        found |= wave
    return found


def check_collapse(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether an Extender can be given up and go to a hex, in place of its movement [9.14d]."""
    refusal, parts = _check_own(state, side, order)
    if refusal:
        return refusal
    if any(state.spent[unit] for unit in bits(parts)):
        return Illegal("9.14d.2", "collapse takes the place of its movement: it has used some in this phase")
    to = state.scenario.grid.find(order.target)
    hexes = collapse_hexes(state, state.at[parts.bit_length() - 1], side)
    if to is None or not hexes >> to & 1:
        return Illegal("9.14d.3", f"{order.target or 'nowhere'} is not in its range and in trace supply")
    return None


def collapse_orders(state: OcsState, side: int, unit: int) -> OrderPerHex | tuple[Order, ...]:
    """Every hex to which the Extender of a transport could go; only its first transport is asked."""
    parts = whole(state, unit) if able(state, side) >> unit & 1 else 0
    if not parts or unit != bits(parts)[0] or any(state.spent[part] for part in bits(parts)):
        return ()
    name, labels = state.scenario.names[unit], state.scenario.grid.labels
    there = collapse_hexes(state, state.at[unit], side)
    return OrderPerHex(there, lambda to: Order("collapse", labels[to], name)) if there else ()


def apply_collapse(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """An Extender is given up by choice: its transports do nothing else in this phase [9.14d]."""
    parts = whole(state, state.scenario.index[order.units[0]])
    return collapse_to(state, parts, state.scenario.hex(order.target))


def collapse_to(state: OcsState, units: CounterSet, to: Hex) -> list[Event]:
    """An Extender's transports are placed in a hex and are ordinary ones from then on [9.14d]."""
    state.extended &= ~units
    for unit in bits(units):
        put(state, unit, to)
        state.spent[unit] = allowance(state, unit)
    finish_move(state, units)
    changed(state)
    return [_event(state, "collapsed", "the Extender {units} collapses and goes to {hex}", units, "9.14d.1")]


def _event(state: OcsState, kind: str, says: str, units: CounterSet, rule: str) -> Event:
    scenario, first = state.scenario, units.bit_length() - 1
    return Event(
        kind,
        says,
        side=scenario.sides[scenario.side_of[first]],
        units=scenario.ids(units),
        hexes=(scenario.label(state.at[first]),),
        rule=rule,
    )
