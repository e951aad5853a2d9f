"""Train a small player on Strike Force One, with numpy only, and enter it in `grognard sim`.

    python learner.py                                                       # a few minutes
    grognard sim strike-force-one/basic --red mine:learner.Trained --blue greedy --games 200 --both

The policy is linear: each action that the mask allows gets a score from a few features, and is taken with a
probability that grows with its score. The weights, one set for each side, are learnt from results of games
against a computer player (REINFORCE with the average of a batch as the baseline).
"""

from __future__ import annotations

import argparse
import time
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.gym import Encoder, PolicyPlayer, SoloEnv
from grognard.gym.observations import HEX_COLUMNS, SITUATION, UNIT_COLUMNS

SCENARIO = "strike-force-one/basic"
WEIGHTS = Path(__file__).with_name("weights.npz")
FEATURES = 20
"""Features of an action; each kind of action (counter, verb, hex, anything else) has weights of its own."""
KINDS = {"counter": 0, "verb": 1, "hex": 2}
OPPONENTS = ("random", "greedy")
"""The weak and the strong opponent to learn from."""
BATCH = 40
RATE = 0.1

Array = NDArray[np.float64]
_HEX = {name: n for n, name in enumerate(HEX_COLUMNS)}
_UNIT = {name: n for n, name in enumerate(UNIT_COLUMNS)}


@lru_cache
def distances(scenario: Any) -> Array:
    """Return the distance between any two hexes of the board."""
    grid = scenario.board.grid
    return np.array([[grid.distance(a, b) for b in grid.hexes()] for a in grid.hexes()], float)


def features(encoder: Encoder, observation: NDArray[np.float32], legal: NDArray[np.intp]) -> Array:
    """Return a row of features for each legal action, made from the observation and the map."""
    units, hexes, situation = encoder.parts(observation)
    apart = distances(encoder.scenario)
    actions, first_hex = encoder.actions, next(iter(encoder.actions.hexes.values()))
    goals = hexes[:, _HEX["objective"]] * (1 - hexes[:, _HEX["held"]]) > 0
    to_goal = apart[:, goals].min(1) if goals.any() else np.zeros(len(apart))
    enemies, friends = hexes[:, _HEX["theirs"]] > 0, hexes[:, _HEX["mine"]] > 0
    to_enemy = apart[:, enemies].min(1) if enemies.any() else np.full(len(apart), 9.0)
    beside_enemy, beside_friend = (apart[:, enemies] == 1).sum(1), (apart[:, friends] == 1).sum(1)
    time_left = situation[SITUATION.index("turns")] - situation[SITUATION.index("turn")]
    verb = int(situation[SITUATION.index("verb")])
    chosen = np.flatnonzero(units[:, _UNIT["chosen"]] * units[:, _UNIT["on map"]])
    start = _hex_of(encoder, units[chosen[0]]) if len(chosen) else -1

    def place(hex_: int) -> list[float]:
        """Describe a hex."""
        here = hexes[hex_]
        return [
            1.0, here[_HEX["objective"]], here[_HEX["objective"]] * here[_HEX["held"]], to_goal[hex_] / 4,
            to_goal[hex_] / 4 * (time_left < 1), to_enemy[hex_] / 4, beside_enemy[hex_] / 2,
            beside_friend[hex_] / 3, here[_HEX["mine"]], here[_HEX["theirs"]], float(to_goal[hex_] == 0),
        ]  # fmt: skip

    table = np.zeros((len(legal), 4, FEATURES))
    for row, action in enumerate(legal.tolist()):
        kind, _ = actions.meaning(action)
        cells = table[row, KINDS.get(kind, 3)]
        if kind == "hex":
            hex_ = action - first_hex
            cells[:11] = place(hex_)
            if start >= 0:
                cells[11:14] = (
                    (to_goal[start] - to_goal[hex_]) / 4,
                    apart[start, hex_] / 4,
                    to_goal[start] == 0,
                )
            cells[14:] = np.eye(6)[verb % 6]
        elif kind == "counter" and units[action, _UNIT["on map"]]:
            cells[:11] = place(_hex_of(encoder, units[action]))
            cells[11:14] = units[action, _UNIT["factor 1"] : _UNIT["factor 1"] + 3]
        elif kind == "verb":
            cells[action % FEATURES] = 1.0
        else:
            cells[:3] = 1.0, len(legal) / 10, time_left / 4
    return table.reshape(len(legal), -1)


def _hex_of(encoder: Encoder, unit: NDArray[np.float32]) -> int:
    return _rows(encoder)[int(unit[_UNIT["column"]]), int(unit[_UNIT["row"]])]


@lru_cache
def _rows(encoder: Encoder) -> dict[tuple[int, int], int]:
    grid = encoder.scenario.board.grid
    return {(grid.column(hex_), grid.row(hex_)): row for row, hex_ in enumerate(grid.hexes())}


def chances(weights: Array, table: Array) -> Array:
    """Return the probability of each action."""
    scores = table @ weights
    odds = np.exp(scores - scores.max())
    return np.asarray(odds / odds.sum())


class Trained(PolicyPlayer):
    """Plays by the weights in ``weights.npz``, always the likeliest action."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        with np.load(WEIGHTS) as file:
            self.weights = {side: file[side] for side in file.files}

    def act(self, encoder: Encoder, observation: Any, mask: Any) -> int:
        """Return the likeliest action."""
        legal = np.flatnonzero(mask)
        side = encoder.scenario.sides[int(encoder.parts(observation).situation[SITUATION.index("side")])]
        return int(legal[np.argmax(features(encoder, observation, legal) @ self.weights[side])])


def held(encoder: Encoder, observation: NDArray[np.float32]) -> float:
    """Return the share of objectives that the side holds: almost winning is better than nothing."""
    hexes = encoder.parts(observation).hexes
    mine = (hexes[:, _HEX["objective"]] * hexes[:, _HEX["held"]] > 0).sum()
    return float(mine / max(1, hexes[:, _HEX["objective"]].sum()))


class Game(NamedTuple):
    """A game to learn from."""

    result: float
    worth: float
    """Result and objectives held."""
    gradient: Array
    """Gradient of the probability of the actions taken."""
    steps: int


def play(world: SoloEnv, weights: Array, source: np.random.Generator, seed: int) -> Game:
    """Play a game with actions drawn by their probability."""
    seen, _ = world.reset(seed=seed)
    gradient = np.zeros_like(weights)
    for steps in range(1, 10_000):
        legal = np.flatnonzero(seen["action_mask"])
        table = features(world.encoder, seen["observation"], legal)
        likely = chances(weights, table)
        taken = source.choice(len(legal), p=likely)
        gradient += table[taken] - likely @ table
        seen, reward, over, cut_short, _ = world.step(legal[taken])
        if over or cut_short:
            worth = reward + held(world.encoder, seen["observation"])
            return Game(reward, worth, gradient, steps)
    raise AssertionError("a game of Strike Force One ends")


def train(side: str, games: int, seed: int) -> Array:
    """Return weights for a side after a number of games, the first ones against a weak opponent."""
    worlds = [SoloEnv(SCENARIO, side=side, opponent=opponent) for opponent in OPPONENTS]
    source = np.random.default_rng(seed)
    weights, speed = np.zeros(4 * FEATURES), np.zeros(4 * FEATURES)
    weights[3 * FEATURES + 1] = -3.0  # at first, do not end a phase while units can act
    actions, easy, started = 0, False, time.process_time()
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        # more and more games against the strong one, and all of them if the weak one is no match
        strong = count if easy else round(count * first / games)
        step = np.zeros_like(weights)
        wins = []
        for world, share in zip(worlds, (count - strong, strong), strict=True):
            if not share:
                continue
            played = [play(world, weights, source, int(source.integers(2**31))) for _ in range(share)]
            worth = np.array([game.worth for game in played])
            step += ((worth - worth.mean())[:, None] * [game.gradient for game in played]).sum(0) / count
            actions += sum(game.steps for game in played)
            won = np.mean([game.result > 0 for game in played])
            easy = easy or (world is worlds[0] and bool(won > 0.9))
            wins.append(f"{won:.0%} of {share} against {world.opponent}")
        speed = 0.9 * speed + 0.1 * step**2
        weights += RATE * step / (np.sqrt(speed) + 0.01)
        print(f"{side}: {first + count} games; won {', '.join(wins)}", flush=True)
    spent = time.process_time() - started
    print(f"{side}: {spent:.0f} s of processor time, {actions / spent:.0f} actions/s with both players")
    return weights


def main() -> None:
    """Train both sides and save the weights."""
    parser = argparse.ArgumentParser(description="Train a player on Strike Force One Basic.")
    parser.add_argument("--games", type=int, default=1500, help="games for each side (1500)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same weights (1)")
    words = parser.parse_args()
    soviet, us = (train(side, words.games, words.seed) for side in ("soviet", "us"))
    np.savez(WEIGHTS, soviet=soviet, us=us)
    print(f"weights are in {WEIGHTS}")


if __name__ == "__main__":
    main()
