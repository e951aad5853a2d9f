"""The `search` player: plans whole phases, tries its plans out in its head, and keeps the best.

A plan is the orders its side means to give until the phase ends, or a single order where dice or a question
come next. Each try carries a plan out and plays on by habit to the horizon, where it is scored. Plans race
each other with the same luck, and a plan that falls behind is dropped, so that little time goes to bad ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import sqrt
from typing import Any

from grognard.ai.playout import ROUND, Playout
from grognard.ai.simple import any_order, imagined, ranking
from grognard.ai.thinking import NoDice
from grognard.core.contract import Rules
from grognard.core.decisions import NOBODY, Decision
from grognard.core.dice import Seed
from grognard.core.errors import NeedDice
from grognard.core.orders import Order
from grognard.core.scenario import Scenario
from grognard.core.view import View

SLACK = 0.25
"""How far a plan may fall behind after one try before it is dropped; less after more tries."""
ENOUGH = 4 * ROUND
"""A plan that is still level after so many tries takes the lead if it is ahead."""
MOST = 40 * ROUND
"""More tries of a single order teach nothing."""
DRAFTS = 4
"""So many changes of a plan are looked at before one is tried."""


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
        """By how much it is ahead of another plan on average, as far as both were tried with the same luck."""
        tries = min(len(self.scores), len(other.scores))
        return sum(a - b for a, b in zip(self.scores, other.scores, strict=False)) / tries if tries else 0.0


class Thought:
    """The plans for one situation."""

    def __init__(self, playout: Playout, state: Any, decision: Decision, horizon: int) -> None:
        self.playout, self.rules, self.mind = playout, playout.rules, playout.mind
        self.state, self.side, self.horizon = state, decision.side, horizon
        self.decision = decision
        self.movers = [actor for actor in decision.actors() if actor != NOBODY]
        self.single = not self._plannable()
        self.known: set[frozenset[Order]] = set()
        self.best: Plan | None = None
        self.second: Plan | None = None
        self.tries = 0

    def _plannable(self) -> bool:
        """Whether this is a phase in which several can act and no dice are rolled on the way."""
        if self.state.stack or len(self.movers) < 2:
            return False
        orders = self.decision.orders(self.movers[0])
        try:
            if orders:
                self.rules.apply(self.state.copy(), self.side, orders[0], NoDice())
        except NeedDice:
            return False
        return True

    def thinking(self) -> Iterator[None]:
        """Think on, pausing after every try."""
        return self._compare() if self.single else self._improve()

    # -- one order out of several -------------------------------------------------------------------

    def _compare(self) -> Iterator[None]:
        """All orders race each other; those that fall behind drop out."""
        ranked = ranking(self.mind, self.state, self.decision)
        running = [Plan((order,)) for _, order in ranked]
        self.best = running[0]
        tries = ROUND // 2
        while tries <= MOST:
            for plan in running:
                while len(plan.scores) < tries:
                    self._try(plan)
                    yield
            running.sort(key=lambda plan: -plan.mean)
            self.best, self.second = running[0], running[1] if len(running) > 1 else self.second
            slack = SLACK / sqrt(tries)
            running = [plan for plan in running if plan.lead(self.best) > -slack]
            if len(running) == 1:
                return
            tries = max(ROUND, tries + max(ROUND, tries // 2 // ROUND * ROUND))

    # -- plans for a phase --------------------------------------------------------------------------

    def _improve(self) -> Iterator[None]:
        """Look for changes that make the best plan better."""
        if self.best is None:
            self.best = Plan(self._step_by_step())
            self.known.add(frozenset(self.best.orders))
        barren = 0
        while barren < 50:
            orders = self._draft()
            if orders is None:
                barren += 1
                continue
            barren = 0
            rival = Plan(orders)
            tries = ROUND // 2
            while True:
                for plan in (self.best, rival):
                    while len(plan.scores) < tries:
                        self._try(plan)
                        yield
                lead = rival.lead(self.best)
                if lead < -SLACK / sqrt(tries) or (tries >= ENOUGH and lead <= 0.0):
                    break
                if tries >= ENOUGH or (lead > SLACK / sqrt(tries) and tries >= 2 * ROUND):
                    self.best, rival = rival, self.best
                    break
                tries += ROUND if tries >= ROUND else ROUND - tries
            if self.second is None or rival.mean > self.second.mean:
                self.second = rival

    def _step_by_step(self) -> tuple[Order, ...]:
        """The plan of somebody who looks one order ahead each time."""
        state, mind = self.state.copy(), self.mind
        orders: list[Order] = []
        while True:
            decision = self.rules.choices(state, self.side)
            if decision is None or state.stack:
                return tuple(orders)
            order = ranking(mind, state, decision)[0][1]
            if NOBODY in decision.actors() and order in decision.orders(NOBODY):
                return tuple(orders)
            self.rules.apply(state, self.side, order, mind.dice)
            orders.append(order)

    def _draft(self) -> tuple[Order, ...] | None:
        """The most promising of a few new plans."""
        drafts = []
        for _ in range(DRAFTS):
            state = self.state.copy()
            afresh = self.playout.source.random() < 0.15
            orders = self._afresh(state) if afresh else self._changed(state)
            known = frozenset(orders)
            if known not in self.known:
                looks = self.rules.score(state, self.side) + self.playout.source.gauss(0.0, 0.05)
                drafts.append((looks, known, orders))
        if not drafts:
            return None
        _, known, orders = max(drafts, key=lambda draft: draft[0])
        self.known.add(known)
        return orders

    def _afresh(self, state: Any) -> tuple[Order, ...]:
        """A plan made by habit, everybody in turn."""
        done: set[str] = set()
        orders: list[Order] = []
        while True:
            decision = self.rules.choices(state, self.side)
            if decision is None or all(actor in done or actor == NOBODY for actor in decision.actors()):
                break
            order = self.playout.next_order(state, decision, done)
            if order is not None:
                orders.append(order)
                self.rules.apply(state, self.side, order, self.mind.dice)
        self._complete(state, orders)
        return tuple(orders)

    def _changed(self, state: Any) -> tuple[Order, ...]:
        """The best plan with one or two counters doing something else."""
        assert self.best is not None
        source = self.playout.source
        chosen = set(source.sample(self.movers, min(len(self.movers), 1 if source.random() < 0.6 else 2)))
        orders: list[Order] = []
        for order in self.best.orders:
            if chosen.isdisjoint(order.units) and self.rules.check(state, self.side, order) is None:
                self.rules.apply(state, self.side, order, self.mind.dice)
                orders.append(order)
        for actor in sorted(chosen):
            decision = self.rules.choices(state, self.side)
            if decision is None or actor not in decision.actors() or source.random() < 0.1:
                continue
            options = decision.orders(actor)
            order = source.choice(options)
            if source.random() < 0.6:
                few = source.sample(options, min(len(options), 5))
                order = max(few, key=lambda o: self.mind.worth(state, self.side, o)[0])
            self.rules.apply(state, self.side, order, self.mind.dice)
            orders.append(order)
        self._complete(state, orders)
        return tuple(orders)

    def _complete(self, state: Any, orders: list[Order]) -> None:
        """Add what must be done before the phase can end."""
        for _ in self.movers:
            decision = self.rules.choices(state, self.side)
            if decision is None or NOBODY in decision.actors():
                return
            order = any_order(decision, self.playout.source)
            self.rules.apply(state, self.side, order, self.mind.dice)
            orders.append(order)

    # -- tries --------------------------------------------------------------------------------------

    def _try(self, plan: Plan) -> None:
        """Carry out a plan, play on, and note the score of where it leads."""
        rules, side, playout = self.rules, self.side, self.playout
        dice = playout.dice
        dice.begin(len(plan.scores))
        state = self.state.copy()
        if self.single:
            rules.apply(state, side, plan.orders[0], dice)
        else:
            for order in plan.orders:
                rules.apply(state, side, order, dice)
            decision = rules.choices(state, side)
            if decision is not None and not state.stack and NOBODY in decision.actors():
                rules.apply(state, side, decision.orders(NOBODY)[0], dice)
        plan.scores.append(playout.play(state, side, self.horizon))
        self.tries += 1

    # -- going on -----------------------------------------------------------------------------------

    def follow(self, order: Order, state: Any) -> bool:
        """Go on thinking after an order was given, if it led where it was expected to."""
        best = self.best
        if self.single or best is None or order not in best.orders:
            return False
        twin = self.state.copy()
        try:
            self.rules.apply(twin, self.side, order, NoDice())
        except NeedDice:
            return False
        decision = self.rules.choices(state, self.side)
        if twin != state or decision is None:
            return False
        self.state, self.decision = twin, decision
        self.movers = [actor for actor in decision.actors() if actor != NOBODY]
        best.orders = tuple(o for o in best.orders if o != order)
        self.second = None
        self.known = {frozenset(best.orders)}
        return not (len(self.movers) < 1 and best.orders)


class SearchPlayer:
    """Plans a phase ahead and tries its plans out, within a budget of seconds or of tries."""

    def __init__(
        self,
        seed: Seed | None = None,
        *,
        seconds: float = 0.2,
        iterations: int | None = None,
        breadth: int = 2,
        horizon: int = 2,
    ) -> None:
        self.source = random.Random(seed)
        self.seconds = seconds
        self.iterations = iterations
        self.breadth = breadth
        self.horizon = horizon
        self.why = ""
        self._thought: Thought | None = None
        self._given: Order | None = None
        self._playout: Playout | None = None
        self._turn = 0

    def choose(self, rules: Rules, scenario: Scenario, view: View) -> Order:
        """The first order of the best plan found within the budget."""
        start = time.perf_counter()
        state, decision = imagined(rules, scenario, view, self.source)
        orders = decision.all()
        first, second = next(orders), next(orders, None)
        if second is None:
            self.why = f"{first}: the only order"
            return first
        fallback = any_order(decision, self.source)
        thought = self._thought
        if thought is None or self._given is None or not thought.follow(self._given, state):
            if self._playout is None or self._playout.rules is not rules or self._turn != view.turn:
                self._playout, self._turn = Playout(rules, self.source, self.breadth), view.turn
            thought = Thought(self._playout, state, decision, self.horizon)
        tries = 0
        for _ in thought.thinking():
            tries += 1
            if self.iterations is not None:
                if tries >= self.iterations:
                    break
            elif time.perf_counter() - start >= self.seconds:
                break
        order = self._conclude(thought, decision) or fallback
        self._thought, self._given = thought, order
        return order

    def _conclude(self, thought: Thought, decision: Decision) -> Order | None:
        plan = thought.best
        if plan is None:
            return None
        if plan.orders:
            order = plan.orders[0]
        elif NOBODY in decision.actors():
            order = decision.orders(NOBODY)[0]
        else:
            return None
        self.why = (
            f"{order}: {plan.mean:+.2f} in {len(plan.scores)} of {thought.tries} tries {len(thought.known)}"
        )
        return order
