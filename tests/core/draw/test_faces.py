"""Counters of a view as faces to draw, and the setup of a scenario as marks."""

from __future__ import annotations

import msgspec
import pytest

import grognard
from grognard.core.board.board import load_board
from grognard.core.contract.counters import Nation
from grognard.core.contract.view import UnitView
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.faces import face, faces
from grognard.core.draw.setup_marks import setup_marks
from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
from grognard.games import data_folder

GAME = grognard.new("strike-force-one/basic", seed=1)
SCENARIO = GAME.scenario
BOARD = load_board(data_folder("strike-force-one") / "board.toml")
H = BOARD.grid.hex
UNIT = UnitView(
    "SA", "soviet", "А", "infantry", "0801", size="I", factors="1-1-4", nation="none", flags=("moved",)
)


def test_face_has_the_values_of_the_counter_and_the_colours_of_its_side() -> None:
    soviet = SCENARIO.game.sides[0]
    assert face(SCENARIO, UNIT) == CounterFace(
        "SA", "А", "soviet", "infantry", "I", "1-1-4", ("moved",), soviet.colour, soviet.ink
    )
    assert face(SCENARIO, msgspec.structs.replace(UNIT, marker=True)).marker


def test_face_has_the_colours_of_its_nation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SCENARIO, "nations", {"gdr": Nation("GDR", "#112233", "#445566", "#778899")})
    drawn = face(SCENARIO, msgspec.structs.replace(UNIT, nation="gdr"))
    assert (drawn.ground, drawn.ink, drawn.symbol) == ("#112233", "#445566", "#778899")


def test_counter_of_no_side_has_plain_colours() -> None:
    drawn = face(SCENARIO, msgspec.structs.replace(UNIT, side=""))
    plain = CounterFace("SA")
    assert (drawn.ground, drawn.ink, drawn.symbol) == (plain.ground, plain.ink, plain.symbol)


def test_stacks_have_units_before_markers_and_nothing_off_the_map() -> None:
    marker = UnitView("M", "us", "", "air", "0801", marker=True)
    away = msgspec.structs.replace(UNIT, id="SB", at="away")
    view = msgspec.structs.replace(GAME.view(), units=(marker, UNIT, away))
    stacks = faces(SCENARIO, view)
    assert {hex_: [one.id for one in stack] for hex_, stack in stacks.items()} == {H("0801"): ["SA", "M"]}


def test_stacks_on_another_grid_have_its_hexes() -> None:
    grid = HexGrid(Numbering((Sheet((8, 9), (1, 3)),)))
    stacks = faces(SCENARIO, GAME.view(), grid)
    assert {grid.label(hex_) for hex_ in stacks} == {"0801", "0901", "0902"}


def test_setup_marks_are_where_units_start() -> None:
    marks = setup_marks(BOARD, GAME.view())
    assert marks == BOARD.marks, "the board prints the setup of this scenario"
    assert list(marks) == list(BOARD.marks)
    marker = UnitView("M", "us", "", "air", "0801", marker=True)
    other = UnitView("X", "third", "", "infantry", "0801")
    away = msgspec.structs.replace(UNIT, at="edge")
    start = msgspec.structs.replace(GAME.view(), units=(marker, other, away))
    assert setup_marks(BOARD, start) == {}
    start = msgspec.structs.replace(GAME.view(), units=(UNIT, marker))
    assert setup_marks(BOARD, start) == {"soviet": {"SA": H("0801")}}
