"""Chapters 5.4a, 5.7, 5.8, 7 and 11: Reserve Mode, its markers and release; Strat Mode."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.combat.strength import attack_strength, defence_strength, rating
from grognard.games.ocs.interface.choices import to_act
from grognard.games.ocs.movement import moves
from grognard.games.ocs.movement.mode_orders import check_release
from grognard.games.ocs.supply import supply_phase
from grognard.games.ocs.supply.supply_paths import thrown
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.units import reserve_markers
from grognard.games.ocs.units.modes import (
    leave_reserve_in_combat,
    mode_of,
    set_mode,
    settle_reserves,
    spare_markers,
)
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice
from tests.rules.ocs.order_helpers import Manoeuvre, at

SCENARIO = practice()


def mode(field: Field, id_: str) -> str:
    return mode_of(field.state, field.unit(id_))


def reserves(field: Field) -> set[str]:
    return field.ids(field.state.reserve)


# -- markers -------------------------------------------------------------------------------------------


@rule("ocs", "5.4a.1", "5.4a.2")
def test_reserve_markers_are_limited_and_one_covers_a_stack() -> None:
    field = Manoeuvre(g_rgt1="04.02", g_rgt2="04.02", g_inf1="07.06", g_inf2="10.02", g_inf3="18.02")
    assert field.scenario.side_data[GERMAN].reserve_markers == 3
    field.give("mode g-rgt1 reserve")
    field.give("mode g-rgt2 reserve-move")
    assert spare_markers(field.state, GERMAN) == 2
    field.give("mode g-inf1 reserve")
    field.give("mode g-inf2 reserve")
    assert field.refused("mode g-inf3 reserve") == "5.4a.1"
    assert not [order for order in field.offered("g-inf3", "mode") if "reserve" in order]


@rule("ocs", "5.4a.1")
@pytest.mark.parametrize(("unit", "side"), [("g-hq", GERMAN), ("s-hq", SOVIET), ("g-inf1", GERMAN)])
def test_every_stack_in_reserve_has_a_marker(unit: str, side: int) -> None:
    field = Manoeuvre(**at("07.06 r", unit))
    assert [spare_markers(field.state, each) for each in (side, 1 - side)] == [2, 3]


@rule("ocs", "5.4a.3")
def test_no_marker_needed_to_join_other_reserves() -> None:
    field = Manoeuvre(g_rgt1="04.02 r", g_inf1="07.06 r", g_inf2="10.02 r", g_inf3="10.03 m", g_pz1="12.02")
    assert field.check("mode g-inf3 reserve-move") is None
    field.give("mode g-inf3 reserve-move")
    assert field.refused("move g-inf3 10.03-09.03") == "5.4a.1"  # no marker is left for another hex
    field.give("move g-inf3 10.03-10.02")
    field.give("end")
    assert reserves(field) == {"g-rgt1", "g-inf1", "g-inf2", "g-inf3"}


@rule("ocs", "5.4a.1", "5.4a.3")
def test_units_without_marker_leave_reserve_at_segment_end() -> None:
    field = Manoeuvre(g_rgt1="04.02 r", g_inf1="07.06 r", g_inf2="10.02 r", g_inf3="10.03 m")
    field.give("mode g-inf3 reserve-move")
    field.give("end")
    question = field.state.questions[-1]
    assert (question.kind, question.side, to_act(field.state)) == ("markers", GERMAN, ("german",))
    stacks = list(map(str, reserve_markers.answers(field.state, question)))
    assert stacks[0] == "release g-inf3"  # the default: the one that came last
    assert set(stacks) == {"release g-inf3", "release g-rgt1", "release g-inf1", "release g-inf2"}
    assert field.refused("release g-inf4") == "5.4a.1"
    assert field.refused("release g-inf1,g-inf2") == "5.4a.1"
    field.give("release g-inf1")
    assert reserves(field) == {"g-rgt1", "g-inf2", "g-inf3"}
    assert mode(field, "g-inf1") == "combat"
    assert field.state.phase != "movement"
    assert not field.state.questions


@rule("ocs", "5.4a.1", "5.4a.2")
def test_reserves_that_split_need_another_marker() -> None:
    field = Manoeuvre(g_rgt1="04.02 mr", g_rgt2="04.02 mr", g_inf1="07.06 r", g_inf2="10.02 r")
    assert field.refused("move g-rgt1 04.02-04.03") == "5.4a.1"
    assert field.check("move g-rgt1,g-rgt2 04.02-04.03") is None


@rule("ocs", "5.4a.4")
def test_other_markers_are_not_limited() -> None:
    field = Field(g_inf1="03.02", g_inf2="05.02", g_inf3="07.02", g_inf4="09.02")
    for name in ("dg", "exploit", "strat"):
        set_mode(field.state, field.bit("g-inf1", "g-inf2", "g-inf3", "g-inf4"), name)
        assert settle_reserves(field.state, GERMAN) == []
        assert getattr(field.state, name).bit_count() == 4


# -- in Reserve ----------------------------------------------------------------------------------------


@rule("ocs", "5.7a.1")
def test_a_unit_enters_reserve_with_either_side_up() -> None:
    field = Manoeuvre(g_pz1="08.07", g_pz2="08.07 m").fuelled()
    field.give("mode g-pz1 reserve-move")
    field.give("mode g-pz2 reserve")
    assert reserves(field) == {"g-pz1", "g-pz2"}
    assert (field.left("g-pz1"), field.left("g-pz2")) == (3.5, 2.25)


@rule("ocs", "5.7a.2")
def test_reserves_flip_only_in_their_movement_phase() -> None:
    own = Manoeuvre(g_rgt1="04.02 r")
    own.give("mode g-rgt1 reserve-move")
    assert mode(own, "g-rgt1") == "reserve" and own.state.turned & own.bit("g-rgt1")
    later = Manoeuvre("exploitation", g_rgt1="04.02 r")
    assert later.refused("mode g-rgt1 reserve-move") in ("5.4.1", "2.1.3")


@rule("ocs", "5.7a.3", "6.1h")
def test_reserves_move_a_quarter_of_their_allowance_never_rounded() -> None:
    field = Manoeuvre(g_pz1="08.07 r", g_stug="08.07 mr", g_rgt1="04.02 mr").fuelled()
    assert [field.left(id_) for id_ in ("g-pz1", "g-stug", "g-rgt1")] == [2.25, 3, 2]


@rule("ocs", "5.7a.4", "6.1c.1")
def test_reserves_always_move_one_hex() -> None:
    field = Manoeuvre(g_inf1="06.07 r")
    assert field.left("g-inf1") == 0.75
    assert field.check("move g-inf1 06.07-06.06") is None  # woods
    field.give("move g-inf1 06.07-06.06")
    assert not field.reach("g-inf1")


@rule("ocs", "5.7.1")
def test_reserves_neither_attack_nor_overrun_nor_fire() -> None:
    attack = Manoeuvre("combat", g_rgt1="09.07 r", g_rgt2="09.07", s_rgt1="10.07")
    attack.supply("09.07", 20)
    assert attack.check("attack 10.07 g-rgt2") is None
    assert attack.check("attack 10.07 g-rgt1") is not None
    overrun = Manoeuvre(g_pz1="09.07 r", s_rgt1="10.07").fuelled()
    overrun.supply("09.07", 20)
    assert overrun.check("overrun 10.07 g-pz1") is not None
    barrage = Manoeuvre("barrage", g_art1="09.07 r", g_art2="09.07", s_rgt1="10.07")
    barrage.supply("09.07", 40)
    assert barrage.check("barrage 10.07 g-art2") is None
    assert barrage.check("barrage 10.07 g-art1") is not None


@rule("ocs", "5.7.2")
def test_reserves_defend_at_half_strength() -> None:
    field = Field(s_rgt1="10.07", s_rgt2="10.07 r")
    worth = [
        defence_strength(field.state, field.unit(id_), "open", True).value for id_ in ("s-rgt1", "s-rgt2")
    ]
    assert worth == [4, 2]


@rule("ocs", "5.7d.1", "5.7d.2")
def test_defenders_leave_reserve_mode_whatever_the_result() -> None:
    field = Manoeuvre("combat", s_rgt1="10.07 r", s_rgt2="10.07 mr", **at("09.07", "g-inf1", "g-inf2"))
    field.put("s-art1", "10.07")
    field.put("s-tk1", "11.08 r")
    field.supply("09.07", 40)
    field.supply("11.08", 20, SOVIET)
    field.give("attack 10.07 g-inf1,g-inf2")
    field.give("defend s-rgt1", 3, 4, 1, 1)  # 28 to 4 is 7:1, and a roll of 3 AL1/Do1
    assert reserves(field) == {"s-tk1"}
    assert (mode(field, "s-rgt1"), mode(field, "s-rgt2")) == ("combat", "move")


@rule("ocs", "5.7d.1")
def test_only_the_attacked_hex_leaves_reserve() -> None:
    field = Field(s_rgt1="10.07 r", s_org1="10.07 r", s_rgt2="10.08 r")
    assert leave_reserve_in_combat(field.state, field.hex("10.07"), SOVIET)[0].rule == "5.7d.1"
    assert reserves(field) == {"s-rgt2"}
    assert leave_reserve_in_combat(field.state, field.hex("10.07"), SOVIET) == []


@rule("ocs", "5.7f", "13.2g-D.1", "13.2d")
def test_of_transports_only_organic_trucks_enter_reserve_mode() -> None:
    field = Manoeuvre(g_org1="08.07")
    field.generic("trucks", "08.07")
    assert field.refused("mode g-truck1 reserve-move") == "5.7f"
    field.give("mode g-org1 reserve-move")
    assert mode(field, "g-org1") == "reserve"
    assert field.left("g-org1") == 11.25


@rule("ocs", "5.7g", "16.0f")
@pytest.mark.parametrize("player", [0, 1])
def test_no_reserves_stay_in_a_hedgehog_as_a_movement_segment_ends(player: int) -> None:
    phase = "movement" if player == 0 else "reaction"
    field = Manoeuvre(phase, player=player, g_rgt1="07.06 r", g_rgt2="08.07 r", s_rgt1="14.07")
    field.generic("hedgehogs", "07.06")
    assert field.state.side == GERMAN
    field.give("end")
    assert reserves(field) == {"g-rgt2"}
    assert mode(field, "g-rgt1") == "combat"


# -- release -------------------------------------------------------------------------------------------


@rule("ocs", "5.7b.1", "5.4.2")
def test_release_leaves_a_unit_in_the_mode_of_its_orientation() -> None:
    field = Manoeuvre("exploitation", g_pz1="08.07 r", g_pz2="08.07 mr")
    field.give("release g-pz1,g-pz2")
    assert (mode(field, "g-pz1"), mode(field, "g-pz2")) == ("combat", "move")


@rule("ocs", "5.7b.2")
@pytest.mark.parametrize(
    ("phase", "player"), [("movement", 0), ("combat", 0), ("reaction", 0), ("exploitation", 1)]
)
def test_release_only_in_own_reaction_and_exploitation_phases(phase: str, player: int) -> None:
    field = Manoeuvre(phase, player=player, g_pz1="08.07 r", s_rgt1="09.08 re")
    refusal = check_release(field.state, GERMAN, field.order("release g-pz1"))
    assert refusal is not None and refusal.rule == "5.7b.2"


@rule("ocs", "5.7b.1")
def test_only_reserves_can_be_released() -> None:
    field = Manoeuvre("exploitation", g_pz1="08.07 r", g_rgt1="08.07")
    assert field.refused("release g-rgt1") == "5.7b.1"
    assert field.refused("release g-pz1,g-rgt1") == "5.7b.1"


@rule("ocs", "5.7b.3", "11.0b.1", "7.0a.3")
@pytest.mark.parametrize(("phase", "player"), [("exploitation", 0), ("reaction", 1)])
def test_reserves_are_released_one_after_the_other(phase: str, player: int) -> None:
    field = Manoeuvre(phase, player=player, g_pz1="08.07 mr", g_rgt1="07.06 mr", s_rgt1="10.07").fuelled()
    field.supply("08.07", 12)
    field.give("release g-pz1")
    field.give("move g-pz1 08.07-09.08")
    assert field.offered("g-rgt1") == {"release g-rgt1"}
    field.give("release g-rgt1")
    field.give("move g-rgt1 07.06-07.07")
    assert field.check("end") is None


@rule("ocs", "7.0a.3", "11.0b.1")
def test_release_is_voluntary() -> None:
    field = Manoeuvre("reaction", player=1, g_pz1="08.07 mr", s_rgt1="10.07")
    field.give("end")
    assert reserves(field) == {"g-pz1"}


@rule("ocs", "5.7b-A", "11.0b.2")
def test_reserves_released_in_exploitation_are_unrestricted() -> None:
    field = Manoeuvre(
        "exploitation", g_pz1="09.07 r", g_art1="09.07 r", s_rgt1="10.07", s_rgt2="14.07"
    ).fuelled()
    field.supply("09.07", 40)
    field.give("release g-pz1,g-art1")
    assert field.left("g-pz1") == 9
    assert field.check("overrun 10.07 g-pz1") is None
    field.go_to("exploitation-barrage")
    assert field.check("barrage 10.07 g-art1") is None
    field.go_to("exploitation-combat")
    assert field.check("attack 10.07 g-pz1") is None
    assert attack_strength(field.state, field.unit("g-pz1"), "open", 0).value == 16


@rule("ocs", "5.7b-B.1", "7.0b")
def test_reserves_released_in_reaction_move_half_and_overrun_at_full_strength() -> None:
    field = Manoeuvre("reaction", player=1, g_pz1="09.07 r", s_rgt1="10.07").fuelled()
    field.supply("09.07", 40)
    field.give("release g-pz1")
    assert field.left("g-pz1") == 4.5
    assert field.check("overrun 10.07 g-pz1") is None
    assert attack_strength(field.state, field.unit("g-pz1"), "open", 0).value == 16


@rule("ocs", "5.7b-B.2", "7.0a.4", "7.0b")
def test_guns_released_in_reaction_fire_in_its_barrage_segment() -> None:
    field = Manoeuvre("reaction", player=1, g_art1="09.07 r", g_art2="09.07", s_rgt1="10.07")
    field.supply("09.07", 40)
    field.give("release g-art1")
    field.give("end")
    assert field.state.phase == "reaction-barrage"
    assert field.check("barrage 10.07 g-art1") is None
    assert field.check("barrage 10.07 g-art2") is not None


@rule("ocs", "7.0a.1", "6.3a", "6.0.2")
def test_in_reaction_only_released_reserves_of_the_other_side_move() -> None:
    field = Manoeuvre(
        "reaction", player=1, g_rgt1="08.07 m", g_rgt2="08.07 mr", g_pz1="08.07 me", s_rgt1="10.07 m"
    )
    field.generic("trucks", "08.07")
    assert field.refused("move g-rgt1 08.07-08.08") == "7.0a.1"
    assert field.refused("move g-pz1 08.07-08.08") == "7.0a.1"
    assert field.refused("move g-truck1 08.07-08.08") == "7.0a.1"
    assert field.refused("move g-rgt2 08.07-08.08") == "7.0a.1"  # not released
    assert field.refused("move s-rgt1 10.07-10.08") == "6.3a"
    field.give("release g-rgt2")
    field.give("move g-rgt2 08.07-08.08")


@rule("ocs", "11.0a.1", "6.0.2")
def test_in_exploitation_only_exploiting_units_and_released_reserves_act() -> None:
    field = Manoeuvre(
        "exploitation", g_rgt1="09.07", g_rgt2="09.07 mr", g_pz1="09.07 e", s_rgt1="10.07"
    ).fuelled()
    field.supply("09.07", 40)
    assert field.refused("move g-rgt1 09.07-09.06") == "11.0a.1"
    assert field.refused("move g-rgt2 09.07-09.06") == "11.0a.1"
    assert field.check("move g-pz1 09.07-09.06") is None
    assert field.check("overrun 10.07 g-rgt1") is not None
    assert field.check("overrun 10.07 g-pz1") is None
    field.go_to("exploitation-combat")
    assert field.check("attack 10.07 g-rgt1") is not None
    assert field.check("attack 10.07 g-pz1") is None


@rule("ocs", "11.0a.3", "11.0c")
def test_exploitation_has_three_segments() -> None:
    field = Manoeuvre("exploitation", g_pz1="09.07 e", g_art1="09.07 e", s_rgt1="10.07")
    field.supply("09.07", 40)
    seen = []
    while field.state.phasing == GERMAN:
        seen.append(field.state.phase)
        field.give("end")
    assert seen == ["exploitation", "exploitation-barrage", "exploitation-combat"]


# -- Strat Mode ----------------------------------------------------------------------------------------


@rule("ocs", "5.8.1", "5.8.2", "6.1h")
def test_strat_mode_shows_the_move_side_and_doubles_the_allowance() -> None:
    field = Manoeuvre(g_pz1="04.02", g_sec="03.03").fuelled()
    field.give("mode g-pz1 strat")
    assert field.state.turned & field.bit("g-pz1")
    assert field.left("g-pz1") == 28


@rule("ocs", "5.8.3")
def test_units_in_strat_mode_leave_the_roads() -> None:
    field = Manoeuvre(g_rgt1="04.02 ms", g_sec="03.03")
    assert field.check("move g-rgt1 04.02-04.03-04.04-05.04") is None  # no road leads there


@rule("ocs", "5.8.4")
def test_units_in_strat_mode_neither_attack_nor_overrun_nor_fire() -> None:
    attack = Manoeuvre("combat", g_rgt1="09.07 ms", g_rgt2="09.07", s_rgt1="10.07")
    attack.supply("09.07", 20)
    assert attack.check("attack 10.07 g-rgt1") is not None
    overrun = Manoeuvre(g_rgt1="09.07 ms", s_rgt1="10.07 m")
    overrun.supply("09.07", 20)
    assert overrun.check("overrun 10.07 g-rgt1") is not None
    barrage = Manoeuvre("barrage", g_art1="09.07 ms", g_art2="09.07", s_rgt1="10.07")
    barrage.supply("09.07", 40)
    assert barrage.check("barrage 10.07 g-art1") is not None


@rule("ocs", "5.8.5")
def test_units_in_strat_mode_have_no_strength_and_no_rating() -> None:
    field = Field(s_tk2="10.07 ms")
    assert defence_strength(field.state, field.unit("s-tk2"), "open", True).value == 0
    assert rating(field.state, field.unit("s-tk2")) == 0


@rule("ocs", "5.8a.4")
def test_enemy_adjacent_to_strat_mode_unit_has_no_effect() -> None:
    field = Manoeuvre(player=1, g_rgt1="09.07 ms", s_rgt1="11.07").fuelled()
    field.give("move s-rgt1 11.07-10.07")
    assert mode(field, "g-rgt1") == "strat" and field.at("g-rgt1") == "09.07"


@rule("ocs", "5.8b.2", "12.6e")
def test_a_unit_in_strat_mode_ends_its_move_in_trace_supply() -> None:
    field = Manoeuvre(g_rgt1="10.02 ms", g_sec="04.02", s_rgt1="18.07")
    traced = field.labels(trace_hexes(field.state, GERMAN))
    assert "11.02" in traced and "16.02" not in traced
    assert field.reach("g-rgt1") <= traced
    assert field.refused("move g-rgt1 10.02-16.02") == "5.8b.2"
    assert field.check("move g-rgt1 10.02-11.02") is None


@rule("ocs", "5.8b.2")
def test_unit_that_stays_without_trace_supply_leaves_strat_mode() -> None:
    lost = Manoeuvre(g_rgt1="17.05", g_sec="04.02", s_inf1="19.03", s_inf2="18.01")
    lost.give("mode g-rgt1 strat")
    assert lost.reach("g-rgt1")  # it gets to where there is trace, but does not go
    assert [event.rule for event in moves.end_segment(lost.state)] == ["5.8b.2"]
    assert mode(lost, "g-rgt1") == "move"


@rule("ocs", "5.8b.2", "12.6e")
def test_no_strat_mode_without_trace_supply_in_reach() -> None:
    field = Manoeuvre(g_inf1="20.01", g_rgt1="17.05", g_sec="04.02", s_inf1="19.03", s_inf2="18.01")
    assert field.refused("mode g-inf1 strat") == "5.8b.2"  # the enemy is all around
    assert "mode g-inf1 strat" not in field.offered("g-inf1", "mode")
    assert field.check("mode g-rgt1 strat") is None  # it can march to where there is trace
    assert "mode g-rgt1 strat" in field.offered("g-rgt1", "mode")
    assert field.check("mode g-sec strat") is None  # it has trace where it is
    dry = Manoeuvre(g_mech1="17.05", g_sec="04.02")  # by truck, and there is no fuel
    assert dry.refused("mode g-mech1 strat") == "5.8b.2"
    dry.supply("17.05", 1)
    assert dry.check("mode g-mech1 strat") is None


@rule("ocs", "5.8b.2", "13.1d.2")
def test_trace_by_a_divisional_hq_is_enough_for_strat_mode() -> None:
    """Its own division and independent units of its nation have trace by it; others do not."""
    field = Manoeuvre(g_hqd="04.02", g_pz1="08.02", g_inf1="08.02").fuelled()
    hexes = trace_hexes(field.state, GERMAN)
    only = thrown(field.state, field.unit("g-hqd")) & ~hexes & field.scenario.ground
    label = min(field.labels(only))
    field.put("g-pz1", label)
    field.put("g-inf1", label)
    assert field.check("mode g-pz1 strat") is None
    field.give("mode g-pz1 strat")
    assert not moves.end_segment(field.state) and mode(field, "g-pz1") == "strat"


@rule("ocs", "5.8b.1", "12.6e")
def test_units_in_strat_mode_are_not_fed_from_dumps() -> None:
    field = Field("supply", g_rgt1="14.03 ms", g_rgt2="14.03")
    field.supply("14.03", 8)
    supply_phase.begin(field.state, field.dice())
    assert [question.units for question in field.state.questions] == [(field.unit("g-rgt2"),)]


@rule("ocs", "5.8b.3", "12.6e")
def test_an_hq_in_strat_mode_throws_nothing() -> None:
    field = Field(g_hq="08.07", g_hq2="08.07 ms")
    assert thrown(field.state, field.unit("g-hq"))
    assert not thrown(field.state, field.unit("g-hq2"))


@rule("ocs", "5.8c", "13.2d")
def test_transports_never_enter_strat_mode() -> None:
    field = Manoeuvre(g_org1="04.02")
    field.generic("trucks", "04.02")
    for id_ in ("g-org1", "g-truck1"):
        assert field.refused(f"mode {id_} strat") == "5.8c"
