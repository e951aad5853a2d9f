"""What a board is made of, piece by piece: kinds of terrain, features, places, labels, regions."""

from __future__ import annotations

import msgspec

from grognard.core.hexes.grid import Hex, HexSet

Chain = tuple[Hex, ...]
"""Hexes in a row, each next to the one before."""

TEXTURES = (
    "none", "fields", "trees", "copses", "rough", "ridge", "marsh", "polder", "sand", "urban", "sea",
)  # fmt: skip
"""The ways terrain can be drawn."""


class Terrain(msgspec.Struct, frozen=True):
    """One kind of terrain, as the map's legend explains it."""

    id: str
    title: str
    symbol: str = "."
    """One ASCII character for maps in text; ``.`` and blank are left out there."""
    colour: str = "#e9e2c8"
    texture: str = "none"
    tags: tuple[str, ...] = ()


class Feature(msgspec.Struct, frozen=True):
    """One kind of hexside or line: river, border, road, …"""

    id: str
    title: str
    look: str = ""
    """How it is drawn (``river``, ``road``, …); the id where empty."""
    symbol: str = ""
    """One ASCII character for maps in text; not shown there where empty."""
    colour: str = ""
    tags: tuple[str, ...] = ()

    @property
    def style(self) -> str:
        """How it is drawn."""
        return self.look or self.id


class Place(msgspec.Struct, frozen=True):
    """A named place in a hex."""

    name: str
    hex: Hex
    kind: str = "town"
    size: int = 1
    objective: bool = False
    tags: tuple[str, ...] = ()


LABELS = ("land", "water", "heights")
"""What a label can name: countries and provinces, seas and rivers, mountains and passes."""


class Label(msgspec.Struct, frozen=True):
    """A name written over the map; nothing to the rules."""

    text: str
    hex: Hex
    """The hex in whose middle the middle of the text stands."""
    kind: str = "land"
    size: int = 1
    turn: int = 0
    """Degrees it is turned, clockwise."""


class Region(msgspec.Struct, frozen=True):
    """A named set of hexes: a country, an entry edge, a set-up area."""

    title: str
    mask: HexSet
    colour: str = ""
    """Tint along its border on drawn maps; none where empty."""
    tags: tuple[str, ...] = ()
