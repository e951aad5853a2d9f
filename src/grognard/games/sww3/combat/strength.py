"""The strength of a battle [12.7-12.19, 12.24, 12.25]: factors, halvings, odds, shifts and the combat table.

Nothing here changes a state. A preview and the battle itself reckon and roll with the same functions.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Direction, Hex, bits
from grognard.games.kit.odds import rung, rung_of
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, attack_of, cities, defence_of
from grognard.games.sww3.movement.step_costs import ground
from grognard.games.sww3.support import airpower, supply


class Battle(NamedTuple):
    """Who fights whom, as judged when the battle begins."""

    side: int
    target: Hex
    attackers: CounterSet
    defenders: CounterSet
    unsupplied: CounterSet
    """Those of both sides who are out of supply at the start of the battle [9.1]."""
    hollow: tuple[bool, bool] = (False, False)
    """Whether 0-0 units turned up among attackers and defenders [Pincher 10.4, Sandown 10.9]."""


class Shift(NamedTuple):
    """Columns to the right, or to the left where negative."""

    label: str
    columns: int
    rule: str


class Reckoning(NamedTuple):
    """The odds of a battle after everything."""

    attack: int
    defence: int
    shifts: tuple[Shift, ...]
    automatic: str
    """The result where no die is rolled; empty where one is [12.9]."""

    @property
    def plain(self) -> int:
        """The rung of the odds ladder before shifts."""
        return rung(self.attack, self.defence)

    @property
    def final(self) -> int:
        """The rung after all shifts; the ladder has no ends [R-SWW-03]."""
        return self.plain + sum(shift.columns for shift in self.shifts)


def battle(state: Sww3State, side: int, target: Hex, attackers: CounterSet) -> Battle:
    """The battle that an attack begins.

    Units attacked before in this phase take no part in a later battle for their hex [12.4, R-SWW-14].
    """
    defenders = state.here.get(target, 0) & ~state.attacked
    unsupplied = sum(1 << c for c in bits(attackers | defenders) if not supply.in_supply(state, c))
    return Battle(side, target, attackers, defenders, unsupplied)


# -- factors ---------------------------------------------------------------------------------------


def halvings(state: Sww3State, fight: Battle, unit: int) -> int:
    """How often a factor is halved: out of supply, and attacking over a river [9.8, 12.15, R-SWW-04]."""
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
    """Factors by how often they are halved: not, once, twice."""

    full: int
    half: int
    quarter: int

    @property
    def quarters(self) -> int:
        """The total in quarters of a factor, so that it is rounded only once [R-SWW-04]."""
        return sum(weight * factors for weight, factors in zip(QUARTERS, self, strict=True))


QUARTERS = (4, 2, 1)
"""How many quarters are left of a factor that is halved so often."""


def attack_sums(state: Sww3State, fight: Battle, units: CounterSet) -> Sums:
    """The attack factors of some attackers; untried units count nothing yet."""
    sums = [0, 0, 0]
    for c in bits(units):
        sums[halvings(state, fight, c)] += attack_of(state, c)
    return Sums(*sums)


def defence_sums(state: Sww3State, fight: Battle) -> Sums:
    """The defence factors of all who defend: a stack defends as one [12.2, 12.6]."""
    sums = [0, 0, 0]
    for c in bits(fight.defenders):
        sums[fight.unsupplied >> c & 1] += defence_of(state, c)
    return Sums(*sums)


def rounded_up(quarters: int) -> int:
    """Quarters as whole factors [12.15, 9.8]."""
    return -(-quarters // 4)


def guns(state: Sww3State, units: CounterSet) -> CounterSet:
    """The Soviet artillery among some units [12.25]."""
    return units & state.scenario.artillery & state.scenario.units_of[SOVIET]


def attack_quarters(state: Sww3State, fight: Battle, more: int = 0) -> tuple[int, int]:
    """What the others and what the artillery bring, in quarters: artillery no more than the others.

    They are compared after supply and rivers [12.25, R-SWW-06]. `more` is what untried units would bring; no
    one of them is artillery.
    """
    artillery = guns(state, fight.attackers)
    others = attack_sums(state, fight, fight.attackers & ~artillery).quarters + more
    if not artillery:
        return others, 0
    return others, artillery_used(others, attack_sums(state, fight, artillery).quarters)


def artillery_used(others: int, artillery: int) -> int:
    """What counts of the artillery: no more than the others bring [12.25]."""
    return min(others, artillery)


def attack_strength(state: Sww3State, fight: Battle, more: int = 0) -> int:
    """The whole attack; `more` is what untried units would bring, in quarters [12.6, 12.15]."""
    return rounded_up(sum(attack_quarters(state, fight, more)))


def defence_strength(state: Sww3State, fight: Battle, more: int = 0) -> int:
    """The whole defence; `more` is what untried units would bring, in quarters [12.6, 9.8]."""
    return rounded_up(defence_sums(state, fight).quarters + more)


# -- odds and shifts -------------------------------------------------------------------------------


def in_city(state: Sww3State, hex_: Hex) -> bool:
    """Whether a hex is a city of any kind that has not been nuked [12.16, 13.7]."""
    return bool(cities(state) >> hex_ & 1)


def terrain_shift(state: Sww3State, hex_: Hex) -> Shift:
    """What the defender's ground gives him [12.11-12.14, 12.16].

    A nuked city is rough [13.7]; a whole pass counts in place of its own ground [R-PIN-12].
    """
    scenario = state.scenario
    number = scenario.theatre_at(hex_)
    values: Mapping[str, int] = scenario.theatres[number].charts["shifts"]
    if in_city(state, hex_):
        return Shift("city", values["city"], "12.16-shift")
    if "pass" in values and ground(scenario, number).eased & ~state.nuked & 1 << hex_:
        return Shift("pass", values["pass"], "R-PIN-12")
    terrain = terrain_of(state, hex_)
    return Shift(terrain, values.get(terrain, 0), _GROUND_RULE.get(terrain, "12.14"))


_GROUND_RULE = {"clear": "12.11", "rough": "12.12", "mountain": "12.13"}


def terrain_of(state: Sww3State, hex_: Hex) -> str:
    """The natural terrain of a hex: cities are clear, and rough once nuked [11.8, 13.7]."""
    scenario = state.scenario
    if scenario.theatres[scenario.theatre_at(hex_)].cities >> hex_ & 1:
        return "rough" if state.nuked >> hex_ & 1 else "clear"
    return scenario.board.terrain_at(hex_).id


def surrounded(state: Sww3State, target: Hex, places: Container[Hex]) -> bool:
    """Whether attackers stand in opposite hexes or in three alternate ones [12.18].

    Of four or more hexes two are always opposite [R-SWW-18].
    """
    six = state.scenario.grid.neighbours[target]
    ways = {d for d in Direction if six[d] in places}
    return any(d.opposite in ways for d in ways) or any({d, d + 2, d + 4} <= ways for d in (0, 1))


def shifts(
    state: Sww3State, fight: Battle, places: Container[Hex] | None = None, prepared: bool | None = None
) -> tuple[Shift, ...]:
    """Every shift of a battle, to be added up [12.10].

    A battle that is only thought of may be fought from other `places` than where the attackers stand, or be
    `prepared` though nobody has declared it yet.
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


def reckon(state: Sww3State, fight: Battle, prepared: bool | None = None) -> Reckoning:
    """The odds of a battle, and its result where no die is needed; `prepared` as in `shifts`."""
    attack, defence = attack_strength(state, fight), defence_strength(state, fight)
    return compare(crt(state, fight.target), attack, defence, shifts(state, fight, prepared=prepared))


def compare(table: Mapping[str, Any], attack: int, defence: int, shifts: tuple[Shift, ...]) -> Reckoning:
    """The odds of two strengths.

    Limits are judged after all shifts. A defence of 0 is beyond the table, whatever the shifts, and so is an
    attack of 0, to which untried units may come [12.9, 12.10, R-SWW-03].
    """
    reckoning = Reckoning(attack, defence, shifts, "")
    if not attack or (defence and reckoning.final < lowest(table)):
        return reckoning._replace(automatic=table["below"])
    if not defence or reckoning.final > highest(table):
        return reckoning._replace(automatic=table["above"])
    return reckoning


def crt(state: Sww3State, target: Hex) -> Mapping[str, Any]:
    """The combat results table of the map a hex lies on [12.20]."""
    scenario = state.scenario
    table: Mapping[str, Any] = scenario.theatres[scenario.theatre_at(target)].charts["crt"]
    return table


def lowest(table: Mapping[str, Any]) -> int:
    """The rung of the table's first column."""
    return rung_of(table["columns"][0])


def highest(table: Mapping[str, Any]) -> int:
    """The rung of the table's last column."""
    return lowest(table) + len(table["columns"]) - 1


def resolve(state: Sww3State, target: Hex, reckoning: Reckoning, dice: Roller) -> tuple[str, int]:
    """The result of a battle and the die that gave it, 0 where none was rolled [12.19].

    Against a city a retreat becomes a bloodbath [12.16].
    """
    table = crt(state, target)
    result, die = reckoning.automatic, 0
    if not result:
        die = dice.roll("battle")
        result = table[f"die{die}"][reckoning.final - lowest(table)]
    if result == "DR" and in_city(state, target):
        result = "BB"
    return result, die
