"""Chapters 5.1 to 5.6, 5.9 and 5.10: effects and changes of modes."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.combat.strength import attack_strength, rating
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units import modes
from grognard.games.ocs.units.modes import MARKED, allowance, disorganize, marked, mode_of, set_mode
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice
from tests.rules.ocs.order_helpers import Manoeuvre, at

SCENARIO = practice()


def mode(field: Field, id_: str) -> str:
    return mode_of(field.state, field.unit(id_))


def points(field: Field, id_: str) -> float:
    """Return the Movement Allowance of a unit in MP."""
    return allowance(field.state, field.unit(id_)) / 4


# -- in general ----------------------------------------------------------------------------------------


@rule("ocs", "5.1.1")
def test_supply_ports_and_hedgehogs_have_no_modes() -> None:
    field = Manoeuvre(g_rgt1="07.03")
    field.supply("07.03", 4)
    field.generic("hedgehogs", "07.03")
    for id_ in ("g-sp1", "g-hog1"):
        assert not field.offered(id_, "mode")
        assert field.refused(f"mode {id_} move") == "6.1b.2"
    disorganize(field.state, field.hex("07.03"), GERMAN)
    assert field.ids(field.state.dg) == {"g-rgt1"}


@rule("ocs", "5.1.2", "5.5c", "5.6b", "5.7f", "5.8c", "13.2d")
@pytest.mark.parametrize(
    ("id_", "offered"),
    [
        ("g-rgt1", {"move", "reserve", "reserve-move", "strat"}),
        ("g-pax1", {"reserve-move", "strat"}),
        ("g-truck1", set()),
        ("g-org1", {"reserve-move"}),
    ],
)
def test_some_units_lack_modes(id_: str, offered: set[str]) -> None:
    field = Manoeuvre(**at("04.02", "g-rgt1", id_))
    assert {order.split()[-1] for order in field.offered(id_, "mode")} == offered


@rule("ocs", "5.5c")
@pytest.mark.parametrize("id_", ["g-pax1", "g-eq1", "g-truck1", "g-org1"])
def test_replacements_and_transports_are_never_in_combat_mode(id_: str) -> None:
    field = Manoeuvre(**at("04.02", id_))
    assert field.refused(f"mode {id_} combat") == "5.5c"
    assert field.refused(f"mode {id_} reserve") == "5.5c"


@rule("ocs", "5.6b", "13.2d")
@pytest.mark.parametrize("id_", ["g-pax1", "g-eq1", "g-truck1", "g-wagon1", "g-org1"])
def test_replacements_and_transports_are_always_oriented_toward_move_mode(id_: str) -> None:
    field = Field(**at("04.02", id_))
    assert mode(field, id_) == "move"
    set_mode(field.state, field.bit(id_), "reserve")
    assert field.state.turned & field.bit(id_)


@rule("ocs", "5.2.1", "5.4.4")
def test_a_unit_is_in_one_mode_at_a_time() -> None:
    field = Field(g_rgt1="04.02")
    for name in (*MARKED, *reversed(MARKED)):
        set_mode(field.state, field.bit("g-rgt1"), name)
        assert mode(field, "g-rgt1") == name
        assert [m for m in MARKED if getattr(field.state, m)] == [name]


@rule("ocs", "5.2.2", "5.5.1", "5.6.1")
def test_without_a_marker_the_side_that_is_up_is_the_mode() -> None:
    field = Field(g_rgt1="04.02", g_rgt2="04.02 m")
    assert (mode(field, "g-rgt1"), mode(field, "g-rgt2")) == ("combat", "move")
    for unit in bits(SCENARIO.combat_units & ~SCENARIO.one_faced):
        combat, move = SCENARIO.faces[unit]
        assert (combat.strength, combat.barrage, combat.throw) >= (move.strength, move.barrage, move.throw)
        assert combat.ma < move.ma


@rule("ocs", "5.2.3")
@pytest.mark.parametrize(
    ("marks", "after"), [("d", "combat"), ("md", "move"), ("e", "combat"), ("me", "move")]
)
def test_unit_without_marker_is_in_the_mode_of_its_orientation(marks: str, after: str) -> None:
    field = Manoeuvre("exploitation-combat", g_rgt1=f"04.02 {marks}", s_rgt1="14.07")
    sequence.end_phase(field.state, field.dice())
    assert field.state.phasing == SOVIET  # past the Clean Up Phase
    assert mode(field, "g-rgt1") == after


@rule("ocs", "5.2.4", "5.10b-A", "6.1h")
def test_a_marked_unit_uses_the_values_of_its_face_as_its_mode_changes_them() -> None:
    field = Field(g_pz1="08.07 d", g_pz2="08.07 md")
    assert (points(field, "g-pz1"), points(field, "g-pz2")) == (4.5, 7)
    worth = [attack_strength(field.state, field.unit(id_), "open", 0).value for id_ in ("g-pz1", "g-pz2")]
    assert worth == [8 * 2 / 2, 3 * 2 / 2]


@rule("ocs", "5.2.5", "5.10d", "5.6a", "5.5a", "5.7e", "5.8d")
@pytest.mark.parametrize("marks", ["md", "d", "", "mr", "r", "ms"])
def test_only_units_in_move_mode_go_by_rail(marks: str) -> None:
    field = Manoeuvre(g_rgt1=f"07.03 {marks}", g_rgt2="07.03 m", g_sec="04.02")
    assert field.check("rail g-rgt2 07.03-04.02") is None
    assert field.refused("rail g-rgt1 07.03-04.02") == "13.3e-1.2"


@rule("ocs", "5.5a", "5.6a")
def test_rail_repair_units_go_by_rail_in_combat_mode() -> None:
    field = Manoeuvre(g_rail="07.03", g_sec="04.02")
    assert field.check("rail g-rail 07.03-04.02") is None


@rule("ocs", "5.5b", "13.8a")
@pytest.mark.parametrize(
    ("marks", "able"), [("", True), ("m", False), ("r", False), ("ms", False), ("e", False)]
)
def test_engineer_functions_need_combat_mode(marks: str, able: bool) -> None:
    field = Field(g_eng=f"10.03 {marks}", g_hq=f"10.03 {marks}")
    workers = field.bit("g-eng", "g-hq")
    assert (engineer_capable(field.state, GERMAN) & workers == workers) is able


@rule("ocs", "5.10e.1")
@pytest.mark.parametrize(("marks", "able"), [("d", True), ("md", False)])
def test_disorganized_engineers_still_work_if_oriented_toward_combat(marks: str, able: bool) -> None:
    field = Field(g_eng=f"10.03 {marks}", g_hq=f"10.03 {marks}")
    workers = field.bit("g-eng", "g-hq")
    assert (engineer_capable(field.state, GERMAN) & workers == workers) is able


@rule("ocs", "5.10e.2")
def test_disorganized_troops_build_no_hedgehogs() -> None:
    fit = Manoeuvre(g_rgt1="07.06")
    fit.supply("07.06", 20)
    assert fit.check("dig 07.06 g-rgt1") is None
    shaken = Manoeuvre(g_rgt1="07.06 d")
    shaken.supply("07.06", 20)
    assert shaken.check("dig 07.06 g-rgt1") is not None


# -- changing ------------------------------------------------------------------------------------------


@rule("ocs", "5.4.1", "5.4.3")
@pytest.mark.parametrize("to", ["move", "reserve", "reserve-move", "strat"])
def test_modes_are_changed_as_a_unit_begins_to_move_and_cost_no_points(to: str) -> None:
    field = Manoeuvre(g_rgt1="04.02", g_sec="03.03")
    field.give(f"mode g-rgt1 {to}")
    assert mode(field, "g-rgt1") == to.removesuffix("-move").replace("reserve-move", "reserve")
    assert field.state.spent[field.unit("g-rgt1")] == 0
    assert field.left("g-rgt1") == {"move": 8, "reserve": 1, "reserve-move": 2, "strat": 16}[to]
    assert field.reach("g-rgt1")


@rule("ocs", "5.4.1")
def test_no_mode_change_after_moving_or_twice() -> None:
    field = Manoeuvre(g_rgt1="04.02 m", g_rgt2="04.02")
    field.give("move g-rgt1 04.02-04.03")
    assert field.refused("mode g-rgt1 combat") == "5.4.1"
    field.give("mode g-rgt2 move")
    assert field.refused("mode g-rgt2 combat") == "5.4.1"
    assert not field.offered("g-rgt2", "mode")


@rule("ocs", "5.4.1")
def test_a_change_of_mode_counts_as_a_move() -> None:
    field = Manoeuvre(g_rgt1="04.02", g_rgt2="05.03 m")
    field.give("mode g-rgt1 move")
    field.give("move g-rgt2 05.03-05.04")
    assert field.refused("move g-rgt1 04.02-04.03") == "6.1f.2"


@rule("ocs", "5.4.1")
def test_units_in_different_modes_move_together() -> None:
    field = Manoeuvre(g_rgt1="04.02", g_rgt2="04.02 m")
    field.give("mode g-rgt1 move")
    field.give("mode g-rgt2 combat")
    assert field.check("move g-rgt1,g-rgt2 04.02-04.03") is None


@rule("ocs", "5.4.1", "5.4.2")
@pytest.mark.parametrize("phase", ["reaction", "exploitation", "combat", "reinforcement"])
def test_modes_change_in_no_other_phase(phase: str) -> None:
    player = 1 if phase == "reaction" else 0
    field = Manoeuvre(phase, player=player, g_rgt1="04.02 e", g_pz1="04.02 r", s_rgt1="05.02")
    assert field.state.side == GERMAN
    assert field.refused("mode g-rgt1 move") in ("5.4.1", "2.1.3")
    assert field.refused("mode g-pz1 move") in ("5.4.1", "2.1.3")


@rule("ocs", "5.4.1")
def test_only_the_side_that_moves_changes_modes() -> None:
    field = Manoeuvre(g_rgt1="04.02", s_rgt1="14.07")
    assert field.refused("mode s-rgt1 move") == "6.3a"


@rule("ocs", "5.4.4", "5.10.1", "5.9.1")
@pytest.mark.parametrize("involuntary", ["dg", "exploit"])
@pytest.mark.parametrize("before", ["reserve", "reserve-move", "strat", "combat", "move", "dg", "exploit"])
def test_an_involuntary_mode_replaces_any_other_and_keeps_the_orientation(
    before: str, involuntary: str
) -> None:
    field = Field(g_rgt1="04.02")
    set_mode(field.state, field.bit("g-rgt1"), before)
    turned = field.state.turned & field.bit("g-rgt1")
    set_mode(field.state, field.bit("g-rgt1"), involuntary)
    assert mode(field, "g-rgt1") == involuntary
    assert field.state.turned & field.bit("g-rgt1") == turned


@rule("ocs", "5.4.5", "5.10.2", "5.9.4")
def test_involuntary_modes_end_in_the_clean_up_phase_of_their_owner() -> None:
    field = Manoeuvre("combat", g_rgt1="04.02 d", g_pz1="04.02 e", s_rgt1="14.07 d", s_tk1="14.07 d")
    sequence.end_phase(field.state, field.dice())
    assert field.state.phase == "exploitation"
    assert mode(field, "g-rgt1") == "dg"
    field.give("end")
    while field.state.phasing == GERMAN:
        field.give("end")
    assert (mode(field, "g-rgt1"), mode(field, "g-pz1")) == ("combat", "combat")
    assert (mode(field, "s-rgt1"), mode(field, "s-tk1")) == ("dg", "dg")


@rule("ocs", "5.4.6", "5.4.5")
def test_disorganized_unit_can_only_flip() -> None:
    field = Manoeuvre(g_rgt1="04.02 d", g_sec="03.03")
    assert field.offered("g-rgt1", "mode") == {"mode g-rgt1 move"}
    assert field.refused("mode g-rgt1 strat") == "5.4.6"
    field.give("mode g-rgt1 move")
    assert mode(field, "g-rgt1") == "dg"
    assert field.left("g-rgt1") == 4  # half of the 8 of its Move side


# -- Exploitation Mode ---------------------------------------------------------------------------------


@rule("ocs", "5.9.2", "11.0b.2")
def test_exploiting_units_move_half_their_allowance() -> None:
    field = Manoeuvre("exploitation", g_pz1="08.07 e", g_pz2="08.07 me").fuelled()
    assert (field.left("g-pz1"), field.left("g-pz2")) == (4.5, 7)


@rule("ocs", "5.9.3")
def test_exploiting_units_fight_at_full_strength() -> None:
    field = Field(g_pz1="08.07 e", g_pz2="08.07")
    worth = [attack_strength(field.state, field.unit(id_), "open", 0).value for id_ in ("g-pz1", "g-pz2")]
    assert worth == [16, 14]
    assert rating(field.state, field.unit("g-pz1")) == SCENARIO.ar[field.unit("g-pz1")]


@rule("ocs", "5.9.1", "5.9b", "5.9a")
def test_the_table_gives_exploitation_mode_to_units_of_a_sufficient_rating() -> None:
    field = Manoeuvre("combat", g_pz1="09.07", g_rgt1="09.07", g_inf1="09.07", s_rgt1="10.07")
    field.supply("09.07", 40)
    assert SCENARIO.ar[field.unit("g-pz1")] >= 4 > SCENARIO.ar[field.unit("g-rgt1")]
    field.give("attack 10.07 g-pz1,g-rgt1,g-inf1")
    field.give("defend s-rgt1 unsupplied", 3, 4, 3, 3)  # 34 to 2 is 13:1, and a roll of 6 or more Ae4
    assert field.state.exploit & field.bit("g-pz1", "g-rgt1", "g-inf1") == field.bit(
        "g-pz1", "g-rgt1", "g-inf1"
    )


# -- Disorganized Mode ---------------------------------------------------------------------------------


@rule("ocs", "5.10a-A", "5.10a.1", "5.10.1", "5.10c.1", "5.10c.2", "13.2g-D.2")
def test_a_dg_result_disorganizes_all_combat_units_of_the_hex() -> None:
    field = Field(g_rgt1="07.06", g_rgt2="07.06 mr", g_hq="07.06 ms", g_org1="07.06 r", g_pz1="08.06 r")
    field.generic("trucks", "07.06")
    events = disorganize(field.state, field.hex("07.06"), GERMAN)
    assert field.ids(field.state.dg) == {"g-rgt1", "g-rgt2", "g-hq"}
    assert field.ids(marked(field.state) & ~field.state.dg) == {"g-pz1"}
    assert mode(field, "g-org1") == "move"
    assert events[0].rule == "5.10a.1"


@rule("ocs", "5.10a.2")
def test_a_second_dg_result_does_nothing() -> None:
    field = Field(g_rgt1="07.06 d")
    assert disorganize(field.state, field.hex("07.06"), GERMAN) == []
    assert field.ids(field.state.dg) == {"g-rgt1"}


@rule("ocs", "5.10b-A")
def test_disorganization_halves_barrages() -> None:
    from grognard.games.ocs.combat.barrage_table import barrage_strength

    fit, shaken = Field(g_art1="07.06"), Field(g_art1="07.06 d")
    assert barrage_strength(fit.state, fit.bit("g-art1")) == 16
    assert barrage_strength(shaken.state, shaken.bit("g-art1")) == 8


@rule("ocs", "5.10b-B")
def test_disorganization_lowers_the_action_rating_by_one() -> None:
    field = Field(g_rgt1="07.06", g_rgt2="07.06 d")
    assert rating(field.state, field.unit("g-rgt1")) - rating(field.state, field.unit("g-rgt2")) == 1


@rule("ocs", "5.10b-C")
def test_disorganized_units_do_not_overrun() -> None:
    field = Manoeuvre(g_pz1="09.07 d", s_rgt1="10.07").fuelled()
    field.supply("09.07", 8)
    assert field.refused("overrun 10.07 g-pz1") in ("8.1.2", "5.10b-C")


@rule("ocs", "5.10b-C")
def test_disorganized_units_gain_no_exploitation_mode() -> None:
    field = Manoeuvre("combat", g_pz1="09.07", g_inf1="09.07", g_pz2="09.07 d", s_rgt1="10.07")
    field.supply("09.07", 40)
    field.give("attack 10.07 g-pz1,g-pz2,g-inf1")
    field.give("defend s-rgt1 unsupplied", 3, 4, 3, 3)
    assert field.ids(field.state.exploit) == {"g-pz1", "g-inf1"}


@rule("ocs", "5.10c.1", "13.2d")
def test_transports_ignore_markers_of_modes_they_cannot_have() -> None:
    field = Field(g_rgt1="07.06")
    (truck,) = field.generic("trucks", "07.06")
    disorganize(field.state, field.hex("07.06"), GERMAN)
    assert mode_of(field.state, truck) == "move"
    assert allowance(field.state, truck) == 45 * 4


@rule("ocs", "5.10a.1")
def test_only_the_target_side_is_disorganized() -> None:
    field = Field(g_rgt1="07.06")
    assert modes.disorganize(field.state, field.hex("07.06"), SOVIET) == []
    assert not field.state.dg
