"""Chapters 4.4 and 4.5: Attack-Capable units, zones of control and their negation."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.model.combat_events import Moved
from grognard.games.ocs.movement import moves
from grognard.games.ocs.terrain.zones import attack_capable, units_with_zoc, zoc, zoc_negated
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, Field, event_of
from tests.rules.ocs.order_helpers import Manoeuvre, at

AROUND = {"10.08", "11.08", "11.07", "10.06", "09.07", "09.08"}
"""The six hexes around 10.07."""


def capable(field: Field, id_: str) -> bool:
    return bool(attack_capable(field.state) & field.bit(id_))


def zone_of(mode: str, id_: str = "s-inf1") -> set[str]:
    field = Field(**at(f"10.07 {mode}", id_))
    return field.labels(zoc(field.state, SOVIET))


# -- Attack-Capable units ------------------------------------------------------------------------------


@rule("ocs", "4.4.1", "3.2b")
@pytest.mark.parametrize(
    ("id_", "able"),
    [
        ("s-inf1", True),
        ("s-tk1", True),
        ("s-sec", False),
        ("s-pak", False),
        ("s-hq", False),
        ("s-art1", False),
    ],
)
def test_a_printed_strength_without_parentheses_makes_a_unit_attack_capable(id_: str, able: bool) -> None:
    assert capable(Field(**at("10.07", id_)), id_) is able


@rule("ocs", "4.4.1")
@pytest.mark.parametrize(
    ("mode", "able"),
    [("", True), ("m", True), ("d", True), ("e", True), ("mr", False), ("r", False), ("ms", False)],
)
def test_not_attack_capable_in_strat_or_reserve_mode(mode: str, able: bool) -> None:
    assert capable(Field(s_inf1=f"10.07 {mode}"), "s-inf1") is able


@rule("ocs", "4.4.2")
def test_a_printed_strength_of_zero_is_enough() -> None:
    assert capable(Field(s_zero="10.07"), "s-zero")


@rule("ocs", "3.0.1", "4.4.1")
def test_every_attack_capable_unit_is_a_combat_unit() -> None:
    field = Field()
    able = attack_capable(field.state)
    assert able and not able & ~field.scenario.combat_units
    assert not able & (field.scenario.transports | field.scenario.dumps | field.scenario.hedgehogs)


@rule("ocs", "4.4a", "3.2b")
def test_only_attack_capable_units_attack_or_overrun() -> None:
    attack = Manoeuvre("combat", g_sec="09.07", g_inf1="09.07", s_rgt1="10.07")
    attack.supply("09.07", 20)
    assert attack.refused("attack 10.07 g-sec") == "4.4a"
    assert attack.check("attack 10.07 g-inf1") is None
    overrun = Manoeuvre("movement", g_sec="09.07 m", g_rgt1="09.07 m", s_rgt1="10.07")
    overrun.supply("09.07", 20)
    assert overrun.refused("overrun 10.07 g-sec") == "4.4a"
    assert overrun.check("overrun 10.07 g-rgt1") is None


# -- who has a zone ------------------------------------------------------------------------------------


@rule("ocs", "4.4b", "4.5.1", "5.5e")
def test_unit_in_combat_mode_exerts_zoc_in_all_adjacent_hexes() -> None:
    assert zone_of("") == AROUND


@rule("ocs", "4.5.1")
def test_terrain_does_not_affect_zoc() -> None:
    field = Field(s_inf1="15.11")  # a major river on two sides, woods on another
    assert field.labels(zoc(field.state, SOVIET)) == {"15.12", "16.11", "16.10", "15.10", "14.10", "14.11"}


@rule("ocs", "4.4b", "4.5.2", "5.5e")
@pytest.mark.parametrize("mode", ["m", "r", "mr", "ms", "d", "md", "o"])
def test_no_zoc_in_other_modes_or_out_of_supply(mode: str) -> None:
    assert zone_of(mode) == set()


@rule("ocs", "4.4b")
@pytest.mark.parametrize("id_", ["s-hq", "s-art1", "s-sec", "s-fort"])
def test_no_zoc_without_attack_capability(id_: str) -> None:
    assert zone_of("", id_) == set()


@rule("ocs", "4.5.2", "5.9c")
def test_exploiting_unit_keeps_its_zoc() -> None:
    assert zone_of("e") == AROUND
    assert zone_of("me") == set()
    assert zone_of("eo") == set()


@rule("ocs", "5.9c")
def test_disorganization_ends_zoc_of_an_exploiting_unit() -> None:
    field = Field(s_inf1="10.07 d")
    assert not units_with_zoc(field.state) & field.bit("s-inf1")


# -- truck movement ------------------------------------------------------------------------------------


@rule("ocs", "4.5a-A.1", "6.3b")
def test_truck_unit_stops_in_zoc() -> None:
    field = Manoeuvre(g_mech1="07.07 m", s_inf1="10.07").fuelled()
    assert field.reach("g-mech1") & AROUND >= {"09.07", "09.08"}
    assert field.refused("move g-mech1 07.07-08.07-09.08-10.08") == "4.5a-A.1"
    field.give("move g-mech1 07.07-09.08")
    assert field.left("g-mech1") > 10
    assert not field.reach("g-mech1")
    assert field.refused("move g-mech1 09.08-09.09") == "4.5a-A.1"


@rule("ocs", "4.5a", "4.5a-A.1")
def test_truck_unit_paths_avoid_zocs() -> None:
    """From 08.07 to 12.07 it costs 3 MP, partly by road, and 6 MP around the ZOC."""
    free = Manoeuvre(g_mech1="08.07 m", s_inf1="10.07 m").fuelled()
    field = Manoeuvre(g_mech1="08.07 m", s_inf1="10.07").fuelled()
    assert (free.cost("g-mech1", "12.07"), field.cost("g-mech1", "12.07")) == (3, 6)
    moved = event_of(field.give("move g-mech1 08.07-12.07"), Moved)
    assert not AROUND & set(moved.hexes)
    assert field.left("g-mech1") == 16 - 6


@rule("ocs", "4.5a-A.2")
def test_truck_unit_in_zoc_can_overrun() -> None:
    field = Manoeuvre(g_mech1="07.07 m", s_rgt1="10.07").fuelled()
    field.supply("07.07", 8)
    field.give("move g-mech1 07.07-09.08")
    assert field.check("overrun 10.07 g-mech1") is None


@rule("ocs", "4.5a-A.2")
def test_truck_unit_crosses_several_zocs_by_an_overrun_in_each() -> None:
    field = Battlefield("movement", g_mech1="07.07 m", s_rgt1="10.07", s_rgt2="12.07").fuelled()
    field.supply("07.07", 8)
    field.give("move g-mech1 07.07-09.08")
    assert field.refused("move g-mech1 09.08-09.09") == "4.5a-A.1"
    field.fight("overrun 10.07 g-mech1", "Ae4/DL1o2")
    assert (field.at("g-mech1"), field.left("g-mech1")) == ("10.07", 16 - 1.5 - 3)
    field.give("move g-mech1 10.07-11.07")  # the first ZOC is gone, and here the second begins
    assert field.refused("move g-mech1 11.07-11.06") == "4.5a-A.1"
    assert field.check("overrun 12.07 g-mech1") is None


@rule("ocs", "4.5a-A.3")
def test_truck_unit_can_leave_the_zoc_it_starts_in() -> None:
    field = Manoeuvre(g_mech1="09.08 m", s_inf1="10.07").fuelled()
    assert {"09.09", "08.07", "05.08"} <= field.reach("g-mech1")
    assert field.check("move g-mech1 09.08-09.07") is None  # from zone to zone, and there it stops
    assert field.refused("move g-mech1 09.08-09.07-09.06") == "4.5a-A.1"


@rule("ocs", "4.5a-A.1", "4.5a-A.3")
@pytest.mark.parametrize("paths", [("09.08-09.09-09.08",), ("09.08-09.09", "09.09-09.08")])
def test_truck_unit_that_comes_back_to_its_zoc_must_stop(paths: tuple[str, ...]) -> None:
    field = Manoeuvre(g_mech1="09.08 m", s_inf1="10.07").fuelled()
    for path in paths:
        field.give(f"move g-mech1 {path}")
    assert field.left("g-mech1") > 5 and not field.reach("g-mech1")
    assert field.refused("move g-mech1 09.08-09.09") == "4.5a-A.1"
    field.give("end")  # in a later phase it starts there again
    field.go_to("movement")
    moves.begin_segment(field.state)
    assert "09.09" in field.fuelled().reach("g-mech1")


@rule("ocs", "4.5a-A.3", "13.2f.4")
def test_truck_that_loads_in_the_zoc_it_starts_in_can_leave() -> None:
    """It spends MP there without entering the ZOC."""
    field = Manoeuvre(s_inf1="10.07")
    field.supply("09.08", 4)
    field.generic("trucks", "09.08")
    field.give("load g-truck1 4")
    assert "08.07" in field.reach("g-truck1")


@rule("ocs", "4.5a-A.4")
@pytest.mark.parametrize("id_", ["g-pz1", "g-rgt1"])
def test_leg_and_track_movement_ignore_zoc(id_: str) -> None:
    field = Manoeuvre(s_inf1="10.07", **at("08.07 m", id_)).fuelled()
    assert field.check(f"move {id_} 08.07-09.08-10.08-11.08-12.07") is None


@rule("ocs", "4.5a-A.1", "3.1a.2")
def test_the_side_that_is_up_decides_on_the_mobility_type() -> None:
    on_foot = Manoeuvre(g_mech1="08.07", s_inf1="10.07").fuelled()
    assert on_foot.check("move g-mech1 08.07-09.08-10.08") is None
    by_truck = Manoeuvre(g_mech1="08.07 m", s_inf1="10.07").fuelled()
    assert by_truck.refused("move g-mech1 08.07-09.08-10.08") == "4.5a-A.1"


# -- negation ------------------------------------------------------------------------------------------


@rule("ocs", "4.5b.1", "4.5b.2", "4.5a")
def test_unit_that_finished_moving_negates_zoc_for_trucks() -> None:
    field = Manoeuvre(g_mech1="08.07 m", g_rgt1="09.08", s_inf1="10.07").fuelled()
    assert field.refused("move g-mech1 08.07-09.08-10.08") == "4.5a-A.1"  # it could still move away
    field.give("done g-rgt1")
    assert field.check("move g-mech1 08.07-09.08-09.09") is None
    assert field.refused("move g-rgt1 09.08-09.09") == "6.1f.2"


@rule("ocs", "4.5b.2")
def test_stacked_unit_negates_zoc_only_once_dropped() -> None:
    field = Manoeuvre(g_mech1="08.07 m", g_pz1="08.07 m", s_inf1="10.07").fuelled()
    field.give("move g-mech1,g-pz1 08.07-09.08")
    assert field.refused("move g-mech1,g-pz1 09.08-09.09") == "4.5a-A.1"
    field.give("done g-pz1")
    assert field.check("move g-mech1 09.08-09.09") is None


@rule("ocs", "4.5b.2", "6.1g.1")
def test_stack_is_finished_for_the_next_one_to_move() -> None:
    """The next unit profits at once: it starts only when the stack before it has finished [R-OCS-154]."""
    field = Manoeuvre(g_mech1="08.07 m", g_inf1="07.07", s_inf1="10.07").fuelled()
    field.give("move g-inf1 07.07-08.07-09.08")
    assert "09.09" in field.reach("g-mech1") and "08.08" in field.reach("g-inf1")
    assert field.check("move g-mech1 08.07-09.08-09.09") is None
    field.give("move g-mech1 08.07-09.08-09.09")
    assert field.refused("move g-inf1 09.08-08.08") == "6.1f.2"
    dropped = Manoeuvre(g_mech1="08.07 m", g_pz1="08.07 m", s_inf1="10.07").fuelled()
    dropped.give("move g-mech1,g-pz1 08.07-09.08")
    dropped.give("move g-mech1 09.08-09.09")  # the other stays for good


@rule("ocs", "4.5b.2", "4.5a-A.1")
def test_refusal_names_the_unit_that_could_negate_the_zoc() -> None:
    field = Manoeuvre(g_mech1="08.07 m", g_rgt1="09.08", s_inf1="10.07").fuelled()
    refusal = field.check("move g-mech1 08.07-09.08-10.08")
    assert refusal is not None and "`done g-rgt1`" in str(refusal)
    field.give("move g-mech1 08.07-09.08")
    refusal = field.check("move g-mech1 09.08-09.09")
    assert refusal is not None and "`done g-rgt1`" in str(refusal)
    alone = Manoeuvre(g_mech1="08.07 m", s_inf1="10.07").fuelled()
    refusal = alone.check("move g-mech1 08.07-09.08-10.08")
    assert refusal is not None and "done" not in str(refusal)


@rule("ocs", "4.5b.1", "4.5b.2", "5.7b.1")
@pytest.mark.parametrize(("phase", "player"), [("reaction", 1), ("exploitation", 0)])
def test_unreleased_reserve_negates_zoc_once_finished(phase: str, player: int) -> None:
    field = Manoeuvre(phase, player=player, g_mech1="08.07 mr", g_rgt1="09.08 r", s_inf1="10.07").fuelled()
    field.give("release g-mech1")
    assert field.refused("move g-mech1 08.07-09.08-09.09") == "4.5a-A.1"
    assert field.offered("g-rgt1", "done") == {"done g-rgt1"}
    field.give("done g-rgt1")
    assert field.check("move g-mech1 08.07-09.08-09.09") is None
    assert field.offered("g-rgt1", "done") == set()
    field.give("release g-rgt1")  # it may still be released, but not move
    assert field.refused("move g-rgt1 09.08-09.09") == "6.1f.2"
    field.put("g-rgt2", "07.07")  # not a Reserve, so it cannot move in this phase at all
    assert field.check("done g-rgt2") is not None and not field.offered("g-rgt2", "done")


@rule("ocs", "4.5b.1", "4.5b.4")
@pytest.mark.parametrize("mode", ["", "m", "r", "d", "ms", "o"])
def test_any_mode_negates_zoc(mode: str) -> None:
    field = Field("supply", g_rgt1=f"09.08 {mode}", s_inf1="10.07")
    assert field.labels(zoc_negated(field.state, GERMAN)) == {"09.08"}


@rule("ocs", "4.5b.1")
def test_transports_and_dumps_do_not_negate_zoc() -> None:
    field = Field("supply", s_inf1="10.07")
    field.supply("09.08", 4)
    field.generic("trucks", "09.08")
    assert not zoc_negated(field.state, GERMAN)


@rule("ocs", "4.5b.1", "4.5b.2")
@pytest.mark.parametrize("phase", ["supply", "combat", "breakout"])
def test_units_negate_zoc_outside_movement_segments(phase: str) -> None:
    field = Field(phase, g_pz1="09.08", s_inf1="10.07")
    assert field.labels(zoc_negated(field.state, GERMAN)) == {"09.08"}


@rule("ocs", "4.5b.3")
def test_unit_that_negated_zoc_advances_and_breaks_out() -> None:
    field = Battlefield("movement", g_rgt1="09.08", s_rgt1="10.07")
    field.give("done g-rgt1")
    assert field.labels(zoc_negated(field.state, GERMAN)) == {"09.08"}
    field.go_to("combat")
    field.fight("attack 10.07 g-rgt1", "Ae4/DL1o2")
    field.give("advance g-rgt1")
    assert field.at("g-rgt1") == "10.07"
    pocket = Manoeuvre("breakout", g_rgt1="18.05", s_inf1="19.05")
    assert pocket.labels(zoc_negated(pocket.state, GERMAN)) == {"18.05"}
    pocket.give("breakout g-rgt1", 6, 1)
    assert not pocket.at("g-rgt1")


@rule("ocs", "4.5b.2", "7.0a.1")
def test_in_the_reaction_phase_all_but_reserves_negate_zoc() -> None:
    field = Field("reaction", player=1, g_rgt1="09.08", g_rgt2="09.07 mr", s_inf1="10.07")
    assert field.state.side == GERMAN
    assert field.labels(zoc_negated(field.state, GERMAN)) == {"09.08"}


@rule("ocs", "4.5b.2")
def test_non_moving_side_negates_zoc_with_all_units() -> None:
    field = Field("movement", player=1, g_pz1="09.08", s_inf1="10.07")
    assert field.labels(zoc_negated(field.state, GERMAN)) == {"09.08"}


# -- hexes with enemy things ---------------------------------------------------------------------------


@rule("ocs", "4.4c.1", "4.8c.1", "4.8c-A", "3.3c.5")
@pytest.mark.parametrize("thing", ["dump", "trucks", "hedgehogs", "port"])
def test_only_attack_capable_units_enter_a_hex_with_enemy_assets(thing: str) -> None:
    field = Manoeuvre(g_sec="09.03 m", g_rgt1="09.03 m", g_hq="09.03 m")
    if thing == "dump":
        field.supply("09.02", 4, SOVIET)
    elif thing == "port":
        field.put("s-port-1002", "09.02")
    else:
        field.generic(thing, "09.02", SOVIET)
    field.fuelled()
    assert field.refused("move g-sec 09.03-09.02") == "4.4c.1"
    assert field.refused("move g-hq 09.03-09.02") == "4.4c.1"
    assert field.check("move g-rgt1 09.03-09.02") is None


@rule("ocs", "4.8c-A", "4.8c.1", "3.3a.4")
def test_entering_captures_enemy_assets_at_no_extra_cost() -> None:
    field = Manoeuvre(g_rgt1="09.03 m")
    field.supply("09.02", 8, SOVIET)
    assert field.cost("g-rgt1", "09.02") == 1
    events = field.give("move g-rgt1 09.03-09.02", 6)
    assert field.state.ledger[GERMAN] > 0 and field.state.ledger[SOVIET] == 0
    assert len(events) > 1
    assert field.check("move g-rgt1 09.02-09.01") is None  # and it goes on


@rule("ocs", "4.8c-A")
def test_captures_are_settled_before_the_next_step() -> None:
    field = Manoeuvre(g_rgt1="09.03 m")
    field.supply("09.02", 8, SOVIET)
    assert field.refused("move g-rgt1 09.03-09.02-09.01") == "4.8c-A"


@rule("ocs", "4.8c-A")
def test_others_follow_an_attack_capable_unit_in_its_stack() -> None:
    field = Manoeuvre(g_rgt1="09.03 m", g_sec="09.03 m")
    field.supply("09.02", 8, SOVIET)
    assert field.check("move g-rgt1,g-sec 09.03-09.02") is None


@rule("ocs", "4.4c.1", "4.8c-A")
@pytest.mark.parametrize("mode", ["mr", "ms"])
def test_reserves_and_strat_mode_cannot_enter_hexes_with_enemy_assets(mode: str) -> None:
    field = Manoeuvre(g_rgt1=f"04.02 {mode}", g_sec="03.03")
    field.supply("05.03", 4, SOVIET)
    assert field.refused("move g-rgt1 04.02-05.03") == "4.4c.1"


@rule("ocs", "4.8c.1")
def test_enemy_combat_units_close_a_hex() -> None:
    field = Manoeuvre(g_pz1="09.08", s_sec="10.08 md").fuelled()
    assert field.refused("move g-pz1 09.08-10.08") == "4.8c.1"
    assert "10.08" not in field.reach("g-pz1")


@rule("ocs", "4.4c.2")
def test_empty_enemy_town_can_be_entered() -> None:
    field = Manoeuvre(g_hq="13.08 m").fuelled()
    field.state.second |= 1 << field.hex("14.07")
    assert field.check("move g-hq 13.08-14.07") is None


# -- modes ---------------------------------------------------------------------------------------------


@rule("ocs", "4.5a-I", "5.7c.1")
def test_no_reserve_mode_in_enemy_zoc_even_if_negated() -> None:
    field = Manoeuvre(g_rgt1="09.08", g_rgt2="09.08", s_inf1="10.07")
    field.give("done g-rgt2")
    assert field.refused("mode g-rgt1 reserve") == "5.7c.1"
    assert not field.offered("g-rgt1", "mode") & {"mode g-rgt1 reserve", "mode g-rgt1 reserve-move"}


@rule("ocs", "4.5a-I", "5.7c.2")
def test_reserves_enter_and_leave_zocs() -> None:
    field = Manoeuvre(g_rgt1="09.09 mr", s_inf1="10.07")
    assert field.check("move g-rgt1 09.09-09.08") is None
    assert Manoeuvre(g_rgt1="09.08 r", s_inf1="10.07").check("mode g-rgt1 reserve-move") is None
    inside = Manoeuvre(g_rgt1="09.08 mr", s_inf1="10.07")
    assert inside.check("move g-rgt1 09.08-09.09") is None


@rule("ocs", "4.5a-J.1", "5.8a.1")
def test_no_change_to_strat_mode_in_enemy_zoc_even_if_negated() -> None:
    field = Manoeuvre(g_rgt1="04.03", g_rgt2="04.03", g_sec="03.03", s_inf1="04.04")
    field.give("done g-rgt2")
    assert field.refused("mode g-rgt1 strat") == "5.8a.1"


@rule("ocs", "4.5a-J.2", "5.8a.2")
def test_strat_mode_cannot_enter_enemy_zoc_even_if_negated() -> None:
    field = Manoeuvre(g_rgt1="02.03 ms", g_rgt2="03.03", g_sec="04.02", s_inf1="03.04")
    field.give("done g-rgt2")
    assert "03.03" in field.labels(zoc(field.state, SOVIET))
    assert field.refused("move g-rgt1 02.03-03.03") == "4.5a-J.2"
    assert not field.reach("g-rgt1") & field.labels(zoc(field.state, SOVIET))
