"""Boards that are kept as tables of hexes and hexsides: ``tables/NAME-hexes.csv`` and ``NAME-sides.csv``.

The tables were drawn once from the same open data as the other boards. What is read off them, and what is
settled by hand, says ``regions/NAME.toml``. Nothing but the standard library is needed.
"""

from __future__ import annotations

import csv
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.core.board.board import Board, Chain, Feature, Label, Place, Region, Terrain
from grognard.core.hexes.grid import Hex, HexGrid, Hexside, Numbering, Sheet, mask_of

HERE = Path(__file__).parent
TABLES = HERE / "tables"

Row = Mapping[str, str]
Pair = tuple[Hex, Hex]


def is_tabled(name: str) -> bool:
    """Whether a board is kept as tables."""
    return "tables" in _read(name)


def _read(name: str) -> dict[str, Any]:
    """What a region's file says; `like` names another one for all that it does not say."""
    with (HERE / "regions" / f"{name}.toml").open("rb") as file:
        given = tomllib.load(file)
    return {**_read(given["like"]), **given} if "like" in given else given


def transcribe(name: str) -> Board:
    """The board of a region that is kept as tables, or of a part of one."""
    given = _read(name)
    grid = _grid(given["grid"])
    hexes = [row for row in _rows(f"{given['tables']}-hexes") if grid.find(row["hex"]) is not None]
    sides = [row for row in _rows(f"{given['tables']}-sides") if _on(grid, row)]
    legend = [Terrain(id_, **kind) for id_, kind in given["terrain"].items()]
    terrain = _terrain(grid, hexes, [kind.id for kind in legend])
    features = {id_: Feature(id_, **_feature(feature)) for id_, feature in given["features"].items()}
    hexsides, lines = {}, {}
    for id_, feature in given["features"].items():
        found = _pairs(grid, sides, feature["column"], feature["value"])
        if feature["lies"] == "along":
            hexsides[id_] = _both(grid, found)
        else:
            lines[id_] = courses(grid, found)
    return Board(
        name, given["title"], grid, legend, terrain,
        hexsides=hexsides, lines=lines, features=features,
        places=_places(grid, hexes, given["places"]), labels=_labels(grid, given["labels"]),
        regions=_regions(grid, hexes, given["regions"]), credit=given["credit"],
    )  # fmt: skip


def _rows(name: str) -> list[Row]:
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _on(grid: HexGrid, row: Row) -> bool:
    return grid.find(row["a"]) is not None and grid.find(row["b"]) is not None


def _grid(given: Mapping[str, Any]) -> HexGrid:
    first, last = given["columns"]
    south, north = given["rows"]
    return HexGrid(
        Numbering(
            (Sheet((first, last), (south, north)),), given["digits"], given["rows_grow"],
            given["low_columns"], given["separator"],
        )
    )  # fmt: skip


def _terrain(grid: HexGrid, rows: Iterable[Row], kinds: Sequence[str]) -> list[int]:
    found = [-1] * grid.size
    for row in rows:
        found[grid.hex(row["hex"])] = kinds.index(row["terrain"])
    return found


def _feature(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key not in ("lies", "column", "value")}


def _pairs(grid: HexGrid, rows: Iterable[Row], column: str, value: str) -> list[Pair]:
    return [(grid.hex(row["a"]), grid.hex(row["b"])) for row in rows if row[column] == value]


def _both(grid: HexGrid, pairs: Iterable[Pair]) -> frozenset[Hexside]:
    near = grid.neighbours
    return frozenset(side for a, b in pairs for side in ((a, near[a].index(b)), (b, near[b].index(a))))


# -- lines ----------------------------------------------------------------------------------------


def courses(grid: HexGrid, pairs: Iterable[Pair]) -> tuple[Chain, ...]:
    """Steps from hex to hex as a few long chains that run straight on where lines cross.

    >>> board = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> given = [("0102", "0202"), ("0202", "0302"), ("0201", "0202")]
    >>> steps = [(board.hex(a), board.hex(b)) for a, b in given]
    >>> [[board.label(h) for h in chain] for chain in courses(board, steps)]
    [['0102', '0202', '0302'], ['0201', '0202']]
    """
    left: dict[Hex, set[Hex]] = {}
    for a, b in pairs:
        left.setdefault(a, set()).add(b)
        left.setdefault(b, set()).add(a)
    found: list[Chain] = []
    while left:
        ends = [h for h in sorted(left) if len(left[h]) % 2] or sorted(left)
        found.append(_walk(grid, left, ends[0]))
    return tuple(sorted(found))


def _walk(grid: HexGrid, left: dict[Hex, set[Hex]], start: Hex) -> Chain:
    """Follow steps, as straight as they go, until there is none; they are taken out of `left`."""
    chain = [start]
    while chain[-1] in left:
        here = chain[-1]
        before = chain[-2] if len(chain) > 1 else None
        next_ = min(sorted(left[here]), key=lambda h, a=before, b=here: _bend(grid, a, b, h))  # type: ignore[misc]
        for a, b in ((here, next_), (next_, here)):
            left[a].discard(b)
            if not left[a]:
                del left[a]
        chain.append(next_)
    return tuple(chain)


def _bend(grid: HexGrid, before: Hex | None, here: Hex, after: Hex) -> float:
    """By how much a line turns, in radians."""
    if before is None:
        return 0.0
    (ax, ay), (bx, by), (cx, cy) = (grid.centre(h) for h in (before, here, after))
    turn = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
    return abs(math.remainder(turn, 2 * math.pi))


# -- names ----------------------------------------------------------------------------------------


def _places(grid: HexGrid, rows: Iterable[Row], given: Mapping[str, Any]) -> dict[str, Place]:
    """Places of the table; `given` names the sizes of kinds, other spellings, and the objectives."""
    called: Mapping[str, str] = given["called"]
    found = {}
    for row in rows:
        if row["place"]:
            name, kind = called.get(row["name"], row["name"]), row["place"]
            goal = name in given["objectives"]
            found[name] = Place(name, grid.hex(row["hex"]), kind, given["sizes"][kind], goal)
    missing = set(given["objectives"]) - set(found)
    if missing:
        raise ValueError(f"no place {min(missing)}")
    return dict(sorted(found.items()))


def _labels(grid: HexGrid, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Label]:
    found = {}
    for key, label in given.items():
        rest = {name: value for name, value in label.items() if name not in ("hex", "text")}
        found[key] = Label(label.get("text", key), grid.hex(label["hex"]), **rest)
    return found


# -- regions --------------------------------------------------------------------------------------


def _regions(grid: HexGrid, rows: Sequence[Row], given: Mapping[str, Mapping[str, Any]]) -> dict[str, Region]:
    found = {}
    for id_, region in given.items():
        mask = mask_of(grid.hex(row["hex"]) for row in rows if _belongs(region, row))
        found[id_] = Region(region["title"], mask, tags=tuple(region["tags"]))
    return found


def _belongs(region: Mapping[str, Any], row: Row) -> bool:
    """Whether a hex is in a region: inside its outline, or by a column of the table."""
    if "outline" in region:
        return _inside(region["outline"], float(row["lon"]), float(row["lat"]))
    found = row[region["column"]]
    return found == region["value"] if "value" in region else bool(found)


def _inside(outline: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point lies in an outline: a ray from it crosses the outline an odd number of times.

    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> _inside(square, 1, 1), _inside(square, 3, 1)
    (True, False)
    """
    odd = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd
