"""Evaluation of a position for computer players.

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
from grognard.games.kit.advice.evaluation import score_by
from grognard.games.strike_force_one.model.scenario import SOVIET, US, SfoScenario, tables
from grognard.games.strike_force_one.model.state import BOXED, EDGE, LOST, SfoState


class Weights(NamedTuple):
    """Weights, fitted to the results of games."""

    there: tuple[float, float, float, float, float]
    """Value of a unit by distance to a goal: in it, adjacent, within one move, two moves, further."""
    late: float
    """Factor on that value if the unit can no longer reach the goal."""
    bias: tuple[float, float]
    """Bias for the Soviets at the start and the end of the game."""
    tempo: float
    """Value of being the phasing side."""
    contest: tuple[float, float]
    """Value of one more unit at a goal, at the start and the end of the game."""
    hold: tuple[float, float]
    """Value of occupying a goal, at the start and the end of the game."""
    empty: float
    """Value of an unoccupied goal."""
    unit: float
    """Value of a unit anywhere."""


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
"""Scale of victory points, at the start and the end of the game."""
LIMIT = 0.97
"""Maximum score before the end."""


class Moment(NamedTuple):
    """Weights at one phase of the game, with cached values."""

    power: list[list[float]]
    """Value of each unit for the Soviets by place; places off the map from the end."""
    near: tuple[list[list[float]], list[list[float]], list[list[float]]]
    """Value of each unit at each goal by place."""
    bias: float
    contest: float
    hold: float
    empty: float
    unit: float
    swing: float


class Outlook:
    """Precomputed facts of a scenario for the evaluation."""

    def __init__(self, scenario: SfoScenario) -> None:
        chart = tables()["victory"]
        self.by_points = scenario.victory == "points"
        worth = {scenario.grid.hex(h): float(w) for h, w in chart["points-hexes"].items()}
        self.goals: list[Hex] = list(worth) if self.by_points else list(scenario.towns)
        """The three goals, for towns and for points."""
        self.worth = [worth.get(h, 1.0) for h in self.goals]
        kinds: dict[str, int] = chart["points-units"]
        self.prices = [
            (1.0 if side == US else -1.0) * kinds.get(counter.kind, 0)
            for counter, side in zip(scenario.counters, scenario.side_of, strict=True)
        ]
        """Points for the Soviets for an eliminated unit."""
        self.power = [
            (o + d) * (0.5 if side == SOVIET else -0.5)
            for o, d, side in zip(scenario.offence, scenario.defence, scenario.side_of, strict=True)
        ]
        """Weight of a unit in a contest, for the Soviets."""
        ways = [_points_to(scenario, goal) for goal in self.goals]
        self.moments = [
            _moment(scenario, self.power, ways, turn, step)
            for turn in range(1, scenario.turns + 1)
            for step in range(len(scenario.sequence))
        ]
        """By number of phases since the start."""


@lru_cache(maxsize=64)
def outlook(scenario: SfoScenario) -> Outlook:
    """Return the outlook of a scenario."""
    return Outlook(scenario)


def _points_to(scenario: SfoScenario, goal: Hex) -> list[int]:
    """Return the MP cost from every hex to a goal without obstacles."""
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
    """Return the weights at one phase."""
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
    """Return the value of a unit at a goal by place, with the MP it has left."""
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
    """Evaluate the position for a side, from -1 (lost) to 1 (won)."""
    return score_by(state, side, SOVIET, _judged)


def _judged(state: SfoState) -> float:
    """Evaluate an unfinished game for the Soviets."""
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
