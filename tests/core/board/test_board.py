"""Boards: queries, and reading back what was written."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board.board import (
    LABELS,
    TEXTURES,
    Board,
    Feature,
    Label,
    Place,
    Region,
    Terrain,
    check_board,
    dump_board,
    load_board,
)
from grognard.core.hexes.grid import OFF, HexGrid, Numbering, Sheet, mask_of
from grognard.games import data_folder
from tests.core.hexes.test_grid import numberings

SFO = data_folder("strike-force-one") / "board.toml"

SMALL = """
name = "small"
[grid]
digits = "CCRR"
columns = [1, 4]
rows = [1, 4]
rows_grow = "south"
low_columns = "even"
[terrain.clear]
default = true
[terrain.forest]
symbol = "T"
hexes = ["0202..0204", "0303"]
[hexsides.river]
sides = ["0101/0102", "0201/0102"]
[lines.road]
chains = ["0101-0201-0302"]
[places.Town]
hex = "0302"
[labels.Woods]
hex = "0203"
[marks.us]
W = "0104"
[regions.west]
hexes = ["0101..0104"]
"""


def small(tmp_path: Path, text: str = SMALL) -> Board:
    path = tmp_path / "small.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


# -- what a board answers -------------------------------------------------------------------------


def test_the_board_of_strike_force_one() -> None:
    board = load_board(SFO)
    grid = board.grid
    assert grid.all.bit_count() == 72
    forest = board.terrain_mask("forest")
    assert grid.names(forest) == ["0303", "0307", "0506", "0602", "0603"]  # R-SFO-04
    assert board.terrain_mask("clear") == grid.all & ~forest
    towns = {name: grid.label(place.hex) for name, place in board.places.items()}
    assert towns == {"Ganheim": "0107", "Bergtheim": "0302", "Essleben": "0405"}  # R-SFO-01
    assert all(place.objective and place.kind == "town" for place in board.places.values())
    marks = {side: {m: grid.label(h) for m, h in at.items()} for side, at in board.marks.items()}
    assert marks == {
        "us": {"W": "0207", "X": "0302", "Y": "0405", "Z": "0406"},  # R-SFO-02
        "soviet": {"SA": "0801", "SB": "0806", "SV": "0901", "SG": "0902", "SD": "0907",
                   "SE": "0908"},  # R-SFO-03
    }  # fmt: skip
    assert grid.names(board.regions["west-edge"].mask) == [f"010{row}" for row in range(1, 9)]
    assert grid.names(board.regions["east-edge"].mask) == [f"090{row}" for row in range(1, 9)]


def test_queries_of_terrain_sides_lines_and_places(tmp_path: Path) -> None:
    board = small(tmp_path)
    h = board.grid.hex
    assert board.grid.names(board.terrain_mask("forest")) == ["0202", "0203", "0204", "0303"]
    assert board.terrain_at(h("0303")).symbol == "T"
    assert board.terrain_mask("swamp") == 0
    assert board.has_side("river", h("0101"), h("0102"))
    assert board.has_side("river", h("0102"), h("0101"))
    assert not board.has_side("river", h("0102"), h("0103"))
    assert not board.has_side("river", h("0101"), h("0404"))
    assert not board.has_side("river", h("0101"), OFF)
    assert not board.has_side("canal", h("0101"), h("0102"))
    assert board.has_line("road", h("0201"), h("0101"))
    assert board.has_line("road", h("0201"), h("0302"))
    assert not board.has_line("road", h("0101"), h("0302"))
    assert not board.has_line("railway", h("0101"), h("0201"))
    town = board.place_at(h("0302"))
    assert town is not None and town.name == "Town"
    assert board.place_at(h("0101")) is None


def test_titles_default_to_names(tmp_path: Path) -> None:
    board = small(tmp_path, SMALL.replace("regions.west", "regions.west-edge"))
    assert board.title == "small"
    assert board.legend[1].title == "Forest"
    assert board.regions["west-edge"].title == "West edge"


@pytest.mark.parametrize(
    ("range_", "expected"),
    [
        ("0201..0203", ["0201", "0202", "0203"]),
        ("0203..0201", ["0201", "0202", "0203"]),
        ("0101..0401", ["0101", "0201", "0301", "0401"]),
        ("0404..0404", ["0404"]),
    ],
)
def test_ranges_in_columns_and_rows(tmp_path: Path, range_: str, expected: list[str]) -> None:
    board = small(tmp_path, SMALL.replace('"0101..0104"', f'"{range_}"'))
    assert board.grid.names(board.regions["west"].mask) == expected


def test_range_skips_missing_hexes(tmp_path: Path) -> None:
    text = SMALL.replace("rows = [1, 4]", 'rows = [1, 4]\nmissing = ["0102..0103"]')
    board = small(tmp_path, text.replace('"0101/0102", "0201/0102"', ""))
    assert board.grid.names(board.regions["west"].mask) == ["0101", "0104"]
    assert board.grid.numbering.missing == ("0102", "0103")


def test_several_sheets(tmp_path: Path) -> None:
    text = """
    name = "two"
    [grid]
    digits = "CCRR"
    rows_grow = "south"
    low_columns = "even"
    separator = "."
    [[grid.sheet]]
    prefix = "A"
    columns = [1, 4]
    rows = [1, 3]
    [[grid.sheet]]
    prefix = "B"
    columns = [1, 4]
    rows = [1, 3]
    west = 4
    [terrain.clear]
    hexes = ["A01.01..B04.01", "A01.02..B04.02", "A01.03..B04.03"]
    [lines.road]
    chains = ["A04.02-B01.02"]
    """
    board = small(tmp_path, text)
    assert board.grid.all.bit_count() == 24
    assert board.has_line("road", board.grid.hex("B01.02"), board.grid.hex("A04.02"))


# -- there and back -------------------------------------------------------------------------------

KEYS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
TAGS = st.lists(TEXT, max_size=2).map(tuple)
COLOURS = st.from_regex(r"\A#[0-9a-f]{6}\Z")
SYMBOLS = st.sampled_from("T.~ ^\"'\\")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Generate small boards with all kinds of parts and names."""
    grid = HexGrid(draw(numberings()))
    hexes = st.sampled_from(grid.hexes())
    sets = st.sets(hexes).map(mask_of)
    legend = [
        Terrain(key, draw(TEXT), draw(SYMBOLS), draw(COLOURS), draw(st.sampled_from(TEXTURES)),
                draw(TAGS))
        for key in draw(st.lists(KEYS, min_size=1, max_size=3, unique=True))
    ]  # fmt: skip
    terrain = [draw(st.integers(0, len(legend) - 1)) if grid.labels[h] else -1 for h in range(grid.size)]
    names = draw(st.lists(KEYS, max_size=4, unique=True))
    features = {
        key: Feature(key, draw(TEXT), draw(TEXT), draw(st.sampled_from(["", "~"])),
                     draw(st.sampled_from(["", "#102030"])), draw(TAGS))
        for key in names
    }  # fmt: skip
    pairs = sorted((h, d) for h in grid.hexes() for d in range(6) if grid.neighbours[h][d] != OFF)
    hexsides = {}
    for key in names[::2]:
        chosen = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
        hexsides[key] = frozenset(
            side for h, d in chosen for side in ((h, d), (grid.neighbours[h][d], (d + 3) % 6))
        )
    lines = {key: tuple(draw(st.lists(walks(grid), max_size=2))) for key in names[1::2]}
    places: dict[str, Place] = {}
    for name in draw(st.lists(KEYS, max_size=3, unique_by=str.casefold)):
        place = Place(name, draw(hexes), draw(TEXT), draw(st.integers(0, 9)), draw(st.booleans()),
                      draw(TAGS))  # fmt: skip
        if all((place.hex, place.kind) != (other.hex, other.kind) for other in places.values()):
            places[name] = place
    return Board(
        draw(TEXT), draw(TEXT), grid, legend, terrain,
        credit=draw(TEXT),
        hexsides=hexsides,
        lines=lines if pairs else dict.fromkeys(lines, ()),
        features=features,
        places=places,
        labels={
            key: Label(draw(st.just(key) | TEXT), draw(hexes), draw(st.sampled_from(LABELS)),
                       draw(st.integers(1, 9)), draw(st.integers(-180, 180)))
            for key in draw(st.lists(KEYS, max_size=2, unique=True))
        },
        marks=draw(st.dictionaries(KEYS, st.dictionaries(KEYS, hexes, max_size=2), max_size=2)),
        regions={
            key: Region(draw(TEXT), draw(sets), draw(st.sampled_from(["", "#aabbcc"])), draw(TAGS))
            for key in draw(st.lists(KEYS, max_size=2, unique=True))
        },
    )  # fmt: skip


@st.composite
def walks(draw: st.DrawFn, grid: HexGrid) -> tuple[int, ...]:
    starts = [h for h in grid.hexes() if grid.adjacent[h]] or grid.hexes()
    walk = [draw(st.sampled_from(starts))]
    for _ in range(draw(st.integers(1, 4))):
        walk.append(draw(st.sampled_from(grid.adjacent[walk[-1]] or starts)))
    return tuple(walk)


@settings(max_examples=150, deadline=None)
@given(boards())
def test_dumped_board_loads_as_equal(board: Board) -> None:
    text = dump_board(board)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.toml"
        path.write_text(text, encoding="utf-8", newline="")
        again = load_board(path)
    assert again == board
    assert hash(again) == hash(board)
    assert list(again.places) == list(board.places)
    assert dump_board(again) == text


def test_boards_that_differ_are_not_equal(tmp_path: Path) -> None:
    board = small(tmp_path)
    for old, new in (
        ("columns = [1, 4]", "columns = [1, 5]"), ("0302", "0301"),
        ('"0303"]', '"0304"]'), ('"0101/0102", ', ""),
        ('name = "small"', 'name = "tall"'), ('W = "0104"', 'W = "0103"'), ("us]", "uk]"),
        ('hex = "0203"', 'hex = "0203"\nturn = 9'),
        ('["0101..0104"]', '["0101"]'), ('symbol = "T"', 'symbol = "F"'),
    ):  # fmt: skip
        path = tmp_path / "other.toml"
        path.write_text(SMALL.replace(old, new), encoding="utf-8")
        assert new in path.read_text() and not check_board(path), (old, check_board(path))
        assert load_board(path) != board, old
    assert board != "board"


def test_dump_looks_hand_written() -> None:
    text = dump_board(load_board(SFO))
    assert 'hexes = ["0101..0108"]' in text
    assert 'hexes = ["0303", "0307", "0506", "0602", "0603"]' in text
    assert "\n[terrain.forest]\n" in text
    assert all(len(line) <= 100 for line in text.splitlines())


TIDY = """\
name = "tidy"
title = "Tidy board"
credit = "Drawn by hand"

[grid]
digits = "RRCC"
columns = [1, 6]
rows = [1, 5]
rows_grow = "north"
low_columns = "odd"
separator = "."
width = 3
missing = ["001.001", "005.006"]

[terrain.clear]
title = "Clear"
default = true
symbol = "."
colour = "#e9e2c8"

[terrain.forest]
title = "Deep forest"
symbol = "T"
colour = "#224422"
texture = "trees"
tags = ["cover"]
hexes = ["005.002..002.002", "003.004", "002.004"]

[hexsides.river]
title = "River"
look = "stream"
symbol = "~"
colour = "#2244aa"
tags = ["water"]
sides = ["003.002/003.003", "002.002/003.002"]

[hexsides.wall]
title = "Wall"
sides = []

[lines.road]
title = "Road"
chains = ["003.001-003.002-002.002", "002.003-001.003"]

[places.Town]
hex = "003.002"
kind = "town"

[places.Fort]
hex = "004.005"
kind = "city"
size = 3
objective = true
tags = ["port"]

[labels.Hills]
hex = "003.003"
kind = "heights"

[labels.Sea]
hex = "002.005"
kind = "water"
size = 2
text = "Wide sea"
turn = -30

[marks.us]
A = "003.001"

[regions.north]
title = "The north"
colour = "#aabbcc"
tags = ["entry"]
hexes = ["005.001..003.001"]

[regions.south]
title = "South"
hexes = ["001.002"]
"""


def test_tidy_board_file_is_written_as_it_was_read(tmp_path: Path) -> None:
    """Nothing is written that is the default."""
    assert dump_board(small(tmp_path, TIDY)) == TIDY


def test_everything_in_a_board_file_is_read(tmp_path: Path) -> None:
    board = small(tmp_path, TIDY)
    h = board.grid.hex
    assert (board.name, board.title, board.credit) == ("tidy", "Tidy board", "Drawn by hand")
    assert board.legend == (
        Terrain("clear", "Clear", ".", "#e9e2c8", "none"),
        Terrain("forest", "Deep forest", "T", "#224422", "trees", ("cover",)),
    )
    assert board.features == {
        "river": Feature("river", "River", "stream", "~", "#2244aa", ("water",)),
        "wall": Feature("wall", "Wall"),
        "road": Feature("road", "Road"),
    }
    assert board.places == {
        "Town": Place("Town", h("003.002"), "town", 1),
        "Fort": Place("Fort", h("004.005"), "city", 3, objective=True, tags=("port",)),
    }
    assert board.labels == {
        "Hills": Label("Hills", h("003.003"), "heights", 1, 0),
        "Sea": Label("Wide sea", h("002.005"), "water", 2, -30),
    }
    assert board.marks == {"us": {"A": h("003.001")}}
    assert board.regions == {
        "north": Region(
            "The north", board.grid.mask(["005.001", "004.001", "003.001"]), "#aabbcc", ("entry",)
        ),
        "south": Region("South", board.grid.mask(["001.002"])),
    }


def test_defaults_of_a_board_file(tmp_path: Path) -> None:
    board = small(tmp_path, SMALL.replace("[marks.us]", '[labels.Sea]\nhex = "0101"\n[marks.us]'))
    h = board.grid.hex
    assert board.credit == "" and board.legend[0] == Terrain("clear", "Clear", ".", "#e9e2c8", "none")
    assert board.features["river"] == Feature("river", "River")
    assert board.places == {"Town": Place("Town", h("0302"), "town", 1)}
    assert board.labels["Sea"] == Label("Sea", h("0101"), "land", 1, 0)
    assert board.grid.numbering == Numbering((Sheet((1, 4), (1, 4)),))
    assert board.regions["west"] == Region("West", board.grid.mask(["0101", "0102", "0103", "0104"]))
    assert repr(board) == "<Board small: 16 hexes>"


def test_sides_can_be_asked_by_tag(tmp_path: Path) -> None:
    board = small(tmp_path, TIDY)
    a, b = board.grid.hex("003.002"), board.grid.hex("003.003")
    assert board.has_side("water", a, b) and board.has_side("river", b, a)
    assert not board.has_side("wall", a, b)
