"""Plans: what a side means to do in the rest of a phase, and how plans are tried, changed and compared.

A plan is the orders its side means to give until the phase ends, or a single order where dice or a question
come next. Each try carries a plan out and plays on by habit to the horizon, where it is scored. Plans race
each other with the same luck, and one that falls behind is dropped, so that little time goes to bad ones.
"""

from __future__ import annotations

from collections.abc import Generator
from math import sqrt

from grognard.ai.baselines import judged
from grognard.ai.rollouts import ROUND, Playout
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import NoDice
from grognard.core.errors import NeedDice

SLACK = 0.25
"""How far a plan may fall behind after one try before it is dropped; less after more tries."""
FIRST = ROUND // 2
"""Tries before a plan is compared for the first time."""
ENOUGH = 4 * ROUND
"""Of two plans still level after so many tries the one ahead is kept."""
MOST = 40 * ROUND
"""More tries of a single order teach nothing."""
DRAFTS = 10
"""So many changes of a plan are looked at before one is tried."""
BARREN = 20
"""After so many drafts with nothing new the plan is left as it is."""

Work = Generator[bool, None, None]
"""Thinking in small steps: each says whether a plan was tried, and allows to stop."""


class Plan:
    """Orders for the rest of a phase, and the score of every try."""

    __slots__ = ("orders", "scores")

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders = orders
        self.scores: list[float] = []

    @property
    def mean(self) -> float:
        """The average score of its tries."""
        return sum(self.scores) / len(self.scores) if self.scores else -1.0

    def lead(self, other: Plan) -> float:
        """How far it is ahead of another on average, as far as both were tried with the same luck."""
        tries = min(len(self.scores), len(other.scores))
        return sum(a - b for a, b in zip(self.scores, other.scores, strict=False)) / tries if tries else 0.0


class Thought:
    """The plans for one situation, the best of them first."""

    def __init__(self, playout: Playout, state: State, decision: Decision, horizon: int) -> None:
        self.playout, self.definition, self.mind = playout, playout.definition, playout.mind
        self.state, self.side, self.horizon = state, decision.side, horizon
        self.decision = decision
        self.movers = [actor for actor in decision.actors() if actor != NO_ACTOR]
        self.single = not self._plannable()
        """Whether only the next order is looked for."""
        self.known: set[frozenset[Order]] = set()
        self.best: Plan | None = None
        self.second: Plan | None = None
        self.tries = 0

    def _plannable(self) -> bool:
        """Whether this is a phase in which several can act and no dice are rolled on the way."""
        if self.state.questions or len(self.movers) < 2:
            return False
        orders = self.decision.orders(self.movers[0])
        return bool(orders) and self._after(self.state, orders[0]) is not None

    def _after(self, state: State, order: Order) -> State | None:
        """The state after an order that rolls no dice; None when it does."""
        twin = state.copy()
        try:
            self.definition.apply(twin, self.side, order, NoDice())
        except NeedDice:
            return None
        return twin

    def thinking(self) -> Work:
        """Think on in small steps."""
        return self._compare() if self.single else self._improve()

    # -- one order out of several -------------------------------------------------------------------

    def _compare(self) -> Work:
        """All orders race each other, those that look best first; those that fall behind drop out."""
        ranked: list[tuple[float, Plan]] = []
        most = float("-inf")
        for value, order in judged(self.mind, self.state, self.decision):
            ranked.append((value, Plan((order,))))
            if value > most:
                most, self.best = value, ranked[-1][1]
            yield False
        ranked.sort(key=lambda entry: -entry[0])
        running = [plan for _, plan in ranked]
        tries = FIRST
        while tries <= MOST and len(running) > 1:
            for plan in running:
                while len(plan.scores) < tries:
                    self._try(plan)
                    yield True
            running.sort(key=lambda plan: -plan.mean)
            self.best, self.second = running[:2]
            slack = SLACK / sqrt(tries)
            running = [plan for plan in running if plan.lead(running[0]) > -slack]
            tries = ROUND if tries < ROUND else tries + max(ROUND, tries // 2 // ROUND * ROUND)

    # -- plans for a phase --------------------------------------------------------------------------

    def _improve(self) -> Work:
        """Look for changes that make the best plan better."""
        if self.best is None:
            yield from self._begin()
        barren = 0
        while barren < BARREN and self.best is not None:
            orders = self._draft()
            yield False
            if orders is None:
                barren += 1
                continue
            barren = 0
            yield from self._race(self.best, Plan(orders))

    def _begin(self) -> Work:
        """Start with the plan of somebody who looks one order ahead each time."""
        state = self.state.copy()
        self.best = Plan(())
        while True:
            decision = self.definition.choices(state, self.side)
            if decision is None or state.questions:
                break
            ranked = []
            for pair in judged(self.mind, state, decision):
                ranked.append(pair)
                yield False
            order = max(ranked, key=lambda pair: pair[0])[1]
            if NO_ACTOR in decision.actors() and order in decision.orders(NO_ACTOR):
                break
            self.definition.apply(state, self.side, order, self.mind.dice)
            self.best.orders += (order,)
        self.known.add(frozenset(self.best.orders))

    def _race(self, best: Plan, rival: Plan) -> Work:
        """Try two plans with the same luck until it is clear enough which one is better."""
        tries = FIRST
        while True:
            for plan in (best, rival):
                while len(plan.scores) < tries:
                    self._try(plan)
                    yield True
            lead, slack = rival.lead(best), SLACK / sqrt(tries)
            if lead > 0.0 and (tries >= ENOUGH or (tries >= ENOUGH // 2 and lead > slack)):
                best, rival = rival, best
                break
            if lead < -slack or tries >= ENOUGH:
                break
            tries = ROUND if tries < ROUND else tries + ROUND
        self.best = best
        if self.second is None or rival.mean > self.second.mean:
            self.second = rival

    def _draft(self) -> tuple[Order, ...] | None:
        """The most promising of a few new plans, by the look of where they lead."""
        drafts = []
        for _ in range(DRAFTS):
            state = self.state.copy()
            afresh = self.playout.source.random() < 0.15
            orders = self._afresh(state) if afresh else self._changed(state)
            known = frozenset(orders)
            if known not in self.known:
                looks = self.definition.score(state, self.side) + self.playout.source.gauss(0.0, 0.05)
                drafts.append((looks, known, orders))
        if not drafts:
            return None
        _, known, orders = max(drafts, key=lambda draft: draft[0])
        self.known.add(known)
        return orders

    def _afresh(self, state: State) -> tuple[Order, ...]:
        """A plan made by habit, everybody in turn; the state is left as it leads to."""
        waiting = self.playout.waiting(self.decision)
        orders: list[Order] = []
        while waiting:
            decision = self.definition.choices(state, self.side)
            if decision is None:
                break
            order = self.playout.next_order(state, decision, waiting)
            if order is not None and order.units:
                orders.append(order)
                self.definition.apply(state, self.side, order, self.mind.dice)
        self._complete(state, orders)
        return tuple(orders)

    def _changed(self, state: State) -> tuple[Order, ...]:
        """The best plan with one or two counters doing something else; the state is left as it leads to."""
        source = self.playout.source
        chosen = set(source.sample(self.movers, min(len(self.movers), 1 if source.random() < 0.6 else 2)))
        orders: list[Order] = []
        for order in self.best.orders if self.best else ():
            if chosen.isdisjoint(order.units) and self.definition.check(state, self.side, order) is None:
                self.definition.apply(state, self.side, order, self.mind.dice)
                orders.append(order)
        for actor in sorted(chosen):
            decision = self.definition.choices(state, self.side)
            if decision is None or actor not in decision.actors() or source.random() < 0.1:
                continue
            options = decision.orders(actor)
            if not options:
                continue
            order = source.choice(options)
            if source.random() < 0.6:
                few = source.sample(options, min(len(options), 5))
                order = max(few, key=lambda o: self.mind.worth(state, self.side, o)[0])
            self.definition.apply(state, self.side, order, self.mind.dice)
            orders.append(order)
        self._complete(state, orders)
        return tuple(orders)

    def _complete(self, state: State, orders: list[Order]) -> None:
        """Add what must be done before the phase can end."""
        for _ in self.movers:
            decision = self.definition.choices(state, self.side)
            if decision is None or NO_ACTOR in decision.actors():
                return
            order = decision.random_order(self.playout.source)
            self.definition.apply(state, self.side, order, self.mind.dice)
            orders.append(order)

    # -- tries --------------------------------------------------------------------------------------

    def _try(self, plan: Plan) -> None:
        """Carry out a plan, play on, and note the score of where it leads."""
        definition, side, dice = self.definition, self.side, self.playout.dice
        dice.begin(len(plan.scores))
        state = self.state.copy()
        for order in plan.orders:
            definition.apply(state, side, order, dice)
        if not self.single and not state.questions:
            decision = definition.choices(state, side)
            if decision is not None and NO_ACTOR in decision.actors():
                definition.apply(state, side, decision.orders(NO_ACTOR)[0], dice)
        plan.scores.append(self.playout.play(state, side, self.horizon))
        self.tries += 1

    # -- from one order to the next -----------------------------------------------------------------

    def next_order(self) -> Order | None:
        """The first order of the best plan: to end the phase, when nothing else is left in it."""
        if self.best is None:
            return None
        if self.best.orders:
            return self.best.orders[0]
        return (
            next(iter(self.decision.orders(NO_ACTOR)), None) if NO_ACTOR in self.decision.actors() else None
        )

    def follow(self, order: Order, state: State) -> bool:
        """Go on thinking after an order was given, if it led where it was expected to."""
        best = self.best
        if self.single or best is None or order not in best.orders:
            return False
        decision = self.definition.choices(state, self.side)
        if decision is None or self._after(self.state, order) != state:
            return False
        self.state, self.decision = state, decision
        self.movers = [actor for actor in decision.actors() if actor != NO_ACTOR]
        best.orders = tuple(o for o in best.orders if o != order)
        self.second = None
        self.known = {frozenset(best.orders)}
        return bool(self.movers)
