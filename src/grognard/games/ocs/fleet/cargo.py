"""Chapters 18.4c, 18.4d and 18.5g: landing craft are split and combined, load and unload in ports."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.fleet.sailing import check_ship
from grognard.games.ocs.logistics import port_arrivals
from grognard.games.ocs.logistics.rail_transport import drain_old, movable_supply
from grognard.games.ocs.model.charts import LEG, MOBILITIES
from grognard.games.ocs.model.scenario import MOVEMENT, TOKENS
from grognard.games.ocs.model.sea_events import CraftArranged, Disembarked, Embarked
from grognard.games.ocs.model.state import (
    HOSTED,
    NO_COUNTER,
    OcsState,
    put,
    put_aboard,
    remove,
    spare_counter,
)
from grognard.games.ocs.sea.ships import craft_at, load, passengers, room
from grognard.games.ocs.supply.tokens import can_pile, drain, pile
from grognard.games.ocs.terrain.ports import port_at, sea_capacity
from grognard.games.ocs.units.active_stack import finish_move, has_not_moved, start_move
from grognard.games.ocs.units.modes import marked
from grognard.games.ocs.units.transport_size import lift

# -- who can act -------------------------------------------------------------------------------------


def craft_of(state: OcsState, side: int) -> CounterSet:
    """Return a side's landing craft on the map that can act in this Movement Segment."""
    own = state.scenario.craft & state.scenario.of_side[side] & ~state.finished
    if not own or state.phase not in MOVEMENT or state.side != side:
        return 0
    return own & state.present


def check_craft(state: OcsState, side: int, craft: int) -> Illegal | None:
    """Return why a counter is not landing craft that can act now, or None."""
    refusal = check_ship(state, side, craft)
    if refusal is None and not state.scenario.craft >> craft & 1:
        id_ = state.scenario.counter_ids[craft]
        return Illegal("18.4.1", "{unit} is not landing craft", unit=id_)
    return refusal


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else 0


# -- splitting and combining -------------------------------------------------------------------------


def _twin(state: OcsState, craft: int) -> int:
    """Return a spare counter of the same kind; -1 for none."""
    scenario = state.scenario
    kind, own = scenario.counters[craft].kind, scenario.craft & scenario.of_side[scenario.side_of[craft]]
    return spare_counter(state, mask_of(c for c in bits(own) if scenario.counters[c].kind == kind))


def check_split(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why landing craft cannot be split, or None: ``split CRAFT,U POINTS TOKENS`` [18.4d].

    The points named, with the units and tokens named, go to another counter.
    """
    scenario = state.scenario
    if not order.units or not order.words or len(order.words) > 2 or order.path or order.target:
        return Illegal("notation", "name the craft, what goes along and the points: split CRAFT,UNIT 2")
    craft, *units = [scenario.index[id_] for id_ in order.units]
    refusal = check_craft(state, side, craft)
    if refusal:
        return refusal
    points, moved = _number(order.words[0]), _number(order.words[1]) if len(order.words) > 1 else 0
    if not 0 < points < state.level[craft]:
        most, id_ = state.level[craft] - 1, order.units[0]
        return Illegal("18.4d", "split off between 1 and {most} points of {unit}", most=most, unit=id_)
    if any(state.host[unit] != craft for unit in units) or moved > state.tokens[craft]:
        return Illegal("18.4d", "only what is aboard {unit} can go along", unit=order.units[0])
    along = sum((lift(state, unit) for unit in units), Fraction(0)) + Fraction(moved, TOKENS)
    if along > points or load(state, craft) - along > state.level[craft] - points:
        return Illegal("18.4a", "each part of {unit} must have room for its cargo", unit=order.units[0])
    if _twin(state, craft) == NO_COUNTER:
        return Illegal("18.4d", "no counter is left to split {unit}", unit=order.units[0])
    return None


def split_orders(state: OcsState, side: int, craft: int) -> list[Order]:
    """List ways to split landing craft: any number of points without cargo; players can name others."""
    if not craft_of(state, side) >> craft & 1:
        return []
    names = state.scenario.names[craft]
    orders = [Order("split", units=names, words=(str(n),)) for n in range(1, state.level[craft])]
    return [order for order in orders if check_split(state, side, order) is None]


def apply_split(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Split landing craft; the new counter has moved as far as the old one [18.4d]."""
    scenario = state.scenario
    craft, *units = [scenario.index[id_] for id_ in order.units]
    points, moved = int(order.words[0]), int(order.words[1]) if len(order.words) > 1 else 0
    new = _twin(state, craft)
    put(state, new, state.at[craft])
    state.level[craft] -= points
    state.level[new] = points
    state.tokens[craft] -= moved
    state.tokens[new] = moved
    state.fresh[new] = min(state.fresh[craft], moved)
    state.fresh[craft] -= state.fresh[new]
    state.spent[new], state.began[new] = state.spent[craft], state.began[craft]
    for name in ("dg", "moving", "targeted"):
        marks = getattr(state, name)
        setattr(state, name, marks | (marks >> craft & 1) << new)
    for unit in units:
        put_aboard(state, unit, new)
    changed(state)
    name, at = scenario.sides[side], (scenario.label(state.at[craft]),)
    ids = (scenario.counter_ids[craft], scenario.counter_ids[new])
    return [CraftArranged(side=name, units=ids, hexes=at, rule="18.4d")]


def check_merge(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why landing craft cannot be combined, or None: ``merge A,B`` [18.4d]."""
    if len(order.units) != 2 or order.path or order.target or order.words:
        return Illegal("notation", "name two counters of landing craft: merge A,B")
    scenario = state.scenario
    first, second = (scenario.index[id_] for id_ in order.units)
    refusal = check_craft(state, side, first) or check_craft(state, side, second)
    if refusal:
        return refusal
    same = scenario.counters[first].kind == scenario.counters[second].kind
    if first == second or not same or state.at[first] != state.at[second]:
        return Illegal("18.4d", "only landing craft of one kind in one hex can be combined")
    return None


def merge_orders(state: OcsState, side: int, craft: int) -> list[Order]:
    """List the landing craft with which others can be combined."""
    if not craft_of(state, side) >> craft & 1:
        return []
    ids = state.scenario.counter_ids
    others = craft_at(state, state.at[craft], side) & ~(1 << craft)
    orders = [Order("merge", units=(ids[craft], ids[other])) for other in bits(others)]
    return [order for order in orders if check_merge(state, side, order) is None]


def apply_merge(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Combine landing craft; they have moved as far as the one that moved farther [18.4d]."""
    scenario = state.scenario
    first, second = (scenario.index[id_] for id_ in order.units)
    for unit in bits(passengers(state, 1 << second)):
        put_aboard(state, unit, first)
    for name in ("level", "tokens", "fresh"):
        column = getattr(state, name)
        column[first] += column[second]
        column[second] = 0
    state.spent[first] = max(state.spent[first], state.spent[second])
    for name in ("dg", "targeted"):  # [R-OCS-261]
        marks = getattr(state, name)
        setattr(state, name, marks | (marks >> second & 1) << first)
    remove(state, second)
    changed(state)
    name, at = scenario.sides[side], (scenario.label(state.at[first]),)
    return [CraftArranged(side=name, units=order.units[:1], hexes=at, rule="18.4d")]


# -- ports -------------------------------------------------------------------------------------------


def _check_port(state: OcsState, side: int, hex_: Hex, rule: str) -> Illegal | None:
    """Return why a side cannot use a port in a hex for landing craft, or None [19.0a, R-OCS-251]."""
    port, where = port_at(state, hex_, side), state.scenario.label(hex_)
    if port == NO_COUNTER:
        return Illegal(rule, "you control no port in {hex}", hex=where)
    if state.opening >> port & 1:
        return Illegal("18.4f-E", "the LST port in {hex} is not open before the next phase", hex=where)
    if not sea_capacity(state, port):
        return Illegal(rule, "the port in {hex} is closed by an enemy ZOC or too many hits", hex=where)
    return None


def _check_room(state: OcsState, side: int, hex_: Hex, units: list[int], tokens: int) -> Illegal | None:
    """Return why cargo is too large for a port in this phase, or None [19.0a]."""
    needed = tokens + sum(port_arrivals.lift(state, unit) for unit in units)
    if needed <= port_arrivals.room(state, side, hex_):
        return None
    if len(units) == 1 and not tokens and state.scenario.combat_units >> units[0] & 1:
        if port_arrivals.fits(state, side, hex_, units[0]):
            return None
    where = state.scenario.label(hex_)
    return Illegal("19.0a.2", "the port in {hex} has too little capacity left in this phase", hex=where)


def _names(state: OcsState, order: Order) -> tuple[list[int], list[int]]:
    """Return the units and the landing craft that an order names."""
    named = [state.scenario.index[id_] for id_ in order.units]
    craft = [c for c in named if state.scenario.craft >> c & 1]
    return [c for c in named if c not in craft], craft


def _fits_dukw(state: OcsState, unit: int) -> bool:
    """Return whether a unit could go by air, as DUKWs afloat demand [18.4e-B, 14.9c]."""
    scenario = state.scenario
    if not scenario.combat_units >> unit & 1:
        return False
    move = scenario.faces[unit][1]
    return MOBILITIES.index(move.mobility) == LEG and move.ma <= scenario.tables["naval"]["dukw_most_ma"]


def check_embark(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why cargo cannot go aboard, or None: ``embark CRAFT,U,V`` or ``embark CRAFT TOKENS`` [18.4c]."""
    scenario = state.scenario
    units, craft = _names(state, order)
    if len(craft) != 1 or len(order.words) > 1 or order.path or order.target:
        return Illegal(
            "notation", "name one landing craft and its cargo: embark CRAFT,UNIT or embark CRAFT 4"
        )
    if state.phase != "movement" or state.side != side:
        return Illegal("18.4c.1", "landing craft load in their owner's Movement Phase only")
    tokens = _number(order.words[0]) if order.words else 0
    if not units and not tokens:
        return Illegal("notation", "name the units or the tokens that go aboard")
    refusal = check_craft(state, side, craft[0])
    if refusal:
        return refusal
    hex_ = state.at[craft[0]]
    refusal = _check_port(state, side, hex_, "18.4c.1")
    for unit in units:
        refusal = refusal or _check_passenger(state, side, unit, craft[0])
    if refusal:
        return refusal
    if tokens > movable_supply(state, side, hex_):
        return Illegal("12.2a.1", "less supply than that lies in {hex}, unmoved", hex=scenario.label(hex_))
    size = sum((lift(state, unit) for unit in units), Fraction(0)) + Fraction(tokens, TOKENS)
    if size > room(state, craft[0]):
        return Illegal("18.4a", "{unit} has too little capacity left", unit=scenario.counter_ids[craft[0]])
    return _check_room(state, side, hex_, units, tokens)


def _check_passenger(state: OcsState, side: int, unit: int, craft: int) -> Illegal | None:
    scenario, bit, id_ = state.scenario, 1 << unit, state.scenario.counter_ids[unit]
    if not scenario.of_side[side] & bit or state.at[unit] != state.at[craft]:
        return Illegal("18.4c.1", "{unit} is not in the port of the landing craft", unit=id_)
    if not (scenario.combat_units | scenario.transports) & bit or state.extended & bit:
        return Illegal("18.4c.1", "{unit} is not a combat unit or transport and cannot go aboard", unit=id_)
    if (state.finished | state.shipped | state.worked) & bit or not has_not_moved(state, unit):
        return Illegal("18.4c.2", "{unit} has already moved in this phase and cannot go aboard", unit=id_)
    if marked(state) & bit:
        return Illegal("18.5c", "{unit} must be in Combat or Move Mode to go aboard", unit=id_)
    if scenario.counters[craft].kind == "dukw" and not _fits_dukw(state, unit):
        return Illegal("18.4e-B", "{unit} cannot go by air and so not aboard a DUKW", unit=id_)
    return None


def embark_orders(state: OcsState, side: int, craft: int) -> list[Order]:
    """List what can go aboard landing craft: each unit alone, and as much supply as possible."""
    if state.phase != "movement" or not craft_of(state, side) >> craft & 1:
        return []
    hex_ = state.at[craft]
    if _check_port(state, side, hex_, "18.4c.1"):
        return []
    scenario = state.scenario
    id_ = scenario.counter_ids[craft]
    cargo = state.here[hex_] & scenario.of_side[side] & (scenario.combat_units | scenario.transports)
    orders = [Order("embark", units=(id_, scenario.counter_ids[unit])) for unit in bits(cargo)]
    rooms = (int(room(state, craft) * TOKENS), port_arrivals.room(state, side, hex_))
    most = min(movable_supply(state, side, hex_), *rooms)
    if most > 0:
        orders.append(Order("embark", units=(id_,), words=(str(most),)))
    return [order for order in orders if check_embark(state, side, order) is None]


def apply_embark(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Put cargo aboard, at no MP cost; it does nothing else in this phase [18.4c]."""
    scenario = state.scenario
    units, (craft,) = _names(state, order)
    tokens, hex_ = int(order.words[0]) if order.words else 0, state.at[craft]
    size = tokens + sum(port_arrivals.lift(state, unit) for unit in units)
    port_arrivals.land(state, side, hex_, size)
    start_move(state, 1 << craft)
    for unit in units:
        put_aboard(state, unit, craft)
    state.shipped |= mask_of(units)
    state.finished |= mask_of(units)
    state.traced |= mask_of(units)
    state.out &= ~mask_of(units)  # always in trace supply aboard [12.6g]
    if tokens:
        drain_old(state, side, hex_, tokens)
        state.tokens[craft] += tokens
        state.fresh[craft] += tokens
    changed(state)
    name, at = scenario.sides[side], (scenario.label(hex_),)
    ids = tuple(scenario.counter_ids[unit] for unit in units)
    id_ = scenario.counter_ids[craft]
    return [Embarked(side=name, units=ids, hexes=at, craft=id_, tokens=tokens, rule="18.4c.1", only=(name,))]


def check_disembark(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why cargo cannot unload without a roll, or None: ``disembark U`` or ``disembark CRAFT 4``."""
    scenario = state.scenario
    units, craft = _names(state, order)
    tokens = _number(order.words[0]) if order.words else 0
    if not order.units or order.path or order.target or bool(craft) != bool(tokens) or len(craft) > 1:
        reason = "name the units, or landing craft and tokens: disembark U or disembark CRAFT 4"
        return Illegal("notation", reason)
    hosts = set(craft)
    for unit in units:
        host = state.host[unit]
        if state.at[unit] != HOSTED or not scenario.of_side[side] >> unit & 1 or host == NO_COUNTER:
            id_ = scenario.counter_ids[unit]
            return Illegal("18.5g.1", "{unit} is not aboard landing craft of yours", unit=id_)
        if state.shipped >> unit & 1:
            id_ = scenario.counter_ids[unit]
            return Illegal("18.4c.2", "{unit} went aboard in this phase", unit=id_)
        hosts.add(host)
    for host in hosts:
        refusal = check_craft(state, side, host)
        if refusal:
            return refusal
    hexes = {state.at[host] for host in hosts}
    if len(hexes) > 1:
        return Illegal("18.5g.1", "unload in one port at a time")
    (hex_,) = hexes
    refusal = _check_port(state, side, hex_, "18.5g.1")
    if refusal:
        return refusal
    if tokens and tokens > state.tokens[craft[0]] - state.fresh[craft[0]]:
        return Illegal("12.2a.1", "{unit} carries less supply that has not moved", unit=order.units[0])
    if tokens and not can_pile(state, hex_, side):
        return Illegal("12.1c", "no dump counter is left")
    return _check_room(state, side, hex_, units, tokens)


def aboard_own(state: OcsState, side: int) -> CounterSet:
    """Return a side's passengers that did not go aboard in this phase."""
    craft = craft_of(state, side)
    return passengers(state, craft) & ~state.shipped if craft else 0


def disembark_orders(state: OcsState, side: int, counter: int) -> list[Order]:
    """List what can unload in a port: a unit, or the supply of landing craft."""
    names, orders = state.scenario.names[counter], []
    if aboard_own(state, side) >> counter & 1:
        orders.append(Order("disembark", units=names))
    elif craft_of(state, side) >> counter & 1:
        left = port_arrivals.room(state, side, state.at[counter])
        most = min(state.tokens[counter] - state.fresh[counter], left)
        orders += [Order("disembark", units=names, words=(str(most),))] if most > 0 else []
    return [order for order in orders if check_disembark(state, side, order) is None]


def able_disembark(state: OcsState, side: int) -> CounterSet:
    """Return the passengers and landing craft that might unload."""
    return aboard_own(state, side) | craft_of(state, side)


def apply_disembark(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Unload in a port; neither cargo nor craft move on in this phase [18.5a, 18.5g, 18.5h.3]."""
    scenario = state.scenario
    units, craft = _names(state, order)
    tokens = int(order.words[0]) if order.words else 0
    hosts = mask_of([*craft, *(state.host[unit] for unit in units)])
    hex_ = state.at[hosts.bit_length() - 1]
    size = tokens + sum(port_arrivals.lift(state, unit) for unit in units)
    port_arrivals.land(state, side, hex_, size)
    start_move(state, hosts)
    for unit in units:
        put(state, unit, hex_)
        state.began[unit] = hex_
    state.shipped |= mask_of(units)
    finish_move(state, mask_of(units) | hosts)
    if tokens:
        drain(state, craft[0], tokens)
        state.fresh[pile(state, hex_, side, tokens)] += tokens
    changed(state)
    name, at = scenario.sides[side], (scenario.label(hex_),)
    ids = tuple(scenario.counter_ids[unit] for unit in units)
    return [Disembarked(side=name, units=ids, hexes=at, tokens=tokens, rule="18.5g.1")]
