"""Cases 12.7 and 9.14d: Extenders, transports that carry trace supply forward."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.cost_waves import flood_all
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.model.charts import MOBILITIES, quarters
from grognard.games.ocs.model.files import Extender
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.model.supply_events import ExtenderCollapsed, ExtenderFolded, ExtenderMade
from grognard.games.ocs.supply.sources import could_link
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.terrain.step_costs import step_costs
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import enemy_asset_hexes
from grognard.games.ocs.units.active_stack import (
    finish_move,
    format_mp,
    mp_left,
    once_moving,
    start_move,
)
from grognard.games.ocs.units.modes import allowance


def kind_of(scenario: OcsScenario, side: int) -> Extender | None:
    """Return what makes up a side's Extender; None where a side has none [12.7, R-OCS-05]."""
    return scenario.side_data[side].extender


def candidates(state: OcsState, side: int) -> CounterSet:
    """Return the transports that may become part of an Extender, never Organic Trucks [12.7]."""
    scenario, shape = state.scenario, kind_of(state.scenario, side)
    if shape is None or state.phase != "movement" or state.side != side:
        return 0
    kinds = (scenario.trucks | scenario.wagons) & scenario.of_side[side] & ~scenario.organic
    return kinds & ~(state.extended | state.shipped) & state.present


def gathered(state: OcsState, side: int) -> CounterSet:
    """Return those of the candidates that are in a hex with enough others."""
    found, shape = candidates(state, side), kind_of(state.scenario, side)
    if shape is None:
        return 0
    here, at, points = state.here, state.at, shape.points
    return mask_of(unit for unit in bits(found) if (here[at[unit]] & found).bit_count() >= points)


def switch_cost(state: OcsState, transport: int) -> int:
    """Return the MP cost of becoming an Extender, or a transport again: half the MA [12.7d]."""
    part = state.scenario.tables["transport"]["extender_switch_fraction_of_ma"]
    return int(allowance(state, transport) * part)


# -- make an Extender ------------------------------------------------------------------------------------


def check_extend(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why transports of one hex cannot become an Extender, or None [12.7, 12.7d].

    They may have come from different hexes and finished moving, if half their MA is left [12.7e].
    """
    scenario, shape = state.scenario, kind_of(state.scenario, side)
    units = tuple(scenario.index[id_] for id_ in order.units)
    if shape is None:
        return Illegal("12.7.4", "your side has no Extenders")
    if state.phase != "movement" or state.side != side:
        return Illegal("12.7d.1", "you can make Extenders only in your Movement Phase")
    if len(units) != shape.points:
        return Illegal(
            "12.7.1",
            "an Extender takes {points} Transport Points; you named {named}",
            points=shape.points,
            named=len(units),
        )
    for unit in units:
        refusal = _check_part(state, side, unit)
        if refusal:
            return refusal
    if len({state.at[unit] for unit in units}) > 1:
        return Illegal("12.7.1", "the transports must be in the same hex")
    if len({scenario.counters[unit].kind for unit in units}) > 1:
        return Illegal("12.7d.2", "the transports of an Extender must be of one type")
    if not could_link(once_moving(state, mask_of(units)), side, state.at[units[0]]):
        where = scenario.label(state.at[units[0]])
        return Illegal("12.7d.4", "an Extender in {hex} could not reach a source of trace supply", hex=where)
    return None


def _check_part(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why a transport cannot become part of an Extender, or None."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if scenario.organic >> unit & 1:
        return Illegal("12.7.3", "{unit} is an Organic Truck and cannot be part of an Extender", unit=id_)
    if not candidates(state, side) >> unit & 1:
        return Illegal("12.7.1", "{unit} is not one of your free transports on the map", unit=id_)
    if state.tokens[unit]:
        return Illegal("12.7d.3", "{unit} is loaded; unload it first", unit=id_)
    if mp_left(state, unit) < switch_cost(state, unit):
        return Illegal(
            "12.7d.1",
            "{unit} has {left} MP left and needs {needed}",
            unit=id_,
            left=format_mp(mp_left(state, unit)),
            needed=format_mp(switch_cost(state, unit)),
        )
    return None


def extend_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order that makes a transport an Extender with the first others of its kind in its hex."""
    scenario, shape = state.scenario, kind_of(state.scenario, side)
    if shape is None or not candidates(state, side) >> unit & 1:
        return []
    here = state.here[state.at[unit]] & candidates(state, side)
    if here.bit_count() < shape.points or _check_part(state, side, unit):
        return []
    kind = scenario.counters[unit].kind
    mates = [
        c for c in bits(here) if scenario.counters[c].kind == kind and _check_part(state, side, c) is None
    ]
    if len(mates) < shape.points:
        return []
    chosen = sorted([unit, *[c for c in mates if c != unit][: shape.points - 1]])
    order = Order("extend", units=tuple(scenario.counter_ids[c] for c in chosen))
    return [order] if check_extend(state, side, order) is None else []


def apply_extend(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Make transports an Extender, each for half its MA [12.7d]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    start_move(state, units)
    for unit in bits(units):
        state.spent[unit] += switch_cost(state, unit)
    state.extended |= units
    finish_move(state, units)
    return [_event(state, ExtenderMade, units, "12.7d.1")]


# -- the parts of an Extender ----------------------------------------------------------------------------


def whole(state: OcsState, unit: int) -> CounterSet:
    """Return the transports of a transport's Extender; several Extenders in a hex are told apart by order."""
    scenario = state.scenario
    shape = kind_of(scenario, scenario.side_of[unit])
    if shape is None or not state.extended >> unit & 1:
        return 0
    kind, at = scenario.counters[unit].kind, state.at[unit]
    mates = [c for c in bits(state.here[at] & state.extended) if scenario.counters[c].kind == kind]
    first = mates.index(unit) // shape.points * shape.points
    return mask_of(mates[first : first + shape.points])


def able(state: OcsState, side: int) -> CounterSet:
    """Return the transports that are part of an Extender, in their Movement Phase."""
    if state.phase != "movement" or state.side != side:
        return 0
    return state.extended & state.scenario.of_side[side] & state.present


# -- fold ------------------------------------------------------------------------------------------------


def check_fold(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why an Extender cannot become transports again for half their MA, or None [12.7d]."""
    refusal, parts = _check_own(state, side, order)
    if refusal:
        return refusal
    if any(mp_left(state, unit) < switch_cost(state, unit) for unit in bits(parts)):
        return Illegal("12.7d.1", "too few MP left to fold an Extender made this phase")
    return None


def _check_own(state: OcsState, side: int, order: Order) -> tuple[Illegal | None, CounterSet]:
    """Check that an order names one of the side's Extenders in its Movement Phase; return its transports."""
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    if state.phase != "movement" or state.side != side:
        return Illegal("12.7d.1", "you can fold or collapse Extenders only in your Movement Phase"), 0
    if not units or units & ~(state.extended & state.scenario.of_side[side]):
        return Illegal("12.7.2", "name a transport of one of your Extenders"), 0
    parts = whole(state, units.bit_length() - 1)
    if units & ~parts:
        return Illegal("12.7.2", "the transports belong to different Extenders"), 0
    return None, parts


def fold_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order that folds a transport's Extender."""
    order = Order("fold", units=state.scenario.names[unit])
    return [order] if check_fold(state, side, order) is None else []


def apply_fold(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Turn an Extender into transports, which may then move separately [12.7f]."""
    parts = whole(state, state.scenario.index[order.units[0]])
    state.extended &= ~parts
    for unit in bits(parts):
        state.spent[unit] += switch_cost(state, unit)
    state.finished &= ~parts
    changed(state)
    return [_event(state, ExtenderFolded, parts, "12.7d.1")]


# -- collapse --------------------------------------------------------------------------------------------


def collapse_hexes(state: OcsState, hex_: Hex, side: int) -> HexSet:
    """Return the hexes to which an Extender may collapse: in its range and trace supply [9.14d, R-OCS-142].

    Enemy units, their ZOCs and prohibited terrain do not block the way, but it cannot end in an enemy hex.
    """
    shape = kind_of(state.scenario, side)
    if shape is None:
        return 0
    without = state.copy()  # it no longer extends trace supply itself
    without.extended &= ~state.here.get(hex_, 0)
    changed(without)
    found = near(state, hex_, shape, side) & trace_hexes(without, side)
    return found & ~(state.held[1 - side] | enemy_asset_hexes(state, side) | 1 << hex_)


def near(state: OcsState, hex_: Hex, shape: Extender, side: int) -> HexSet:
    """Return the hexes within an Extender's range by its mobility type, ignoring enemies [12.7b]."""
    ways = step_costs(state.scenario, MOBILITIES.index(shape.mobility), ground_of(state, side), supply=True)
    return flood_all(state.scenario.grid, hex_, quarters(shape.range), ways)


def check_collapse(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why an Extender cannot collapse to a hex instead of moving, or None [9.14d]."""
    refusal, parts = _check_own(state, side, order)
    if refusal:
        return refusal
    if any(state.spent[unit] for unit in bits(parts)):
        return Illegal("9.14d.2", "an Extender that has spent MP this phase cannot collapse")
    to = state.scenario.grid.find(order.target)
    hexes = collapse_hexes(state, state.at[parts.bit_length() - 1], side)
    if to is None or not hexes >> to & 1:
        if not order.target:
            return Illegal("notation", "name the hex to collapse to")
        return Illegal("9.14d.3", "{hex} is not both in its range and in trace supply", hex=order.target)
    return None


def collapse_orders(state: OcsState, side: int, unit: int) -> OrderPerHex | tuple[Order, ...]:
    """List every hex to which a transport's Extender can collapse, under its first transport only."""
    parts = whole(state, unit) if able(state, side) >> unit & 1 else 0
    if not parts or unit != bits(parts)[0] or any(state.spent[part] for part in bits(parts)):
        return ()
    name, labels = state.scenario.names[unit], state.scenario.grid.labels
    there = collapse_hexes(state, state.at[unit], side)
    return OrderPerHex(there, lambda to: Order("collapse", labels[to], name)) if there else ()


def apply_collapse(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Collapse an Extender by choice; its transports do nothing else this phase [9.14d]."""
    parts = whole(state, state.scenario.index[order.units[0]])
    return collapse_to(state, parts, state.scenario.hex(order.target))


def collapse_to(state: OcsState, units: CounterSet, to: Hex) -> list[Event]:
    """Place an Extender's transports in a hex as ordinary transports [9.14d]."""
    state.extended &= ~units
    for unit in bits(units):
        put(state, unit, to)
        state.spent[unit] = allowance(state, unit)
    finish_move(state, units)
    changed(state)
    return [_event(state, ExtenderCollapsed, units, "9.14d.1")]


def _event(
    state: OcsState,
    kind: type[ExtenderMade | ExtenderFolded | ExtenderCollapsed],
    units: CounterSet,
    rule: str,
) -> Event:
    scenario, first = state.scenario, units.bit_length() - 1
    return kind(
        side=scenario.sides[scenario.side_of[first]],
        units=scenario.ids(units),
        hexes=(scenario.label(state.at[first]),),
        rule=rule,
    )
