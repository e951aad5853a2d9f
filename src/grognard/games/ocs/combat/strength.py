"""What units are worth in combat, and the odds: modes, losses, supply, terrain, anti-tank [9.3-9.7, 9.14a].

Exact fractions throughout; nothing is rounded before the odds [4.2]. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.combat.combat_table import last_column
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.charts import CATEGORIES, LEG, series
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, face, things_at, units_at

NO_AT, LIGHT, HEAVY = range(3)
"""Levels of anti-tank effects [9.4e]."""
ONE = Fraction(1)


class Factor(NamedTuple):
    """One thing that multiplies a strength."""

    label: str
    times: Fraction
    rule: str


class Worth(NamedTuple):
    """The strength of a unit, and how it came about: modifiers multiply [4.3]."""

    unit: int
    printed: int
    factors: tuple[Factor, ...]

    @property
    def value(self) -> Fraction:
        """All factors together, not rounded [4.2]."""
        value = Fraction(self.printed)
        for factor in self.factors:
            value *= factor.times
        return value


class Reckoning(NamedTuple):
    """The odds of a combat and the modifier of its rolls."""

    attack: tuple[Worth, ...]
    defence: tuple[Worth, ...]
    line: str
    """The terrain category [9.3]."""
    column: int
    ratings: tuple[int, int]
    """The Action Ratings of both sides, attacker first [9.6]."""
    hedgehog: int

    @property
    def drm(self) -> int:
        """Attacker's rating less defender's; hedgehogs are not in it [9.6]."""
        return self.ratings[0] - self.ratings[1]

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """The strengths of both sides."""
        return total(self.attack), total(self.defence)

    @property
    def heading(self) -> str:
        """The odds of the column before any shift."""
        odds: str = series()["combat"]["columns"][self.line.replace("-", "_")][self.column]
        return odds


def total(worths: Iterable[Worth]) -> Fraction:
    """What some units are worth together."""
    return sum((worth.value for worth in worths), Fraction(0))


# -- what a unit is worth --------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _printed(scenario: OcsScenario) -> tuple[tuple[int, int], ...]:
    """For every counter the strength of either face; HQs and artillery have theirs by rule [13.1c, 13.4b]."""
    table = series()["combat"]["strength"]
    found = []
    for c, (combat, move) in enumerate(scenario.faces):
        if scenario.hqs >> c & 1:
            found.append((table["hq_combat_side"], table["hq_move_side"]))
        elif scenario.guns >> c & 1:
            found.append((table["artillery"], table["artillery"]))
        else:
            found.append((combat.strength, move.strength))
    return tuple(found)


def printed(state: OcsState, unit: int) -> int:
    """The strength on the face that is up [5.2]."""
    return _printed(state.scenario)[unit][face(state, unit)]


def rating(state: OcsState, unit: int) -> int:
    """The Action Rating in combat: one less when DG, none in Strat Mode [9.6a]."""
    table, bit = series()["combat"]["action_rating"], 1 << unit
    if state.strat & bit:
        value: int = table["strat_mode_value"]
        return value
    lower: int = table["dg_mode"] if state.dg & bit else 0
    return state.scenario.ar[unit] + lower


def _condition(state: OcsState, unit: int, attacking: bool) -> list[Factor]:
    """What mode, lost steps and the lack of trace supply do to a strength [5.7, 5.8, 5.10b, 9.11d, 9.5a]."""
    table, bit, found = series()["combat"]["strength"], 1 << unit, []
    if state.dg & bit:
        found.append(Factor("disorganized", _exact(table["disorganized"]), "5.10b-A"))
    elif state.strat & bit:
        found.append(Factor("Strat Mode", _exact(table["strat"]), "5.8.5"))
    elif state.reserve & bit and not attacking:
        found.append(Factor("Reserve Mode", _exact(table["reserve_defence"]), "5.7.2"))
    lost, steps = state.lost[unit], state.scenario.steps[unit]
    if lost and steps > 1:
        if attacking:
            found.append(Factor("steps lost", _exact(table["reduced_attack"]), "9.11d.1"))
        elif lost >= steps * table["reduced_defence_share"]:
            found.append(Factor("half the steps lost", _exact(table["reduced_defence"]), "9.11d.2"))
    if state.out & bit:
        less = _exact(series()["combat_supply"]["out_of_supply_strength"])
        found.append(Factor("Out of Supply", less, "9.5a.1"))
    return found


@lru_cache
def _exact(number: float) -> Fraction:
    return Fraction(number).limit_denominator(64)


def attack_worth(state: OcsState, unit: int, terrain: str, anti_tank: int) -> Worth:
    """A unit's strength in an attack: terrain by its class, cut by the anti-tank level of the hex [9.4]."""
    factors = _condition(state, unit, attacking=True)
    times = _terrain_times(state, unit, terrain, attacking=True)
    reduced = series()["combat"]["at_effects"]["reduces"]
    own = level_of(state.scenario, unit)
    if times == _exact(reduced["from"]) and own != NO_AT and anti_tank >= own:
        factors.append(Factor(f"{terrain}, anti-tank effects", _exact(reduced["to"]), "9.4e.1"))
    elif times != ONE:
        factors.append(Factor(terrain, times, "9.4.1"))
    return Worth(unit, printed(state, unit), tuple(factors))


def defence_worth(state: OcsState, unit: int, terrain: str, supplied: bool) -> Worth:
    """A unit's strength in defence: half of it without combat supply [9.5-B.1]."""
    factors = _condition(state, unit, attacking=False)
    if not supplied:
        half = _exact(series()["combat_supply"]["defender_strength_without_supply"])
        factors.append(Factor("no combat supply", half, "9.5-B.1"))
    times = _terrain_times(state, unit, terrain, attacking=False)
    if times != ONE:
        factors.append(Factor(terrain, times, "9.4.1"))
    return Worth(unit, printed(state, unit), tuple(factors))


# -- anti-tank effects -----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _levels(scenario: OcsScenario) -> tuple[tuple[int, ...], CounterSet, CounterSet]:
    """Each unit's own level as an attacker, and the units that give heavy and light effects [9.4e]."""
    own, heavy, light = [], 0, 0
    for c, counter in enumerate(scenario.counters):
        tank = counter.kind == "armour" or "tank-symbol" in counter.tags
        level = NO_AT
        if counter.category == "armor" or (counter.category == "mech" and tank):
            level = HEAVY
        elif counter.category == "mech":
            level = LIGHT
        own.append(level)
        if level == HEAVY or counter.kind in ("anti-tank", "anti-aircraft"):
            heavy |= 1 << c
        elif level == LIGHT:
            light |= 1 << c
    return tuple(own), heavy, light


def level_of(scenario: OcsScenario, unit: int) -> int:
    """An attacker's own anti-tank level; class Other has none and is never cut [R-OCS-64]."""
    return _levels(scenario)[0][unit]


def anti_tank(state: OcsState, target: Hex, defenders: CounterSet) -> int:
    """The best level of a defending hex, whatever mode its units are in [9.4e, 16.0e, R-OCS-63]."""
    _, heavy, light = _levels(state.scenario)
    side = state.scenario.side_of[defenders.bit_length() - 1]
    if defenders & heavy or hedgehog_at(state, target, side):
        return HEAVY
    return LIGHT if defenders & light else NO_AT


def hedgehog_at(state: OcsState, hex_: Hex, side: int) -> int:
    """The level of a side's hedgehog in a hex; 0 for none [16.0d]."""
    found = things_at(state, hex_, side) & state.scenario.hedgehogs
    return state.level[found.bit_length() - 1] if found else 0


# -- terrain ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def terrains_in(scenario: OcsScenario, hex_: Hex) -> tuple[str, ...]:
    """The terrain symbols of a hex; any amount counts [9.3b]."""
    return tuple(id_ for id_, hexes in scenario.symbols.items() if hexes >> hex_ & 1)


@lru_cache(maxsize=4096)
def terrains_between(scenario: OcsScenario, from_: Hex, target: Hex) -> tuple[str, ...]:
    """What the defender may set against an attacking stack: a hex terrain or the hexside crossed [9.4b]."""
    sides = tuple(id_ for id_ in scenario.charts.hexside if scenario.board.has_side(id_, from_, target))
    return terrains_in(scenario, target) + sides


@lru_cache(maxsize=4096)
def _times(
    scenario: OcsScenario, ground: int, leg: bool, terrain: str, attacking: bool
) -> tuple[Fraction, ...]:
    """The multipliers of a terrain by class [9.4.1]; ice makes rivers easier [17.0a]."""
    charts = scenario.charts
    if terrain in charts.terrain:
        chart = charts.terrain[terrain]
        return tuple(map(Fraction, chart.attack if attacking else chart.defend))
    side = charts.hexside[terrain]
    condition = charts.weather.conditions[scenario.conditions[ground]]
    ice = {*condition.frozen, *(condition.leg_only if leg else ())}
    solid = side.frozen_attack if side.freezes_with in ice else None
    return tuple(map(Fraction, solid or side.attack))


@lru_cache(maxsize=32)
def _classes(scenario: OcsScenario) -> tuple[int, ...]:
    return tuple(CATEGORIES.index(counter.category) for counter in scenario.counters)


def _terrain_times(state: OcsState, unit: int, terrain: str, attacking: bool) -> Fraction:
    """What a terrain makes of one unit [9.4a]."""
    scenario = state.scenario
    leg = scenario.mobility[unit][face(state, unit)] == LEG
    return _times(scenario, state.ground, leg, terrain, attacking)[_classes(scenario)[unit]]


def category(state: OcsState, terrain: str) -> str:
    """The line of the Combat Table that a hex terrain stands for [9.3, 9.3c]."""
    scenario = state.scenario
    chart = scenario.charts.terrain[terrain]
    frozen = scenario.charts.weather.conditions[scenario.conditions[state.ground]].frozen
    return chart.frozen_category if chart.frozen_category and chart.freezes_with in frozen else chart.category


# -- odds ------------------------------------------------------------------------------------------


def rounded(value: Fraction) -> int:
    """A half and more goes up [4.1]."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def odds(attack: Fraction, defence: Fraction) -> int:
    """The odds as a number: n for n:1, -n for 1:n [9.7].

    >>> odds(Fraction(15), Fraction(6)), odds(Fraction(6), Fraction(15)), odds(Fraction(6), Fraction(7))
    (3, -3, 1)
    """
    if attack >= defence:
        return rounded(attack / defence)
    other = rounded(defence / attack)
    return -other if other > 1 else 1


def column_of(line: str, attack: Fraction, defence: Fraction) -> int:
    """The column to start from: the highest that is not above the odds, at least the first [9.7a, 9.7b].

    Against a strength of zero it is the last one, with a strength of zero the first [9.14a, R-OCS-67].
    """
    if not defence and not attack:
        return _column(line, 1)
    if not defence:
        return last_column()
    return _column(line, odds(attack, defence)) if attack else 0


@lru_cache(maxsize=4096)
def _column(line: str, ratio: int) -> int:
    """Columns ordered by ratio, not by number: 1:3 on a line that begins with 1:2 is its first [R-OCS-66]."""
    headings: list[int] = series()["combat"]["columns_numeric"][line.replace("-", "_")]
    at = sum(_ratio(heading) <= _ratio(ratio) for heading in headings) - 1
    return max(at, 0)


def _ratio(number: int) -> Fraction:
    return Fraction(number) if number > 0 else Fraction(1, -number)


# -- the whole combat ------------------------------------------------------------------------------


def stacks(state: OcsState, units: CounterSet) -> dict[Hex, CounterSet]:
    """Some units on the map by the hexes they are in."""
    found: dict[Hex, CounterSet] = {}
    for c in bits(units):
        found[state.at[c]] = found.get(state.at[c], 0) | 1 << c
    return found


def attack_from(state: OcsState, fight: Fight, units: CounterSet, terrain: str) -> tuple[Worth, ...]:
    """What the attackers of one hex are worth when a terrain is set against them."""
    level = anti_tank(state, fight.target, fight.defenders)
    return tuple(attack_worth(state, c, terrain, level) for c in bits(units))


def hardest(state: OcsState, fight: Fight) -> tuple[tuple[Hex, str], ...]:
    """The terrain against each attacking stack that leaves it least [9.4b, R-OCS-65]."""
    found = []
    for from_, units in stacks(state, fight.attackers).items():
        choices = terrains_between(state.scenario, from_, fight.target)
        if len(choices) == 1:
            found.append((from_, choices[0]))
        else:
            found.append((from_, min(choices, key=lambda t: total(attack_from(state, fight, units, t)))))
    return tuple(found)


def attack_total(state: OcsState, fight: Fight) -> tuple[Worth, ...]:
    """What all attackers are worth with the terrain set against each stack."""
    against = dict(fight.against)
    return tuple(
        worth
        for from_, units in stacks(state, fight.attackers).items()
        for worth in attack_from(state, fight, units, against[from_])
    )


def defence_total(state: OcsState, fight: Fight, ground: str) -> tuple[Worth, ...]:
    """What all defenders are worth in a terrain of their hex: none is held out [9.1d]."""
    return tuple(
        defence_worth(state, c, ground, bool(fight.supplied >> c & 1)) for c in bits(fight.defenders)
    )


def shelter(state: OcsState, fight: Fight) -> str:
    """The terrain of the hex with the lowest column for the attacker [9.4c, R-OCS-65]."""
    choices = terrains_in(state.scenario, fight.target)
    if len(choices) == 1:
        return choices[0]
    attack = total(attack_total(state, fight))

    def key(ground: str) -> int:
        return column_of(category(state, ground), attack, total(defence_total(state, fight, ground)))

    return min(choices, key=key)


def reckon(state: OcsState, fight: Fight) -> Reckoning:
    """The odds of a combat for which everything has been decided [9.2-4, 9.2-5]."""
    attack, defence = attack_total(state, fight), defence_total(state, fight, fight.ground)
    line = category(state, fight.ground)
    return Reckoning(
        attack,
        defence,
        line,
        column_of(line, total(attack), total(defence)),
        (rating(state, fight.lead), rating(state, fight.guard)),
        hedgehog_at(state, fight.target, 1 - fight.side),
    )


def battle(
    state: OcsState, side: int, target: Hex, attackers: CounterSet, lead: int, overrun: bool = False
) -> Fight:
    """The combat that an attack begins: all combat units in the hex defend together [9.1d]."""
    origin: HexSet = 0
    for c in bits(attackers):
        origin |= 1 << state.at[c]
    return Fight(side, target, attackers, lead, units_at(state, target, 1 - side), origin, overrun)
