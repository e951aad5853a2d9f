"""Measure how the evaluation of a scenario relates to results, for `chances` in its file.

``python -m tools.calibrate SCENARIO --games N`` lets computer players play N games, and fits the log odds of
winning to the evaluation at the start of each phase. The result is pulled towards bias 0 and slope 1, so
that a few games do not say too much.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import grognard
from grognard.ai import player
from grognard.ai.players import chosen_orders
from grognard.analysis.chances import evidence
from grognard.core.contract.scenario import Calibration

PAIRS = (("planner", "planner"), ("planner", "greedy"), ("greedy", "planner"))
_BIAS_SPREAD, _SLOPE_SPREAD = 1.5, 0.5
"""Expected spreads of bias and slope before anything is measured."""
_ROUNDS = 200
_STEP = 0.2
"""Longest step of one round: Newton's method overshoots where nearly all positions were won."""

Sample = tuple[float, float, float]
"""Evidence of a position, the result of its game from 0 to 1, and its weight."""


def samples(scenario: str, games: int) -> list[Sample]:
    """Play games and return their positions."""
    found: list[Sample] = []
    for number in range(games):
        game = grognard.new(scenario, seed=1000 + number)
        first = game.sides[0]
        kinds = PAIRS[number % len(PAIRS)]
        players = {side: player(kind, seed=number) for side, kind in zip(game.sides, kinds, strict=True)}
        seen, when = list[float](), (0, "")
        for side, order in chosen_orders(game, players):
            if (game.turn, game.phase) != when:
                when = (game.turn, game.phase)
                seen.append(evidence(game.score(first)))
            game.play(order, side)
        assert game.result is not None
        won = (1 + game.result.score(first)) / 2
        found += [(value, won, 1 / len(seen)) for value in seen]
        print(f"game {number + 1}: {kinds[0]} - {kinds[1]}: {game.result.title}", flush=True)
    return found


def fit(found: Sequence[Sample]) -> Calibration:
    """Return the bias and slope that explain the results best, by Newton's method."""
    bias, slope = 0.0, 1.0
    for _ in range(_ROUNDS):
        to_bias, to_slope = -bias / _BIAS_SPREAD**2, -(slope - 1) / _SLOPE_SPREAD**2
        bb, bs, ss = 1 / _BIAS_SPREAD**2, 0.0, 1 / _SLOPE_SPREAD**2
        for value, won, weight in found:
            chance = 1 / (1 + math.exp(-bias - slope * value))
            to_bias += weight * (won - chance)
            to_slope += weight * (won - chance) * value
            spread = weight * chance * (1 - chance)
            bb, bs, ss = bb + spread, bs + spread * value, ss + spread * value * value
        det = bb * ss - bs * bs
        bias += _bounded((ss * to_bias - bs * to_slope) / det)
        slope += _bounded((bb * to_slope - bs * to_bias) / det)
    return Calibration(bias=round(bias, 2), slope=round(slope, 2))


def _bounded(step: float) -> float:
    return max(-_STEP, min(_STEP, step))


def main() -> None:
    """Print the calibration of a scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=30)
    args = parser.parse_args()
    measured = fit(samples(args.scenario, args.games))
    print(f"chances = {{ bias = {measured.bias}, slope = {measured.slope} }}")


if __name__ == "__main__":
    main()
