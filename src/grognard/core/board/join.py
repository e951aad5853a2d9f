"""Join several boards side by side into one, each with a letter before its hex numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec

from grognard.core.board.board import Board, load_board
from grognard.core.board.parts import Feature, Label, Place, Region, Terrain
from grognard.core.files.files import bad_key, confined, read_as, read_toml
from grognard.core.hexes.grid import Hex, HexGrid, HexSet, Numbering, Sheet, bits, mask_of


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the boards to join."""

    board: str
    """Its file without extension, relative to the joining file."""
    letter: str
    region: str
    """Region of the joined board that contains all hexes of this part."""
    title: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that joins boards."""

    name: str
    title: str
    join: tuple[Part, ...]
    gap: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    """Minimum number of empty columns between two boards; one more if the columns would not interlock."""


def read_board(path: Path, folders: Sequence[Path] = ()) -> Board:
    """Read a board file; a file with a list `join` joins other boards side by side.

    Those must be in the file's own folder or in one of `folders`.
    """
    plain = read_toml(path)
    if "join" not in plain:
        return load_board(path)
    plan = read_as(path, Join)
    if not plan.join:
        raise bad_key(path, ("join",), "must name the boards to join")
    boards = []
    for number, part in enumerate(plan.join):
        allowed = (path.parent, *folders)
        files = [file for folder in allowed if (file := confined(folder / f"{part.board}.toml", allowed))]
        if not files:
            raise bad_key(path, ("join", number, "board"), "must be a file in the game's data folder")
        file = next(filter(Path.is_file, files), None)
        if file is None:
            raise bad_key(path, ("join", number, "board"), f"there is no file {part.board}.toml")
        boards.append(load_board(file))
    try:
        return join_boards(plan, boards)
    except ValueError as error:
        raise bad_key(path, ("join",), str(error)) from None


def join_boards(plan: Join, boards: Sequence[Board]) -> Board:
    """Join boards from west to east; no hex of one is adjacent to a hex of another.

    Regions of the same name are merged. Terrain of the same id is the same terrain, but each board keeps its
    look. Raise `ValueError` if the boards cannot be joined.
    """
    first = boards[0].grid
    offsets = [0]
    for before, board in pairwise(boards):
        at = offsets[-1] + before.grid.columns + max(plan.gap, 1)
        offsets.append(at + (at % 2 != (first.is_low(0) != board.grid.is_low(0))))
    grid = HexGrid(_numbering(plan, boards, offsets))
    joined = _Joined(grid)
    for part, board, offset in zip(plan.join, boards, offsets, strict=True):
        joined.add(part, board, offset)
    terrain = [joined.terrain.get(h, -1) for h in range(grid.size)]
    return Board(
        plan.name, plan.title, grid, joined.legend, terrain,
        hexsides={id_: frozenset(sides) for id_, sides in joined.hexsides.items()},
        lines={id_: tuple(chains) for id_, chains in joined.lines.items()},
        features=joined.features, places=joined.places, labels=joined.labels, marks=joined.marks,
        regions=joined.regions,
        credit="; ".join(dict.fromkeys(board.credit for board in boards if board.credit)),
    )  # fmt: skip


def _numbering(plan: Join, boards: Sequence[Board], offsets: Sequence[int]) -> Numbering:
    sheets: list[Sheet] = []
    missing: list[str] = []
    for part, board, offset in zip(plan.join, boards, offsets, strict=True):
        numbering = board.grid.numbering
        for sheet in numbering.sheets:
            prefix, west = part.letter + sheet.prefix, sheet.west + offset
            sheets.append(msgspec.structs.replace(sheet, prefix=prefix, west=west))
        missing += [part.letter + label for label in numbering.missing]
        if _style(numbering) != _style(boards[0].grid.numbering):
            raise ValueError(f"{board.name} and {boards[0].name} number their hexes differently")
    return msgspec.structs.replace(boards[0].grid.numbering, sheets=tuple(sheets), missing=tuple(missing))


def _style(numbering: Numbering) -> Numbering:
    """Return how hex numbers are written, without the outline of the map."""
    return msgspec.structs.replace(numbering, sheets=(), missing=(), low_columns="even")


class _Joined:
    """Contents of the joined board so far."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.legend: list[Terrain] = []
        self.terrain: dict[Hex, int] = {}
        self.hexsides: dict[str, set[tuple[Hex, int]]] = {}
        self.lines: dict[str, list[tuple[Hex, ...]]] = {}
        self.features: dict[str, Feature] = {}
        self.places: dict[str, Place] = {}
        self.labels: dict[str, Label] = {}
        self.marks: dict[str, dict[str, Hex]] = {}
        self.regions: dict[str, Region] = {}

    def add(self, part: Part, board: Board, offset: int) -> None:
        """Add the contents of a board at its offset."""
        old, stride = board.grid, self.grid.stride

        def moved(hex_: Hex) -> Hex:
            return (offset + old.column(hex_)) * stride + old.row(hex_)

        def moved_all(mask: HexSet) -> HexSet:
            return mask_of(map(moved, bits(mask)))

        numbers = [self._kind(terrain) for terrain in board.legend]
        for hex_ in old.hexes():
            self.terrain[moved(hex_)] = numbers[board.terrain[hex_]]
        for id_, sides in board.hexsides.items():
            self.hexsides.setdefault(id_, set()).update((moved(h), d) for h, d in sides)
        for id_, chains in board.lines.items():
            self.lines.setdefault(id_, []).extend(tuple(map(moved, chain)) for chain in chains)
        self.features |= board.features
        for name, place in board.places.items():
            if name in self.places:
                raise ValueError(f"two boards have a place named {name}")
            self.places[name] = msgspec.structs.replace(place, hex=moved(place.hex))
        for name, label in board.labels.items():
            # the same label may be on both boards, such as a sea that both of them touch
            key = f"{name}, {part.title}" if name in self.labels else name
            self.labels[key] = msgspec.structs.replace(label, hex=moved(label.hex))
        for side, at in board.marks.items():
            self.marks.setdefault(side, {}).update((mark, moved(h)) for mark, h in at.items())
        for id_, region in board.regions.items():
            mask = moved_all(region.mask) | (self.regions[id_].mask if id_ in self.regions else 0)
            self.regions[id_] = msgspec.structs.replace(region, mask=mask)
        self.regions[part.region] = Region(part.title, moved_all(old.all), tags=("part",))

    def _kind(self, terrain: Terrain) -> int:
        """Return the index of a kind of terrain in the joined legend; each board keeps its own look."""
        if terrain not in self.legend:
            self.legend.append(terrain)
        return self.legend.index(terrain)
