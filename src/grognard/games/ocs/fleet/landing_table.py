"""Chapter 18.5f: the Amphibious Landing Table (ALT): row, modifiers, groups and the roll.

Nothing here changes a state. Previews run the same functions over all dice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.combat.strength import terrains_in
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, size_now
from grognard.games.ocs.sea.ships import values
from grognard.games.ocs.terrain.ports import port_at, sea_capacity
from grognard.games.ocs.terrain.zones import hexes_of, zoc


class Modifier(NamedTuple):
    """A modifier of the roll."""

    label: str
    value: int
    rule: str


class LandingResult(NamedTuple):
    """A roll on the table."""

    outcome: str
    """`success`, `mixed` or `failure`."""
    dice: tuple[int, int]


def row(state: OcsState, side: int, hex_: Hex) -> str:
    """Return the row of a hex: the hardest of its terrain, or that of a port that works [18.5f-A].

    An LST port does not help in the phase in which it deploys [18.4f-E]. Empty if nobody can land there.
    """
    port = port_at(state, hex_, side)
    if port != NO_COUNTER and not state.opening >> port & 1 and sea_capacity(state, port):
        return "port"
    scenario, table = state.scenario, series_tables()["alt"]
    rows = [scenario.charts.terrain[id_].landing for id_ in terrains_in(scenario, hex_)]
    found = [name for name in rows if name]
    return max(found, key=lambda name: table[name]["success_min"]) if found else ""


def modifiers(state: OcsState, side: int, hex_: Hex, units: CounterSet = 0) -> list[Modifier]:
    """List the modifiers of a landing of units in a hex [18.5f, R-OCS-258]."""
    scenario, table = state.scenario, series_tables()["alt"]["modifiers"]
    found: list[Modifier] = []
    enemy = scenario.combat_units & scenario.of_side[1 - side]
    near = scenario.grid.around[hex_]
    if near & hexes_of(state, enemy & ~state.dg):
        found.append(Modifier("enemy unit adjacent", table["enemy_non_dg_unit_adjacent"], "18.5f.1"))
    elif near & state.held[1 - side]:
        found.append(Modifier("DG enemy unit adjacent", table["enemy_dg_unit_adjacent"], "18.5f.1"))
    guns = sum(_bears(state, gun, hex_) for gun in bits(enemy & scenario.those(lambda c: c.coastal)))
    if guns:
        found.append(Modifier("Coastal Artillery in range", guns * table["per_coastal_artillery"], "18.5f.1"))
    own = scenario.charts.landing
    if own.first_turn and state.turn == scenario.file.first_turn:
        found.append(Modifier("first turn", own.first_turn, "18.5f.1"))
    if own.swell and state.swell:
        found.append(Modifier("swell", own.swell, "18.5f.1"))
    if own.no_beach and not scenario.beaches >> hex_ & 1:
        found.append(Modifier("no beach", own.no_beach, "18.5f.1"))
    return found + (_later_modifiers(state, side, hex_, units) if own.later else [])


def _later_modifiers(state: OcsState, side: int, hex_: Hex, units: CounterSet) -> list[Modifier]:
    """List the modifiers that only the later version of the table has [R-OCS-320]."""
    scenario, table = state.scenario, series_tables()["alt"]["modifiers"]
    found: list[Modifier] = []
    if any(_supports(state, ship, hex_) for ship in bits(scenario.ships & scenario.of_side[side])):
        found.append(Modifier("ships in support", table["naval_support"], "18.5f.1"))
    if zoc(state, 1 - side) >> hex_ & 1:
        found.append(Modifier("enemy ZOC", table["in_enemy_zoc"], "18.5f.1"))
    landing = units & scenario.combat_units
    if landing and not landing & ~scenario.those(lambda c: c.marine):
        line = table["all_commando_or_marine"]
        found.append(Modifier("commandos or marines only", line, "18.5f.1"))
    return found


def _supports(state: OcsState, ship: int, hex_: Hex) -> bool:
    """Return whether a ship with guns has a landing hex in range."""
    at = state.at[ship]
    if at < 0 or not values(state, ship).barrage:
        return False
    return state.scenario.grid.distance(at, hex_) <= values(state, ship).range


def _bears(state: OcsState, gun: int, hex_: Hex) -> bool:
    """Return whether a coastal gun has a landing hex in range."""
    scenario, at = state.scenario, state.at[gun]
    return at >= 0 and scenario.grid.distance(at, hex_) <= scenario.counters[gun].range


def roll_landing(name: str, modifier: int, dice: Roller) -> LandingResult:
    """Roll on a row of the table [18.5f]."""
    line = series_tables()["alt"][name]
    rolled = dice.roll("landing"), dice.roll("landing")
    total = sum(rolled) + modifier
    if total >= line["success_min"]:
        return LandingResult("success", rolled)
    return LandingResult("mixed" if total >= line["mixed_min"] else "failure", rolled)


def groups(state: OcsState, units: CounterSet) -> list[CounterSet]:
    """Pack units that land in a hex into as few groups of 3 RE as possible [18.5f-B, R-OCS-256].

    A larger unit is a group by itself.
    """
    most = series_tables()["alt"]["re_per_roll"] * QUARTERS
    members = tuple(sorted(bits(units), key=lambda c: (-size_now(state, c), c)))
    sizes = tuple(min(size_now(state, c), most) for c in members)
    return [mask_of(members[n] for n in group) for group in _packed(sizes, most)]


@lru_cache(maxsize=256)
def _packed(sizes: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """Return the fewest groups of sizes within a limit, by trying more groups until one suffices."""
    for count in range(max(1, -(-sum(sizes) // most)), len(sizes) + 1):
        bins: list[list[int]] = [[] for _ in range(count)]
        if _place(sizes, most, 0, bins):
            return tuple(tuple(group) for group in bins if group)
    return ()


def _place(sizes: tuple[int, ...], most: int, place: int, bins: list[list[int]]) -> bool:
    if place == len(sizes):
        return True
    tried = set()
    for group in bins:
        room = most - sum(sizes[n] for n in group)
        if sizes[place] <= room and room not in tried:
            tried.add(room)
            group.append(place)
            if _place(sizes, most, place + 1, bins):
                return True
            group.pop()
    return False
