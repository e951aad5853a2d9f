"""Plans for the rest of a phase, and how they are tested, changed and compared.

A plan is the orders that a side will give until the phase ends, or a single order if dice or a question come
next. To test it, the search carries it out, plays on to the horizon and scores the result. Plans are compared
with the same dice, and plans that fall behind are dropped, so that little time goes to bad ones.
"""

from __future__ import annotations

from collections.abc import Generator
from math import sqrt

from grognard.ai.baselines import scored_orders
from grognard.ai.rollouts import ROUND, Playout
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import NoDice
from grognard.core.errors import NeedDice

SLACK = 0.25
"""How far a plan may be behind after one playout before it is dropped; less after more playouts."""
FIRST = ROUND // 2
"""Number of playouts before plans are compared for the first time."""
MAX_RACE = 4 * ROUND
"""Number of playouts after which the better of two plans is kept, however close."""
MAX_TRIES = 40 * ROUND
"""Maximum number of playouts of a single order."""
DRAFTS = 10
"""Number of changes to a plan from which the most promising is tested."""
MAX_FAILED_DRAFTS = 20
"""Number of drafts without a new plan after which the search stops."""

Steps = Generator[bool, None, None]
"""A search in small steps, which can stop after each; a step yields whether it was a playout."""


class Plan:
    """Orders for the rest of a phase, and the score of every playout."""

    __slots__ = ("orders", "scores")

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders = orders
        self.scores: list[float] = []

    @property
    def mean(self) -> float:
        """The average score of its playouts."""
        return sum(self.scores) / len(self.scores) if self.scores else -1.0

    def lead(self, other: Plan) -> float:
        """Return its average lead over another plan in the playouts that both have had."""
        tries = min(len(self.scores), len(other.scores))
        return sum(a - b for a, b in zip(self.scores, other.scores, strict=False)) / tries if tries else 0.0


class PlanSearch:
    """The search for the best plan in one position."""

    def __init__(self, playout: Playout, state: State, decision: Decision, horizon: int) -> None:
        self.playout, self.definition, self.evaluator = playout, playout.definition, playout.evaluator
        self.state, self.side, self.horizon = state, decision.side, horizon
        self.decision = decision
        self.movers = [actor for actor in decision.actors() if actor != NO_ACTOR]
        self.single = not self._plannable()
        """Whether to search for the next order only."""
        self.known: set[frozenset[Order]] = set()
        self.advised = self._advised_orders()
        """What the game advises, as far as it can be planned; None if it has no advice."""
        self.leading: Order | None = self.advised[0] if self.advised else None
        """The best order so far while there is no plan yet."""
        self.best: Plan | None = None
        self.second: Plan | None = None
        self.tries = 0

    def _plannable(self) -> bool:
        """Return whether several counters can act in this phase and no dice are rolled."""
        if self.state.questions or len(self.movers) < 2:
            return False
        orders = self.decision.orders(self.movers[0])
        return bool(orders) and self._after(self.state, orders[0]) is not None

    def _advised_orders(self) -> tuple[Order, ...] | None:
        """Return the orders that the game advises, up to the first that rolls dice or asks a question."""
        advice, _ = self.definition.advise(self.state, self.side)
        if not advice or self.definition.check(self.state, self.side, advice[0]) is not None:
            return None
        if self.single:
            return (advice[0],)
        orders: list[Order] = []
        state: State | None = self.state
        for order in advice:
            if state is None or state.questions or self.definition.check(state, self.side, order) is not None:
                break
            decision = self.definition.choices(state, self.side)
            if decision is None or order in decision.free_orders():
                break
            orders.append(order)
            state = self._after(state, order)
        return tuple(orders)

    def _after(self, state: State, order: Order) -> State | None:
        """Return the state after an order; None if it rolls dice."""
        after = state.copy()
        try:
            self.definition.apply(after, self.side, order, NoDice())
        except NeedDice:
            return None
        return after

    def steps(self) -> Steps:
        """Search on in small steps."""
        return self._compare() if self.single else self._improve()

    # -- one order out of several -------------------------------------------------------------------

    def _compare(self) -> Steps:
        """Compare all orders, best first, and drop those that fall behind."""
        ranked: list[tuple[float, Plan]] = []
        most = float("-inf")
        for value, order in scored_orders(self.evaluator, self.state, self.decision):
            ranked.append((value, Plan((order,))))
            if value > most and not self.advised:
                most, self.leading = value, order
            yield False
        ranked.sort(key=lambda entry: -entry[0])
        running = [plan for _, plan in ranked]
        running.sort(key=lambda plan: plan.orders != self.advised)
        self.best = running[0]
        tries = FIRST
        while tries <= MAX_TRIES and len(running) > 1:
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

    def _improve(self) -> Steps:
        """Search for changes that improve the best plan."""
        if self.best is None:
            yield from self._begin()
        failed = 0
        while failed < MAX_FAILED_DRAFTS and self.best is not None:
            orders = self._draft()
            yield False
            if orders is None:
                failed += 1
                continue
            failed = 0
            yield from self._race(self.best, Plan(orders))

    def _begin(self) -> Steps:
        """Start with the advice of the game, or else with the orders of the best immediate score."""
        orders = self.advised
        if orders is None:
            orders = yield from self._greedy_orders()
        self.best = Plan(orders)
        self.known.add(frozenset(orders))

    def _greedy_orders(self) -> Generator[bool, None, tuple[Order, ...]]:
        """Return orders that have the best immediate score one after the other."""
        state = self.state.copy()
        orders: list[Order] = []
        while True:
            decision = self.definition.choices(state, self.side)
            if decision is None or state.questions:
                break
            most, best = float("-inf"), None
            for value, order in scored_orders(self.evaluator, state, decision):
                if value > most:
                    most, best = value, order
                    if not orders:
                        self.leading = order
                yield False
            if best is None or best in decision.free_orders():
                break
            self.definition.apply(state, self.side, best, self.evaluator.dice)
            orders.append(best)
        return tuple(orders)

    def _race(self, best: Plan, rival: Plan) -> Steps:
        """Test two plans with the same dice until one is clearly better."""
        tries = FIRST
        while True:
            for plan in (best, rival):
                while len(plan.scores) < tries:
                    self._try(plan)
                    yield True
            lead, slack = rival.lead(best), SLACK / sqrt(tries)
            if lead > 0.0 and (tries >= MAX_RACE or (tries >= MAX_RACE // 2 and lead > slack)):
                best, rival = rival, best
                break
            if lead < -slack or tries >= MAX_RACE:
                break
            tries = ROUND if tries < ROUND else tries + ROUND
        self.best = best
        if self.second is None or rival.mean > self.second.mean:
            self.second = rival

    def _draft(self) -> tuple[Order, ...] | None:
        """Return the most promising of a few new plans by the score at their end; None if none is new."""
        drafts = []
        for _ in range(DRAFTS):
            state = self.state.copy()
            from_scratch = self.playout.source.random() < 0.15
            orders = self._new_plan(state) if from_scratch else self._changed_plan(state)
            known = frozenset(orders)
            if known not in self.known:
                score = self.definition.score(state, self.side) + self.playout.source.gauss(0.0, 0.05)
                drafts.append((score, known, orders))
        if not drafts:
            return None
        _, known, orders = max(drafts, key=lambda draft: draft[0])
        self.known.add(known)
        return orders

    def _new_plan(self, state: State) -> tuple[Order, ...]:
        """Make a plan from orders that did well before, counter by counter, and apply it to the state."""
        waiting = self.playout.waiting(self.decision)
        orders: list[Order] = []
        while waiting:
            decision = self.definition.choices(state, self.side)
            if decision is None:
                break
            order = self.playout.next_order(state, decision, waiting)
            if order is not None and order.units:
                orders.append(order)
                self.definition.apply(state, self.side, order, self.evaluator.dice)
        self._complete(state, orders)
        return tuple(orders)

    def _changed_plan(self, state: State) -> tuple[Order, ...]:
        """Change the orders of one or two counters in the best plan, and apply it to the state."""
        source = self.playout.source
        chosen = set(source.sample(self.movers, min(len(self.movers), 1 if source.random() < 0.6 else 2)))
        orders: list[Order] = []
        for order in self.best.orders if self.best else ():
            if chosen.isdisjoint(order.units) and self.definition.check(state, self.side, order) is None:
                self.definition.apply(state, self.side, order, self.evaluator.dice)
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
                order = max(few, key=lambda o: self.evaluator.estimate(state, self.side, o)[0])
            self.definition.apply(state, self.side, order, self.evaluator.dice)
            orders.append(order)
        self._complete(state, orders)
        return tuple(orders)

    def _complete(self, state: State, orders: list[Order]) -> None:
        """Add the orders that must be given before the phase can end."""
        for _ in self.movers:
            decision = self.definition.choices(state, self.side)
            if decision is None or state.questions or decision.free_orders():
                return
            order = decision.random_order(self.playout.source)
            self.definition.apply(state, self.side, order, self.evaluator.dice)
            orders.append(order)

    # -- playouts -----------------------------------------------------------------------------------

    def _try(self, plan: Plan) -> None:
        """Carry out a plan, play on, and record the score."""
        definition, side, dice = self.definition, self.side, self.playout.dice
        dice.begin(len(plan.scores))
        state = self.state.copy()
        for order in plan.orders:
            # dice can spoil the rest of a plan
            if not dice.rolled or definition.check(state, side, order) is None:
                definition.apply(state, side, order, dice)
        if not self.single and not state.questions:
            decision = definition.choices(state, side)
            free = decision.free_orders() if decision is not None else []
            if free:
                definition.apply(state, side, free[0], dice)
        plan.scores.append(self.playout.play(state, side, self.horizon))
        self.tries += 1

    # -- from one order to the next -----------------------------------------------------------------

    def next_order(self) -> Order | None:
        """Return the first order of the best plan; if it has none left, the end of the phase."""
        if self.best is None:
            return self.leading
        return next(iter(self.best.orders or self.decision.free_orders()), None)

    def follow(self, order: Order, state: State) -> bool:
        """Continue after an order, if it had the expected result; return whether that is so."""
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
