"""Dice: seeded, scriptable, verifiable, and logged with the purpose of each roll.

Die number n of a game depends only on the seed and n. The hash of the seed (`commitment`) is published before
play, so every roll can be verified once the seed is revealed.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

import msgspec

from grognard.core.errors import BadArgument, GrognardError, NeedDice

T = TypeVar("T")
Seed = int | str
Mark = tuple[int, tuple[tuple[int, bool], ...], int]
"""A point in the dice sequence: dice drawn, dice scripted, rolls logged."""


def checked_seed(seed: object) -> Seed:
    """Return a seed if it is a whole number or one line of text; raise `BadArgument` otherwise.

    >>> checked_seed(7), checked_seed("spring offensive")
    (7, 'spring offensive')
    >>> checked_seed(True)
    Traceback (most recent call last):
    ...
    grognard.core.errors.BadArgument: a seed is a whole number or one line of text, not True
    """
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed
    if isinstance(seed, str) and seed.strip() == seed != "" and seed.isprintable():
        return seed
    raise BadArgument(f"a seed is a whole number or one line of text, not {seed!r}")


class Roll(msgspec.Struct, frozen=True):
    """One die roll: its purpose, the number of sides and the result."""

    purpose: str
    sides: int
    value: int
    by_hand: bool = False
    """Whether a player or test set the result instead of drawing it from the seed."""


class Roller(Protocol):
    """The interface of dice that the rules use."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Return a number from 1 to `sides`."""
        ...


class Dice:
    """The dice of one game.

    >>> dice = Dice(seed=7)
    >>> dice.script([3, 5])
    >>> dice.roll("battle"), dice.roll("battle")
    (3, 5)
    >>> Dice(7).roll("x") == Dice(7).roll("x")
    True
    >>> Dice(7)
    <Dice: seed 7, 0 rolls>
    """

    __slots__ = ("_block", "_block_number", "by_hand", "drawn", "log", "scripted", "seed")

    def __init__(self, seed: Seed | None = None, *, by_hand: bool = False) -> None:
        self.seed: Seed = secrets.token_hex(16) if seed is None else checked_seed(seed)
        self.by_hand = by_hand
        """Whether to raise `NeedDice` instead of rolling, for players who roll real dice."""
        self.drawn = 0
        """Number of dice drawn from the seed so far."""
        self.scripted: list[tuple[int, bool]] = []
        """Results of the next dice, and whether each was set by hand."""
        self.log: list[Roll] = []
        self._block_number = -1
        self._block = b""

    @property
    def commitment(self) -> str:
        """Hash of the seed, safe to publish before play.

        >>> Dice(7).commitment[:8]
        '27ec4c8e'
        """
        return hashlib.sha256(f"grognard seed {self.seed}".encode()).hexdigest()

    def script(self, values: Iterable[int], *, by_hand: bool = True) -> None:
        """Set the results of the next dice, for tests and for players who roll real dice.

        >>> dice = Dice(7)
        >>> dice.script([6, 1])
        >>> [dice.roll("attack") for _ in range(2)]
        [6, 1]
        """
        given: object = values
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise BadArgument(f"dice are given as a list of whole numbers, not {given!r}")
        values = list(values)
        for value in values:
            if type(value) is not int or value < 1:
                raise BadArgument(f"{value!r} is not a die result")
        self.scripted.extend((value, by_hand) for value in values)

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Roll one die and log it.

        >>> dice = Dice(7)
        >>> result = dice.roll("attack on 0506")
        >>> dice.log == [Roll("attack on 0506", sides=6, value=result)]
        True
        """
        set_by_hand = False
        if self.scripted:
            value, set_by_hand = self.scripted[0]
            if value > sides:
                raise GrognardError(f"die result {value} is too high for {purpose!r}: {sides} sides")
            del self.scripted[0]
        elif self.by_hand:
            raise NeedDice(purpose, sides)
        else:
            value = self._next(sides)
        self.log.append(Roll(purpose, sides, value, set_by_hand))
        return value

    def _next(self, sides: int) -> int:
        """Draw a die from two bytes of a hash block, skipping values that would bias it."""
        limit = 65536 - 65536 % sides
        while True:
            block, place = divmod(self.drawn, 16)
            if block != self._block_number:
                text = f"grognard dice {self.seed} {block}"
                self._block, self._block_number = hashlib.sha256(text.encode()).digest(), block
            self.drawn += 1
            number = self._block[2 * place] << 8 | self._block[2 * place + 1]
            if number < limit:
                return number % sides + 1

    def mark(self) -> Mark:
        """Return the current point in the dice sequence, for `back_to`.

        >>> dice = Dice(7)
        >>> before = dice.mark()
        >>> first = dice.roll("attack")
        >>> dice.back_to(before)
        >>> dice.roll("attack") == first
        True
        """
        return self.drawn, tuple(self.scripted), len(self.log)

    def back_to(self, mark: Mark) -> None:
        """Undo all rolls since a mark.

        >>> dice = Dice(7)
        >>> start = dice.mark()
        >>> _ = dice.roll("attack")
        >>> dice.back_to(start)
        >>> dice.log
        []
        """
        self.drawn, scripted, logged = mark
        self.scripted = list(scripted)
        del self.log[logged:]

    def copy(self) -> Dice:
        """Return an independent copy.

        >>> dice = Dice(7)
        >>> copy = dice.copy()
        >>> copy == dice, copy.roll("attack") == dice.roll("attack")
        (True, True)
        """
        copy = Dice(self.seed, by_hand=self.by_hand)
        copy.drawn, copy.scripted, copy.log = self.drawn, self.scripted[:], self.log[:]
        return copy

    def __eq__(self, other: object) -> bool:
        """Return whether both will give the same results from now on."""
        if not isinstance(other, Dice):
            return NotImplemented
        if (self.by_hand, self.scripted) != (other.by_hand, other.scripted):
            return False
        return self.by_hand or (str(self.seed), self.drawn) == (str(other.seed), other.drawn)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        source = "rolled by hand" if self.by_hand else f"seed {self.seed}"
        rolls = "roll" if len(self.log) == 1 else "rolls"
        return f"<Dice: {source}, {len(self.log)} {rolls}>"


class LooseDice:
    """Fast unlogged dice for simulated play."""

    __slots__ = ("_randrange",)

    def __init__(self, source: random.Random) -> None:
        self._randrange = source.randrange

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Return a number from 1 to `sides`."""
        return self._randrange(sides) + 1


class NoDice:
    """Dice that cannot be rolled: for orders without dice, and to find out which orders need dice."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Raise `NeedDice`."""
        raise NeedDice(purpose, sides)


class _Explorer:
    """Dice with given results that raise `NeedDice` once those are used up."""

    __slots__ = ("results", "sides", "used")

    def __init__(self, results: tuple[int, ...]) -> None:
        self.results = results
        self.used = 0
        self.sides = 0

    def roll(self, purpose: str, sides: int = 6) -> int:
        if self.used == len(self.results):
            self.sides = sides
            raise NeedDice(purpose, sides)
        self.used += 1
        return self.results[self.used - 1]


class Chance(msgspec.Struct, Generic[T], frozen=True):
    """One combination of dice: its probability and its outcome."""

    dice: tuple[int, ...]
    probability: float
    result: T


def every_roll(resolve: Callable[[Roller], T]) -> list[Chance[T]]:
    """Call a resolver for every combination of dice and return each outcome with its exact probability.

    >>> [c.result for c in every_roll(lambda dice: dice.roll("a", 2) + dice.roll("b", 2))]
    [2, 3, 3, 4]
    """
    chances: list[Chance[T]] = []
    pending: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while pending:
        results, probability = pending.pop()
        dice = _Explorer(results)
        try:
            chances.append(Chance(results, probability, resolve(dice)))
        except NeedDice:
            share = probability / dice.sides
            pending.extend(((*results, face), share) for face in range(dice.sides, 0, -1))
    return chances
