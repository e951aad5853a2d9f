"""Measure how many steps per second an environment makes with random legal actions."""

from __future__ import annotations

import random
import time
from typing import NamedTuple

import numpy as np

from grognard.gym.wargame import WargameEnv

RUNS = 3
"""Number of runs; the best counts, since other processes can only make a run slower."""

BETWEEN = 50
"""Number of steps between two readings of the clock, which may be slow."""


class Speed(NamedTuple):
    """The speed of an environment, per second of processor time."""

    steps: float
    """Steps, each with an observation and a mask."""
    orders: float
    """Orders that they amount to."""


def measure(scenario: str, seconds: float) -> Speed:
    """Play random games for some seconds."""
    return max(_run(scenario, seconds / RUNS, seed) for seed in range(RUNS))


def _run(scenario: str, seconds: float, seed: int) -> Speed:
    made, source = WargameEnv(scenario), random.Random(seed)
    steps = orders = 0
    made.reset(seed=seed)
    started = time.process_time()
    spent = 0.0
    while spent < seconds:
        for _ in range(BETWEEN):
            observation, _, termination, truncation, _ = made.last()
            if termination or truncation:
                orders += len(made.table.game.history)
                made.reset()
                continue
            made.step(source.choice(np.flatnonzero(observation["action_mask"])))
            steps += 1
        spent = time.process_time() - started
    return Speed(steps / spent, (orders + len(made.table.game.history)) / spent)
