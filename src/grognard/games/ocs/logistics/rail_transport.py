"""Moving cargo by rail, and Rail Repair units that convert the gauge [13.3]."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.logistics.transports import lift
from grognard.games.ocs.model.files import Span
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.supply.payment import amount, holders
from grognard.games.ocs.supply.sources import railheads, station_features
from grognard.games.ocs.supply.tokens import can_pile, drain, dump_at, pile
from grognard.games.ocs.supply.trace import cargo_stations, cargo_track
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.railways import joined_to, rail_path, railways
from grognard.games.ocs.units.active_stack import finish_move, has_not_moved, present, start_move
from grognard.games.ocs.units.modes import allowance, in_combat_mode, marked

PARTS = 16
"""Parts of a point of Rail or Sea Cap that are counted: a company of foot on a double track [R-OCS-106]."""


# -- capacity -------------------------------------------------------------------------------------------


def in_force(spans: tuple[Span, ...], turn: int) -> Span | None:
    """The capacity that holds in a turn."""
    return next((span for span in spans if span.turns[0] <= turn <= span.turns[1]), None)


def rail_left(state: OcsState, side: int) -> int:
    """Rail Cap that a side has left this phase, in sixteenths of a point: none is saved [13.3b]."""
    span = in_force(state.scenario.side_data[side].rail_cap, state.turn)
    return round(span.points * PARTS) - state.rail_used[side] if span else 0


def weight(state: OcsState, counters: CounterSet, tokens: int = 0) -> int:
    """What counters and supply take of Rail or Sea Cap, in sixteenths [4.7, 13.3a]."""
    points = sum((lift(state, counter) for counter in bits(counters)), Fraction(tokens, TOKENS))
    return int(points * PARTS)


def rail_price(state: OcsState, side: int, from_: Hex, to: Hex, weight_: int) -> int:
    """The Rail Cap for a way by rail: half where all of it is multi-track [13.3a]."""
    scenario = state.scenario
    double = joined_to(scenario, 1 << from_, cargo_track(state, side), double=True)
    if not double >> to & 1:
        return weight_
    return int(weight_ * scenario.tables["railways"]["multi_track_fraction"])


def caps(parts: int) -> str:
    """Rail or Sea Cap as people read it.

    >>> caps(24), caps(32)
    ('1.5', '2')
    """
    return f"{parts / PARTS:g}"


# -- units ----------------------------------------------------------------------------------------------


def rail_able(state: OcsState, side: int) -> CounterSet:
    """Counters that may go by rail, at a glance: on a railway, not done with the phase [13.3a]."""
    if state.phase != "movement" or state.side != side or rail_left(state, side) <= 0:
        return 0
    scenario, lines = state.scenario, railways(state.scenario).hexes
    busy = state.finished | state.shipped | state.worked | state.extended
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports)
    return mask_of(c for c in bits(own & present(state) & ~busy) if lines >> state.at[c] & 1)


def _check_rider(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Whether a counter may go by rail, wherever to [13.3a, 13.3e-1, 13.3g]."""
    scenario, bit, name = state.scenario, 1 << unit, state.scenario.called[unit]
    if not scenario.of_side[side] & bit or state.at[unit] < 0:
        return Illegal("13.3a.1", f"{name} is not a unit of yours on the map")
    if not (scenario.combat_units | scenario.transports) & bit or state.extended & bit:
        return Illegal("13.3a.1", f"{name} cannot go by rail: combat units, transports and supply can")
    if (state.finished | state.shipped | state.worked) & bit:
        return Illegal("4.7d.1", f"{name} is done with moving in this phase")
    if marked(state) & bit:
        return Illegal("13.3e-1.2", f"{name} must be in Move Mode to go by rail")
    if not state.turned & bit and not scenario.rail_repair & bit and not _leaves_by_itself(state, side, unit):
        return Illegal("13.3e-1.2", f"{name} must be in Move Mode to go by rail")
    if state.spent[unit] > allowance(state, unit) * scenario.tables["railways"]["entrain_fraction_of_ma"]:
        return Illegal("13.3e-1.2", f"{name} has spent more than half its movement allowance")
    return None


def _leaves_by_itself(state: OcsState, side: int, unit: int) -> bool:
    """An HQ whose hex is detrainable by its presence entrains before it changes to Move Mode [13.8c]."""
    able = engineer_capable(state, side) & state.scenario.hqs & ~state.switched
    return bool(able >> unit & 1) and in_combat_mode(state, unit) and has_not_moved(state, unit)


def _track(state: OcsState, side: int, units: CounterSet) -> HexSet:
    """The rail hexes that units may use: Rail Repair units none that were converted this phase [13.3g-A]."""
    track = cargo_track(state, side)
    return track & ~state.relaid if units & state.scenario.rail_repair else track


def _entrains(state: OcsState, side: int, unit: int) -> HexSet:
    """Where a unit may entrain: detrainable hexes; some need none [13.3e-1, 13.3g-C, 13.6b]."""
    anywhere = state.scenario.rail_repair | state.arrived
    return cargo_track(state, side) if anywhere >> unit & 1 else cargo_stations(state, side)


def _detrains(state: OcsState, side: int, unit: int) -> HexSet:
    """Where a unit may detrain [13.3e-3, 13.3g-C]."""
    if state.scenario.rail_repair >> unit & 1:
        return cargo_track(state, side)
    return _stations_without(state, side, unit)


def _stations_without(state: OcsState, side: int, unit: int) -> HexSet:
    """Detrainable hexes, wherever an HQ that leaves made its own one so."""
    stations = cargo_stations(state, side)
    return stations & ~(1 << state.at[unit]) if state.scenario.hqs >> unit & 1 else stations


def check_rail(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why units cannot go by rail: ``rail U,V FROM-TO`` [13.3e]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("13.3b.2", "Rail Cap is used in one's Movement Phase only")
    if not order.units or len(order.path) < 2 or order.target or order.words:
        return Illegal("notation", "say who goes and from where to where: rail U 04.02-07.03")
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        refusal = _check_rider(state, side, unit)
        if refusal:
            return refusal
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    if any(state.at[unit] != from_ for unit in units):
        return Illegal("13.3e.1", f"they are not all in {order.path[0]}")
    for unit in units:
        if not _entrains(state, side, unit) >> from_ & 1:
            return Illegal("13.3e-1.1", _no_station(state, side, from_, "entrain"))
        if not _detrains(state, side, unit) >> to & 1:
            return Illegal("13.3e-3", _no_station(state, side, to, "detrain"))
    all_ = mask_of(units)
    return _check_way(state, side, from_, to, _track(state, side, all_), weight(state, all_))


def _check_way(
    state: OcsState, side: int, from_: Hex, to: Hex, track: HexSet, weight_: int
) -> Illegal | None:
    if from_ == to or not joined_to(state.scenario, 1 << from_, track) >> to & 1:
        there = state.scenario.place_name(to)
        return Illegal("13.3e-2.1", f"no free and controlled railway of your gauge leads to {there}")
    price, left = rail_price(state, side, from_, to, weight_), rail_left(state, side)
    if price > left:
        return Illegal("13.3b.1", f"that takes {caps(price)} Rail Cap, and {caps(max(left, 0))} is left")
    return None


def _no_station(state: OcsState, side: int, hex_: Hex, what: str) -> str:
    """Why nobody can entrain or detrain in a hex."""
    scenario, where = state.scenario, state.scenario.place_name(hex_)
    if not railways(scenario).hexes >> hex_ & 1:
        return f"there is no railway in {where}"
    if not cargo_track(state, side) >> hex_ & 1:
        return (
            f"nobody can {what} in {where}: its railway is of the wrong gauge, not under control, in an "
            "enemy zone, or cut off from a supply source"
        )
    return f"nobody can {what} in {where}: there is no village, city, port or HQ in Combat Mode"


def rail_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Where a counter can go by rail."""
    if not rail_able(state, side) >> unit & 1 or _check_rider(state, side, unit) is not None:
        return []
    scenario, from_ = state.scenario, state.at[unit]
    anywhere = (scenario.rail_repair | state.arrived) >> unit & 1
    if not anywhere and not station_features(state, side) >> from_ & 1:
        return []  # seen at a glance: most units on a railway are at no station
    if not _entrains(state, side, unit) >> from_ & 1:
        return []
    track, load = _track(state, side, 1 << unit), weight(state, 1 << unit)
    label = scenario.grid.labels
    return [
        Order("rail", units=scenario.names[unit], path=(label[from_], label[to]))
        for to in bits(_detrains(state, side, unit) & track)
        if _check_way(state, side, from_, to, track, load) is None
    ]


def apply_rail(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Units entrain, go and detrain; Rail Repair units alone may go on [13.3e, 13.3g-B]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    track = _track(state, side, units)
    path = rail_path(scenario, from_, to, track)
    state.rail_used[side] += rail_price(state, side, from_, to, weight(state, units))
    start_move(state, units)
    going_on = units & scenario.rail_repair
    state.turned |= units & ~going_on  # an HQ changes to Move Mode on the train [13.8c]
    for unit in bits(units):
        put(state, unit, to)
    state.shipped |= units & ~going_on
    finish_move(state, units & ~going_on)
    changed(state)
    return [
        Event(
            "railed",
            "{units} goes by rail from {hex} to {to}",
            side=scenario.sides[side],
            units=order.units,
            hexes=tuple(scenario.label(hex_) for hex_ in path),
            rule="13.3e.1",
        )
    ]


# -- supply ---------------------------------------------------------------------------------------------


def check_freight(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why supply cannot go by rail: ``freight FROM-TO TOKENS`` [13.3e, 12.2a]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("13.3b.2", "Rail Cap is used in one's Movement Phase only")
    plain = len(order.path) >= 2 and len(order.words) == 1 and order.words[0].isdigit()
    if not plain or order.units or order.target:
        return Illegal("notation", "say from where to where and how many tokens: freight 04.02-07.03 8")
    from_, to, tokens = scenario.hex(order.path[0]), scenario.hex(order.path[-1]), int(order.words[0])
    there = movable_supply(state, side, from_)
    if not 0 < tokens <= there:
        rule = "12.2a.1" if tokens <= _ground(state, side, from_) else "13.3a.1"
        where = scenario.place_name(from_)
        return Illegal(rule, f"on the ground in {where} lie {amount(there)} that were not moved this phase")
    if not freight_origins(state, side) >> from_ & 1:
        return Illegal("13.3e-1.1", _no_station(state, side, from_, "entrain"))
    if not cargo_stations(state, side) >> to & 1:
        return Illegal("13.3e-3", _no_station(state, side, to, "detrain"))
    if not can_pile(state, to, side) and tokens < state.tokens[dump_at(state, from_, side)]:
        return Illegal("12.1c", "no dump counter is left: send all of it, or send it to another dump")
    return _check_way(state, side, from_, to, cargo_track(state, side), weight(state, 0, tokens))


def _ground(state: OcsState, side: int, hex_: Hex) -> int:
    dump = dump_at(state, hex_, side)
    return state.tokens[dump] if dump >= 0 else 0


def movable_supply(state: OcsState, side: int, hex_: Hex) -> int:
    """Tokens on the ground of a hex that were not moved this phase, so can be moved now [12.2a]."""
    dump = dump_at(state, hex_, side)
    return state.tokens[dump] - state.fresh[dump] if dump >= 0 else 0


def freight_origins(state: OcsState, side: int) -> HexSet:
    """Where supply entrains: detrainable hexes, and sources, where new supply waits [13.3e-1, R-OCS-139]."""
    return cargo_stations(state, side) | cargo_track(state, side) & railheads(state, side)


def freight_orders(state: OcsState, side: int) -> list[Order]:
    """Supply from each dump on a railway to each detrainable hex, as much as Rail Cap allows."""
    left = rail_left(state, side)
    if state.phase != "movement" or state.side != side or left <= 0:
        return []
    scenario, found = state.scenario, []
    stations, label = cargo_stations(state, side), scenario.grid.labels
    origins = freight_origins(state, side)
    for from_ in holders(state, side):
        there = movable_supply(state, side, from_) if origins >> from_ & 1 else 0
        joined = joined_to(scenario, 1 << from_, cargo_track(state, side)) if there else 0
        for to in bits(stations & joined & ~(1 << from_)):
            per_token = rail_price(state, side, from_, to, PARTS // TOKENS)
            most = min(there, left // per_token)
            if most and (most == there or can_pile(state, to, side)):
                found.append(Order("freight", path=(label[from_], label[to]), words=(str(most),)))
    return found


def apply_freight(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Supply goes by rail and lies on the ground at its end; it is not moved again this phase [12.2a]."""
    scenario, tokens = state.scenario, int(order.words[0])
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    state.rail_used[side] += rail_price(state, side, from_, to, weight(state, 0, tokens))
    drain_old(state, side, from_, tokens)
    state.fresh[pile(state, to, side, tokens)] += tokens
    where = (scenario.label(from_), scenario.label(to))
    says = f"{amount(tokens)} of supply go by rail from {{hex}} to {{to}}"
    name = scenario.sides[side]
    return [Event("freight", says, side=name, hexes=where, rule="13.3e.1", only=(name,))]


def drain_old(state: OcsState, side: int, hex_: Hex, tokens: int) -> None:
    """Take supply off the ground that was not moved this phase; what was stays marked as such."""
    dump = dump_at(state, hex_, side)
    fresh_ = state.fresh[dump]
    drain(state, dump, tokens)
    state.fresh[dump] = fresh_ if state.tokens[dump] else 0
