"""Cut a board down to part of its map, for a scenario that uses only some of it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

import msgspec

from grognard.core.board.board import Board, Chain
from grognard.core.hexes.grid import Hex, HexGrid, HexSet, Numbering, Sheet, bits, mask_of


def cut_board(board: Board, hexes: HexSet) -> Board:
    """Return the board reduced to these hexes, which keep their numbers; the board itself if they are all.

    Lines that leave the part are cut at its edge. Raise `ValueError` if no hex is left.
    """
    old = board.grid
    kept = bits(hexes & old.all)
    if len(kept) == old.all.bit_count():
        return board
    if not kept:
        raise ValueError("a board needs at least one hex")
    grid = HexGrid(_numbering(old, kept))
    moved = {hex_: grid.hex(old.label(hex_)) for hex_ in kept}
    terrain = [-1] * grid.size
    for hex_, to in moved.items():
        terrain[to] = board.terrain[hex_]
    used = sorted(set(terrain) - {-1})
    sides = {
        id_: frozenset((moved[h], d) for h, d in sides if h in moved) for id_, sides in board.hexsides.items()
    }
    lines = {
        id_: tuple(tuple(moved[h] for h in piece) for chain in chains for piece in _pieces(chain, moved))
        for id_, chains in board.lines.items()
    }
    return Board(
        board.name, board.title, grid, [board.legend[index] for index in used],
        [used.index(index) if index >= 0 else -1 for index in terrain],
        hexsides={id_: found for id_, found in sides.items() if found},
        lines={id_: found for id_, found in lines.items() if found},
        features={id_: f for id_, f in board.features.items() if sides.get(id_) or lines.get(id_)},
        places={
            name: msgspec.structs.replace(place, hex=moved[place.hex])
            for name, place in board.places.items() if place.hex in moved
        },
        labels={
            name: msgspec.structs.replace(label, hex=moved[label.hex])
            for name, label in board.labels.items() if label.hex in moved
        },
        marks={
            side: {mark: moved[h] for mark, h in at.items() if h in moved}
            for side, at in board.marks.items()
        },
        regions={
            id_: msgspec.structs.replace(region, mask=mask_of(moved[h] for h in bits(region.mask & hexes)))
            for id_, region in board.regions.items() if region.mask & hexes
        },
        credit=board.credit,
    )  # fmt: skip


def _numbering(grid: HexGrid, kept: Sequence[Hex]) -> Numbering:
    """Number the smallest rectangle around the hexes; its other hexes are missing."""
    columns = [grid.column(h) for h in kept]
    rows = [grid.row(h) for h in kept]
    west, east, north, south = min(columns), max(columns), min(rows), max(rows)
    cropped = (_crop(sheet, grid.numbering, west, east, north, south) for sheet in grid.numbering.sheets)
    sheets = tuple(sheet for sheet in cropped if sheet)
    # low columns follow the numbers of the first sheet, which may now be a different one
    low = next(column for column in (0, 1) if grid.is_low(column * grid.stride))
    low_number = sheets[0].columns[0] - sheets[0].west + low - west
    numbering = msgspec.structs.replace(
        grid.numbering, sheets=sheets, low_columns="odd" if low_number % 2 else "even", missing=()
    )
    labels = {grid.label(h) for h in kept}
    missing = tuple(label for label in HexGrid(numbering).labels if label and label not in labels)
    return msgspec.structs.replace(numbering, missing=missing)


def _crop(sheet: Sheet, numbering: Numbering, west: int, east: int, north: int, south: int) -> Sheet | None:
    """Return the part of a map sheet inside a rectangle of columns and rows, or None if there is none."""
    (first, last), (low, high) = sheet.columns, sheet.rows
    left, right = max(0, west - sheet.west), min(last - first, east - sheet.west)
    top, bottom = max(0, north - sheet.north), min(high - low, south - sheet.north)
    if left > right or top > bottom:
        return None
    rows = (low + top, low + bottom) if numbering.rows_grow == "south" else (high - bottom, high - top)
    return msgspec.structs.replace(
        sheet,
        columns=(first + left, first + right),
        rows=rows,
        west=max(0, sheet.west - west),
        north=max(0, sheet.north - north),
    )


def _pieces(chain: Chain, kept: Container[Hex]) -> list[Chain]:
    """Split a line of hexes into the stretches inside the part."""
    pieces: list[list[Hex]] = []
    for a, b in pairwise(chain):
        if a in kept and b in kept:
            if pieces and pieces[-1][-1] == a:
                pieces[-1].append(b)
            else:
                pieces.append([a, b])
    return [tuple(piece) for piece in pieces]
