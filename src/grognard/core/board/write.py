"""Write board files in the style of hand-written ones; the inverse of reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from grognard.core.files.toml_write import toml_key, toml_value
from grognard.core.hexes.grid import Hex, HexGrid, Sheet, bits

if TYPE_CHECKING:
    from grognard.core.board.board import Board

_Value = str | bool | int | Iterable[str]


def write(board: Board) -> str:
    """Return the text of the board file."""
    top = _pairs(name=board.name, title=board.title) + _pairs_set(credit=board.credit)
    blocks = [top, *_grid(board.grid)]
    blocks += _terrain(board) + _features(board)
    blocks += _places(board) + _labels(board) + _marks(board) + _regions(board)
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _pairs(**values: _Value) -> list[str]:
    return [f"{key} = {toml_value(value)}" for key, value in values.items()]


def _pairs_set(**values: _Value) -> list[str]:
    """Return the pairs whose values are not empty, zero or false."""
    return _pairs(**{key: value for key, value in values.items() if value})


def _head(*keys: str) -> str:
    return "[" + ".".join(toml_key(key) for key in keys) + "]"


def spans(grid: HexGrid, hexes: Iterable[Hex]) -> list[str]:
    """Return the numbers of ascending hexes, with ranges such as ``0101..0108`` for runs down a column."""
    runs: list[list[Hex]] = []
    for hex_ in hexes:
        if runs and runs[-1][-1] == hex_ - 1:
            runs[-1].append(hex_)
        else:
            runs.append([hex_])
    found: list[str] = []
    for run in runs:
        labels = [grid.label(h) for h in run]
        found += labels if len(run) < 3 else [f"{labels[0]}..{labels[-1]}"]
    return found


def _grid(grid: HexGrid) -> list[list[str]]:
    numbering = grid.numbering
    lines = [_head("grid"), *_pairs(digits=numbering.digits)]
    single = len(numbering.sheets) == 1
    if single:
        lines += _sheet(numbering.sheets[0])
    lines += _pairs(rows_grow=numbering.rows_grow, low_columns=numbering.low_columns)
    lines += _pairs_set(separator=numbering.separator)
    if numbering.width != 2:
        lines += _pairs(width=numbering.width)
    if numbering.missing:
        # missing hexes have no index in this grid, so look them up in the full rectangle
        full = HexGrid(msgspec.structs.replace(numbering, missing=()))
        lines += _pairs(missing=spans(full, sorted(full.hex(m) for m in set(numbering.missing))))
    return [lines] + ([] if single else [["[[grid.sheet]]", *_sheet(s)] for s in numbering.sheets])


def _sheet(sheet: Sheet) -> list[str]:
    spans_ = [f"columns = {list(sheet.columns)}", f"rows = {list(sheet.rows)}"]
    return [
        *_pairs_set(prefix=sheet.prefix),
        *spans_,
        *_pairs_set(west=sheet.west, north=sheet.north),
    ]


def _terrain(board: Board) -> list[list[str]]:
    default = Counter(t for t in board.terrain if t >= 0).most_common(1)[0][0]
    blocks = []
    for index, kind in enumerate(board.legend):
        lines = [_head("terrain", kind.id), *_pairs(title=kind.title)]
        lines += _pairs_set(default=index == default)
        lines += _pairs(symbol=kind.symbol, colour=kind.colour)
        if kind.texture != "none":
            lines += _pairs(texture=kind.texture)
        lines += _pairs_set(tags=kind.tags)
        if index != default:
            lines += _pairs(hexes=spans(board.grid, bits(board.terrain_mask(kind.id))))
        blocks.append(lines)
    return blocks


def _features(board: Board) -> list[list[str]]:
    label = board.grid.label
    blocks = []
    for table, ids in (("hexsides", board.hexsides), ("lines", board.lines)):
        for id_ in ids:
            kind = board.features[id_]
            lines = [_head(table, id_), *_pairs(title=kind.title)]
            lines += _pairs_set(look=kind.look, symbol=kind.symbol, colour=kind.colour, tags=kind.tags)
            if table == "hexsides":
                once = sorted((h, d) for h, d in board.hexsides[id_] if d < 3)
                near = board.grid.neighbours
                lines += _pairs(sides=[f"{label(h)}/{label(near[h][d])}" for h, d in once])
            else:
                lines += _pairs(chains=["-".join(map(label, chain)) for chain in board.lines[id_]])
            blocks.append(lines)
    return blocks


def _places(board: Board) -> list[list[str]]:
    blocks = []
    for name, place in board.places.items():
        lines = [_head("places", name), *_pairs(hex=board.grid.label(place.hex), kind=place.kind)]
        if place.size != 1:
            lines += _pairs(size=place.size)
        blocks.append(lines + _pairs_set(objective=place.objective, tags=place.tags))
    return blocks


def _labels(board: Board) -> list[list[str]]:
    blocks = []
    for key, label in board.labels.items():
        lines = [_head("labels", key), *_pairs(hex=board.grid.label(label.hex), kind=label.kind)]
        lines += _pairs(size=label.size) if label.size != 1 else []
        lines += _pairs(text=label.text) if label.text != key else []
        blocks.append(lines + _pairs_set(turn=label.turn))
    return blocks


def _marks(board: Board) -> list[list[str]]:
    label = board.grid.label
    return [
        [_head("marks", side), *(f"{toml_key(m)} = {toml_value(label(h))}" for m, h in at.items())]
        for side, at in board.marks.items()
    ]


def _regions(board: Board) -> list[list[str]]:
    return [
        [
            _head("regions", key),
            *_pairs(title=region.title),
            *_pairs_set(colour=region.colour, tags=region.tags),
            *_pairs(hexes=spans(board.grid, bits(region.mask))),
        ]
        for key, region in board.regions.items()
    ]
