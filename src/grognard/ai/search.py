"""The `search` player: thinks about plans within a budget, and always has an order ready."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from grognard.ai.baselines import imagined, odds
from grognard.ai.planner import PlannerPlayer
from grognard.ai.plans import Thought
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
"""With more counters than these there is no trying out of games to come: it plans instead."""


class Clock:
    """A budget of thinking time: the time really worked, and by the wall never more than thrice as much.

    Counted so, a player is as strong on a busy machine as on a quiet one, and still never freezes.
    """

    PATIENCE = 3.0

    def __init__(self, seconds: float) -> None:
        self.worked = time.thread_time() + seconds
        self.latest = time.perf_counter() + self.PATIENCE * seconds

    def is_over(self) -> bool:
        """Whether it is time to answer."""
        return time.thread_time() >= self.worked or time.perf_counter() >= self.latest


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
        plan: Sequence[str] = (),
    ) -> None:
        """With `iterations` (tries an order) instead of `seconds` the same seed gives the same play.

        `horizon` is how often the turn passes to the other side in a try, `breadth` how many familiar orders
        are weighed anew for every counter.
        """
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
        self._planner = PlannerPlayer(seed, plan)

    @property
    def plan(self) -> tuple[str, ...]:
        """What it means to do next on a large board."""
        return self._planner.plan

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """The first order of the best plan found within the budget."""
        if len(scenario.counters) > LARGE:
            order = self._planner.choose(definition, scenario, view)
            self.why = self._planner.why
            return order
        clock = Clock(self.seconds)
        state, decision = imagined(definition, scenario, view, self.source)
        orders = decision.all()
        first = next(orders)
        if next(orders, None) is None:
            self.why = f"{first}: the only order"
            return first
        self._given, given = decision.random_order(self.source), self._given
        self.why = f"{self._given}: picked at random, there was no time to think"
        try:
            thought = self._take_up(definition, view.turn, state, decision, given)
            self._think(thought, clock)
            self._conclude(thought)
        except Exception as error:  # whatever goes wrong in its head, it answers
            self._thought = self._playout = None
            name = type(error).__name__
            self.why = f"{self._given}: picked at random, thinking failed ({name}: {error})".replace(
                "\n", " "
            )
        return self._given

    def _take_up(
        self, definition: AnyGame, turn: int, state: State, decision: Decision, given: Order | None
    ) -> Thought:
        """Go on with what was thought before the last order, or think anew."""
        thought, playout = self._thought, self._playout
        if playout is None or playout.definition is not definition or self._turn != turn:
            playout = self._playout = Playout(definition, self.source, self.breadth)
            self._turn = turn
        elif thought is not None and given is not None and thought.follow(given, state):
            return thought
        self._thought = Thought(playout, state, decision, self.horizon)
        return self._thought

    def _think(self, thought: Thought, clock: Clock) -> None:
        """Think until the budget is used up or there is nothing left to think about."""
        tries = 0
        for tried in thought.thinking():
            tries += tried
            if self.iterations is not None:
                if tries >= self.iterations:
                    break
            elif clock.is_over():
                break

    def _conclude(self, thought: Thought) -> None:
        """Settle on an order and say why."""
        order, best, second = thought.next_order(), thought.best, thought.second
        if order is None or best is None:
            return
        self._given = order
        said = f"{order}: {odds(thought.definition, thought.state, order)}"
        if not best.scores:
            self.why = f"{said}looks best at once, there was no time to try it out"
            return
        said += f"wins {_chance(best.mean)} of {plural(len(best.scores), 'try', 'tries')}"
        if second is not None and second.scores:
            other = second.orders[0] if thought.single else "the next best plan"
            said += f" against {_chance(second.mean)} for {other}"
        self.why = said


def _chance(score: float) -> str:
    return f"{50 * (score + 1):.0f} %"
