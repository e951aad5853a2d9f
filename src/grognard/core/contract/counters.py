"""Counters: units and markers as printed. Read-only in play."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

CounterSet = int
"""A set of counters: bit c is set if counter c is in it."""


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nationality, or part of one, and how its counters are printed."""

    title: str
    colour: str
    """Background colour as ``#rrggbb``."""
    ink: str
    """Colour of the print."""
    symbol: str = ""
    """Colour of the unit symbol, if not that of the print."""


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One counter as printed."""

    id: str
    """Short ASCII name for typing."""
    side: str
    kind: str
    """Infantry, armour, …; determines the symbol."""
    label: str = ""
    """Printed name, if not the id (such as a Cyrillic letter)."""
    title: str = ""
    nation: str = ""
    look: str = ""
    """The nation in whose colours it is printed, if not its own."""
    size: str = ""
    factors: tuple[int, ...] = ()
    reduced: tuple[int, ...] = ()
    """The factors after a step loss, on the back of a counter with two steps."""
    marker: bool = False
    """A marker instead of a unit: no ZOC, steps or stacking."""
    tags: tuple[str, ...] = ()
    steps: int = 1

    @property
    def shown(self) -> str:
        """The printed name: the label, or else the id."""
        return self.label or self.id


Kind = TypeVar("Kind", bound=Counter)


class CounterFile(msgspec.Struct, Generic[Kind], frozen=True, forbid_unknown_fields=True):
    """A file of counters and of their nations."""

    counter: tuple[Kind, ...]
    nation: dict[str, Nation] = {}
