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
    nation: str = ""
    kind: str = ""
    """Infantry, armour, pioneer, …; decides the symbol. Empty for a chit."""
    size: str = ""
    """Size mark above the symbol: ``I`` company, ``II`` battalion, … ``XX`` division."""
    factors: str = ""
    """Printed values, such as ``1-1-4``."""
    flags: tuple[str, ...] = ()
    """What differs from fresh, in short words: ``moved``, ``disrupted``, …"""
    ground: str = ""
    """Colour of the counter as ``#rrggbb``; empty for the nation's own."""
    ink: str = ""
    """Colour of symbol and print; empty for the nation's own."""

    @property
    def shown(self) -> str:
        """What the counter shows: its label, or else its id."""
        return self.label or self.id

    @property
    def colours(self) -> tuple[str, str]:
        """Ground and ink, as given or else by nation or side.

        >>> CounterFace("SA", side="soviet").colours
        ('#a8352c', '#ffe9a3')
        """
        ground, ink = NATION_COLOURS.get(self.nation) or NATION_COLOURS.get(self.side, _NEUTRAL)
        return self.ground or ground, self.ink or ink


_NEUTRAL = ("#d9d4c5", "#26241f")

NATION_COLOURS: dict[str, tuple[str, str]] = {
    "us": ("#66703f", "#ffffff"),
    "soviet": ("#a8352c", "#ffe9a3"),
    "west-german": ("#f1eee4", "#26241f"),
    "uk": ("#cdb080", "#26241f"),
    "french": ("#3f66a0", "#ffffff"),
    "italian": ("#3f7d57", "#ffffff"),
    "german": ("#8f958f", "#1d1f1d"),
}
"""Ground and ink by nation, after the rulebooks' own descriptions."""

FLAG_MARKS: dict[str, str] = {"moved": "*", "disrupted": "!", "unsupplied": "?", "fought": "x"}
"""One character a flag where there is no room for a word; any other flag shows its first letter."""


def flag_mark(flag: str) -> str:
    """The character for a flag.

    >>> flag_mark("moved"), flag_mark("isolated")
    ('*', 'i')
    """
    return FLAG_MARKS.get(flag) or flag[:1].lower()
