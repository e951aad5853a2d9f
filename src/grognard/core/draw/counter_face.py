"""The face of a counter: its printed values and current status, ready to draw."""

from __future__ import annotations

import msgspec


class CounterFace(msgspec.Struct, frozen=True):
    """One counter as a viewer may see it."""

    id: str
    """Short ASCII name for typing."""
    label: str = ""
    """Printed name, if not the id (such as a Cyrillic letter)."""
    side: str = ""
    kind: str = ""
    """Infantry, armour, pioneer, …; determines the symbol. Empty for a counter without one."""
    size: str = ""
    """Size mark above the symbol: ``I`` company, ``II`` battalion, … ``XX`` division."""
    factors: str = ""
    """Printed values, such as ``1-1-4``."""
    flags: tuple[str, ...] = ()
    """Current status: ``moved``, ``disrupted``, …"""
    ground: str = "#d9d4c5"
    """Background colour as ``#rrggbb``."""
    ink: str = "#26241f"
    """Colour of the print."""
    symbol: str = ""
    """Colour of the symbol, if not that of the print."""
    marker: bool = False
    """Whether it is a marker, whose symbol is a glyph without a frame."""

    @property
    def shown(self) -> str:
        """The printed name: the label, or else the id."""
        return self.label or self.id


FLAG_MARKS: dict[str, str] = {"moved": "*", "disrupted": "!", "unsupplied": "?", "fought": "x"}
"""One character per flag where a word does not fit; any other flag shows its first letter."""


def flag_mark(flag: str) -> str:
    """Return the character for a flag.

    >>> flag_mark("moved"), flag_mark("isolated")
    ('*', 'i')
    """
    return FLAG_MARKS.get(flag) or flag[:1].lower()
