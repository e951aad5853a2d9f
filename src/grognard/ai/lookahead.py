"""What every computer player does in its head: try an order on a copy and judge what comes of it.

Everything here works on imagined states with imagined dice; it knows the contract and no game.
"""

from __future__ import annotations

import random

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice, Roller, every_roll
from grognard.core.errors import GrognardError

MOST_ROLLS = 72
"""So many ways the dice can fall are gone through one by one; beyond that, a sample of them."""
SAMPLE = 12
ANSWERS = 8
"""Of so many answers to a question each is tried; of more, so many all over the list."""
ENOUGH_QUESTIONS = 40
"""So many questions are answered after one order before it is judged as it stands."""


class TooMany(GrognardError):
    """An order whose dice can fall in too many ways to go through them all."""


class _Counted:
    """Dice of an order tried out: notes whether any were rolled."""

    __slots__ = ("_dice", "rolled")

    def __init__(self, source: random.Random) -> None:
        self._dice = LooseDice(source)
        self.rolled: list[tuple[int, int]] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        value = self._dice.roll(purpose, sides)
        self.rolled.append((value, sides))
        return value


class _Turned:
    """The same dice turned upside down: a second try that makes up for the luck of the first."""

    __slots__ = ("_dice", "_rolled")

    def __init__(self, rolled: list[tuple[int, int]], source: random.Random) -> None:
        self._rolled = iter(rolled)
        self._dice = LooseDice(source)

    def roll(self, purpose: str, sides: int = 6) -> int:
        before = next(self._rolled, None)
        if before is None or before[1] != sides:
            return self._dice.roll(purpose, sides)
        return sides + 1 - before[0]


class Mind:
    """A way to judge orders under one set of rules, with a source of imagined luck."""

    def __init__(self, definition: AnyGame, source: random.Random) -> None:
        self.definition = definition
        self.source = source
        self.dice = LooseDice(source)

    # -- judging ------------------------------------------------------------------------------------

    def settled(self, state: State, side: str) -> float:
        """The score of a state once every open question has had its likely answer."""
        definition = self.definition
        for _ in range(ENOUGH_QUESTIONS):
            if not state.questions or state.result is not None:
                break
            asked = definition.to_act(state)[0]
            definition.apply(state, asked, self.answer(state, asked), self.dice)
        return definition.score(state, side)

    def answer(self, state: State, side: str) -> Order:
        """The answer that looks best at once to a question of the rules."""
        definition = self.definition
        decision = definition.choices(state, side)
        assert decision is not None
        if decision.decline_order is not None:
            return decision.decline_order
        orders = list(decision.all())
        if len(orders) == 1:
            return orders[0]
        best, most = orders[0], float("-inf")
        for order in orders[:: -(-len(orders) // ANSWERS)]:
            twin = state.copy()
            definition.apply(twin, side, order, self.dice)
            value = definition.score(twin, side)
            if value > most:
                best, most = order, value
        return best

    def worth(self, state: State, side: str, order: Order) -> tuple[float, bool]:
        """What an order is worth, and whether it rolls dice: if so, the average of two opposite throws."""
        definition = self.definition
        twin = state.copy()
        dice = _Counted(self.source)
        definition.apply(twin, side, order, dice)
        value = self.settled(twin, side)
        if not dice.rolled:
            return value, False
        twin = state.copy()
        definition.apply(twin, side, order, _Turned(dice.rolled, self.source))
        return 0.5 * (value + self.settled(twin, side)), True

    def expected(self, state: State, side: str, order: Order) -> float:
        """What an order is worth on average over every way the dice can fall."""
        definition = self.definition
        tries = 0

        def resolve(dice: Roller) -> State:
            nonlocal tries
            tries += 1
            if tries > MOST_ROLLS:
                raise TooMany("too many dice")
            twin = state.copy()
            definition.apply(twin, side, order, dice)
            return twin

        try:
            chances = every_roll(resolve)
        except TooMany:
            return sum(self.worth(state, side, order)[0] for _ in range(SAMPLE // 2)) / (SAMPLE // 2)
        known: list[tuple[State, float]] = []
        total = 0.0
        for chance in chances:
            after = chance.result
            value = next((v for s, v in known if s == after), None)
            if value is None:
                twin = after.copy() if len(chances) > 1 else after
                value = self.settled(twin, side)
                if len(chances) > 1:
                    known.append((after, value))
            total += chance.probability * value
        return total
