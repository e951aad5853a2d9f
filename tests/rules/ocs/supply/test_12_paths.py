"""Chapter 12: how far supply is drawn and thrown [12.3]."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
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
def test_direct_draw_range_and_adjacent_hex() -> None:
    near, far = Depot(g_rgt1="07.05"), Depot(g_rgt1="08.05")
    for f in (near, far):
        f.supply("01.05", 4)
    assert near.reaches("g-rgt1") == {"01.05"}  # five hexes at a point each, and the next one
    assert far.reaches("g-rgt1") == set()


@rule("ocs", "12.3a.2")
def test_payment_from_several_dumps() -> None:
    f = Depot("combat", g_inf1="04.05")
    f.supply("01.05", 2)
    f.supply("06.05", 1)
    paid = payment.propose(f.state, [f.unit("g-inf1")], 3)
    assert paid is not None
    assert sorted(draw.tokens for draw in paid.draws) == [1, 2]


@rule("ocs", "12.3a.3")
def test_direct_draw_counts_truck_mp() -> None:
    f = Depot(scenario=even("light-woods"), g_rgt1="05.05", g_tb="04.05")  # a leg and a track unit
    f.supply("01.05", 4)
    assert f.reaches("g-rgt1") == set()  # two points a hex: two hexes and one more
    assert f.reaches("g-tb") == {"01.05"}


@rule("ocs", "12.3a.4")
def test_leg_hq_draws_by_leg_mp() -> None:
    woods = even("light-woods")
    on_foot = Depot(scenario=reprinted(woods, LEG_HQ), g_hq="07.05")
    by_truck = Depot(scenario=woods, g_hq="07.05")
    for f in (on_foot, by_truck):
        f.supply("01.05", 4)
    assert on_foot.reaches("g-hq") == {"01.05"}  # light woods cost a leg point
    assert by_truck.reaches("g-hq") == set()


# -- throw ----------------------------------------------------------------------------------------------


@rule("ocs", "12.3b.1", "12.3b.3", "13.1b.1")
def test_hq_throw_range_and_adjacent_hex() -> None:
    f = Depot(g_hq2="04.05", g_rgt1="15.05", g_rgt2="16.05")  # the army HQ throws 10
    f.supply("01.05", 4)
    assert f.via("g-rgt1", "01.05") == "g-hq2"
    assert f.reaches("g-rgt2") == set()


@rule("ocs", "12.3b.1")
def test_hq_without_draw_throws_nothing() -> None:
    f = Depot(g_hq2="08.05", g_rgt1="10.05")
    f.supply("01.05", 4)  # seven hexes from the HQ
    assert f.reaches("g-rgt1") == set()


@rule("ocs", "12.3b.2")
def test_throw_uses_printed_mobility_type() -> None:
    woods = even("light-woods")
    on_foot = Depot(scenario=reprinted(woods, LEG_HQ), g_hq="04.05", g_rgt1="11.05")
    by_truck = {"g-hq": Face(throw=6, throw_mobility="truck", ma=4)}
    on_wheels = Depot(scenario=reprinted(woods, by_truck), g_hq="04.05", g_rgt1="11.05")
    for f in (on_foot, on_wheels):
        f.supply("04.05", 4)
    assert on_foot.reaches("g-rgt1") == {"04.05"}  # six hexes at a leg point, and one
    assert on_wheels.reaches("g-rgt1") == set()  # three hexes at two truck points, and one


@rule("ocs", "12.3b-A")
def test_thrown_supply_is_never_stored() -> None:
    f = Depot("movement", g_hq2="04.05", g_tb="14.05")
    f.supply("01.05", 4)
    f.give("fuel g-tb")
    assert f.tokens("01.05") == 3
    assert f.tokens("14.05") == 0  # it was used at once
    f.generic("trucks", "14.05")
    assert f.refused("load g-truck1 1") == "13.2f.1"  # nor can a truck beside the unit load it
    assert not f.offered("g-truck1", "load")


@rule("ocs", "12.3b-B", "13.1d.1")
def test_hq_throws_to_any_number_of_units() -> None:
    units = ("g-rgt1", "g-rgt2", "g-inf1", "g-inf2", "g-tb", "g-stug", "g-sec", "g-pz1", "g-mech1")
    f = Depot(g_hq2="04.05", **at("14.05", *units))
    f.supply("01.05", 4)
    assert all(f.via(id_, "01.05") == "g-hq2" for id_ in units)


@rule("ocs", "12.3b-C", "13.1a.3")
def test_strat_mode_hq_throws_nothing() -> None:
    f = Depot(g_hq2="04.05 ms", g_rgt1="10.05")
    f.supply("01.05", 4)
    assert f.reaches("g-rgt1") == set()
    assert f.reaches("g-hq2") == {"01.05"}  # it can still draw


@rule("ocs", "12.3b-D.1", "12.3b-D.2")
def test_hq_uses_thrown_supply_but_cannot_rethrow_it() -> None:
    f = Depot(g_hq2="04.05", g_hq="13.05", g_rgt1="19.05")
    f.supply("01.05", 4)
    assert f.via("g-hq", "01.05") == "g-hq2"
    assert f.reaches("g-rgt1") == set()  # in range of the second HQ only


@rule("ocs", "13.1a.1")
def test_combat_mode_hq_throws_farther() -> None:
    f, g = Depot(g_hq2="04.05", g_rgt1="12.05"), Depot(g_hq2="04.05 m", g_rgt1="12.05")
    for one in (f, g):
        one.supply("01.05", 4)
    assert f.reaches("g-rgt1") == {"01.05"}
    assert g.reaches("g-rgt1") == set()  # 5 points in place of 10


@rule("ocs", "13.1a.2")
def test_dg_hq_throws_normally() -> None:
    f = Depot(g_hq2="04.05 d", g_rgt1="14.05")
    f.supply("01.05", 4)
    assert f.via("g-rgt1", "01.05") == "g-hq2"


@rule("ocs", "13.1d.2")
def test_divisional_hq_supplies_its_division_and_independents() -> None:
    f = Depot(g_hqd="04.05", g_pz1="12.05", g_rgt1="12.05", g_inf1="12.05", g_stug="12.05")
    f.supply("01.05", 4)
    assert f.via("g-pz1", "01.05") == "g-hqd"  # its own
    assert f.via("g-stug", "01.05") == "g-hqd"  # independent
    assert f.reaches("g-inf1") == set()  # a division of several steps
    assert supply_paths.serves(f.scenario, f.unit("g-hqd"), f.bit("s-stug")) == 0


# -- what paths may cross -------------------------------------------------------------------------------


@rule("ocs", "12.3d.1")
def test_supply_path_and_prohibited_terrain() -> None:
    f = Field("supply", g_rgt1="02.10")
    f.state.ground = 0
    reach = supply_paths.drawn(f.state, f.unit("g-rgt1"))
    swamp = f.hex("03.10")
    around = f.labels(reach)
    assert reach >> swamp & 1  # next to the path is close enough
    assert "05.10" in around and "06.10" in around  # around the swamp
    lone = supply_paths.reached(f.state, 0, f.hex("02.10"), 8, 1)
    assert not lone >> f.hex("05.10") & 1  # two MP are too few to go around


@rule("ocs", "12.3c.1")
def test_last_step_of_supply_path_ignores_terrain() -> None:
    f = Field("supply", g_rgt1="02.10")
    f.supply("03.10", 4)  # in a swamp that no truck enters
    assert payment.available(f.state, [f.unit("g-rgt1")]) == 4


@rule("ocs", "12.3d.2", "4.8c-D")
def test_supply_path_blocked_by_enemy_combat_units_only() -> None:
    wall: Places = {
        f"s_{id_}": f"12.{row:02}" for row, id_ in enumerate(("rgt1", "rgt2", "sec", "zero", "fort"), 3)
    }
    on_foot = reprinted(even(), {"g-hq": Face(throw=6, throw_mobility="track", ma=4)})
    f = Depot(scenario=on_foot, g_hq="10.05", **wall)  # by track ZOCs do not matter, only the units
    reach = supply_paths.drawn(f.state, f.unit("g-hq"))
    assert not reach >> f.hex("12.05") & 1
    assert not reach >> f.hex("14.05") & 1
    f.put("s-sec", "20.01")  # 12.05 is the only gap now, and non-combat units are in it
    f.supply("12.05", 4, SOVIET)
    f.generic("trucks", "12.05", SOVIET)
    assert supply_paths.drawn(f.state, f.unit("g-hq")) >> f.hex("14.05") & 1


@rule("ocs", "12.3d.3", "4.5a-B.1")
def test_truck_supply_path_cannot_enter_enemy_zoc() -> None:
    f = Depot(g_rgt1="15.05", s_rgt1="12.07", s_rgt2="12.04")  # ZOCs in 12.05, 12.06, 11.x and 13.x
    f.supply("10.05", 4)
    assert f.reaches("g-rgt1") == set()
    f.put("g-rgt2", "12.05")  # a unit in the ZOC negates it
    f.put("g-sec", "13.05")
    f.put("g-zero", "11.05")
    assert f.reaches("g-rgt1") == {"10.05"}


@rule("ocs", "4.5a-B.2")
def test_leg_and_track_supply_paths_ignore_zocs() -> None:
    for mobility in ("leg", "track"):
        hq = {"g-hq": Face(throw=6, throw_mobility=mobility, ma=4)}
        f = Depot(scenario=reprinted(even(), hq), g_hq="15.05", s_rgt1="12.07", s_rgt2="12.04")
        f.supply("10.05", 4)
        assert f.reaches("g-hq") == {"10.05"}


def test_supply_path_beginning_in_zoc() -> None:
    zone: Places = {"g_rgt1": "10.05", "s_rgt1": "11.05"}
    f = Depot("movement", **zone)  # a unit that may still move negates nothing
    f.supply("06.05", 4)
    assert f.reaches("g-rgt1") == {"06.05"}  # R-OCS-91
    strict = Depot("movement", scenario=even(rulings=("R-OCS-91",)), **zone)
    strict.supply("06.05", 4)
    assert strict.reaches("g-rgt1") == set()
    strict.supply("09.05", 4)
    assert strict.reaches("g-rgt1") == {"09.05"}


def test_last_step_of_supply_path_ignores_zocs() -> None:
    f = Depot(g_rgt1="07.05", s_rgt1="10.05")
    f.supply("09.05", 4)  # the dump lies in a ZOC: 08.05 beside it does not [R-OCS-92]
    assert f.reaches("g-rgt1") == {"09.05"}


@rule("ocs", "12.3d.4")
def test_bad_ground_does_not_lengthen_supply_paths() -> None:
    f = Depot(g_rgt1="07.05")
    f.supply("01.05", 4)
    f.state.ground = f.scenario.conditions.index("mud")  # trucks pay three times off the road
    changed(f.state)
    assert f.reaches("g-rgt1") == {"01.05"}


@rule("ocs", "12.3d.5")
def test_frozen_ground_shortens_supply_paths() -> None:
    f = Depot(scenario=even("swamp"), g_rgt1="03.05")
    f.supply("01.05", 4)
    assert f.reaches("g-rgt1") == set()  # no truck gets into a swamp, not even an adjacent one
    f.state.ground = f.scenario.conditions.index("frost")
    changed(f.state)
    assert f.reaches("g-rgt1") == {"01.05"}  # three points: one hex and the next


@rule("ocs", "12.3.2")
def test_draw_and_throw_need_no_fuel() -> None:
    f = Depot("movement", g_hq2="04.05 m", g_rgt1="09.05")
    f.supply("01.05", 1)
    assert f.reaches("g-rgt1") == {"01.05"}
    f.give("fuel g-hq2")
    assert f.tokens("01.05") == 0  # throwing had cost nothing: the token was still there


@rule("ocs", "12.3e.3")
def test_off_map_supply_unavailable_on_map() -> None:
    f = Depot(g_rgt1="01.05")
    (truck,) = f.generic("trucks", "01.05", loaded=4)
    assert f.reaches("g-rgt1") == {"01.05"}
    put(f.state, truck, READY)
    assert f.reaches("g-rgt1") == set()


@rule("ocs", "12.3e.2")
def test_unit_in_holding_box_cannot_use_map_supply() -> None:
    f = Depot("supply", g_hq2="01.07", g_rgt1="01.07")
    f.supply("01.07", 4)
    f.mark("low", "g-rgt1")
    put(f.state, f.unit("g-rgt1"), REAR)
    assert f.reaches("g-rgt1") == set()
    f.feed()
    assert f.tokens("01.07") == 4
    assert f.marked("out") == set()  # units there do not go Out of Supply


@rule("ocs", "12.3e.1")
def test_all_units_of_crowded_hex_draw_supply() -> None:
    """A crowded hex holds all its units; no off-map box is needed."""
    units = [id_ for id_ in even().ids(even().combat_units & even().of_side[0]) if "brk" not in id_][:24]
    f = Depot("supply", **at("07.05", *units))
    f.supply("01.05", 4)
    assert all(f.reaches(id_) == {"01.05"} for id_ in units)


@pytest.mark.parametrize("start", ["04.05", "09.09", "13.02", "16.11"])
def test_flood_for_all_units_agrees_with_each_unit(start: str) -> None:
    """The flood for all units at once says the same as that of one unit, on uneven ground too."""
    f = Field("supply", g_rgt1=start, s_rgt1="12.05", s_rgt2="09.06", s_inf1="15.10", g_hq="05.05")
    from_ = supply_paths.drawn(f.state, f.unit("g-rgt1"))
    for goal in f.scenario.grid.hexes():
        back = supply_paths.drawing(f.state, 0, 1 << goal)
        assert back >> f.hex(start) & 1 == from_ >> goal & 1, f.scenario.label(goal)
