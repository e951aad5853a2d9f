"""The parts of a board: terrain, features, places, labels and regions."""

from __future__ import annotations

import msgspec

from grognard.core.hexes.grid import Hex, HexSet

Chain = tuple[Hex, ...]
"""A sequence of hexes, each adjacent to the one before."""

TEXTURES = (
    "none", "fields", "trees", "copses", "rough", "ridge", "marsh", "polder", "sand", "urban", "sea",
)  # fmt: skip
"""Textures for drawing terrain."""


class Terrain(msgspec.Struct, frozen=True):
    """One kind of terrain: an entry of the map's legend."""

    id: str
    title: str
    symbol: str = "."
    """One ASCII character for text maps; ``.`` and blank are not shown."""
    colour: str = "#e9e2c8"
    texture: str = "none"
    tags: tuple[str, ...] = ()


class Feature(msgspec.Struct, frozen=True):
    """One kind of hexside or line: river, border, road, …"""

    id: str
    title: str
    look: str = ""
    """How it is drawn (``river``, ``road``, …); if empty, as its id says."""
    symbol: str = ""
    """One ASCII character for text maps; not shown if empty."""
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
"""Kinds of labels: countries and provinces, seas and rivers, mountains and passes."""


class Label(msgspec.Struct, frozen=True):
    """A name written across the map, without effect on the rules."""

    text: str
    hex: Hex
    """The hex on which the text is centred."""
    kind: str = "land"
    size: int = 1
    turn: int = 0
    """Rotation in degrees, clockwise."""


class Region(msgspec.Struct, frozen=True):
    """A named set of hexes: a country, an entry edge, a setup area."""

    title: str
    mask: HexSet
    colour: str = ""
    """Tint along its border on drawn maps; none if empty."""
    tags: tuple[str, ...] = ()
