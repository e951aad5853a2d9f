"""Fast playouts: both sides give orders that have done well before, with evenly distributed dice."""

from __future__ import annotations

import random

from grognard.ai.lookahead import Evaluator
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State

ROUND = 6
"""Number of playouts over which each die shows every face equally often."""
MAX_NEW = 24
"""Maximum number of orders to evaluate for the first time in one decision."""
EXTRA = 2
"""Number of random known orders to evaluate again in one decision."""
MEMORY = 8
"""Number of recent evaluations that the average of an order covers."""
FAMILIAR = 3
"""Number of evaluations after which an order with dice is rarely evaluated again."""
RECHECK = 0.1
"""Probability that it is evaluated again all the same."""


class EvenDice:
    """Dice for many playouts: over a round of playouts, die number n shows every face equally often.

    Two plans tested with the same playout numbers get the same dice, so that the better one shows sooner.
    """

    __slots__ = ("_deck", "_dice", "_rounds", "_slot", "rolled")

    def __init__(self, seed: int) -> None:
        self._deck = random.Random(seed)
        self._rounds: dict[int, list[list[int]]] = {}
        self.begin(0)

    def begin(self, number: int) -> None:
        """Start the dice of a playout."""
        self._slot = number % ROUND
        self._dice = self._rounds.setdefault(number // ROUND, [])
        self.rolled = 0
        """Number of dice rolled in the playout."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Return a number from 1 to `sides`."""
        if self.rolled == len(self._dice):
            strata = list(range(ROUND))
            self._deck.shuffle(strata)
            self._dice.append(strata)
        stratum = self._dice[self.rolled][self._slot]
        self.rolled += 1
        if sides == ROUND:
            return stratum + 1
        return int((stratum + self._deck.random()) / ROUND * sides) + 1


class OrderStats:
    """Average gain of an order so far, compared with doing nothing."""

    __slots__ = ("gain", "seen", "uncertain")

    def __init__(self) -> None:
        self.seen = 0
        self.gain = 0.0
        self.uncertain = False
        """Whether it rolls dice."""

    def learn(self, gain: float) -> None:
        """Add an evaluation to the moving average."""
        self.seen += 1
        self.gain += (gain - self.gain) / min(self.seen, MEMORY)


class Playout:
    """Plays games on quickly, and remembers the average gain of orders."""

    def __init__(self, definition: AnyGame, source: random.Random, breadth: int) -> None:
        self.definition = definition
        self.source = source
        self.breadth = breadth
        self.evaluator = Evaluator(definition, source)
        self.dice = EvenDice(source.randrange(2**31))
        self.stats: dict[tuple[str, Order], OrderStats] = {}

    def play(self, state: State, side: str, horizon: int) -> float:
        """Play on until the turn has changed sides `horizon` times, then score the state for a side."""
        definition = self.definition
        changes, active = 0, side
        when, waiting = (0, 0), list[str]()
        while state.result is None:
            acting = definition.to_act(state)[0]
            if state.questions:
                definition.apply(state, acting, self.evaluator.answer(state, acting), self.dice)
                continue
            if acting != active:
                changes, active = changes + 1, acting
                if changes >= horizon:
                    break
            decision = definition.choices(state, acting)
            assert decision is not None
            if (state.turn, state.phase_index) != when:
                when, waiting = (state.turn, state.phase_index), self.waiting(decision)
            order = self.next_order(state, decision, waiting)
            if order is not None:
                definition.apply(state, acting, order, self.dice)
        return definition.score(state, side)

    def waiting(self, decision: Decision) -> list[str]:
        """Return all counters that can act in a phase, in random order."""
        actors = [actor for actor in decision.actors() if actor != NO_ACTOR]
        self.source.shuffle(actors)
        return actors

    def next_order(self, state: State, decision: Decision, waiting: list[str]) -> Order | None:
        """Return an order for the next waiting counter; None if it does nothing."""
        while waiting:
            orders = list(decision.orders(waiting.pop()))
            if orders:
                return self._best_known(state, decision.side, orders)
        free = decision.free_orders()  # none while a rule keeps the phase from ending, such as stacking
        return self.source.choice(free) if free else decision.random_order(self.source)

    def _best_known(self, state: State, side: str, orders: list[Order]) -> Order | None:
        """Return the best of the orders that did well before and of a few others; None if all are bad."""
        all_stats, random_ = self.stats, self.source.random
        now = self.definition.score(state, side)
        chosen: Order | None = None
        most = 0.0
        known: list[tuple[float, int, OrderStats]] = []
        new: list[int] = []
        for number, order in enumerate(orders):
            stats = all_stats.get((side, order))
            if stats is None:
                new.append(number)
            elif stats.uncertain and stats.seen >= FAMILIAR and random_() > RECHECK:
                if stats.gain > most:
                    chosen, most = order, stats.gain
            else:
                known.append((stats.gain, number, stats))
        if len(known) > 1:
            known.sort(key=lambda entry: -entry[0])
        look = [(number, stats) for _, number, stats in known[: self.breadth]]
        rest = known[self.breadth :]
        if rest and EXTRA:
            look += [(number, stats) for _, number, stats in self.source.sample(rest, min(EXTRA, len(rest)))]
        if len(new) > MAX_NEW:
            new = self.source.sample(new, MAX_NEW)
        for number in new:
            stats = all_stats[side, orders[number]] = OrderStats()
            look.append((number, stats))
        for number, stats in look:
            value, stats.uncertain = self.evaluator.estimate(state, side, orders[number])
            stats.learn(value - now)
            gain = stats.gain if stats.uncertain else value - now
            if gain > most:
                chosen, most = orders[number], gain
        return chosen
