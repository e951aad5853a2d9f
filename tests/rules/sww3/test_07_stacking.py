"""Chapter 7: ten steps in a hex, at all times; markers and the order of a stack count for nothing."""

from __future__ import annotations

import msgspec

from grognard.core.contract.orders import Order
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import cities
from tests.rules.sww3.field import BOTH
from tests.rules.sww3.parade import Parade

FULL = {"t1": "0703", "t2": "0703", "t3": "0703", "m1": "0703", "m2": "0703"}
"""Five divisions of two steps each in one hex."""


@rule("pincher", "7.1")
@rule("sandown", "7.1")
@BOTH
def test_no_unit_enters_a_hex_with_enemies(game: str) -> None:
    f = Parade(game, t1="0703", u3="0702")
    f.refused("move t1 0703-0702", "11.3-enemy")
    assert not [text for text in f.orders() if text.endswith("-0702")]


@rule("pincher", "7.3")
@rule("sandown", "7.3")
@BOTH
def test_stacking_limit_is_ten_steps(game: str) -> None:
    f = Parade(game, **FULL, m3="0704", g1="0704")
    assert "stacking limit" in f.refused("move m3 0704-0703", "7.3")
    f.refused("move g1 0704-0703", "7.3")
    f = Parade(game, **FULL | {"m2": "0703*"}, m3="0704", g1="0704")
    f.refused("move m3 0704-0703", "7.3")
    f.play("move g1 0704-0703")
    f.refused("move m3 0704-0703", "7.3")


@rule("pincher", "7.3")
@rule("sandown", "7.3")
@BOTH
def test_steps_are_counted_not_units(game: str) -> None:
    """Six reduced divisions are six steps: two whole ones fit beside them."""
    f = Parade(
        game, t1="0703*", t2="0703*", t3="0703*", m1="0703*", m2="0703*", m3="0703*", r1="0704", a1="0704"
    )
    f.play("move r1,a1 0704-0703")
    assert f.where("a1") == "0703"


@rule("pincher", "7.3")
@rule("sandown", "7.3")
@BOTH
def test_group_must_fit_stacking_limit(game: str) -> None:
    f = Parade(game, t1="0703", t2="0703", t3="0703", m1="0703", m2="0704", m3="0704")
    f.refused("move m2,m3 0704-0703", "7.3")
    f.play("move m2 0704-0703")
    at = {"t1": "0703", "t2": "0703", "t3": "0703", "m1": "0703", "m2": "0704", "g1": "0704"}
    f = Parade(game, **at)
    f.refused("move m2,g1 0704-0703", "7.3")  # eleven steps
    f = Parade(game, **at | {"m1": "0703*"})
    f.play("move m2,g1 0704-0703")


@rule("pincher", "7.2-always")
@rule("sandown", "7.2-always")
@BOTH
def test_units_cannot_pass_through_full_hex(game: str) -> None:
    """From 0704 to 0702 the only way of two steps is over 0703, the others over rough 0804 [R-SWW-08]."""
    f = Parade(game, m3="0704")
    assert f.cost("m3", "0702") == 2
    f = Parade(game, **FULL, m3="0704")
    assert f.cost("m3", "0702") == 4
    f.refused("move m3 0704-0703-0702", "7.3")


@rule("pincher", "7.2-always")
@rule("sandown", "7.2-always")
@BOTH
def test_refusal_names_path_through_full_hex(game: str) -> None:
    """Between the enemies in 0701 and 0901 the corner 0801 can be reached only over 0802, which is full."""
    f = Parade(game, **dict.fromkeys(FULL, "0802"), u1="0701", u3="0901", m3="0803")
    assert "full" in f.refused("move m3 0803-0801", "7.2-always")
    f = Parade(game, u1="0701", u3="0901", m3="0803")
    f.play("move m3 0803-0801")


@rule("pincher", "7.2-excess")
@rule("sandown", "7.2-excess")
@BOTH
def test_no_order_overstacks_and_overstacked_position_is_invalid(game: str) -> None:
    """With no way to break the limit nothing is ever left to be eliminated [R-SWW-08]."""
    f = Parade(game, **FULL, m3="0704", r1="0703*", g1="0702")
    assert [fault for fault in invariants.violations(f.state) if "0703" in fault]
    f = Parade(game, **FULL, m3="0704", g1="0702")
    assert not invariants.violations(f.state)
    for text in sorted(f.orders()):
        twin = f.state.copy()
        order = f.order(text)
        if order.verb == "move":
            rules.apply(twin, "soviet", order, None)  # type: ignore[arg-type]
            assert max(twin.load.values()) <= 10


@rule("pincher", "7.4")
@rule("sandown", "7.4")
@BOTH
def test_markers_have_no_stacking_value(game: str) -> None:
    f = Parade(game, t1="0703", t2="0703", t3="0703", m1="0703", m2="0704")
    f.nuke("0703")
    f.air(SOVIET, "0703")
    f.supply_from_air(SOVIET, "0703")
    f.play("move m2 0704-0703")
    assert f.state.load[f.hex("0703")] == 10


@rule("pincher", "7.5")
@rule("sandown", "7.5")
@BOTH
def test_both_sides_see_every_unit_of_every_stack(game: str) -> None:
    f = Parade(game, t1="0703", t2="0703*", u1="0402", u3="0402")
    views = [rules.view(f.state, side) for side in ("soviet", "allied", "")]
    seen = [{(u.id, u.at, u.steps) for u in view.units if u.at[0].isdigit()} for view in views]
    assert seen == [{("t1", "0703", 2), ("t2", "0703", 1), ("u1", "0402", 2), ("u3", "0402", 1)}] * 3


@rule("pincher", "7.6")
@rule("sandown", "7.6")
@BOTH
def test_the_order_in_which_units_are_stacked_changes_nothing(game: str) -> None:
    one = Parade(game, t1="0703", m1="0703", r1="0703", u1="0504")
    other = Parade(game, u1="0504", r1="0703", t1="0703", m1="0703")
    assert one.state.digest == other.state.digest
    assert one.orders() == other.orders()
    first, second = (msgspec.json.encode(rules.view(f.state, "allied")) for f in (one, other))
    assert first == second


@rule("sandown", "7.7")
@BOTH
def test_allied_units_of_different_nations_may_stack(game: str) -> None:
    f = Parade(game, "allied movement", u1="0403", k1="0404", f1="0402")
    f.play("move k1 0404-0403")
    f.play("move f1 0402-0403")
    assert f.where("u1") == f.where("k1") == f.where("f1") == "0403"


def test_stacking_limit_applies_in_cities() -> None:
    f = Parade("pincher", **dict.fromkeys(FULL, "1105"), m3="1106")
    assert cities(f.state) >> f.hex("1105") & 1
    f.refused("move m3 1106-1105", "7.3")
    assert Order("move", units=("m3",), path=("1106", "1105")) not in map(f.order, f.orders())
