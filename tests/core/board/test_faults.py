"""Invalid board files: every error names file, hex and reason."""

from __future__ import annotations

import pickle
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board import read
from grognard.core.board.board import Board, BoardError, check_board, load_board
from grognard.core.errors import GrognardError
from tests.core.board.test_board import SMALL


def faults(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    found = check_board(path)
    if found:
        with pytest.raises(BoardError) as error:
            load_board(path)
        assert str(error.value) == str(found[0])
    else:
        load_board(path)
    for fault in found:
        place = path if fault.line is None else f"{path}, line {fault.line}"
        assert str(fault) == f"{place}: {fault.where}: {fault.reason}"
        assert "\n" not in str(fault)
        assert fault.line is None or 1 <= fault.line <= len(text.splitlines()) + 1
    return [str(fault).removeprefix(f"{tmp_path}/") for fault in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # hexes
        ('"0303"]', '"0999"]', "hex 0999 in terrain.forest: not on the board"),
        ('"0202..0204"', '"0202..0304"', "hex 0202..0304 in terrain.forest: a range must stay"),
        ('"0202..0204"', '"0202..0209"', "hex 0209 in terrain.forest: not on the board"),
        ('"0101/0102"', '"0101/0303"', "hex 0101/0303 in hexsides.river: the two hexes are not"),
        ('"0101/0102"', '"0101/0999"', "hex 0999 in hexsides.river: not on the board"),
        ('"0101/0102"', '"0101"', 'hexsides.river.sides: must be two hexes such as "0302/0303"'),
        ("0101-0201-0302", "0101-0302", "hex 0101-0302 in lines.road: the two hexes are not"),
        ("0101-0201-0302", "0101", "lines.road.chains: must be hexes such as"),
        ("0101-0201-0302", "0101-0000", "hex 0000 in lines.road: not on the board"),
        ('hex = "0302"', 'hex = "9902"', "hex 9902 in places.Town: not on the board"),
        ('hex = "0302"', "", "places.Town.hex: missing"),
        ('W = "0104"', 'W = "0105"', "hex 0105 in marks.us.W: not on the board"),
        ('W = "0104"', "W = 104", "marks.us.W: must be text in quotes"),
        ('"0101..0104"', '"0101..0105"', "hex 0105 in regions.west: not on the board"),
        # terrain
        ("default = true", "", "hex 0101 and 11 more: no terrain, and no default terrain"),
        ("default = true", "default = 1", "terrain.clear.default: must be true or false"),
        ('symbol = "T"', "default = true", "terrain.forest: a second default terrain; the first"),
        ('symbol = "T"', 'symbol = "TT"', "terrain.forest.symbol: must be one ASCII character"),
        ('symbol = "T"', 'symbol = "♣"', "terrain.forest.symbol: must be one ASCII character"),
        ('symbol = "T"', 'texture = "tres"', "terrain.forest.texture: must be one of none, fields"),
        ('symbol = "T"', 'colour = "green"', "terrain.forest.colour: must look like"),
        ('symbol = "T"', "tags = 3", "terrain.forest.tags: must be a list of quoted texts"),
        ('symbol = "T"', "title = 3", "terrain.forest.title: must be text in quotes"),
        ('hexes = ["0202..0204", "0303"]', "hexes = [202]", "terrain.forest.hexes: must be a list"),
        # labels
        ('hex = "0203"', 'hex = "9903"', "hex 9903 in labels.Woods: not on the board"),
        ('hex = "0203"', "", "labels.Woods.hex: missing"),
        ('hex = "0203"', 'hex = "0203"\nkind = "sky"', "labels.Woods.kind: must be one of land, water"),
        ('hex = "0203"', 'hex = "0203"\nturn = 200', "labels.Woods.turn: must be a whole number"),
        # places
        ("[marks.us]", '[places.TOWN]\nhex = "0301"\n[marks.us]', "places.TOWN: the same place as"),
        ("[marks.us]", '[places.B]\nhex = "0302"\n[marks.us]', "already holds the town Town"),
        ('hex = "0302"', 'hex = "0302"\nsize = "big"', "places.Town.size: must be a whole number"),
        # grid
        ("columns = [1, 4]", "", "grid.columns: missing"),
        ("rows = [1, 4]", "", "grid.rows: missing"),
        ('digits = "CCRR"', "", "grid.digits: missing"),
        ('rows_grow = "south"', "", "grid.rows_grow: missing"),
        ('low_columns = "even"', "", "grid.low_columns: missing"),
        ('"CCRR"', '"RC"', 'grid.digits: must be one of CCRR, RRCC, not "RC"'),
        ("[1, 4]", "[4, 1]", "grid.columns: must be [first, last]"),
        ("[1, 4]", "[1, 400]", "grid.columns: must be [first, last], two whole numbers in order"),
        ("[1, 4]", "[true, 4]", "grid.columns: must be [first, last]"),
        ("[1, 4]", "4", "grid.columns: must be [first, last]"),
        ('"even"', '"even"\nmissing = ["0909"]', "hex 0909 in grid.missing: not on the board"),
        ('"even"', '"even"\nprefix = "A1"', "grid.prefix: must be letters only"),
        ('"even"', '"even"\nseparator = "-"', "grid.separator: must be one of"),
        ('"even"', '"even"\nwidth = 9', "grid.width: must be a whole number from 1 to 4"),
        ('"even"', '"even"\nsheet = 1', "grid.sheet: must be a list of tables, written [[grid"),
        # names and shapes
        ('name = "small"', "", "name: missing"),
        ("[marks.us]", "[mark.us]", 'mark: unknown key; did you mean "marks"?'),
        ('symbol = "T"', 'color = "#ffffff"', 'terrain.forest.color: unknown key; did you mean "colour"?'),
        ('hex = "0302"', 'hex = "0302"\nobjektive = true', 'did you mean "objective"?'),
        ("[lines.road]", "[lines.river]", "lines.river: the name is already used for hexsides"),
        ("[marks.us]", "[marks]\nus = 3\n[marks.uk]", "marks.us: must be a table"),
    ],
)
def test_errors_in_a_board_file(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in SMALL
    found = faults(tmp_path, SMALL.replace(old, new, 1))
    assert any(expected in fault and fault.startswith("my.toml, line ") for fault in found), found


LONG = """\
name = "long"
[grid]
digits = "CCRR"
columns = [1, 4]
rows = [1, 4]
rows_grow = "south"
low_columns = "even"
[terrain.clear]
default = true
hexes = [
    "0101",
    "0102..0103",
    "0104",
]
[hexsides.river]
sides = [
    "0101/0102",
    "0102/0103",
]
[lines.road]
chains = [
    "0101-0102",
    "0102-0103",
]
[regions.west]
hexes = [
    "0101",
    "0102",
]
[marks.us]
A = "0101"
B = "0102"
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('    "0101",\n    "0102..', '    "0999",\n    "0102..'),
        ('"0102..0103"', '"0102..0999"'),
        ('"0102..0103"', '"0102..0203"'),
        ('"0104"', '"0999"'),
        ('"0102/0103"', '"0102/0999"'),
        ('"0102/0103"', '"0102/0104"'),
        ('"0102-0103"', '"0102-0999"'),
        ('"0102-0103"', '"0102-0104"'),
        ('    "0102",\n]\n[marks', '    "0999",\n]\n[marks'),
        ('B = "0102"', 'B = "0999"'),
        ("columns = [1, 4]", "columns = [4, 1]"),
        ("default = true", 'default = true\ncolour = "red"'),
    ],
)
def test_error_names_its_line(tmp_path: Path, old: str, new: str) -> None:
    """Also the line of the item in a long list."""
    assert LONG.count(old) == 1
    text = LONG.replace(old, new)
    before, after = LONG.splitlines(), text.splitlines()
    (line,) = {number for number, words in enumerate(after, 1) if words not in before}
    (fault,) = faults(tmp_path, text)
    assert fault.startswith(f"my.toml, line {line}: ")


@pytest.mark.parametrize(
    ("key", "table", "least", "most"),
    [
        ("size", '[places.Town]\nhex = "0101"', 0, 99),
        ("size", '[labels.Name]\nhex = "0101"', 1, 9),
        ("turn", '[labels.Name]\nhex = "0101"', -180, 180),
    ],
)
def test_numbers_have_limits(tmp_path: Path, key: str, table: str, least: int, most: int) -> None:
    text = f"{LONG}{table}\n{key} = "
    for number in (least, most):
        assert faults(tmp_path, f"{text}{number}\n") == []
    for number in (least - 1, most + 1):
        (fault,) = faults(tmp_path, f"{text}{number}\n")
        assert f"must be a whole number from {least} to {most}" in fault


@pytest.mark.parametrize(("key", "most"), [("west", 9999), ("north", 9999), ("width", 4)])
def test_numbers_of_the_grid_have_limits(tmp_path: Path, key: str, most: int) -> None:
    least = 1 if key == "width" else 0
    for number, fits in ((least, True), (least - 1, False), (most + 1, False)):
        found = faults(tmp_path, LONG.replace("[grid]", f"[grid]\n{key} = {number}"))
        assert fits == all(f"grid.{key}: must be" not in fault for fault in found), found


def test_symbol_is_a_printable_ascii_character(tmp_path: Path) -> None:
    for symbol, fits in ((" ", True), ("~", True), ("\\u007f", False), ("\\t", False), ("", False)):
        found = faults(tmp_path, SMALL.replace('symbol = "T"', f'symbol = "{symbol}"'))
        assert fits == (found == []), found


def test_board_of_the_greatest_size_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "_MAX_HEXES", 16)
    assert faults(tmp_path, SMALL) == []
    for old, new in (("columns = [1, 4]", "columns = [1, 5]"), ("rows = [1, 4]", "rows = [0, 4]")):
        assert faults(tmp_path, SMALL.replace(old, new))[0].endswith("larger than 16 hexes")
    for offset in ("west", "north"):
        assert faults(tmp_path, SMALL.replace("[grid]", f"[grid]\n{offset} = 1"))[0].endswith("than 16 hexes")


def test_hex_with_two_terrains(tmp_path: Path) -> None:
    text = SMALL + '[terrain.swamp]\nhexes = ["0301", "0303"]\n'
    assert faults(tmp_path, text) == ["my.toml, line 26: hex 0303 in terrain.swamp: already listed as forest"]
    text = SMALL.replace("default = true", 'default = true\nhexes = ["0101", "0303", "0101"]')
    assert faults(tmp_path, text) == ["my.toml, line 12: hex 0303 in terrain.forest: already listed as clear"]


def test_sheets_with_equal_numbers_or_overlap(tmp_path: Path) -> None:
    sheet = '[[grid.sheet]]\nprefix = "{}"\ncolumns = [1, 4]\nrows = [1, 4]\nwest = {}\n'
    head = SMALL.replace("columns = [1, 4]\nrows = [1, 4]\n", "").split("[terrain.clear]")
    for sheets, reason in (
        (sheet.format("", 0) + sheet.format("", 4), "two map sheets have the same numbers"),
        (sheet.format("", 0) + sheet.format("B", 3), "is on two map sheets"),
        (sheet.format("", 0) + "[[grid.sheet]]\nrows = [1, 4]\n", "grid.sheet[1].columns: missing"),
    ):
        found = faults(tmp_path, f"{head[0]}{sheets}[terrain.clear]{head[1]}")
        assert any(reason in fault for fault in found), found


def test_huge_board_is_refused(tmp_path: Path) -> None:
    text = SMALL.replace("[1, 4]", "[1, 9000]").replace('"even"', '"even"\nwidth = 4')
    assert faults(tmp_path, text) == ["my.toml, line 3: grid: the board is larger than 100000 hexes"]


def test_board_without_hexes_is_refused(tmp_path: Path) -> None:
    text = SMALL.replace('"even"', '"even"\nmissing = ["0101..0104", "0201..0204", "0301..0304"]')
    found = faults(tmp_path, text.replace("columns = [1, 4]", "columns = [1, 3]"))
    assert "my.toml, line 3: grid: the board has no hexes" in found


def test_all_errors_are_reported_at_once(tmp_path: Path) -> None:
    text = SMALL
    for old, new in (
        ('"0303"]', '"0999"]'),
        ('"0101/0102"', '"0101/0303"'),
        ("0101-0201-0302", "0101-0302"),
        ('hex = "0302"', 'hex = "9902"\nkid = "town"'),
        ('W = "0104"', 'W = "0105"'),
        ('"0101..0104"', '"0101..0105"'),
        ('symbol = "T"', "symbol = 1"),
    ):
        text = text.replace(old, new)
    assert len(faults(tmp_path, text)) == 8


def test_file_without_a_grid_is_still_checked(tmp_path: Path) -> None:
    found = faults(tmp_path, 'name = "x"\n[terrain.clear]\ncolour = "red"\n[places.A]\nhexx = "1"')
    assert found[0] == "my.toml, line 1: grid: missing"
    assert len(found) == 4


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name = ", "not valid TOML"),
        (b'name = "a"\nname = "b"', "not valid TOML"),
        (b"[places.A]\n[places.A]", "not valid TOML"),
        (b"\xff\xfe", "not a UTF-8 text file"),
        pytest.param(b"a = " + b"[" * 100_000, "nested too deeply", id="nested"),
        pytest.param(b"a = 0x" + b"f" * 10_000, "a number has too many digits", id="digits"),
        (b"", "name: missing"),
    ],
)
def test_broken_file_gives_one_line_of_error(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    found = [str(fault) for fault in check_board(path)]
    assert any(reason in fault for fault in found), found
    assert all(fault.startswith((f"{path}: ", f"{path}, line ")) and "\n" not in fault for fault in found)


def test_missing_file(tmp_path: Path) -> None:
    (absent,) = check_board(tmp_path / "absent.toml")
    assert str(absent).endswith("absent.toml: file: no such file")
    assert len(check_board(tmp_path)) == 1


def test_names_cannot_break_the_error_line(tmp_path: Path) -> None:
    found = check_board_text(tmp_path, SMALL + '["a\\nb\\u001b[31m"]\n')
    assert len(found) == 1
    assert str(found[0]).isprintable()


def check_board_text(tmp_path: Path, text: str) -> list[BoardError]:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    return check_board(path)


def test_board_error_can_be_pickled() -> None:
    fault = BoardError("a.toml", "hex 0101", "gone")
    assert isinstance(fault, GrognardError)
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), again.where, again.reason) == (str(fault), "hex 0101", "gone")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damaged_files_never_raise_other_errors(data: st.DataObject) -> None:
    """Delete, repeat and replace parts of a valid file: it loads, or its errors are listed."""
    text = SMALL
    for _ in range(data.draw(st.integers(1, 3))):
        a, b = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
        b = min(b, a + 12)
        patch = data.draw(st.sampled_from(["", "0", '"', "[", "]", "\n", "=", text[a:b] * 2, "-1"]))
        text = text[:a] + patch + text[b:]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "slip.toml"
        path.write_text(text, encoding="utf-8")
        found = check_board(path)
        if found:
            with pytest.raises(BoardError):
                load_board(path)
        else:
            board = load_board(path)
            assert all(b in board.grid.adjacent[a] for a, b in _steps(board))


def _steps(board: Board) -> list[tuple[int, int]]:
    return [step for chains in board.lines.values() for c in chains for step in pairwise(c)]
