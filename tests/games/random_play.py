"""Games for tests to look into: played at random, but eagerly enough that every rule gets its turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import grognard
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game

GAME = "strike-force-one"
SCENARIOS = tuple(
    f"{game.id}/{name}" for game in grognard.list_games() if game.id == GAME for name in game.scenarios
)
COMMON = ("movement", "combat", "events", "retreat", "advance")
"""Kinds of question that every game asks all the time; the others are rare and precious."""


def some_options(scenario: str, source: random.Random) -> dict[str, Any]:
    """A value for every option that a scenario offers, all equally likely."""
    game = grognard.new(scenario, seed=0)
    known = game.scenario.game.options
    return {name: source.choice(known[name].choices or (False, True)) for name in game.scenario.file.options}


def every_order(game: Game) -> list[Order]:
    """All legal orders by their text, so that no choice hangs on the order in which they are found."""
    return sorted(game.orders(), key=str)


def eager_order(game: Game, source: random.Random) -> Order:
    """A legal order of somebody who looks for a fight: attack, or else move next to the enemy."""
    orders = every_order(game)
    assert orders, f"nothing can be done in {game.phase}"
    attacks = [order for order in orders if order.verb == "attack"]
    if attacks and source.random() < 0.8:
        return source.choice(attacks)
    enemy = next(side for side in game.sides if side != game.to_act)
    watched = set(game.zoc(enemy))
    closer = [o for o in orders if o.verb in ("move", "enter", "place") and o.path[-1] in watched]
    if closer and source.random() < 0.6:
        return source.choice(closer)
    return source.choice(orders)


def fresh(scenario: str, number: int) -> tuple[Game, random.Random]:
    """Game number so-and-so of a scenario, with random options, and the hand that will play it."""
    source = random.Random(f"{scenario} {number}")
    return grognard.new(scenario, some_options(scenario, source), seed=number), source


def walk(scenario: str, number: int) -> Iterator[Game]:
    """An eager random game, shown before every order and once more at its end (always the same object)."""
    game, source = fresh(scenario, number)
    while not game.over:
        yield game
        game.play(eager_order(game, source))
    yield game


@lru_cache
def _sample(games: int, share: float) -> tuple[Game, ...]:
    kept = []
    for scenario in SCENARIOS:
        for number in range(games):
            source = random.Random(number)
            for game in walk(scenario, number):
                question = game.choices()
                if question and (question.kind not in COMMON or source.random() < share):
                    kept.append(game.copy())
    return tuple(kept)


def sample(games: int = 12, share: float = 0.08) -> list[Game]:
    """Situations from many games, as copies: all with a rare question and a share of the rest."""
    return [game.copy() for game in _sample(games, share)]
