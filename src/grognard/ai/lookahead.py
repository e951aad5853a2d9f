"""Evaluation of orders, shared by the computer players: try an order on a copy and score the result.

Everything here works on copies of imagined states with its own dice. It knows the contract and no game.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice, Roller, every_roll
from grognard.core.errors import GrognardError

MAX_COMBINATIONS = 72
"""Maximum number of dice combinations to evaluate exactly; beyond that, only a sample."""
SAMPLE = 12
MAX_ANSWERS = 8
"""Maximum number of answers to a question to try; of more, evenly spaced ones."""
MAX_QUESTIONS = 40
"""Maximum number of questions to answer after an order before its result is scored."""


class TooMany(GrognardError):
    """Raised if an order has too many dice combinations to evaluate them all."""


class _RecordingDice:
    """Dice that record what was rolled."""

    __slots__ = ("_dice", "rolled")

    def __init__(self, source: random.Random) -> None:
        self._dice = LooseDice(source)
        self.rolled: list[tuple[int, int]] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        value = self._dice.roll(purpose, sides)
        self.rolled.append((value, sides))
        return value


class _OppositeDice:
    """Dice with the opposite results of earlier ones, to balance their luck."""

    __slots__ = ("_dice", "_rolled")

    def __init__(self, rolled: list[tuple[int, int]], source: random.Random) -> None:
        self._rolled = iter(rolled)
        self._dice = LooseDice(source)

    def roll(self, purpose: str, sides: int = 6) -> int:
        before = next(self._rolled, None)
        if before is None or before[1] != sides:
            return self._dice.roll(purpose, sides)
        return sides + 1 - before[0]


class Evaluator:
    """Evaluates orders of one game, with its own random source."""

    def __init__(self, definition: AnyGame, source: random.Random) -> None:
        self.definition = definition
        self.source = source
        self.dice = LooseDice(source)

    def resolved_score(self, state: State, side: str) -> float:
        """Answer all open questions as seems best, then score the state."""
        self.settle(state)
        return self.definition.score(state, side)

    def settle(self, state: State) -> None:
        """Answer all open questions as seems best."""
        definition = self.definition
        for _ in range(MAX_QUESTIONS):
            if not state.questions or state.result is not None:
                break
            asked = definition.to_act(state)[0]
            definition.apply(state, asked, self.answer(state, asked), self.dice)

    def answer(self, state: State, side: str) -> Order:
        """Return the answer to a question with the best immediate score."""
        definition = self.definition
        decision = definition.choices(state, side)
        assert decision is not None
        if decision.decline_order is not None:
            return decision.decline_order
        orders = list(decision.all())
        if len(orders) == 1:
            return orders[0]
        best, most = orders[0], float("-inf")
        for order in orders[:: -(-len(orders) // MAX_ANSWERS)]:
            after = state.copy()
            definition.apply(after, side, order, self.dice)
            value = definition.score(after, side)
            if value > most:
                best, most = order, value
        return best

    def estimate(self, state: State, side: str, order: Order) -> tuple[float, bool]:
        """Return the score after an order (with dice, the mean of two opposite rolls), and if it rolls."""
        return self._try_twice(state, side, order, lambda after: self.resolved_score(after, side))

    def _try_twice(
        self, state: State, side: str, order: Order, value: Callable[[State], float]
    ) -> tuple[float, bool]:
        definition = self.definition
        after = state.copy()
        dice = _RecordingDice(self.source)
        definition.apply(after, side, order, dice)
        first = value(after)
        if not dice.rolled:
            return first, False
        after = state.copy()
        definition.apply(after, side, order, _OppositeDice(dice.rolled, self.source))
        return 0.5 * (first + value(after)), True

    def expected(self, state: State, side: str, order: Order) -> float:
        """Return the average score after an order over all dice combinations."""
        return self.average(state, side, order, lambda after: self.resolved_score(after, side))

    def average(self, state: State, side: str, order: Order, value: Callable[[State], float]) -> float:
        """Return the average of a value over the states after an order; `value` may change them."""
        definition = self.definition
        tries = 0

        def resolve(dice: Roller) -> State:
            nonlocal tries
            tries += 1
            if tries > MAX_COMBINATIONS:
                raise TooMany("too many dice")
            after = state.copy()
            definition.apply(after, side, order, dice)
            return after

        try:
            chances = every_roll(resolve)
        except TooMany:
            half = SAMPLE // 2
            return sum(self._try_twice(state, side, order, value)[0] for _ in range(half)) / half
        known: list[tuple[State, float]] = []
        total = 0.0
        for chance in chances:
            after = chance.result
            worth = next((v for s, v in known if s == after), None)
            if worth is None:
                worth = value(after.copy() if len(chances) > 1 else after)
                if len(chances) > 1:
                    known.append((after, worth))
            total += chance.probability * worth
        return total
