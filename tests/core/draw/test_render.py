"""Maps as text and SVG: they fit the width, are safe, and are reproducible."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard.core.board.board import (
    LABELS,
    TEXTURES,
    Board,
    Feature,
    Label,
    Place,
    Region,
    Terrain,
    load_board,
)
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.svg.curves import Plan, chains, soft
from grognard.core.draw.svg.places import Names
from grognard.core.draw.svg_map import png_map, svg_map
from grognard.core.draw.symbols import drawings
from grognard.core.draw.text_map import text_map
from grognard.core.errors import GrognardError
from grognard.core.hexes.grid import Hex, HexGrid, Numbering, Sheet, mask_of
from grognard.games import data_folder, definition_of
from tests.core.board.test_board import SMALL, boards, small

SFO = load_board(data_folder("strike-force-one") / "board.toml")
H = SFO.grid.hex
SVG = "{http://www.w3.org/2000/svg}"


def face(id_: str, side: str = "us", label: str = "", **more: object) -> CounterFace:
    given_ = {"kind": "infantry", "size": "I", "factors": "1-1-4", **more}
    return CounterFace(id_, label, side, **given_)  # type: ignore[arg-type]


COUNTERS = {
    H("0302"): [face("X", flags=("disrupted",))],
    H("0405"): [face("Y"), face("Z")],
    H("0605"): [face(f"S{c}", "soviet", "ВЗИ"["VZI".index(c)]) for c in "VZI"],
    H("0702"): [face("SG", "soviet", "Г", flags=("moved", "disrupted"))],
}


def big_board() -> Board:
    """Return a board with every texture and feature, on two sheets with letters."""
    sheets = (Sheet((1, 20), (1, 30), "A"), Sheet((1, 20), (1, 30), "B", west=20))
    grid = HexGrid(Numbering(sheets, separator=".", missing=("A01.01", "B20.30")))
    legend = [Terrain(t, t.title(), t[0], "#ccddaa", t) for t in TEXTURES]
    terrain = [grid.column(h) % len(legend) if grid.labels[h] else -1 for h in range(grid.size)]
    row = [grid.hex(f"A{c:02}.10") for c in range(1, 9)]
    sides = {
        (a, grid.neighbours[a].index(b))
        for one, other in pairwise(row)
        for a, b in ((one, other), (other, one))
    }
    along = ("river", "canal", "lake", "stream", "border", "bridge", "pass", "wall")
    through = ("road", "autobahn", "railway", "track")
    return Board(
        "big", "Big & <bold>", grid, legend, terrain,
        hexsides=dict.fromkeys(along, frozenset(sides)),
        lines=dict.fromkeys(through, (tuple(row), tuple(row[:4]))),
        features={id_: Feature(id_, id_.title(), symbol=id_[0]) for id_ in (*along, *through)},
        places={
            f"{kind} <&>\x1b[31m": Place(f"{kind} <&>\x1b[31m", row[index], kind, 2)
            for index, kind in enumerate(("village", "town", "city", "capital", "port", "mine", "airfield"))
        },
        labels={kind: Label(f"{kind} <&>", row[3], kind, 2, 30) for kind in LABELS},
        marks={"us": {"W<": row[0]}, "soviet": {"SA": row[1]}, "third": {"&": row[2]}},
        regions={"north": Region("North", mask_of(grid.hexes()[:90]), "#a05050")},
        credit='"Data" & <thanks>',
    )  # fmt: skip


BIG = big_board()


# -- text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ascii_only", [True, False])
def test_strike_force_one_fits_80_columns(ascii_only: bool) -> None:
    text = text_map(SFO, COUNTERS, ascii_only=ascii_only)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert text.isascii() is ascii_only
    assert "\x1b" not in text
    for hex_ in SFO.grid.hexes():
        assert text.count(SFO.grid.label(hex_)) >= 1


def test_hex_shows_number_terrain_counters_and_place() -> None:
    lines = text_map(SFO, COUNTERS, ascii_only=True).splitlines()
    assert lines[:3] == [
        "  ______          ______          ______          ______          ______",
        " /0101  \\        /0301  \\        /0501  \\        /0701  \\        /0901  \\",
        "/        \\______/        \\______/        \\______/        \\______/        \\",
    ]
    # even columns are half a hex lower: 0201 is two lines below 0101
    assert lines[3].startswith("\\        /0201  \\")
    (town,) = (i for i, line in enumerate(lines) if "0302 @" in line)
    assert "  [X]!  " in lines[town + 1] and "\\Bergthe./" in lines[town + 2]
    (wood,) = (i for i, line in enumerate(lines) if "0303 T" in line)
    assert "/T T T T \\" in lines[wood + 1] and "\\ T T T T/" in lines[wood + 2]
    (stack,) = (i for i, line in enumerate(lines) if "0605  " in line)
    assert "<SV>" in lines[stack + 1] and "<SZ>+1" in lines[stack + 2]
    assert any("<SG>*!" in line for line in lines)


def test_legend_explains_every_symbol() -> None:
    text = text_map(SFO, COUNTERS, ascii_only=True)
    legend = text.split("\n\n")[1]
    for sign in ("T Forest", "@ objective", "[] us", "<> soviet", "! disrupted", "* moved"):
        assert sign in legend
    assert "0302 Bergtheim" in legend
    assert "\n\n" not in text_map(SFO, COUNTERS, legend=False)


def test_sides_keep_their_brackets() -> None:
    alone = {H("0605"): COUNTERS[H("0605")]}
    assert "<SV>" in text_map(SFO, alone)
    assert "[SV]" in text_map(SFO, alone, sides=("soviet", "us"))


def test_notes_and_highlights_without_colour() -> None:
    text = text_map(SFO, notes={H("0705"): 3, H("0404"): "stop"}, highlight=mask_of([H("0705")]))
    lines = text.splitlines()
    for label, note in (("0705", "3"), ("0404", "stop")):
        row = next(n for n, line in enumerate(lines) if label in line)
        column = lines[row].index(label)
        assert note in lines[row + 1][column - 1 : column + 7]  # inside the hex, below its number
    row = next(n for n, line in enumerate(lines) if "0705" in line)
    column = lines[row].index("0705")
    assert lines[row + 3][column : column + 6] == "======"


def test_roads_and_railways_are_drawn() -> None:
    board = definition_of("ocs").scenarios("drill-1-modes", {}).board
    text = text_map(board, width=200)
    for symbol, title in (("=", "Road"), ("+", "Rail")):
        assert f"{symbol} {title}".lower() in text.lower() and text.count(symbol) > 20


def test_colour_adds_only_escape_codes() -> None:
    notes, lit = {H("0705"): 3}, mask_of([H("0705")])
    plain = text_map(SFO, COUNTERS, notes=notes, highlight=lit)
    coloured = text_map(SFO, COUNTERS, notes=notes, highlight=lit, colour=True)
    assert coloured.count("\x1b[") > 100
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()
    for line in coloured.splitlines():
        codes = re.findall(r"\x1b\[[0-9;]*m", line)
        assert not codes or codes[-1] == "\x1b[0m"


@pytest.mark.parametrize("centre", ["A02.01", "A10.15", "B20.29", None])
def test_window_of_a_large_board(centre: str | None) -> None:
    at = None if centre is None else BIG.grid.hex(centre)
    text = text_map(BIG, centre=at, width=80, height=24, legend=False)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert len(text.splitlines()) <= 24
    assert centre is None or centre in text
    assert len(re.findall(r"[AB]\d\d\.\d\d", text)) >= 40


@pytest.mark.parametrize("row", [2, 5])
@pytest.mark.parametrize("column", [2, 4, 6])
def test_window_looks_like_a_board_of_its_own(column: int, row: int) -> None:
    """Nothing is drawn of the hexes outside, not even their edges."""
    large = plain_board(8, 7, sheet=Sheet((1, 8), (1, 7)))
    sheet = Sheet((column - 1, column + 1), (row - 1, row + 1))
    centre = large.grid.hex(f"{column:02}{row:02}")
    window = text_map(large, centre=centre, width=27, height=15, legend=False)
    assert window == text_map(plain_board(3, 3, sheet=sheet), width=27, legend=False)
    assert f"{column - 1:02}{row - 1:02}" in window and f"{column + 2:02}" not in window[:27]


def test_text_is_safe_for_a_terminal() -> None:
    mean = CounterFace("A\x1b]0;", side="\x07us", flags=("\x1b",))
    board = BIG
    middle = board.grid.hex("A04.10")
    text = text_map(board, {middle: [mean]}, notes={middle: "\x1b"}, centre=middle, height=40)
    assert not set(text) & {chr(code) for code in range(32) if chr(code) != "\n"}


def test_symbols_of_hexsides_and_lines(tmp_path: Path) -> None:
    river = SMALL.replace("[hexsides.river]", '[hexsides.river]\nsymbol = "~"')
    board = small(tmp_path, river.replace("[lines.road]", '[lines.road]\nsymbol = "="'))
    text = text_map(board, ascii_only=True, legend=False)
    # one level side of nine characters, one slanting side of two; a road crosses two sides
    assert (text.count("~"), text.count("=")) == (11, 2)
    assert "\n \\~~~~~~~~~=" in text  # under 0101, and to its south-east the road
    assert "~ River   = Road" in text_map(board)


@settings(max_examples=40, deadline=None)
@given(boards(), st.booleans(), st.integers(20, 120), st.integers(7, 60))
def test_any_board_can_be_drawn_as_text(board: Board, colour: bool, width: int, height: int) -> None:
    stack = [face("ABCDEFGHIJ", "blue", flags=("moved", "lost")), face("B", "red"), face("C")]
    counters = {board.grid.hexes()[0]: stack}
    text = text_map(board, counters, colour=colour, width=width, height=height, legend=False)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    ElementTree.fromstring(svg_map(board, counters))


# -- pictures -------------------------------------------------------------------------------------


def texts(svg: str) -> list[str]:
    return ["".join(e.itertext()) for e in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_land_labels_are_in_capitals() -> None:
    shown = texts(svg_map(BIG))
    assert {"LAND <&>", "water <&>", "heights <&>"} <= set(shown)


def named(*names: tuple[str, str]) -> dict[str, tuple[float, float]]:
    """Return the positions of the names of some places (name and hex) on a plain board."""
    grid = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))
    places = {name: Place(name, grid.hex(at), "city") for name, at in names}
    board = Board("x", "X", grid, [Terrain("clear", "Clear")], [0] * grid.size, places=places)
    drawn = ElementTree.fromstring(svg_map(board, legend=False)).iter(f"{SVG}text")
    return {str(e.text): (float(e.get("x", 0)), float(e.get("y", 0))) for e in drawn if e.text in places}


def test_names_do_not_overlap() -> None:
    long, short = ("Llanfairpwllgwyngyllgogerychwyrndrobwll", "0404"), ("Gelsenkirchen", "0604")
    both = named(long, short)
    assert both[long[0]] == named(long)[long[0]], "the first keeps its place"
    assert both[short[0]][1] < named(short)[short[0]][1], "the second moves above its town"


def test_name_is_below_or_above_or_right_or_left_of_its_place() -> None:
    names, town = Names(48, 1), Place("Town", 0)
    drawn = [ElementTree.fromstring(names.write(town, 100, 100)) for _ in range(4)]
    below, above, right, left = ((float(e.get("x", 0)), float(e.get("y", 0))) for e in drawn)
    assert below[0] == above[0] == 100 and above[1] < 100 < below[1]
    assert left[0] < 100 < right[0] and left[1] == right[1] and above[1] < left[1] < below[1]
    assert 100 - left[0] == right[0] - 100


@pytest.mark.parametrize(
    ("x", "y", "side"),
    [(100, 100, "below"), (100, 127, "above"), (82, 127, "above"), (118, 127, "above"), (100, 160, "below")],
)
def test_name_avoids_the_centre_of_another_place(x: float, y: float, side: str) -> None:
    names = Names(48, 1)
    names.block(x, y, 10)
    written = ElementTree.fromstring(names.write(Place("Town", 0), 100, 100))
    assert ("below" if float(written.get("y", 0)) > 100 else "above") == side


def plain_board(
    columns: int, rows: int, kind: str = "none", sheet: Sheet | None = None, **parts: Any
) -> Board:
    """Return a board of one kind of terrain."""
    grid = HexGrid(Numbering((sheet or Sheet((1, columns), (1, rows)),)))
    terrain = Terrain("all", "All", texture=kind, colour="#abcdef")
    return Board("x", "X", grid, [terrain], [0] * grid.size, **parts)


def test_lettering_is_larger_on_a_large_map() -> None:
    sizes = []
    for columns in (8, 30, 36, 42, 60):
        board = plain_board(columns, 2, labels={"land": Label("Land", 0)})
        (label,) = (e for e in ElementTree.fromstring(svg_map(board)).iter(f"{SVG}text") if e.text == "LAND")
        sizes.append(float(label.get("font-size", 0)))
    assert [round(size / sizes[0], 2) for size in sizes] == [1, 1, 1.2, 1.4, 1.4]


def test_small_places_have_small_names_on_a_large_map() -> None:
    kinds = {"village": False, "town": False, "city": True, "objective": True}
    places = {
        kind: Place(
            kind, index * 3, "village" if kind == "objective" else kind, objective=kind == "objective"
        )
        for index, kind in enumerate(kinds)
    }
    board = plain_board(60, 2, places=places)
    drawn = ElementTree.fromstring(svg_map(board, legend=False)).iter(f"{SVG}text")
    sizes = {str(e.text): float(e.get("font-size", 0)) for e in drawn if e.text in kinds}
    assert {kind: size > sizes["village"] for kind, size in sizes.items()} == kinds


def test_board_of_sea_only_can_be_drawn() -> None:
    shapes = ElementTree.fromstring(svg_map(plain_board(2, 2, "sea"), legend=False)).iter()
    assert {e.get("fill") for e in shapes} >= {"#abcdef"}


def test_credit_is_below_the_legend() -> None:
    for columns, regions in ((4, 0), (4, 30), (20, 3), (20, 12)):
        many = {f"r{n}": Region(f"Region {n}", 1 << n, "#a05050") for n in range(regions)}
        board = plain_board(columns, 8, regions=many, credit="Thanks")
        drawn = list(ElementTree.fromstring(svg_map(board)).iter(f"{SVG}text"))
        (credit,) = (float(e.get("y", 0)) for e in drawn if e.text == "Thanks")
        entries = [float(e.get("y", 0)) for e in drawn if (e.text or "").startswith(("All", "Region "))]
        size = max(float(e.get("font-size", 0)) for e in drawn if e.text == "All")
        assert credit > max(entries) + size


def test_svg_map_has_all_numbers_names_and_counters() -> None:
    shown = texts(svg_map(SFO, COUNTERS, notes={H("0705"): 3}))
    for hex_ in SFO.grid.hexes():
        assert shown.count(SFO.grid.label(hex_)) == 1
    assert {"Ganheim", "Bergtheim", "Essleben", "Clear", "Forest", "Objective"} <= set(shown)
    assert {"X", "Y", "В", "Г", "3", "Strike Force", "One"} <= set(shown)
    assert shown.count("1–1–4") == 7
    assert shown.count("2") == 1  # the height of the stack in 0405
    assert {"W", "SA"} <= set(shown)


def test_custom_marks_legend_and_title() -> None:
    shown = texts(svg_map(SFO, marks={}, legend=False))
    assert "SA" not in shown and "Forest" not in shown
    assert "Day one" in texts(svg_map(SFO, title="Day one"))


def test_all_text_is_escaped() -> None:
    mean = CounterFace('<"&', "\x00<b>", "us", '"><script>', "&", "<-&", ('"><x',), 'x" onload="')
    svg = svg_map(BIG, {BIG.grid.hex("A05.12"): [mean]}, title="]]><&\x0b\ud800")
    tree = ElementTree.fromstring(svg)
    assert {e.tag.removeprefix(SVG) for e in tree.iter()} <= {
        "svg", "title", "defs", "g", "path", "rect", "circle", "ellipse", "text", "use", "clipPath",
        "linearGradient", "stop",
    }  # fmt: skip
    assert '"Data" & <thanks>' in texts(svg)
    assert "W<" in texts(svg)


def test_svg_map_is_reproducible() -> None:
    assert svg_map(BIG) == svg_map(big_board())
    assert svg_map(SFO, COUNTERS) == svg_map(SFO, dict(reversed(COUNTERS.items())))


def test_svg_references_are_defined() -> None:
    tree = ElementTree.fromstring(svg_map(BIG, COUNTERS_BIG))
    ids = [e.get("id") for e in tree.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {e.get("href", "").removeprefix("#") for e in tree.iter(f"{SVG}use")}
    wanted |= {m for e in tree.iter() for v in e.attrib.values() for m in re.findall(r"url\(#(.+?)\)", v)}
    assert wanted and wanted <= set(ids)


def test_svg_map_is_inside_its_page() -> None:
    for board in (SFO, BIG):
        tree = ElementTree.fromstring(svg_map(board, scale=30))
        width, height = float(tree.get("width", 0)), float(tree.get("height", 0))
        for text in tree.iter(f"{SVG}text"):
            if board.grid.find(text.text or "") is not None:
                assert 0 < float(text.get("x", -1)) < width
                assert 0 < float(text.get("y", -1)) < height


COUNTERS_BIG: dict[Hex, list[CounterFace]] = {
    hex_: [CounterFace(f"c{i}", "", "us", kind, "XX", "10-12-3", ("fought",), "#66703f", "#ffffff")]
    for i, (hex_, kind) in enumerate(
        zip(BIG.grid.hexes(), [*filter(None, drawings()), "tank", "unheard-of", ""], strict=False)
    )
}


def test_all_kinds_of_counters_are_drawn() -> None:
    shown = texts(svg_map(BIG, COUNTERS_BIG))
    assert all(stack[0].id in shown for stack in COUNTERS_BIG.values())
    assert "UNH" in shown  # a kind without a symbol shows its first letters


def test_png_map(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    path = tmp_path / "map.png"
    png_map(svg_map(SFO, COUNTERS, scale=30), path, width=400)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") == 400


def test_png_without_the_extra_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(GrognardError, match=r'pip install -e ".*\[print\]"'):  # the tests run in a checkout
        png_map("<svg/>", tmp_path / "map.png")
    monkeypatch.setattr(grognard, "__file__", str(tmp_path / "site-packages/grognard/__init__.py"))
    with pytest.raises(GrognardError, match=r'pip install "grognard\[print\]"'):
        png_map("<svg/>", tmp_path / "map.png")


# -- lines ----------------------------------------------------------------------------------------


@given(st.data())
def test_chains_contain_every_side_once(data: st.DataObject) -> None:
    plan = Plan(SFO.grid, 10, 0, 0)
    pairs = [(h, d) for h in SFO.grid.hexes() for d in range(6)]
    edges = {plan.side(h, d) for h, d in data.draw(st.sets(st.sampled_from(pairs), min_size=1))}
    wanted = {frozenset(edge) for edge in edges}
    found = chains(edges)
    steps = [frozenset(step) for line in found for step in pairwise(line)]
    assert len(steps) == len(set(steps)) and set(steps) == wanted
    degree = {spot: sum(spot in edge for edge in wanted) for edge in wanted for spot in edge}
    for line in found:
        assert all(degree[spot] == 2 for spot in line[1:-1])
        assert line[0] == line[-1] or degree[line[0]] != 2 != degree[line[-1]]


@given(st.sets(st.sampled_from(SFO.grid.hexes()), min_size=1))
def test_outlines_are_closed(members: set[Hex]) -> None:
    plan = Plan(SFO.grid, 10, 0, 0)
    loops = plan.loops(mask_of(members))
    assert loops
    for loop in loops:
        assert loop[0] == loop[-1] and len(loop) > 6
        assert len(set(loop)) == len(loop) - 1


def test_soft_line_keeps_its_ends() -> None:
    assert soft([(0, 0), (2, 0), (4, 2)]) == "M0 0L1 0Q2 0 3 1L4 2"
    assert soft([(0, 0), (2, 0), (0, 2), (0, 0)]).endswith("Z")
