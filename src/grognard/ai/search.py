"""The `search` player: plans whole phases, tries each plan out many times in its head, keeps the best.

A plan is the orders its side means to give until the phase ends or dice are rolled. Plans are tried in
turn, the promising ones more often (upper confidence bounds), and new ones are made from good ones as long
as there is time. A try goes on with quick play of both sides until the horizon, where it is scored.
"""

from __future__ import annotations

import random
import time
from math import log, sqrt
from typing import Any

from grognard.ai.simple import any_order, imagined, ranking
from grognard.ai.thinking import Mind, NoDice
from grognard.core.contract import Rules
from grognard.core.decisions import NOBODY, Decision
from grognard.core.dice import Seed
from grognard.core.errors import NeedDice
from grognard.core.orders import Order
from grognard.core.scenario import Scenario
from grognard.core.view import View

CURIOSITY = 0.35
"""How much a plan that has been tried seldom is preferred."""
CAUTION = 0.25
"""How much a plan that has been tried seldom is distrusted in the end."""
WIDENING = 1.6
"""How quickly new plans are added: so many times the root of the number of tries."""


class Plan:
    """Orders for the rest of a phase, and how they have done so far."""

    __slots__ = ("orders", "total", "tries")

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders = orders
        self.tries = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        """The average score of its tries."""
        return self.total / self.tries if self.tries else 0.0

    @property
    def trusted(self) -> float:
        """The average score with some distrust of few tries."""
        return self.mean - CAUTION / sqrt(self.tries) if self.tries else -2.0


class Thought:
    """The plans for one situation."""

    def __init__(self, mind: Mind, state: Any, decision: Decision, *, breadth: int, horizon: int) -> None:
        self.mind, self.state, self.side = mind, state, decision.side
        self.breadth, self.horizon = breadth, horizon
        self.actors = decision.actors()
        self.plans: list[Plan] = []
        self.known: set[frozenset[Order]] = set()
        self.tries = 0
        self.single = not self._plannable(decision)
        self.queue: list[Order] = []
        if self.single:
            self.queue = [order for _, order in ranking(mind, state, decision)]

    def _plannable(self, decision: Decision) -> bool:
        """Whether this is a phase in which several can act and no dice are rolled on the way."""
        if self.state.stack or NOBODY not in self.actors or len(self.actors) < 3:
            return False
        orders = decision.orders(next(actor for actor in self.actors if actor != NOBODY))
        return not orders or not self._rolls(orders[0])

    def _rolls(self, order: Order) -> bool:
        try:
            self.mind.rules.apply(self.state.copy(), self.side, order, NoDice())
        except NeedDice:
            return True
        return False

    # -- plans --------------------------------------------------------------------------------------

    def think(self) -> None:
        """One try of one plan."""
        plan = self._pick()
        plan.total += self._try(plan)
        plan.tries += 1
        self.tries += 1

    def _pick(self) -> Plan:
        plans = self.plans
        if len(plans) < WIDENING * sqrt(self.tries + 1):
            fresh = self._new()
            if fresh is not None:
                plans.append(fresh)
                return fresh
        spread = log(self.tries + 1)
        return max(
            plans,
            key=lambda p: p.mean + CURIOSITY * sqrt(spread / p.tries) if p.tries else 9.0,
        )

    def _new(self) -> Plan | None:
        if self.single:
            return Plan((self.queue.pop(0),)) if self.queue else None
        for _ in range(4):
            if self.plans and self.mind.source.random() < 0.75:
                orders = self._changed(max(self.plans, key=lambda p: p.trusted))
            else:
                orders = self._afresh()
            known = frozenset(orders)
            if known not in self.known:
                self.known.add(known)
                return Plan(orders)
        return None

    def _afresh(self) -> tuple[Order, ...]:
        """A plan made the quick way, everybody in turn."""
        state, mind, side = self.state.copy(), self.mind, self.side
        done: set[str] = set()
        orders = []
        while True:
            decision = mind.rules.choices(state, side)
            if decision is None or all(actor in done for actor in decision.actors() if actor != NOBODY):
                return tuple(orders)
            order = mind.next_order(state, decision, done, self.breadth)
            if order is not None:
                orders.append(order)
                mind.rules.apply(state, side, order, mind.dice)

    def _changed(self, plan: Plan) -> tuple[Order, ...]:
        """A plan with one or two counters doing something else."""
        mind, source = self.mind, self.mind.source
        movers = [actor for actor in self.actors if actor != NOBODY]
        chosen = set(source.sample(movers, min(len(movers), 1 if source.random() < 0.6 else 2)))
        state = self.state.copy()
        orders = []
        for order in plan.orders:
            if chosen.isdisjoint(order.units) and mind.rules.check(state, self.side, order) is None:
                mind.rules.apply(state, self.side, order, mind.dice)
                orders.append(order)
        for actor in sorted(chosen):
            decision = mind.rules.choices(state, self.side)
            if decision is None or actor not in decision.actors() or source.random() < 0.1:
                continue
            options = decision.orders(actor)
            order = source.choice(options)
            if source.random() < 0.7:
                few = source.sample(options, min(len(options), 5))
                order = max(few, key=lambda o: mind.worth(state, self.side, o))
            mind.rules.apply(state, self.side, order, mind.dice)
            orders.append(order)
        self._complete(state, orders)
        return tuple(orders)

    def _complete(self, state: Any, orders: list[Order]) -> None:
        """Add what must be done before the phase can end."""
        mind = self.mind
        for _ in self.actors:
            decision = mind.rules.choices(state, self.side)
            if decision is None or NOBODY in decision.actors():
                return
            order = any_order(decision, mind.source)
            mind.rules.apply(state, self.side, order, mind.dice)
            orders.append(order)

    # -- tries --------------------------------------------------------------------------------------

    def _try(self, plan: Plan) -> float:
        """Carry out a plan, play on, and score where it leads."""
        mind, side = self.mind, self.side
        rules = mind.rules
        state = self.state.copy()
        when = (state.turn, state.step)
        for order in plan.orders:
            if self.single or rules.check(state, side, order) is None:
                rules.apply(state, side, order, mind.dice)
        if not self.single and (state.turn, state.step) == when and not state.stack:
            decision = rules.choices(state, side)
            if decision is not None and NOBODY in decision.actors():
                rules.apply(state, side, decision.orders(NOBODY)[0], mind.dice)
        changes, active = 0, side
        while state.result is None:
            if not state.stack:
                acting = rules.to_act(state)[0]
                if acting != active:
                    changes, active = changes + 1, acting
                    if changes >= self.horizon:
                        break
            mind.play_phase(state, self.breadth)
        return rules.score(state, side)

    # -- conclusions --------------------------------------------------------------------------------

    @property
    def best(self) -> Plan | None:
        """The plan to trust most."""
        return max(self.plans, key=lambda p: p.trusted, default=None)

    def after(self, order: Order, state: Any) -> bool:
        """Go on thinking after an order was given, if it led where it was expected to."""
        if self.single or state.stack:
            return False
        twin = self.state.copy()
        try:
            self.mind.rules.apply(twin, self.side, order, NoDice())
        except NeedDice:
            return False
        if twin != state:
            return False
        decision = self.mind.rules.choices(state, self.side)
        if decision is None:
            return False
        self.state, self.actors = twin, decision.actors()
        kept = []
        for plan in self.plans:
            if order in plan.orders:
                plan.orders = tuple(o for o in plan.orders if o != order)
                kept.append(plan)
        self.plans = kept
        self.known = {frozenset(plan.orders) for plan in kept}
        self.tries = sum(plan.tries for plan in kept)
        return True


class SearchPlayer:
    """Plans a phase ahead and tries its plans out, within a budget of seconds or of tries."""

    def __init__(
        self,
        seed: Seed | None = None,
        *,
        seconds: float = 0.2,
        iterations: int | None = None,
        breadth: int = 5,
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

    def choose(self, rules: Rules, scenario: Scenario, view: View) -> Order:
        """The first order of the best plan found within the budget."""
        start = time.perf_counter()
        state, decision = imagined(rules, scenario, view, self.source)
        orders = decision.all()
        first, second = next(orders), next(orders, None)
        if second is None:
            self.why = f"{first}: the only order"
            self._thought = None
            return first
        fallback = any_order(decision, self.source)
        thought = self._thought
        if thought is None or self._given is None or not thought.after(self._given, state):
            mind = Mind(rules, self.source)
            thought = Thought(mind, state, decision, breadth=self.breadth, horizon=self.horizon)
        tries = 0
        while self._more(tries, start):
            thought.think()
            tries += 1
        order = self._conclude(thought, decision) or fallback
        self._thought, self._given = thought, order
        return order

    def _more(self, tries: int, start: float) -> bool:
        if self.iterations is not None:
            return tries < self.iterations
        return time.perf_counter() - start < self.seconds

    def _conclude(self, thought: Thought, decision: Decision) -> Order | None:
        plan = thought.best
        if plan is None:
            return None
        for order in plan.orders:
            if thought.single or thought.mind.rules.check(thought.state, thought.side, order) is None:
                break
        else:
            if NOBODY not in decision.actors():
                return None
            order = decision.orders(NOBODY)[0]
        self.why = f"{order}: {plan.mean:+.2f} in {plan.tries} of {thought.tries} tries, {len(thought.plans)} plans"
        return order
