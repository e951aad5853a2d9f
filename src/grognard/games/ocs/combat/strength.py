"""Chapters 9.3 to 9.7 and 9.14a: combat strengths by mode, losses, supply, terrain and anti-tank; odds.

Strengths are exact fractions; nothing is rounded before the odds [4.2]. Nothing here changes a state.
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
from grognard.games.ocs.model.charts import CATEGORIES, LEG, series_tables
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, assets_at, face, units_at, where
from grognard.games.ocs.terrain.weather import ground_of

NO_AT, LIGHT, HEAVY = range(3)
"""Levels of anti-tank effects [9.4e]."""
ONE = Fraction(1)


class Factor(NamedTuple):
    """A multiplier of a strength."""

    label: str
    times: Fraction
    rule: str


class UnitStrength(NamedTuple):
    """The strength of a unit with its modifiers, which multiply [4.3]."""

    unit: int
    printed: int
    factors: tuple[Factor, ...]

    @property
    def value(self) -> Fraction:
        """Return the modified strength, not rounded [4.2]."""
        value = Fraction(self.printed)
        for factor in self.factors:
            value *= factor.times
        return value


class OddsCalculation(NamedTuple):
    """The odds of a combat and the DRM of its rolls."""

    attack: tuple[UnitStrength, ...]
    defence: tuple[UnitStrength, ...]
    line: str
    """The terrain category [9.3]."""
    column: int
    ratings: tuple[int, int]
    """The Action Ratings of both sides, attacker first [9.6]."""
    hedgehog: int
    anti_tank: tuple[int, int]
    """The best anti-tank levels of both sides, attacker first [9.4e]."""

    @property
    def drm(self) -> int:
        """Return the attacker's rating less the defender's; hedgehogs count separately [9.6]."""
        return self.ratings[0] - self.ratings[1]

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """Return the strengths of both sides."""
        return total_strength(self.attack), total_strength(self.defence)

    @property
    def heading(self) -> str:
        """Return the odds of the column before shifts."""
        odds: str = series_tables()["combat"]["columns"][self.line.replace("-", "_")][self.column]
        return odds


def total_strength(strengths: Iterable[UnitStrength]) -> Fraction:
    """Return the total strength of units."""
    return sum((unit_strength.value for unit_strength in strengths), Fraction(0))


# -- strength of a unit ----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _printed(scenario: OcsScenario) -> tuple[tuple[int, int], ...]:
    """Return each counter's strength by face; HQs and artillery have theirs by rule [13.1c, 13.4b]."""
    table = series_tables()["combat"]["strength"]
    found = []
    for c, (combat, move) in enumerate(scenario.faces):
        if scenario.hqs >> c & 1:
            found.append((table["hq_combat_side"], table["hq_move_side"]))
        elif scenario.guns >> c & 1:
            found.append((table["artillery"], table["artillery"]))
        else:
            found.append((combat.strength, move.strength))
    return tuple(found)


def printed_strength(state: OcsState, unit: int) -> int:
    """Return the strength on the face that is up [5.2]."""
    return _printed(state.scenario)[unit][face(state, unit)]


def rating(state: OcsState, unit: int) -> int:
    """Return the Action Rating in combat: one less if DG, 0 in Strat Mode [9.6a]."""
    table, bit = series_tables()["combat"]["action_rating"], 1 << unit
    if state.strat & bit:
        value: int = table["strat_mode_value"]
        return value
    lower: int = table["dg_mode"] if state.dg & bit else 0
    return state.scenario.ar[unit] + lower


def _unit_factors(state: OcsState, unit: int, attacking: bool) -> list[Factor]:
    """List the modifiers by mode, lost steps and trace supply [5.7, 5.8, 5.10b, 9.11d, 9.5a]."""
    table, bit, found = series_tables()["combat"]["strength"], 1 << unit, []
    if state.dg & bit:
        found.append(Factor("disorganized", _fraction(table["disorganized"]), "5.10b-A"))
    elif state.strat & bit:
        found.append(Factor("Strat Mode", _fraction(table["strat"]), "5.8.5"))
    elif state.reserve & bit and not attacking:
        found.append(Factor("Reserve Mode", _fraction(table["reserve_defence"]), "5.7.2"))
    lost, steps = state.lost[unit], state.scenario.steps[unit]
    if lost and steps > 1 and not state.scenario.on("21.2"):
        if attacking and _is_last_of_four(state, unit):
            quarter = _fraction(series_tables()["options"]["last_step_attack"])
            found.append(Factor("on its last step", quarter, "HR-6"))
        elif attacking:
            found.append(Factor("steps lost", _fraction(table["reduced_attack"]), "9.11d.1"))
        elif lost >= steps * table["reduced_defence_share"]:
            found.append(Factor("half the steps lost", _fraction(table["reduced_defence"]), "9.11d.2"))
    if state.out & bit:
        less = _fraction(series_tables()["combat_supply"]["out_of_supply_strength"])
        found.append(Factor("Out of Supply", less, "9.5a.1"))
    return found


def _is_last_of_four(state: OcsState, unit: int) -> bool:
    """Return whether a four-step division is down to its last step, and the house rule is in force [HR-6]."""
    scenario, steps = state.scenario, series_tables()["options"]["last_step_of"]
    return scenario.on("HR-6") and scenario.steps[unit] == steps and state.lost[unit] == steps - 1


def _strength(state: OcsState, unit: int) -> int:
    """Return the strength before modifiers: printed, or by option in proportion to the steps left [21.2]."""
    printed, steps = printed_strength(state, unit), state.scenario.steps[unit]
    if not state.lost[unit] or not state.scenario.on("21.2"):
        return printed
    return rounded(Fraction(printed * (steps - state.lost[unit]), steps))


@lru_cache
def _fraction(number: float) -> Fraction:
    return Fraction(number).limit_denominator(64)


def attack_strength(
    state: OcsState, unit: int, terrain: str, anti_tank: int, against_tigers: bool = False
) -> UnitStrength:
    """Return a unit's attack strength: terrain by class, reduced by anti-tank effects [9.4].

    By house rules anti-tank effects reduce further [HR-5], and Tigers limit the multiplier [HR-12].
    """
    factors = _unit_factors(state, unit, attacking=True)
    times = _terrain_multiplier(state, unit, terrain, attacking=True)
    options, reduced = series_tables()["options"], series_tables()["combat"]["at_effects"]["reduces"]
    own = anti_tank_level(state.scenario, unit)
    most = _fraction(options["tiger_terrain_max"])
    if against_tigers and times > most:
        factors.append(Factor(f"{terrain}, against Tigers", most, "HR-12.1"))
    elif times == _fraction(reduced["from"]) and own != NO_AT and anti_tank >= own:
        less, rule = (options["at_effects_to"], "HR-5") if state.scenario.on("HR-5") else (reduced["to"], "")
        factors.append(Factor(f"{terrain}, anti-tank effects", _fraction(less), rule or "9.4e.1"))
    elif times != ONE:
        factors.append(Factor(terrain, times, "9.4.1"))
    return UnitStrength(unit, _strength(state, unit), tuple(factors))


def defence_strength(state: OcsState, unit: int, terrain: str, supplied: bool) -> UnitStrength:
    """Return a unit's defence strength: half without combat supply [9.5-B.1]."""
    factors = _unit_factors(state, unit, attacking=False)
    if not supplied:
        half = _fraction(series_tables()["combat_supply"]["defender_strength_without_supply"])
        factors.append(Factor("no combat supply", half, "9.5-B.1"))
    times = _terrain_multiplier(state, unit, terrain, attacking=False)
    if times != ONE:
        factors.append(Factor(terrain, times, "9.4.1"))
    return UnitStrength(unit, _strength(state, unit), tuple(factors))


# -- anti-tank effects -----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _levels(scenario: OcsScenario) -> tuple[tuple[int, ...], CounterSet, CounterSet]:
    """Return each unit's level as an attacker, and the units with heavy and light effects [9.4e]."""
    own, heavy, light = [], 0, 0
    for c, counter in enumerate(scenario.counters):
        tank = counter.kind == "armour" or "tank-symbol" in counter.tags
        level = NO_AT
        if counter.category == "armor" or (counter.category == "mech" and tank):
            level = HEAVY
        elif counter.category == "mech":
            level = LIGHT
        own.append(level)
        if level == HEAVY or counter.kind == "anti-tank" or "anti-aircraft" in counter.tags:
            heavy |= 1 << c
        elif level == LIGHT:
            light |= 1 << c
    return tuple(own), heavy, light


def anti_tank_level(scenario: OcsScenario, unit: int) -> int:
    """Return an attacker's anti-tank level; class Other has none and is never reduced [R-OCS-64]."""
    return _levels(scenario)[0][unit]


def anti_tank_in_hex(state: OcsState, target: Hex, defenders: CounterSet) -> int:
    """Return the best anti-tank level in a defending hex, in any mode [9.4e, 16.0e, R-OCS-63]."""
    side = state.scenario.side_of[defenders.bit_length() - 1]
    return HEAVY if hedgehog_at(state, target, side) else best_anti_tank(state.scenario, defenders)


def anti_tank_against(state: OcsState, fight: Fight) -> int:
    """Return the defenders' anti-tank level in a combat: none against attacking Tigers [9.4e, HR-12]."""
    if has_tigers(state, fight.attackers):
        return NO_AT
    return anti_tank_in_hex(state, fight.target, fight.defenders)


def has_tigers(state: OcsState, units: CounterSet) -> bool:
    """Return whether there are Tigers among some units and the house rule for them is in force [HR-12]."""
    return bool(units & state.scenario.tigers) and state.scenario.on("HR-12")


def kinds_of_tanks(scenario: OcsScenario, units: CounterSet) -> tuple[bool, bool, bool]:
    """Return whether there are armor, mech and anti-tank units among some [9.4e, 21.1]."""
    classes = {scenario.counters[c].category for c in bits(units)}
    guns = any(
        scenario.counters[c].kind == "anti-tank" or "anti-aircraft" in scenario.counters[c].tags
        for c in bits(units)
    )
    return "armor" in classes, "mech" in classes, guns


def best_anti_tank(scenario: OcsScenario, units: CounterSet) -> int:
    """Return the best level of anti-tank effects among units [9.4e]."""
    _, heavy, light = _levels(scenario)
    return HEAVY if units & heavy else LIGHT if units & light else NO_AT


def hedgehog_at(state: OcsState, hex_: Hex, side: int) -> int:
    """Return the level of a side's hedgehog in a hex; 0 for none [16.0d]."""
    found = assets_at(state, hex_, side) & state.scenario.hedgehogs
    return state.level[found.bit_length() - 1] if found else 0


# -- terrain ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def terrains_in(scenario: OcsScenario, hex_: Hex) -> tuple[str, ...]:
    """Return the terrain symbols of a hex; any amount counts [9.3b]."""
    return tuple(id_ for id_, hexes in scenario.symbols.items() if hexes >> hex_ & 1)


@lru_cache(maxsize=4096)
def terrains_between(scenario: OcsScenario, from_: Hex, target: Hex) -> tuple[str, ...]:
    """Return what the defender can use against a stack: terrain in the hex or a hexside crossed [9.4b]."""
    sides = tuple(id_ for id_ in scenario.charts.hexside if scenario.board.has_side(id_, from_, target))
    return terrains_in(scenario, target) + sides


@lru_cache(maxsize=4096)
def _multipliers(
    scenario: OcsScenario, ground: int, leg: bool, terrain: str, attacking: bool
) -> tuple[Fraction, ...]:
    """Return the multipliers of a terrain by class [9.4.1]; rivers can be frozen [17.0a]."""
    charts = scenario.charts
    if terrain == BEACH:
        return (Fraction(series_tables()["alt"]["beach_assault"]["attack_multiplier_hexside"]),) * 3
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


def _terrain_multiplier(state: OcsState, unit: int, terrain: str, attacking: bool) -> Fraction:
    """Return the terrain multiplier of a unit [9.4a]."""
    scenario = state.scenario
    leg = scenario.mobility[unit][face(state, unit)] == LEG
    ground = ground_of(state, scenario.side_of[unit])
    return _multipliers(scenario, ground, leg, terrain, attacking)[_classes(scenario)[unit]]


def terrain_category(state: OcsState, terrain: str) -> str:
    """Return the terrain category of a hex terrain, a line of the Combat Table [9.3, 9.3c].

    The ground is that of the acting side, which attacks or fires [17.0b, R-OCS-158].
    """
    scenario = state.scenario
    chart = scenario.charts.terrain[terrain]
    frozen = scenario.charts.weather.conditions[scenario.conditions[ground_of(state, state.side)]].frozen
    return chart.frozen_category if chart.frozen_category and chart.freezes_with in frozen else chart.category


def rough_category(state: OcsState, hex_: Hex) -> str:
    """Return `extremely-close` or `very-close` if a hex has such terrain; else empty [HR-15, HR-16]."""
    found = {terrain_category(state, terrain) for terrain in terrains_in(state.scenario, hex_)}
    return next((worst for worst in ("extremely-close", "very-close") if worst in found), "")


# -- odds ------------------------------------------------------------------------------------------


def rounded(value: Fraction) -> int:
    """Round to the nearest whole number, halves up [4.1]."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def odds(attack: Fraction, defence: Fraction) -> int:
    """Return the odds as a number: n for n:1, -n for 1:n [9.7].

    >>> odds(Fraction(15), Fraction(6)), odds(Fraction(6), Fraction(15)), odds(Fraction(6), Fraction(7))
    (3, -3, 1)
    """
    if attack >= defence:
        return rounded(attack / defence)
    other = rounded(defence / attack)
    return -other if other > 1 else 1


def column_of(line: str, attack: Fraction, defence: Fraction) -> int:
    """Return the column before shifts: the highest not above the odds, at least the first [9.7a, 9.7b].

    Against a strength of zero it is the last, with a strength of zero the first [9.14a, R-OCS-67].
    """
    if not defence and not attack:
        return _column(line, 1)
    if not defence:
        return last_column()
    return _column(line, odds(attack, defence)) if attack else 0


@lru_cache(maxsize=4096)
def _column(line: str, ratio: int) -> int:
    """Find a column by ratio: 1:3 on a line that begins with 1:2 is its first column [R-OCS-66]."""
    headings: list[int] = series_tables()["combat"]["columns_numeric"][line.replace("-", "_")]
    at = sum(_ratio(heading) <= _ratio(ratio) for heading in headings) - 1
    return max(at, 0)


def _ratio(number: int) -> Fraction:
    return Fraction(number) if number > 0 else Fraction(1, -number)


# -- the whole combat ------------------------------------------------------------------------------


def stacks(state: OcsState, units: CounterSet) -> dict[Hex, CounterSet]:
    """Return units by hex; those aboard landing craft are where these are."""
    found: dict[Hex, CounterSet] = {}
    for c in bits(units):
        hex_ = where(state, c)
        found[hex_] = found.get(hex_, 0) | 1 << c
    return found


BEACH = "beach"
"""The nominal hexside terrain of a Beach Assault [18.6a-F]."""


def attack_terrains(state: OcsState, from_: Hex, target: Hex) -> tuple[str, ...]:
    """Return the terrain that a defender can use against a stack, in a Beach Assault too [9.4b, 18.6a-F]."""
    if state.assaulting:
        return (*terrains_in(state.scenario, target), BEACH)
    return terrains_between(state.scenario, from_, target)


def strengths_from_hex(
    state: OcsState, fight: Fight, units: CounterSet, terrain: str
) -> tuple[UnitStrength, ...]:
    """Return the strengths of the attackers in one hex against a terrain."""
    level, tigers = anti_tank_against(state, fight), has_tigers(state, fight.defenders)
    return tuple(attack_strength(state, c, terrain, level, tigers) for c in bits(units))


def worst_attack_terrain(state: OcsState, fight: Fight) -> tuple[tuple[Hex, str], ...]:
    """Return the terrain that leaves each attacking stack the lowest strength [9.4b, R-OCS-65]."""
    found = []
    for from_, units in stacks(state, fight.attackers).items():
        choices = attack_terrains(state, from_, fight.target)
        if len(choices) == 1:
            found.append((from_, choices[0]))
        else:
            found.append(
                (
                    from_,
                    min(choices, key=lambda t: total_strength(strengths_from_hex(state, fight, units, t))),
                )
            )
    return tuple(found)


def attack_strengths(state: OcsState, fight: Fight) -> tuple[UnitStrength, ...]:
    """Return the strengths of all attackers against the chosen terrain."""
    against = dict(fight.against)
    return tuple(
        unit_strength
        for from_, units in stacks(state, fight.attackers).items()
        for unit_strength in strengths_from_hex(state, fight, units, against[from_])
    )


def defence_strengths(state: OcsState, fight: Fight, ground: str) -> tuple[UnitStrength, ...]:
    """Return the strengths of all defenders in a terrain of their hex; none can be left out [9.1d]."""
    return tuple(
        defence_strength(state, c, ground, bool(fight.supplied >> c & 1)) for c in bits(fight.defenders)
    )


def best_defence_terrain(state: OcsState, fight: Fight) -> str:
    """Return the terrain of the hex that gives the attacker the lowest column [9.4c, R-OCS-65]."""
    choices = terrains_in(state.scenario, fight.target)
    if len(choices) == 1:
        return choices[0]
    attack = total_strength(attack_strengths(state, fight))

    def key(ground: str) -> int:
        return column_of(
            terrain_category(state, ground), attack, total_strength(defence_strengths(state, fight, ground))
        )

    return min(choices, key=key)


def calculate_odds(state: OcsState, fight: Fight) -> OddsCalculation:
    """Calculate the odds of a combat for which everything is decided [9.2-4, 9.2-5]."""
    attack, defence = attack_strengths(state, fight), defence_strengths(state, fight, fight.ground)
    line = terrain_category(state, fight.ground)
    return OddsCalculation(
        attack,
        defence,
        line,
        column_of(line, total_strength(attack), total_strength(defence)),
        (attack_rating(state, fight), rating(state, fight.guard)),
        hedgehog_at(state, fight.target, 1 - fight.side),
        (
            best_anti_tank(state.scenario, fight.attackers),
            anti_tank_against(state, fight),
        ),
    )


def attack_rating(state: OcsState, fight: Fight) -> int:
    """Return the attacker's Action Rating: as announced, or else that of the unit to lead [9.2-3, 9.6]."""
    return rating(state, fight.lead) if fight.announced is None else fight.announced


def new_combat(
    state: OcsState, side: int, target: Hex, attackers: CounterSet, lead: int, overrun: bool
) -> Fight:
    """Return the combat that an attack begins; all combat units in the hex defend together [9.1d]."""
    origin: HexSet = 0
    for c in bits(attackers):
        origin |= 1 << where(state, c)
    return Fight(side, target, attackers, lead, units_at(state, target, 1 - side), origin, overrun)
