"""Case 13.3: units, transports and supply moved by rail, and Rail Cap."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.air import trainbusting
from grognard.games.ocs.model.charts import TRACK
from grognard.games.ocs.model.files import Span
from grognard.games.ocs.model.options import rail_times
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put
from grognard.games.ocs.model.supply_events import Railed, SupplyMoved
from grognard.games.ocs.supply.payment import amount, holders
from grognard.games.ocs.supply.sources import railheads, station_features
from grognard.games.ocs.supply.tokens import can_pile, drain, dump_at, pile
from grognard.games.ocs.supply.trace import cargo_stations, cargo_track, repair_track
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.railways import joined_to, rail_path, railways
from grognard.games.ocs.units.active_stack import finish_move, has_not_moved, start_move
from grognard.games.ocs.units.modes import allowance, in_combat_mode, marked
from grognard.games.ocs.units.transport_size import lift

PARTS = 16
"""Parts per point of Rail or Sea Cap: the smallest is a leg company on a double track [R-OCS-106]."""


# -- capacity -------------------------------------------------------------------------------------------


def in_force(spans: tuple[Span, ...], turn: int) -> Span | None:
    """Return the capacity of a turn, or None."""
    return next((span for span in spans if span.turns[0] <= turn <= span.turns[1]), None)


def rail_left(state: OcsState, side: int) -> int:
    """Return a side's unused Rail Cap this phase, in sixteenths of a point; none is saved [13.3b]."""
    span = in_force(state.scenario.side_data[side].rail_cap, state.turn)
    if span is None:
        return 0
    return round(span.points * PARTS) * rail_times(state.scenario) - state.rail_used[side]


def weight(state: OcsState, counters: CounterSet, tokens: int = 0) -> int:
    """Return the Rail or Sea Cap that counters and supply take, in sixteenths of a point [4.7, 13.3a]."""
    points = sum((lift(state, counter) for counter in bits(counters)), Fraction(tokens, TOKENS))
    return int(points * PARTS)


def rail_price(
    state: OcsState, side: int, from_: Hex, to: Hex, weight_: int, track: HexSet | None = None
) -> int:
    """Return the Rail Cap for a rail move: half where the whole line is multi-track [13.3a].

    Cargo through an enemy Trainbusting Zone pays double, once; it takes the cheapest line [14.8c.2,
    R-OCS-223].
    """
    scenario, table = state.scenario, state.scenario.tables["railways"]
    lines = (cargo_track(state, side), True), (track or cargo_track(state, side), False)
    busted = trainbusting.zone(state, side, TRACK)
    found = []
    for hexes, double in lines:
        price = int(weight_ * table["multi_track_fraction"]) if double else weight_
        if busted and joined_to(scenario, 1 << from_, hexes & ~busted, double=double) >> to & 1:
            found.append(price)
        elif not double or joined_to(scenario, 1 << from_, hexes, double=True) >> to & 1:
            found.append(price * table["trainbusted_times"] if busted else price)
    return min(found)


def caps(parts: int) -> str:
    """Return Rail or Sea Cap in points.

    >>> caps(24), caps(32)
    ('1.5', '2')
    """
    return f"{parts / PARTS:g}"


# -- units ----------------------------------------------------------------------------------------------


def rail_able(state: OcsState, side: int) -> CounterSet:
    """Return counters that might move by rail: on a railway, in Move Mode, not finished [13.3a, 13.3e-1]."""
    if state.phase != "movement" or state.side != side or rail_left(state, side) <= 0:
        return 0
    scenario, lines = state.scenario, railways(state.scenario).hexes
    busy = state.finished | state.shipped | state.worked | state.extended | marked(state)
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports) & state.present
    ready = state.turned | scenario.rail_repair | engineer_capable(state, side) & scenario.hqs  # [13.3e-1]
    at = state.at
    return mask_of(unit for unit in bits(own & ready & ~busy) if lines >> at[unit] & 1)


def _check_rider(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why a counter cannot move by rail at all, or None [13.3a, 13.3e-1, 13.3g]."""
    scenario, bit, id_ = state.scenario, 1 << unit, state.scenario.counter_ids[unit]
    if not scenario.of_side[side] & bit or state.at[unit] < 0:
        return Illegal("13.3a.1", "{unit} is not one of your units on the map", unit=id_)
    if not (scenario.combat_units | scenario.transports) & bit or state.extended & bit:
        return Illegal(
            "13.3a.1", "{unit} is not a combat unit, transport or supply and cannot move by rail", unit=id_
        )
    if (state.finished | state.shipped | state.worked) & bit:
        return Illegal("4.7d.1", "{unit} has finished moving this phase", unit=id_)
    if state.fresh[unit]:
        reason = "{unit} has moved with its load, which cannot go on by rail in this phase; unload it first"
        return Illegal("12.2a.1", reason, unit=id_)
    if marked(state) & bit:
        return Illegal("13.3e-1.2", "{unit} must be in Move Mode to move by rail", unit=id_)
    if not state.turned & bit and not scenario.rail_repair & bit and not _hq_can_leave(state, side, unit):
        return Illegal("13.3e-1.2", "{unit} must be in Move Mode to move by rail", unit=id_)
    if state.spent[unit] > allowance(state, unit) * scenario.tables["railways"]["entrain_fraction_of_ma"]:
        return Illegal("13.3e-1.2", "{unit} has spent more than half its MA", unit=id_)
    return None


def _hq_can_leave(state: OcsState, side: int, unit: int) -> bool:
    """Whether an HQ makes its own hex detrainable and so entrains before changing to Move Mode [13.8c]."""
    able = engineer_capable(state, side) & state.scenario.hqs & ~state.switched
    return bool(able >> unit & 1) and in_combat_mode(state, unit) and has_not_moved(state, unit)


def _track(state: OcsState, side: int, units: CounterSet) -> HexSet:
    """Return the rail hexes units can use: for Rail Repair units none converted this phase [13.3g-A]."""
    if not units & state.scenario.rail_repair:
        return cargo_track(state, side)
    mixed = units & ~state.scenario.rail_repair
    return (cargo_track(state, side) if mixed else repair_track(state, side)) & ~state.relaid


def _entrains(state: OcsState, side: int, unit: int) -> HexSet:
    """Return where a unit can entrain: detrainable hexes, for some any rail hex [13.3e-1, 13.3g-C, 13.6b]."""
    if state.scenario.rail_repair >> unit & 1:
        return repair_track(state, side)
    return cargo_track(state, side) if state.arrived >> unit & 1 else cargo_stations(state, side)


def _detrains(state: OcsState, side: int, unit: int) -> HexSet:
    """Return where a unit can detrain [13.3e-3, 13.3g-C]."""
    if state.scenario.rail_repair >> unit & 1:
        return repair_track(state, side)
    return _stations_without(state, side, unit)


def _stations_without(state: OcsState, side: int, unit: int) -> HexSet:
    """Return detrainable hexes, without the one that an HQ leaves."""
    stations = cargo_stations(state, side)
    return stations & ~(1 << state.at[unit]) if state.scenario.hqs >> unit & 1 else stations


def check_rail(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot move by rail, or None: ``rail U,V FROM-TO`` [13.3e]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("13.3b.2", "you can use Rail Cap only in your Movement Phase")
    if not order.units or len(order.path) < 2 or order.target or order.words:
        return Illegal("notation", "name the units, the start and the end: rail U 04.02-07.03")
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        refusal = _check_rider(state, side, unit)
        if refusal:
            return refusal
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    if any(state.at[unit] != from_ for unit in units):
        return Illegal("13.3e.1", "not all the units are in {hex}", hex=order.path[0])
    for unit in units:
        if not _entrains(state, side, unit) >> from_ & 1:
            return _no_station(state, side, from_, "entrain", "13.3e-1.1")
        if not _detrains(state, side, unit) >> to & 1:
            return _no_station(state, side, to, "detrain", "13.3e-3")
    all_ = mask_of(units)
    return _check_way(state, side, from_, to, _track(state, side, all_), weight(state, all_))


def _check_way(
    state: OcsState, side: int, from_: Hex, to: Hex, track: HexSet, weight_: int
) -> Illegal | None:
    if from_ == to or not joined_to(state.scenario, 1 << from_, track) >> to & 1:
        there = state.scenario.label(to)
        return Illegal("13.3e-2.1", "no open and controlled railway of your gauge leads to {hex}", hex=there)
    price, left = rail_price(state, side, from_, to, weight_, track), rail_left(state, side)
    if price > left:
        return Illegal(
            "13.3b.1",
            "not enough Rail Cap: {price} needed, {left} left",
            price=caps(price),
            left=caps(max(left, 0)),
        )
    return None


def _no_station(
    state: OcsState, side: int, hex_: Hex, verb: Literal["entrain", "detrain"], rule: str
) -> Illegal:
    """Return why units cannot entrain or detrain in a hex."""
    scenario, where = state.scenario, state.scenario.label(hex_)
    if not railways(scenario).hexes >> hex_ & 1:
        return Illegal(rule, "{hex} has no railway", hex=where)
    if not cargo_track(state, side) >> hex_ & 1:
        return Illegal(
            rule,
            "you cannot {verb} in {hex}: its railway has the wrong gauge, is not controlled, is in an enemy "
            "ZOC, or is cut off from a supply source",
            verb=verb,
            hex=where,
        )
    return Illegal(
        rule,
        "you cannot {verb} in {hex}: it has no village, city, port or HQ in Combat Mode",
        verb=verb,
        hex=where,
    )


def rail_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the hexes to which a counter can move by rail."""
    if not rail_able(state, side) >> unit & 1 or _check_rider(state, side, unit) is not None:
        return []
    scenario, from_ = state.scenario, state.at[unit]
    anywhere = (scenario.rail_repair | state.arrived) >> unit & 1
    if not anywhere and not station_features(state, side) >> from_ & 1:
        return []  # cheap test first: most units on a railway are not in a detrainable hex
    if not _entrains(state, side, unit) >> from_ & 1:
        return []
    track, load = _track(state, side, 1 << unit), weight(state, 1 << unit)
    label, joined = scenario.grid.labels, joined_to(scenario, 1 << from_, track)
    return [
        Order("rail", units=scenario.names[unit], path=(label[from_], label[to]))
        for to in bits(_detrains(state, side, unit) & track & joined)
        if _check_way(state, side, from_, to, track, load) is None
    ]


def apply_rail(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Entrain, move and detrain units; only Rail Repair units may move on [13.3e, 13.3g-B]."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    track = _track(state, side, units)
    path = rail_path(scenario, from_, to, track)
    state.rail_used[side] += rail_price(state, side, from_, to, weight(state, units), track)
    start_move(state, units)
    going_on = units & scenario.rail_repair
    state.turned |= units & ~going_on  # an HQ changes to Move Mode on the train [13.8c]
    for unit in bits(units):
        put(state, unit, to)
    state.shipped |= units & ~going_on
    finish_move(state, units & ~going_on)
    changed(state)
    return [
        Railed(
            side=scenario.sides[side],
            units=order.units,
            hexes=tuple(scenario.label(hex_) for hex_ in path),
            rule="13.3e.1",
        )
    ]


# -- supply ---------------------------------------------------------------------------------------------


def check_freight(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why supply cannot move by rail, or None: ``freight FROM-TO TOKENS`` [13.3e, 12.2a]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("13.3b.2", "you can use Rail Cap only in your Movement Phase")
    plain = len(order.path) >= 2 and len(order.words) == 1 and order.words[0].isdigit()
    if not plain or order.units or order.target:
        return Illegal("notation", "name the start, the end and the tokens: freight 04.02-07.03 8")
    from_, to, tokens = scenario.hex(order.path[0]), scenario.hex(order.path[-1]), int(order.words[0])
    there = movable_supply(state, side, from_)
    if not 0 < tokens <= there:
        rule = "12.2a.1" if tokens <= _ground(state, side, from_) else "13.3a.1"
        return nothing_to_move(rule, order.path[0], there)
    if not freight_origins(state, side) >> from_ & 1:
        return _no_station(state, side, from_, "entrain", "13.3e-1.1")
    if not cargo_stations(state, side) >> to & 1:
        return _no_station(state, side, to, "detrain", "13.3e-3")
    if not can_pile(state, to, side) and tokens < state.tokens[dump_at(state, from_, side)]:
        return Illegal("12.1c", "no dump counter is left; move all of the supply, or move it to another dump")
    return _check_way(state, side, from_, to, cargo_track(state, side), weight(state, 0, tokens))


def nothing_to_move(rule: str, label: str, tokens: int) -> Illegal:
    """Return the refusal to move more supply than is on the ground and not yet moved this phase."""
    return Illegal(
        rule,
        "only {supply} on the ground in {hex} has not been moved this phase",
        supply=amount(tokens),
        hex=label,
    )


def _ground(state: OcsState, side: int, hex_: Hex) -> int:
    dump = dump_at(state, hex_, side)
    return state.tokens[dump] if dump != NO_COUNTER else 0


def movable_supply(state: OcsState, side: int, hex_: Hex) -> int:
    """Return the tokens on the ground of a hex that have not been moved this phase [12.2a]."""
    dump = dump_at(state, hex_, side)
    return state.tokens[dump] - state.fresh[dump] if dump != NO_COUNTER else 0


def freight_origins(state: OcsState, side: int) -> HexSet:
    """Return where supply can entrain: detrainable hexes and sources [13.3e-1, R-OCS-139]."""
    return cargo_stations(state, side) | cargo_track(state, side) & railheads(state, side)


def freight_orders(state: OcsState, side: int) -> list[Order]:
    """List supply moves from each dump on a railway to each detrainable hex, as much as Rail Cap allows."""
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
    """Move supply by rail to the ground of a hex; it cannot be moved again this phase [12.2a]."""
    scenario, tokens = state.scenario, int(order.words[0])
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    state.rail_used[side] += rail_price(state, side, from_, to, weight(state, 0, tokens))
    drain_old(state, side, from_, tokens)
    state.fresh[pile(state, to, side, tokens)] += tokens
    where = (scenario.label(from_), scenario.label(to))
    name = scenario.sides[side]
    return [SupplyMoved(tokens=tokens, by="rail", side=name, hexes=where, rule="13.3e.1")]


def drain_old(state: OcsState, side: int, hex_: Hex, tokens: int) -> None:
    """Take supply from the ground that was not moved this phase; the moved part stays marked."""
    dump = dump_at(state, hex_, side)
    fresh_ = state.fresh[dump]
    drain(state, dump, tokens)
    state.fresh[dump] = fresh_ if state.tokens[dump] else 0
