"""Case 6.3: what EW markers do to movement, on the units from the start or met on the way [6.2-join]."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.afcent.events import FlightRangeRolled
from tests.rules.nuremberg.order_helpers import Manoeuvre, all_in


@rule("nuremberg", "6.3-one")
@pytest.mark.parametrize(("unit", "points"), [("t1", 3), ("r1", 5)])
def test_one_marker_halves_the_points_rounded_up(unit: str, points: int) -> None:
    field = Manoeuvre(jammed={"0511": 1}, **all_in("0511", unit))
    assert field.points(unit) == points
    assert f"05{11 - points:02}" in field.goals(unit) and f"05{10 - points:02}" not in field.goals(unit)


@rule("nuremberg", "6.3-two")
@pytest.mark.parametrize("markers", [2, 3])
def test_two_markers_take_all_points_and_more_do_no_more(markers: int) -> None:
    field = Manoeuvre(jammed={"0511": markers}, t1="0511", r1="0511", m1="0505")
    assert field.points("t1") == field.points("r1") == 0
    assert field.movable() == {"m1"}
    field.refused("move t1 0510", "6.3-two")


@rule("nuremberg", "6.3-column")
def test_a_unit_with_a_marker_forms_no_column() -> None:
    field = Manoeuvre(jammed={"0511": 1}, t1="0511")
    field.refused("column t1 0502", "6.3-column")
    assert field.goals("t1", "column") == set()


@rule("nuremberg", "6.3-enter")
def test_a_column_does_not_enter_a_hex_with_a_marker() -> None:
    field = Manoeuvre(jammed={"0508": 1}, t1="0511", t2="0508")
    field.refused("column t1 0508", "6.3-enter")
    assert "0508" not in field.goals("t1", "column") and "0504" in field.goals("t1", "column")


@rule("nuremberg", "6.2-join", "6.3-one")
def test_unit_joining_a_jammed_stack_loses_half_its_mp() -> None:
    field = Manoeuvre(jammed={"0508": 1}, t1="0510", t2="0508")
    field.play("move t1 0508")
    assert field.points("t1") == 2, "half of the four left"
    assert field.state.ew[field.scenario.index["t1"]] == 1
    field.play("move t1 0507")
    assert field.points("t1") == 1


@rule("nuremberg", "6.2-join", "6.3-two")
def test_unit_joining_a_stack_with_two_ew_markers_stops() -> None:
    field = Manoeuvre(jammed={"0508": 2}, t1="0510", t2="0508")
    field.play("move t1 0508")
    assert not field.points("t1") and field.goals("t1") == set()


@rule("nuremberg", "6.2-join")
def test_a_move_ends_for_the_time_being_where_markers_catch_it() -> None:
    field = Manoeuvre("nato", jammed={"0508": 1}, u1="0509", u2="0508")
    field.refused("move u1 0509-0508-0507", "6.2-join")
    assert "0508" in field.goals("u1")
    marked = Manoeuvre("nato", jammed={"0508": 1, "0509": 1}, u1="0509", u2="0508")
    marked.play("move u1 0509-0508-0507")
    assert marked.points("u1") == 1, "the same number again takes nothing more"


@rule("nuremberg", "6.2-join", "6.2-split")
def test_a_marked_unit_that_joins_others_brings_its_marker() -> None:
    """The hex keeps the larger number. [R-NUR-07]"""
    field = Manoeuvre(jammed={"0508": 1}, t1="0508", t2="0506", r1="0508")
    field.play("move t1 0508-0507-0506")
    assert field.state.ew[field.scenario.index["t2"]] == 1
    assert field.points("t2") == 3
    assert field.points("r1") == 5, "who stays behind keeps his"


@rule("nuremberg", "6.3-one")
def test_half_points_are_rounded_up_to_whole_ones_but_never_grow() -> None:
    field = Manoeuvre("nato", jammed={"0706": 1}, u1="0906", u2="0706", w1="1006")
    field.play("move u1 0706")  # two hexes of autobahn: 5 are left
    assert field.points("u1") == 3
    late = Manoeuvre("nato", jammed={"0706": 1}, u1="0906", u2="0706")
    late.state.spent[late.scenario.index["u1"]] = 9
    late.play("move u1 0706")  # half a point is left
    assert late.points("u1") == 0.5


# -- heliborne units -----------------------------------------------------------------------------------


@rule("nuremberg", "6.3-heli-one")
def test_a_heliborne_unit_with_a_marker_rolls_how_far_it_flies() -> None:
    field = Manoeuvre(jammed={"0505": 1}, h1="0505")
    assert field.movable() == {"h1"} and field.goals("h1", "fly") == set()
    field.refused("fly h1 0605", "6.3-heli-one")
    assert field.play("fly h1", 1, 2) == [
        FlightRangeRolled(side="pact", units=("h1",), dice=(1, 2), range=3, rule="6.3-heli-one", final=True)
    ]
    assert "0805" in field.goals("h1", "fly") and "0905" not in field.goals("h1", "fly")
    field.refused("fly h1", "10.6-path")
    field.refused("fly h1 0505-0605-0705-0805-0905", "6.3-heli-one")
    field.play("fly h1 0805")


@rule("nuremberg", "6.3-heli-one", "10.6-path")
def test_safest_flight_path_is_within_range() -> None:
    field = Manoeuvre(jammed={"0505": 1}, h1="0505", u1="0705")
    field.play("fly h1", 1, 3)
    events = field.play("fly h1 0905", 1, 1, 1)
    assert len(events[0].hexes) == 5 and field.where("h1") == "0905"


@rule("nuremberg", "6.3-heli-two")
def test_two_markers_keep_it_on_the_ground() -> None:
    field = Manoeuvre(jammed={"0505": 2}, h1="0505")
    assert field.movable() == set() and field.goals("h1", "fly") == set()
    field.refused("fly h1", "6.3-two")
