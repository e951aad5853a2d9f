"""Boards: terrain, hexsides, lines, places and regions of a hex map. Read-only in play; knows no game.

A board is stored as a TOML file: `load_board` reads it, `dump_board` writes it, and `check_board` reports all
errors of a file at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from os import PathLike
from types import MappingProxyType
from typing import Never

import msgspec

from grognard.core.board import read, write
from grognard.core.board.parts import LABELS, TEXTURES, Chain, Feature, Label, Place, Region, Terrain
from grognard.core.board.read import BoardError
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, Hexside, mask_of

__all__ = [
    "LABELS", "TEXTURES", "Board", "BoardError", "Chain", "Feature", "Label", "Place", "Region",
    "Terrain", "check_board", "dump_board", "load_board",
]  # fmt: skip

_EMPTY: Mapping[str, Never] = MappingProxyType({})


class Board:
    """A hex map: the terrain of hexes, features of hexsides, and lines such as roads through hexes."""

    __slots__ = (
        "_kinds", "_masks", "_places", "_steps", "credit", "features", "grid", "hexsides", "labels",
        "legend", "lines", "marks", "name", "places", "regions", "terrain", "title",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        title: str,
        grid: HexGrid,
        legend: Sequence[Terrain],
        terrain: Sequence[int],
        *,
        hexsides: Mapping[str, frozenset[Hexside]] = _EMPTY,
        lines: Mapping[str, tuple[Chain, ...]] = _EMPTY,
        features: Mapping[str, Feature] = _EMPTY,
        places: Mapping[str, Place] = _EMPTY,
        labels: Mapping[str, Label] = _EMPTY,
        marks: Mapping[str, Mapping[str, Hex]] = _EMPTY,
        regions: Mapping[str, Region] = _EMPTY,
        credit: str = "",
    ) -> None:
        self.name = name
        self.title = title
        self.credit = credit
        """Source of the map data; printed on drawn maps."""
        self.grid = grid
        self.legend = tuple(legend)
        self.terrain = list(terrain)
        """For each hex its index in the legend; -1 where there is no hex."""
        self.hexsides = dict(hexsides)
        """For each feature its hexsides, each listed from both adjacent hexes."""
        self.lines = dict(lines)
        """For each feature its chains of hexes, drawn from centre to centre."""
        self.features = dict(features)
        """The features whose ids are used in `hexsides` and `lines`."""
        self.places = dict(places)
        self.labels = dict(labels)
        """Names of seas, countries and mountains; decoration only."""
        self.marks = {side: dict(at) for side, at in marks.items()}
        """For each side its printed setup marks."""
        self.regions = dict(regions)
        members: list[list[Hex]] = [[] for _ in self.legend]
        for hex_, index in enumerate(self.terrain):
            if index >= 0:
                members[index].append(hex_)
        self._masks = [mask_of(at) for at in members]
        self._steps = {
            feature: frozenset(
                step for chain in chains for a, b in pairwise(chain) for step in ((a, b), (b, a))
            )
            for feature, chains in self.lines.items()
        }
        self._kinds: dict[str, list[str]] = {}
        """The ids of the hexside features that an id or tag stands for."""
        for id_ in self.hexsides:
            tags = self.features[id_].tags if id_ in self.features else ()
            for kind in dict.fromkeys((id_, *tags)):
                self._kinds.setdefault(kind, []).append(id_)
        self._places: dict[Hex, Place] = {}
        for place in self.places.values():
            self._places.setdefault(place.hex, place)

    def __eq__(self, other: object) -> bool:
        return self._facts() == other._facts() if isinstance(other, Board) else NotImplemented

    def _facts(self) -> tuple[object, ...]:
        numbering = self.grid.numbering
        outline = msgspec.structs.replace(numbering, missing=tuple(sorted(numbering.missing)))
        return (
            outline, self.name, self.title, self.credit, self.legend, self.terrain, self.hexsides,
            self.lines, self.features, self.places, self.labels, self.marks, self.regions,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.name, self.title, self.grid.size))

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self.grid.all.bit_count()} hexes>"

    # -- queries ------------------------------------------------------------------------------

    def terrain_at(self, hex_: Hex) -> Terrain:
        """Return the terrain of a hex."""
        return self.legend[self.terrain[hex_]]

    def terrain_mask(self, id_: str) -> HexSet:
        """Return all hexes of one kind of terrain, however drawn; empty if the board has none."""
        mask = 0
        for kind, members in zip(self.legend, self._masks, strict=True):
            if kind.id == id_:
                mask |= members
        return mask

    def drawn_as(self, kind: Terrain) -> HexSet:
        """Return the hexes of one legend entry; joined boards may draw the same terrain in two ways."""
        return self._masks[self.legend.index(kind)]

    def has_side(self, feature: str, a: Hex, b: Hex) -> bool:
        """Return whether the hexside between adjacent hexes has a feature, by its id or a tag."""
        if b == OFF or b not in self.grid.neighbours[a]:
            return False
        side = (a, self.grid.neighbours[a].index(b))
        return any(side in self.hexsides[id_] for id_ in self._kinds.get(feature, ()))

    def has_line(self, feature: str, a: Hex, b: Hex) -> bool:
        """Return whether a line of this kind, such as a road, connects two adjacent hexes."""
        return (a, b) in self._steps.get(feature, ())

    def place_at(self, hex_: Hex) -> Place | None:
        """Return the place in a hex; the first listed if there are several."""
        return self._places.get(hex_)


def load_board(path: str | PathLike[str]) -> Board:
    """Read a board file; raise the first `BoardError` if it is invalid."""
    parts, faults = read.read(path)
    if parts is None:
        raise faults[0]
    return Board(**msgspec.structs.asdict(parts))


def check_board(path: str | PathLike[str]) -> list[BoardError]:
    """Return all errors of a board file; none if `load_board` accepts it."""
    return read.read(path)[1]


def dump_board(board: Board) -> str:
    """Return the board as the text of a board file."""
    return write.write(board)
