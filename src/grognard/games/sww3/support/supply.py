"""Chapter 9: supply by home country, coast, garrison, line and air."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.errors import Illegal
from grognard.core.facts import changed, keep, keep_up
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.hexes.trace import NO_LINES, Lines, retrace, spread_across, trace_path
from grognard.games.sww3.events import AerialSupplyPlaced
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, cities, controlled, zone

# -- sources ------------------------------------------------------------------------------------


class SupplySources:
    """The supply sources of a theatre by board and charts; read-only."""

    def __init__(self, scenario: Sww3Scenario, number: int) -> None:
        theatre = scenario.theatres[number]
        given = theatre.charts["supply"]
        land = scenario.land & theatre.hexes
        self.edge = theatre.regions(given["soviet"]) & land
        """The map edge that supplies the Soviet side [Pincher 9.17, Sandown 9.16]."""
        self.soviet_ground = theatre.regions(theatre.charts["control"]["soviet"])
        self.soviet_coast = theatre.regions(given["soviet_coasts"]) & land
        """Coasts of the closed seas [Sandown 9.19]."""
        coasts = [id_ for id_, region in theatre.board.regions.items() if "coast" in region.tags]
        self.allied_coast = theatre.regions(id_ for id_ in coasts if id_ not in given["soviet_coasts"]) & land
        """Coasts of the open seas [Pincher 9.20, Sandown 9.18]."""
        self.ports = theatre.ports & self.allied_coast
        self.roads = theatre.regions(given["allied"]) & land
        """Road hexes on the map edge [Sandown 9.15]."""
        self.only = [(theatre.region(o["area"]), theatre.region(o["sources"]) & land) for o in given["only"]]
        """Areas in which Allied units can use only certain sources [Pincher 9.16]."""


@lru_cache(maxsize=16)
def supply_sources(scenario: Sww3Scenario, theatre: int) -> SupplySources:
    """Return the supply sources of a theatre."""
    return SupplySources(scenario, theatre)


def open_ports(state: Sww3State, theatre: int) -> HexSet:
    """Return un-nuked Allied ports; never on a closed sea [9.15, 11.19, R-SAN-14]."""
    ports = supply_sources(state.scenario, theatre).ports
    return ports & controlled(state, ALLIED) & ~(state.nuked | state.neutral)


def sources(state: Sww3State, side: int, theatre: int) -> HexSet:
    """Return the usable supply sources of a side [9.11]."""
    here = supply_sources(state.scenario, theatre)
    if side == SOVIET:
        # A captured edge hex is usable again as soon as the enemy has left it [R-SWW-41].
        ours = controlled(state, SOVIET) | here.soviet_ground
        return here.edge & ours & ~(state.held[ALLIED] | state.neutral)
    found = open_ports(state, theatre) | here.roads & controlled(state, ALLIED)
    for _, special in here.only:
        found |= special
    return found & ~state.held[SOVIET]


# -- lines --------------------------------------------------------------------------------------


def passable(state: Sww3State, side: int) -> HexSet:
    """Return the hexes through which a side can trace supply [9.3-9.6, R-SWW-25, R-PIN-33]."""
    foe = 1 - side
    blocked = state.held[foe] | cities(state) & controlled(state, foe) | zone(state, foe) & ~state.held[side]
    return state.scenario.land & ~(blocked | state.neutral)


def supplied(state: Sww3State, side: int) -> HexSet:
    """Return the hexes where any unit of a side is in supply by line or coast.

    On turn 1 that is everywhere [5.5].
    """
    if state.turn == 1:
        return state.scenario.land
    mask: HexSet | None = state.cache.get(_SUPPLIED[side])
    if mask is None:
        theatres, free = range(len(state.scenario.theatres)), passable(state, side)
        origins = [sources(state, side, theatre) for theatre in theatres]

        def find() -> HexSet:
            found = 0
            for theatre in theatres:
                found |= _coast(state, side, theatre) | _by_line(state, side, theatre, free, origins[theatre])
            return found

        reads = (free, *origins, state.held[1 - side], state.neutral)
        mask = state.cache[_SUPPLIED[side]] = keep(state, _SUPPLIED[side], reads, find)
    return mask


_SUPPLIED = ("supplied of side 0", "supplied of side 1")


def _coast(state: Sww3State, side: int, theatre: int) -> HexSet:
    """Return the coastal supply hexes, nuked or not [Pincher 9.20, Sandown 9.18, 9.19]."""
    here = supply_sources(state.scenario, theatre)
    return (here.soviet_coast if side == SOVIET else here.allied_coast) & ~state.neutral


def _by_line(state: Sww3State, side: int, theatre: int, free: HexSet, working: HexSet) -> HexSet:
    """Return the hexes with a line from working sources through free hexes [9.2, 9.15-9.17, R-PIN-13]."""
    scenario = state.scenario
    stay = scenario.land & ~(state.held[1 - side] | state.neutral)
    if side == SOVIET:
        return _linked(state, (theatre, side), working, free) & stay
    special, found = 0, 0
    for area, own in supply_sources(scenario, theatre).only:
        special |= area
        found |= _linked(state, (theatre, side, area), own & working, free) & area
    general = open_ports(state, theatre) | supply_sources(scenario, theatre).roads
    return (found | _linked(state, (theatre, side), general & working, free) & ~special) & stay


def _linked(state: Sww3State, which: tuple[int, ...], origins: HexSet, free: HexSet) -> HexSet:
    """Return the hexes with a line from some sources, through free hexes and one hex beyond [9.4].

    Updated incrementally, because most moves change few lines.
    """
    grid, barred = state.scenario.grid, state.scenario.barred
    starts = origins & free

    def update(last: Lines | None) -> Lines:
        return retrace(grid, last or NO_LINES, starts, free, barred)

    reached = keep_up(state, ("lines", *which), (starts, free), update).reached
    beyond = keep(state, ("linked", *which), reached, lambda: spread_across(grid, reached, barred))
    return reached | beyond | origins


# -- units --------------------------------------------------------------------------------------


def home(state: Sww3State, unit: int) -> HexSet:
    """Return the hexes of a unit's own country, on any map [9.14]."""
    return _home(state.scenario, state.scenario.nation[unit])


@lru_cache(maxsize=256)
def _home(scenario: Sww3Scenario, nation: str) -> HexSet:
    mask = 0
    for theatre in scenario.theatres:
        mask |= theatre.regions(theatre.charts["home"].get(nation, ()))
    return mask


def overland(state: Sww3State, unit: int) -> bool:
    """Whether a unit is in supply other than by air, as columns must be [11.16, R-PIN-14]."""
    scenario, hex_ = state.scenario, state.at[unit]
    if state.turn == 1 or hex_ < 0 or scenario.static >> unit & 1:  # [5.5], reserves, Berlin [9.19]
        return True
    if home(state, unit) >> hex_ & 1:
        return True
    return bool(supplied(state, scenario.side_of[unit]) >> hex_ & 1)


def in_supply(state: Sww3State, unit: int) -> bool:
    """Whether a unit is in supply now [9.1, 9.2]."""
    return overland(state, unit) or by_air(state, unit)


def unsupplied(state: Sww3State) -> CounterSet:
    """Return the units on the map that are out of supply now: `in_supply` for all of them at once."""
    scenario, here, found = state.scenario, state.here, 0
    for side, units in enumerate(scenario.units_of):
        for hex_ in bits(state.held[side] & ~supplied(state, side)):
            found |= here[hex_] & units
    return mask_of(unit for unit in bits(found) if not in_supply(state, unit))


def by_air(state: Sww3State, unit: int) -> bool:
    """Whether a unit has an aerial supply marker or was dropped this turn [9.18, 10.2]."""
    hex_ = state.at[unit]
    if state.dropped >> unit & 1:
        return True
    if hex_ < 0 or not state.aerial >> hex_ & 1:
        return False
    return state.air[state.scenario.theatre_at(hex_)] == state.scenario.side_of[unit]


def explain_supply(state: Sww3State, unit: int) -> Explanation:
    """Explain whether a unit is in supply, and by which rule [9.14-9.20, R-PIN-13]."""
    scenario, hex_ = state.scenario, state.at[unit]
    called = scenario.called[unit]
    if not state.turn or hex_ < 0:  # supply is judged only in play and on the map
        return Explanation(f"Supply of {called}", (), "needs no supply")
    side, theatre = scenario.side_of[unit], scenario.theatre_at(hex_)
    ways = [
        ("own country", bool(home(state, unit) >> hex_ & 1), "9.14"),
        ("coast", bool(_coast(state, side, theatre) >> hex_ & 1), _coast_rule(state, side, theatre)),
        ("aerial supply", by_air(state, unit), f"{_air_rule(state, theatre)}-effect"),
        _supply_line_row(state, unit, theatre),
    ]
    if state.turn == 1:
        ways.insert(0, ("first turn", True, "5.5-supply"))
    garrison = scenario.theatres[theatre].charts["supply"]["garrison_rule"]
    if garrison and scenario.static >> unit & 1:
        ways.insert(0, ("Berlin garrison", True, garrison))
    lines = tuple(Line(label, "yes" if holds else "no", rule) for label, holds, rule in ways)
    total = "in supply" if in_supply(state, unit) else "out of supply"
    return Explanation(f"Supply of {called} in {scenario.grid.label(hex_)}", lines, total)


def _supply_line_row(state: Sww3State, unit: int, theatre: int) -> tuple[str, bool, str]:
    """Return whether a unit has a supply line, and to which source [9.2]."""
    line = supply_line(state, unit)
    if not line:
        return "supply line", False, "9.2-trace"
    source, named = line[-1], state.scenario.theatres[theatre].named
    return (
        f"supply line to {state.scenario.grid.label(source)} {named.get(source, '')}".rstrip(),
        True,
        "9.2-trace",
    )


def _air_rule(state: Sww3State, theatre: int) -> str:
    """Return the case on aerial supply, which the rulebooks number differently."""
    return str(state.scenario.theatres[theatre].charts["supply"]["aerial_rule"])


def _coast_rule(state: Sww3State, side: int, theatre: int) -> str:
    rules = state.scenario.theatres[theatre].charts["supply"]["coast_rules"]
    return str(rules[side])


def supply_line(state: Sww3State, unit: int) -> list[Hex]:
    """Return a shortest supply line from a unit's hex to a source; empty if it has none [9.2]."""
    scenario, hex_ = state.scenario, state.at[unit]
    side, theatre = scenario.side_of[unit], scenario.theatre_at(hex_)
    origins = sources(state, side, theatre)
    if side == ALLIED:
        here = supply_sources(scenario, theatre)
        special = next((own for area, own in here.only if area >> hex_ & 1), None)
        origins &= open_ports(state, theatre) | here.roads if special is None else special
    free = passable(state, side)
    if origins >> hex_ & 1:
        return [hex_]
    return trace_path(scenario.grid, hex_, origins & free, free, barred=scenario.barred)


# -- aerial supply ------------------------------------------------------------------------------


def aerial_hexes(state: Sww3State, side: int) -> HexSet:
    """Return the hexes where a side may place an aerial supply marker [9.18]."""
    found = 0
    for number, theatre in enumerate(state.scenario.theatres):
        if state.air[number] == side and state.aerial_left[number] > 0:
            found |= state.held[side] & theatre.hexes
    return found & ~(state.aerial | state.neutral)


def aerial_orders(state: Sww3State, side: int) -> Sequence[Order]:
    """Return an order for each hex a side may supply by air."""
    labels = state.scenario.grid.labels
    return OrderPerHex(aerial_hexes(state, side), lambda hex_: Order("supply", labels[hex_]))


def check_aerial(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check whether a side may supply a hex by air [9.18]."""
    scenario = state.scenario
    hex_ = scenario.grid.find(order.target)
    if hex_ is None:
        return Illegal("notation", "name the hex to supply, for example: supply 5414")
    if aerial_hexes(state, side) >> hex_ & 1:
        return None
    theatre = scenario.theatre_at(hex_)
    rule, label = _air_rule(state, theatre), order.target
    if state.air[theatre] != side:
        return Illegal(f"{rule}-count", "only the side with air superiority can supply by air")
    if state.aerial >> hex_ & 1:
        return Illegal(f"{rule}-effect", "{hex} is already supplied by air", hex=label)
    if not state.held[side] >> hex_ & 1:
        return Illegal(f"{rule}-effect", "you have no unit in {hex}", hex=label)
    if state.neutral >> hex_ & 1:
        return Illegal("6.4-nato", "{hex} is neutral", hex=label)
    return Illegal(f"{rule}-count", "no aerial supply markers are left this turn")


def apply_aerial(state: Sww3State, side: int, order: Order) -> list[Event]:
    """Place an aerial supply marker [9.18]."""
    hex_ = state.scenario.grid.hex(order.target)
    theatre = state.scenario.theatre_at(hex_)
    state.aerial |= 1 << hex_
    state.aerial_left[theatre] -= 1
    changed(state)
    rule = f"{_air_rule(state, theatre)}-effect"
    return [AerialSupplyPlaced(side=state.scenario.sides[side], hexes=(order.target,), rule=rule)]
