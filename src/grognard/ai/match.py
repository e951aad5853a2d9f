"""Matches between two players: who wins how often, as either side, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

import msgspec

import grognard
from grognard.ai.players import Player, play_out, player


class Tally(msgspec.Struct, frozen=True):
    """How one player did as one side."""

    side: str
    games: int
    won: int
    drawn: int = 0

    @property
    def rate(self) -> float:
        """Share of the games won, a draw counting half."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95 % certainty."""
        return wilson(self.rate, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.side}: {self.rate:.1%} of {self.games} ({low:.1%} to {high:.1%})"


def wilson(rate: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share.

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def _game(scenario: str, a: str, b: str, seed: str, number: int) -> float:
    """One game: 1 when player `a` won, 0 when it lost; `a` plays the sides in turn."""
    game = grognard.new(scenario, seed=f"{seed} {number}")
    mine, other = game.sides if number % 2 == 0 else reversed(game.sides)
    players = {mine: _seated(a, f"{seed} {number} a"), other: _seated(b, f"{seed} {number} b")}
    winner = play_out(game, players).winner
    return 0.5 if not winner else float(winner == mine)


def _seated(name: str, seed: str) -> Player:
    """A player from its name with its budget: ``search``, ``search:0.5`` seconds, ``search:200i`` tries."""
    kind, _, budget = name.partition(":")
    if not budget:
        return player(kind, seed=seed)
    if budget.endswith("i"):
        return player(kind, seed=seed, iterations=int(budget[:-1]))
    return player(kind, seed=seed, seconds=float(budget))


def match(scenario: str, a: str, b: str, games: int, seed: int | str = 1, jobs: int = 1) -> list[Tally]:
    """Let two players meet, so many games as each side; how often `a` won as each.

    Players are named with their budget: ``greedy``, ``search``, ``search:0.5`` (seconds an order),
    ``search:200i`` (tries an order).
    """
    sides = grognard.new(scenario, seed=1).sides
    one: Callable[[int], float] = partial(_game, scenario, a, b, str(seed))
    numbers = range(2 * games)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            points = list(pool.map(one, numbers))
    else:
        points = [one(number) for number in numbers]
    return [
        Tally(side, games, own.count(1.0), own.count(0.5))
        for side, own in zip(sides, (points[0::2], points[1::2]), strict=True)
    ]
