"""Chapter 7: who may share a hex, and when it is looked at."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.stacking import excess, fits, overstacked, stacking_refusal
from tests.rules.nuremberg.order_helpers import Manoeuvre, all_in, campaign


def fit(field: Manoeuvre, label: str, *ids: str) -> bool:
    return fits(field.state, field.bit(*ids), field.hex(label))


@rule("nuremberg", "7.0")
def test_enemies_never_share_a_hex_and_markers_do_not_count() -> None:
    field = Manoeuvre(t1="0605", u1="0505", g1="0705")
    assert not fit(field, "0505", "t1") and not fit(field, "0705", "t1")
    refusal = stacking_refusal(field.state, field.bit("t1"), field.hex("0505"))
    assert refusal is not None and refusal.rule == "7.0"
    field.air("pact", "0605")
    field.refugees("0605")
    assert fit(field, "0605", "t2")


@rule("nuremberg", "7.2-two")
@pytest.mark.parametrize(
    ("there", "newcomer", "fitting"),
    [
        (["t1"], "t2", True),
        (["t1"], "m1", False),  # another division
        (["t1"], "e1", False),  # another nation
        (["t1", "t2"], "t3", False),  # a third one
        (["e1"], "e2", True),
        (["e1"], "e3", False),
    ],
)
def test_two_pact_units_of_one_division(there: list[str], newcomer: str, fitting: bool) -> None:
    field = Manoeuvre(**all_in("0605", *there))
    assert fit(field, "0605", newcomer) is fitting


@rule("nuremberg", "7.3-three")
@pytest.mark.parametrize(
    ("there", "newcomer", "fitting"),
    [
        (["u1", "u2"], "u3", True),
        (["u1", "u2", "u3"], "u4", False),
        (["u1"], "u5", False),  # another division
        (["u1"], "w1", False),  # another nation
    ],
)
def test_three_nato_units_of_one_division(there: list[str], newcomer: str, fitting: bool) -> None:
    field = Manoeuvre("nato", **all_in("0605", *there))
    assert fit(field, "0605", newcomer) is fitting


@rule("nuremberg", "7.3-static")
def test_garrisons_do_not_count_for_stacking() -> None:
    field = Manoeuvre("nato", u1="0605", u2="0605", u3="0605")
    assert fit(field, "0605", "g1") and fit(field, "0605", "g1", "v1")
    field.put("g1", "0605")
    assert not overstacked(field.state, NATO)
    assert not fit(field, "0605", "u4")


@rule("nuremberg", "7.1-pact")
def test_the_pact_never_passes_through_a_full_hex() -> None:
    """The only way out of the corner leads through a full hex, or one of another division."""
    field = Manoeuvre(t1="0101", t2="0102", t3="0102", m1="0201", e1="0202")
    assert field.goals("t1") == set()
    assert field.movable() == {"t2", "t3", "m1", "e1"}
    field.refused("move t1 0102", "7.1-pact")
    field.refused("move t1 0101-0201-0301", "7.1-pact")
    field.put("t3", "away")
    assert {"0102", "0103"} <= field.goals("t1")


@rule("nuremberg", "7.1-nato")
def test_nato_passes_through_its_stacks_and_overstacks_for_a_while() -> None:
    field = Manoeuvre("nato", u1="0101", u2="0102", u3="0102", u4="0102", w1="0201", uc="0505")
    field.play("move u1 0101-0102-0103")
    assert field.where("u1") == "0103"
    field.play("move w1 0201-0102")
    assert field.names(overstacked(field.state, NATO)) == ["0102"]
    assert moves.must_disperse(field.state, NATO) == field.bit("w1", "u2", "u3", "u4")
    field.play("move w1 0102-0202")
    assert not overstacked(field.state, NATO) and not moves.must_disperse(field.state, NATO)


@rule("nuremberg", "7.1-excess")
def test_too_many_units_are_named_for_the_owner_to_choose_from() -> None:
    field = Manoeuvre("nato", u1="0605", u2="0605", u3="0605", g1="0605", u5="0705")
    assert not excess(field.state, field.hex("0605"))
    field.put("u4", "0605")
    assert excess(field.state, field.hex("0605")) == field.bit("u1", "u2", "u3", "u4")
    field.put("u4", "0705")
    assert excess(field.state, field.hex("0705")) == field.bit("u4", "u5")
    assert not overstacked(field.state, PACT)


@rule("nuremberg", "10.6.1-pact")
def test_pact_heliborne_units_stack_with_heliborne_units_of_their_nation() -> None:
    field = Manoeuvre(h1="0605", t1="0805", e1="0905")
    assert fit(field, "0605", "h2")
    assert not fit(field, "0605", "eh") and not fit(field, "0605", "t2")
    assert not fit(field, "0805", "h1") and not fit(field, "0905", "eh")
    refusal = stacking_refusal(field.state, field.bit("h1"), field.hex("0805"))
    assert refusal is not None and refusal.rule == "10.6.1-pact"
    brigades = Manoeuvre("pact", 2, campaign(), None, su_35h_1="4240")
    assert fit(brigades, "4240", "su-900h"), "of whatever brigade"


@rule("nuremberg", "7.4-move")
def test_heliborne_units_do_not_move_with_others() -> None:
    field = Manoeuvre("nato", fh="0605", fm="0605")
    field.refused("move fh,fm 0605-0705", "7.4-move")
    field.refused("fly fh,fm 0605-0705", "7.4-move")
    field.play("fly fh 0605-0705")
    field.play("move fm 0605-0705")
    assert field.where("fh") == field.where("fm") == "0705", "but they may start and end stacked"
    assert not overstacked(field.state, NATO)


@rule("nuremberg", "7.4-nation")
def test_heliborne_units_fly_over_other_nations_but_do_not_land_with_them() -> None:
    field = Manoeuvre("nato", fh="0101", u1="0102", u2="0201", g1="0303")
    field.refused("fly fh 0101-0102", "7.4-nation")
    assert {"0102", "0201"}.isdisjoint(field.goals("fh", "fly"))
    assert "0303" in field.goals("fh", "fly"), "garrisons stack with anybody"
    field.play("fly fh 0101-0102-0103")
    assert field.where("fh") == "0103"


@rule("nuremberg", "7.5")
def test_stacks_have_no_order() -> None:
    one, other = Manoeuvre(t1="0605", t2="0605"), Manoeuvre(t2="0605", t1="0605")
    assert one.state.here == other.state.here
    assert bits(one.state.here[one.hex("0605")]) == bits(one.bit("t1", "t2"))
