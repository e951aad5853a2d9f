"""Dice: seeded, logged with their purpose, scriptable, and provable afterwards.

Die number n of a game is a fixed function of the seed and n, so a seed that was promised by its hash
(`commitment`) before play proves every roll once it is shown.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

import msgspec

from grognard.core.errors import GrognardError, NeedDice

T = TypeVar("T")
Seed = int | str
Mark = tuple[int, tuple[tuple[int, bool], ...], int]
"""How far the dice of a game have come."""


class Roll(msgspec.Struct, frozen=True):
    """One die: what it was for, how many sides it had, what it showed."""

    purpose: str
    sides: int
    value: int
    by_hand: bool = False
    """Set by a person or a test rather than drawn from the seed."""


class Roller(Protocol):
    """All that the rules ask of dice."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """A number from 1 to `sides`."""
        ...


class Dice:
    """The dice of one game.

    >>> dice = Dice(seed=7)
    >>> dice.script([3, 5])
    >>> dice.roll("battle"), dice.roll("battle")
    (3, 5)
    >>> Dice(7).roll("x") == Dice(7).roll("x")
    True
    """

    __slots__ = ("_block", "_block_number", "by_hand", "drawn", "log", "scripted", "seed")

    def __init__(self, seed: Seed | None = None, *, by_hand: bool = False) -> None:
        self.seed: Seed = secrets.token_hex(16) if seed is None else seed
        self.by_hand = by_hand
        """Never roll: ask for every die by `NeedDice`, for people who roll real ones."""
        self.drawn = 0
        """How many dice the seed has given so far."""
        self.scripted: list[tuple[int, bool]] = []
        """Dice to come that are already known, and whether a person set them."""
        self.log: list[Roll] = []
        self._block_number = -1
        self._block = b""

    @property
    def commitment(self) -> str:
        """A hash of the seed that can be shown before play without giving the dice away."""
        return hashlib.sha256(f"grognard seed {self.seed}".encode()).hexdigest()

    def script(self, values: Iterable[int], *, by_hand: bool = True) -> None:
        """Set the next dice, for tests and for people who roll real dice."""
        values = list(values)
        for value in values:
            if type(value) is not int or value < 1:
                raise GrognardError(f"{value!r} is not the face of a die")
        self.scripted.extend((value, by_hand) for value in values)

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Roll one die and log it."""
        set_by_hand = False
        if self.scripted:
            value, set_by_hand = self.scripted[0]
            if value > sides:
                raise GrognardError(f"scripted die {value} for {purpose!r} has only {sides} sides")
            del self.scripted[0]
        elif self.by_hand:
            raise NeedDice(purpose, sides)
        else:
            value = self._next(sides)
        self.log.append(Roll(purpose, sides, value, set_by_hand))
        return value

    def _next(self, sides: int) -> int:
        """Die number `drawn` of the seed: two bytes of a hash block, uneven ones thrown away."""
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
        """Where the dice are now, to come back to."""
        return self.drawn, tuple(self.scripted), len(self.log)

    def back_to(self, mark: Mark) -> None:
        """Forget everything rolled since a mark."""
        self.drawn, scripted, logged = mark
        self.scripted = list(scripted)
        del self.log[logged:]

    def copy(self) -> Dice:
        """The same dice, at the same place."""
        twin = Dice(self.seed, by_hand=self.by_hand)
        twin.drawn, twin.scripted, twin.log = self.drawn, self.scripted[:], self.log[:]
        return twin


class LooseDice:
    """Quick unlogged dice for imagined games."""

    __slots__ = ("_randrange",)

    def __init__(self, source: random.Random) -> None:
        self._randrange = source.randrange

    def roll(self, purpose: str, sides: int = 6) -> int:
        """A number from 1 to `sides`."""
        return self._randrange(sides) + 1


class NoDice:
    """Dice nobody rolls: for orders that need none, and to find out which do."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Ask for a die instead of rolling it."""
        raise NeedDice(purpose, sides)


class _Explorer:
    """Dice that follow a given beginning and note where another die would be needed."""

    __slots__ = ("beginning", "sides", "used")

    def __init__(self, beginning: tuple[int, ...]) -> None:
        self.beginning = beginning
        self.used = 0
        self.sides = 0

    def roll(self, purpose: str, sides: int = 6) -> int:
        if self.used == len(self.beginning):
            self.sides = sides
            raise NeedDice(purpose, sides)
        self.used += 1
        return self.beginning[self.used - 1]


class Chance(msgspec.Struct, Generic[T], frozen=True):
    """One way the dice can fall: the dice, its probability, and what comes of it."""

    dice: tuple[int, ...]
    probability: float
    result: T


def every_roll(resolve: Callable[[Roller], T]) -> list[Chance[T]]:
    """Run a resolver once for every way its dice can fall, with exact probabilities.

    >>> [c.result for c in every_roll(lambda dice: dice.roll("a", 2) + dice.roll("b", 2))]
    [2, 3, 3, 4]
    """
    chances: list[Chance[T]] = []
    open_: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while open_:
        beginning, probability = open_.pop()
        dice = _Explorer(beginning)
        try:
            chances.append(Chance(beginning, probability, resolve(dice)))
        except NeedDice:
            share = probability / dice.sides
            open_.extend(((*beginning, face), share) for face in range(dice.sides, 0, -1))
    return chances
