"""Sea Cap: units, transports and supply from port to port; ports damaged and repaired [19.0c-19.0f]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.logistics import port_arrivals
from grognard.games.ocs.logistics.construction import check_crew, crews, occupy, workers
from grognard.games.ocs.logistics.rail_transport import (
    PARTS,
    caps,
    drain_old,
    in_force,
    movable_supply,
    weight,
)
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.supply.payment import Payment, amount, pay, propose
from grognard.games.ocs.supply.tokens import can_pile, dump_at, pile
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.ports import own_ports, port_at, sea_capacity
from grognard.games.ocs.units.active_stack import finish_move, has_not_moved, present, start_move
from grognard.games.ocs.units.modes import marked

# -- capacity -------------------------------------------------------------------------------------------


def sea_left(state: OcsState, side: int) -> int:
    """Sea Cap that a side has left this phase, in sixteenths of a point [19.0f]."""
    span = in_force(state.scenario.side_data[side].sea_cap, state.turn)
    return round(span.points * PARTS) - state.sea_used[side] if span else 0


def _open_port(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    """Why a side cannot ship anything at a hex [19.0a, 19.0f-F]."""
    where, port = state.scenario.place_name(hex_), port_at(state, hex_, side)
    if port < 0:
        return Illegal("19.0f.1", f"you hold no port in {where}")
    span = in_force(state.scenario.side_data[side].sea_cap, state.turn)
    if span is not None and span.ports and state.scenario.label(hex_) not in span.ports:
        return Illegal("19.0f.1", f"your Sea Cap does not serve the port of {where}")
    if not sea_capacity(state, port):
        return Illegal("19.0f-F", f"the port of {where} is shut: an enemy zone, or too many hits")
    return None


def _sea_ports(state: OcsState, side: int) -> list[Hex]:
    """The hexes of the ports at which a side can ship now."""
    hexes = [state.at[port] for port in own_ports(state, side)]
    return [hex_ for hex_ in hexes if _open_port(state, side, hex_) is None]


def _check_cap(state: OcsState, side: int, price: int) -> Illegal | None:
    left = sea_left(state, side)
    if price <= left:
        return None
    return Illegal("19.0f-E", f"that takes {caps(price)} Sea Cap, and {caps(max(left, 0))} is left")


def _full(state: OcsState, side: int, hex_: Hex) -> str:
    left = port_arrivals.room(state, side, hex_)
    return f"the port of {state.scenario.place_name(hex_)} can handle {amount(left)} more in this phase"


# -- units ----------------------------------------------------------------------------------------------


def ship_able(state: OcsState, side: int) -> CounterSet:
    """Counters that may be shipped, at a glance: in a port, not done with the phase [19.0f]."""
    if state.phase != "movement" or state.side != side or sea_left(state, side) <= 0:
        return 0
    scenario, found = state.scenario, 0
    for hex_ in _sea_ports(state, side):
        found |= state.here.get(hex_, 0)
    busy = state.finished | state.shipped | state.worked | state.extended
    return found & scenario.of_side[side] & (scenario.combat_units | scenario.transports) & ~busy


def _check_passenger(state: OcsState, side: int, unit: int) -> Illegal | None:
    scenario, bit, name = state.scenario, 1 << unit, state.scenario.called[unit]
    if not scenario.of_side[side] & bit or not present(state) & bit:
        return Illegal("19.0f-D", f"{name} is not a unit of yours on the map")
    if not (scenario.combat_units | scenario.transports) & bit or state.extended & bit:
        return Illegal("19.0f-D", f"{name} cannot be shipped: combat units, transports and supply can")
    if (state.finished | state.shipped | state.worked) & bit or not has_not_moved(state, unit):
        return Illegal("19.0f-C", f"{name} has moved or been carried in this phase, so it cannot be shipped")
    if marked(state) & bit or not state.turned & bit:
        return Illegal("19.0f-A", f"{name} must be in Move Mode to be shipped")
    return None


def check_ship(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why units cannot be shipped: ``ship U,V FROM-TO`` [19.0f]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("19.0f-B", "Sea Cap is used in one's Movement Phase only")
    if not order.units or len(order.path) != 2 or order.target or order.words:
        return Illegal("notation", "say who goes and from which port to which: ship U 10.02-02.02")
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        refusal = _check_passenger(state, side, unit)
        if refusal:
            return refusal
    from_, to = (scenario.hex(label) for label in order.path)
    if from_ == to or any(state.at[unit] != from_ for unit in units):
        return Illegal("19.0f.1", f"they are not all in {order.path[0]}, bound for another port")
    refusal = _open_port(state, side, from_) or _open_port(state, side, to)
    return (
        refusal
        or _check_room(state, side, (from_, to), units)
        or _check_cap(state, side, weight(state, mask_of(units)))
    )


def _check_room(state: OcsState, side: int, ports: tuple[Hex, Hex], units: list[int]) -> Illegal | None:
    """Whether both ports can handle it: a single combat unit may take all of an unused one [19.0a]."""
    needed = sum(port_arrivals.lift(state, unit) for unit in units)
    for hex_ in ports:
        if needed <= port_arrivals.room(state, side, hex_):
            continue
        alone = len(units) == 1 and state.scenario.combat_units >> units[0] & 1
        if not alone:
            return Illegal("19.0f-D", _full(state, side, hex_))
        if not port_arrivals.fits(state, side, hex_, units[0]):
            return Illegal("19.0a.3", _full(state, side, hex_))
    return None


def ship_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Where a counter can be shipped."""
    if not ship_able(state, side) >> unit & 1:
        return []
    scenario, label = state.scenario, state.scenario.grid.labels
    from_ = state.at[unit]
    orders = [
        Order("ship", units=scenario.names[unit], path=(label[from_], label[to]))
        for to in _sea_ports(state, side)
        if to != from_
    ]
    return [order for order in orders if check_ship(state, side, order) is None]


def apply_ship(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Units go by sea and do nothing else in the phase [19.0f-C]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    from_, to = (scenario.hex(label) for label in order.path)
    state.sea_used[side] += weight(state, units)
    load = sum(port_arrivals.lift(state, unit) for unit in bits(units))
    for hex_ in (from_, to):
        port_arrivals.land(state, side, hex_, load)
    start_move(state, units)
    for unit in bits(units):
        put(state, unit, to)
    state.shipped |= units
    finish_move(state, units)
    changed(state)
    name = scenario.sides[side]
    says = "{units} goes by sea from {hex} to {to}"
    return [Event("shipped", says, side=name, units=order.units, hexes=order.path, rule="19.0f.1")]


# -- supply ---------------------------------------------------------------------------------------------


def check_ship_supply(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why supply cannot be shipped: ``ship-supply FROM-TO TOKENS`` [19.0f, 12.2a]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("19.0f-B", "Sea Cap is used in one's Movement Phase only")
    plain = len(order.path) == 2 and len(order.words) == 1 and order.words[0].isdigit()
    if not plain or order.units or order.target or order.path[0] == order.path[-1]:
        return Illegal("notation", "say from which port to which and how much: ship-supply 10.02-02.02 4")
    from_, to = (scenario.hex(label) for label in order.path)
    tokens, there = int(order.words[0]), movable_supply(state, side, from_)
    if not 0 < tokens <= there:
        where = scenario.place_name(from_)
        return Illegal(
            "12.2a.1", f"on the ground in {where} lie {amount(there)} that were not moved this phase"
        )
    for hex_ in (from_, to):
        refusal = _open_port(state, side, hex_)
        if refusal:
            return refusal
        if tokens > port_arrivals.room(state, side, hex_):
            return Illegal("19.0a.1", _full(state, side, hex_))
    if not can_pile(state, to, side) and tokens < state.tokens[dump_at(state, from_, side)]:
        return Illegal("12.1c", "no dump counter is left: send all of it, or send it to another dump")
    return _check_cap(state, side, weight(state, 0, tokens))


def ship_supply_orders(state: OcsState, side: int) -> list[Order]:
    """Supply from port to port, as much as ports and Sea Cap allow."""
    if state.phase != "movement" or state.side != side or sea_left(state, side) <= 0:
        return []
    ports, label, found = _sea_ports(state, side), state.scenario.grid.labels, []
    for from_ in ports:
        there = movable_supply(state, side, from_)
        for to in ports if there else ():
            rooms = (port_arrivals.room(state, side, from_), port_arrivals.room(state, side, to))
            most = min(there, *rooms, sea_left(state, side) * TOKENS // PARTS)
            if most > 0 and to != from_ and (most == there or can_pile(state, to, side)):
                found.append(Order("ship-supply", path=(label[from_], label[to]), words=(str(most),)))
    return found


def apply_ship_supply(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Supply goes by sea and lies on the ground of the other port [19.0f]."""
    scenario, tokens = state.scenario, int(order.words[0])
    from_, to = (scenario.hex(label) for label in order.path)
    state.sea_used[side] += weight(state, 0, tokens)
    for hex_ in (from_, to):
        port_arrivals.land(state, side, hex_, tokens)
    drain_old(state, side, from_, tokens)
    state.fresh[pile(state, to, side, tokens)] += tokens
    says = f"{amount(tokens)} of supply go by sea from {{hex}} to {{to}}"
    name = scenario.sides[side]
    return [Event("freight", says, side=name, hexes=order.path, rule="19.0f.1", only=(name,))]


# -- hits -----------------------------------------------------------------------------------------------


def _read(state: OcsState, side: int, order: Order) -> tuple[Hex, CounterSet, Illegal | None]:
    if not order.target or not order.units or order.path or order.words:
        return -1, 0, Illegal("notation", f"say where and who: {order.verb} HEX UNIT")
    hex_ = state.scenario.hex(order.target)
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    return hex_, units, check_crew(state, side, hex_, units)


def _check_port(state: OcsState, side: int, hex_: Hex, wreck: bool) -> Illegal | None:
    """Whether a port can be hit or repaired by its owner [19.0b, 19.0c, 19.0d]."""
    where, port = state.scenario.place_name(hex_), port_at(state, hex_, side)
    if port < 0:
        return Illegal("19.0c" if wreck else "19.0d", f"you hold no port in {where}")
    if state.repaired >> hex_ & 1:
        rule = "19.0c" if wreck else "19.0d"
        return Illegal(rule, f"the port of {where} was worked on this turn already")
    most = state.scenario.tables["port_damage"]["max_hits"]
    if wreck and state.level[port] >= most:
        return Illegal("19.0b.2", f"the port of {where} has {most} hits, and never has more")
    if not wreck and not state.level[port]:
        return Illegal("19.0d", f"the port of {where} is not damaged")
    return None


def _repair(state: OcsState, units: CounterSet) -> Payment | None:
    price = state.scenario.tables["port_damage"]["repair_sp_per_hit"] * TOKENS
    return propose(state, bits(units), price)


def check_wreck(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why units cannot damage their own port: ``wreck HEX U`` [19.0c]."""
    hex_, _, refusal = _read(state, side, order)
    return refusal or _check_port(state, side, hex_, wreck=True)


def check_mend(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a port cannot be repaired: ``mend HEX U`` [19.0d]."""
    hex_, units, refusal = _read(state, side, order)
    refusal = refusal or _check_port(state, side, hex_, wreck=False)
    if refusal:
        return refusal
    if units.bit_count() != 1 or not units & engineer_capable(state, side):
        return Illegal("19.0d", "ports are repaired by an Engineer-Capable unit")
    if _repair(state, units) is None:
        return Illegal("19.0d", "repairing a hit costs 1 SP, and there is not so much in reach")
    return None


def work_able(state: OcsState, side: int) -> CounterSet:
    """Units that may work at a port, at a glance."""
    return workers(state, side) if own_ports(state, side) else 0


def wreck_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """The ports that a unit can damage."""
    return [order for order in _jobs(state, side, unit, "wreck") if not check_wreck(state, side, order)]


def mend_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """The ports that a unit can repair."""
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
    """A port gets a hit, or loses one for its price [19.0c, 19.0d]."""
    scenario = state.scenario
    hex_, units, _ = _read(state, side, order)
    events: list[Event] = []
    if order.verb == "mend":
        payment = _repair(state, units)
        assert payment is not None
        events += pay(state, payment, "port repairs", "19.0d")
    port = port_at(state, hex_, side)
    state.level[port] += 1 if order.verb == "wreck" else -1
    state.repaired |= 1 << hex_
    occupy(state, units)
    says = f"the port in {{hex}} has {state.level[port]} hits now"
    where = (scenario.label(hex_),)
    return [*events, Event("port", says, side=scenario.sides[side], hexes=where, rule="19.0c")]
