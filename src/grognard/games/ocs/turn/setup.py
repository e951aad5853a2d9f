"""Chapter IV: the set-up as the scenario gives it, and what a side may choose where it sets up freely."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.logistics import schedule
from grognard.games.ocs.logistics.entry_hexes import open_modes, standable
from grognard.games.ocs.model.combat_events import TransportPrepared, UnitsPlaced
from grognard.games.ocs.model.files import Placed
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario, tokens
from grognard.games.ocs.model.state import OcsState, put, spare
from grognard.games.ocs.supply.tokens import bring, drain, dump_at, pile
from grognard.games.ocs.units import detachments
from grognard.games.ocs.units.modes import set_mode, spoken
from grognard.games.ocs.units.stacking import fits, overstacked

# -- as the file says ------------------------------------------------------------------------------


def deploy(state: OcsState) -> None:
    """Put everything where the scenario's file has it [IV]; nothing is fueled [IV.J]."""
    scenario = state.scenario
    if scenario.file.weather:
        state.ground = scenario.conditions.index(scenario.file.weather)
    for placed in scenario.file.setup:
        if placed.supply:
            bring(state, scenario.hex(placed.hex), _side(scenario, placed), tokens(placed.supply))
    for unit, placed in stations(scenario).items():
        put(state, unit, _first_place(state, unit, placed))
        set_mode(state, 1 << unit, placed.mode)
        state.lost[unit] = placed.lost
        if scenario.transports >> unit & 1:
            _load_new(state, unit, tokens(placed.loaded))
            state.extended |= 1 << unit if placed.extender else 0
    _place_works(state)
    schedule.expect(state)
    free = next_free(state, 0)
    state.phase_index = state.first = free[0] if free else 0
    changed(state)


def _side(scenario: OcsScenario, placed: Placed) -> int:
    if placed.side:
        return scenario.side_index[placed.side]
    return scenario.side_of[scenario.counter(placed.units[0])]


@lru_cache(maxsize=32)
def stations(scenario: OcsScenario) -> dict[int, Placed]:
    """For each counter that is on the map at the start its line of the file; generic ones are given out."""
    pools: dict[tuple[int, str], Iterator[int]] = {}
    for side, own in enumerate(scenario.of_side):
        pools[side, "trucks"] = iter(bits(scenario.trucks & ~scenario.organic & own))
        pools[side, "wagons"] = iter(bits(scenario.wagons & own))
    found: dict[int, Placed] = {}
    for placed in scenario.file.setup:
        found |= {scenario.counter(id_): placed for id_ in placed.units}
        for kind, count in (("trucks", placed.trucks), ("wagons", placed.wagons)):
            for _ in range(count):
                counter = next(pools[_side(scenario, placed), kind], -1)
                if counter < 0:
                    raise scenario.fault(f"setup in {placed.hex}: there are too few {kind}", "setup")
                found[counter] = placed
    return found


def _first_place(state: OcsState, unit: int, placed: Placed) -> Hex:
    """Where a counter stands at first: in the named hex, or when that is full as near to it as it may be."""
    scenario, hex_ = state.scenario, state.scenario.hex(placed.hex)
    if not is_free(placed) or fits(state, hex_, 1 << unit):
        return hex_
    near = sorted(bits(area(state, unit)), key=lambda other: scenario.grid.distance(hex_, other))
    return next((other for other in near if fits(state, other, 1 << unit)), hex_)


def _place_works(state: OcsState) -> None:
    """Hedgehogs, ports and air bases of the start [3.3c, 19.0]."""
    scenario = state.scenario
    for hog in scenario.file.hedgehog:
        counter = spare(state, scenario.hedgehogs & scenario.of_side[scenario.side_index[hog.side]])
        if counter < 0:
            raise scenario.fault(f"hedgehog in {hog.hex}: there are too few of them", "hedgehog")
        state.level[counter] = hog.level
        put(state, counter, scenario.hex(hog.hex))
    works = [("port", port.owner, port.hex, port.hits) for port in scenario.file.port]
    works += [("air-base", base.side, base.hex, base.level) for base in scenario.file.base]
    for kind, side, label, level in works:
        counter = scenario.counter(f"{side[0]}-{kind}-{label.replace('.', '')}")
        state.level[counter] = level
        put(state, counter, scenario.hex(label))


def _load_new(state: OcsState, transport: int, amount: int) -> None:
    """Supply that a transport point has at the start because the scenario says so [IV.C, IV.D]."""
    state.tokens[transport] += amount
    state.ledger[state.scenario.side_of[transport]] += amount


# -- free set-up -----------------------------------------------------------------------------------


def is_free(placed: Placed) -> bool:
    """Whether the owner chooses where they go."""
    return bool(placed.within or placed.zone)


@lru_cache(maxsize=32)
def free_units(scenario: OcsScenario, side: int) -> CounterSet:
    """The counters that a side places as it likes [IV.A]."""
    free = (unit for unit, placed in stations(scenario).items() if is_free(placed))
    return mask_of(free) & scenario.of_side[side]


def next_free(state: OcsState, side: int) -> tuple[int, ...]:
    """The sides from this one on that have something to place as they like."""
    sides = range(side, len(state.scenario.sides))
    return tuple(one for one in sides if free_units(state.scenario, one))


def placeable(state: OcsState, side: int) -> CounterSet:
    """What a side can still place elsewhere: its free counters, and regiments that they detached [IV.A]."""
    if state.turn or state.side != side:
        return 0
    scenario = state.scenario
    regiments = scenario.breakdowns & scenario.of_side[side]
    return free_units(scenario, side) | mask_of(c for c in bits(regiments) if state.at[c] >= 0)


def area(state: OcsState, unit: int) -> HexSet:
    """The hexes where a counter may be set up: within reach of the named hex or in a zone, never where it
    could not go by itself [IV.A, IV.H, IV.I]. A detached regiment: wherever its division may be."""
    scenario = state.scenario
    if scenario.breakdowns >> unit & 1:
        pool, found = scenario.counters[unit].pool, 0
        for parent in bits(free_units(scenario, scenario.side_of[unit]) & scenario.multistep):
            if scenario.counters[parent].pool == pool and state.lost[parent]:
                found |= _zone(scenario, stations(scenario)[parent])
    else:
        found = _zone(scenario, stations(scenario)[unit])
    return found & standable(state, unit) & ~state.held[1 - scenario.side_of[unit]]


def _zone(scenario: OcsScenario, placed: Placed) -> HexSet:
    near = scenario.grid.within(scenario.hex(placed.hex), placed.within)
    line = scenario.hexes(placed.boundary)
    zone = scenario.hexes(placed.zone)
    return (near | (zone | line if placed.inclusive else zone & ~line)) & scenario.land


def place_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Every other hex and mode in which a counter can be set up."""
    scenario, now = state.scenario, (state.at[unit], spoken(state, unit))
    return [
        Order("place", units=scenario.names[unit], path=(scenario.label(hex_),), words=(mode,))
        for hex_ in bits(area(state, unit))
        if hex_ == state.at[unit] or _holds(state, unit, hex_)
        for mode in open_modes(state, unit, hex_)
        if (hex_, mode) != now
    ]


def _holds(state: OcsState, unit: int, hex_: Hex) -> bool:
    """Nobody sets up overstacked [IV.F]; only combat units count [4.8]."""
    return not state.scenario.combat_units >> unit & 1 or fits(state, hex_, 1 << unit)


def check_place(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why units cannot be set up so."""
    scenario = state.scenario
    if not order.units or len(order.path) != 1:
        return Illegal("IV.A.1", "say who is set up where: place UNIT HEX")
    hex_ = scenario.grid.hex(order.path[0])
    units = [scenario.index[id_] for id_ in order.units]
    for unit in units:
        refusal = _check_place_one(state, side, unit, hex_, order.words)
        if refusal:
            return refusal
    coming = mask_of(units) & scenario.combat_units
    if coming and not fits(state, hex_, coming):
        return Illegal("IV.F", f"too many units would be in {scenario.place_name(hex_)}")
    return None


def _check_place_one(
    state: OcsState, side: int, unit: int, hex_: Hex, words: tuple[str, ...]
) -> Illegal | None:
    scenario, name = state.scenario, state.scenario.called[unit]
    where = scenario.place_name(hex_)
    if not placeable(state, side) >> unit & 1:
        return Illegal("IV.A.1", f"{name} stands where the scenario puts it")
    if not standable(state, unit) >> hex_ & 1:
        return Illegal("IV.I", f"{name} could not get to {where} by itself")
    if not area(state, unit) >> hex_ & 1:
        return Illegal("IV.A.1", f"{name} may not be set up in {where}")
    mode = _mode(state, unit, words)
    if mode not in open_modes(state, unit, hex_):
        return Illegal("IV.B.2", f"{name} cannot begin in {mode} mode in {where}")
    return None


def _mode(state: OcsState, unit: int, words: tuple[str, ...]) -> str:
    return words[0] if words else spoken(state, unit)


def apply_place(state: OcsState, side: int, order: Order) -> list[Event]:
    """Units are set up elsewhere, or in another mode."""
    scenario = state.scenario
    hex_ = scenario.grid.hex(order.path[0])
    for id_ in order.units:
        unit = scenario.index[id_]
        mode = _mode(state, unit, order.words)
        put(state, unit, hex_)
        set_mode(state, 1 << unit, mode)
    name, where = scenario.sides[side], (scenario.label(hex_),)
    return [UnitsPlaced(side=name, units=order.units, hexes=where, rule="IV.A.1", only=(name,))]


# -- loads and regiments at set-up -----------------------------------------------------------------


def carriers(state: OcsState, side: int) -> CounterSet:
    """Transport Points that stand with supply, or have some on them [IV.C, IV.D]."""
    if state.turn or state.side != side:
        return 0
    scenario = state.scenario
    own = scenario.transports & scenario.of_side[side] & ~state.extended
    return mask_of(c for c in bits(own) if state.at[c] >= 0 and dump_at(state, state.at[c], side) >= 0)


def load_orders(state: OcsState, side: int, transport: int) -> list[Order]:
    """Begin loaded from the supply in the hex, or empty [IV.C]."""
    verb = "unload" if state.tokens[transport] else "load"
    order = Order(verb, units=state.scenario.names[transport])
    return [] if check_load(state, side, order) else [order]


def check_load(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a transport cannot begin loaded, or empty."""
    scenario = state.scenario
    if len(order.units) != 1:
        return Illegal("IV.C.1", f"say which transport: {order.verb} TRANSPORT")
    transport = scenario.index[order.units[0]]
    if not carriers(state, side) >> transport & 1:
        return Illegal("IV.C.2", f"{scenario.called[transport]} is not stacked with supply")
    if (order.verb == "load") == (state.tokens[transport] >= TOKENS):
        return Illegal("IV.C.1", f"{scenario.called[transport]} is so already")
    if order.verb == "unload" and not state.tokens[transport]:
        return Illegal("IV.C.1", f"{scenario.called[transport]} is empty")
    return None


def apply_load(state: OcsState, side: int, order: Order) -> list[Event]:
    """A transport begins with as much as it carries of the supply there, or with nothing."""
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
    return [TransportPrepared(side=name, units=order.units, loaded=loaded, rule="IV.C.1", only=(name,))]


def divisions(state: OcsState, side: int) -> CounterSet:
    """Free divisions that can begin with regiments detached [IV.A]."""
    if state.turn or state.side != side:
        return 0
    return detachments.divisible(state.scenario) & free_units(state.scenario, side)


def detach_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """A division begins with a regiment detached."""
    order = Order("detach", units=state.scenario.names[unit])
    return [] if check_detach(state, side, order) else [order]


def check_detach(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a division cannot begin with a regiment detached."""
    if len(order.units) != 1 or not divisions(state, side) >> state.scenario.index[order.units[0]] & 1:
        return Illegal("IV.A.3", "only a division that is set up freely begins with regiments detached")
    return detachments.why_whole(state, state.scenario.index[order.units[0]])


def apply_detach(state: OcsState, side: int, order: Order) -> list[Event]:
    """A division begins with a regiment detached."""
    return detachments.detach(state, state.scenario.index[order.units[0]])


# -- the set-up ends -------------------------------------------------------------------------------


def check_end(state: OcsState) -> Illegal | None:
    """Why the set-up cannot end: hexes are overstacked [IV.F]."""
    crowded = overstacked(state, state.side)
    if not crowded:
        return None
    where = state.scenario.place_name(bits(crowded)[0])
    return Illegal("IV.F", f"too many units are in {where}: nobody sets up overstacked")
