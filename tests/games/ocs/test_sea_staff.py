"""The advisor at sea: landings, Beach Assaults, gunfire, supply in ports, and coastal guns."""

from __future__ import annotations

import contextlib

from grognard.core.hexes.grid import bits
from grognard.games.ocs.advice.evaluation import score
from grognard.games.ocs.advice.staff.advisor import advise
from grognard.games.ocs.advice.staff.air_and_sea import gunfire
from grognard.games.ocs.advice.staff.air_and_sea.sea import plan_fleet
from grognard.games.ocs.advice.staff.attacks import Stakes
from grognard.games.ocs.advice.staff.plan import Plan, PlanEnded
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.model.state import put
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.seaside import Seaside


def planned(field: Seaside, side: int = GERMAN) -> list[str]:
    """Return the orders of a plan for the fleet."""
    plan = Plan(field.state, side)
    with contextlib.suppress(PlanEnded):
        plan_fleet(plan)
    return [str(order) for order in plan.orders]


def test_units_aboard_land_in_the_first_turn() -> None:
    orders = planned(Seaside(g_lc1="17.01 3", g_rgt1="g-lc1", g_rgt2="g-lc1", s_inf1="18.06"))
    assert [order.split()[0] for order in orders] == ["sail", "land", "ashore"]
    assert "land g-rgt1,g-rgt2" in orders


def test_what_does_not_fit_lands_elsewhere() -> None:
    units = dict.fromkeys(
        ("g_inf1", "g_inf2", "g_rgt1", "g_rgt2", "g_pz1", "g_pz2", "g_mech1", "g_moto"), "g-lc1"
    )
    orders = planned(Seaside("movement", GERMAN, g_lc1="17.01 30", s_inf1="19.08", **units))
    assert sum(order.startswith("land ") for order in orders) >= 2
    assert any(order.startswith("split") for order in orders)
    landed = {word for order in orders if order.startswith("land ") for word in order.split()[1].split(",")}
    assert landed == {unit.replace("_", "-") for unit in units}


def test_supply_goes_ashore_in_a_port() -> None:
    orders = planned(Seaside(g_lc1="17.02 2 8T", g_inf1="16.03"))
    assert orders[:1] == ["sail g-lc1 17.02-16.02"]
    assert orders[1] == "disembark g-lc1 8"


def test_ships_come_into_range_of_what_will_be_attacked() -> None:
    field = Seaside(g_dd="15.01", g_pz1="19.04", s_inf1="20.03")
    (order,) = planned(field)
    assert order.startswith("sail g-dd")
    goal = field.hex(order.split("-")[-1])
    assert field.scenario.grid.distance(goal, field.hex("20.03")) <= 2


def test_damaged_ships_leave_the_range_of_coastal_guns() -> None:
    field = Seaside(g_old="19.01 *", s_coast="19.03")
    field.state.lost[field.unit("g-old")] = 1
    orders = planned(field)
    assert orders and orders[0].startswith("sail g-old")
    goal = field.hex(orders[0].split("-")[-1])
    assert field.scenario.grid.distance(goal, field.hex("19.03")) > 3


def test_ships_shell_together_and_coastal_guns_fire_at_ships() -> None:
    field = Seaside("movement-barrage", g_bb="18.02", g_dd="18.02", g_pz1="17.03", s_inf1="18.03")
    field.supply("16.03", 12)
    situation = Situation(field.state, GERMAN)
    found = gunfire.best_salvo(situation, Stakes(situation))
    assert found is not None and found[1].target == "18.03" and "g-bb" in found[1].units
    guns = Seaside("movement-barrage", SOVIET, g_dd="18.02", s_coast="19.03")
    situation = Situation(guns.state, SOVIET)
    found = gunfire.best_salvo(situation, Stakes(situation))
    assert found is not None and str(found[1]) == "barrage 18.02 s-coast ship"


def test_hopeless_beach_assaults_are_not_made() -> None:
    strong = Seaside("combat", g_lc1="18.02 6 8T", g_zero="g-lc1", s_inf1="18.03")
    assert gunfire.best_assault(Situation(strong.state, GERMAN)) is None
    weak = Seaside("combat", g_lc1="18.02 6 8T", g_rgt1="g-lc1", g_rgt2="g-lc1", s_sec="18.03 d")
    found = gunfire.best_assault(Situation(weak.state, GERMAN))
    assert found is not None and found[1].verb == "assault"


def test_fire_at_sea_is_aimed_at_loaded_craft() -> None:
    field = Seaside("movement-barrage", SOVIET, g_dd="18.02", g_lc1="18.02 2", g_rgt1="g-lc1", s_ca="19.01")
    field.give("barrage 18.02 s-ca ship")
    assert field.state.questions[-1].kind == "aim"
    (order, *_), _why = advise(field.state, "soviet")
    assert order.verb == "aim" and order.words == ("g-lc1",)
    assert bits(field.state.fired) == (field.unit("s-ca"),)


def test_units_aboard_count_in_the_evaluation_and_more_ashore() -> None:
    aboard = Seaside(g_lc1="17.03 3", g_rgt1="g-lc1", s_rgt1="18.06")
    ashore = Seaside(g_lc1="17.03 3", g_rgt1="17.03", s_rgt1="18.06")
    nobody = Seaside(g_lc1="17.03 3", s_rgt1="18.06")
    assert score(nobody.state, "german") < score(aboard.state, "german") < score(ashore.state, "german")


def test_empty_craft_bring_supply_from_a_full_port_to_an_empty_one() -> None:
    at = {"g_lc1": "17.02 2", "g_inf1": "20.03", "g_rgt1": "20.04", "g_rgt2": "19.04"}
    field = Seaside("movement", GERMAN, s_rgt1="13.08", **at)
    put(field.state, field.unit("g-port-2003"), field.hex("20.03"))
    field.supply("16.02", 30)
    assert "embark g-lc1 8" in planned(field)
    poor = Seaside("movement", GERMAN, s_rgt1="13.08", **at)
    put(poor.state, poor.unit("g-port-2003"), poor.hex("20.03"))
    poor.supply("16.02", 8)
    assert not any(order.startswith("embark") for order in planned(poor))
