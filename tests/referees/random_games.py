"""Random games in which referees are asked: any order, or those of a player who looks for a fight."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import grognard
from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game

NEVER = ("concede",)
"""Orders that random players do not give."""
MAX_ORDERS = 4000
"""A game that lasts longer is broken off."""


def random_options(scenario: str, source: random.Random) -> dict[str, Any]:
    """Return a random value for every option that a scenario offers."""
    scenario_ = grognard.new(scenario, seed=0).scenario
    known = scenario_.game.options
    return {name: source.choice(known[name].choices or (False, True)) for name in scenario_.file.options}


Chooser = Callable[[Game, Decision, random.Random], Order]


def any_order(game: Game, decision: Decision, source: random.Random) -> Order:
    """Return a random order, of a random actor."""
    while True:
        order = source.choice(decision.sample_orders(source))
        if order.verb not in NEVER:
            return order


def eager_order(game: Game, decision: Decision, source: random.Random) -> Order:
    """Return an order of a player who looks for a fight: an attack, or a move next to the enemy."""
    if decision.kind == "combat" and source.random() < 0.85:
        attacks = [order for order in decision.all() if order.verb == "attack"]
        if attacks:
            return source.choice(attacks)
    if decision.kind == "movement" and source.random() < 0.7:
        enemy = next(side for side in game.sides if side != decision.side)
        watched = set(game.zoc(enemy))
        orders = [order for order in decision.sample_orders(source) if order.verb not in NEVER]
        closer = [o for o in orders if o.verb in ("move", "enter") and o.path and o.path[-1] in watched]
        if closer:
            return source.choice(closer)
    return any_order(game, decision, source)


def walk(
    scenario: str, number: int, choose: Chooser = eager_order, most: int = MAX_ORDERS
) -> Iterator[tuple[Game, Order | None]]:
    """Play a random game; yield it before every order with that order, and at its end with None."""
    source = random.Random(f"{scenario} {number}")
    game = grognard.new(scenario, random_options(scenario, source), seed=number)
    while not game.over and len(game.history) < most:
        decision = game.choices()
        assert decision is not None, f"{scenario} {number}: nobody has a decision in {game.phase}"
        order = choose(game, decision, source)
        yield game, order
        game.play(order)
    yield game, None


def hexes_of(game: Game, mask: object) -> set[str]:
    """Return the numbers of the hexes in a column of the state that is a set of hexes."""
    assert isinstance(mask, int)
    return set(game.scenario.board.grid.names(mask))
