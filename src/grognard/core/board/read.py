"""Read and check board files; every error names its hex. Use it through `board`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from os import PathLike, fspath
from typing import Any

import msgspec

from grognard.core.board.parts import LABELS, TEXTURES, Chain, Feature, Label, Place, Region, Terrain
from grognard.core.errors import BadFile
from grognard.core.files.files import read_text, read_toml
from grognard.core.files.toml_lines import Where, key_lines, spelled
from grognard.core.files.toml_read import Table
from grognard.core.hexes.grid import Hex, HexGrid, Hexside, Numbering, Sheet, bits, mask_of

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MAX_HEXES = 100_000  # far more than any printed map; keeps a typo from using up the memory


class BoardError(BadFile):
    """An error in a board file: the file, the hex or table, and the reason.

    >>> str(BoardError("my.toml", "hex 0999 in terrain.forest", "not on the board"))
    'my.toml: hex 0999 in terrain.forest: not on the board'
    """

    def __init__(self, path: object, where: str, reason: str, line: int | None = None) -> None:
        super().__init__(path, f"{where}: {reason}", line)
        self.where = where
        self.reason = reason

    def __reduce__(self) -> tuple[type[BoardError], tuple[str | int | None, ...]]:
        return type(self), (self.path, self.where, self.reason, self.line)


class BoardParts(msgspec.Struct):
    """The arguments of `Board`."""

    name: str
    title: str
    credit: str
    grid: HexGrid
    legend: tuple[Terrain, ...]
    terrain: list[int]
    hexsides: dict[str, frozenset[Hexside]]
    lines: dict[str, tuple[Chain, ...]]
    features: dict[str, Feature]
    places: dict[str, Place]
    labels: dict[str, Label]
    marks: dict[str, dict[str, Hex]]
    regions: dict[str, Region]


def read(path: str | PathLike[str]) -> tuple[BoardParts | None, list[BoardError]]:
    """Read a board file; return its parts (None if it is invalid) and all its errors."""
    reader = _Reader(path)
    parts = reader.board()
    return (None if reader.faults else parts), reader.faults


class _Reader:
    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = path
        self.faults: list[BoardError] = []
        self.features: dict[str, Feature] = {}
        # without a grid no hex can be looked up, but the rest of the file is still checked
        self.grid: HexGrid | None = None
        self._lines: dict[Where, int] = {}

    def note(self, where: Where, reason: str, thing: str = "", at: Where = ()) -> None:
        """Report an error in a key, or in a `thing` in its table; at the line of `at`, if given."""
        place = " in ".join(filter(None, (thing, spelled(where)))) or "top level"
        self.faults.append(BoardError(self.path, place, reason, self._line(at or where)))

    def _line(self, where: Where) -> int:
        self._lines = self._lines or key_lines(read_text(fspath(self.path)))
        while where and where not in self._lines:
            where = where[:-1]
        return self._lines.get(where, 1)

    def board(self) -> BoardParts | None:
        try:
            top = Table(read_toml(fspath(self.path)), (), self.note)
        except BadFile as error:
            self.faults.append(BoardError(self.path, "file", error.reason, error.line))
            return None
        name = top.text("name")
        title, credit = top.text("title", name), top.text("credit", "")
        grid = top.table("grid")
        if grid is not None:
            self._read_grid(grid)
        legend, terrain = self._terrain(top)
        hexsides = {key: self._sides(key, table) for key, table in top.tables("hexsides")}
        lines = {key: self._chains(key, table) for key, table in top.tables("lines")}
        places, labels = self._places(top), self._labels(top)
        marks, regions = self._marks(top), self._regions(top)
        top.close()
        if self.grid is None:
            return None
        return BoardParts(
            name, title, credit, self.grid, legend, terrain, hexsides, lines, self.features,
            places, labels, marks, regions,
        )  # fmt: skip

    # -- grid ---------------------------------------------------------------------------------

    def _read_grid(self, table: Table) -> None:
        before = len(self.faults)
        digits = table.text("digits", among=("CCRR", "RRCC"))
        rows_grow = table.text("rows_grow", among=("south", "north"))
        low_columns = table.text("low_columns", among=("even", "odd"))
        separator = table.text("separator", "", among=("", ".", ":"))
        width = table.number("width", 2, 1, 4)
        missing = table.texts("missing")
        if table.has("sheet"):
            several = table.array("sheet")
            sheets = [self._sheet(each, width) for each in several]
            for each in several:
                each.close()
        else:
            sheets = [self._sheet(table, width)]
        table.close()
        found = tuple(sheet for sheet in sheets if sheet is not None)
        if len(self.faults) > before or not found:
            return
        choices: dict[str, Any] = {  # checked above to be what `Numbering` allows
            "digits": digits, "rows_grow": rows_grow, "low_columns": low_columns,
        }  # fmt: skip
        self._build(Numbering(found, separator=separator, width=width, **choices), missing, table)

    def _sheet(self, table: Table, width: int) -> Sheet | None:
        most = 10**width - 1
        columns, rows = table.span("columns", most), table.span("rows", most)
        prefix = table.text("prefix", "")
        if prefix and not prefix.isalpha():
            table.wrong("prefix", "must be letters only")
        west, north = table.number("west", 0, 0, 9999), table.number("north", 0, 0, 9999)
        return Sheet(columns, rows, prefix, west, north) if columns and rows else None

    def _build(self, numbering: Numbering, missing: tuple[str, ...], table: Table) -> None:
        width = max(s.west + s.columns[1] - s.columns[0] + 1 for s in numbering.sheets)
        height = max(s.north + s.rows[1] - s.rows[0] + 1 for s in numbering.sheets)
        if width * height > _MAX_HEXES:
            table.note(f"the board is larger than {_MAX_HEXES} hexes")
            return
        try:
            grid = self.grid = HexGrid(numbering)
            holes = mask_of(self._hexes(missing, table.path("missing")))
            if holes:
                labels = tuple(grid.labels[h] for h in bits(holes))
                self.grid = HexGrid(msgspec.structs.replace(numbering, missing=labels))
        except ValueError as error:
            table.note(str(error))
            self.grid = None
            return
        if grid.all.bit_count() < sum(map(bool, grid.labels)):
            table.note("two map sheets have the same numbers; give them prefixes")
        if not self.grid.all:
            table.note("the board has no hexes")

    # -- hexes --------------------------------------------------------------------------------

    def _hex(self, label: str, where: Where, at: Where = ()) -> Hex | None:
        hex_ = self.grid.find(label) if self.grid else None
        if hex_ is None and self.grid:
            self.note(where, "not on the board", f"hex {label}", at)
        return hex_

    def _hexes(self, items: Iterable[str], where: Where) -> list[Hex]:
        """Return hexes given by number or by ranges such as ``0101..0108``."""
        found: list[Hex] = []
        for number, item in enumerate(items):
            at = (*where, "hexes", number)
            if ".." in item:
                found += self._range(item, where, at)
            elif (hex_ := self._hex(item, where, at)) is not None:
                found.append(hex_)
        return found

    def _range(self, item: str, where: Where, at: Where) -> list[Hex]:
        first, _, last = item.partition("..")
        a, b = self._hex(first, where, at), self._hex(last, where, at)
        if a is None or b is None or self.grid is None:
            return []
        low, high, stride = min(a, b), max(a, b), self.grid.stride
        if low // stride == high // stride:
            run = range(low, high + 1)
        elif low % stride == high % stride:
            run = range(low, high + 1, stride)
        else:
            self.note(where, "a range must stay in one column or one row", f"hex {item}", at)
            return []
        # a range may contain missing hexes
        return [h for h in run if self.grid.labels[h]]

    def _linked(self, text: str, mark: str, where: Where, at: Where) -> list[Hex] | None:
        """Return a chain of hexes such as ``0101-0102``, each adjacent to the one before."""
        labels = text.split(mark)
        hexes = [h for h in (self._hex(label, where, at) for label in labels) if h is not None]
        if self.grid is None or len(hexes) < len(labels):
            return None
        for a, b in pairwise(hexes):
            if b not in self.grid.adjacent[a]:
                gap = f"{self.grid.label(a)}{mark}{self.grid.label(b)}"
                self.note(where, "the two hexes are not adjacent", f"hex {gap}", at)
                return None
        return hexes

    # -- parts --------------------------------------------------------------------------------

    def _colour(self, table: Table, default: str) -> str:
        colour = table.text("colour", default)
        if colour != default and not _COLOUR.fullmatch(colour):
            table.wrong("colour", f'must look like "#e9e2c8", not "{colour}"')
        return colour

    def _symbol(self, table: Table, default: str) -> str:
        symbol = table.text("symbol", default)
        if symbol != default and not (len(symbol) == 1 and " " <= symbol <= "~"):
            table.wrong("symbol", "must be one ASCII character")
        return symbol

    def _terrain(self, top: Table) -> tuple[tuple[Terrain, ...], list[int]]:
        legend: list[Terrain] = []
        default = -1
        owner = [-1] * (self.grid.size if self.grid else 0)
        for index, (key, table) in enumerate(top.tables("terrain")):
            title, texture = (
                table.text("title", _title(key)),
                table.text("texture", "none", TEXTURES),
            )
            symbol, colour = self._symbol(table, "."), self._colour(table, "#e9e2c8")
            legend.append(Terrain(key, title, symbol, colour, texture, table.texts("tags")))
            if table.flag("default"):
                if default >= 0:
                    table.note(f"a second default terrain; the first is {legend[default].id}")
                default = index
            for hex_ in self._hexes(table.texts("hexes"), table.where):
                if self.grid and owner[hex_] not in (-1, index):
                    also = legend[owner[hex_]].id
                    self.note(table.where, f"already listed as {also}", f"hex {self.grid.label(hex_)}")
                owner[hex_] = index
            table.close()
        if not legend:
            top.note("no terrain is defined")
        bare = [h for h in self.grid.hexes() if owner[h] < 0] if self.grid else []
        if bare and default >= 0:
            for hex_ in bare:
                owner[hex_] = default
        elif bare and legend and self.grid:
            more = f" and {len(bare) - 1} more" if len(bare) > 1 else ""
            self.note((), "no terrain, and no default terrain", f"hex {self.grid.label(bare[0])}{more}")
        return tuple(legend), owner

    def _feature(self, key: str, table: Table) -> None:
        title, look = table.text("title", _title(key)), table.text("look", "")
        symbol, colour = self._symbol(table, ""), self._colour(table, "")
        if key in self.features:
            table.note("the name is already used for hexsides")
        self.features[key] = Feature(key, title, look, symbol, colour, table.texts("tags"))

    def _sides(self, key: str, table: Table) -> frozenset[Hexside]:
        self._feature(key, table)
        sides: set[Hexside] = set()
        for number, text in enumerate(table.texts("sides")):
            if text.count("/") != 1:
                table.wrong("sides", f'must be two hexes such as "0302/0303", not "{text}"')
                continue
            pair = self._linked(text, "/", table.where, (*table.where, "sides", number))
            if pair and self.grid:
                (a, b), near = pair, self.grid.neighbours
                sides |= {(a, near[a].index(b)), (b, near[b].index(a))}
        table.close()
        return frozenset(sides)

    def _chains(self, key: str, table: Table) -> tuple[Chain, ...]:
        self._feature(key, table)
        chains: list[Chain] = []
        for number, text in enumerate(table.texts("chains")):
            if "-" not in text:
                table.wrong("chains", f'must be hexes such as "0101-0102-0203", not "{text}"')
                continue
            chain = self._linked(text, "-", table.where, (*table.where, "chains", number))
            if chain:
                chains.append(tuple(chain))
        table.close()
        return tuple(chains)

    def _places(self, top: Table) -> dict[str, Place]:
        places: dict[str, Place] = {}
        names: dict[str, str] = {}
        occupied: dict[tuple[Hex, str], str] = {}
        for name, table in top.tables("places"):
            label, kind = table.text("hex"), table.text("kind", "town")
            size, objective, tags = (
                table.number("size", 1, 0, 99),
                table.flag("objective"),
                table.texts("tags"),
            )
            table.close()
            hex_ = self._hex(label, table.where) if label else None
            same = names.setdefault(name.casefold(), name)
            if same != name:
                table.note(f"the same place as {same}")
            if hex_ is None:
                continue
            other = occupied.setdefault((hex_, kind), name)
            if other != name:
                self.note(table.where, f"already holds the {kind} {other}", f"hex {label}")
            places[name] = Place(name, hex_, kind, size, objective, tags)
        return places

    def _labels(self, top: Table) -> dict[str, Label]:
        labels: dict[str, Label] = {}
        for key, table in top.tables("labels"):
            text, kind = table.text("text", key), table.text("kind", "land", LABELS)
            size, turn = table.number("size", 1, 1, 9), table.number("turn", 0, -180, 180)
            at = table.text("hex")
            table.close()
            hex_ = self._hex(at, table.where) if at else None
            if hex_ is not None:
                labels[key] = Label(text, hex_, kind, size, turn)
        return labels

    def _marks(self, top: Table) -> dict[str, dict[str, Hex]]:
        marks: dict[str, dict[str, Hex]] = {}
        for side, table in top.tables("marks"):
            at = {mark: self._hex(label, table.path(mark)) for mark, label in table.all_texts()}
            marks[side] = {mark: hex_ for mark, hex_ in at.items() if hex_ is not None}
        return marks

    def _regions(self, top: Table) -> dict[str, Region]:
        regions: dict[str, Region] = {}
        for key, table in top.tables("regions"):
            title, colour = table.text("title", _title(key)), self._colour(table, "")
            mask = mask_of(self._hexes(table.texts("hexes"), table.where))
            regions[key] = Region(title, mask, colour, table.texts("tags"))
            table.close()
        return regions


def _title(key: str) -> str:
    """Return a title made from a key.

    >>> _title("east-edge")
    'East edge'
    """
    text = key.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]
