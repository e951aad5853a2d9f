"""Fit the value of positions: games between planners with mixed intentions, then a logistic regression.

`grognard train` prints the weights as `ai.values` reads them, with the quality of their fit and a calibration
table. Two thirds of the games are fitted, the last third is held out to judge the fit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

import grognard
from grognard.ai.planner import PlannerPlayer
from grognard.ai.players import chosen_orders
from grognard.ai.values import FEATURES, chance, features
from grognard.core.contract.intentions import PLAIN
from grognard.core.contract.outside.values import Bin, Moment, Values
from grognard.core.errors import GrognardError
from grognard.sim.study import derive

LEAST = 12
"""Minimum number of positions of a turn to fit weights to."""
RIDGE = 1.0
"""Penalty on large weights, except the constant."""
STEPS = 25
"""Maximum number of Newton steps."""
BINS = 10
MOST_ORDERS = 20_000


class Position(NamedTuple):
    """A position after a player turn, and the result for the first side: 1, a half for a draw, or 0."""

    game: int
    turn: int
    moved: str
    features: tuple[float, ...]
    won: float


def gather(
    scenario: str, games: int, seed: int, progress: Callable[[int], None] = lambda number: None
) -> list[Position]:
    """Play games in which both sides follow random intentions of their book, and return the positions."""
    found = []
    for number in range(games):
        game = grognard.new(scenario, seed=derive(seed, number))
        source = random.Random(derive(seed, number, "intentions"))
        players = {}
        for side in game.sides:
            intentions = [PLAIN, *game.definition.intentions(game.state, side)]
            players[side] = PlannerPlayer(derive(seed, number, side), intention=source.choice(intentions))
        first, on_turn = game.sides[0], game.view().phase_side
        seen: list[tuple[int, str, tuple[float, ...]]] = []
        for side, order in chosen_orders(game, players):
            game.play(order, side)
            now = game.view().phase_side
            if now != on_turn and on_turn and game.result is None:
                seen.append((game.turn, on_turn, features(game.definition, game.state, first)))
            on_turn = now
            if len(game.history) > MOST_ORDERS:
                raise GrognardError(f"{scenario} did not end within {MOST_ORDERS} orders")
        assert game.result is not None
        won = (game.result.score(first) + 1) / 2
        found += [Position(number, turn, moved, values, won) for turn, moved, values in seen]
        progress(number + 1)
    return found


def train(scenario: str, positions: Sequence[Position], games: int, seed: int) -> Values:
    """Return the values fitted to positions."""
    kept = [position for position in positions if position.game % 3 != 2]
    rest = [position for position in positions if position.game % 3 == 2]
    moments, judged = [], list[tuple[float, float]]()
    for turn, moved in sorted({(position.turn, position.moved) for position in positions}):
        known = [p for p in kept if (p.turn, p.moved) == (turn, moved)]
        held_out = [p for p in rest if (p.turn, p.moved) == (turn, moved)]
        if len(known) < LEAST or not held_out:
            continue
        weights = fit([p.features for p in known], [p.won for p in known])
        pairs = [(chance(weights, p.features), p.won) for p in held_out]
        scores = [((p.features[FEATURES.index("score")] + 1) / 2, p.won) for p in held_out]
        judged += pairs
        moments.append(
            Moment(
                turn,
                moved,
                tuple(round(weight, 4) for weight in weights),
                len(held_out),
                round(auc(pairs), 3),
                round(brier(pairs), 3),
                round(auc(scores), 3),
                round(brier(scores), 3),
            )
        )
    if not moments:
        raise GrognardError(f"{games} games of {scenario} are too few to fit anything; play more")
    return Values(scenario, games, seed, tuple(moments), calibration(judged))


def fit(rows: Sequence[tuple[float, ...]], won: Sequence[float]) -> tuple[float, ...]:
    """Return the weights of a logistic regression, by Newton's method with a ridge.

    >>> low, high = fit([(1.0, -1.0), (1.0, 1.0)] * 20, [0.0, 1.0] * 20)
    >>> abs(low) < 0.01, high > 2
    (True, True)
    """
    size = len(rows[0])
    weights = [0.0] * size
    ridge = [1e-6, *[RIDGE] * (size - 1)]
    for _ in range(STEPS):
        chances = [chance(tuple(weights), row) for row in rows]
        slope = [-ridge[i] * weights[i] for i in range(size)]
        curve = [[ridge[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
        for row, likely, result in zip(rows, chances, won, strict=True):
            weight = max(1e-6, likely * (1 - likely))
            for i in range(size):
                slope[i] += (result - likely) * row[i]
                for j in range(size):
                    curve[i][j] += weight * row[i] * row[j]
        step = solve(curve, slope)
        weights = [weight + by for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return tuple(weights)


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations, by elimination.

    >>> solve([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0])
    [0.8, 1.4]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda number: abs(rows[number][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(len(rows)):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def auc(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the chance that a won position has a higher value than a lost one; a half if there is no pair.

    >>> auc([(0.9, 1.0), (0.2, 0.0), (0.4, 1.0), (0.6, 0.0)])
    0.75
    """
    won = [says for says, result in pairs if result > 0.5]
    lost = [says for says, result in pairs if result < 0.5]
    better = sum((a > b) + 0.5 * (a == b) for a in won for b in lost)
    return better / (len(won) * len(lost)) if won and lost else 0.5


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the mean squared error."""
    return sum((says - result) ** 2 for says, result in pairs) / max(1, len(pairs))


def calibration(pairs: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    """Return predicted and actual results in ten bins; empty ones are left out."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for says, result in pairs:
        bins.setdefault(min(BINS - 1, int(says * BINS)), []).append((says, result))
    return tuple(
        Bin(
            round(sum(says for says, _ in found) / len(found), 3),
            round(sum(result for _, result in found) / len(found), 3),
            len(found),
        )
        for _, found in sorted(bins.items())
    )


def in_toml(values: Values) -> str:
    """Return values in the format of their file."""
    rows = [f"# The chance of {values.scenario} for its first side, made with ``grognard train``."]
    rows += [f'scenario = "{values.scenario}"', f"games = {values.games}", f"seed = {values.seed}"]
    for table, parts in (("moment", values.moment), ("calibration", values.calibration)):
        for part in parts:
            rows += ["", f"[[{table}]]"]
            rows += [f"{key} = {_value(value)}" for key, value in msgspec.to_builtins(part).items()]
    return "\n".join(rows) + "\n"


def _value(value: object) -> str:
    return msgspec.json.encode(value).decode()
