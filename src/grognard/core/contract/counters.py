"""Counters: units and markers as printed. Read-only in play."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

CounterSet = int
"""A set of counters: bit c is set when counter c is in it."""


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nationality, or part of one, and how its counters are printed."""

    title: str
    colour: str
    """Ground of the counter as ``#rrggbb``."""
    ink: str
    """Colour of the print."""
    symbol: str = ""
    """Colour of the unit symbol, where it is not that of the print."""


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One counter as it comes out of the box."""

    id: str
    """Short ASCII name that can be typed."""
    side: str
    kind: str
    """Infantry, armour, …; decides the symbol."""
    label: str = ""
    """What stands on the counter where it is not the id (a Cyrillic letter, say)."""
    title: str = ""
    nation: str = ""
    look: str = ""
    """The nation it is printed like, where that is not its own."""
    size: str = ""
    factors: tuple[int, ...] = ()
    reduced: tuple[int, ...] = ()
    """The factors after a loss, on the back of a counter with two steps."""
    marker: bool = False
    """A chit rather than a unit: no zone, no steps, no stacking."""
    tags: tuple[str, ...] = ()
    steps: int = 1

    @property
    def shown(self) -> str:
        """What the counter shows: its label, or else its id."""
        return self.label or self.id


Kind = TypeVar("Kind", bound=Counter)


class CounterFile(msgspec.Struct, Generic[Kind], frozen=True, forbid_unknown_fields=True):
    """A file of counters and of the nations they are printed for."""

    counter: tuple[Kind, ...]
    nation: dict[str, Nation] = {}
