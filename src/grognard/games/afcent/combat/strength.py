"""Cases 4.5, 5.4, 6.4, 11.6–11.8 and 13.1: combat factors, odds, DRMs and the combat table.

Nothing here changes a state. Previews and battles use the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, bits
from grognard.games.afcent.markers.airpower import markers_over
from grognard.games.afcent.model.scenario import NATO, AfcentScenario
from grognard.games.afcent.model.state import AfcentState, factor_of
from grognard.games.kit.odds import rung, rung_of

Pledges = tuple[CounterSet, CounterSet]
"""The support markers that each side commits [11.4]."""
NO_SUPPORT: Pledges = (0, 0)
SEVERAL_HEXES = "11.8-hexes"


class Battle(NamedTuple):
    """The units in a battle."""

    side: int
    target: Hex
    attackers: CounterSet
    defenders: CounterSet
    momentum: bool = False
    """Whether it is a momentum attack [11.11]."""


class Modifier(NamedTuple):
    """A die roll modifier; positive favours the attacker [11.8]."""

    label: str
    value: int
    rule: str


class Reckoning(NamedTuple):
    """Odds and DRMs of a battle."""

    attack: int
    defence: int
    modifiers: tuple[Modifier, ...]
    automatic: str
    """The result if the odds are beyond the table and no die is rolled; else empty [11.6]."""

    @property
    def rung(self) -> int:
        """The rung of the odds ladder [11.6-odds, R-NUR-14]."""
        return rung(self.attack, self.defence)

    @property
    def drm(self) -> int:
        """The sum of all DRMs [11.8-sum]."""
        return sum(modifier.value for modifier in self.modifiers)


def battle(
    state: AfcentState, side: int, target: Hex, attackers: CounterSet, momentum: bool = False
) -> Battle:
    """Return the battle of an attack; all units in the hex defend together [11.1, 11.2-norefuse].

    Units already attacked in this phase do not defend, except in a momentum attack [11.3-defend, R-NUR-48].
    """
    defenders = state.here[target]
    return Battle(side, target, attackers, defenders if momentum else defenders & ~state.attacked, momentum)


# -- factors ---------------------------------------------------------------------------------------


def stacks(state: AfcentState, units: CounterSet) -> dict[Hex, CounterSet]:
    """Return units by the hex they are in."""
    found: dict[Hex, CounterSet] = {}
    for c in bits(units):
        found[state.at[c]] = found.get(state.at[c], 0) | 1 << c
    return found


def factors(state: AfcentState, units: CounterSet) -> int:
    """Return the total combat factors of units."""
    return sum(factor_of(state, c) for c in bits(units))


def over_river(state: AfcentState, from_: Hex, target: Hex) -> bool:
    """Return whether an attack crosses a river; an autobahn makes no difference [11.7, 13.2-tec]."""
    return state.scenario.board.has_side("river", from_, target)


def attack_from(state: AfcentState, from_: Hex, units: CounterSet, target: Hex) -> int:
    """Return the attack factors from one hex: halved across a river, rounded up [11.7, R-NUR-15]."""
    whole = factors(state, units)
    return -(-whole // 2) if over_river(state, from_, target) else whole


def attack_total(state: AfcentState, fight: Battle) -> int:
    """Return the attack factors of a battle [11.6-total]."""
    return sum(
        attack_from(state, hex_, units, fight.target)
        for hex_, units in stacks(state, fight.attackers).items()
    )


# -- ground ----------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """The effects of terrain on a battle [13.2-tec]."""

    terrain: str
    drm: int
    retreat: str
    """The result that replaces DR; DR itself in most terrain [11.9-DR-city]."""


@lru_cache(maxsize=16)
def _grounds(scenario: AfcentScenario) -> list[Ground]:
    """Return the ground of every hex: the best for the defender of several features [11.8-choice].

    In a city only the city counts [10.7-c, R-NUR-10].
    """
    board, grid = scenario.board, scenario.grid
    rows = {row["terrain"]: row for row in scenario.charts["tec"]}
    chart = {
        terrain: Ground(terrain, row.get("drm", 0), row.get("dr_becomes", "DR"))
        for terrain, row in rows.items()
    }
    roads = {hex_ for chain in board.lines.get("autobahn", ()) for hex_ in chain}
    found = [chart["clear"]] * grid.size
    for hex_ in grid.hexes():
        terrain = board.terrain_at(hex_).id
        features = [terrain, "autobahn"] if hex_ in roads and terrain != "city" else [terrain]
        found[hex_] = min((chart[feature] for feature in features), key=lambda ground: ground.drm)
    return found


def ground_of(state: AfcentState, hex_: Hex) -> Ground:
    """Return the effects of a hex on a battle."""
    return _grounds(state.scenario)[hex_]


# -- die roll modifiers ----------------------------------------------------------------------------


def modifiers(state: AfcentState, fight: Battle, pledges: Pledges) -> tuple[Modifier, ...]:
    """List the DRMs of a battle [11.8-sum]."""
    scenario, side, target = state.scenario, fight.side, fight.target
    drm = scenario.charts["drm"]
    from_, ground = stacks(state, fight.attackers), ground_of(state, target)
    found: list[Modifier] = []

    def add(label: str, value: int, rule: str) -> None:
        if value:
            found.append(Modifier(label, value, rule))

    add(ground.terrain, ground.drm, "13.2-tec")
    add("attack from several hexes", for_hexes(scenario, len(from_)), SEVERAL_HEXES)
    found += _armor_superiority(state, fight)
    add(*_airpower(state, fight))
    jammed = _jamming(state, {target: fight.defenders})
    add("EW markers on the defenders", jammed * drm["ew_on_defender_each"], "6.4-defender")
    jammed = _jamming(state, from_)
    add("EW markers on the attackers", jammed * drm["ew_on_attacker_each"], "6.4-attacker")
    for whose, what in ((side, "attacker"), (1 - side, "defender")):
        markers, name = pledges[whose], scenario.titles[scenario.sides[whose]]
        guns = (markers & scenario.guns).bit_count()
        add(f"{name} artillery", guns * drm[f"{what}_artillery_each"], "11.8-artillery")
        helicopters = (markers & scenario.helicopters).bit_count()
        add(f"{name} attack helicopters", helicopters * drm[f"{what}_helicopter_each"], "11.8-heli")
    if side == NATO and state.refugees and any(state.refugees >> h & 1 for h in (*from_, target)):
        add("refugees", drm["refugee_nato_attack"], "10.10-combat")
    if state.night:
        add("night attack", drm["night"], "11.8-night")
    for line in scenario.exclusive.attack_modifiers(state, side, fight.attackers):
        add(*line)
    return tuple(found)


def for_hexes(scenario: AfcentScenario, count: int) -> int:
    """Return the DRM for attacking from a number of hexes [11.8-hexes]."""
    drm: Mapping[str, int] = scenario.charts["drm"]
    return min((count - 1) * drm["each_hex_beyond_one"], drm["each_hex_beyond_one_max"])


def _airpower(state: AfcentState, fight: Battle) -> Modifier:
    """Return the DRM of the airpower markers in range of the target [5.4]."""
    drm, over = state.scenario.charts["drm"], markers_over(state, fight.target) if state.markers else 0
    if state.sky == fight.side:
        return Modifier("attacker's airpower", over * drm["attacker_airpower_each"], "5.4-attack")
    return Modifier("defender's airpower", over * drm["defender_airpower_each"], "5.4-defend")


def _jamming(state: AfcentState, from_: Mapping[Hex, CounterSet]) -> int:
    """Count the EW markers on the stacks of a battle [6.4, R-NUR-07, R-NUR-40]."""
    return sum(max(state.ew[c] for c in bits(units)) for units in from_.values())


def _armor_superiority(state: AfcentState, fight: Battle) -> list[Modifier]:
    """Return the DRM for armor superiority, by the best nation attacking with armor [11.8.1, R-NUR-16].

    It needs armor among the attackers and none among the defenders [11.8.1-when].
    """
    scenario, drm = state.scenario, state.scenario.charts["drm"]
    armour = fight.attackers & scenario.armour
    if not armour or fight.defenders & scenario.armour:
        return []
    weak: list[str] = drm["weak_armor_nations"]
    if all(scenario.nation[c] in weak for c in bits(armour)):
        return [Modifier("armor superiority", drm["armor_superiority_weak"], "11.8.1-one")]
    return [Modifier("armor superiority", drm["armor_superiority_strong"], "11.8.1-two")]


# -- the combat table ------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def ends(scenario: AfcentScenario) -> tuple[int, int]:
    """Return the odds of the first and the last column of the table [13.1-crt]."""
    columns = scenario.charts["crt"]["columns"]
    return rung_of(columns[0]), rung_of(columns[-1])


def reckon(state: AfcentState, fight: Battle, pledges: Pledges = NO_SUPPORT) -> Reckoning:
    """Return the odds and DRMs of a battle, and its result if beyond the table [11.6, R-NUR-13]."""
    attack, defence = attack_total(state, fight), factors(state, fight.defenders)
    sure = automatic(state.scenario, rung(attack, defence), fight.side)
    return Reckoning(attack, defence, modifiers(state, fight, pledges), sure)


def automatic(scenario: AfcentScenario, at: int, side: int) -> str:
    """Return the result of an attack at odds beyond the table; empty within it [11.6, R-NUR-13]."""
    table: Mapping[str, str] = scenario.charts["crt"]
    lowest, highest = ends(scenario)
    if at > highest:
        return table["above"]
    if at < lowest:
        return table["below_nato" if side == NATO else "below_pact"]
    return ""


def table_result(scenario: AfcentScenario, at: int, modified: int) -> str:
    """Return the result of the combat table for odds and a modified die [13.1-crt]."""
    table = scenario.charts["crt"]
    row = max(table["lowest_row"], min(table["highest_row"], modified))
    return str(table[f"m{-row}" if row < 0 else f"p{row}"][at - ends(scenario)[0]])


def resolve(state: AfcentState, fight: Battle, reckoning: Reckoning, dice: Roller) -> tuple[str, int]:
    """Resolve a battle; return the result and the die, 0 if none was rolled [11.6-roll, 13.1-crt].

    Against a city a retreat becomes an exchange [11.9-DR-city].
    """
    result, die = reckoning.automatic, 0
    if not result:
        die = dice.roll("battle")
        result = table_result(state.scenario, reckoning.rung, die + reckoning.drm)
    if result == "DR":
        result = ground_of(state, fight.target).retreat
    return result, die
