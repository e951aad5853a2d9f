"""The `commander` player: compares intentions for the turn by playing them out, then carries out the best.

An intention says how to play (see `core.contract.intentions`); the staff of the game turns it into orders.
Each one is played out on imagined states for a whole turn, all with the same dice, against
replies that differ. The worse half is dropped, and the others are played out again, until the budget is used
up. The first intention of the book is replaced only by one that is clearly better in these playouts.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt

import msgspec

from grognard.ai.baselines import imagined
from grognard.ai.clock import Clock
from grognard.ai.lookahead import Evaluator
from grognard.ai.planner import PlannerPlayer
from grognard.ai.reasons import briefing
from grognard.ai.values import fitted_score, values_of
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.values import Values
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice, Roller, Seed

FIRST_ROUND = 2
"""Number of playouts of every intention in the first round; doubled in each further one."""
TO_THE_END = 2
"""Number of last turns in which playouts continue to the end of the game."""
ENOUGH = 8
"""Number of playouts after which intentions with equal scores count as equal."""
FEARED = 4
"""An objective is expected to be attacked if it is lost in one of this many playouts."""
FINALISTS = 2
"""Number of intentions that are played out until the budget is used up."""
DOUBT = 1.0
"""How much better than the first of the book another intention must be, in standard errors."""
BEGINNINGS = ("declare", "movement")
"""Decisions with which a player turn begins."""
MOST_ORDERS = 2000
"""Maximum number of decisions in a playout."""


def briefing_of(plan: Sequence[str]) -> str:
    """Return the briefing in a commander's `plan`; empty for other players."""
    return msgspec.json.decode(plan[0], type=Memory).briefing if plan and plan[0].startswith("{") else ""


class KeyedDice:
    """Dice that depend on their purpose, so that two plans roll the same in the same battle."""

    __slots__ = ("_seed", "_times", "rolled")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._times: dict[str, int] = {}
        self.rolled = False
        """Whether any die was rolled."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Return a number from 1 to `sides`."""
        self.rolled = True
        times = self._times[purpose] = self._times.get(purpose, 0) + 1
        mixed = zlib.crc32(f"{self._seed} {purpose} {times}".encode())
        return random.Random(mixed).randrange(sides) + 1


class Trial:
    """An intention, the orders with which it begins, and the scores of its playouts so far."""

    def __init__(self, intention: Intention) -> None:
        self.intention = intention
        self.opening: list[list[Order]] = []
        """The orders of its first decisions up to the first dice, which are the same in every playout."""
        self.moves: list[Order] = []
        """The orders of its first Movement Phase."""
        self.scores: list[float] = []
        self.lost: Counter[str] = Counter()
        """How often each objective of the side was lost."""

    @property
    def mean(self) -> float:
        """The average score."""
        return sum(self.scores) / max(1, len(self.scores))

    def clearly_beats(self, other: Trial) -> bool:
        """Return whether it did better than another one in the same playouts by more than `DOUBT`."""
        gains = [mine - theirs for mine, theirs in zip(self.scores, other.scores, strict=False)]
        return sum(gains) > DOUBT * sqrt(sum(gain * gain for gain in gains))


class Memory(msgspec.Struct, frozen=True):
    """What a commander has decided for a turn, for a player that takes over."""

    turn: int
    intention: Intention
    briefing: str
    """The plan in two sentences."""


def _never() -> bool:
    return False


class Rehearsal:
    """Plays out positions with the staffs of both sides."""

    def __init__(self, definition: AnyGame, source: random.Random) -> None:
        self.definition = definition
        self.evaluator = Evaluator(definition, source)
        self.values: Values | None = None
        """The fitted values of the scenario, if there are any."""

    def play(
        self,
        state: State,
        side: str,
        mine: Trial,
        theirs: Intention,
        dice: KeyedDice,
        over: Callable[[], bool] = _never,
    ) -> float | None:
        """Play on for a whole turn, in the last turns to the end of the game, and return the score.

        None if the time is up before that.
        """
        definition = self.definition
        opening = iter(list(mine.opening))
        begun = bool(mine.opening)
        last = state.turn > _turns(state) - TO_THE_END
        until = (state.turn + 1, state.phase_index)
        for _ in range(MOST_ORDERS):
            if state.result is not None:
                break
            if over():
                return None
            if not last and not state.questions and (state.turn, state.phase_index) >= until:
                break
            acting = definition.to_act(state)[0]
            orders = None if dice.rolled else next(opening, None)
            if orders is None:
                orders, _ = definition.advise_as(state, acting, mine.intention if acting == side else theirs)
                if not begun and not dice.rolled:
                    mine.opening.append(orders)
                if acting == side and not mine.moves and sum(bool(order.path) for order in orders) > 1:
                    mine.moves = orders
            self._decide(state, acting, orders, dice)
        moved = next(other for other in state.scenario.sides if other != side)
        fitted = fitted_score(self.values, definition, state, side, moved) if self.values else None
        return definition.score(state, side) if fitted is None else fitted

    def _decide(self, state: State, side: str, orders: Sequence[Order], dice: Roller) -> None:
        """Give the orders of one decision, as far as they go."""
        definition = self.definition
        moment = (state.turn, state.phase_index, len(state.questions))
        given = 0
        for order in orders:
            if (state.turn, state.phase_index, len(state.questions)) != moment:
                if not self._decline(state, side, dice):
                    break
            if definition.check(state, side, order) is None:
                definition.apply(state, side, order, dice)
                given += 1
            elif not given:
                break
        if not given:
            definition.apply(state, side, self._fallback(state, side), dice)

    def _decline(self, state: State, side: str, dice: Roller) -> bool:
        """Let the enemy decline to interrupt a phase; return whether the side goes on."""
        definition = self.definition
        while state.questions and state.result is None:
            asked = definition.to_act(state)[0]
            if asked == side:
                return False
            decision = definition.choices(state, asked)
            if decision is None or decision.decline_order is None:
                return False
            definition.apply(state, asked, decision.decline_order, dice)
        return state.result is None and side in definition.to_act(state)

    def _fallback(self, state: State, side: str) -> Order:
        """Return an order where the staff has no opinion."""
        decision = self.definition.choices(state, side)
        assert decision is not None
        if state.questions:
            return self.evaluator.answer(state, side)
        free = decision.free_orders()
        return free[0] if free else next(decision.all())


def _turns(state: State) -> int:
    return int(getattr(state.scenario, "turns", state.turn))


def lost(before: View, after: View) -> list[str]:
    """Return the objectives that a side held before and does not hold after."""
    held = {goal.hex for goal in after.objectives if goal.held_by == after.side}
    return [goal.name for goal in before.objectives if goal.held_by == before.side and goal.hex not in held]


class CommanderPlayer:
    """Chooses an intention for each phase by playing it out, and follows it like a planner."""

    def __init__(
        self,
        seed: Seed | None = None,
        *,
        seconds: float = 2.0,
        iterations: int | None = None,
        plan: Sequence[str] = (),
    ) -> None:
        """`seconds` is the budget of a phase; `iterations` is the number of playouts instead."""
        self.source = random.Random(seed)
        self.seconds, self.iterations = seconds, iterations
        self.why = ""
        self._memory: Memory | None = None
        if plan and plan[0].startswith("{"):
            self._memory, plan = msgspec.json.decode(plan[0], type=Memory), plan[1:]
        self._planner = PlannerPlayer(seed, plan, self._memory.intention if self._memory else None)

    @property
    def plan(self) -> tuple[str, ...]:
        """What it means to do in this turn, and the orders it plans to give next."""
        if self._memory is None:
            return self._planner.plan
        return (msgspec.json.encode(self._memory).decode(), *self._planner.plan)

    @property
    def intention(self) -> Intention | None:
        """What it means to do now."""
        return self._planner.intention

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the next order of the best intention."""
        state, decision = imagined(definition, scenario, view, self.source)
        memory = self._memory
        if decision.kind in BEGINNINGS and (memory is None or memory.turn != state.turn):
            memory = self._memory = self._think(definition, scenario, view, state, decision.side)
            self._planner.intention = memory.intention
        order = self._planner.choose(definition, scenario, view)
        self.why = self._planner.why
        return order

    @property
    def briefing(self) -> str:
        """Its plan for the turn in two sentences; empty if it has none."""
        return self._memory.briefing if self._memory else ""

    def _think(self, definition: AnyGame, scenario: Scenario, view: View, state: State, side: str) -> Memory:
        """Choose the intention for this turn."""
        found = list(definition.intentions(state, side))
        before = self._planner.intention
        if before is not None and before not in found:
            found.append(before)
        trials = [Trial(intention) for intention in found]
        if len(trials) > 1:
            trials = self._compare(definition, scenario, view, state, side, trials)
        best = trials[0]
        orders = best.moves or definition.advise_as(state, side, best.intention)[0]
        feared = [place for place, times in best.lost.most_common() if times * FEARED > len(best.scores)]
        says = briefing(scenario, view, best.intention, orders, feared)
        return Memory(state.turn, best.intention, says)

    def _compare(
        self,
        definition: AnyGame,
        scenario: Scenario,
        view: View,
        state: State,
        side: str,
        trials: list[Trial],
    ) -> list[Trial]:
        """Return the trials that are left, the best first, by successive halving."""
        rehearsal = Rehearsal(definition, self.source)
        rehearsal.values = values_of(definition, scenario)
        foe = next(other for other in scenario.sides if other != side)
        replies = list(definition.intentions(state, foe))
        clock, left = Clock(self.seconds), self.iterations
        timed = left is None
        first = self.source.randrange(1 << 30)
        played, more = 0, FIRST_ROUND
        stock = trials[0]
        while True:
            for number in range(played, played + more):
                for trial in trials:
                    if left is not None and left <= 0:
                        return self._ranked(trials, stock)
                    position = state.copy()
                    if definition.secrets is not None:
                        position = definition.imagine(
                            view, scenario, LooseDice(random.Random(first + number))
                        )
                    reply = replies[number % len(replies)]
                    dice = KeyedDice(first + number)
                    over = clock.is_over if timed else _never
                    score = rehearsal.play(position, side, trial, reply, dice, over)
                    if score is None:
                        return self._ranked(trials, stock)
                    trial.scores.append(score)
                    trial.lost.update(lost(view, definition.view(position, side)))
                    left = None if left is None else left - 1
            played, more = played + more, max(FIRST_ROUND, played)
            ranked = self._ranked(trials, stock)
            trials = ranked[: max(FINALISTS, -(-len(trials) // 2))]
            if len({trial.mean for trial in trials}) == 1 and played >= ENOUGH:
                return trials  # they are equally good

    def _ranked(self, trials: list[Trial], stock: Trial) -> list[Trial]:
        """Return trials by their scores in the same playouts, best first.

        The first of the book stays ahead of any that are not clearly better.
        """
        common = min(len(trial.scores) for trial in trials)
        if not common:
            return trials
        ranked = sorted(trials, key=lambda trial: -sum(trial.scores[:common]))
        if stock not in ranked:
            return ranked
        better = [trial for trial in ranked if trial is not stock and trial.clearly_beats(stock)]
        return [*better, stock, *(trial for trial in ranked if trial is not stock and trial not in better)]
