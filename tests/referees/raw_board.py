"""The map as printed: a board file read with tomllib into dictionaries, keyed by hex numbers as strings.

It shares no code with the program. Neighbours are found from the numbers of rows and columns.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[2] / "src" / "grognard" / "games"
"""The folder of the games; only their data files are read."""

Side = frozenset[str]
"""A hexside: the two hexes it lies between."""


def read_toml(*path: str) -> dict[str, Any]:
    """Read a data file of a game: ``read_toml("ocs", "data", "tables.toml")``."""
    with GAMES.joinpath(*path).open("rb") as file:
        return tomllib.load(file)


class RawBoard:
    """Hexes, neighbours, terrain, hexsides and lines of a map, as the file gives them."""

    def __init__(self, *path: str, corners: list[str] | None = None) -> None:
        """Read a board file; with corners, only the hexes of the rectangle between them."""
        file = read_toml(*path)
        self.grid: dict[str, Any] = file["grid"]
        columns, rows = self.grid["columns"], self.grid["rows"]
        every = {
            self.number(column, row)
            for column in range(columns[0], columns[1] + 1)
            for row in range(rows[0], rows[1] + 1)
        }
        every -= set(self.spread_out(self.grid.get("missing", [])))
        if corners:
            (c1, r1), (c2, r2) = self.parts(corners[0]), self.parts(corners[1])
            wide, high = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
            every = {h for h in every if self.parts(h)[0] in wide and self.parts(h)[1] in high}
        self.hexes = every
        self.neighbours = {h: [n for n in self.around(h) if n in every] for h in every}

        self.terrain: dict[str, list[str]] = {h: [] for h in every}
        default = ""
        for name, entry in file["terrain"].items():
            default = name if entry.get("default") else default
            for hex_ in self.spread_out(entry.get("hexes", [])):
                if hex_ in every:
                    self.terrain[hex_].append(name)
        for kinds in self.terrain.values():
            kinds.extend([] if kinds else [default])

        self.sides: dict[Side, set[str]] = {}
        self.side_tags: dict[str, list[str]] = {}
        for name, entry in file.get("hexsides", {}).items():
            self.side_tags[name] = entry.get("tags", [])
            for pair in entry["sides"]:
                self.sides.setdefault(frozenset(pair.split("/")), set()).add(name)

        self.lines: dict[Side, set[str]] = {}
        for name, entry in file.get("lines", {}).items():
            for chain in entry["chains"]:
                hexes = chain.split("-")
                for i in range(len(hexes) - 1):
                    self.lines.setdefault(frozenset(hexes[i : i + 2]), set()).add(name)

        self.places: dict[str, dict[str, Any]] = file.get("places", {})
        self.regions = {
            name: set(self.spread_out(entry["hexes"])) & every
            for name, entry in file.get("regions", {}).items()
        }

    # -- numbers -----------------------------------------------------------------------------------

    def number(self, column: int, row: int) -> str:
        """Return the printed number of a hex."""
        first, second = (column, row) if self.grid["digits"] == "CCRR" else (row, column)
        return f"{first:02}{self.grid.get('separator', '')}{second:02}"

    def parts(self, hex_: str) -> tuple[int, int]:
        """Return the column and the row of a hex."""
        first, second = int(hex_[:2]), int(hex_[-2:])
        return (first, second) if self.grid["digits"] == "CCRR" else (second, first)

    def spread_out(self, written: list[str]) -> list[str]:
        """Return a list of hexes with its ranges written out; a range runs along a column."""
        found = []
        for text in written:
            if ".." not in text:
                found.append(text)
                continue
            start, end = text.split("..")
            column, row = self.parts(start)
            last = self.parts(end)[1]
            for r in range(min(row, last), max(row, last) + 1):
                found.append(self.number(column, r))
        return found

    def around(self, hex_: str) -> list[str]:
        """Return the numbers of the six hexes around a hex, on the map or not."""
        column, row = self.parts(hex_)
        north = 1 if self.grid["rows_grow"] == "north" else -1
        low = (column % 2 == 0) == (self.grid["low_columns"] == "even")
        beside = (row, row - north) if low else (row, row + north)
        return [
            self.number(column, row + 1),
            self.number(column, row - 1),
            *(self.number(c, r) for c in (column - 1, column + 1) for r in beside),
        ]

    # -- what is printed -----------------------------------------------------------------------------

    def is_between(self, name: str, one: str, other: str) -> bool:
        """Return whether a line, such as a road, leads from one hex to the next."""
        return name in self.lines.get(frozenset((one, other)), ())

    def side_names(self, one: str, other: str) -> set[str]:
        """Return what is printed on a hexside."""
        return self.sides.get(frozenset((one, other)), set())

    def side_has_tag(self, tag: str, one: str, other: str) -> bool:
        """Return whether something with this tag is printed on a hexside."""
        return any(tag in self.side_tags[name] for name in self.side_names(one, other))

    def distances(self, start: str, most: int = 999) -> dict[str, int]:
        """Return the hexes within a distance, counted in hexes."""
        found, edge = {start: 0}, [start]
        for distance in range(1, most + 1):
            edge = list({n for h in edge for n in self.neighbours[h] if n not in found})
            found.update(dict.fromkeys(edge, distance))
            if not edge:
                break
        return found
