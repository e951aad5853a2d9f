"""Explanations of battles, moves and flights: every line with its value and its rule."""

from __future__ import annotations

import pytest

from grognard.core.contract.explanation import Explanation
from grognard.core.testing import rule
from grognard.games.afcent import rules
from grognard.games.afcent.movement import moves
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.order_helpers import DAY, NIGHT, Manoeuvre, campaign

Lines = list[tuple[str, str, str]]


def lines(account: Explanation) -> Lines:
    return [(line.label, line.value, line.rule) for line in account.lines]


# -- battles ---------------------------------------------------------------------------------------


@rule("nuremberg", "11.6-total", "11.7-half", "11.6-odds", "11.4-before")
def test_battle_across_a_river_with_support_to_come() -> None:
    field = Battlefield(m1="0609", m2="0609", m3="0608", w2="0509", w3="0509")
    field.ready("su-a1", "wg-a1", "wg-h1")
    account = field.odds("attack 0509 m1,m2,m3")
    assert account.title == "attack on 0509"
    assert lines(account) == [
        ("Soviet m1", "7", "2.2-factor"),
        ("Soviet m2", "7", "2.2-factor"),
        ("across a river from 0609", "14 → 7", "11.7-half"),
        ("Soviet m3", "7", "2.2-factor"),
        ("across a river from 0608", "7 → 4", "11.7-half"),
        ("total attack", "11", "11.6-total"),
        ("West German w2", "4", "2.2-factor"),
        ("West German w3", "4", "2.2-factor"),
        ("total defence", "8", "11.6-total"),
        ("odds", "1:1", "11.6-odds"),
        ("attack from several hexes", "+1", "11.8-hexes"),
        ("Warsaw Pact support, if committed", "up to +1", "11.4-before"),
        ("NATO support, if committed", "up to -2", "11.4-before"),
    ]
    assert account.total == "1:1, +1"
    assert account.outcomes == pytest.approx({"DR": 1 / 2, "EX": 1 / 2})
    assert [chance.result for chance in account.chances] == ["EX", "DR"]


def said(account: Explanation) -> dict[str, str]:
    """What each result does, in a sentence."""
    return {chance.result: "".join(map(str, chance.says)) for chance in account.chances}


@rule("nuremberg", "11.4-secret")
def test_a_pledge_is_explained_to_the_side_that_decides() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505")
    field.ready("su-a1", "wg-a1")
    field.play("attack 0505 m1,m2")
    attacker, defender = field.odds("commit su-a1"), field.odds("commit wg-a1")
    assert "you can take 0505" in said(attacker)["DR"]
    assert "the enemy can take 0505" in said(defender)["DR"]
    assert not any("you can take" in sentence for sentence in said(defender).values())
    assert {chance.result: chance.verdict for chance in attacker.chances}["DR"] == "good"
    assert {chance.result: chance.verdict for chance in defender.chances}["DR"] == "bad"
    unknown = field.odds("commit")  # either side may ask
    assert unknown.risk == () and {chance.verdict for chance in unknown.chances} == {None}
    field.play("commit su-a1", by="pact")
    assert "the enemy can take 0505" in said(field.odds("commit"))["DR"]


@rule("nuremberg", "11.4-drm", "11.4-secret")
def test_a_pledge_is_explained_without_the_other_side() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505")
    field.ready("su-a1", "su-h1", "wg-a1")
    field.play("attack 0505 m1,m2")
    field.play("commit wg-a1", by="nato")
    account = field.odds("commit su-a1,su-h1")
    assert lines(account)[-3:] == [
        ("Warsaw Pact artillery", "+1", "11.8-artillery"),
        ("Warsaw Pact attack helicopters", "+1", "11.8-heli"),
        ("NATO support, if committed", "up to -1", "11.4-before"),
    ]
    assert account.total == "1:1, +2"


@rule("nuremberg", "11.6-high", "13.1-low")
def test_battles_beyond_the_table() -> None:
    field = Battlefield(big="0605", t1="0606", m3="0604", w4="0505")
    account = field.odds("attack 0505 big,t1,m3")
    assert lines(account)[6:8] == [("odds", "20:1", "11.6-odds"), ("above 13:1: no roll", "DE", "11.6-high")]
    assert (account.total, account.outcomes) == ("20:1", {"DE": 1.0})
    field = Battlefield(h1="0605", u1="0505", u2="0505", u5="0505")
    account = field.odds("attack 0505 h1")
    assert lines(account)[6:] == [("odds", "1:10", "R-NUR-14"), ("below 1:3: no roll", "AE", "13.1-low")]
    assert (account.total, account.outcomes) == ("1:10", {"AE": 1.0})
    nato = Battlefield("nato", w4="0605", t1="0505", t2="0505")
    account = nato.odds("attack 0505 w4")
    assert lines(account)[-1] == ("below 1:3: no roll", "AL", "13.1-low")


@rule("nuremberg", "11.3-defend")
def test_units_already_attacked_do_not_defend() -> None:
    """[R-NUR-48]"""
    field = Battlefield(m1="0605", w2="0505", w3="0505")
    field.state.attacked = field.bit("w3")
    assert lines(field.odds("attack 0505 m1"))[2:5] == [
        ("West German w2", "4", "2.2-factor"),
        ("West German w3 (already attacked in this phase)", "0", "R-NUR-48"),
        ("total defence", "4", "11.6-total"),
    ]


@rule("nuremberg", "11.8-sum")
def test_every_modifier_has_a_line_with_its_rule() -> None:
    field = Battlefield("nato", 3, u1="0704", u5="0706", t1="0806", e2="0709")
    field.air("pact", "0806")
    field.jam("0806", 2)
    field.jam("0706", 1)
    field.refugees("0706")
    field.scenario.exclusive.modifiers.append(("exclusive", 4, "12.3-nato"))  # type: ignore[attr-defined]
    try:
        found = lines(field.odds("attack 0806 u5"))
    finally:
        field.scenario.exclusive.modifiers.clear()  # type: ignore[attr-defined]
    assert found[5:] == [
        ("forest", "-1", "13.2-tec"),
        ("defender's airpower", "-1", "5.4-defend"),
        ("EW markers on the defenders", "+2", "6.4-defender"),
        ("EW markers on the attackers", "-1", "6.4-attacker"),
        ("refugees", "-1", "10.10-combat"),
        ("night attack", "-1", "11.8-night"),
        ("exclusive", "+4", "12.3-nato"),
    ]


@rule("nuremberg", "11.8.1-one", "11.8.1-two", "5.4-attack")
def test_armor_and_airpower_of_the_attacker() -> None:
    field = Battlefield(e1="0605", w2="0505")
    field.air("pact", "0405")
    assert lines(field.odds("attack 0505 e1"))[5:] == [
        ("armor superiority", "+1", "11.8.1-one"),
        ("attacker's airpower", "+1", "5.4-attack"),
    ]
    field = Battlefield(t1="0605", w2="0505")
    assert lines(field.odds("attack 0505 t1"))[5:] == [("armor superiority", "+2", "11.8.1-two")]


@rule("nuremberg", "11.12-noloss")
def test_probe() -> None:
    field = Battlefield(m1="0605", w2="0606")
    assert {line.rule for line in field.odds("probe 0505 m1").lines} == {"11.12-noloss"}


# -- moves -----------------------------------------------------------------------------------------


@rule("nuremberg", "10.8", "13.2-mountain", "5.3-cost", "10.10-nato", "10.7-river-nato")
def test_move_costs_on_top_of_the_terrain() -> None:
    field = Manoeuvre("nato", wj="0903")
    field.air("pact", "0803")
    field.refugees("0803")
    assert lines(field.explain("move wj 0803")) == [
        ("0803: forest", "1", "13.2-mountain"),
        ("0803: enemy airpower", "1", "5.3-cost"),
        ("0803: refugees", "1", "10.10-nato"),
    ]
    field = Manoeuvre("nato", wj="1003")
    field.air("pact", "0803")
    assert lines(field.explain("move wj 1003-0903")) == [
        ("0903: clear", "1", "10.7-a"),
        ("0903: river", "1", "10.7-river-nato"),
        ("0903: enemy airpower", "1", "5.3-cost"),
        ("0903: river under enemy airpower", "1", "5.3-cost"),
    ]


@rule("nuremberg", "10.7-river-pact", "10.7-river-pact-city", "10.7-city", "10.7-autobahn")
def test_pact_costs_of_rivers_cities_and_autobahns() -> None:
    assert lines(Manoeuvre(t1="0903").explain("move t1 0903-1003")) == [
        ("1003: city", "1", "10.7-city"),
        ("1003: river", "1", "10.7-river-pact-city"),
    ]
    assert lines(Manoeuvre(t1="0609").explain("move t1 0609-0509")) == [
        ("0509: clear", "1", "10.7-a"),
        ("0509: river", "2", "10.7-river-pact"),
    ]
    assert lines(Manoeuvre(t1="0706").explain("move t1 0706-0606")) == [
        ("0606: autobahn", "0.5", "10.7-autobahn")
    ]


@rule("nuremberg", "8.1-recon-exit", "8.1-nonrecon-night", "8.1-enter")
def test_costs_of_leaving_zocs() -> None:
    field = Manoeuvre(turn=DAY, r1="0505", u1="0606")
    assert lines(field.explain("move r1 0505-0405")) == [
        ("0405: clear", "1", "10.7-a"),
        ("0505: leaving enemy ZOC", "1", "8.1-recon-exit"),
    ]
    field = Manoeuvre(turn=NIGHT, t1="0505", u1="0606")
    assert lines(field.explain("move t1 0505-0405"))[1] == (
        "0505: leaving enemy ZOC",
        "1",
        "8.1-nonrecon-night",
    )
    assert field.explain("move t1 0505-0405").total == "2 of 6 MP"


@rule("nuremberg", "10.9-double")
def test_columns_have_twice_the_points() -> None:
    field = Manoeuvre("nato", u1="0505", uc="0305")
    assert field.explain("column u1 0505-0405").total == "1 of 12 MP"
    assert field.explain("column uc 0305-0205").total == "1 of 18 MP"


@rule("nuremberg", "12.3-border", "4.4")
def test_border_toll_of_the_first_turn() -> None:
    field = Manoeuvre("pact", 1, campaign(), None, su_39g_117="3615")
    border = [line for line in lines(field.explain("move su-39g-117 3615-3515")) if line[2] == "4.4"]
    assert border == [("3515: border", "1", "4.4")]


# -- flights ---------------------------------------------------------------------------------------


@rule("nuremberg", "10.6.1-drm", "10.6.1-a")
def test_flights() -> None:
    field = Manoeuvre(h1="0404", u1="0705")
    field.air("nato")
    account = field.explain("fly h1 0404-0504-0604-0704")
    assert account.title == "fly h1 0404-0504-0604-0704"
    assert lines(account) == [("0704: enemy air superiority, enemy unit or ZOC", "+3", "10.6.1-drm")]
    assert account.total == "3 hexes, 1 roll"
    assert account.outcomes == pytest.approx({"lands": 2 / 6, "lost": 4 / 6})
    account = field.explain("fly h1 0203")
    assert lines(account) == [("0203: enemy air superiority, landing in a city", "+4", "10.6.1-drm")]
    assert account.outcomes == pytest.approx({"lands": 1 / 6, "lost": 5 / 6})
    assert [chance.effect for chance in account.chances] == ["lands", "eliminated in flight"]
    account = field.explain("fly h1 0404-0405")
    assert (account.total, account.lines) == ("1 hex, 0 rolls", ())
    assert account.chances[0].effect == "no attrition roll"


@rule("nuremberg", "10.6.1-drm")
def test_a_flight_that_cannot_survive() -> None:
    """Landing in a city in an enemy ZOC without air superiority adds 5 to the die."""
    field = Manoeuvre(h1="0303", u1="0103")
    field.air("nato")
    assert field.explain("fly h1 0203").outcomes == {"lands": 0.0, "lost": 1.0}


@rule("nuremberg", "6.3-heli-one")
def test_range_roll_of_a_jammed_flight() -> None:
    field = Manoeuvre(h1="0505", jammed={"0505": 1})
    account = field.explain("fly h1")
    assert (account.title, account.lines, account.total) == (
        "fly h1",
        (),
        "roll two dice for its range in hexes",
    )


# -- reach -----------------------------------------------------------------------------------------


@rule("nuremberg", "10.6-unlimited", "6.3-heli-one")
def test_flights_cost_no_movement_points() -> None:
    field = Manoeuvre(h1="0505")
    costs = moves.costs(field.state, (field.scenario.index["h1"],))
    assert len(costs) > 100 and set(costs.values()) == {0.0}
    jammed = Manoeuvre(h1="0505", jammed={"0505": 1})
    assert moves.costs(jammed.state, (jammed.scenario.index["h1"],)) == {}


@rule("nuremberg", "10.0-mp", "10.9-double")
def test_reach_gives_the_cost_of_every_hex() -> None:
    """In movement points; in column only where a unit gets there no other way."""
    field = Manoeuvre(t1="0906")
    found = rules.reach(field.state, ["t1"])
    grid = field.scenario.grid
    costs = {grid.label(hex_): cost for hex_, cost in found.items()}
    assert (costs["0806"], costs["0706"], costs["0505"], costs["0506"]) == (0.5, 1.0, 2.5, 2.0)
    assert max(costs.values()) > 6, "columns get further"
    assert list(found) == sorted(found)
    assert "0906" not in costs


@rule("nuremberg", "10.3", "10.0-own")
def test_reach_is_empty_for_units_that_cannot_move_together() -> None:
    field = Manoeuvre(t1="0906", t2="0906", m1="0505", u1="0101")
    assert rules.reach(field.state, []) == {}
    assert rules.reach(field.state, ["t1", "m1"]) == {}
    assert rules.reach(field.state, ["u1"]) == {}
    assert rules.reach(field.state, ["t1", "t2"]) != {}
    assert rules.reach(Battlefield(t1="0605").state, ["t1"]) == {}
