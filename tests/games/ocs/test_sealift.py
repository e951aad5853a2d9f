"""The computer player's use of Sea Cap in Husky: forward, and in the last turns away."""

from __future__ import annotations

from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.sealift import SeaLift
from tests.rules.ocs.husky import ALLIED, AXIS, Campaign


def orders(field: Campaign, side: int) -> list[str]:
    """Return the orders of a side for its Sea Cap."""
    plan = Plan(field.state, side)
    SeaLift(plan).run()
    return [str(order) for order in plan.orders if order.verb.startswith("ship")]


def test_reinforcements_and_supply_cross_the_strait() -> None:
    field = Campaign("husky", "movement", AXIS, turn=3, g_29_pg71="54.31", g_29_rec="54.31 m", u_16="29.12")
    field.supply("54.31", 8, AXIS)
    field.go_to("movement")
    found = orders(field, AXIS)
    assert "ship g-29-pg71 54.31-53.31" in found and "ship g-29-rec 54.31-53.31" in found
    assert not any("i-creg" in order for order in found), "the garrison stays"
    assert any(order.startswith("ship-supply 54.") for order in found)


def test_units_in_boxes_go_to_the_port_nearest_to_the_front() -> None:
    field = Campaign("husky", turn=3, u_39="TUNISIA m", u_hq_7="TUNISIA m", b_13="49.11")
    for id_ in field.scenario.ids(field.scenario.of_side[AXIS]):
        if field.at(id_) == "49.11":
            field.take(id_)
    field.put("al-port-4911", "49.11")
    field.go_to("movement")
    found = orders(field, ALLIED)
    assert found[:1] == ["ship u-hq-7 49.11"] and "ship u-39 49.11" in found


def test_germans_get_away_in_the_last_turns() -> None:
    for turn, leaves in ((8, False), (11, True)):
        field = Campaign("husky", "movement", AXIS, turn=turn, g_hg_pz1="53.31", g_hg_eng="52.31")
        field.go_to("movement")
        assert any(order.startswith("ship g-hg-pz1 53.31-54") for order in orders(field, AXIS)) == leaves
