"""Joined boards: each keeps its hexes, neighbours and contents, with its own letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.board.board import Board, load_board
from grognard.core.board.join import read_board
from grognard.core.errors import BadFile
from grognard.core.hexes.grid import OFF

WEST = """
name = "west"
credit = "A"
[grid]
digits = "CCRR"
columns = [1, 3]
rows = [1, 4]
rows_grow = "south"
low_columns = "odd"
missing = ["0304"]
[terrain.clear]
default = true
colour = "#ece4cb"
[terrain.wood]
hexes = ["0102"]
[hexsides.river]
sides = ["0101/0102"]
[lines.road]
chains = ["0101-0102-0203"]
[places.Alpha]
hex = "0203"
[labels.Sea]
hex = "0102"
kind = "water"
[marks.red]
A = "0101"
[regions.coast]
hexes = ["0101"]
"""
EAST = """
name = "east"
credit = "B"
[grid]
digits = "CCRR"
columns = [FIRST, LAST]
rows = [7, 9]
rows_grow = "south"
low_columns = "odd"
[terrain.clear]
default = true
colour = "#eadfb8"
[terrain.sand]
hexes = ["1408"]
[places.Beta]
hex = "1408"
[labels.Sea]
hex = "1408"
kind = "water"
[regions.coast]
hexes = ["1407"]
"""
PLAN = """
name = "both"
title = "Both"
[[join]]
board = "west"
letter = "W"
region = "part-west"
title = "West"
[[join]]
board = "east"
letter = "E"
region = "part-east"
title = "East"
"""


def joined(folder: Path, first: int = 13, east: str = EAST, plan: str = PLAN) -> Board:
    (folder / "west.toml").write_text(WEST)
    (folder / "east.toml").write_text(east.replace("FIRST", str(first)).replace("LAST", str(first + 3)))
    (folder / "both.toml").write_text(plan)
    return read_board(folder / "both.toml")


@pytest.mark.parametrize("first", [13, 14])
def test_every_hex_keeps_its_neighbours(tmp_path: Path, first: int) -> None:
    board = joined(tmp_path, first)
    for name, letter in (("west", "W"), ("east", "E")):
        grid = load_board(tmp_path / f"{name}.toml").grid
        for hex_ in grid.hexes():
            here = board.grid.hex(letter + grid.label(hex_))
            old = [letter + grid.label(n) if n != OFF else "" for n in grid.neighbours[hex_]]
            new = [board.grid.label(n) if n != OFF else "" for n in board.grid.neighbours[here]]
            assert new == old
    assert board.grid.find("W0304") is None
    assert board.grid.all.bit_count() == 11 + 12


def test_contents_keep_their_hexes(tmp_path: Path) -> None:
    board = joined(tmp_path)
    grid = board.grid
    assert board.terrain_at(grid.hex("W0102")).id == "wood"
    assert board.terrain_at(grid.hex("E1408")).id == "sand"
    assert board.terrain_at(grid.hex("E1407")).id == "clear"
    assert board.terrain_mask("clear") == grid.all & ~grid.mask(["W0102", "E1408"])
    west, east = (kind for kind in board.legend if kind.id == "clear")
    assert (west.colour, east.colour) == ("#ece4cb", "#eadfb8")
    assert board.drawn_as(west) | board.drawn_as(east) == board.terrain_mask("clear")
    assert board.drawn_as(east) >> grid.hex("E1407") & 1
    assert board.has_side("river", grid.hex("W0101"), grid.hex("W0102"))
    assert board.has_line("road", grid.hex("W0102"), grid.hex("W0203"))
    assert board.places["Alpha"].hex == grid.hex("W0203")
    assert board.places["Beta"].hex == grid.hex("E1408")
    assert {name: grid.label(label.hex) for name, label in board.labels.items()} == {
        "Sea": "W0102",
        "Sea, East": "E1408",
    }
    assert board.marks == {"red": {"A": grid.hex("W0101")}}
    assert grid.names(board.regions["coast"].mask) == ["E1407", "W0101"]
    assert board.regions["part-west"].mask | board.regions["part-east"].mask == grid.all
    assert not board.regions["part-west"].mask & board.regions["part-east"].mask
    assert board.credit == "A; B"


def test_file_without_a_join_is_a_plain_board(tmp_path: Path) -> None:
    joined(tmp_path)
    assert read_board(tmp_path / "west.toml") == load_board(tmp_path / "west.toml")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[places.Beta]", "[places.Alpha]", "two boards have a place named Alpha"),
        ('digits = "CCRR"', 'digits = "CCRR"\nseparator = "."', "number their hexes differently"),
    ],
)
def test_incompatible_boards_are_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    east = EAST.replace(old, new)
    if "separator" in new:
        east = east.replace('"1408"', '"14.08"').replace('"1407"', '"14.07"')
    with pytest.raises(BadFile, match=reason):
        joined(tmp_path, east=east)


def test_errors_in_a_join_file(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="letter"):
        joined(tmp_path, plan=PLAN.replace('letter = "W"\n', ""))
