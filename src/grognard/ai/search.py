"""The `search` player: searches for plans within a budget, and always has an order ready."""

from __future__ import annotations

import random
from collections.abc import Sequence

from grognard.ai.baselines import imagined, odds, scored_orders
from grognard.ai.clock import Clock
from grognard.ai.planner import PlannerPlayer
from grognard.ai.plans import PlanSearch
from grognard.ai.rollouts import Playout
from grognard.core.contract.decisions import Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import Seed
from grognard.core.english import plural

LARGE = 100
"""If a scenario has more counters, the player does not search but uses the planner."""


class SearchPlayer:
    """Plans the rest of a phase and tests its plans in playouts, within a budget of seconds or playouts."""

    def __init__(
        self,
        seed: Seed | None = None,
        *,
        seconds: float = 0.2,
        iterations: int | None = None,
        breadth: int = 2,
        horizon: int = 2,
        plan: Sequence[str] = (),
    ) -> None:
        """Use `iterations` (playouts per order) instead of `seconds` for reproducible play.

        `horizon` is the number of times that the turn passes to the other side in a playout, and `breadth`
        the number of known orders that are evaluated again for each counter.
        """
        self.source = random.Random(seed)
        self.seconds = seconds
        self.iterations = iterations
        self.breadth = breadth
        self.horizon = horizon
        self.why = ""
        self._search: PlanSearch | None = None
        self._order: Order | None = None
        self._playout: Playout | None = None
        self._turn = 0
        self._planner = PlannerPlayer(seed, plan)

    @property
    def plan(self) -> tuple[str, ...]:
        """The orders it plans to give next, if the scenario is large."""
        return self._planner.plan

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the first order of the best plan found within the budget."""
        if len(scenario.counters) > LARGE:
            order = self._planner.choose(definition, scenario, view)
            self.why = self._planner.why
            return order
        clock = Clock(self.seconds)
        state, decision = imagined(definition, scenario, view, self.source)
        orders = decision.all()
        first = next(orders)
        if next(orders, None) is None:
            self.why = "the only legal order"
            return first
        search = self._resume(definition, view.turn, state, decision, self._order)
        self._run(search, clock)
        self._order = self._conclude(search)
        return self._order

    def _resume(
        self, definition: AnyGame, turn: int, state: State, decision: Decision, last: Order | None
    ) -> PlanSearch:
        """Return the search before the last order if it can continue, or a new one."""
        search, playout = self._search, self._playout
        if playout is None or playout.definition is not definition or self._turn != turn:
            playout = self._playout = Playout(definition, self.source, self.breadth)
            self._turn = turn
        elif search is not None and last is not None and search.follow(last, state):
            return search
        self._search = PlanSearch(playout, state, decision, self.horizon)
        return self._search

    def _run(self, search: PlanSearch, clock: Clock) -> None:
        """Search until the budget is used up or nothing is left to try."""
        tries = 0
        for tried in search.steps():
            tries += tried
            if self.iterations is not None:
                if tries >= self.iterations:
                    break
            elif clock.is_over():
                break

    def _conclude(self, search: PlanSearch) -> Order:
        """Return the order, and explain it."""
        order, best, second = search.next_order(), search.best, search.second
        if order is None:  # nothing is planned, and the phase cannot end yet
            ranked = scored_orders(search.evaluator, search.state, search.decision)
            order = max(ranked, key=lambda pair: pair[0])[1]
        why = odds(search.definition, search.state, order)
        if best is None or not best.scores:
            self.why = f"{why}looks best, no time to test it"
            return order
        why += f"wins {_percent(best.mean)} of {plural(len(best.scores), 'playout')}"
        if second is not None and second.scores:
            other = second.orders[0] if search.single else "the next best plan"
            why += f", against {_percent(second.mean)} for {other}"
        self.why = why
        return order


def _percent(score: float) -> str:
    return f"{50 * (score + 1):.0f}%"
