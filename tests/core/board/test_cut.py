"""Part of a board: the same hexes, numbers and neighbours, and nothing beyond its edge."""

from __future__ import annotations

from itertools import pairwise

import pytest

import grognard
from grognard.core.board.board import Board
from grognard.core.board.cut import cut_board
from grognard.core.hexes.grid import HexSet, bits

PARTS = [
    ("nuremberg/campaign", "4816", "1054"),  # an irregular outline
    ("pincher/race-to-the-rhine", "3401", "5728"),
    ("pincher/race-to-the-rhine", "3410", "5020"),  # inside on all sides, with rows that grow to the south
    ("grand-campaign/grand-campaign", "M4244", "M7873"),  # only the second of two map sheets
    ("ocs/kharkov", "20.20", "31.09"),  # rows that grow to the north
]


def board_of(scenario: str) -> Board:
    return grognard.new(scenario, seed=0).scenario.board


def part_of(board: Board, *corners: str) -> HexSet:
    return board.grid.window(*map(board.grid.hex, corners))


@pytest.mark.parametrize(("scenario", "one", "other"), PARTS)
def test_hexes_keep_number_terrain_and_neighbours(scenario: str, one: str, other: str) -> None:
    board = board_of(scenario)
    part = part_of(board, one, other)
    cut = cut_board(board, part)
    old, new = board.grid, cut.grid
    assert 0 < part.bit_count() < old.all.bit_count()
    assert {new.label(h) for h in new.hexes()} == {old.label(h) for h in bits(part)}
    for hex_ in bits(part):
        here = new.hex(old.label(hex_))
        assert cut.terrain_at(here) == board.terrain_at(hex_)
        wanted = [old.label(n) if n >= 0 and part >> n & 1 else "" for n in old.neighbours[hex_]]
        assert [new.label(n) if n >= 0 else "" for n in new.neighbours[here]] == wanted


@pytest.mark.parametrize(("scenario", "one", "other"), PARTS)
def test_grid_is_the_smallest_rectangle_around_the_part(scenario: str, one: str, other: str) -> None:
    board = board_of(scenario)
    part, old = part_of(board, one, other), board.grid
    new = cut_board(board, part).grid
    columns, rows = ({of(hex_) for hex_ in bits(part)} for of in (old.column, old.row))
    assert new.columns == max(columns) - min(columns) + 1
    assert new.rows == max(rows) - min(rows) + 1


@pytest.mark.parametrize(("scenario", "one", "other"), PARTS)
def test_part_has_only_its_own_contents(scenario: str, one: str, other: str) -> None:
    board = board_of(scenario)
    part = part_of(board, one, other)
    cut = cut_board(board, part)
    old, new = board.grid, cut.grid
    for feature in board.features:
        sides = {(old.label(h), d) for h, d in board.hexsides.get(feature, ()) if part >> h & 1}
        assert {(new.label(h), d) for h, d in cut.hexsides.get(feature, ())} == sides
        steps = {
            (old.label(a), old.label(b))
            for chain in board.lines.get(feature, ())
            for a, b in pairwise(chain)
            if part >> a & part >> b & 1
        }
        found = [p for chain in cut.lines.get(feature, ()) for p in pairwise(chain)]
        assert {(new.label(a), new.label(b)) for a, b in found} == steps
        assert (feature in cut.features) == bool(sides or steps)
    places = {name: old.label(p.hex) for name, p in board.places.items() if part >> p.hex & 1}
    assert {name: new.label(p.hex) for name, p in cut.places.items()} == places
    for id_, region in board.regions.items():
        wanted = {old.label(h) for h in bits(region.mask & part)}
        assert {new.label(h) for h in bits(cut.regions[id_].mask if id_ in cut.regions else 0)} == wanted


def test_line_that_leaves_and_returns_is_split() -> None:
    board = board_of("pincher/race-to-the-rhine")
    grid = board.grid
    row = [grid.hex(f"{column}10") for column in (40, 41, 42, 43, 44)]
    with_road = Board("x", "X", grid, board.legend, board.terrain, lines={"road": (tuple(row),)}, features={})
    cut = cut_board(with_road, grid.all & ~(1 << row[2]))
    assert [[cut.grid.label(h) for h in chain] for chain in cut.lines["road"]] == [
        ["4010", "4110"],
        ["4310", "4410"],
    ]


def test_cut_to_all_hexes_or_none() -> None:
    board = board_of("strike-force-one/basic")
    assert cut_board(board, board.grid.all) is board
    with pytest.raises(ValueError, match="at least one hex"):
        cut_board(board, 0)
