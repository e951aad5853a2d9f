"""The two simple players: `random` gives any legal order, `greedy` the one with the best immediate score."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard.ai.lookahead import Evaluator
from grognard.ai.oversights import Oversights
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice, Seed
from grognard.core.errors import GrognardError

MAX_ORDERS = 300
"""Maximum number of orders to evaluate all; of more, only a sample."""
MAX_EXACT = 60
"""Maximum number of orders to evaluate over all dice combinations; of more, only the best."""
CLOSER_LOOK = 3
"""Number of best orders to evaluate over all dice combinations if there are many."""
SAMPLE_SIZE = 48
"""Minimum number of orders in a sample."""
PER_COUNTER = 8
"""Maximum number of orders of one counter in a sample."""


def imagined(
    definition: AnyGame, scenario: Scenario, view: View, source: random.Random
) -> tuple[State, Decision]:
    """Return a state consistent with a view, and the decision of its side."""
    state = definition.imagine(view, scenario, LooseDice(source))
    decision = definition.choices(state, view.side)
    if decision is None:
        raise GrognardError(f"{view.side or 'a spectator'} has no decision to make now")
    return state, decision


class RandomPlayer:
    """Chooses a random counter that can act, then one of its orders."""

    def __init__(self, seed: Seed | None = None) -> None:
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = ()

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return a random legal order."""
        _, decision = imagined(definition, scenario, view, self.source)
        order = decision.random_order(self.source)
        self.why = "picked at random"
        return order


class GreedyPlayer:
    """Gives the order with the best average score right after it."""

    def __init__(self, seed: Seed | None = None, oversights: Oversights | None = None) -> None:
        self.source = random.Random(seed)
        self.oversights = oversights
        self.why = ""
        self.plan: tuple[str, ...] = ()

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the order with the best immediate score, of those that it sees."""
        state, decision = imagined(definition, scenario, view, self.source)
        return self.decide(Evaluator(definition, self.source), state, decision)

    def decide(self, evaluator: Evaluator, state: State, decision: Decision) -> Order:
        """Return the best order in an imagined state."""
        ranked = sorted(scored_orders(evaluator, state, decision), key=lambda pair: -pair[0])
        while self.oversights and len(ranked) > 1 and self.oversights.misses():
            del ranked[0]
        most, order = ranked[0]
        self.why = "the only legal order"
        if len(ranked) > 1:
            value, second = ranked[1]
            chances = odds(evaluator.definition, state, order)
            self.why = f"{chances}immediate score {most:+.2f}, against {value:+.2f} for {second}"
        return order


def odds(definition: AnyGame, state: State, order: Order) -> str:
    """Return the odds of an order with dice, such as ``difference +1, ``; otherwise an empty string."""
    try:
        explanation = definition.preview(state, order)
    except (GrognardError, LookupError, ValueError):
        return ""  # this kind of order has no preview
    return f"{explanation.total}, " if explanation.chances else ""


def scored_orders(evaluator: Evaluator, state: State, decision: Decision) -> Iterator[tuple[float, Order]]:
    """Yield candidate orders with their average score.

    Ending the phase has the score of the current state, so it is chosen if no order improves on that.
    """
    side = decision.side
    ending = ending_orders(state, decision)
    now = evaluator.definition.score(state, side)
    for order in ending:
        yield now, order
    orders = [order for order in candidate_orders(decision, evaluator.source) if order not in ending]
    if len(orders) <= MAX_EXACT:
        for order in orders:
            yield evaluator.expected(state, side, order), order
        return
    estimates = [(*evaluator.estimate(state, side, order), order) for order in orders]
    estimates.sort(key=lambda estimate: -estimate[0])
    closer = {
        order: evaluator.expected(state, side, order)
        for _, uncertain, order in estimates[:CLOSER_LOOK]
        if uncertain
    }
    # an estimate by lucky dice must not beat an exact value
    most = min(closer.values(), default=1.0)
    for value, uncertain, order in estimates:
        yield closer.get(order, min(value, most) if uncertain else value), order


def ending_orders(state: State, decision: Decision) -> list[Order]:
    """Return the orders that end the phase: a single word, without a counter."""
    if state.questions or NO_ACTOR not in decision.actors():
        return []
    return [order for order in decision.orders(NO_ACTOR) if str(order) == order.verb]


def candidate_orders(decision: Decision, source: random.Random) -> list[Order]:
    """Return all orders; if there are too many, some orders of some counters."""
    orders: list[Order] = []
    actors = decision.actors()
    for actor in actors:
        orders += decision.orders(actor)
        if len(orders) > MAX_ORDERS:
            break
    else:
        return list(dict.fromkeys(orders))
    source.shuffle(actors)
    orders = []
    for actor in actors:
        listed = decision.orders(actor)
        orders += source.sample(listed, min(len(listed), PER_COUNTER))
        if len(orders) >= SAMPLE_SIZE:
            break
    return list(dict.fromkeys(orders))
