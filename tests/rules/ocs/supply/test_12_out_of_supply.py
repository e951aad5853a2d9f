"""Chapter 12: Out of Supply, attrition and breakout [12.8]."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.combat import strength
from grognard.games.ocs.combat.barrage_table import barrage_points
from grognard.games.ocs.model.counters import Face
from grognard.games.ocs.model.state import COMING, DEAD, GONE
from grognard.games.ocs.supply import attrition, breakout
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.terrain.zones import zoc
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.order_helpers import Places
from tests.rules.ocs.supply_board import Depot, even, reprinted, with_extenders

POCKET = "15.05"
"""Too far from the German source to trace."""


# -- the marker -----------------------------------------------------------------------------------------


@rule("ocs", "12.8a.1")
def test_unsupplied_stack_is_marked_and_rolls_once() -> None:
    f = Depot(g_inf1=POCKET, g_rgt1=POCKET, g_rgt2="04.07")
    events = f.feed(1, 2)
    assert f.marked("out") == {"g-inf1", "g-rgt1"}
    assert sum(event.kind == "attrition" for event in events) == 1


@rule("ocs", "12.8a.2", "12.8a.3")
def test_out_of_supply_marker_stays_and_rolls_each_supply_phase() -> None:
    f = Depot(g_inf1=POCKET)
    f.feed(1, 1)
    f.put("g-inf1", "04.07")  # it is in trace again, but not yet in a Supply Phase
    assert f.marked("out") == {"g-inf1"}
    f.put("g-inf1", POCKET)
    events = f.feed(1, 2)
    assert [event.dice for event in events if event.kind == "attrition"] == [(1, 2)]
    f.put("g-inf1", "04.07")
    f.feed()
    assert f.marked("out") == set()


def test_feeding_removes_out_of_supply_marker() -> None:
    f = Depot(g_inf1=f"{POCKET} o")
    f.supply(POCKET, 2)
    f.feed()
    f.give(f"eat {POCKET}")
    assert f.marked("out") == set()  # R-OCS-98


@rule("ocs", "12.10f")
def test_internal_stocks_independent_of_out_of_supply_marker() -> None:
    f = Depot(g_inf1=POCKET, g_rgt1="04.07")
    f.mark("low", "g-inf1", "g-rgt1")
    f.feed(1, 1)
    assert (f.marked("out"), f.marked("low")) == ({"g-inf1"}, {"g-inf1", "g-rgt1"})


@rule("ocs", "12.8d.1")
def test_out_of_supply_units_have_no_zoc() -> None:
    f = Depot(g_rgt1=POCKET)
    assert zoc(f.state, GERMAN)
    f.mark("out", "g-rgt1")
    assert not zoc(f.state, GERMAN)


@rule("ocs", "12.8d.2")
def test_out_of_supply_strength_in_attack_and_defence() -> None:
    f = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    f.supply("08.09", 4)
    f.supply("09.10", 4, SOVIET)
    usual = f.calculated("attack 09.10 g-rgt1").totals
    f.state.out = f.bit("g-rgt1", "s-rgt1")
    changed(f.state)
    halved = f.calculated("attack 09.10 g-rgt1").totals
    assert (halved[0] * 2, halved[1] * 2) == usual
    dry = f.calculated("attack 09.10 g-rgt1", "defend s-rgt1 unsupplied")
    assert strength.total_strength(dry.defence) * 4 == usual[1]
    f.state.exhausted = f.bit("g-rgt1")
    f.state.tokens[next(iter(h for h, n in enumerate(f.state.tokens) if n))] = 0
    changed(f.state)
    assert f.refused("attack 09.10 g-rgt1") == "12.10c.2"


@rule("ocs", "12.8d.3")
def test_out_of_supply_artillery_fires_at_full_strength() -> None:
    f = Battlefield("barrage", g_art1="08.09 o", s_rgt1="09.10", g_rgt1="08.10")
    f.supply("08.09", 8)
    before = f.state.ledger[GERMAN]
    gun = f.unit("g-art1")
    assert barrage_points(f.state, gun) == f.scenario.faces[gun][0].barrage
    f.give("barrage 09.10 g-art1", 1, 1)
    assert f.state.ledger[GERMAN] == before - 3


@rule("ocs", "12.8d.4")
def test_out_of_supply_units_move_normally() -> None:
    f, g = Depot("movement", g_rgt1=f"{POCKET} o"), Depot("movement", g_rgt1=POCKET)
    assert f.reach("g-rgt1") == g.reach("g-rgt1")


# -- attrition ------------------------------------------------------------------------------------------


@rule("ocs", "12.8b.1")
@pytest.mark.parametrize(
    ("roll", "units", "steps"),
    [
        (5, ("g-inf1",), 0),  # AR 3
        (7, ("g-inf1",), 1),
        (9, ("g-inf1",), 2),
        (11, ("g-inf1",), 3),  # four, of three
        (2, ("g-zero",), 1),  # AR 0
        (7, ("g-zero", "g-pz1"), 0),  # the best AR counts: 5
        (9, ("g-zero", "g-pz1"), 1),
    ],
)
def test_attrition_uses_best_action_rating(roll: int, units: tuple[str, ...], steps: int) -> None:
    f = Depot()
    for id_ in units:
        f.put(id_, POCKET)
    assert attrition.attrition_loss(f.state, f.bit(*units), roll) == steps


@rule("ocs", "12.8b.2")
def test_only_out_of_supply_steps_count_for_attrition() -> None:
    f = Depot(g_inf1=POCKET, g_inf4=POCKET)
    assert attrition.attrition_loss(f.state, f.bit("g-inf1"), 4) == 0
    assert attrition.attrition_loss(f.state, f.bit("g-inf1", "g-inf4"), 4) == 1  # seven steps: 4 reads 7
    # in a Supply Phase: a unit of the stack that another HQ feeds is not counted
    g = Depot(g_hqd="04.07", g_pz1="13.07", g_inf4="13.07", g_sec="13.07")
    assert g.traced() == {"g-hqd", "g-pz1", "g-sec"}
    g.mark("out", "g-inf4")
    g.feed(2, 2)  # four steps of AR 3: 4 is no loss, and the AR 5 of the tanks does not matter
    assert (g.at("g-pz1"), g.state.lost[g.unit("g-inf4")]) == ("13.07", 0)
    g.feed(3, 3)
    assert g.state.lost[g.unit("g-inf4")] == 1


@rule("ocs", "12.8b.1", "12.8b.2")
@pytest.mark.parametrize(
    ("units", "lost", "steps"),
    [
        (("g-inf4",), 0, 0),
        (("g-inf4", "g-sec"), 0, 1),
        (("g-inf1", "g-inf2"), 1, 1),
        (("g-inf1", "g-inf2"), 2, 0),
    ],
)
def test_five_steps_out_of_supply_raise_the_roll(units: tuple[str, ...], lost: int, steps: int) -> None:
    """Four steps do not: g-inf4 has four, the other two have three each, some of them lost."""
    f = Depot()
    for id_ in units:
        f.put(id_, POCKET)
    f.state.lost[f.unit(units[0])] = lost
    assert attrition.attrition_loss(f.state, f.bit(*units), 4) == steps


@rule("ocs", "12.8b.3")
def test_owner_chooses_attrition_losses() -> None:
    f = Depot(g_inf1=POCKET, g_zero=POCKET)
    f.feed(3, 3)  # AR 3, four steps: one step
    assert f.state.questions[-1].kind == "attrition"
    assert f.offered("g-zero") == {"lose g-zero"}
    f.give("lose g-zero")  # not the unit with the best rating
    assert (f.at("g-zero"), f.state.lost[f.unit("g-inf1")]) == ("", 0)
    assert not f.state.questions


@rule("ocs", "12.8b.3")
def test_only_out_of_supply_units_take_attrition_losses() -> None:
    f = Depot(g_hqd="04.07", g_pz1="13.07", g_inf1="13.07", g_inf2="13.07")
    f.feed(1, 2)  # six steps: 3 reads 6, one step
    assert f.refused("lose g-pz1") == "12.8b.3"
    f.give("lose g-inf2")
    assert f.state.lost[f.unit("g-inf2")] == 1


@rule("ocs", "12.8c.1")
def test_dg_does_not_affect_attrition() -> None:
    f, g = Depot(g_inf1=POCKET), Depot(g_inf1=f"{POCKET} d")
    for roll in range(2, 13):
        loss = [attrition.attrition_loss(one.state, one.bit("g-inf1"), roll) for one in (f, g)]
        assert loss[0] == loss[1]


@rule("ocs", "12.8c.2")
def test_strat_mode_affects_attrition() -> None:
    f = Depot(g_pz1=f"{POCKET} ms", g_inf4="14.05 ms")
    assert attrition.attrition_loss(f.state, f.bit("g-pz1"), 2) == 1  # as AR 0
    assert attrition.attrition_loss(f.state, f.bit("g-inf4"), 5) == 2


# -- breakout: who --------------------------------------------------------------------------------------


@rule("ocs", "12.8e.1")
def test_breakout_needs_movement_allowance() -> None:
    fixed = reprinted(even(), {"g-fort": Face(strength=3, ma=0)})
    f = Depot("breakout", scenario=fixed, g_rgt1=POCKET, g_fort=POCKET, g_rgt2="04.07")
    f.supply(POCKET, 4)
    f.put("g-hog1", POCKET)
    assert f.check("breakout g-rgt1") is None
    for id_ in ("g-fort", "g-rgt2", "g-hog1"):
        assert f.refused(f"breakout {id_}") == "12.8e.1"
    assert f.ids(breakout.able(f.state, GERMAN)) == {"g-rgt1"}


@rule("ocs", "12.8e.1")
def test_breakout_with_movement_allowance_on_either_face() -> None:
    f = Depot("breakout", g_fort=POCKET)  # none in Combat Mode, four in Move Mode [R-OCS-102]
    assert f.check("breakout g-fort") is None


WALL: Places = {
    f"s_{id_}": f"13.{row:02}"
    for row, id_ in enumerate(
        (
            "rgt1",
            "rgt2",
            "sec",
            "zero",
            "fort",
            "inf1",
            "inf2",
            "inf3",
            "inf4",
            "tb",
            "stug",
            "pak",
            "eng",
            "rail",
        ),
        1,
    )
}
"""Enemies in all hexes of a column."""


def starved(**at: Any) -> Depot:
    """Units that were out of trace before."""
    f = Depot("breakout", g_sec="04.07", **at)
    f.state.traced = f.bit("g-sec")
    return f


@rule("ocs", "12.8e-A.1")
def test_breakout_needs_path_to_supplied_friend() -> None:
    f = starved(g_rgt1=POCKET)
    assert f.check("breakout g-rgt1") is None
    f.put("g-sec", "18.01")  # the only friendly unit lost its supply
    assert f.refused("breakout g-rgt1") in ("12.8e-A.1", "12.8e-B")
    walled = starved(g_rgt1=POCKET, **WALL)
    assert walled.refused("breakout g-rgt1") == "12.8e-A.1"


@rule("ocs", "12.8e-A.1")
def test_breakout_path_avoids_prohibited_terrain() -> None:
    swamp = even("swamp")
    f = Depot("breakout", scenario=swamp, g_sec="02.07", g_rgt1="06.07", g_mech1="06.07")
    f.state.traced = 0
    assert f.traced() == {"g-sec"}
    assert f.check("breakout g-rgt1") is None  # on foot
    assert f.refused("breakout g-mech1") == "12.8e-A.1"  # on trucks in Move Mode, though on foot now


@rule("ocs", "12.8e-A.2")
def test_breakout_path_of_trucks_avoids_zocs() -> None:
    gap = {id_: hex_ for id_, hex_ in WALL.items() if hex_ not in ("13.07", "13.08")}
    f = starved(g_rgt1=POCKET, g_mech1=POCKET, g_tb=POCKET, **gap)
    assert f.check("breakout g-rgt1") is None
    assert f.check("breakout g-tb") is None
    assert f.refused("breakout g-mech1") == "12.8e-A.1"


@rule("ocs", "12.8e-B")
def test_breakout_needs_supplied_friend_within_15_hexes() -> None:
    f = starved(g_rgt1="19.07", g_rgt2="20.07")
    assert f.check("breakout g-rgt1") is None
    assert f.refused("breakout g-rgt2") == "12.8e-B"


@rule("ocs", "12.8e.2")
def test_first_turn_breakout_waives_conditions_and_adds_one() -> None:
    f = Depot("breakout", g_sec="04.07", g_rgt1="20.07", g_rgt2=POCKET, **WALL)
    assert f.check("breakout g-rgt1") is None
    f.give("breakout g-rgt1", 4, 2)
    assert f.state.at[f.unit("g-rgt1")] == COMING  # 4 + 1
    f.give("breakout g-rgt2", 3)
    assert f.state.at[f.unit("g-rgt2")] == DEAD


@rule("ocs", "12.8e.3")
def test_transports_break_out_on_first_turn_one_by_one() -> None:
    f = Depot("breakout", g_sec="04.07")
    f.generic("trucks", POCKET, count=2, loaded=3)
    f.give("breakout g-truck1", 6, 1)
    assert (f.state.at[f.unit("g-truck1")], f.at("g-truck2")) == (COMING, POCKET)
    assert f.tokens(POCKET) == 6  # supply does not break out [R-OCS-102]
    f.state.traced &= ~f.bit("g-truck2")
    assert f.refused("breakout g-truck2") == "12.8e.3"


@rule("ocs", "12.8e.3")
def test_transports_break_out_only_outside_trace_supply() -> None:
    """At the edge of the hexes with trace supply: their neighbours do not count."""
    f = Depot("breakout", g_sec="04.07")
    traced, land = trace_hexes(f.state, GERMAN), f.scenario.ground
    inside, outside = bits(traced & land & ~(traced >> 1))[0], bits(traced >> 1 & land & ~traced)[0]
    f.generic("trucks", f.scenario.label(inside))
    f.generic("trucks", f.scenario.label(outside))
    assert f.ids(breakout.able(f.state, GERMAN)) == {"g-truck2"}


@rule("ocs", "12.8e.3", "12.7.2")
def test_extender_does_not_break_out() -> None:
    f = Depot("breakout", scenario=with_extenders(even(), 1), g_sec="04.07")  # its link is cut
    f.post(POCKET)
    f.generic("trucks", POCKET)
    assert f.ids(breakout.able(f.state, GERMAN)) == {"g-truck3"}
    assert f.refused("breakout g-truck1") == "12.7.2"


@rule("ocs", "12.8e.3", "12.8e.4")
def test_first_turn_of_transports_counts_from_the_last_supply_phase() -> None:
    """A truck that was in trace supply then can break out, one that was cut off cannot [R-OCS-101]."""
    f = Depot("supply", g_sec="04.07")
    f.generic("trucks", "04.07")
    f.generic("trucks", POCKET)
    f.feed()
    for id_ in ("g-truck1", "g-truck2"):
        f.put(id_, POCKET)
    f.go_to("breakout")
    assert f.check("breakout g-truck1") is None
    assert f.refused("breakout g-truck2") == "12.8e.3"


@rule("ocs", "12.8e.4")
def test_feeding_forfeits_first_turn_breakout() -> None:
    f = Depot("supply", g_sec="04.07", g_rgt1=POCKET)
    f.supply(POCKET, 1)
    f.feed()
    f.give(f"eat {POCKET}")
    assert not breakout.first_turn(f.state, f.unit("g-rgt1"))
    assert breakout.first_turn(f.state, f.unit("g-sec"))
    f.go_to("breakout")
    f.give("breakout g-rgt1", 4)
    assert f.state.at[f.unit("g-rgt1")] == DEAD  # no bonus


@rule("ocs", "12.8e.5")
def test_breakout_is_optional() -> None:
    f = Depot("breakout", g_rgt1=POCKET)
    f.give("end")
    assert f.at("g-rgt1") == POCKET


@rule("ocs", "12.8e.6")
def test_failed_breakout_unit_can_be_rebuilt() -> None:
    for roll in (1, 2, 3, 4):
        f = starved(g_rgt1=POCKET)
        f.give("breakout g-rgt1", roll)
        assert f.state.at[f.unit("g-rgt1")] == DEAD
    f = Depot("breakout", g_sec=POCKET)  # with the yellow dot
    f.state.traced = 0
    f.put("g-rgt1", "04.07")
    f.give("breakout g-sec", 1)
    assert f.state.at[f.unit("g-sec")] == GONE


@rule("ocs", "12.8e.7")
def test_successful_breakout_returns_as_reinforcement() -> None:
    for roll in (5, 6):
        f = starved(g_rgt1=POCKET)
        f.give("breakout g-rgt1", roll, 3)
        unit = f.unit("g-rgt1")
        assert (f.state.at[unit], f.state.due[unit]) == (COMING, f.state.turn + 3)


@rule("ocs", "12.8e.8")
def test_breakout_unit_returns_with_losses_but_no_markers() -> None:
    f = starved(g_inf1=f"{POCKET} mdo*")
    f.mark("low", "g-inf1")
    f.give("breakout g-inf1", 5, 1)
    unit = f.unit("g-inf1")
    assert f.state.lost[unit] == 1
    for name in ("turned", "dg", "out", "low", "exhausted"):
        assert not getattr(f.state, name) >> unit & 1, name


@rule("ocs", "12.9b", "13.1c.4")
def test_hqs_need_trace_and_combat_supply() -> None:
    f = Depot(g_hq=POCKET)
    f.feed(1, 1)  # AR 0: one step
    assert f.at("g-hq") == ""
    g = Battlefield("combat", g_rgt1="08.09", s_hq="09.10")
    g.supply("08.09", 4)
    g.supply("09.10", 4, SOVIET)
    g.give("attack 09.10 g-rgt1")
    g.give("defend s-hq", 3, 4, 3, 4)
    assert g.state.ledger[SOVIET] == 3
