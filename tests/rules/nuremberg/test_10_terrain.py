"""Cases 10.7, 10.8, 5.3 and 13.2: what steps cost over ground, rivers and autobahns, under aircraft."""

from __future__ import annotations

import pytest

from grognard.core.hexes.cost_waves import price_of
from grognard.core.hexes.grid import OFF
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.movement.step_costs import tolls, ways
from tests.rules.nuremberg.order_helpers import Manoeuvre, all_in, campaign


@rule("nuremberg", "10.7-a", "13.2-tec")
@pytest.mark.parametrize(
    ("start", "goal", "cost"),
    [("0505", "0605", 1), ("0903", "0803", 2), ("0909", "0809", 3), ("0911", "0811", 3), ("0303", "0203", 1)],
)
@pytest.mark.parametrize("unit", ["t1", "r1"])
def test_every_kind_of_ground_has_its_cost(unit: str, start: str, goal: str, cost: int) -> None:
    field = Manoeuvre(**all_in(start, unit))
    assert field.cost(f"move {unit} {start}-{goal}") == cost


@rule("nuremberg", "10.7-city", "10.7-c")
def test_a_city_costs_one_point() -> None:
    assert Manoeuvre(t1="0303").rules("move t1 0203") == ["10.7-city"]


@rule("nuremberg", "10.7-d")
def test_woods_are_woods_in_part() -> None:
    """A hex of the board is of one kind: one with any woods is listed as woods."""
    board = campaign().board
    woods, cities = board.terrain_mask("forest"), board.terrain_mask("city")
    assert woods and cities and not woods & cities


@rule("nuremberg", "10.7-airfield")
def test_an_airfield_costs_nothing_more() -> None:
    field = Manoeuvre("nato", u1="0502")
    assert field.cost("move u1 0402") == 1 and field.rules("move u1 0402") == ["10.7-a"]


@rule("nuremberg", "10.7-types")
def test_a_finger_lake_is_a_river() -> None:
    field = Manoeuvre("pact", 2, campaign(), None, su_39g_117="2950")
    assert "10.7-river-pact" in field.rules("move su-39g-117 2950-2850")


@rule("nuremberg", "13.2-mountain")
def test_mountain_infantry_pays_one_point_in_woods_marsh_and_hills() -> None:
    for start, goal in (("0903", "0803"), ("0909", "0809"), ("0911", "0811")):
        field = Manoeuvre("nato", wj=start, w1=start)
        assert field.cost(f"move wj {start}-{goal}") == 1
        assert field.cost(f"move w1 {start}-{goal}") > 1
    assert field.cost("move wj 0911-0910") == 1


@rule("nuremberg", "13.2-lake")
def test_a_lake_is_not_entered() -> None:
    field = Manoeuvre(t1="0912", h1="0910")
    assert "1012" not in field.goals("t1") and "1012" not in field.goals("h1", "fly")
    field.refused("move t1 1012", "13.2-lake")


# -- rivers ------------------------------------------------------------------------------------------


@rule("nuremberg", "10.7-river-pact")
def test_a_river_costs_the_pact_two_points() -> None:
    field = Manoeuvre(t1="0509")
    assert field.step("t1", "0609") == (1 + 2, ["10.7-a", "10.7-river-pact"])


@rule("nuremberg", "10.7-river-pact-city")
@pytest.mark.parametrize(("start", "goal"), [("0903", "1003"), ("1003", "0903")])
def test_into_or_out_of_a_city_it_costs_the_pact_one(start: str, goal: str) -> None:
    cost, rules = Manoeuvre(t1=start).step("t1", goal)
    assert cost == 1 + 1 and rules[-1] == "10.7-river-pact-city"


@rule("nuremberg", "10.7-river-nato")
@pytest.mark.parametrize(("start", "goal"), [("0509", "0609"), ("0903", "1003"), ("1003", "0903")])
def test_it_costs_nato_one_anywhere(start: str, goal: str) -> None:
    """[R-NUR-09]"""
    cost, rules = Manoeuvre("nato", u1=start).step("u1", goal)
    assert cost == 1 + 1 and rules[-1] == "10.7-river-nato"


# -- autobahns ---------------------------------------------------------------------------------------


@rule("nuremberg", "10.7-autobahn")
def test_along_an_autobahn_a_hex_costs_half_a_point() -> None:
    field = Manoeuvre(t1="0906")
    assert field.cost("move t1 0906-0806") == 0.5, "through woods"
    assert field.cost("move t1 0506") == 4 * 0.5
    assert Manoeuvre(t1="0805").step("t1", "0806") == (2, ["10.7-a"]), "not by an autobahn side"


@rule("nuremberg", "10.7-autobahn-river")
def test_an_autobahn_is_no_bridge() -> None:
    assert Manoeuvre(t1="0901").step("t1", "0801") == (0.5 + 2, ["10.7-autobahn", "10.7-river-pact"])
    assert Manoeuvre("nato", u1="0901").step("u1", "0801")[0] == 0.5 + 1


@rule("nuremberg", "10.8")
def test_costs_add_up() -> None:
    field = Manoeuvre(t1="0509", u1="0709")
    assert field.step("t1", "0609") == (1 + 2 + 1, ["10.7-a", "10.7-river-pact", "8.1-enter"])


@rule("nuremberg", "10.8")
@pytest.mark.parametrize("side", [PACT, NATO])
def test_the_account_of_every_step_of_the_map_agrees_with_its_price(side: int) -> None:
    field = Manoeuvre("pact", 1, campaign(), None)
    field.air("nato" if side == PACT else "pact", "2424", "1520", "3237")
    field.refugees("2424", "2525", "1521")
    grid = field.scenario.grid
    prices = ways(field.state, side, False)
    for here in grid.hexes():
        for direction, to in enumerate(grid.neighbours[here]):
            if to != OFF:
                paid = sum(toll.price for toll in tolls(field.state, side, False, direction, to))
                assert price_of(prices, direction, to) == paid


# -- aircraft and refugees -----------------------------------------------------------------------------


@rule("nuremberg", "5.3-cost")
def test_enemy_air_costs_a_point_for_the_hex_and_one_for_the_river() -> None:
    field = Manoeuvre(t1="0505", m1="0509")
    field.air("nato", "0705", "0709")
    assert field.step("t1", "0605")[0] == 1 + 1
    assert field.step("m1", "0609")[0] == 1 + 2 + 1 + 1
    on_autobahn = Manoeuvre(t1="0906")
    on_autobahn.air("nato", "0806")
    assert on_autobahn.step("t1", "0806")[0] == 0.5 + 1


@rule("nuremberg", "5.3-cap")
def test_several_markers_cost_no_more() -> None:
    field = Manoeuvre(t1="0505")
    field.air("nato", "0705", "0605", "0606")
    assert field.cost("move t1 0505-0605") == 1 + 1


@rule("nuremberg", "5.3-own")
def test_own_aircraft_cost_nothing() -> None:
    field = Manoeuvre(t1="0505")
    field.air("pact", "0705", "0605")
    assert field.cost("move t1 0505-0605") == 1


@rule("nuremberg", "10.10-nato")
def test_refugees_cost_nato_a_point_on_autobahns_too() -> None:
    field = Manoeuvre("nato", u1="0505", u2="0906")
    field.refugees("0605", "0806")
    assert field.cost("move u1 0505-0605") == 1 + 1
    assert field.cost("move u2 0906-0806") == 0.5 + 1
    assert "10.10-nato" in field.rules("move u1 0505-0605")


@rule("nuremberg", "10.10-pact")
def test_refugees_do_not_hinder_the_pact() -> None:
    field = Manoeuvre(t1="0505")
    field.refugees("0605")
    assert field.cost("move t1 0505-0605") == 1
