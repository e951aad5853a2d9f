"""Worked examples of the series: map, rounding, size, modes and movement, restated as situations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.facts import changed
from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
from grognard.core.testing import rule
from grognard.games.ocs.combat.strength import defence_strength, odds
from grognard.games.ocs.logistics.rail_transport import PARTS, weight
from grognard.games.ocs.terrain.zones import free_of_enemy_zoc
from grognard.games.ocs.units.modes import disorganize, mode_of
from tests.rules.ocs.field import GERMAN, Field, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre


@rule("ocs", "I.A.1", "I.A.2")
def test_ex_01_hex_ids() -> None:
    sheets = (Sheet((1, 30), (1, 20), "A"), Sheet((1, 30), (1, 20), "B", west=30))
    numbering = Numbering(sheets, rows_grow="north", low_columns="odd", separator=".")
    grid = HexGrid(numbering)
    assert grid.hex("B10.10") != grid.hex("A10.10")
    assert grid.distance(grid.hex("A29.17"), grid.hex("A29.15")) == 2
    assert grid.row(grid.hex("A29.17")) < grid.row(grid.hex("A29.15"))  # above


@rule("ocs", "4.1", "9.7.1")
@pytest.mark.parametrize(("attack", "defence", "ratio"), [("15", "6", 3), ("6", "15", -3), ("9.75", "2", 5)])
def test_ex_02_and_03_odds_are_rounded_once_at_the_end(attack: str, defence: str, ratio: int) -> None:
    assert odds(Fraction(attack), Fraction(defence)) == ratio


@rule("ocs", "4.3")
def test_ex_04_modifiers_multiply() -> None:
    field = Field("combat", g_pz1="06.06")
    assert practice().faces[field.unit("g-pz1")][0].strength == 8
    assert defence_strength(field.state, field.unit("g-pz1"), "woods", False).value == 2


@rule("ocs", "4.5b.1", "4.5b.4")
@pytest.mark.parametrize("mode", ["", "m", "r", "md", "ms"])
def test_ex_05_any_mode_negates_zoc(mode: str) -> None:
    alone = Field("supply", s_inf1="08.07")
    assert not free_of_enemy_zoc(alone.state, GERMAN) >> alone.hex("08.06") & 1
    held = Field("supply", s_inf1="08.07", g_rgt1=f"08.06 {mode}")
    assert free_of_enemy_zoc(held.state, GERMAN) >> held.hex("08.06") & 1


@rule("ocs", "4.7a", "4.7b.1")
def test_ex_06_one_point_of_lift() -> None:
    field = Field(g_rgt1="07.03 m", g_pz1="07.03 m", g_sec="07.03 m")
    assert weight(field.state, 0, 4) == PARTS  # 1 SP
    assert weight(field.state, field.bit("g-rgt1")) == PARTS  # 1 RE
    assert weight(field.state, field.bit("g-pz1"), 2) == PARTS  # 2T and half a RE
    assert weight(field.state, field.bit("g-sec")) == PARTS // 2  # 1 RE with 6 Leg points


@rule("ocs", "4.8b-A.2", "5.1.1")
def test_ex_07_a_marker_covers_only_units_that_can_have_it() -> None:
    field = Field(g_rgt1="07.03")
    field.supply("07.03", 4)
    disorganize(field.state, field.hex("07.03"), GERMAN)
    assert field.ids(field.state.dg) == {"g-rgt1"}


@rule("ocs", "5.2.5", "5.10d", "13.3e-1.2")
def test_ex_08_orientation_is_not_mode() -> None:
    field = Manoeuvre(g_rgt1="07.03 md", g_rgt2="07.03 m", g_sec="04.02")
    assert field.check("rail g-rgt2 07.03-04.02") is None
    assert field.refused("rail g-rgt1 07.03-04.02") == "13.3e-1.2"


@rule("ocs", "5.4.1", "5.7a.1")
@pytest.mark.parametrize(("order", "turned"), [("reserve", False), ("reserve-move", True)])
def test_ex_09_entering_reserve(order: str, turned: bool) -> None:
    field = Manoeuvre(g_rgt1="07.03")
    field.give(f"mode g-rgt1 {order}")
    assert mode_of(field.state, field.unit("g-rgt1")) == "reserve"
    assert bool(field.state.turned & field.bit("g-rgt1")) is turned


@rule("ocs", "5.7a.3", "5.7a.4", "6.1c.1")
def test_ex_10_the_minimum_move_of_a_reserve() -> None:
    field = Manoeuvre(g_rgt1="03.09 r")
    assert field.left("g-rgt1") == 1
    field.give("move g-rgt1 03.09-03.10")  # a swamp, 3 points
    assert field.at("g-rgt1") == "03.10"


@rule("ocs", "6.1d.1")
def test_ex_11_reversible_movement() -> None:
    field = Manoeuvre(g_hq="10.06 m").fuelled()
    twin = varied(field.scenario)
    twin.symbols = {**twin.symbols, "swamp": twin.symbols["swamp"] | 1 << field.hex("10.06")}
    field.scenario = field.state.scenario = twin
    changed(field.state)
    assert field.refused("move g-hq 10.06-11.06-12.05") == "6.2c.1"  # closed to trucks, so no way out either
    assert field.check("move g-hq 10.06-10.05-11.05") is None  # along the road
