"""A theatre: one map with the facts and charts of its own booklet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grognard.core.board.board import Board
from grognard.core.files.files import bad_key
from grognard.core.files.toml_lines import Where
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.hexes.trace import Barred, barriers


class Theatre:
    """What the rules ask of a map: countries, cities, ports, coasts, and the charts that go with it."""

    def __init__(self, board: Board, charts: Mapping[str, Any], name: str, path: Path) -> None:
        self.name = name
        self.path = path
        """The file of the charts."""
        self.board = board
        self.charts = charts
        joined = board.regions.get(f"theatre-{name}")
        self.hexes: HexSet = joined.mask if joined else board.grid.all
        self.letter: str = charts["map_letter"] if joined else ""
        """What stands before the hex numbers of this map on a board of several [14.1]."""
        self.countries = {
            id_: region.mask & self.hexes
            for id_, region in board.regions.items()
            if "country" in region.tags and region.mask & self.hexes
        }
        self.country_at: dict[Hex, str] = {h: id_ for id_, mask in self.countries.items() for h in bits(mask)}
        places = [place for place in board.places.values() if self.hexes >> place.hex & 1]

        def those(*kinds: str) -> HexSet:
            found = 0
            for place in places:
                if place.kind in kinds or any(kind in place.tags for kind in kinds):
                    found |= 1 << place.hex
            return found

        self.capitals = those("capital")
        self.oil_cities = those("oil")
        self.cities = those("city", "capital", "oil")
        """Cities of every kind [11.15]."""
        self.ports = those("port") & self.cities
        self.named = {place.hex: place.name for place in places}
        self.arrival_phases: tuple[str, ...] = tuple(charts["arrivals"]["phases"])
        self.columns: bool = charts["movement"]["columns"]
        """Whether units move in column (Europe) or along roads (the Mid-East) [11.16, 14.9]."""
        self.scale: int = charts["movement"]["scale"]
        """Parts of a movement point that are counted: 2 where roads cost half a point."""
        self.enter_zone: int = charts["limits"]["zoc_enter"] * self.scale
        self.leave_zone: int = charts["limits"]["zoc_leave"] * self.scale
        """What a step into and out of an enemy zone costs, in parts of a point [8.3]."""
        self.neutrals: tuple[str, ...] = tuple(charts.get("neutrals", ()))
        """Countries that start neutral [Pincher 3.2]."""

    def region(self, id_: str) -> HexSet:
        """A named set of hexes; empty when the board does not have it."""
        found = self.board.regions.get(id_)
        return found.mask & self.hexes if found else 0

    def regions(self, ids: Iterable[str]) -> HexSet:
        """All hexes of some regions."""
        mask = 0
        for id_ in ids:
            mask |= self.region(id_)
        return mask

    def hex(self, number: str) -> Hex:
        """The hex with this number on the theatre's own map."""
        found = self.board.grid.find(self.letter + number)
        if found is None:
            reason = f"there is no hex {self.letter + number} on the board {self.board.name}"
            raise bad_key(self.path, _way_to(self.charts, number), reason)
        return found

    def span(self, first: str, last: str) -> HexSet:
        """The hexes of a map edge or bank from one number to another: each the next one's neighbour.

        Where columns differ the span is the straight row of hexes between the two.
        """
        return mask_of(self.board.grid.line(self.hex(first), self.hex(last)))

    def country(self, hex_: Hex) -> str:
        """The country of a hex; empty at sea."""
        return self.country_at.get(hex_, "")


def compile_theatre(board: Board, charts: Mapping[str, Any], name: str, path: Path) -> Theatre:
    """A theatre of a board, with its charts and the file they are from."""
    return Theatre(board, charts, name, path)


def _way_to(charts: object, number: str, where: Where = ()) -> Where:
    """The way to the first value of the charts that is this hex number; empty when none is."""
    items: Iterable[tuple[str | int, object]] = ()
    if isinstance(charts, Mapping):
        items = charts.items()
    elif isinstance(charts, list):
        items = enumerate(charts)
    for key, value in items:
        found = (*where, key) if value == number else _way_to(value, number, (*where, key))
        if found:
            return found
    return ()


def impassable_sides(board: Board) -> Barred:
    """Sides that are all sea or lake: nothing crosses them [11.13, R-SWW-16]."""
    sides = [
        side
        for feature, members in board.hexsides.items()
        if "impassable" in board.features[feature].tags
        for side in members
    ]
    return barriers(sides)
