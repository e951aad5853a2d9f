"""The face of a counter: what is printed on it and what lies on it now, ready to be drawn."""

from __future__ import annotations

import msgspec


class CounterFace(msgspec.Struct, frozen=True):
    """One counter as somebody may see it."""

    id: str
    """Short ASCII name that can be typed."""
    label: str = ""
    """What the counter shows where that is not its id (a Cyrillic letter, say)."""
    side: str = ""
    kind: str = ""
    """Infantry, armour, pioneer, …; decides the symbol. Empty for a chit."""
    size: str = ""
    """Size mark above the symbol: ``I`` company, ``II`` battalion, … ``XX`` division."""
    factors: str = ""
    """Printed values, such as ``1-1-4``."""
    flags: tuple[str, ...] = ()
    """What differs from fresh, in short words: ``moved``, ``disrupted``, …"""
    ground: str = "#d9d4c5"
    """Colour of the counter as ``#rrggbb``."""
    ink: str = "#26241f"
    """Colour of the print."""
    symbol: str = ""
    """Colour of the symbol, where it is not that of the print."""
    marker: bool = False
    """A marker's symbol is a glyph without a frame."""

    @property
    def shown(self) -> str:
        """What the counter shows: its label, or else its id."""
        return self.label or self.id


FLAG_MARKS: dict[str, str] = {"moved": "*", "disrupted": "!", "unsupplied": "?", "fought": "x"}
"""One character a flag where there is no room for a word; any other flag shows its first letter."""


def flag_mark(flag: str) -> str:
    """The character for a flag.

    >>> flag_mark("moved"), flag_mark("isolated")
    ('*', 'i')
    """
    return FLAG_MARKS.get(flag) or flag[:1].lower()
