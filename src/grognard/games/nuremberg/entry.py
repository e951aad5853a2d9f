"""Cases 9.0, 10.7, 12.1.4.2 and 12.4.2: units that enter by the map edge, in stacks.

Heliborne units fly in: they pay nothing, may roll for attrition, and may fly on [10.6, R-NUR-53].
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import keep
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of, union
from grognard.games.afcent.model.scenario import NATO, PACT, SCALE, AfcentScenario
from grognard.games.afcent.model.state import COMING, WITHHELD, WITHHELD_SOUTH, AfcentState, controlled, zone
from grognard.games.afcent.movement.active_stack import OFF_MAP, activate_stack, allowance, arrive, captured
from grognard.games.afcent.movement.helicopters import airspace, check_airspace, roll_attrition
from grognard.games.afcent.movement.move_legality import why_no_column
from grognard.games.afcent.movement.reach import closed_to_columns
from grognard.games.afcent.movement.stacking import fits, stacking_refusal
from grognard.games.afcent.movement.step_costs import Toll, edge_costs, ground, handicap, parts
from grognard.games.kit.legality import bad_notation
from grognard.games.nuremberg.events import Entered

WITHHELD_AT = {WITHHELD: "east-german-entry", WITHHELD_SOUTH: "czechoslovak-entry"}
"""Entry hexes of withheld units, by their country [12.1.4.2.a, 12.1.4.2.b]."""
EDGES = ("west", "south")
"""The edges by which US reinforcements enter [12.4.2-us.a, 12.4.2-us.b]."""


@lru_cache(maxsize=16)
def queue_hexes(scenario: AfcentScenario) -> tuple[Hex, ...]:
    """Return the autobahn hexes at which stacks queue, the Pact's first [10.7-autobahn-entry, R-NUR-52]."""
    pact = [hex_ for region in WITHHELD_AT.values() for hex_ in bits(scenario.region(region))]
    here = ground(scenario)
    on_autobahn = 0
    for hexes in here.autobahn:
        on_autobahn |= hexes
    nato = mask_of(hex_ for edge in EDGES for hex_ in bits(scenario.region(f"{edge}-entry")))
    exits = scenario.region("northern-exits") | scenario.region("southern-exits")
    return (*pact, *bits(nato & exits & on_autobahn))


@lru_cache(maxsize=1 << 10)
def entry_hexes(scenario: AfcentScenario, unit: int, place: int) -> HexSet:
    """Return the entry hexes of a unit at a place off the map."""
    if place in WITHHELD_AT:
        return scenario.region(WITHHELD_AT[place])
    tags = scenario.counters[unit].tags
    edge = next((edge for edge in EDGES if f"edge:{edge}" in tags), "")
    return scenario.region(f"{edge}-entry") if edge and place == COMING else 0


def check_entry_time(state: AfcentState, unit: int) -> Illegal | None:
    """Return why a unit cannot enter the map in this phase [12.1.4.2.c, 12.4.2-us.c, 12.4.2-us.d]."""
    scenario, id_ = state.scenario, state.scenario.counters[unit].id
    if state.phase != "movement" or scenario.side_of[unit] != state.side:
        return Illegal("9.0-phase", "{unit} can enter only in its own movement phase", unit=id_)
    if not entry_hexes(scenario, unit, state.at[unit]):
        return Illegal("9.0-phase", "{unit} is not waiting to enter", unit=id_)
    if state.turn < scenario.entry_turn[unit]:
        return Illegal(
            "12.4.2-us.d", "{unit} cannot enter before turn {turn}", unit=id_, turn=scenario.entry_turn[unit]
        )
    if state.side == NATO and state.fight_first[NATO]:
        return Illegal("12.4.2-us.c", "{unit} can enter only in a turn in which NATO moves first", unit=id_)
    return None


def costs_to_enter(state: AfcentState, units: Sequence[int], hex_: Hex) -> list[Toll]:
    """List the costs of entering by a hex: its terrain, or the autobahn and the queue before it.

    Enemy airpower, refugees and ZOCs are added [12.4.2-us.e, 12.4.2-us.f, R-NUR-36].
    """
    scenario = state.scenario
    side = scenario.side_of[units[0]]
    mountain = all(scenario.mountaineers >> unit & 1 for unit in units)
    paid = edge_costs(state, side, mountain, hex_)
    if hex_ in queue_hexes(scenario):
        before = state.entered[queue_hexes(scenario).index(hex_)]
        each = scenario.special["entry"]["pact_queue_extra_per_stack"]
        first = ground(scenario).chart["autobahn"]["move"]
        price = parts(first + before * each)
        rule = "12.1.4.2.b" if side == PACT else "10.7-autobahn-entry"
        paid[0] = Toll(hex_, price, "autobahn queue" if before else "autobahn", rule)
    if zone(state, 1 - side) >> hex_ & 1:
        paid.append(
            Toll(hex_, parts(scenario.charts["limits"]["zoc_enter"]), "entering enemy ZOC", "8.1-enter")
        )
    return paid


def _open(state: AfcentState, units: Sequence[int], hex_: Hex, column: bool) -> bool:
    """Return whether units that can stack in a hex can enter by it and pay for it."""
    if _flies(state, units):
        return not column and bool(airspace(state, state.side) >> hex_ & 1)
    if column and closed_to_columns(state, state.side) >> hex_ & 1:
        return False
    return _price(state, units, hex_) <= min(allowance(state, unit, column) for unit in units)


def _flies(state: AfcentState, units: Sequence[int]) -> bool:
    """Return whether units enter by air [10.6]."""
    return bool(state.scenario.heliborne >> units[0] & 1)


def _price(state: AfcentState, units: Sequence[int], hex_: Hex) -> int:
    return sum(toll.price for toll in costs_to_enter(state, units, hex_))


# -- orders ----------------------------------------------------------------------------------------


def waiting(state: AfcentState) -> CounterSet:
    """Return the units off the map that can enter now [12.1.4.2.c, 12.4.2-us.d]."""
    found: CounterSet | None = state.cache.get("waiting")
    if found is None:
        units, here = waiting_units(state), state.here.get
        where = [here(hex_, 0) for hex_ in all_entry_hexes(state.scenario)] if units else []
        reads = (
            units,
            here(WITHHELD, 0),
            where,
            state.entered[:],
            handicap(state, state.side),
            zone(state, 1 - state.side),
            airspace(state, state.side),
        )
        found = keep(state, "waiting", reads, lambda: _waiting(state)) if units else 0
        state.cache["waiting"] = found
    return found


@lru_cache(maxsize=16)
def all_entry_hexes(scenario: AfcentScenario) -> tuple[Hex, ...]:
    """Return the entry hexes of all units."""
    regions = (*WITHHELD_AT.values(), *(f"{edge}-entry" for edge in EDGES))
    return bits(union(scenario.region(region) for region in regions))


def waiting_units(state: AfcentState) -> CounterSet:
    """Return the units waiting to enter in this phase, whether or not an entry hex is open."""
    if state.phase != "movement" or (state.side == NATO and state.fight_first[NATO]):
        return 0
    here = state.here.get
    there = here(WITHHELD, 0) | here(WITHHELD_SOUTH, 0) if state.side == PACT else here(COMING, 0)
    return there and there & edge_arrivals(state.scenario, state.turn) & state.scenario.units_of[state.side]


@lru_cache(maxsize=64)
def edge_arrivals(scenario: AfcentScenario, turn: int) -> CounterSet:
    """Return the units that enter by the map edge in a turn or earlier [12.4.2-us.d]."""
    return mask_of(
        c
        for c in range(scenario.unit_count)
        if scenario.entry_turn[c] <= turn
        and (scenario.side_of[c] == PACT or entry_hexes(scenario, c, COMING))
    )


def _waiting(state: AfcentState) -> CounterSet:
    scenario, at = state.scenario, state.at
    found = 0
    prices: dict[HexSet, list[tuple[Hex, int]]] = {}
    for unit in bits(waiting_units(state)):
        if _flies(state, (unit,)):
            found |= 1 << unit if enter_orders(state, unit) else 0
            continue
        hexes = entry_hexes(scenario, unit, at[unit])
        if hexes not in prices:  # the same for all: none of them are mountain infantry
            prices[hexes] = [(hex_, _price(state, (unit,), hex_)) for hex_ in bits(hexes)]
        points = allowance(state, unit)
        if any(price <= points and fits(state, 1 << unit, hex_) for hex_, price in prices[hexes]):
            found |= 1 << unit
    return found


def enter_orders(state: AfcentState, unit: int) -> list[Order]:
    """List the entries of a unit alone, in column or not."""
    scenario = state.scenario
    if not waiting_units(state) >> unit & 1:
        return []
    name, label = scenario.names[unit], scenario.label
    open_ = [
        hex_ for hex_ in bits(entry_hexes(scenario, unit, state.at[unit])) if fits(state, 1 << unit, hex_)
    ]
    if _flies(state, (unit,)):
        return [
            Order("enter", units=name, path=(label(h),)) for h in open_ if _open(state, (unit,), h, False)
        ]
    prices = {hex_: _price(state, (unit,), hex_) for hex_ in open_}
    shunned = closed_to_columns(state, state.side) if open_ else 0
    points, more = allowance(state, unit), allowance(state, unit, column=True)
    near = [hex_ for hex_, price in prices.items() if price <= points]
    far = [hex_ for hex_, price in prices.items() if price <= more and not shunned >> hex_ & 1]
    return [
        Order(verb, units=name, path=(label(hex_),))
        for verb, hexes in (("enter", near), ("enter-column", far))
        for hex_ in hexes
    ]


def check_enter(state: AfcentState, order: Order) -> Illegal | None:
    """Return why units cannot enter the map together by a hex."""
    scenario, column = state.scenario, order.verb == "enter-column"
    if not order.units or len(order.path) != 1 or order.target or order.words:
        return bad_notation(order, scenario, "name the units and the hex: {example}")
    units = tuple(scenario.index[id_] for id_ in order.units)
    for unit in units:
        if unit >= scenario.unit_count:
            return Illegal("9.0-markers", "{unit} is not a unit", unit=scenario.counter_ids[unit])
        refusal = check_entry_time(state, unit)
        if refusal:
            return refusal
    hex_, label = scenario.grid.hex(order.path[0]), order.path[0]
    for unit in units:
        if not entry_hexes(scenario, unit, state.at[unit]) >> hex_ & 1:
            names = ", ".join(scenario.grid.names(entry_hexes(scenario, unit, state.at[unit])))
            reason = "{unit} cannot enter in {hex}; its entry hexes are {names}"
            return Illegal(
                _entry_rule(state, unit), reason, unit=scenario.counter_ids[unit], hex=label, names=names
            )
    crowd = stacking_refusal(state, mask_of(units), hex_)
    if crowd:
        rule = "10.2-enemy" if state.held[1 - state.side] >> hex_ & 1 else crowd.rule
        return Illegal(rule, crowd.text.template, **crowd.text.arguments)
    if _flies(state, units):
        return _check_flight(state, units, hex_, column)
    if column and closed_to_columns(state, state.side) >> hex_ & 1:
        return why_no_column(state, state.side, hex_)
    if not _open(state, units, hex_, column):
        cost = _price(state, units, hex_) / SCALE
        return Illegal(
            "10.2-nomin",
            "entering in {hex} costs {cost:g} MP, more than the units have",
            hex=label,
            cost=cost,
        )
    return None


def _check_flight(state: AfcentState, units: Sequence[int], hex_: Hex, column: bool) -> Illegal | None:
    """Return why heliborne units cannot fly in by a hex; they stack with their own kind only [10.6]."""
    if column:
        reason = "{unit} is heliborne and does not form columns; use enter"
        return Illegal("10.6-nobonus", reason, unit=state.scenario.counter_ids[units[0]])
    return check_airspace(state, state.side, hex_)


def _entry_rule(state: AfcentState, unit: int) -> str:
    """Return the rule that gives the entry hexes of a unit."""
    if state.side == PACT:
        return "12.1.4.2.b"
    return "12.4.2-us.a" if "edge:west" in state.scenario.counters[unit].tags else "12.4.2-us.b"


def apply_enter(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Enter the map as one stack, which may continue by further orders [9.0-phase, 12.4.2-us.g]."""
    scenario, side = state.scenario, state.side
    units = tuple(scenario.index[id_] for id_ in order.units)
    hex_, movers = scenario.grid.hex(order.path[0]), mask_of(units)
    flies = _flies(state, units)
    cost = 0 if flies else _price(state, units, hex_)
    if hex_ in queue_hexes(scenario) and not flies:
        state.entered[queue_hexes(scenario).index(hex_)] += 1
    for unit in units:
        state.began[unit], state.spent[unit] = OFF_MAP - units[0], cost
    activate_stack(state, units[0])
    state.moving |= movers
    state.column |= movers if order.verb == "enter-column" else 0
    if zone(state, 1 - side) >> hex_ & 1:
        state.stopped |= movers & ~(scenario.recon | scenario.heliborne)  # [8.1-nonrecon-stop, 8.1-heli]
    taken = scenario.cities & controlled(state, 1 - side) & 1 << hex_
    arriving = list(units)
    attrition = roll_attrition(state, arriving, (hex_,), 0, dice) if flies else []
    if arriving:
        arrive(state, arriving, hex_)
    entered = Entered(
        side=scenario.sides[side],
        units=order.units,
        hexes=order.path,
        column=order.verb == "enter-column",
        rule="9.0-phase",
    )
    return [entered, *attrition, *captured(state, side, taken if arriving else 0)]
