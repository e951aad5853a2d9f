"""Hex grids: numbering, distances and bitboards."""

from __future__ import annotations

import math
from collections import deque
from itertools import pairwise
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes.grid import OFF, Direction, Hex, HexGrid, Numbering, Sheet, bits, mask_of

PINCHER = Numbering((Sheet((1, 57), (1, 44)),), low_columns="odd")
SANDOWN = Numbering((Sheet((11, 78), (44, 88)),), low_columns="odd")
NUREMBERG = Numbering((Sheet((1, 56), (10, 51)),), "RRCC", "north", "even")

BIG = [HexGrid(numbering) for numbering in (PINCHER, SANDOWN, NUREMBERG)]


@st.composite
def numberings(draw: st.DrawFn, holes: bool = True, sheets: int = 2) -> Numbering:
    """Generate small boards with all kinds of numbering, on one or two sheets."""
    first, low_row = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    span = (low_row, low_row + rows - 1)
    laid = [Sheet((first, first + columns - 1), span, "A")]
    if sheets > 1 and draw(st.booleans()):
        laid.append(Sheet((1, draw(st.integers(1, 4))), span, "B", west=columns))
    whole = Numbering(
        tuple(laid),
        draw(st.sampled_from(["CCRR", "RRCC"])),
        draw(st.sampled_from(["south", "north"])),
        draw(st.sampled_from(["even", "odd"])),
        draw(st.sampled_from(["", "."])),
    )
    labels = [label for label in HexGrid(whole).labels if label]
    if not holes or len(labels) == 1:
        return whole
    missing = draw(st.sets(st.sampled_from(labels), max_size=len(labels) // 3))
    return msgspec.structs.replace(whole, missing=tuple(sorted(missing)))


def whole_grids() -> st.SearchStrategy[HexGrid]:
    return numberings(holes=False).map(HexGrid)


def any_grids() -> st.SearchStrategy[HexGrid]:
    return numberings().map(HexGrid)


def connected(grid: HexGrid, labels: str) -> bool:
    hexes = [grid.hex(label) for label in labels.split("-")]
    return all(b in grid.adjacent[a] for a, b in pairwise(hexes))


# -- the boards of the rulebooks ------------------------------------------------------------------


def test_even_columns_are_low_in_strike_force_one() -> None:
    grid = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))
    near = {grid.label(h) for h in grid.adjacent[grid.hex("0206")]}
    assert near == {"0205", "0207", "0106", "0107", "0306", "0307"}  # R-SFO-33


@pytest.mark.parametrize(("low", "expected"), [("odd", True), ("even", False)])
def test_stagger_of_pincher_by_the_danish_supply_line(low: Literal["odd", "even"], expected: bool) -> None:
    grid = HexGrid(msgspec.structs.replace(PINCHER, low_columns=low))
    assert connected(grid, "5103-5204-5303") is expected


@pytest.mark.parametrize(("low", "expected"), [("odd", True), ("even", False)])
def test_stagger_of_sandown_by_the_canal_banks(low: Literal["odd", "even"], expected: bool) -> None:
    grid = HexGrid(msgspec.structs.replace(SANDOWN, low_columns=low))
    banks = "-".join(f"13{row}-14{row + 1}" for row in range(69, 75))
    assert banks.startswith("1369-1470-") and banks.endswith("-1374-1475")
    assert connected(grid, banks) is expected


def test_soviet_edge_of_sandown_is_a_hex_row() -> None:
    grid = HexGrid(SANDOWN)
    edge = grid.line(grid.hex("5245"), grid.hex("7154"))
    assert [grid.label(h) for h in edge] == [
        "5245", "5345", "5446", "5546", "5647", "5747", "5848", "5948", "6049", "6149",
        "6250", "6350", "6451", "6551", "6652", "6752", "6853", "6953", "7054", "7154",
    ]  # fmt: skip
    assert {grid.direction(a, b) for a, b in pairwise(edge)} == {Direction.SE}


def test_nuremberg_numbers_rows_first_from_the_south() -> None:
    grid = HexGrid(NUREMBERG)
    assert grid.direction(grid.hex("2850"), grid.hex("2950")) is Direction.N
    assert grid.column(grid.hex("2424")) == 23
    west, south = grid.hex("3801"), grid.hex("1023")
    assert grid.column(west) == 0 and grid.row(south) == grid.rows - 1
    assert grid.neighbour(west, Direction.NW) == OFF
    assert grid.neighbour(south, Direction.S) == OFF


def test_sheets_with_letters_join_into_one_grid() -> None:
    numbering = Numbering((Sheet((1, 4), (1, 3), "A"), Sheet((1, 4), (1, 3), "B", west=4)), separator=".")
    grid = HexGrid(numbering)
    assert grid.label(grid.hex("B01.02")) == "B01.02"
    assert connected(grid, "A03.02-A04.02-B01.02-B02.02")
    # the stagger runs on through both sheets: A04 is low, so B01 is high
    assert grid.is_low(grid.hex("A04.01")) and not grid.is_low(grid.hex("B01.01"))


def test_sheet_south_of_another() -> None:
    grid = HexGrid(Numbering((Sheet((1, 2), (1, 2), "N"), Sheet((1, 2), (1, 2), "S", north=2))))
    assert grid.direction(grid.hex("N0102"), grid.hex("S0101")) is Direction.S


def test_missing_hexes() -> None:
    grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),), missing=("0202",)))
    assert grid.find("0202") is None
    assert grid.all.bit_count() == 8
    assert grid.neighbour(grid.hex("0201"), Direction.S) == OFF
    with pytest.raises(KeyError):
        grid.hex("0202")


@pytest.mark.parametrize(
    ("numbering", "reason"),
    [
        (Numbering(()), "at least one sheet"),
        (Numbering((Sheet((1, 2), (1, 2)),), missing=("0909",)), "'0909'"),
        (Numbering((Sheet((1, 2), (1, 2)), Sheet((2, 3), (1, 2), west=1))), "two map sheets"),
    ],
)
def test_invalid_grid_is_refused(numbering: Numbering, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        HexGrid(numbering)


# -- numbers --------------------------------------------------------------------------------------


@given(numberings())
def test_labels_and_hexes_convert_both_ways(numbering: Numbering) -> None:
    grid = HexGrid(numbering)
    assert [grid.hex(grid.label(h)) for h in grid.hexes()] == list(grid.hexes())
    area = sum((s.columns[1] - s.columns[0] + 1) * (s.rows[1] - s.rows[0] + 1) for s in numbering.sheets)
    assert len(grid.hexes()) == area - len(numbering.missing)


@given(numberings(holes=False, sheets=1))
def test_labels_match_the_numbering(numbering: Numbering) -> None:
    grid, sheet = HexGrid(numbering), numbering.sheets[0]
    low = 0 if numbering.low_columns == "even" else 1
    for column in range(sheet.columns[0], sheet.columns[1] + 1):
        for row in range(sheet.rows[0], sheet.rows[1] + 1):
            pair = (column, row) if numbering.digits == "CCRR" else (row, column)
            hex_ = grid.hex(f"A{pair[0]:02}{numbering.separator}{pair[1]:02}")
            south = row - sheet.rows[0]
            if numbering.rows_grow == "north":
                south = sheet.rows[1] - row
            assert (grid.column(hex_), grid.row(hex_)) == (column - sheet.columns[0], south)
            assert grid.is_low(hex_) == (column % 2 == low)


# -- geometry -------------------------------------------------------------------------------------


@given(any_grids())
def test_neighbours_are_symmetric_at_distance_1(grid: HexGrid) -> None:
    places = {h: grid.centre(h) for h in grid.hexes()}
    for a, (ax, ay) in places.items():
        near = {h for h, at in places.items() if math.dist((ax, ay), at) < 1.8 and h != a}
        assert set(grid.adjacent[a]) == near
        for direction in Direction:
            b = grid.neighbour(a, direction)
            if b != OFF:
                assert grid.neighbour(b, direction.opposite) == a
                assert grid.direction(a, b) is direction
                turn = math.degrees(math.atan2(places[b][0] - ax, ay - places[b][1])) % 360
                assert round(turn) % 360 == direction * 60


def steps_to(grid: HexGrid, start: Hex) -> dict[Hex, int]:
    """Return the number of steps from one hex to every other."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for to in grid.adjacent[here]:
            if to not in found:
                found[to] = found[here] + 1
                queue.append(to)
    return found


@given(st.data())
def test_distance_is_the_number_of_steps(data: st.DataObject) -> None:
    grid = data.draw(whole_grids())
    start = data.draw(st.sampled_from(grid.hexes()))
    walked = steps_to(grid, start)
    assert {h: grid.distance(start, h) for h in grid.hexes()} == walked
    for reach in range(4):
        assert grid.within(start, reach) == mask_of(h for h, n in walked.items() if n <= reach)


@given(st.data())
def test_distance_is_a_metric(data: st.DataObject) -> None:
    grid = data.draw(any_grids())
    a, b, c = (data.draw(st.sampled_from(grid.hexes())) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(st.data())
def test_line_is_a_shortest_path(data: st.DataObject) -> None:
    grid = data.draw(whole_grids())
    a, b = (data.draw(st.sampled_from(grid.hexes())) for _ in range(2))
    line = grid.line(a, b)
    # a line along hexsides may leave the board for a hex at its edge
    assert line[0] == a and line[-1] == b
    assert len(line) == len(set(line)) <= grid.distance(a, b) + 1
    assert [grid.distance(a, h) for h in line] == sorted(grid.distance(a, h) for h in line)


@given(st.data())
def test_line_away_from_the_edge_has_no_gaps(data: st.DataObject) -> None:
    grid = data.draw(st.sampled_from(BIG))
    inside = [h for h in grid.hexes() if len(grid.adjacent[h]) == 6]
    a, b = (data.draw(st.sampled_from(inside)) for _ in range(2))
    line = grid.line(a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(y in grid.adjacent[x] for x, y in pairwise(line))


# -- sets -----------------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 400)))
def test_bitboard_returns_its_members(members: set[int]) -> None:
    assert bits(mask_of(members)) == tuple(sorted(members))


@given(st.data())
def test_spread_is_the_union_of_all_neighbours(data: st.DataObject) -> None:
    grid = data.draw(any_grids())
    members = data.draw(st.sets(st.sampled_from(grid.hexes())))
    near = {n for h in members for n in grid.adjacent[h]}
    assert bits(grid.spread(mask_of(members))) == tuple(sorted(near))
    assert all(grid.around[h] == grid.spread(1 << h) for h in members)


@given(st.data())
def test_names_of_a_set(data: st.DataObject) -> None:
    grid = data.draw(any_grids())
    members = data.draw(st.sets(st.sampled_from(grid.hexes())))
    names = grid.names(mask_of(members))
    assert names == sorted(grid.label(h) for h in members)
    assert grid.mask(names) == mask_of(members)
