"""Chapter 8: zones of control and how they hinder movement, by day and by night."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.afcent.events import Moved
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import zone
from tests.rules.nuremberg.order_helpers import DAY, NIGHT, Manoeuvre, all_in


@rule("nuremberg", "8.0-six")
def test_a_zoc_is_the_six_hexes_around_over_all_ground() -> None:
    field = Manoeuvre(t1="0509")  # with rivers on two sides
    assert sorted(field.names(zone(field.state, PACT))) == ["0409", "0508", "0510", "0608", "0609", "0610"]


@rule("nuremberg", "8.0-static")
def test_static_units_have_no_zoc() -> None:
    field = Manoeuvre(g1="0505")
    assert not zone(field.state, NATO)
    field.put("u1", "0505")
    assert zone(field.state, NATO)
    field.put("u1", "0805")
    assert zone(field.state, NATO) == field.scenario.grid.around[field.hex("0805")]


@rule("nuremberg", "8.0-mutual")
def test_both_sides_have_zocs_in_the_same_hex() -> None:
    field = Manoeuvre(t1="0505", u1="0705")
    both = zone(field.state, PACT) & zone(field.state, NATO)
    assert "0605" in field.names(both)


@rule("nuremberg", "8.1-enter")
@pytest.mark.parametrize("mover", ["t1", "r1"])
def test_entering_a_zoc_costs_one_more_whatever_the_ground(mover: str) -> None:
    field = Manoeuvre(**all_in("0505", mover), u1="0705")
    assert field.cost(f"move {mover} 0605") == 1 + 1
    assert field.rules(f"move {mover} 0605") == ["10.7-a", "8.1-enter"]
    woods = Manoeuvre(**all_in("0903", mover), u1="0703")
    assert woods.cost(f"move {mover} 0803") == 2 + 1
    twice = Manoeuvre(**all_in("0505", mover), u1="0705", w1="0706")
    assert twice.cost(f"move {mover} 0605") == 2, "several zones cost no more than one"


@rule("nuremberg", "8.1-nonegate")
def test_friends_do_not_lift_a_zoc() -> None:
    field = Manoeuvre(t1="0505", t2="0605", u1="0705")
    assert field.cost("move t1 0605") == 2
    field.play("move t1 0605")
    field.refused("move t1 0604", "8.1-nonrecon-stop")


@rule("nuremberg", "8.1-nonrecon-stop")
def test_non_recon_units_stop_in_a_zoc() -> None:
    field = Manoeuvre(t1="0405", u1="0705")
    assert "0605" in field.goals("t1") and "0606" in field.goals("t1")
    field.refused("move t1 0405-0505-0605-0604", "8.1-nonrecon-stop")
    field.play("move t1 0605")
    assert field.goals("t1") == set() and "t1" not in field.movable()
    assert "enemy ZOC" in field.refused("move t1 0604", "8.1-nonrecon-stop")


@rule("nuremberg", "8.1-nonrecon-day", "4.6-day-zoc")
def test_non_recon_cannot_leave_zoc_by_day() -> None:
    field = Manoeuvre("pact", DAY, t1="0605", r1="0506", u1="0705", h1="0805")
    assert field.movable() == {"r1", "h1"}
    assert field.goals("t1") == set()
    field.refused("move t1 0505", "8.1-nonrecon-day")


@rule("nuremberg", "8.1-nonrecon-night", "4.6-night-zoc")
def test_by_night_they_leave_it_for_a_point_into_a_hex_without_one() -> None:
    field = Manoeuvre("pact", NIGHT, t1="0605", u1="0705")
    assert "t1" in field.movable()
    assert field.cost("move t1 0505") == 1 + 1
    assert field.rules("move t1 0505") == ["10.7-a", "8.1-nonrecon-night"]
    field.refused("move t1 0605-0704-0703", "8.1-nonrecon-night")  # 0704 is watched, too
    hemmed_in = Manoeuvre("pact", NIGHT, t1="0605", u1="0705", w1="0504", w2="0506")
    assert hemmed_in.goals("t1") == set() and "t1" not in hemmed_in.movable()


@rule("nuremberg", "8.1-nonrecon-reenter")
def test_after_that_hex_they_may_enter_another_zoc() -> None:
    field = Manoeuvre("pact", NIGHT, t1="0605", u1="0705")
    assert "0704" in field.goals("t1"), "over a hex without a zone"
    assert field.cost("move t1 0605-0604-0704") == (1 + 1) + (1 + 1)
    assert field.cost("move t1 0704") == 4
    field.play("move t1 0704")
    field.refused("move t1 0703", "8.1-nonrecon-stop")


@rule("nuremberg", "8.1-recon-go")
def test_recon_moves_through_zocs() -> None:
    field = Manoeuvre(r1="0505", u1="0705")
    assert field.cost("move r1 0505-0605-0604") == (1 + 1) + (1 + 1)
    field.play("move r1 0605")
    assert field.points("r1") == 9 - 2
    assert "0505" in field.goals("r1")


@rule("nuremberg", "8.1-recon-exit")
def test_recon_units_pay_a_point_to_leave_a_zoc() -> None:
    field = Manoeuvre(r1="0605", u1="0705")
    assert field.cost("move r1 0505") == 1 + 1
    assert field.rules("move r1 0505") == ["10.7-a", "8.1-recon-exit"]


@rule("nuremberg", "8.1-recon-direct")
def test_recon_units_step_from_zoc_to_zoc_for_two_points_and_stop() -> None:
    """[R-NUR-08]"""
    field = Manoeuvre(r1="0605", u1="0705")
    assert field.cost("move r1 0704") == 1 + 2
    assert field.rules("move r1 0704") == ["10.7-a", "8.1-recon-exit", "8.1-enter"]
    field.refused("move r1 0605-0704-0703", "8.1-recon-direct")
    field.play("move r1 0704")
    assert field.goals("r1") == set()
    field.refused("move r1 0703", "8.1-recon-direct")


@rule("nuremberg", "8.1-recon-direct", "8.1-recon-go")
def test_zoc_hex_reached_directly_or_by_detour() -> None:
    """Directly 0704 is cheaper, but the move ends there; round about it costs more and goes on."""
    field = Manoeuvre(r1="0605", u1="0705")
    assert field.cost("move r1 0605-0604-0704") == (1 + 1) + (1 + 1)
    field.play("move r1 0605-0604-0704")
    assert field.points("r1") == 9 - 4 and "0703" in field.goals("r1")


@rule("nuremberg", "8.1-nonrecon-night", "10.0-adjacent")
def test_a_written_step_is_not_replaced_by_a_detour() -> None:
    """From ZOC to ZOC at night: only a path that is not written out goes round, and takes a third hex."""
    field = Manoeuvre("pact", NIGHT, t1="0605", u1="0705")
    field.refused("move t1 0605-0704", "8.1-nonrecon-night")
    assert "0704" in field.goals("t1")
    (moved, *_) = field.play("move t1 0704")
    assert isinstance(moved, Moved) and len(moved.hexes) == 3


@rule("nuremberg", "8.1-heli")
@pytest.mark.parametrize("turn", [DAY, NIGHT])
def test_heliborne_units_ignore_zocs(turn: int) -> None:
    field = Manoeuvre("pact", turn, h1="0605", u1="0705")
    assert {"0604", "0505", "0804", "0805"} <= field.goals("h1", "fly")
    field.play("fly h1 0505")
    assert field.where("h1") == "0505"


@rule("nuremberg", "10.5", "8.1-nonrecon-stop")
def test_recon_continues_where_its_stack_must_stop() -> None:
    field = Manoeuvre(t1="0505", r1="0505", u1="0705")
    assert field.goals("t1") < field.goals("r1")
    field.play("move t1,r1 0605")
    field.refused("move t1 0505", "8.1-nonrecon-stop")
    field.play("move r1 0605-0506")
    assert field.where("r1") == "0506"


@rule("nuremberg", "4.6-mf")
@pytest.mark.parametrize("turn", [DAY, NIGHT])
def test_points_are_the_same_by_day_and_night(turn: int) -> None:
    field = Manoeuvre("pact", turn, t1="0505", r1="0305")
    assert field.points("t1") == 6 and field.points("r1") == 9
