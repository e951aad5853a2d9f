"""A board as plain sets and dictionaries of hex numbers, read straight from its TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[2] / "src" / "grognard" / "games"
"""Where the data files are; only these are read, never the code beside them."""
Side = frozenset[str]
"""A hexside: the two hexes it separates."""


@dataclass
class Board:
    """A board; hexes are known by their numbers."""

    terrain: dict[str, str] = field(default_factory=dict)
    """The terrain of every hex."""
    kinds: dict[str, list[str]] = field(default_factory=dict)
    """Every terrain listed for a hex; the default only if there is no other."""
    around: dict[str, list[str | None]] = field(default_factory=dict)
    """The six neighbours of every hex, clockwise from north; None off the board."""
    terrain_tags: dict[str, set[str]] = field(default_factory=dict)
    sides: dict[str, set[Side]] = field(default_factory=dict)
    """The hexsides with each feature, such as rivers."""
    side_tags: dict[str, set[str]] = field(default_factory=dict)
    lines: dict[str, set[Side]] = field(default_factory=dict)
    """The hexsides crossed by each kind of line, such as roads."""
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Places by name, as in the file."""
    regions: dict[str, set[str]] = field(default_factory=dict)
    region_tags: dict[str, set[str]] = field(default_factory=dict)

    def neighbours(self, hex_: str) -> list[str]:
        """Return the hexes next to a hex."""
        return [other for other in self.around[hex_] if other is not None]

    def sides_tagged(self, tag: str) -> set[Side]:
        """Return the hexsides of every feature that has a tag."""
        return {side for name, sides in self.sides.items() if tag in self.side_tags[name] for side in sides}

    def hexes_tagged(self, tag: str) -> set[str]:
        """Return the hexes whose terrain has a tag."""
        return {h for h, terrain in self.terrain.items() if tag in self.terrain_tags[terrain]}

    def towns(self, *kinds: str) -> set[str]:
        """Return the hexes of places of some kinds, or with such a tag."""
        return {
            place["hex"]
            for place in self.places.values()
            if place.get("kind") in kinds or set(place.get("tags", ())) & set(kinds)
        }


def data_file(*names: str) -> Path:
    """Return the path of a data file: ``data_file("ocs", "data", "tables.toml")``."""
    return GAMES.joinpath(*names)


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file as it is."""
    with path.open("rb") as file:
        return tomllib.load(file)


class BoardInPlay:
    """A board by hexes and hexsides; with corners, only the rectangle between them."""

    def __init__(self, path: Path, corners: list[str] | None = None) -> None:
        """Read a board file."""
        board = read_board(path, corners)
        self.grid: dict[str, Any] = read_toml(path)["grid"]
        self.hexes = set(board.terrain)
        self.neighbours = {hex_: board.neighbours(hex_) for hex_ in board.terrain}
        self.terrain = board.kinds
        self.side_tags = board.side_tags
        self.sides = _by_side(board.sides)
        self.lines = _by_side(board.lines)
        self.places = board.places
        self.regions = {name: hexes & self.hexes for name, hexes in board.regions.items()}

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


def _by_side(named: dict[str, set[Side]]) -> dict[Side, set[str]]:
    """Return the names of features by hexside."""
    found: dict[Side, set[str]] = {}
    for name, sides in named.items():
        for side in sides:
            found.setdefault(side, set()).add(name)
    return found


def read_board(path: Path, corners: list[str] | None = None) -> Board:
    """Read a board, or several joined under a letter each; with corners, only what is between them."""
    data = read_toml(path)
    if "join" not in data:
        return _single(data, "", corners)
    whole = Board()
    for part in data["join"]:
        inner = read_toml((path.parent / (part["board"] + ".toml")).resolve())
        one = _single(inner, part["letter"])
        whole.terrain |= one.terrain
        whole.around |= one.around
        whole.terrain_tags |= one.terrain_tags
        whole.side_tags |= one.side_tags
        whole.places |= one.places
        for name, sides in one.sides.items():
            whole.sides.setdefault(name, set()).update(sides)
        for name, sides in one.lines.items():
            whole.lines.setdefault(name, set()).update(sides)
        for name, hexes in one.regions.items():
            whole.regions.setdefault(name, set()).update(hexes)
        whole.region_tags |= one.region_tags
        whole.regions[part["region"]] = set(one.terrain)
    return whole


def _single(data: dict[str, Any], letter: str, corners: list[str] | None = None) -> Board:
    grid = data["grid"]
    columns_first = grid["digits"] == "CCRR"
    dot = grid.get("separator", "")

    def number(column: int, row: int) -> str:
        pair = (column, row) if columns_first else (row, column)
        return f"{letter}{pair[0]:02}{dot}{pair[1]:02}"

    def place(text: str) -> tuple[int, int]:
        pair = int(text[:2]), int(text[2:].removeprefix(dot))
        return pair if columns_first else (pair[1], pair[0])

    def listed(items: list[str]) -> list[str]:
        """Return hexes that are listed one by one or as ranges in one column or row."""
        found = []
        for item in items:
            first, _, last = item.partition("..")
            (column, row), (to_column, to_row) = place(first), place(last or first)
            for c in _between(column, to_column):
                found += [number(c, r) for r in _between(row, to_row)]
        return found

    board = Board()
    missing = set(listed(grid.get("missing", [])))
    (west, east), (low, high) = grid["columns"], grid["rows"]
    if corners:
        (west, low), (east, high) = (tuple(map(pick, *map(place, corners))) for pick in (min, max))
    default = next(name for name, kind in data["terrain"].items() if kind.get("default"))
    for column in range(west, east + 1):
        for row in range(low, high + 1):
            if number(column, row) not in missing:
                board.terrain[number(column, row)] = default
    for name, kind in data["terrain"].items():
        board.terrain_tags[name] = set(kind.get("tags", ()))
        for hex_ in listed(kind.get("hexes", [])):
            if hex_ in board.terrain or not corners:
                board.terrain[hex_] = name
                board.kinds.setdefault(hex_, []).append(name)
    board.kinds = {hex_: board.kinds.get(hex_, [default]) for hex_ in board.terrain}

    south = 1 if grid["rows_grow"] == "south" else -1
    for column in range(west, east + 1):
        is_low = (column % 2 == 0) == (grid["low_columns"] == "even")
        for row in range(low, high + 1):
            if number(column, row) not in board.terrain:
                continue
            upper, lower = (0, south) if is_low else (-south, 0)
            near = [
                (column, row - south),
                (column + 1, row + upper),
                (column + 1, row + lower),
                (column, row + south),
                (column - 1, row + lower),
                (column - 1, row + upper),
            ]
            board.around[number(column, row)] = [
                number(c, r) if number(c, r) in board.terrain and 0 <= c < 100 else None for c, r in near
            ]

    for name, feature in data.get("hexsides", {}).items():
        board.side_tags[name] = set(feature.get("tags", ()))
        pairs = [side.split("/") for side in feature["sides"]]
        board.sides[name] = {frozenset((letter + a, letter + b)) for a, b in pairs}
    for name, line in data.get("lines", {}).items():
        board.lines[name] = set()
        for chain in line["chains"]:
            hexes = [letter + h for h in chain.split("-")]
            board.lines[name] |= {frozenset(pair) for pair in pairwise(hexes)}
    for name, town in data.get("places", {}).items():
        board.places[name] = {**town, "hex": letter + town["hex"]}
    for name, region in data.get("regions", {}).items():
        board.regions[name] = set(listed(region["hexes"]))
        board.region_tags[name] = set(region.get("tags", ()))
    return board


def _between(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)
