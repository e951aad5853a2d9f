"""How well a side stands: a judgement for computer players, never a rule.

Each goal (a town, or a hex worth points) is contested: the side with more strength near it in the time left
will probably hold it in the end.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import exp
from operator import getitem
from typing import NamedTuple

from grognard.core.hexes.grid import Hex
from grognard.games.kit.evaluation import score_by
from grognard.games.strike_force_one.scenario import SOVIET, US, SfoScenario, tables
from grognard.games.strike_force_one.state import BOXED, EDGE, LOST, SfoState


class Weights(NamedTuple):
    """What counts how much; found by fitting the score to how games ended."""

    there: tuple[float, float, float, float, float]
    """A unit at a goal by its distance: there, next to it, within a move, two moves, further away."""
    late: float
    """What is left of that when the unit cannot get there any more."""
    bias: tuple[float, float]
    """For the Soviets, at the start and at the end of the game."""
    tempo: float
    """To be the side whose turn it is."""
    contest: tuple[float, float]
    """One unit more at a goal, at the start and at the end of the game."""
    hold: tuple[float, float]
    """To stand in a goal, at the start and at the end of the game."""
    empty: float
    """A goal where nobody stands."""
    unit: float
    """A unit, wherever it is."""


TOWNS = Weights(
    there=(1.0, 0.92, 0.6, 0.56, 0.03),
    late=0.36,
    bias=(-0.6, -0.92),
    tempo=0.12,
    contest=(0.39, 0.39),
    hold=(-0.45, 1.2),
    empty=-1.5,
    unit=0.0,
)
POINTS = Weights(
    there=(1.0, 0.8, 0.55, 0.25, 0.12),
    late=0.15,
    bias=(0.0, 0.0),
    tempo=0.0,
    contest=(1.1, 1.1),
    hold=(0.7, 2.4),
    empty=0.0,
    unit=0.05,
)
SWING = (3.8, 0.8)
"""How many victory points may still change hands, at the start and at the end of the game."""
LIMIT = 0.97
"""As sure as one can be before the end."""


class Moment(NamedTuple):
    """What the clock says about a phase of the game, and what has been worked out for it so far."""

    power: list[list[float]]
    """For each unit, by place: what it counts for the Soviets; places off the map from the end."""
    near: tuple[list[list[float]], list[list[float]], list[list[float]]]
    """For each goal and unit, by place: what it counts at that goal."""
    bias: float
    contest: float
    hold: float
    empty: float
    unit: float
    swing: float


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
        ways = [_points_to(scenario, goal) for goal in self.goals]
        self.moments = [
            _moment(scenario, self.power, ways, turn, step)
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


def _moment(scenario: SfoScenario, power: list[float], ways: list[list[int]], turn: int, step: int) -> Moment:
    """What the clock says at one phase."""
    weights = POINTS if scenario.victory == "points" else TOWNS
    sequence = scenario.sequence
    side = sequence[step][0]
    coming = [s for s, name in sequence[step:] if name == "movement"]
    left = scenario.turns - turn
    pace = max(scenario.movement)
    points = [pace * (left + coming.count(s)) for s in (SOVIET, US)]
    units = [(scenario.side_of[c], power[c]) for c in range(scenario.unit_count)]
    by_goal = [
        [_near(scenario, weights, way, side, strength, points[side]) for side, strength in units]
        for way in ways
    ]
    there = [0] * scenario.grid.size
    alone = [_near(scenario, weights, there, side, strength, pace) for side, strength in units]
    gone = ((turn - 1) * len(sequence) + step) / (scenario.turns * len(sequence))

    def now(weight: tuple[float, float]) -> float:
        return weight[0] + (weight[1] - weight[0]) * gone

    return Moment(
        power=alone,
        near=(by_goal[0], by_goal[1], by_goal[2]),
        bias=now(weights.bias) + (weights.tempo if side == SOVIET else -weights.tempo),
        contest=now(weights.contest),
        hold=now(weights.hold),
        empty=weights.empty,
        unit=weights.unit,
        swing=now(SWING),
    )


def _near(
    scenario: SfoScenario, weights: Weights, way: list[int], side: int, power: float, points: int
) -> list[float]:
    """What a unit counts at a goal by where it is, when it has so many points left to move."""
    pace = max(scenario.movement)

    def pull(distance: int) -> float:
        there = weights.there[
            0 if not distance else 1 if distance == 1 else min(4, 2 + (distance - 1) // pace)
        ]
        # a little less for every hex, so that nearer is always better
        return (there - 0.01 * min(distance, 12)) * (1.0 if distance <= points + 1 else weights.late)

    size = scenario.grid.size
    by_place = [power * pull(way[h]) for h in range(size)] + [0.0] * -BOXED
    edge = [h for h in range(size) if scenario.entry[side] & scenario.passable & 1 << h]
    by_place[EDGE] = power * 0.9 * max(pull(way[h] + 1) for h in edge)
    return by_place


# -- the judgement ---------------------------------------------------------------------------------


def score(state: SfoState, side: str) -> float:
    """From -1 (lost) to 1 (won), 0 when even."""
    return score_by(state, side, SOVIET, _judged)


def _judged(state: SfoState) -> float:
    """The Soviets' score before the end."""
    known = outlook(state.scenario)
    moment = known.moments[(state.turn - 1) * len(state.scenario.sequence) + state.phase_index]
    at, held = state.at, state.held
    a = sum(map(getitem, moment.near[0], at))
    b = sum(map(getitem, moment.near[1], at))
    c = sum(map(getitem, moment.near[2], at))
    soviet, us = held
    goals = known.goals
    stand = [1.0 if soviet >> goal & 1 else -1.0 if us >> goal & 1 else 0.0 for goal in goals]
    price = 0.0
    contest, hold = moment.contest, moment.hold
    bias = moment.bias + moment.unit * sum(map(getitem, moment.power, at))
    p, q, r = stand
    p = 1.0 / (1.0 + exp(-bias - contest * a - hold * (p or moment.empty)))
    q = 1.0 / (1.0 + exp(-bias - contest * b - hold * (q or moment.empty)))
    r = 1.0 / (1.0 + exp(-bias - contest * c - hold * (r or moment.empty)))
    if not known.by_points:
        value = 2.0 * (p * q + p * r + q * r - 2.0 * p * q * r) - 1.0
        return LIMIT if value > LIMIT else -LIMIT if value < -LIMIT else value
    for unit, where in enumerate(at):
        if where == LOST:
            price += known.prices[unit]
    worth = known.worth
    price += 2.0 * (worth[0] * p + worth[1] * q + worth[2] * r) - sum(worth)
    return LIMIT * (2.0 / (1.0 + exp(-2.0 * price / moment.swing)) - 1.0)
