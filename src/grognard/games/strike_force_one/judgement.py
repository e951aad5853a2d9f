"""How well a side stands: a judgement for computer players, never a rule.

Each goal (a town, or a hex worth points) is contested: the side with more strength near it in the time left
will probably hold it in the end. Units that can be killed or beaten out of their hex count for less.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import exp
from typing import NamedTuple

from grognard.core.hexes import Hex
from grognard.games.strike_force_one.scenario import SOVIET, US, SfoScenario, tables
from grognard.games.strike_force_one.state import BOXED, EDGE, LOST, SfoState, zone

NEAR = (1.0, 0.8, 0.62, 0.52, 0.45, 0.32, 0.27, 0.23, 0.2, 0.15, 0.12, 0.1, 0.08)
"""What a unit counts at a goal by its distance in points: there, next to it, within one move, two, three."""
TOO_LATE = 0.15
"""What is left of that when the unit cannot get there any more."""
CONTEST = 1.1
"""How much one unit more at a goal changes who holds it."""
HOLD = (0.7, 2.4)
"""How much standing in a goal counts at the start and at the end of the game."""
UNIT = 0.03
"""What a unit is worth for itself when the towns decide."""
LIMIT = 0.97
"""As sure as one can be before the end."""
# What an attack counts before it is made, by the phase: of the side whose turn it is, and of the other.
OWN_THREAT = {"events": 0.5, "movement": 0.65, "combat": 0.0}
FOE_THREAT = {"events": 0.25, "movement": 0.3, "combat": 0.55}

Pulls = tuple[float, float, float]
"""What a unit counts at each of the three goals."""
Chances = list[tuple[float, float]]
"""By column of the combat table: how likely the defender gives way, and loses a unit."""


class Moment(NamedTuple):
    """What the clock says about a phase of the game."""

    pulls: tuple[list[Pulls | None], list[Pulls | None]]
    """For each side, by hex (and by place off the map, from the end): what a unit there counts."""
    hold: float
    """How much it counts to stand in a goal now."""
    threats: tuple[float, float]
    """For each side how much its attacks count before they are made."""
    spread: float
    """How many victory points may still change hands, about."""


class Outlook:
    """What can be worked out about a scenario before it is played."""

    def __init__(self, scenario: SfoScenario) -> None:
        chart = tables()["victory"]
        self.by_points = scenario.victory == "points"
        worth = {scenario.grid.hex(h): float(w) for h, w in chart["points-hexes"].items()}
        self.goals: list[Hex] = list(worth) if self.by_points else list(scenario.towns)
        """Three of them, whichever way victory is counted."""
        self.worth = [worth.get(h, 1.0) for h in self.goals]
        kinds: dict[str, int] = chart["points-units"]
        self.prices = [
            (1.0 if side == US else -1.0) * kinds.get(counter.kind, 0)
            for counter, side in zip(scenario.counters, scenario.side_of, strict=True)
        ]
        """Points for the Soviets when a unit is lost."""
        self.power = [
            (o + d) * (0.5 if side == SOVIET else -0.5)
            for o, d, side in zip(scenario.offence, scenario.defence, scenario.side_of, strict=True)
        ]
        """What a unit counts in a contest, for the Soviets."""
        self.chances = _chances(scenario)
        self.last_column = len(self.chances[0]) - 1
        ways = [_points_to(scenario, goal) for goal in self.goals]
        self.moments = [
            _moment(scenario, ways, turn, step)
            for turn in range(1, scenario.turns + 1)
            for step in range(len(scenario.sequence))
        ]
        """By phases since the start."""


@lru_cache(maxsize=64)
def outlook(scenario: SfoScenario) -> Outlook:
    """The outlook of a scenario, worked out once."""
    return Outlook(scenario)


def _points_to(scenario: SfoScenario, goal: Hex) -> list[int]:
    """Movement points from every hex to a goal when nobody is in the way."""
    ways = [99] * scenario.grid.size
    ways[goal] = 0
    queue = [(0, goal)]
    while queue:
        spent, hex_ = heappop(queue)
        spent += scenario.cost(hex_)
        for near in scenario.grid.adjacent[hex_]:
            if scenario.passable >> near & 1 and spent < ways[near]:
                ways[near] = spent
                heappush(queue, (spent, near))
    return ways


def _chances(scenario: SfoScenario) -> tuple[Chances, Chances]:
    """The combat table in short, for one die and for the lower of two."""
    rows: list[list[str]] = scenario.combat["rows"]
    faces = len(rows)
    single = [1 / faces] * faces
    lower = [(2 * (faces - die) - 1) / faces**2 for die in range(faces)]
    return _chances_by(scenario, rows, single), _chances_by(scenario, rows, lower)


def _chances_by(scenario: SfoScenario, rows: list[list[str]], weights: list[float]) -> Chances:
    line = []
    for column in range(len(rows[0])):
        gives = loses = 0.0
        for row, weight in zip(rows, weights, strict=True):
            effect = scenario.results[row[column]]
            gives += weight * bool(effect.get("defender-retreats") or effect.get("defender-loses"))
            loses += weight * bool(effect.get("defender-loses"))
        line.append((gives, loses))
    return line


def _moment(scenario: SfoScenario, ways: list[list[int]], turn: int, step: int) -> Moment:
    """What the clock says at one phase."""
    sequence = scenario.sequence
    side, phase = sequence[step]
    coming = [s for s, name in sequence[step:] if name == "movement"]
    left = scenario.turns - turn
    pace = max(scenario.movement)
    pulls = tuple(_pulls(scenario, ways, s, pace * (left + coming.count(s))) for s in (SOVIET, US))
    gone = ((turn - 1) * len(sequence) + step) / (scenario.turns * len(sequence))
    own, foe = OWN_THREAT[phase], FOE_THREAT[phase]
    if not left and side == sequence[-1][0]:
        foe = 0.0  # the other side has had its last battle
    threats = (own, foe) if side == SOVIET else (foe, own)
    return Moment((pulls[0], pulls[1]), HOLD[0] + (HOLD[1] - HOLD[0]) * gone, threats, 0.8 + 3.0 * (1.0 - gone))


def _pulls(scenario: SfoScenario, ways: list[list[int]], side: int, points: int) -> list[Pulls | None]:
    """What a unit of a side counts at each goal, by where it is, with so many points left to move."""
    far = len(NEAR) - 1

    def pull(way: int, left: int) -> float:
        return NEAR[min(way, far)] * (1.0 if way <= left + 1 else TOO_LATE)

    size = scenario.grid.size
    by_place: list[Pulls | None] = [None] * (size - BOXED)
    for h in range(size):
        by_place[h] = (pull(ways[0][h], points), pull(ways[1][h], points), pull(ways[2][h], points))
    edge = [h for h in range(size) if scenario.entry[side] >> h & 1 and scenario.passable >> h & 1]
    near = [0.9 * max(pull(way[h] + 1, points) for h in edge) for way in ways]
    by_place[EDGE] = (near[0], near[1], near[2])
    return by_place


# -- the judgement ---------------------------------------------------------------------------------


def score(state: SfoState, side: str) -> float:
    """From -1 (lost) to 1 (won), 0 when even."""
    scenario = state.scenario
    if state.result is not None:
        if not state.result.winner:
            return 0.0
        return 1.0 if state.result.winner == side else -1.0
    known = outlook(scenario)
    moment = known.moments[(state.turn - 1) * len(scenario.sequence) + state.step]
    value = _judged(state, known, moment)
    return value if side == scenario.sides[SOVIET] else -value


def _judged(state: SfoState, known: Outlook, moment: Moment) -> float:
    """The Soviets' score before the end."""
    scenario = state.scenario
    pulls, side_of, power = moment.pulls, scenario.side_of, known.power
    here = a = b = c = 0.0
    for unit in range(scenario.unit_count):
        pull = pulls[side_of[unit]][state.at[unit]]
        if pull is not None:
            weight = power[unit]
            here += weight
            a += weight * pull[0]
            b += weight * pull[1]
            c += weight * pull[2]
    contest = [a, b, c]
    held, killed = _stands(state, known, moment, contest)
    if known.by_points:
        return _by_points(state, known, moment, contest, held, killed)
    hold = moment.hold
    p, q, r = [
        1.0 / (1.0 + exp(-CONTEST * near - hold * (stand - 0.5 if not stand else stand)))
        for near, stand in zip(contest, held, strict=True)
    ]
    two = p * q + p * r + q * r - 2.0 * p * q * r
    value = 2.0 * two - 1.0 + UNIT * (here - killed)
    return LIMIT if value > LIMIT else -LIMIT if value < -LIMIT else value


def _by_points(
    state: SfoState, known: Outlook, moment: Moment, contest: list[float], held: list[float], killed: float
) -> float:
    """By victory points: the lead there will be, against what may still change."""
    lead = -killed
    for near, stand, worth in zip(contest, held, known.worth, strict=True):
        x = CONTEST * near + moment.hold * stand
        lead += worth * (2.0 / (1.0 + exp(-x)) - 1.0)
    prices = known.prices
    for unit in range(state.scenario.unit_count):
        if state.at[unit] == LOST:
            lead += prices[unit]
    return LIMIT * (2.0 / (1.0 + exp(-2.0 * lead / moment.spread)) - 1.0)


def _stands(
    state: SfoState, known: Outlook, moment: Moment, contest: list[float]
) -> tuple[list[float], float]:
    """Who stands in each goal (1 Soviet, -1 US), and what is likely to be killed, for the Soviets.

    What is in danger counts for less at every goal, so `contest` is brought up to date.
    """
    goals, held = known.goals, state.held
    stand = [float((held[SOVIET] >> goal & 1) - (held[US] >> goal & 1)) for goal in goals]
    killed = 0.0
    price = known.prices if known.by_points else known.power
    for side in (SOVIET, US):
        threat = moment.threats[1 - side]
        in_contact = held[side] & zone(state, 1 - side) if threat else 0
        while in_contact:
            hex_ = in_contact.bit_length() - 1
            in_contact ^= 1 << hex_
            gives, kills = danger(state, known, side, hex_)
            if not gives:
                continue
            if hex_ in goals:
                stand[goals.index(hex_)] *= 1.0 - threat * gives
            lost = threat * kills
            units, pulls = state.here[hex_], moment.pulls[side][hex_]
            while units and pulls is not None:
                unit = units.bit_length() - 1
                units ^= 1 << unit
                weight = known.power[unit] * lost
                killed += lost * (price[unit] if not known.by_points else -price[unit])
                for goal, pull in enumerate(pulls):
                    contest[goal] -= weight * pull
    return stand, killed


def danger(state: SfoState, known: Outlook, side: int, hex_: Hex) -> tuple[float, float]:
    """How likely units of a side in contact are beaten out of their hex, and how likely one is killed."""
    scenario = state.scenario
    here, foe = state.here, scenario.units_of[1 - side]
    attackers = 0
    for near in scenario.grid.adjacent[hex_]:
        attackers |= here[near]
    attackers &= foe & ~state.disrupted
    dice = 0
    if scenario.level == "basic":
        column = attackers.bit_count() - 1
    else:
        column = -scenario.defence_bonus[hex_]
        offence, defence = scenario.offence, scenario.defence
        while attackers:
            unit = attackers.bit_length() - 1
            attackers ^= 1 << unit
            column += offence[unit]
        units = here[hex_]
        while units:
            unit = units.bit_length() - 1
            units ^= 1 << unit
            column -= defence[unit]
        for kind, chit in scenario.chits_of[1 - side].items():
            if state.at[chit] == hex_:
                column += offence[chit]
                dice = 1 if kind == "spetsnaz" else dice
    if column < 0:
        return 0.0, 0.0
    gives, loses = known.chances[dice][column if column < known.last_column else known.last_column]
    ways_out = scenario.grid.around[hex_] & scenario.passable & ~zone(state, 1 - side) & ~state.full[side]
    return (gives, loses) if ways_out else (gives, gives)
