"""A theatre: one map with the charts of its own rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from grognard.core.board.board import Board
from grognard.core.files.files import bad_key
from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import Chart
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.hexes.trace import Barred, barriers


class Theatre:
    """A map's countries, cities, ports and coasts, and its charts."""

    def __init__(self, board: Board, charts: Chart, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        """The file of the charts."""
        self.board = board
        self.charts = charts
        joined = board.regions.get(f"theatre-{name}")
        self.hexes: HexSet = joined.mask if joined else board.grid.all
        self.letter: str = charts["map_letter"] if joined else ""
        """The prefix of this map's hex numbers on a board of two maps [14.1]."""
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
        """Costs are counted in 1/scale MP: 2 where roads cost half an MP."""
        self.enter_zone: int = charts["limits"]["zoc_enter"] * self.scale
        self.leave_zone: int = charts["limits"]["zoc_leave"] * self.scale
        """The costs of entering and leaving an enemy ZOC, in 1/scale MP [8.3]."""
        self.neutrals: tuple[str, ...] = tuple(charts.get("neutrals", ()))
        """Countries that start neutral [Pincher 3.2]."""

    def region(self, id_: str) -> HexSet:
        """Return a named set of hexes; empty if the board does not have it."""
        found = self.board.regions.get(id_)
        return found.mask & self.hexes if found else 0

    def regions(self, ids: Iterable[str]) -> HexSet:
        """Return all hexes of some regions."""
        mask = 0
        for id_ in ids:
            mask |= self.region(id_)
        return mask

    def hex(self, number: str) -> Hex:
        """Return the hex with this number on the theatre's own map."""
        found = self.board.grid.find(self.letter + number)
        if found is None:
            reason = f"there is no hex {self.letter + number} on the board {self.board.name}"
            raise bad_key(self.path, _way_to(self.charts, number), reason)
        return found

    def span(self, first: str, last: str) -> HexSet:
        """Return the hexes of a map edge or canal bank from one number to another.

        Where columns differ the span is the straight row of hexes between the two.
        """
        return mask_of(self.board.grid.line(self.hex(first), self.hex(last)))

    def country(self, hex_: Hex) -> str:
        """Return the country of a hex; empty at sea."""
        return self.country_at.get(hex_, "")


def compile_theatre(board: Board, charts: Chart, name: str, path: Path) -> Theatre:
    """Return a theatre of a board, with its charts and the file they come from."""
    return Theatre(board, charts, name, path)


def _way_to(charts: object, number: str, where: Where = ()) -> Where:
    """Return the keys that lead to the first value with this hex number; none if no value has it."""
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
    """Return the all-sea and all-lake hexsides, which cannot be crossed [11.13, R-SWW-16]."""
    sides = [
        side
        for feature, members in board.hexsides.items()
        if "impassable" in board.features[feature].tags
        for side in members
    ]
    return barriers(sides)
