"""The two simple players: `random` does anything legal, `greedy` what looks best one order ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard.ai.lookahead import Mind
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice, Seed
from grognard.core.errors import GrognardError

MANY = 300
"""So many orders are all judged; of more, a sample."""
EXACTLY = 60
"""So many are judged by every way the dice can fall; of more only those that look best,"""
CLOSER_LOOK = 3
"""so many."""
LOOK = 48
A_FEW = 8
"""Orders of one counter in a sample."""


def imagined(
    definition: AnyGame, scenario: Scenario, view: View, source: random.Random
) -> tuple[State, Decision]:
    """A state to think in that agrees with a view, and the question its side has to answer."""
    state = definition.imagine(view, scenario, LooseDice(source))
    decision = definition.choices(state, view.side)
    if decision is None:
        raise GrognardError(f"{view.side or 'a spectator'} has nothing to decide now")
    return state, decision


class RandomPlayer:
    """Picks somebody who can act, then something that one can do."""

    def __init__(self, seed: Seed | None = None) -> None:
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = ()

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Any legal order."""
        _, decision = imagined(definition, scenario, view, self.source)
        order = decision.random_order(self.source)
        self.why = f"{order}: picked at random"
        return order


class GreedyPlayer:
    """Gives the order with the best score on average right after it."""

    def __init__(self, seed: Seed | None = None) -> None:
        self.source = random.Random(seed)
        self.why = ""
        self.plan: tuple[str, ...] = ()

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """The order that looks best one order ahead."""
        state, decision = imagined(definition, scenario, view, self.source)
        return self.decide(Mind(definition, self.source), state, decision)

    def decide(self, mind: Mind, state: State, decision: Decision) -> Order:
        """The best order in an imagined state."""
        ranked = sorted(judged(mind, state, decision), key=lambda pair: -pair[0])
        most, order = ranked[0]
        self.why = f"{order}: the only order"
        if len(ranked) > 1:
            value, second = ranked[1]
            said = f"{order}: {odds(mind.definition, state, order)}"
            self.why = f"{said}score {most:+.2f} at once, against {value:+.2f} for {second}"
        return order


def odds(definition: AnyGame, state: State, order: Order) -> str:
    """The number behind an order whose outcome is uncertain, such as ``difference +1, ``."""
    try:
        breakdown = definition.preview(state, order)
    except (GrognardError, LookupError, ValueError):
        return ""  # nothing to say about this kind of order
    return f"{breakdown.total}, " if breakdown.chances else ""


def judged(mind: Mind, state: State, decision: Decision) -> Iterator[tuple[float, Order]]:
    """Every order in sight with what it is worth on average right after it.

    To end a phase is worth what the situation is worth, so that it is chosen when nothing improves on it.
    """
    side = decision.side
    ending = endings(state, decision)
    now = mind.definition.score(state, side)
    for order in ending:
        yield now, order
    orders = [order for order in in_sight(decision, mind.source) if order not in ending]
    if len(orders) <= EXACTLY:
        for order in orders:
            yield mind.expected(state, side, order), order
        return
    guesses = [(*mind.worth(state, side, order), order) for order in orders]
    guesses.sort(key=lambda guess: -guess[0])
    closer = {o: mind.expected(state, side, o) for _, uncertain, o in guesses[:CLOSER_LOOK] if uncertain}
    # a lucky guess is worth no more than what was looked into
    most = min(closer.values(), default=1.0)
    for value, uncertain, order in guesses:
        yield closer.get(order, min(value, most) if uncertain else value), order


def endings(state: State, decision: Decision) -> list[Order]:
    """The orders to do nothing more in this phase: a bare word that no counter says."""
    if state.questions or NO_ACTOR not in decision.actors():
        return []
    return [order for order in decision.orders(NO_ACTOR) if str(order) == order.verb]


def in_sight(decision: Decision, source: random.Random) -> list[Order]:
    """All orders; of too many, some orders of some counters, one after the other."""
    orders: list[Order] = []
    actors = decision.actors()
    for actor in actors:
        orders += decision.orders(actor)
        if len(orders) > MANY:
            break
    else:
        return list(dict.fromkeys(orders))
    source.shuffle(actors)
    orders = []
    for actor in actors:
        listed = decision.orders(actor)
        orders += source.sample(listed, min(len(listed), A_FEW))
        if len(orders) >= LOOK:
            break
    return list(dict.fromkeys(orders))
