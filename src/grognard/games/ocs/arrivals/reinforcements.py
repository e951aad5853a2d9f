"""The Reinforcement Phase, cases 2.1, 13.5 and 13.6: rolls for supply and replacements, reinforcements."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.arrivals import air_arrivals, air_replacements, replacements
from grognard.games.ocs.arrivals.entry_hexes import enterable_by, open_modes, open_places
from grognard.games.ocs.logistics import off_map_boxes, port_arrivals
from grognard.games.ocs.logistics.rail_transport import in_force
from grognard.games.ocs.logistics.schedule import entry_names, refill, schedule, side_of, withdraw
from grognard.games.ocs.model.files import Arrival
from grognard.games.ocs.model.options import arriving, replacement_rolls
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario, tokens
from grognard.games.ocs.model.state import (
    AWAY,
    COMING,
    GONE,
    NO_COUNTER,
    READY,
    OcsState,
    counters_in,
    put,
    remove,
    spare_counter,
)
from grognard.games.ocs.model.supply_events import (
    Forfeited,
    ReinforcementsDue,
    ReplacementsRolled,
    StoresArrived,
    StoresLost,
    SupplyDelivered,
    SupplyRolled,
    UnitsArrived,
)
from grognard.games.ocs.supply.payment import amount as supply_words
from grognard.games.ocs.supply.tokens import bring, can_pile, drain, dump_at
from grognard.games.ocs.terrain.ports import own_ports
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.units.modes import set_mode

NO_SOURCE = -1
"""The number of the source of supply that arrives at a port [R-OCS-331]."""

# -- the phase begins ----------------------------------------------------------------------------------


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """Make scheduled units ready, and roll for supply and replacements [2.1]."""
    scenario, side = state.scenario, state.side
    own, name = scenario.of_side[side], scenario.sides[side]
    state.arrived = state.swapped = 0
    state.reached = [0] * len(scenario.counters)
    state.landed = [0] * len(scenario.file.source)
    events = withdraw(state, side) + refill(state, side)
    due = [c for c in bits(counters_in(state, COMING, own)) if state.due[c] <= state.turn]
    for unit in due:
        put(state, unit, READY)
    if due:
        events.append(ReinforcementsDue(count=len(due), side=name, rule="13.6.1"))
    for line in scenario.file.arrival:
        if line.turn == state.turn and side_of(scenario, line) == side:
            events += _place_stores(state, side, line)
    return events + _roll_supply(state, side, dice) + _roll_replacements(state, side, dice)


def _place_stores(state: OcsState, side: int, line: Arrival) -> list[Event]:
    """Place supply, trucks and wagons of the schedule in their first open hex [13.6, 13.6c]."""
    scenario, name = state.scenario, state.scenario.sides[side]
    if not (line.supply or line.trucks or line.wagons):
        return []
    box = next((scenario.index[name] for name in line.at if name in scenario.index), -1)
    if box != NO_COUNTER:
        return _fill_box(state, side, line, box)
    open_ = open_places(state, side, line.at)
    if not open_:
        return [StoresLost(side=name, rule="13.6.2", only=(name,))]
    hex_ = open_[0]
    supply = arriving(scenario, tokens(line.supply))
    if supply:
        bring(state, hex_, side, supply)
    for pool, count, owed in (
        (scenario.trucks & ~scenario.organic, line.trucks, state.owed_trucks),
        (scenario.wagons, line.wagons, state.owed_wagons),
    ):
        for _ in range(count):
            counter = spare_counter(state, pool & scenario.of_side[side])
            if counter != NO_COUNTER:
                _appear(state, counter, hex_, "move")
            else:
                owed[side] += 1  # it enters as soon as a counter is free [R-OCS-153]
    return [
        StoresArrived(
            tokens=supply,
            trucks=line.trucks,
            wagons=line.wagons,
            side=name,
            hexes=(scenario.label(hex_),),
            rule="13.6.1",
        )
    ]


def _fill_box(state: OcsState, side: int, line: Arrival, box: int) -> list[Event]:
    """Place trucks and wagons of the schedule in a box, loaded with its supply [13.6c, R-OCS-330]."""
    scenario, name = state.scenario, state.scenario.sides[side]
    left = supply = arriving(scenario, tokens(line.supply))
    for pool, count, owed in (
        (scenario.trucks & ~scenario.organic, line.trucks, state.owed_trucks),
        (scenario.wagons, line.wagons, state.owed_wagons),
    ):
        for _ in range(count):
            counter = spare_counter(state, pool & scenario.of_side[side])
            if counter == NO_COUNTER:
                owed[side] += 1
                continue
            off_map_boxes.enter_box(state, counter, box)
            load = min(left, TOKENS)
            state.tokens[counter] += load
            state.ledger[side] += load
            left -= load
    where = (scenario.counter_ids[box],)
    return [
        StoresArrived(
            tokens=supply - left,
            trucks=line.trucks,
            wagons=line.wagons,
            side=name,
            hexes=where,
            rule="13.6.1",
        )
    ]


def _roll_supply(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Roll for new supply by turn; bad ground conditions shift the column [2.1, 17.0a].

    A scenario can fix the amount instead [SR-6].
    """
    scenario, name = state.scenario, state.scenario.sides[state.side]
    fixed = in_force(scenario.file.fixed_supply.get(name, ()), state.turn)
    if fixed is not None:
        state.incoming[side] = arriving(scenario, tokens(fixed.points))
        amount = state.incoming[side]
        return [SupplyRolled(tokens=amount, side=name, rule="SR-6")] if amount else []
    table = scenario.charts.supply
    rows = table.sides.get(name, ())
    row = next((row for row in rows if row.turns[0] <= state.turn <= row.turns[1]), None)
    if row is None:
        return []
    roll = (dice.roll("supply"), dice.roll("supply"))
    band = next(b for b, (low, high) in enumerate(table.bands) if low <= sum(roll) <= high)
    shift = scenario.charts.weather.conditions[scenario.conditions[ground_of(state, side)]].supply_shift
    points = row.points[min(max(band + shift, 0), len(row.points) - 1)]
    state.incoming[side] = arriving(scenario, tokens(points))
    return [SupplyRolled(tokens=state.incoming[side], side=name, dice=roll, rule="2.1.6", final=True)]


def _roll_replacements(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Roll on the Variable Reinforcement Table; results without a counter wait [R-OCS-149, R-OCS-153]."""
    scenario, name = state.scenario, state.scenario.sides[state.side]
    rows = scenario.charts.replacements.get(name, ())
    events: list[Event] = []
    for _ in range(replacement_rolls(scenario) if rows else 0):
        roll = (dice.roll("replacements"), dice.roll("replacements"))
        row = next((row for row in rows if row.roll[0] <= sum(roll) <= row.roll[1]), None)
        if row:
            state.owed_pax[side] += row.pax
            state.owed_eq[side] += row.eq
            state.owed_trucks[side] += row.trucks
            air_replacements.receive(state, side, row)
        has_planes = bool(scenario.planes & scenario.of_side[side])
        events.append(
            ReplacementsRolled(
                pax=row.pax if row else 0,
                eq=row.eq if row else 0,
                trucks=row.trucks if row else 0,
                fighter=row.fighter if row and has_planes else 0,
                other_air=row.other_air if row and has_planes else 0,
                side=name,
                dice=roll,
                rule="13.5.1",
                final=True,
            )
        )
    own = scenario.of_side[side]
    for pool, owed in (
        (scenario.pax, state.owed_pax),
        (scenario.eq, state.owed_eq),
        (scenario.trucks & ~scenario.organic, state.owed_trucks),
        (scenario.wagons, state.owed_wagons),
    ):
        owed[side] -= _call_up(state, pool & own, owed[side])
    return events


def _call_up(state: OcsState, pool: CounterSet, count: int) -> int:
    """Make up to `count` generic counters ready to place; return how many there were."""
    for number in range(count):
        counter = spare_counter(state, pool)
        if counter == NO_COUNTER:
            return number
        state.due[counter] = state.turn
        put(state, counter, READY)
    return count


# -- reinforcements enter ------------------------------------------------------------------------------


def ready(state: OcsState, side: int) -> CounterSet:
    """Return the counters that a side has to place now."""
    key = ("ready", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        units = scenario.combat_units | scenario.transports | scenario.planes | scenario.ships
        found = state.cache[key] = counters_in(state, READY, units & scenario.of_side[side])
    return found


def places(state: OcsState, unit: int) -> list[Hex]:
    """List the hexes in which a unit can enter now."""
    scenario = state.scenario
    if scenario.ships >> unit & 1:
        return off_map_boxes.ship_places(state, unit)
    side = scenario.side_of[unit]
    able = enterable_by(state, unit)
    found = [
        hex_
        for hex_ in (*open_places(state, side, entry_names(state, unit)), *receiving_ports(state, unit))
        if able >> hex_ & 1 and port_arrivals.fits(state, side, hex_, unit)
    ]
    beside = replacements.hq_entries(state, unit)
    return found + [hex_ for hex_ in bits(beside & able) if hex_ not in found]


def receiving_ports(state: OcsState, unit: int) -> list[Hex]:
    """List the ports where units without a place in the schedule arrive, if the side has such [R-OCS-331]."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    line = schedule(scenario).get(unit)
    scheduled = line is not None and line.turn == state.due[unit]
    if scheduled or not scenario.side_data[side].ports_receive:
        return []
    return [state.at[port] for port in own_ports(state, side)]


def arrive_orders(state: OcsState, unit: int) -> list[Order]:
    """List every hex and mode in which a reinforcement can enter [13.6b], and every base of a plane."""
    if state.scenario.planes >> unit & 1:
        return air_arrivals.arrive_orders(state, unit)
    if state.scenario.ships >> unit & 1:
        return off_map_boxes.arrive_orders(state, unit)
    id_ = (state.scenario.counter_ids[unit],)
    return off_map_boxes.arrive_orders(state, unit) + [
        _arrive_order(state, id_, hex_, mode)
        for hex_ in places(state, unit)
        for mode in open_modes(state, unit, hex_)
    ]


def _arrive_order(state: OcsState, ids: tuple[str, ...], hex_: Hex, mode: str) -> Order:
    words = () if mode in ("combat", "") else (mode,)
    return Order("arrive", units=ids, path=(state.scenario.label(hex_),), words=words)


def check_arrive(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why reinforcements cannot enter as ordered, or None: ``arrive U HEX``, or ``arrive`` for all."""
    scenario = state.scenario
    waiting = ready(state, side)
    if is_for_all(order):
        if has_open_placements(state, side):
            return None
        return Illegal("13.6.1", "nothing is left to enter")
    if air_arrivals.are_planes(state, order):
        return air_arrivals.check_arrive(state, side, order, waiting)
    if off_map_boxes.is_for_box(state, order):
        return off_map_boxes.check_arrive(state, side, order, waiting)
    if not order.units or len(order.path) != 1:
        return Illegal("13.6.1", "name the units and the hex: arrive UNIT HEX; or none, to enter all")
    hex_ = scenario.grid.hex(order.path[0])
    needed = 0
    for id_ in order.units:
        unit = scenario.index[id_]
        if not waiting >> unit & 1:
            return Illegal("13.6.1", "{unit} is not due to enter now", unit=id_)
        if hex_ not in places(state, unit):
            return _no_place(state, unit, hex_)
        mode = _mode(state, unit, order.words)
        if mode not in open_modes(state, unit, hex_):
            return Illegal("13.6b.1", "{unit} cannot enter there in mode {mode!r}", unit=id_, mode=mode)
        needed += port_arrivals.lift(state, unit)
    if len(order.units) > 1 and needed > port_arrivals.room(state, side, hex_):
        return _port_full(order.path[0])
    return None


def _port_full(label: str) -> Illegal:
    return Illegal("13.6a.1", "the port in {hex} has no capacity left this turn", hex=label)


def _no_place(state: OcsState, unit: int, hex_: Hex) -> Illegal:
    scenario = state.scenario
    side = scenario.side_of[unit]
    here = scenario.label(hex_)
    if hex_ in open_places(state, side, entry_names(state, unit)) and enterable_by(state, unit) >> hex_ & 1:
        if zoc(state, 1 - side) >> hex_ & 1:
            return Illegal("13.6a.2", "the port in {hex} is in an enemy ZOC", hex=here)
        return _port_full(here)
    id_ = scenario.counter_ids[unit]
    legal = ", ".join(map(scenario.place_name, places(state, unit)))
    if not legal:
        return Illegal("13.6.1", "{unit} has no hex in which to enter now", unit=id_)
    return Illegal(
        "13.6.1", "{unit} cannot enter in {hex}; legal hexes: {legal}", unit=id_, hex=here, legal=legal
    )


def _mode(state: OcsState, unit: int, words: tuple[str, ...]) -> str:
    """Return the mode an order names: by default Combat Mode, for one-sided counters Move Mode."""
    one_faced = state.scenario.one_faced >> unit & 1
    if not words or (words == ("combat",) and one_faced):
        return "move" if one_faced else "combat"
    return "reserve-move" if one_faced and words[0] == "reserve" else words[0]


def apply_arrive(state: OcsState, side: int, order: Order) -> list[Event]:
    """Place reinforcements on the map."""
    if is_for_all(order):
        return _enter_all(state, side)
    if air_arrivals.are_planes(state, order):
        return air_arrivals.apply_arrive(state, side, order)
    if off_map_boxes.is_for_box(state, order):
        return off_map_boxes.apply_arrive(state, side, order)
    scenario = state.scenario
    hex_ = scenario.grid.hex(order.path[0])
    for id_ in order.units:
        unit = scenario.index[id_]
        if not replacements.hq_entries(state, unit) >> hex_ & 1:
            port_arrivals.land(state, side, hex_, port_arrivals.lift(state, unit))
        _appear(state, unit, hex_, _mode(state, unit, order.words))
    name = scenario.sides[side]
    return [UnitsArrived(side=name, units=order.units, hexes=order.path, rule="13.6.1")]


def _appear(state: OcsState, unit: int, hex_: Hex, mode: str) -> None:
    """Put a counter on the map; Organic Trucks arrive full [13.6c]."""
    scenario = state.scenario
    put(state, unit, hex_)
    set_mode(state, 1 << unit, mode)
    state.arrived |= 1 << unit
    state.traced |= scenario.combat_units & 1 << unit
    broke_out = schedule(scenario).get(unit) is None or schedule(scenario)[unit].turn != state.due[unit]
    if scenario.organic >> unit & 1 and not broke_out:
        state.tokens[unit] += TOKENS
        state.ledger[scenario.side_of[unit]] += TOKENS


# -- all that are left ---------------------------------------------------------------------------------


def is_for_all(order: Order) -> bool:
    """Whether an order enters everything that is left."""
    return not (order.units or order.path or order.words)


def has_open_placements(state: OcsState, side: int) -> bool:
    """Whether a side has units or supply left that have a place [13.6]."""
    if state.incoming[side] and deliveries(state, side):
        return True
    return any(_has_place(state, unit) for unit in bits(ready(state, side)))


def _has_place(state: OcsState, unit: int) -> bool:
    """Whether a unit has a hex, or a plane a base, at which to enter now."""
    if state.scenario.planes >> unit & 1:
        return bool(air_arrivals.bases(state, unit))
    return bool(off_map_boxes.boxes_for(state, unit) or places(state, unit))


def free_orders(state: OcsState, side: int) -> list[Order]:
    """List the order to enter all that are left, if any can."""
    return [Order("arrive")] if has_open_placements(state, side) else []


def check_end(state: OcsState) -> Illegal | None:
    """Refuse to end the phase with units or supply that could enter: the player places them [13.6]."""
    side, scenario = state.side, state.scenario
    units = mask_of(unit for unit in bits(ready(state, side)) if _has_place(state, unit))
    if units:
        reason = "{units} would never enter the game; place them now, or all that are left with arrive"
        return Illegal("13.6.2", reason, units=scenario.ids(units))
    if state.incoming[side] and deliveries(state, side):
        reason = "{supply} would be lost; deliver it now, or all that is left with arrive"
        return Illegal("13.6.2", reason, supply=supply_words(state.incoming[side]))
    return None


def _enter_all(state: OcsState, side: int) -> list[Event]:
    """Enter everything that is left, each at its first open place, units in Combat Mode [R-OCS-147]."""
    scenario = state.scenario
    events: list[Event] = []
    for unit in bits(ready(state, side)):
        if scenario.planes >> unit & 1:
            for order in air_arrivals.arrive_orders(state, unit)[:1]:
                events += air_arrivals.apply_arrive(state, side, order)
            continue
        if by_box := off_map_boxes.arrive_orders(state, unit):
            events += off_map_boxes.apply_arrive(state, side, by_box[0])
            continue
        open_ = places(state, unit)
        if open_:
            order = _arrive_order(state, (scenario.counter_ids[unit],), open_[0], "")
            events += apply_arrive(state, side, order)
    while state.incoming[side] and (open_supply := deliveries(state, side)):
        hex_, (_, most) = next(iter(open_supply.items()))
        events.append(_deliver(state, side, hex_, most))
    return events


def explain_arrive(state: OcsState, order: Order) -> Explanation:
    """Explain where reinforcements enter: those of the order, or all that are left [13.6]."""
    scenario, trial = state.scenario, state.copy()
    events = apply_arrive(trial, state.side, order)
    lines = [
        Line(scenario.called[scenario.index[id_]], _place_in_words(scenario, event.hexes[-1]), "13.6.1")
        for event in events
        for id_ in event.units
    ]
    lines += [
        Line("new supply", f"{supply_words(event.tokens)} in {event.hexes[0]}", "2.1.6")
        for event in events
        if isinstance(event, SupplyDelivered)
    ]
    entered = sum(len(event.units) for event in events)
    return Explanation(str(order), tuple(lines), plural(entered, "unit"))


def _place_in_words(scenario: OcsScenario, name: str) -> str:
    """Return the name of a box or carrier, or the number of a hex and the place there."""
    if name in scenario.index:
        return scenario.called[scenario.index[name]]
    return scenario.place_name(scenario.hex(name))


# -- new supply ----------------------------------------------------------------------------------------


def deliveries(state: OcsState, side: int) -> dict[Hex, tuple[int, int]]:
    """Return the hexes for new supply, each with its source and the tokens it still takes [R-OCS-148]."""
    scenario, data = state.scenario, state.scenario.side_data[side]
    sources = [s for s, source in enumerate(scenario.file.source) if source.id in data.entry_supply]
    usable = [(s, open_places(state, side, (scenario.file.source[s].id,))) for s in sources]
    usable = [(s, hexes) for s, hexes in usable if hexes]
    if data.ports_receive:
        return _port_deliveries(state, side)
    if not usable:
        return {}
    total = state.incoming[side] + sum(state.landed[s] for s in sources)
    share = max(data.supply_share, 1 / len(usable))
    limit = -int(-total * share // 1)
    found: dict[Hex, tuple[int, int]] = {}
    for source, hexes in usable:
        for hex_ in hexes:
            most = min(
                limit - state.landed[source], state.incoming[side], port_arrivals.room(state, side, hex_)
            )
            if most > 0 and hex_ not in found:
                found[hex_] = (source, most)
    return found


def _port_deliveries(state: OcsState, side: int) -> dict[Hex, tuple[int, int]]:
    """Return the ports that take new supply, as much as their capacity allows [19.0a, R-OCS-331]."""
    found: dict[Hex, tuple[int, int]] = {}
    for port in own_ports(state, side):
        hex_ = state.at[port]
        most = min(state.incoming[side], port_arrivals.room(state, side, hex_))
        if most > 0 and can_pile(state, hex_, side):
            found[hex_] = (NO_SOURCE, most)
    return found


def deliver_orders(state: OcsState, side: int) -> list[Order]:
    """List deliveries of whole Supply Points and of all that a hex takes; orders may name any tokens."""
    label = state.scenario.label
    return [
        Order("deliver", target=label(hex_), words=(str(amount),))
        for hex_, (_, most) in deliveries(state, side).items()
        for amount in sorted({*range(TOKENS, most + 1, TOKENS), most})
    ]


def check_deliver(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why new supply cannot be placed as ordered, or None."""
    scenario = state.scenario
    amount = int(order.words[0]) if len(order.words) == 1 and order.words[0].isdecimal() else 0
    if not order.target or amount < 1:
        return Illegal("2.1.6", "name the hex and the tokens: deliver HEX 8")
    open_ = deliveries(state, side)
    hex_ = scenario.grid.hex(order.target)
    if hex_ not in open_:
        legal = ", ".join(map(scenario.place_name, open_)) or "none"
        return Illegal(
            "2.1.6",
            "new supply cannot be placed in {hex}; legal hexes: {legal}",
            hex=order.target,
            legal=legal,
        )
    if amount > open_[hex_][1]:
        most = supply_words(open_[hex_][1])
        return Illegal("2.1.6", "{hex} takes at most {most} now", hex=order.target, most=most)
    return None


def apply_deliver(state: OcsState, side: int, order: Order) -> list[Event]:
    """Place new supply at a source."""
    hex_ = state.scenario.grid.hex(order.target)
    return [_deliver(state, side, hex_, int(order.words[0]))]


def _deliver(state: OcsState, side: int, hex_: Hex, amount: int) -> Event:
    source, _ = deliveries(state, side)[hex_]
    state.incoming[side] -= amount
    if source != NO_SOURCE:
        state.landed[source] += amount
    port_arrivals.land(state, side, hex_, amount)
    bring(state, hex_, side, amount)
    name, where = state.scenario.sides[side], (state.scenario.label(hex_),)
    return SupplyDelivered(tokens=amount, side=name, hexes=where, rule="2.1.6")


# -- the phase ends ------------------------------------------------------------------------------------


def end(state: OcsState) -> list[Event]:
    """Forfeit what is left: it has no place, and entry cannot be delayed [13.6, R-OCS-147]."""
    side, scenario = state.side, state.scenario
    name = scenario.sides[side]
    events: list[Event] = []
    for unit in bits(ready(state, side)):
        remove(state, unit, AWAY if (scenario.pax | scenario.eq) >> unit & 1 else GONE)
        events.append(Forfeited(side=name, units=scenario.names[unit], rule="13.6.2"))
    if state.incoming[side]:
        events.append(Forfeited(side=name, rule="13.6.2"))
        state.incoming[side] = 0
    for unit in replacements.hoarded(state, side):
        remove(state, unit)
        events.append(Forfeited(side=name, units=scenario.names[unit], rule="21.7.1", only=(name,)))
    _load_new_trucks(state)
    air_replacements.forfeit(state, side)
    return events


def _load_new_trucks(state: OcsState) -> None:
    """Load Transport Points that arrived together with supply [13.6c]."""
    scenario, side = state.scenario, state.side
    left: dict[Hex, int] = {}
    for truck in bits(state.arrived & scenario.transports & ~scenario.organic):
        hex_ = state.at[truck]
        if hex_ < 0:  # loaded in its box
            continue
        dump = dump_at(state, hex_, side)
        new = left.setdefault(hex_, _new_supply(state, side, hex_))
        amount = min(state.tokens[dump], TOKENS - state.tokens[truck], new) if dump != NO_COUNTER else 0
        if amount > 0:
            left[hex_] -= amount
            drain(state, dump, amount)
            state.tokens[truck] += amount


def _new_supply(state: OcsState, side: int, hex_: Hex) -> int:
    """Return the tokens placed in a hex this turn, by the schedule or by the roll."""
    scenario = state.scenario
    lines = [line for line in scenario.file.arrival if line.turn == state.turn and line.supply]
    found = sum(
        arriving(scenario, tokens(line.supply))
        for line in lines
        if side_of(scenario, line) == side and open_places(state, side, line.at)[:1] == [hex_]
    )
    sources = zip(state.landed, scenario.file.source, strict=True)
    return found + sum(amount for amount, source in sources if scenario.hex(source.hex) == hex_)


def has_placements(state: OcsState, side: int) -> bool:
    """Whether a side has supply or units to place."""
    return bool(state.incoming[side] or ready(state, side))
