"""Chapter 8: zones of control, what they cost on the move, and what they do to supply, retreats and drops."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from tests.rules.sww3.field import BOTH
from tests.rules.sww3.parade import Parade
from tests.support import kinds

AROUND_0702 = {"0701", "0802", "0803", "0703", "0603", "0602"}


@rule("pincher", "8.1-six")
@rule("sandown", "8.1-six")
@BOTH
def test_zoc_is_the_six_adjacent_hexes(game: str) -> None:
    f = Parade(game, t1="0702", t2="0702")
    assert f.zone(SOVIET) == AROUND_0702
    assert f.zone(ALLIED) == set()


@rule("pincher", "8.1-all")
@rule("sandown", "8.1-all")
@pytest.mark.parametrize("unit", ["u1", "u3", "b1", "k1", "f1"])
@BOTH
def test_units_of_every_kind_have_zoc(game: str, unit: str) -> None:
    """Divisions, regiments and garrisons alike."""
    f = Parade(game, **{unit: "0702"})
    assert f.zone(ALLIED) == AROUND_0702


@rule("pincher", "8.1-all")
@rule("sandown", "8.1-all")
@BOTH
def test_reduced_and_unsupplied_units_have_zoc(game: str) -> None:
    f = Parade(game, "allied movement", t1="0404*", u1="0303", u2="0604", k1="0505", u3="0502")
    assert not f.supplied("t1")
    assert f.zone(SOVIET) == {"0403", "0503", "0504", "0405", "0304", "0303"}
    assert f.cost("u3", "0403") == 2


@rule("pincher", "8.1-mutual")
@rule("sandown", "8.1-mutual")
@BOTH
def test_zoc_of_both_sides_may_overlap(game: str) -> None:
    f = Parade(game, t1="0702", u1="0903")
    assert f.zone(SOVIET) & f.zone(ALLIED) == {"0803"}
    assert f.cost("t1", "0803") == 2
    f.go_to("allied movement")
    changed(f.state)
    assert f.cost("u1", "0803") == 2


@rule("pincher", "8.2-terrain")
@rule("sandown", "8.2")
@BOTH
def test_zoc_extends_across_all_terrain(game: str) -> None:
    f = Parade(game, u1="0603", u2="1101", k1="1103", w1="0204")
    zone = f.zone(ALLIED)
    assert {"0702", "0703"} <= zone  # over the river
    assert "1102" in zone  # over the lake
    assert {"1003", "1004"} <= zone  # into the mountains
    assert {"0103", "0104"} <= zone  # out to sea
    f.put("u1", "1004")
    assert "1005" in f.zone(ALLIED)


@rule("pincher", "8.2-neutral")
def test_zoc_does_not_cross_neutral_border() -> None:
    f = Parade("pincher", "allied movement", y1="0607", t1="0806")
    assert f.zone(ALLIED) == set()
    assert f.zone(SOVIET) == {"0805", "0905", "0906", "0706", "0705"}  # 0807 is Yugoslav
    f.state.neutral = 0
    changed(f.state)
    assert f.zone(ALLIED) == {"0606", "0706", "0707", "0608", "0507", "0506"}
    assert "0807" in f.zone(SOVIET)


@rule("pincher", "8.2-neutral")
def test_a_neutral_army_does_not_slow_enemies_outside_its_country() -> None:
    f = Parade("pincher", y1="0707", m1="0806")
    assert f.cost("m1", "0706") == 1
    f.state.neutral = 0
    changed(f.state)
    assert f.cost("m1", "0706") == 2


@rule("pincher", "13.6-zoc", "8.3-enter")
def test_disrupted_unit_does_not_slow_an_invader_of_a_neutral_country() -> None:
    """u1 in 0906 exerts a ZOC into Yugoslav 0807 once it is invaded [R-PIN-32], but not while disrupted."""
    f = Parade("pincher", t1="0806", u1="0906")
    assert f.cost("t1", "0807") == 3
    f.state.disrupted = f.bit("u1")
    changed(f.state)
    assert f.cost("t1", "0807") == 1
    assert f.cost("t1", "0808") == 2


@rule("pincher", "8.3-enter")
@rule("sandown", "8.3-enter")
@BOTH
def test_entering_enemy_zoc_costs_one_mp(game: str) -> None:
    free = Parade(game, m1="0803")
    assert free.cost("m1", "0802") == 1
    f = Parade(game, m1="0803", u1="0801")
    assert f.cost("m1", "0802") == 2


@rule("pincher", "8.3-leave")
@rule("sandown", "8.3-leave")
@BOTH
def test_leaving_enemy_zoc_costs_one_mp(game: str) -> None:
    f = Parade(game, m1="0802", u1="0801")
    assert f.cost("m1", "0803") == 2
    assert f.cost("m1", "0703") == 3  # only the first step leaves the zone


@rule("pincher", "8.3-through")
@rule("sandown", "8.3-through")
@BOTH
def test_zoc_to_zoc_costs_two_extra_mp(game: str) -> None:
    f = Parade(game, m1="0802", u1="0801")
    assert f.zone(ALLIED) == {"0802", "0901", "0701"}
    assert f.cost("m1", "0901") == 3
    f.play("move m1 0802-0901")
    assert f.where("m1") == "0901"


@rule("pincher", "8.3-nonegate")
@rule("sandown", "8.3-nonegate")
@BOTH
def test_friendly_unit_does_not_negate_zoc_cost(game: str) -> None:
    f = Parade(game, m1="0803", t1="0802", u1="0801")
    assert f.cost("m1", "0802") == 2
    assert f.cost("t1", "0803") == 2


@rule("pincher", "8.4-into")
@rule("sandown", "8.4-into")
@BOTH
def test_supply_line_may_end_in_enemy_zoc(game: str) -> None:
    f = Parade(game, t1="0604", u1="0504")
    assert f.zone(ALLIED) >= {"0604"}
    assert f.supplied("t1")


@rule("pincher", "8.4-through")
@rule("sandown", "8.4-through")
@BOTH
def test_supply_line_through_enemy_zoc_needs_friendly_units(game: str) -> None:
    """West of the river 0604 and 0603 are the way out; both lie in zones of enemies."""
    at = {"t1": "0503", "u1": "0502", "u2": "0504", "k1": "0602"}
    cut = Parade(game, **at)
    assert not cut.supplied("t1")
    assert Parade(game, **at, m1="0603").supplied("t1")


@rule("pincher", "8.5")
@rule("sandown", "8.5")
@BOTH
def test_friendly_unit_negates_zoc_for_retreat(game: str) -> None:
    """u3 can retreat only to 0402, in the zones of r1 and t3; with k1 there nothing is lost."""
    for friend, left in ((False, 0), (True, 1)):
        ring = {"t1": "0503", "g1": "0502", "a1": "0404", "m1": "0303", "r1": "0302", "t3": "0301"}
        f = Parade(game, "soviet combat", 1, **ring, u3="0403")
        if friend:
            f.put("k1", "0402")
        f.play("attack 0403 t1", 2)  # 7 against 3 is 2:1: DR
        while f.asked[1] == "retreat":
            f.play("retreat 0402")
        if f.asked[1] == "lose":
            f.play("lose u3")
        assert f.steps("u3") == [left]
        assert f.where("u3") == ("0402" if friend else "lost")


@rule("pincher", "8.6")
@rule("sandown", "8.6")
@BOTH
def test_zoc_does_not_hinder_advance(game: str) -> None:
    """0403 is in the ZOC of u2, and t1 is in it too."""
    f = Parade(game, "soviet combat", t1="0503", t2="0503", t3="0503", u3="0403", u2="0402")
    f.play("attack 0403 t1,t2,t3")
    assert f.asked == ("soviet", "advance")
    f.play("advance t1")
    assert f.where("t1") == "0403"


@rule("pincher", "8.7")
@rule("sandown", "8.7")
@BOTH
def test_empty_hex_in_enemy_zoc_may_be_probed(game: str) -> None:
    f = Parade(game, "soviet combat", t1="0802", u1="0801", t2="0803", m1="0702")
    probes = {text for text in f.orders() if text.startswith("probe")}
    assert "probe 0701 t1" in probes
    assert not [text for text in probes if text.split()[1] not in f.zone(ALLIED) - {"0802"}]
    f.play("probe 0701 t1")
    while f.asked[1] == "advance":
        f.play("advance t1")
    assert f.where("t1") == "0701"


@rule("pincher", "8.8")
@rule("sandown", "8.8")
@BOTH
def test_paratroops_may_drop_into_enemy_zoc(game: str) -> None:
    f = Parade(game, u1="0402", p1="airborne")
    f.air(SOVIET)
    f.state.aerial_left = [1]
    assert "0403" in f.zone(ALLIED)
    f.play("drop 0403 p1")
    assert f.where("p1") == "0403"


@rule("pincher", "8.9")
@rule("sandown", "8.9")
@BOTH
def test_disrupted_units_have_no_zoc(game: str) -> None:
    f = Parade(game, m1="0803", u1="0801", u3="0801")
    f.state.disrupted = f.bit("u1")
    changed(f.state)
    assert f.cost("m1", "0802") == 2  # u3 in the same hex is not disrupted
    f.state.disrupted = f.bit("u1", "u3")
    changed(f.state)
    assert f.zone(ALLIED) == set()
    assert f.cost("m1", "0802") == 1


def test_kinds_of_events() -> None:
    f = Parade("pincher", m1="0803", u1="0801")
    assert kinds(f.play("move m1 0803-0802")) == ["moved"]
