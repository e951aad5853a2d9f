"""Chapter 12: how far supply is drawn and thrown [12.3]."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.kit.states import changed
from grognard.games.ocs.model.counters import Face
from grognard.games.ocs.model.state import READY, REAR, put
from grognard.games.ocs.supply import payment, supply_paths
from tests.rules.ocs.field import SOVIET, Field
from tests.rules.ocs.order_helpers import Places, at
from tests.rules.ocs.supply_board import Depot, even, reprinted

LEG_HQ = {"g-hq": Face(throw=6, throw_mobility="leg", ma=4, mobility="leg")}
"""An HQ on foot: it throws six leg points and draws by leg points."""


# -- draw -----------------------------------------------------------------------------------------------


@rule("ocs", "12.3a.1", "12.3c.1")
def test_a_unit_draws_within_five_points_or_next_to_that() -> None:
    near, far = Depot(g_rgt1="07.05"), Depot(g_rgt1="08.05")
    for f in (near, far):
        f.supply("01.05", 4)
    assert near.reaches("g-rgt1") == {"01.05"}  # five hexes at a point each, and the next one
    assert far.reaches("g-rgt1") == set()


@rule("ocs", "12.3a.2")
def test_a_need_is_met_from_several_dumps() -> None:
    f = Depot("combat", g_inf1="04.05")
    f.supply("01.05", 2)
    f.supply("06.05", 1)
    paid = payment.propose(f.state, [f.unit("g-inf1")], 3)
    assert paid is not None
    assert sorted(draw.tokens for draw in paid.draws) == [1, 2]


@rule("ocs", "12.3a.3")
def test_draws_are_counted_in_truck_points() -> None:
    f = Depot(scenario=even("light-woods"), g_rgt1="05.05", g_tb="04.05")  # a leg and a track unit
    f.supply("01.05", 4)
    assert f.reaches("g-rgt1") == set()  # two points a hex: two hexes and one more
    assert f.reaches("g-tb") == {"01.05"}


@rule("ocs", "12.3a.4")
def test_an_hq_on_foot_draws_on_foot() -> None:
    woods = even("light-woods")
    on_foot = Depot(scenario=reprinted(woods, LEG_HQ), g_hq="07.05")
    by_truck = Depot(scenario=woods, g_hq="07.05")
    for f in (on_foot, by_truck):
        f.supply("01.05", 4)
    assert on_foot.reaches("g-hq") == {"01.05"}  # light woods cost a leg point
    assert by_truck.reaches("g-hq") == set()


# -- throw ----------------------------------------------------------------------------------------------


@rule("ocs", "12.3b.1", "12.3b.3", "13.1b.1")
def test_an_hq_throws_as_far_as_its_range_and_to_the_next_hex() -> None:
    f = Depot(g_hq2="04.05", g_rgt1="15.05", g_rgt2="16.05")  # the army HQ throws 10
    f.supply("01.05", 4)
    assert f.via("g-rgt1", "01.05") == "g-hq2"
    assert f.reaches("g-rgt2") == set()


@rule("ocs", "12.3b.1")
def test_an_hq_that_draws_nothing_throws_nothing() -> None:
    f = Depot(g_hq2="08.05", g_rgt1="10.05")
    f.supply("01.05", 4)  # seven hexes from the HQ
    assert f.reaches("g-rgt1") == set()


@rule("ocs", "12.3b.2")
def test_a_throw_is_counted_in_the_mobility_of_its_colour() -> None:
    woods = even("light-woods")
    on_foot = Depot(scenario=reprinted(woods, LEG_HQ), g_hq="04.05", g_rgt1="11.05")
    by_truck = {"g-hq": Face(throw=6, throw_mobility="truck", ma=4)}
    on_wheels = Depot(scenario=reprinted(woods, by_truck), g_hq="04.05", g_rgt1="11.05")
    for f in (on_foot, on_wheels):
        f.supply("04.05", 4)
    assert on_foot.reaches("g-rgt1") == {"04.05"}  # six hexes at a leg point, and one
    assert on_wheels.reaches("g-rgt1") == set()  # three hexes at two truck points, and one


@rule("ocs", "12.3b-A")
def test_thrown_supply_is_used_and_never_stored() -> None:
    f = Depot("movement", g_hq2="04.05", g_tb="14.05")
    f.supply("01.05", 4)
    f.give("fuel g-tb")
    assert f.tokens("01.05") == 3
    assert f.tokens("14.05") == 0  # it came to the unit only to be burnt


@rule("ocs", "12.3b-B", "13.1d.1")
def test_an_hq_throws_to_any_number_of_units() -> None:
    units = ("g-rgt1", "g-rgt2", "g-inf1", "g-inf2", "g-tb", "g-stug", "g-sec", "g-pz1", "g-mech1")
    f = Depot(g_hq2="04.05", **at("14.05", *units))
    f.supply("01.05", 4)
    assert all(f.via(id_, "01.05") == "g-hq2" for id_ in units)


@rule("ocs", "12.3b-C", "13.1a.3")
def test_an_hq_in_strat_mode_throws_nothing() -> None:
    f = Depot(g_hq2="04.05 ms", g_rgt1="10.05")
    f.supply("01.05", 4)
    assert f.reaches("g-rgt1") == set()
    assert f.reaches("g-hq2") == {"01.05"}  # it still draws for itself


@rule("ocs", "12.3b-D.1", "12.3b-D.2")
def test_an_hq_uses_thrown_supply_but_does_not_throw_it_on() -> None:
    f = Depot(g_hq2="04.05", g_hq="13.05", g_rgt1="19.05")
    f.supply("01.05", 4)
    assert f.via("g-hq", "01.05") == "g-hq2"
    assert f.reaches("g-rgt1") == set()  # in range of the second HQ only


@rule("ocs", "13.1a.1")
def test_the_combat_side_of_an_hq_throws_farther() -> None:
    f, g = Depot(g_hq2="04.05", g_rgt1="12.05"), Depot(g_hq2="04.05 m", g_rgt1="12.05")
    for one in (f, g):
        one.supply("01.05", 4)
    assert f.reaches("g-rgt1") == {"01.05"}
    assert g.reaches("g-rgt1") == set()  # 5 points in place of 10


@rule("ocs", "13.1a.2")
def test_a_disorganized_hq_throws_as_ever() -> None:
    f = Depot(g_hq2="04.05 d", g_rgt1="14.05")
    f.supply("01.05", 4)
    assert f.via("g-rgt1", "01.05") == "g-hq2"


@rule("ocs", "13.1d.2")
def test_a_division_hq_serves_its_division_and_independents_of_its_nation() -> None:
    f = Depot(g_hqd="04.05", g_pz1="12.05", g_rgt1="12.05", g_inf1="12.05", g_stug="12.05")
    f.supply("01.05", 4)
    assert f.via("g-pz1", "01.05") == "g-hqd"  # its own
    assert f.via("g-stug", "01.05") == "g-hqd"  # independent
    assert f.reaches("g-inf1") == set()  # a division of several steps
    assert supply_paths.serves(f.scenario, f.unit("g-hqd"), f.bit("s-stug")) == 0


# -- what paths may cross -------------------------------------------------------------------------------


@rule("ocs", "12.3d.1")
def test_paths_know_prohibited_terrain_and_the_way_back() -> None:
    f = Field("supply", g_rgt1="02.10")
    f.state.ground = 0
    reach = supply_paths.drawn(f.state, f.unit("g-rgt1"))
    swamp = f.hex("03.10")
    around = f.labels(reach)
    assert reach >> swamp & 1  # next to the path is close enough
    assert "05.10" in around and "06.10" in around  # around the swamp
    lone = supply_paths.reached(f.state, 0, f.hex("02.10"), 8, 1)
    assert not lone >> f.hex("05.10") & 1  # two points do not get around it


@rule("ocs", "12.3c.1")
def test_the_last_step_is_free_whatever_the_terrain() -> None:
    f = Field("supply", g_rgt1="02.10")
    f.supply("03.10", 4)  # in a swamp that no truck enters
    assert payment.available(f.state, [f.unit("g-rgt1")]) == 4


@rule("ocs", "12.3d.2")
def test_paths_stop_at_enemy_units_but_not_at_their_things() -> None:
    wall: Places = {
        f"s_{id_}": f"12.{row:02}" for row, id_ in enumerate(("rgt1", "rgt2", "sec", "zero", "fort"), 3)
    }
    on_foot = reprinted(even(), {"g-hq": Face(throw=6, throw_mobility="track", ma=4)})
    f = Depot(scenario=on_foot, g_hq="10.05", **wall)  # by track zones do not matter, only the units
    reach = supply_paths.drawn(f.state, f.unit("g-hq"))
    assert not reach >> f.hex("12.05") & 1
    assert not reach >> f.hex("14.05") & 1
    things = Depot(scenario=on_foot, g_hq="10.05")
    things.supply("12.05", 4, SOVIET)
    things.generic("trucks", "12.05", SOVIET)
    assert supply_paths.drawn(things.state, things.unit("g-hq")) >> things.hex("14.05") & 1


@rule("ocs", "12.3d.3", "4.5a-B.1")
def test_truck_paths_do_not_enter_enemy_zones() -> None:
    f = Depot(g_rgt1="15.05", s_rgt1="12.07", s_rgt2="12.04")  # zones in 12.05, 12.06, 11.x and 13.x
    f.supply("10.05", 4)
    assert f.reaches("g-rgt1") == set()
    f.put("g-rgt2", "12.05")  # whoever stands in the zone negates it
    f.put("g-sec", "13.05")
    f.put("g-zero", "11.05")
    assert f.reaches("g-rgt1") == {"10.05"}


@rule("ocs", "4.5a-B.2")
def test_leg_and_track_paths_ignore_zones() -> None:
    for mobility in ("leg", "track"):
        hq = {"g-hq": Face(throw=6, throw_mobility=mobility, ma=4)}
        f = Depot(scenario=reprinted(even(), hq), g_hq="15.05", s_rgt1="12.07", s_rgt2="12.04")
        f.supply("10.05", 4)
        assert f.reaches("g-hq") == {"10.05"}


def test_a_path_may_begin_in_a_zone_unless_the_scenario_says_otherwise() -> None:
    zone: Places = {"g_rgt1": "10.05", "s_rgt1": "11.05"}
    f = Depot("movement", **zone)  # a unit that may still move negates nothing
    f.supply("06.05", 4)
    assert f.reaches("g-rgt1") == {"06.05"}  # R-OCS-91
    strict = Depot("movement", scenario=even(rulings=("R-OCS-91",)), **zone)
    strict.supply("06.05", 4)
    assert strict.reaches("g-rgt1") == set()
    strict.supply("09.05", 4)
    assert strict.reaches("g-rgt1") == {"09.05"}


def test_the_last_step_is_free_of_zones_too() -> None:
    f = Depot(g_rgt1="07.05", s_rgt1="10.05")
    f.supply("09.05", 4)  # the dump lies in a zone: 08.05 beside it does not [R-OCS-92]
    assert f.reaches("g-rgt1") == {"09.05"}


@rule("ocs", "12.3d.4")
def test_bad_ground_does_not_make_paths_longer() -> None:
    f = Depot(g_rgt1="07.05")
    f.supply("01.05", 4)
    f.state.ground = f.scenario.conditions.index("mud")  # trucks pay three times off the road
    changed(f.state)
    assert f.reaches("g-rgt1") == {"01.05"}


@rule("ocs", "12.3d.5")
def test_frozen_ground_makes_paths_shorter() -> None:
    f = Depot(scenario=even("swamp"), g_rgt1="03.05")
    f.supply("01.05", 4)
    assert f.reaches("g-rgt1") == set()  # no truck gets into a swamp, not even next door
    f.state.ground = f.scenario.conditions.index("frost")
    changed(f.state)
    assert f.reaches("g-rgt1") == {"01.05"}  # three points: one hex and the next


@rule("ocs", "12.3.2")
def test_supply_is_drawn_and_thrown_without_fuel() -> None:
    f = Depot("movement", g_hq2="04.05 m", g_rgt1="09.05")
    f.supply("01.05", 1)
    assert f.reaches("g-rgt1") == {"01.05"}
    f.give("fuel g-hq2")
    assert f.tokens("01.05") == 0  # throwing had cost nothing: the token was still there


@rule("ocs", "12.3e.3")
def test_supply_off_the_map_is_for_nobody_on_it() -> None:
    f = Depot(g_rgt1="01.05")
    (truck,) = f.generic("trucks", "01.05", loaded=4)
    assert f.reaches("g-rgt1") == {"01.05"}
    put(f.state, truck, READY)
    assert f.reaches("g-rgt1") == set()


@rule("ocs", "12.3e.2")
def test_a_unit_in_an_off_map_box_uses_no_supply_of_the_map() -> None:
    f = Depot("supply", g_hq2="01.07", g_rgt1="01.07")
    f.supply("01.07", 4)
    f.mark("low", "g-rgt1")
    put(f.state, f.unit("g-rgt1"), REAR)
    assert f.reaches("g-rgt1") == set()
    f.feed()
    assert f.tokens("01.07") == 4
    assert f.marked("out") == set()  # nobody starves there


@rule("ocs", "12.3e.1")
def test_however_many_units_are_in_a_hex_all_draw_from_it() -> None:
    """What a box beside the map would hold for a crowded hex is simply in the hex."""
    units = [id_ for id_ in even().ids(even().combat_units & even().of_side[0]) if "brk" not in id_][:24]
    f = Depot("supply", **at("07.05", *units))
    f.supply("01.05", 4)
    assert all(f.reaches(id_) == {"01.05"} for id_ in units)


@pytest.mark.parametrize("start", ["04.05", "09.09", "13.02", "16.11"])
def test_drawing_is_drawn_seen_from_the_other_end(start: str) -> None:
    """The flood for all units at once says the same as that of one unit, on uneven ground too."""
    f = Field("supply", g_rgt1=start, s_rgt1="12.05", s_rgt2="09.06", s_inf1="15.10", g_hq="05.05")
    from_ = supply_paths.drawn(f.state, f.unit("g-rgt1"))
    for goal in f.scenario.grid.hexes():
        back = supply_paths.drawing(f.state, 0, 1 << goal)
        assert back >> f.hex(start) & 1 == from_ >> goal & 1, f.scenario.label(goal)
