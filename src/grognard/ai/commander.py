"""The `commander` player: compares intentions for the turn by playing them out, then carries out the best.

An intention says how to play (see `core.contract.intentions`); the staff of the game turns it into orders.
Each one is played out on imagined states for a whole turn, all with the same dice, against
replies that differ. The worse half is dropped, and the others are played out again, until the budget is used
up.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from grognard.ai.baselines import imagined
from grognard.ai.clock import Clock
from grognard.ai.lookahead import Evaluator
from grognard.ai.planner import PlannerPlayer
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice, Roller, Seed

FIRST_ROUND = 2
"""Number of playouts of every intention in the first round; doubled in each further one."""
TO_THE_END = 2
"""Number of last turns in which playouts go on to the end of the game."""
BEGINNINGS = ("declare", "movement")
"""Decisions with which a player turn begins."""
MOST_ORDERS = 2000
"""Maximum number of decisions in a playout."""


class KeyedDice:
    """Dice that depend on their purpose, so that two plans roll the same in the same battle."""

    __slots__ = ("_seed", "_times")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._times: dict[str, int] = {}

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Return a number from 1 to `sides`."""
        times = self._times[purpose] = self._times.get(purpose, 0) + 1
        mixed = zlib.crc32(f"{self._seed} {purpose} {times}".encode())
        return random.Random(mixed).randrange(sides) + 1


class Trial(NamedTuple):
    """An intention and the scores of its playouts so far."""

    intention: Intention
    scores: list[float]

    @property
    def mean(self) -> float:
        """The average score."""
        return sum(self.scores) / max(1, len(self.scores))


class Rehearsal:
    """Plays games on with the staffs of both sides."""

    def __init__(self, definition: AnyGame, source: random.Random) -> None:
        self.definition = definition
        self.evaluator = Evaluator(definition, source)

    def play(self, state: State, side: str, mine: Intention, theirs: Intention, dice: Roller) -> float:
        """Play on for a whole turn, in the last turns to the end of the game, and return the score."""
        definition = self.definition
        last = state.turn > _turns(state) - TO_THE_END
        until = (state.turn + 1, state.phase_index)
        for _ in range(MOST_ORDERS):
            if state.result is not None:
                break
            if not last and not state.questions and (state.turn, state.phase_index) >= until:
                break
            acting = definition.to_act(state)[0]
            self._decide(state, acting, mine if acting == side else theirs, dice)
        return definition.score(state, side)

    def _decide(self, state: State, side: str, intention: Intention, dice: Roller) -> None:
        """Give the orders of one decision, as far as they go."""
        definition = self.definition
        orders, _ = definition.advise_as(state, side, intention)
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
        self._planner = PlannerPlayer(seed, plan)
        self._when = -1
        """The turn for which it has chosen an intention."""
        self._reason = ""

    @property
    def plan(self) -> tuple[str, ...]:
        """The orders it plans to give next."""
        return self._planner.plan

    @property
    def intention(self) -> Intention | None:
        """What it means to do now."""
        return self._planner.intention

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the next order of the best intention."""
        state, decision = imagined(definition, scenario, view, self.source)
        if decision.kind in BEGINNINGS and self._when != state.turn:
            self._when = state.turn
            self._think(definition, scenario, view, state, decision.side)
        order = self._planner.choose(definition, scenario, view)
        self.why = f"{self._reason}: {self._planner.why}" if self._reason else self._planner.why
        return order

    def _think(self, definition: AnyGame, scenario: Scenario, view: View, state: State, side: str) -> None:
        """Choose the intention for this phase."""
        found = list(definition.intentions(state, side))
        before = self._planner.intention
        if before is not None:
            found = [before, *(other for other in found if other != before)]
        trials = [Trial(intention, []) for intention in found]
        if len(trials) > 1:
            trials = self._compare(definition, scenario, view, state, side, trials)
        best = trials[0]
        self._planner.intention = best.intention
        self._reason = best.intention.name
        if best.scores:
            self._reason += f" ({50 * (best.mean + 1):.0f}% in {len(best.scores)} playouts)"

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
        foe = next(other for other in scenario.sides if other != side)
        replies = list(definition.intentions(state, foe))
        clock = Clock(self.seconds)
        left = self.iterations
        first = self.source.randrange(1 << 30)
        played, more = 0, FIRST_ROUND
        while len(trials) > 1:
            for number in range(played, played + more):
                for trial in trials:
                    over = clock.is_over() if left is None else left <= 0
                    if over:
                        return self._ranked(trials)
                    position = state.copy()
                    if definition.secrets is not None:
                        position = definition.imagine(
                            view, scenario, LooseDice(random.Random(first + number))
                        )
                    reply = replies[number % len(replies)]
                    score = rehearsal.play(position, side, trial.intention, reply, KeyedDice(first + number))
                    trial.scores.append(score)
                    left = None if left is None else left - 1
            played, more = played + more, played + more
            trials = self._ranked(trials)[: -(-len(trials) // 2)]
        return trials

    def _ranked(self, trials: list[Trial]) -> list[Trial]:
        """Return trials by their scores in the same playouts, best first; the first ones win ties."""
        common = min(len(trial.scores) for trial in trials)
        if not common:
            return trials
        return sorted(trials, key=lambda trial: -sum(trial.scores[:common]))
