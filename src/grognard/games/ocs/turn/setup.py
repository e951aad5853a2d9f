"""Chapter IV: the setup as the scenario gives it, and the choices of a side with a free setup."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.air.bases import base_at, base_named
from grognard.games.ocs.arrivals.entry_hexes import enterable_by, open_modes
from grognard.games.ocs.fleet import convoys
from grognard.games.ocs.logistics import schedule
from grognard.games.ocs.model.combat_events import TransportPrepared, UnitsPlaced
from grognard.games.ocs.model.counters import Kind
from grognard.games.ocs.model.files import Placed
from grognard.games.ocs.model.options import start_times
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario, tokens
from grognard.games.ocs.model.state import NO_COUNTER, REAR, OcsState, put, put_aboard, spare_counter
from grognard.games.ocs.supply.tokens import bring, drain, dump_at, pile
from grognard.games.ocs.turn.relocation import rough_bases
from grognard.games.ocs.units import detachments
from grognard.games.ocs.units.modes import mode_word, set_mode
from grognard.games.ocs.units.stacking import fits, overstacked

# -- given setup -----------------------------------------------------------------------------------


def deploy(state: OcsState) -> None:
    """Place everything as the scenario file says [IV]; nothing is fueled [IV.J]."""
    scenario = state.scenario
    if scenario.file.weather:
        state.ground = scenario.conditions.index(scenario.file.weather)
    for placed in scenario.file.setup:
        if placed.supply:
            amount = tokens(placed.supply) * start_times(scenario)
            bring(state, scenario.hex(placed.hex), _side(scenario, placed), amount)
    for unit, placed in starting_places(scenario).items():
        if scenario.planes >> unit & 1:
            continue
        put(state, unit, _starting_hex(state, unit, placed))
        set_mode(state, 1 << unit, placed.mode)
        state.lost[unit] = placed.lost
        if scenario.transports >> unit & 1:
            _load_new(state, unit, tokens(placed.loaded))
            state.extended |= 1 << unit if placed.extender else 0
    _place_works(state)
    _place_planes(state)
    convoys.arrive(state, tuple(c for c in scenario.file.convoy if c.turn <= scenario.file.first_turn))
    schedule.expect(state)
    free = next_free(state, 0)
    state.phase_index = state.first = free[0] if free else 0
    changed(state)


def _side(scenario: OcsScenario, placed: Placed) -> int:
    if placed.side:
        return scenario.side_index[placed.side]
    return scenario.side_of[scenario.counter(placed.units[0])]


@lru_cache(maxsize=32)
def starting_places(scenario: OcsScenario) -> dict[int, Placed]:
    """Return for each counter on the map at the start its entry in the file, generic ones assigned."""
    pools: dict[tuple[int, str], Iterator[int]] = {}
    for side, own in enumerate(scenario.of_side):
        pools[side, "trucks"] = iter(bits(scenario.trucks & ~scenario.organic & own))
        pools[side, "wagons"] = iter(bits(scenario.wagons & own))
    found: dict[int, Placed] = {}
    for placed in scenario.file.setup:
        found |= {scenario.counter(id_): placed for id_ in placed.units}
        for kind, count in (("trucks", placed.trucks), ("wagons", placed.wagons)):
            for number in range(count * start_times(scenario)):
                counter = next(pools[_side(scenario, placed), kind], -1)
                if counter == NO_COUNTER:
                    raise scenario.fault(f"setup in {placed.hex}: not enough {kind}", "setup")
                # points added by option are no part of an Extender [21.6b, R-OCS-292]
                found[counter] = placed if number < count else replace(placed, extender=False)
    return found


def _starting_hex(state: OcsState, unit: int, placed: Placed) -> Hex:
    """Return the starting hex of a counter: the named one, or if it is full the nearest legal one."""
    scenario, hex_ = state.scenario, state.scenario.hex(placed.hex)
    if not is_free(placed) or fits(state, hex_, 1 << unit):
        return hex_
    near = sorted(bits(setup_area(state, unit)), key=lambda other: scenario.grid.distance(hex_, other))
    return next((other for other in near if fits(state, other, 1 << unit)), hex_)


def _place_works(state: OcsState) -> None:
    """Place hedgehogs, ports and air bases [3.3c, 19.0]."""
    scenario = state.scenario
    for hog in scenario.file.hedgehog:
        counter = spare_counter(state, scenario.hedgehogs & scenario.of_side[scenario.side_index[hog.side]])
        if counter == NO_COUNTER:
            raise scenario.fault(f"hedgehog in {hog.hex}: not enough hedgehogs", "hedgehog")
        state.level[counter] = hog.level
        put(state, counter, scenario.hex(hog.hex))
    works: list[tuple[Kind, str, str, int]]
    works = [("port", port.owner, port.hex, port.hits) for port in scenario.file.port]
    works += [("air-base", base.side, base.hex, base.level) for base in scenario.file.base]
    for kind, side, label, level in works:
        counter = scenario.counter(scenario.facility_id(kind, side, label))
        state.level[counter] = level
        put(state, counter, scenario.hex(label))


def _place_planes(state: OcsState) -> None:
    """Place boxes, air units at their bases, and the Drop Plans made before the game [14.1a, 14.10b]."""
    scenario = state.scenario
    for box in bits(scenario.boxes):
        put(state, box, REAR)
    for base in scenario.file.base:
        if base.gliders:
            side = scenario.side_index[base.side]
            state.gliders[base_at(state, scenario.hex(base.hex), side)] = base.gliders
    for box_file in scenario.file.box:
        state.gliders[scenario.index[box_file.id]] = box_file.gliders
    for plane, placed in starting_places(scenario).items():
        if scenario.planes >> plane & 1:
            base_counter = base_named(state, placed.hex, scenario.side_of[plane])
            if base_counter == NO_COUNTER:
                raise scenario.fault(f"setup: there is no base of its side in {placed.hex}", "setup")
            put_aboard(state, plane, base_counter)
            state.lost[plane] = placed.lost
            state.active |= 0 if placed.inactive else 1 << plane
    for plan in scenario.file.plan:
        for id_ in plan.units:
            unit = scenario.counter(id_)
            state.drop_hex[unit], state.drop_turn[unit] = scenario.hex(plan.hex), plan.turn


def _load_new(state: OcsState, transport: int, amount: int) -> None:
    """Load the supply that the scenario gives a Transport Point [IV.C, IV.D]."""
    state.tokens[transport] += amount
    state.ledger[state.scenario.side_of[transport]] += amount


# -- free setup ------------------------------------------------------------------------------------


def is_free(placed: Placed) -> bool:
    """Return whether the owner chooses where they are placed."""
    return bool(placed.within or placed.zone)


@lru_cache(maxsize=32)
def free_units(scenario: OcsScenario, side: int) -> CounterSet:
    """Return the counters of a side's free setup [IV.A]."""
    free = (unit for unit, placed in starting_places(scenario).items() if is_free(placed))
    return mask_of(free) & scenario.of_side[side]


def next_free(state: OcsState, side: int) -> tuple[int, ...]:
    """Return the sides with a free setup, or bases to move, from this one on [IV.A, HR-16.2]."""
    sides = range(side, len(state.scenario.sides))
    return tuple(one for one in sides if free_units(state.scenario, one) or rough_bases(state, one))


def placeable(state: OcsState, side: int) -> CounterSet:
    """Return the counters a side can place: those of its free setup, and detached regiments [IV.A]."""
    if state.turn or state.side != side:
        return 0
    scenario = state.scenario
    regiments = scenario.breakdowns & scenario.of_side[side]
    return free_units(scenario, side) | mask_of(c for c in bits(regiments) if state.at[c] >= 0)


def setup_area(state: OcsState, unit: int) -> HexSet:
    """Return the hexes where a counter can be set up: near the named hex or in a zone [IV.A, IV.H].

    It must be able to get there by itself [IV.I]. A detached regiment can be wherever its division can be.
    """
    scenario = state.scenario
    if scenario.breakdowns >> unit & 1:
        pool, found = scenario.counters[unit].pool, 0
        for parent in bits(free_units(scenario, scenario.side_of[unit]) & scenario.multistep):
            if scenario.counters[parent].pool == pool and state.lost[parent]:
                found |= _setup_zone(scenario, starting_places(scenario)[parent])
    else:
        found = _setup_zone(scenario, starting_places(scenario)[unit])
    return found & enterable_by(state, unit) & ~state.held[1 - scenario.side_of[unit]]


def _setup_zone(scenario: OcsScenario, placed: Placed) -> HexSet:
    near = scenario.grid.within(scenario.hex(placed.hex), placed.within)
    line = scenario.hexes(placed.boundary)
    zone = scenario.hexes(placed.zone)
    return (near | (zone | line if placed.inclusive else zone & ~line)) & scenario.ground


def place_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List every other hex and mode in which a counter can be set up."""
    scenario, now = state.scenario, (state.at[unit], mode_word(state, unit))
    return [
        Order("place", units=scenario.names[unit], path=(scenario.label(hex_),), words=(mode,))
        for hex_ in bits(setup_area(state, unit))
        if hex_ == state.at[unit] or _has_room(state, unit, hex_)
        for mode in open_modes(state, unit, hex_)
        if (hex_, mode) != now
    ]


def _has_room(state: OcsState, unit: int, hex_: Hex) -> bool:
    """Return whether a counter fits into a hex at setup [IV.F]; only combat units count [4.8]."""
    return not state.scenario.combat_units >> unit & 1 or fits(state, hex_, 1 << unit)


def check_place(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot be set up in a hex and mode, or None if they can."""
    scenario = state.scenario
    if not order.units or len(order.path) != 1:
        return Illegal("IV.A.1", "name the units and the hex: place UNIT HEX")
    hex_ = scenario.grid.hex(order.path[0])
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        refusal = _check_place_one(state, side, unit, hex_, order.words)
        if refusal:
            return refusal
    coming = mask_of(units) & scenario.combat_units
    if coming and not fits(state, hex_, coming):
        return Illegal("IV.F", "{hex} would be over the stacking limit", hex=scenario.label(hex_))
    return None


def _check_place_one(
    state: OcsState, side: int, unit: int, hex_: Hex, words: tuple[str, ...]
) -> Illegal | None:
    scenario = state.scenario
    id_, where = scenario.counter_ids[unit], scenario.label(hex_)
    if not placeable(state, side) >> unit & 1:
        return Illegal("IV.A.1", "the scenario sets the place of {unit}", unit=id_)
    if not enterable_by(state, unit) >> hex_ & 1:
        return Illegal("IV.I", "{unit} could not move to {hex} by itself", unit=id_, hex=where)
    if not setup_area(state, unit) >> hex_ & 1:
        return Illegal("IV.A.1", "{unit} cannot be set up in {hex}", unit=id_, hex=where)
    mode = _mode(state, unit, words)
    if mode not in open_modes(state, unit, hex_):
        reason = "{unit} cannot be set up in {mode} mode in {hex}"
        return Illegal("IV.B.2", reason, unit=id_, mode=mode, hex=where)
    return None


def _mode(state: OcsState, unit: int, words: tuple[str, ...]) -> str:
    return words[0] if words else mode_word(state, unit)


def apply_place(state: OcsState, side: int, order: Order) -> list[Event]:
    """Set units up in a hex and mode."""
    scenario = state.scenario
    hex_ = scenario.grid.hex(order.path[0])
    for id_ in order.units:
        unit = scenario.index[id_]
        mode = _mode(state, unit, order.words)
        put(state, unit, hex_)
        set_mode(state, 1 << unit, mode)
    name, where = scenario.sides[side], (scenario.label(hex_),)
    return [UnitsPlaced(side=name, units=order.units, hexes=where, rule="IV.A.1")]


# -- loads and regiments at setup ------------------------------------------------------------------


def transports_with_supply(state: OcsState, side: int) -> CounterSet:
    """Return the Transport Points stacked with a dump [IV.C, IV.D]."""
    if state.turn or state.side != side:
        return 0
    scenario = state.scenario
    own = scenario.transports & scenario.of_side[side] & ~state.extended
    return mask_of(
        c for c in bits(own) if state.at[c] >= 0 and dump_at(state, state.at[c], side) != NO_COUNTER
    )


def load_orders(state: OcsState, side: int, transport: int) -> list[Order]:
    """List the order to set up a transport loaded from the dump in its hex, or empty [IV.C]."""
    verb = "unload" if state.tokens[transport] else "load"
    order = Order(verb, units=state.scenario.names[transport])
    return [] if check_load(state, side, order) else [order]


def check_load(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a transport cannot be set up loaded, or empty; None if it can."""
    scenario = state.scenario
    if len(order.units) != 1:
        return Illegal("IV.C.1", "name the transport: {verb} TRANSPORT", verb=order.verb)
    id_ = order.units[0]
    transport = scenario.index[id_]
    if not transports_with_supply(state, side) >> transport & 1:
        return Illegal("IV.C.2", "{unit} is not stacked with supply", unit=id_)
    if order.verb == "load" and state.tokens[transport] >= TOKENS:
        return Illegal("IV.C.1", "{unit} is already loaded", unit=id_)
    if order.verb == "unload" and state.tokens[transport] < TOKENS:
        return Illegal("IV.C.1", "{unit} does not carry a full load", unit=id_)
    return None


def apply_load(state: OcsState, side: int, order: Order) -> list[Event]:
    """Load a transport from the dump in its hex, as far as it carries, or empty it."""
    transport = state.scenario.index[order.units[0]]
    hex_ = state.at[transport]
    if order.verb == "load":
        dump = dump_at(state, hex_, side)
        amount = min(TOKENS - state.tokens[transport], state.tokens[dump])
        drain(state, dump, amount)
        state.tokens[transport] += amount
    else:
        amount = state.tokens[transport]
        drain(state, transport, amount)
        pile(state, hex_, side, amount)
    changed(state)
    name, loaded = state.scenario.sides[side], order.verb == "load"
    return [TransportPrepared(side=name, units=order.units, loaded=loaded, rule="IV.C.1")]


def divisions(state: OcsState, side: int) -> CounterSet:
    """Return the divisions of the free setup that can detach regiments [IV.A]."""
    if state.turn or state.side != side:
        return 0
    return detachments.divisible(state.scenario) & free_units(state.scenario, side)


def detach_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order of a division to detach a regiment at setup."""
    order = Order("detach", units=state.scenario.names[unit])
    return [] if check_detach(state, side, order) else [order]


def check_detach(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a division cannot detach a regiment at setup, or None if it can."""
    if len(order.units) != 1 or not divisions(state, side) >> state.scenario.index[order.units[0]] & 1:
        return Illegal("IV.A.3", "only a division with a free setup can detach regiments now")
    return detachments.check_breakdown(state, state.scenario.index[order.units[0]])


def apply_detach(state: OcsState, side: int, order: Order) -> list[Event]:
    """Detach a regiment at setup."""
    return detachments.detach(state, state.scenario.index[order.units[0]])


# -- end of setup ----------------------------------------------------------------------------------


def check_end(state: OcsState) -> Illegal | None:
    """Return why the setup cannot end, or None: no hex can be overstacked [IV.F]."""
    too_full = overstacked(state, state.side)
    if not too_full:
        return None
    where = state.scenario.label(bits(too_full)[0])
    return Illegal("IV.F", "{hex} is over the stacking limit", hex=where)
