"""Chapter 8: movement points, terrain, friends, enemy zones of control, and entering the map."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.strike_force_one.interface.verbs import VERBS
from grognard.games.strike_force_one.model.scenario import tables
from tests.rules.strike_force_one.battles import ABOVE_BASIC, ANY_LEVEL, EXPERT, NIGHT, OPEN
from tests.rules.strike_force_one.scenes import EAST, WEST, At, first_hexes
from tests.support import flags, refused, situation, texts, where

# -- 8 movement points -------------------------------------------------------------------------------


@rule("sfo", "8-all-mp")
@ANY_LEVEL
def test_a_unit_has_as_many_points_as_its_movement_factor(level: str) -> None:
    g = situation(level, "soviet movement", SA="0908")
    reach = g.reach("SA")
    assert reach["0508"] == 4
    assert "0408" not in reach
    assert max(reach.values()) == 4


@rule("sfo", "8-all-mp")
def test_points_are_new_in_every_movement_phase() -> None:
    g = situation("basic", "soviet movement", SA="0908")
    g.play("move SA 0908-0508")
    for _ in range(4):
        g.play("end")
    assert (g.turn, g.phase) == (2, "soviet movement")
    g.play("move SA 0508-0108")
    assert where(g, "SA") == "0108"


@rule("sfo", "8-all-mp")
def test_a_unit_moves_once_in_a_phase() -> None:
    g = situation("basic", "soviet movement", SA="0908")
    g.play("move SA 0908-0808")
    refused(g, "move SA 0808-0708", "8-all-mp")


@rule("sfo", "8-all-afford")
def test_a_hex_farther_than_the_points_go_is_refused() -> None:
    g = situation("basic", "soviet movement", SA="0908")
    assert "4 MP" in refused(g, "move SA 0408", "8-all-afford")
    refused(g, "move SA 0908-0907-0807-0808-0708-0608", "8-all-afford")


@rule("sfo", "8-all-afford")
@ABOVE_BASIC
def test_one_point_is_not_enough_for_a_forest(level: str) -> None:
    """0506 is forest, three hexes from 0806 and four from 0906."""
    g = situation(level, "soviet movement", SA="0806", SB="0906")
    assert g.reach("SA")["0506"] == 4
    refused(g, "move SB 0906-0506", "8-all-afford")


@rule("sfo", "8-all-nocarry")
def test_points_not_used_are_not_saved_for_the_next_turn() -> None:
    g = situation("basic", "soviet movement", SA="0908")
    for _ in range(4):
        g.play("end")
    assert g.turn == 2
    assert max(g.reach("SA").values()) == 4
    refused(g, "move SA 0408", "8-all-afford")


@rule("sfo", "8-all-nocarry")
def test_points_not_used_are_not_given_to_another_unit() -> None:
    g = situation("basic", "soviet movement", SA="0908", SB="0901")
    before = g.reach("SA")
    g.play("move SB 0901-0801")
    assert g.reach("SA") == before
    refused(g, "move SA 0408", "8-all-afford")


@rule("sfo", "8-expert-night")
def test_a_unit_that_moves_at_night_is_marked_and_cannot_attack_until_it_is_turned_back() -> None:
    g = situation(EXPERT, "soviet movement", turn=4, options=NIGHT, SA="0803", X="0705")
    g.play("move SA 0803-0804")
    assert flags(g, "SA") == ("moved",)
    g.play("end")
    assert texts(g) == {"end"}
    g.play("end")
    assert g.phase == "us events"
    assert flags(g, "SA") == ()


@rule("sfo", "8-expert-night")
@pytest.mark.parametrize(("turn", "options"), [(3, NIGHT), (4, {})])
def test_by_day_a_unit_moves_and_attacks(turn: int, options: dict[str, bool]) -> None:
    g = situation(EXPERT, "soviet movement", turn=turn, options=options, SA="0803", X="0705")
    g.play("move SA 0803-0804")
    g.play("end")
    assert texts(g) == {"attack 0705 SA", "end"}


def test_entering_the_map_at_night_counts_as_moving() -> None:
    """[R-SFO-18]"""
    g = situation(EXPERT, "us movement", turn=4, options=NIGHT, V="edge", SA="0307")
    g.play("enter V 0108-0207")
    g.play("end")
    refused(g, "attack 0307 V", "9-expert-night")


# -- 8.1 terrain -------------------------------------------------------------------------------------


@rule("sfo", "8.1-all-clear")
@ANY_LEVEL
@pytest.mark.parametrize("to", ["0404", "0405"])
def test_a_clear_hex_costs_one_and_a_town_is_clear(level: str, to: str) -> None:
    g = situation(level, "us movement", Y="0505")
    assert g.reach("Y")[to] == 1
    cost = g.preview(f"move Y {to}")
    assert [(line.value, line.rule) for line in cost.lines] == [("1", "8.1-all-clear")]
    assert cost.total == "1 of 4 points"


@rule("sfo", "8.1-basic-forest")
def test_in_basic_a_forest_is_an_obstacle() -> None:
    """0506 lies between 0605 and 0406: the way round is three hexes instead of two."""
    g = situation("basic", "soviet movement", SA="0605")
    reach = g.reach("SA")
    assert not reach.keys() & {"0303", "0307", "0506", "0602", "0603"}
    assert reach["0406"] == 3
    refused(g, "move SA 0605-0506", "3.1-basic-forest")
    refused(g, "move SA 0605-0506-0406", "3.1-basic-forest")


@rule("sfo", "8.1-basic-forest")
def test_in_basic_four_clear_hexes_are_a_whole_move() -> None:
    g = situation("basic", "soviet movement", SA="0908")
    g.play("move SA 0908-0808-0708-0608-0508")
    assert where(g, "SA") == "0508"
    assert g.check("move SA 0508-0408") is not None


@rule("sfo", "8.1-advexp-forest")
@ABOVE_BASIC
def test_above_basic_a_forest_costs_two(level: str) -> None:
    g = situation(level, "soviet movement", SA="0605")
    reach = g.reach("SA")
    assert reach["0506"] == 2
    assert reach["0406"] == 3
    cost = g.preview("move SA 0605-0506-0406")
    assert [(line.value, line.rule) for line in cost.lines] == [
        ("2", "8.1-advexp-forest"),
        ("1", "8.1-all-clear"),
    ]
    assert cost.total == "3 of 4 points"


@rule("sfo", "8.1-table-tec")
def test_the_terrain_chart_is_the_printed_one() -> None:
    assert tables()["move"] == {
        "basic": {"clear": 1},
        "advanced": {"clear": 1, "forest": 2},
        "expert": {"clear": 1, "forest": 2},
    }
    assert tables()["defence-bonus"] == {"basic": {}, "advanced": {"forest": 1}, "expert": {"forest": 1}}


def test_path_may_omit_the_starting_hex() -> None:
    g = situation("basic", "soviet movement", SA="0605")
    assert g.preview("move SA 0605-0606-0607-0608").total == "3 of 4 points"
    assert g.preview("move SA 0606-0607-0608").total == "3 of 4 points"
    assert g.play("move SA 0606-0607-0608")[0].hexes == ("0605", "0606", "0607", "0608")


# -- 8.2 friends ---------------------------------------------------------------------------------------


@rule("sfo", "8.2-all-pass")
@ANY_LEVEL
def test_friends_do_not_block_the_way(level: str) -> None:
    """The corner 0101 has only two neighbours, and a friend stands in each."""
    g = situation(level, "us movement", W="0101", X="0102", Y="0201")
    g.play("move W 0101-0102-0103")
    assert where(g, "W") == "0103"


@rule("sfo", "8.2-basic-stack")
def test_in_basic_a_unit_cannot_stay_with_another() -> None:
    g = situation("basic", "soviet movement", state={"SB": {"moved": True}}, SA="0805", SB="0806")
    assert "0806" not in g.reach("SA")
    refused(g, "move SA 0806", "8.2-basic-stack")


@rule("sfo", "8.2-basic-stack")
def test_in_basic_the_limit_is_judged_at_the_end_of_the_phase() -> None:
    g = situation("basic", "soviet movement", SA="0805", SB="0806")
    g.play("move SA 0805-0806")
    refused(g, "end", "8.2-basic-stack")
    g.play("move SB 0806-0805")
    g.play("end")
    assert (where(g, "SA"), where(g, "SB")) == ("0806", "0805")


@rule("sfo", "8.2-advexp-stack")
@ABOVE_BASIC
def test_above_basic_two_units_may_stay_together_but_not_three(level: str) -> None:
    moved = {"SB": {"moved": True}, "SV": {"moved": True}}
    g = situation(level, "soviet movement", state=moved, SA="0805", SG="0807", SB="0806", SV="0808")
    g.play("move SA 0805-0806")
    refused(g, "move SG 0807-0806", "8.2-advexp-stack")
    g.play("end")
    assert where(g, "SA") == where(g, "SB") == "0806"


@rule("sfo", "8.2-advexp-stack")
@ABOVE_BASIC
def test_above_basic_a_third_unit_may_be_there_only_until_the_phase_ends(level: str) -> None:
    g = situation(level, "soviet movement", SA="0805", SB="0806", SV="0806")
    g.play("move SA 0805-0806")
    refused(g, "end", "8.2-advexp-stack")
    g.play("move SB 0806-0706")
    g.play("end")
    assert where(g, "SA") == where(g, "SV") == "0806"


@rule("sfo", "8.2-advexp-integrity")
@ABOVE_BASIC
def test_stacks_attack_and_defend_as_a_whole(level: str) -> None:
    at: At = {"SA": "0804", "SB": "0804", "SV": "0805", "SG": "0805", "X": "0705", "Y": "0705"}
    g = situation(level, "soviet combat", **at)
    assert texts(g) == {"attack 0705 SA,SB", "attack 0705 SV,SG", "attack 0705 SA,SB,SV,SG", "end"}
    lines = g.preview("attack 0705 SA,SB").lines
    assert [(line.label, line.value) for line in lines] == [
        ("SA offence", "+1"),
        ("SB offence", "+1"),
        ("X defence", "-1"),
        ("Y defence", "-1"),
    ]


# -- 8.3 enemy zones -----------------------------------------------------------------------------------
# The zone of X in 0505 is 0504, 0604, 0605, 0506 (forest), 0405, 0404 and 0505 itself.


@rule("sfo", "8.3-all-enemy")
@ANY_LEVEL
def test_a_hex_with_an_enemy_is_closed(level: str) -> None:
    g = situation(level, "soviet movement", SA="0706", X="0505")
    assert "0605" in g.reach("SA")
    assert "0505" not in g.reach("SA")
    refused(g, "move SA 0505", "8.3-all-enemy")


@rule("sfo", "8.3-all-enemy")
def test_not_even_an_infiltrating_tank_enters_a_hex_with_an_enemy() -> None:
    g = situation(EXPERT, "soviet movement", options=OPEN, SI="0102", X="0202")
    assert "0103" in g.reach("SI")
    refused(g, "move SI 0102-0202", "8.3-all-enemy")


@rule("sfo", "8.3-all-stop")
def test_a_unit_stops_where_it_enters_an_enemy_zoc() -> None:
    """Two hexes away through the zone, and too far by any way round it."""
    g = situation("basic", "soviet movement", SA="0705", X="0505")
    assert g.reach("SA")["0604"] == 1
    assert "0504" not in g.reach("SA")
    refused(g, "move SA 0705-0604-0504", "8.3-all-stop")


@rule("sfo", "8.3-all-stop")
def test_a_path_through_a_zoc_is_refused_even_if_there_is_another_way() -> None:
    g = situation("basic", "soviet movement", SA="0705", X="0505")
    refused(g, "move SA 0705-0605-0606", "8.3-all-stop")
    g.play("move SA 0705-0706-0606")
    assert where(g, "SA") == "0606"


@rule("sfo", "8.3-all-nonegate")
def test_a_friend_in_the_hex_does_not_lift_the_stop() -> None:
    """0504 is two hexes away past the friend in 0604, and too far by any way round the zone."""
    g = situation("basic", "soviet movement", SA="0705", SB="0604", X="0505")
    refused(g, "move SA 0504", "8.3-all-stop")
    refused(g, "move SA 0705-0604-0504", "8.3-all-stop")


@rule("sfo", "8.3-all-nonegate")
def test_friendly_unit_does_not_cancel_zoc() -> None:
    """Past the friend in 0605 the forest 0506 would cost 3 points; by 0706 and 0606 it costs 4."""
    g = situation("advanced", "soviet movement", SA="0705", SB="0605", X="0505")
    refused(g, "move SA 0705-0605-0506", "8.3-all-stop")
    assert g.reach("SA")["0506"] == 4


@rule("sfo", "8.3-all-disengage")
def test_a_unit_in_a_zoc_leaves_it_before_anything_else() -> None:
    g = situation("basic", "soviet movement", SA="0605", X="0505")
    one_hex = {hex_ for hex_, cost in g.reach("SA").items() if cost == 1}
    assert one_hex == {"0606", "0705", "0706"}
    refused(g, "move SA 0504", "8.3-all-disengage")
    g.play("move SA 0605-0606-0507")
    assert where(g, "SA") == "0507"


@rule("sfo", "8.3-all-disengage")
def test_first_hex_must_be_outside_every_enemy_zoc() -> None:
    g = situation("basic", "soviet movement", SA="0605", X="0505", Y="0707")
    one_hex = {hex_ for hex_, cost in g.reach("SA").items() if cost == 1}
    assert one_hex == {"0705"}
    refused(g, "move SA 0605-0606", "8.3-all-direct")


@rule("sfo", "8.3-all-reengage")
def test_after_leaving_a_zoc_a_unit_may_enter_the_same_enemys_zoc_again() -> None:
    g = situation("basic", "soviet movement", SA="0605", X="0505")
    g.play("move SA 0605-0705-0604")
    assert where(g, "SA") == "0604"


@rule("sfo", "8.3-all-direct")
def test_a_unit_never_goes_straight_from_zoc_to_zoc() -> None:
    """0101 is the only way out of 0102, and leads nowhere else but to 0201."""
    g = situation("basic", "soviet movement", SA="0102", X="0202")
    assert g.reach("SA") == {"0101": 1, "0201": 2}
    refused(g, "move SA 0102-0103", "8.3-all-direct")


@rule("sfo", "8.3-all-direct")
def test_between_two_zoc_hexes_the_move_goes_round() -> None:
    g = situation("basic", "soviet movement", SA="0605", X="0505")
    refused(g, "move SA 0605-0604-0704", "8.3-all-direct")
    assert {"move SA 0605-0705-0604"} == {text for text in texts(g) if text.endswith("0604")}
    (event,) = g.play("move SA 0604")
    assert event.hexes == ("0605", "0705", "0604")


@rule("sfo", "8.3-all-direct")
def test_a_written_step_is_not_replaced_by_a_detour() -> None:
    g = situation("basic", "soviet movement", SA="0704", X="0604")
    refused(g, "move SA 0704-0705", "8.3-all-direct")
    assert g.check("move SA 0705") is None  # only its end is named
    (event,) = g.play("move SA 0704-0904")  # as are two ends that are not adjacent
    assert event.hexes == ("0704", "0804", "0904")


@rule("sfo", "8.3-expert-open")
@pytest.mark.parametrize("tank", ["SZ", "SI"])
def test_a_soviet_tank_infiltrates_from_zoc_to_zoc(tank: str) -> None:
    at: At = {tank: "0102", "X": "0202"}
    g = situation(EXPERT, "soviet movement", options=OPEN, **at)
    g.play(f"move {tank} 0102-0103")
    assert where(g, tank) == "0103"


@rule("sfo", "8.3-expert-open")
def test_us_armour_infiltrates_too() -> None:
    g = situation(EXPERT, "us movement", options=OPEN, T="0102", SA="0202")
    g.play("move T 0102-0103")
    assert where(g, "T") == "0103"


@rule("sfo", "8.3-expert-open")
@pytest.mark.parametrize("unit", ["W", "U"])
def test_infantry_and_pioneers_do_not_infiltrate(unit: str) -> None:
    at: At = {unit: "0102", "SA": "0202"}
    g = situation(EXPERT, "us movement", options=OPEN, **at)
    refused(g, f"move {unit} 0102-0103", "8.3-all-direct")


@rule("sfo", "8.3-expert-open")
def test_without_the_option_tanks_do_not_infiltrate() -> None:
    g = situation(EXPERT, "soviet movement", SI="0102", X="0202")
    refused(g, "move SI 0102-0103", "8.3-all-direct")


@rule("sfo", "8.3-expert-open")
def test_infiltration_never_enters_a_forest() -> None:
    """0303 is forest, 0402 clear; both are in the zone of Y, and every way round to 0303 is closed."""
    g = situation(EXPERT, "soviet movement", options=OPEN, SI="0403", X="0304", Y="0302")
    refused(g, "move SI 0403-0303", "8.3-all-direct")
    assert g.check("move SI 0403-0402") is None


def test_no_infiltration_into_a_full_hex() -> None:
    """[R-SFO-27] Into an empty or friendly hex, within stacking."""
    moved = {"SA": {"moved": True}, "SB": {"moved": True}}
    at: At = {"SI": "0102", "X": "0202", "SA": "0103"}
    g = situation(EXPERT, "soviet movement", options=OPEN, state=moved, **at)
    assert g.reach("SI")["0103"] == 4
    g = situation(EXPERT, "soviet movement", options=OPEN, state=moved, **at, SB="0103")
    refused(g, "move SI 0102-0103", "8.2-advexp-stack")


@rule("sfo", "8.3-expert-open-cost")
def test_infiltration_takes_all_points() -> None:
    g = situation(EXPERT, "soviet movement", options=OPEN, SI="0102", X="0202")
    assert g.reach("SI") == {"0101": 1, "0103": 4, "0201": 2}
    cost = g.preview("move SI 0102-0103")
    assert [(line.value, line.rule) for line in cost.lines] == [("4", "8.3-expert-open-cost")]
    refused(g, "move SI 0102-0103-0104", "8.3-all-disengage")


@rule("sfo", "8.3-expert-open-cost")
def test_a_tank_that_has_moved_a_hex_can_no_longer_infiltrate() -> None:
    g = situation(EXPERT, "soviet movement", options=OPEN, SI="0101", X="0202")
    refused(g, "move SI 0101-0102-0103", "8.3-all-stop")


# -- 8.4 arriving forces ---------------------------------------------------------------------------------


@rule("sfo", "8.4-advexp-cost")
@ABOVE_BASIC
def test_entering_costs_one_point_and_three_are_left(level: str) -> None:
    g = situation(level, "us movement", V="edge")
    reach = g.reach("V")
    assert (reach["0104"], reach["0204"], reach["0403"]) == (1, 2, 4)
    assert "0503" not in reach
    assert g.preview("enter V 0104").total == "1 of 4 points"
    g.play("enter V 0104-0204-0304-0403")
    assert where(g, "V") == "0403"


@rule("sfo", "8.4-advexp-cost")
@ABOVE_BASIC
def test_a_unit_off_the_map_enters_and_a_unit_on_it_moves(level: str) -> None:
    g = situation(level, "us movement", V="edge", X="0305")
    assert "use enter" in refused(g, "move V 0104", "8.4-advexp-cost")
    assert "use move" in refused(g, "enter X 0304", "8.4-advexp-cost")
    assert "enter V 0104" in texts(g) and "move X 0305-0304" in texts(g)


@rule("sfo", "8.4-advexp-cost")
def test_orders_of_a_unit_are_listed_by_their_verb() -> None:
    g = situation(EXPERT, "us movement", V="edge", X="0305")
    (row,) = (row for row in VERBS.of("movement") if "move" in row.names)
    assert row.by_verb is not None
    state: Any = g.state
    for unit, verb in (("V", "enter"), ("X", "move")):
        orders = row.by_verb(state, 1, g.scenario.index[unit])
        assert list(orders) == [verb] and {order.verb for order in orders[verb]} == {verb}
    assert row.by_verb(state, 1, g.scenario.index["W"]) == {}


@rule("sfo", "8.4-advexp-zoc")
@ABOVE_BASIC
def test_no_unit_enters_in_an_enemy_zoc_but_it_may_move_into_one_and_stop(level: str) -> None:
    g = situation(level, "us movement", V="edge", SA="0206")
    refused(g, "enter V 0106-0105", "8.4-advexp-zoc")
    refused(g, "enter V 0105-0205-0305", "8.3-all-stop")
    g.play("enter V 0105-0106")
    assert where(g, "V") == "0106"


@rule("sfo", "8.4-advexp-zoc")
@ABOVE_BASIC
def test_an_entry_hex_between_zocs_cannot_be_reached(level: str) -> None:
    """SA and SB control 0104 to 0107."""
    g = situation(level, "us movement", V="edge", SA="0206", SB="0204")
    for hex_ in ("0105", "0106"):
        assert f"{hex_} is in an enemy ZOC" in refused(g, f"enter V {hex_}", "8.4-advexp-zoc")
    refused(g, "enter V 0605", "8.4-advexp-us")


@rule("sfo", "8.4-advexp-zoc")
@ABOVE_BASIC
def test_no_unit_enters_if_all_entry_hexes_are_in_enemy_zocs(level: str) -> None:
    at: At = {"SA": "0201", "SB": "0203", "SV": "0205", "SG": "0207"}
    g = situation(level, "us movement", V="edge", X="0908", **at)
    assert "all entry hexes are in enemy ZOCs" in refused(g, "enter V 0405", "8.4-advexp-zoc")
    assert not any(order.startswith("enter") for order in texts(g))


def test_one_unit_moves_at_a_time() -> None:
    g = situation("basic", "soviet movement", SA="0805", SB="0806")
    assert "one unit at a time" in refused(g, "move SA,SB 0705", "notation")


@rule("sfo", "8.4-advexp-soviet")
@ABOVE_BASIC
def test_soviet_arrivals_enter_in_column_09(level: str) -> None:
    g = situation(level, "soviet movement", SA="edge")
    assert first_hexes(g, "SA") == EAST
    refused(g, "enter SA 0801-0701", "8.4-advexp-soviet")
    refused(g, "enter SA 0101", "8.4-advexp-soviet")


@rule("sfo", "8.4-advexp-us")
@ABOVE_BASIC
@pytest.mark.parametrize("unit", ["W", "V"])
def test_us_and_west_german_arrivals_enter_in_column_01(level: str, unit: str) -> None:
    at: At = {unit: "edge"}
    g = situation(level, "us movement", **at)
    assert first_hexes(g, unit) == WEST
    refused(g, f"enter {unit} 0201-0301", "8.4-advexp-us")
    refused(g, f"enter {unit} 0901", "8.4-advexp-us")


WEST_CLOSED: At = {"SA": "0201", "SB": "0203", "SV": "0205", "SG": "0207"}
"""Soviet units whose zones cover the whole western edge."""


@rule("sfo", "8.4-advexp-zoc")
def test_reinforcement_waits_if_all_entry_hexes_are_in_enemy_zocs() -> None:
    """[R-SFO-20]"""
    g = situation(EXPERT, "us movement", V="edge", **WEST_CLOSED)
    assert g.reach("V") == {}
    refused(g, "enter V 0104", "8.4-advexp-zoc")
    g.play("end")
    assert where(g, "V") == "edge"


def test_a_replacement_that_cannot_enter_is_lost_again() -> None:
    """[R-SFO-20]"""
    g = situation(EXPERT, "us movement", state={"W": {"replacing": True}}, W="edge", **WEST_CLOSED)
    g.play("end")
    assert where(g, "W") == "lost"


@rule("sfo", "8.2-advexp-stack", "7.1-expert-friction-effect")
def test_no_move_into_a_full_hex_of_disrupted_units() -> None:
    """They cannot leave, so the stack would stay over the limit."""
    friction = {unit: {"disrupted": True} for unit in ("SA", "SB")}
    g = situation(EXPERT, "soviet movement", state=friction, SA="0605", SB="0605", SV="0606", X="0101")
    refused(g, "move SV 0605", "8.2-advexp-stack")
    g = situation(EXPERT, "soviet movement", SA="0605", SB="0605", SV="0606", X="0101")
    assert g.check("move SV 0605") is None


@rule("sfo", "8.3-expert-open")
def test_tank_outside_a_zoc_does_not_infiltrate() -> None:
    """It enters the ZOC for 1 MP and stops."""
    g = situation(EXPERT, "soviet movement", options=OPEN, SZ="0804", X="0604")
    assert g.reach("SZ")["0704"] == 1
    assert g.preview("move SZ 0804-0704").total == "1 of 4 points"


@rule("sfo", "8.3-all-direct")
def test_a_unit_with_zocs_all_around_has_no_move() -> None:
    """Every hex around SA is in the ZOC of X or Y."""
    g = situation("basic", "soviet movement", SA="0705", SB="0908", X="0604", Y="0805")
    decision = g.choices()
    assert decision is not None and decision.actors() == ["SB", ""]
    assert decision.orders("SA") == [] and g.reach("SA") == {}


@rule("sfo", "8-all-mp")
def test_a_unit_moves_out_of_the_corner_of_the_map_and_into_it() -> None:
    g = situation("basic", "soviet movement", SA="0101", SB="0104")
    assert {"move SA 0101-0201", "move SB 0104-0101"} <= texts(g)
    assert g.preview("move SA 0201").total == "1 of 4 points" and g.reach("SB")["0101"] == 3
    g.play("move SB 0104-0103")
    g.play("move SA 0102")
    assert where(g, "SA") == "0102"


@rule("sfo", "8-all-mp")
def test_a_unit_cannot_move_to_the_hex_it_is_in() -> None:
    g = situation("basic", "soviet movement", SA="0805")
    refused(g, "move SA 0805", "8-all-mp")


@rule("sfo", "8.2-basic-stack")
def test_a_unit_that_passes_through_another_is_not_a_fault_of_the_position() -> None:
    g = situation("basic", "soviet movement", SA="0805", SB="0806")
    g.play("move SA 0805-0806")
    assert g.definition.violations(g.state) == []
