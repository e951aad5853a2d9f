"""Cases 19.0c–19.0f: units, transports and supply moved by sea with Sea Cap; port damage and repair."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.bases import box_data
from grognard.games.ocs.logistics import port_arrivals
from grognard.games.ocs.logistics.construction import check_crew, crews, mark_worked, workers
from grognard.games.ocs.logistics.hold_orders import check_leaves
from grognard.games.ocs.logistics.off_map_boxes import box_of, land_forces, port_room
from grognard.games.ocs.logistics.rail_transport import (
    PARTS,
    caps,
    drain_old,
    in_force,
    movable_supply,
    nothing_to_move,
    weight,
)
from grognard.games.ocs.model.options import arriving
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put
from grognard.games.ocs.model.supply_events import PortChanged, Shipped, SupplyMoved
from grognard.games.ocs.supply.payment import Payment, amount, check_payers, pay, place_of, propose
from grognard.games.ocs.supply.tokens import can_pile, dump_at, pile
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.ports import capacity, closed_by_zoc, night_capacity, own_ports, port_at
from grognard.games.ocs.terrain.zones import enemy_asset_hexes
from grognard.games.ocs.units.active_stack import finish_move, has_not_moved, start_move
from grognard.games.ocs.units.modes import marked

# -- capacity -------------------------------------------------------------------------------------------


def sea_left(state: OcsState, side: int) -> int:
    """Return a side's unused Sea Cap this phase, in sixteenths of a point [19.0f]."""
    span = in_force(state.scenario.side_data[side].sea_cap, state.turn)
    return arriving(state.scenario, round(span.points * PARTS)) - state.sea_used[side] if span else 0


def _open_port(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    """Return why a side cannot use a port for sea transport, or None [19.0a, 19.0f-F]."""
    where, port = state.scenario.label(hex_), port_at(state, hex_, side)
    if port == NO_COUNTER:
        return Illegal("19.0f.1", "you control no port in {hex}", hex=where)
    span = in_force(state.scenario.side_data[side].sea_cap, state.turn)
    if span is not None and span.ports and where not in span.ports:
        return Illegal("19.0f.1", "your Sea Cap cannot be used at the port in {hex}", hex=where)
    if not night_capacity(state, port):
        return Illegal("19.0f-F", "the port in {hex} is closed by an enemy ZOC or too many hits", hex=where)
    return None


def _room(state: OcsState, side: int, hex_: Hex) -> int:
    """Return the capacity that a port has left this phase for sea transport [19.0a, 21.12b]."""
    return port_arrivals.room(state, side, hex_, night_capacity)


def _night_times(state: OcsState, side: int, ports: tuple[Hex, ...]) -> int:
    """Return how many times the normal Sea Cap a trip costs: by option more in an enemy ZOC [21.12b]."""
    watched = any(closed_by_zoc(state, port_at(state, hex_, side)) for hex_ in ports)
    return int(state.scenario.tables["options"]["night_sea_cap_times"]) if watched else 1


def sea_ports(state: OcsState, side: int) -> list[Hex]:
    """List the hexes of the ports that a side can use for sea transport now."""
    hexes = [state.at[port] for port in own_ports(state, side)]
    return [hex_ for hex_ in hexes if _open_port(state, side, hex_) is None]


def _check_cap(state: OcsState, side: int, price: int) -> Illegal | None:
    left = sea_left(state, side)
    if price <= left:
        return None
    return Illegal(
        "19.0f-E",
        "not enough Sea Cap: {price} needed, {left} left",
        price=caps(price),
        left=caps(max(left, 0)),
    )


def _port_full(state: OcsState, side: int, hex_: Hex, rule: str) -> Illegal:
    left = _room(state, side, hex_)
    return Illegal(
        rule,
        "the port in {hex} can handle only {left} more this phase",
        hex=state.scenario.label(hex_),
        left=amount(left),
    )


# -- units ----------------------------------------------------------------------------------------------


def ship_able(state: OcsState, side: int) -> CounterSet:
    """Return counters that might move by sea: in a port, not finished this phase [19.0f]."""
    if state.phase != "movement" or state.side != side or sea_left(state, side) <= 0:
        return 0
    scenario, found = state.scenario, 0
    for hex_ in sea_ports(state, side):
        found |= state.here.get(hex_, 0)
    busy = state.finished | state.shipped | state.worked | state.extended
    found |= land_forces(state, side)
    return found & scenario.of_side[side] & (scenario.combat_units | scenario.transports) & ~busy


def _check_passenger(state: OcsState, side: int, unit: int) -> Illegal | None:
    scenario, bit, id_ = state.scenario, 1 << unit, state.scenario.counter_ids[unit]
    there = state.present & bit or box_of(state, unit) != NO_COUNTER
    if not scenario.of_side[side] & bit or not there:
        return Illegal("19.0f-D", "{unit} is not one of your units on the map", unit=id_)
    if not (scenario.combat_units | scenario.transports) & bit or state.extended & bit:
        return Illegal(
            "19.0f-D", "{unit} is not a combat unit, transport or supply and cannot move by sea", unit=id_
        )
    if (state.finished | state.shipped | state.worked) & bit or not has_not_moved(state, unit):
        return Illegal("19.0f-C", "{unit} has already moved this phase and cannot move by sea", unit=id_)
    if marked(state) & bit or not state.turned & bit:
        return Illegal("19.0f-A", "{unit} must be in Move Mode to move by sea", unit=id_)
    return None


def check_ship(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot move by sea, or None: ``ship U,V FROM-TO`` or, from a box, ``ship U TO``."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("19.0f-B", "you can use Sea Cap only in your Movement Phase")
    if not order.units or len(order.path) not in (1, 2) or order.target or order.words:
        return Illegal(
            "notation", "name the units and both ports: ship U 10.02-02.02; from a box: ship U 02.02"
        )
    units = [scenario.index[id_] for id_ in order.units]
    if len(order.path) == 1 and any(box_of(state, unit) == NO_COUNTER for unit in units):
        return Illegal("notation", "name both ports for units on the map: ship U 10.02-02.02")
    for unit in units:
        refusal = _check_passenger(state, side, unit)
        if refusal:
            return refusal
    if len(order.path) == 1:
        return _check_from_box(state, side, units, scenario.hex(order.path[0]))
    from_, to = (scenario.hex(label) for label in order.path)
    if from_ == to or any(state.at[unit] != from_ for unit in units):
        return Illegal(
            "19.0f.1", "the units must all be in {hex} and move to another port", hex=order.path[0]
        )
    refusal = _open_port(state, side, from_) or _open_port(state, side, to)
    refusal = refusal or _check_clear(state, side, to)
    for unit in units:
        refusal = refusal or check_leaves(state, unit, to)
    return (
        refusal
        or _check_room(state, side, (from_, to), units)
        or _check_cap(state, side, weight(state, mask_of(units)) * _night_times(state, side, (from_, to)))
    )


def _check_clear(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    """Return why units cannot enter a port by sea, or None: enemy landing craft lie there [4.4c]."""
    if enemy_asset_hexes(state, side) >> hex_ & 1:
        return Illegal("4.4c.1", "enemy landing craft are in {hex}", hex=state.scenario.label(hex_))
    return None


def _check_from_box(state: OcsState, side: int, units: list[int], to: Hex) -> Illegal | None:
    """Return why units cannot move by sea from a box to a port, or None [I.F, 19.0f, R-OCS-330]."""
    scenario = state.scenario
    box = box_of(state, units[0])
    if any(box_of(state, unit) != box for unit in units):
        return Illegal("19.0f.1", "the units must all be in one box")
    data, name = box_data(scenario, box), scenario.called[box]
    if data is None or not data.port:
        return Illegal("19.0f.1", "{box} is not a port", box=name)
    refusal = _open_port(state, side, to) or _check_clear(state, side, to)
    refusal = refusal or _check_room(state, side, (to,), units)
    if refusal:
        return refusal
    needed = sum(port_arrivals.lift(state, unit) for unit in units)
    if needed > port_room(state, box):
        left = amount(port_room(state, box))
        return Illegal("19.0a.1", "{box} can handle only {left} more this phase", box=name, left=left)
    return _check_cap(state, side, weight(state, mask_of(units)) * _night_times(state, side, (to,)))


def _check_room(state: OcsState, side: int, ports: tuple[Hex, ...], units: list[int]) -> Illegal | None:
    """Return why a port cannot handle units, or None: one combat unit may use a whole port [19.0a]."""
    needed = sum(port_arrivals.lift(state, unit) for unit in units)
    for hex_ in ports:
        if needed <= _room(state, side, hex_):
            continue
        alone = len(units) == 1 and state.scenario.combat_units >> units[0] & 1
        if not alone:
            return _port_full(state, side, hex_, "19.0f-D")
        if not port_arrivals.fits(state, side, hex_, units[0], night_capacity):
            return _port_full(state, side, hex_, "19.0a.3")
    return None


def ship_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the ports to which a counter can move by sea."""
    if not ship_able(state, side) >> unit & 1:
        return []
    scenario, label = state.scenario, state.scenario.grid.labels
    from_ = state.at[unit]
    begin = () if box_of(state, unit) != NO_COUNTER else (label[from_],)
    orders = [
        Order("ship", units=scenario.names[unit], path=(*begin, label[to]))
        for to in sea_ports(state, side)
        if to != from_
    ]
    return [order for order in orders if check_ship(state, side, order) is None]


def apply_ship(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Move units by sea; they can do nothing else this phase [19.0f-C]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    ports = tuple(scenario.hex(label) for label in order.path)
    to, box = ports[-1], box_of(state, scenario.index[order.units[0]])
    state.sea_used[side] += weight(state, units) * _night_times(state, side, ports)
    load = sum(port_arrivals.lift(state, unit) for unit in bits(units))
    for hex_ in ports:
        port_arrivals.land(state, side, hex_, load)
    if box != NO_COUNTER:
        state.reached[box] += load
    start_move(state, units)
    for unit in bits(units):
        put(state, unit, to)
    state.shipped |= units
    finish_move(state, units)
    changed(state)
    came = scenario.counter_ids[box] if box != NO_COUNTER else ""
    name = scenario.sides[side]
    return [Shipped(side=name, units=order.units, hexes=order.path, box=came, rule="19.0f.1")]


# -- supply ---------------------------------------------------------------------------------------------


def check_ship_supply(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why supply cannot move by sea, or None: ``ship-supply FROM-TO TOKENS`` [19.0f, 12.2a]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("19.0f-B", "you can use Sea Cap only in your Movement Phase")
    plain = len(order.path) == 2 and len(order.words) == 1 and order.words[0].isdigit()
    if not plain or order.units or order.target or order.path[0] == order.path[-1]:
        return Illegal("notation", "name both ports and the tokens: ship-supply 10.02-02.02 4")
    from_, to = (scenario.hex(label) for label in order.path)
    tokens, there = int(order.words[0]), movable_supply(state, side, from_)
    if not 0 < tokens <= there:
        return nothing_to_move("12.2a.1", order.path[0], there)
    for hex_ in (from_, to):
        refusal = _open_port(state, side, hex_)
        if refusal:
            return refusal
        if tokens > _room(state, side, hex_):
            return _port_full(state, side, hex_, "19.0a.1")
    if not can_pile(state, to, side) and tokens < state.tokens[dump_at(state, from_, side)]:
        return Illegal("12.1c", "no dump counter is left; move all of the supply, or move it to another dump")
    return _check_cap(state, side, weight(state, 0, tokens) * _night_times(state, side, (from_, to)))


def ship_supply_orders(state: OcsState, side: int) -> list[Order]:
    """List supply moves from port to port, as much as ports and Sea Cap allow."""
    if state.phase != "movement" or state.side != side or sea_left(state, side) <= 0:
        return []
    ports, label, found = sea_ports(state, side), state.scenario.grid.labels, []
    for from_ in ports:
        there = movable_supply(state, side, from_)
        for to in ports if there else ():
            rooms = (_room(state, side, from_), _room(state, side, to))
            times = _night_times(state, side, (from_, to))
            most = min(there, *rooms, sea_left(state, side) * TOKENS // (PARTS * times))
            if most > 0 and to != from_ and (most == there or can_pile(state, to, side)):
                found.append(Order("ship-supply", path=(label[from_], label[to]), words=(str(most),)))
    return found


def apply_ship_supply(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Move supply by sea to the ground of another port [19.0f]."""
    scenario, tokens = state.scenario, int(order.words[0])
    from_, to = (scenario.hex(label) for label in order.path)
    state.sea_used[side] += weight(state, 0, tokens) * _night_times(state, side, (from_, to))
    for hex_ in (from_, to):
        port_arrivals.land(state, side, hex_, tokens)
    drain_old(state, side, from_, tokens)
    state.fresh[pile(state, to, side, tokens)] += tokens
    name = scenario.sides[side]
    return [SupplyMoved(tokens=tokens, by="sea", side=name, hexes=order.path, rule="19.0f.1")]


# -- port damage ----------------------------------------------------------------------------------------


def _read(state: OcsState, side: int, order: Order) -> tuple[Hex, CounterSet, Illegal | None]:
    if not order.target or not order.units or order.path or (order.words and order.verb == "wreck"):
        return -1, 0, Illegal("notation", "name the hex and the units: {verb} HEX UNIT", verb=order.verb)
    hex_ = state.scenario.hex(order.target)
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    return hex_, units, check_crew(state, side, hex_, units)


def _check_port(state: OcsState, side: int, hex_: Hex, wreck: bool) -> Illegal | None:
    """Return why a port cannot be damaged or repaired by its owner, or None [19.0b, 19.0c, 19.0d]."""
    where, port = state.scenario.label(hex_), port_at(state, hex_, side)
    rule = "19.0c" if wreck else "19.0d"
    if port == NO_COUNTER:
        return Illegal(rule, "you control no port in {hex}", hex=where)
    if state.scenario.lst_ports >> port & 1:
        return Illegal("18.4f-B", "the LST port in {hex} cannot be damaged", hex=where)
    if state.repaired >> hex_ & 1:
        return Illegal(rule, "the port in {hex} was already damaged or repaired this turn", hex=where)
    most: int = state.scenario.tables["port_damage"]["max_hits"]
    if wreck and state.level[port] >= most:
        return Illegal(
            "19.0b.2", "the port in {hex} already has {most} hits, the maximum", hex=where, most=most
        )
    if not wreck and not state.level[port]:
        return Illegal("19.0d", "the port in {hex} is not damaged", hex=where)
    return None


def _repair_price(state: OcsState, port: int) -> int:
    """Return the tokens that repair a hit: by option a small port's capacity, at least 1T [19.0d, 21.11b]."""
    price: int = state.scenario.tables["port_damage"]["repair_sp_per_hit"] * TOKENS
    return max(min(price, capacity(state, port)), 1) if state.scenario.on("21.11b") else price


def _repair(
    state: OcsState, side: int, hex_: Hex, units: CounterSet, words: tuple[str, ...] = ()
) -> Payment | None:
    """Return the payment for the repair of a hit, preferring the dumps that an order names."""
    price = _repair_price(state, port_at(state, hex_, side))
    return propose(state, bits(units), price, prefer=[state.scenario.index[word] for word in words])


def check_wreck(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot damage their own port, or None: ``wreck HEX U`` [19.0c]."""
    hex_, _, refusal = _read(state, side, order)
    return refusal or _check_port(state, side, hex_, wreck=True)


def check_mend(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a port cannot be repaired, or None: ``mend HEX U`` [19.0d]."""
    hex_, units, refusal = _read(state, side, order)
    refusal = refusal or _check_port(state, side, hex_, wreck=False)
    if refusal:
        return refusal
    if units.bit_count() != 1 or not units & engineer_capable(state, side):
        return Illegal("19.0d", "repairing a port takes one Engineer-Capable unit")
    if _repair(state, side, hex_, units) is None:
        cost = amount(_repair_price(state, port_at(state, hex_, side)))
        return Illegal("19.0d", "repairing a hit costs {cost}, which is not in reach", cost=cost)
    return check_payers(state, bits(units), order.words)


def explain_mend(state: OcsState, order: Order) -> Explanation:
    """Explain what repairing a port costs and which dump pays [19.0d]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    payment = _repair(state, state.side, scenario.hex(order.target), units, order.words)
    assert payment is not None, "the order has been checked"
    lines = [Line(f"from {place_of(state, draw)}", amount(draw.tokens), "12.3.1") for draw in payment.draws]
    title = f"Repair of the port in {scenario.place_name(scenario.hex(order.target))}"
    return Explanation(title, tuple(lines), amount(payment.tokens))


def work_able(state: OcsState, side: int) -> CounterSet:
    """Return units that might damage or repair a port: a quick upper bound."""
    return workers(state, side) if own_ports(state, side) else 0


def wreck_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the ports that a unit can damage."""
    return [order for order in _jobs(state, side, unit, "wreck") if not check_wreck(state, side, order)]


def mend_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the ports that a unit can repair."""
    return [order for order in _jobs(state, side, unit, "mend") if not check_mend(state, side, order)]


def _jobs(state: OcsState, side: int, unit: int, verb: str) -> list[Order]:
    if not work_able(state, side) >> unit & 1:
        return []
    scenario = state.scenario
    ports = {state.at[port] for port in own_ports(state, side)}
    return [
        Order(verb, target=scenario.label(hex_), units=scenario.ids(crew))
        for hex_, crew in crews(state, side, unit)
        if hex_ in ports
    ]


def apply_work(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Damage a port by a hit, or pay to repair one [19.0c, 19.0d]."""
    scenario = state.scenario
    hex_, units, _ = _read(state, side, order)
    events: list[Event] = []
    if order.verb == "mend":
        payment = _repair(state, side, hex_, units, order.words)
        assert payment is not None
        events += pay(state, payment, "port repair", "19.0d")
    port = port_at(state, hex_, side)
    state.level[port] += 1 if order.verb == "wreck" else -1
    state.repaired |= 1 << hex_
    mark_worked(state, units)
    name, where = scenario.sides[side], (scenario.label(hex_),)
    rule = "19.0c" if order.verb == "wreck" else "19.0d"
    return [*events, PortChanged(hits=state.level[port], side=name, hexes=where, rule=rule)]
