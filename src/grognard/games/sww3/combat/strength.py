"""Chapters 12.7–12.19, 12.24 and 12.25: factors, halving, odds, column shifts and the combat table.

Nothing here changes a state. Previews and battles use the same functions.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Direction, Hex, bits
from grognard.games.kit.odds import rung, rung_of
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, attack_of, cities, defence_of
from grognard.games.sww3.model.theatre import Theatre
from grognard.games.sww3.movement.step_costs import HIGH, ground
from grognard.games.sww3.support import airpower, supply


class Battle(NamedTuple):
    """Attackers and defenders as the battle begins."""

    side: int
    target: Hex
    attackers: CounterSet
    defenders: CounterSet
    unsupplied: CounterSet
    """Units of both sides out of supply as the battle begins [9.1]."""
    hollow: tuple[bool, bool] = (False, False)
    """Whether 0-0 units were revealed among attackers and defenders [Pincher 10.4, Sandown 10.9]."""


class Shift(NamedTuple):
    """A column shift: to the right, or to the left if negative."""

    label: str
    columns: int
    rule: str


class BattleOdds(NamedTuple):
    """The odds of a battle with all shifts."""

    attack: int
    defence: int
    shifts: tuple[Shift, ...]
    automatic: str
    """The result if no die is rolled; otherwise empty [12.9]."""

    @property
    def plain(self) -> int:
        """The rung of the odds ladder before shifts."""
        return rung(self.attack, self.defence)

    @property
    def final(self) -> int:
        """The rung after all shifts; the ladder has no ends [R-SWW-03]."""
        return self.plain + sum(shift.columns for shift in self.shifts)


def battle(state: Sww3State, side: int, target: Hex, attackers: CounterSet) -> Battle:
    """Return the battle of an attack.

    Units already attacked in this phase do not defend again [12.4, R-SWW-14].
    """
    defenders = state.here.get(target, 0) & ~state.attacked
    unsupplied = sum(1 << c for c in bits(attackers | defenders) if not supply.in_supply(state, c))
    return Battle(side, target, attackers, defenders, unsupplied)


# -- factors ---------------------------------------------------------------------------------------


def halvings(state: Sww3State, fight: Battle, unit: int) -> int:
    """Return how often a factor is halved: out of supply, across a river [9.8, 12.15, R-SWW-04]."""
    times = fight.unsupplied >> unit & 1
    if fight.attackers >> unit & 1 and over_river(state, unit, fight.target):
        times += 1
    return times


def over_river(state: Sww3State, unit: int, target: Hex) -> bool:
    """Whether a unit would attack across a river; a road makes no difference [12.15]."""
    return river_between(state.scenario, state.at[unit], target)


def river_between(scenario: Sww3Scenario, from_: Hex, target: Hex) -> bool:
    """Whether a river lies between a hex and one next to it."""
    way = scenario.grid.neighbours[from_].index(target)
    return bool(ground(scenario, scenario.theatre_at(target)).river[way] >> target & 1)


class Sums(NamedTuple):
    """Factors by how often they are halved: never, once, twice."""

    full: int
    half: int
    quarter: int

    @property
    def quarters(self) -> int:
        """The total in quarter factors, so that it is rounded only once [R-SWW-04]."""
        return sum(weight * factors for weight, factors in zip(QUARTERS, self, strict=True))


QUARTERS = (4, 2, 1)
"""Quarters left of a factor, by how often it is halved."""


def attack_sums(state: Sww3State, fight: Battle, units: CounterSet) -> Sums:
    """Return the attack factors of some attackers; untried units count 0."""
    sums = [0, 0, 0]
    for c in bits(units):
        sums[halvings(state, fight, c)] += attack_of(state, c)
    return Sums(*sums)


def defence_sums(state: Sww3State, fight: Battle) -> Sums:
    """Return the defence factors of all defenders: a stack defends as one [12.2, 12.6]."""
    sums = [0, 0, 0]
    for c in bits(fight.defenders):
        sums[fight.unsupplied >> c & 1] += defence_of(state, c)
    return Sums(*sums)


def rounded_up(quarters: int) -> int:
    """Return quarters rounded up to whole factors [12.15, 9.8]."""
    return -(-quarters // 4)


def soviet_artillery(state: Sww3State, units: CounterSet) -> CounterSet:
    """Return the Soviet artillery among some units [12.25]."""
    return units & state.scenario.artillery & state.scenario.units_of[SOVIET]


def attack_quarters(state: Sww3State, fight: Battle, more: int = 0) -> tuple[int, int]:
    """Return the quarters of other units and of artillery, which cannot exceed the others.

    They are compared after supply and rivers [12.25, R-SWW-06]. `more` is the strength of untried units, none
    of which is artillery.
    """
    artillery = soviet_artillery(state, fight.attackers)
    others = attack_sums(state, fight, fight.attackers & ~artillery).quarters + more
    if not artillery:
        return others, 0
    return others, artillery_used(others, attack_sums(state, fight, artillery).quarters)


def artillery_used(others: int, artillery: int) -> int:
    """Return the artillery that counts: no more than the other units [12.25]."""
    return min(others, artillery)


def attack_strength(state: Sww3State, fight: Battle, more: int = 0) -> int:
    """Return the total attack; `more` is the strength of untried units, in quarters [12.6, 12.15]."""
    return rounded_up(sum(attack_quarters(state, fight, more)))


def defence_strength(state: Sww3State, fight: Battle, more: int = 0) -> int:
    """Return the total defence; `more` is the strength of untried units, in quarters [12.6, 9.8]."""
    return rounded_up(defence_sums(state, fight).quarters + more)


# -- odds and shifts -------------------------------------------------------------------------------


def in_city(state: Sww3State, hex_: Hex) -> bool:
    """Whether a hex is an un-nuked city of any kind [12.16, 13.7]."""
    return bool(cities(state) >> hex_ & 1)


def terrain_shift(state: Sww3State, hex_: Hex) -> Shift:
    """Return the column shift for the defender's terrain [12.11-12.14, 12.16].

    A nuked city is rough [13.7]; an un-nuked pass replaces its rough or mountain [R-PIN-12].
    """
    scenario = state.scenario
    number = scenario.theatre_at(hex_)
    values: Mapping[str, int] = scenario.theatres[number].charts["shifts"]
    if in_city(state, hex_):
        return Shift("city", values["city"], "12.16-shift")
    terrain = terrain_of(state, hex_)
    passes = ground(scenario, number).eased if "pass" in values and terrain in HIGH else 0
    if passes & ~state.nuked & 1 << hex_:
        return Shift("pass", values["pass"], "R-PIN-12")
    return Shift(terrain, values.get(terrain, 0), _GROUND_RULE.get(terrain, "12.14"))


_GROUND_RULE = {"clear": "12.11", "rough": "12.12", "mountain": "12.13"}


def terrain_of(state: Sww3State, hex_: Hex) -> str:
    """Return the terrain of a hex: cities are clear, nuked cities rough [11.8, 13.7]."""
    scenario = state.scenario
    if scenario.theatres[scenario.theatre_at(hex_)].cities >> hex_ & 1:
        return "rough" if state.nuked >> hex_ & 1 else "clear"
    return scenario.board.terrain_at(hex_).id


def surrounded(state: Sww3State, target: Hex, places: Container[Hex]) -> bool:
    """Whether attackers are in opposite hexes or in three alternate ones [12.18].

    Two of any four adjacent hexes are opposite [R-SWW-18].
    """
    six = state.scenario.grid.neighbours[target]
    ways = {d for d in Direction if six[d] in places}
    return any(d.opposite in ways for d in ways) or any({d, d + 2, d + 4} <= ways for d in (0, 1))


def shifts(
    state: Sww3State, fight: Battle, places: Container[Hex] | None = None, prepared: bool | None = None
) -> tuple[Shift, ...]:
    """Return every column shift of a battle [12.10].

    A planned battle may be fought from `places` other than the attackers' hexes, or be
    `prepared` before it is declared.
    """
    scenario, target = state.scenario, fight.target
    theatre = scenario.theatres[scenario.theatre_at(target)]
    values, side = theatre.charts["shifts"], fight.side
    found = [terrain_shift(state, target)]
    if state.fight_first if prepared is None else prepared:
        found.append(Shift("prepared attack", values["prepared_attack"], "5.6"))
    if airpower.enemy_air(state, 1 - side) >> target & 1:
        found.append(Shift("attacker's air support", values["air_attacker"], "12.17"))
    if airpower.enemy_air(state, side) >> target & 1:
        found.append(Shift("defender's air support", values["air_defender"], "12.17"))
    if places is None:
        places = {state.at[c] for c in bits(fight.attackers)}
    if surrounded(state, target, places):
        if in_city(state, target):
            found.append(Shift("concentric attack on a city: no shift", 0, "12.16-noconcentric"))
        else:
            found.append(Shift("concentric attack", values["concentric"], "12.18-cap"))
    if side == ALLIED and len({scenario.nation[c] for c in bits(fight.attackers)}) > 1:
        found.append(Shift("attackers of different nations", values["mixed_attack"], "12.24-attack"))
    if fight.defenders & state.disrupted:
        found.append(Shift("disrupted defenders", values["disrupted_defender"], "13.6-shift"))
    rule = f"{theatre.charts['cases']['untried']}-shift"
    attacking, defending = fight.hollow
    if attacking:
        found.append(Shift("0-0 units among the attackers", values["zero_strength_attacking"], rule))
    if defending:
        found.append(Shift("0-0 units among the defenders", values["zero_strength_defending"], rule))
    return tuple(found)


# -- the combat table ------------------------------------------------------------------------------


def compute_odds(state: Sww3State, fight: Battle, prepared: bool | None = None) -> BattleOdds:
    """Compute the odds of a battle; `prepared` as in `shifts`."""
    attack, defence = attack_strength(state, fight), defence_strength(state, fight)
    return compare(crt(state, fight.target), attack, defence, shifts(state, fight, prepared=prepared))


def compare(table: CombatTable, attack: int, defence: int, shifts: tuple[Shift, ...]) -> BattleOdds:
    """Compute the odds of two strengths.

    Limits apply after all shifts. A defence of 0 is beyond the table, whatever the shifts, and so is an
    attack of 0, which untried units may have [12.9, 12.10, R-SWW-03].
    """
    battle_odds = BattleOdds(attack, defence, shifts, "")
    if not attack or (defence and battle_odds.final < table.lowest):
        return battle_odds._replace(automatic=table.below)
    if not defence or battle_odds.final > table.highest:
        return battle_odds._replace(automatic=table.above)
    return battle_odds


class CombatTable(NamedTuple):
    """The combat results table of a map [12.20]."""

    lowest: int
    """The rung of the first column."""
    highest: int
    """The rung of the last column."""
    below: str
    """The result at odds below the table."""
    above: str
    """The result at odds above the table."""
    rows: tuple[tuple[str, ...], ...]
    """The results of each die from 1 on, by column."""


@lru_cache(maxsize=32)
def combat_table(theatre: Theatre) -> CombatTable:
    """Return the combat results table of a map."""
    chart = theatre.charts["crt"]
    lowest = rung_of(chart["columns"][0])
    highest = lowest + len(chart["columns"]) - 1
    rows = tuple(tuple(chart[f"die{die}"]) for die in range(1, 7))
    return CombatTable(lowest, highest, chart["below"], chart["above"], rows)


def crt(state: Sww3State, target: Hex) -> CombatTable:
    """Return the combat results table of a hex's map [12.20]."""
    scenario = state.scenario
    return combat_table(scenario.theatres[scenario.theatre_at(target)])


def resolve(state: Sww3State, target: Hex, battle_odds: BattleOdds, dice: Roller) -> tuple[str, int]:
    """Return the result of a battle and the die, 0 if none was rolled [12.19].

    Against a city a retreat becomes a bloodbath [12.16].
    """
    table = crt(state, target)
    result, die = battle_odds.automatic, 0
    if not result:
        die = dice.roll("battle")
        result = table.rows[die - 1][battle_odds.final - table.lowest]
    if result == "DR" and in_city(state, target):
        result = "BB"
    return result, die
