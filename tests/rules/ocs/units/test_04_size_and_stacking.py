"""Chapters 4.6 to 4.8: regimental and transportation equivalents, stacking, overstacking."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.model.state import DEAD, put, size_now, units_at
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.stacking import enforce_stacking, fits, overstacked, size_of
from grognard.games.ocs.units.transport_size import lift
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre, Places, at

SCENARIO = practice()
TEN = ("g-inf1", "g-inf2", "g-inf4")
"""Divisions of ten regimental equivalents."""


def full(hex_: str, mode: str = "m") -> Places:
    """A full hex."""
    return at(f"{hex_} {mode}", *TEN)


# -- sizes ---------------------------------------------------------------------------------------------


@rule("ocs", "4.6.1", "4.6.2", "4.6.3", "4.6.4")
@pytest.mark.parametrize(
    ("id_", "quarters"),
    [("g-inf1", 12), ("g-inf4", 16), ("g-pz1", 2), ("g-coy1", 1), ("g-pax1", 1), ("g-eq1", 1), ("g-rgt1", 4)],
)
def test_sizes_in_quarters_of_a_regimental_equivalent(id_: str, quarters: int) -> None:
    assert SCENARIO.size[SCENARIO.index[id_]] == quarters


@rule("ocs", "4.6.4")
@pytest.mark.parametrize("id_", ["g-hq", "g-tb", "g-art1", "g-german-brk1"])
def test_brigades_hqs_and_all_else_count_as_one(id_: str) -> None:
    assert SCENARIO.size[SCENARIO.index[id_]] == 4


@rule("ocs", "4.6.5", "3.2d")
def test_a_division_shrinks_by_one_with_each_step_it_loses() -> None:
    field = Field(g_inf4="07.03 **")
    assert size_now(field.state, field.unit("g-inf4")) == 8


@rule("ocs", "4.6.6")
def test_all_other_units_have_one_step() -> None:
    others = SCENARIO.combat_units & ~SCENARIO.multistep
    assert all(SCENARIO.steps[unit] == 1 for unit in bits(others))
    assert SCENARIO.ids(SCENARIO.multistep & SCENARIO.of_side[GERMAN]) == (
        "g-inf1",
        "g-inf2",
        "g-inf3",
        "g-inf4",
    )


@rule("ocs", "4.6.7")
def test_only_combat_units_have_a_size() -> None:
    everything = (1 << len(SCENARIO.counters)) - 1
    assert all(not SCENARIO.size[c] for c in bits(everything & ~SCENARIO.combat_units))
    assert all(SCENARIO.size[c] for c in bits(SCENARIO.combat_units))


# -- transport -----------------------------------------------------------------------------------------


@rule("ocs", "4.7b.1", "4.7b.2", "4.7a")
@pytest.mark.parametrize(
    ("id_", "points"),
    [
        ("g-zero", "1/4"),
        ("g-sec", "1/2"),
        ("g-art2", "1/4"),
        ("g-rgt1", "1"),
        ("g-inf1", "3"),
        ("g-pz1", "1/2"),
    ],
)
def test_leg_units_with_low_allowance_take_half_a_transport_point(id_: str, points: str) -> None:
    assert lift(Field().state, SCENARIO.index[id_]) == Fraction(points)


@rule("ocs", "4.7b.1")
def test_the_printed_allowance_of_the_move_side_decides() -> None:
    assert SCENARIO.faces[SCENARIO.index["g-inf1"]][0].ma == 3  # few in Combat Mode, but 8 in Move Mode
    assert lift(Field(g_inf1="07.03").state, SCENARIO.index["g-inf1"]) == 3


@rule("ocs", "4.7a", "4.6.5")
def test_a_reduced_division_takes_less() -> None:
    assert lift(Field(g_inf1="07.03 *").state, SCENARIO.index["g-inf1"]) == 2


@rule("ocs", "4.7c.1", "13.2e.2")
def test_a_transport_point_takes_one_point_loaded_or_not() -> None:
    field = Field()
    loaded, empty = field.generic("trucks", "07.03", loaded=4), field.generic("wagons", "07.03")
    assert [lift(field.state, counter) for counter in (*loaded, *empty)] == [1, 1]


# -- how much a hex holds ------------------------------------------------------------------------------


@rule("ocs", "4.8.1")
def test_a_hex_holds_ten_regimental_equivalents() -> None:
    field = Field(**full("07.03"))
    assert not overstacked(field.state, GERMAN)
    field.put("g-coy1", "07.03")
    assert field.labels(overstacked(field.state, GERMAN)) == {"07.03"}


@rule("ocs", "4.8.2")
def test_supply_and_transports_stack_freely() -> None:
    field = Field(**full("07.03"))
    field.supply("07.03", 400)
    field.generic("trucks", "07.03", count=6)
    field.generic("wagons", "07.03", count=6)
    assert not overstacked(field.state, GERMAN)


@rule("ocs", "4.8.5")
def test_nationality_is_no_limit_to_stacking() -> None:
    allies = varied(SCENARIO)
    allies.counters = tuple(
        msgspec.structs.replace(counter, nation="romanian") if counter.id == "g-inf2" else counter
        for counter in SCENARIO.counters
    )
    field = Manoeuvre(scenario=allies, g_inf1="07.03", g_inf4="07.03", g_inf2="07.04")
    assert fits(field.state, field.hex("07.03"), field.bit("g-inf2"))
    field.give("move g-inf2 07.04-07.03")
    field.give("end")
    assert not field.state.questions
    assert size_of(field.state, units_at(field.state, field.hex("07.03"), GERMAN)) == 40


@rule("ocs", "4.8.4")
def test_joining_and_leaving_a_stack_costs_no_points() -> None:
    alone = Manoeuvre(g_rgt1="07.06 m")
    stacked = Manoeuvre(g_rgt1="07.06 m", g_rgt2="07.06", g_inf1="07.07")
    assert alone.cost("g-rgt1", "07.07") == stacked.cost("g-rgt1", "07.07") == 1


@rule("ocs", "4.8a.4", "4.8.1")
def test_units_can_pass_full_hexes_and_overstack_during_movement() -> None:
    field = Manoeuvre(g_rgt1="07.04 m", **full("07.05"))
    assert field.check("move g-rgt1 07.04-07.05-07.06") is None
    field.give("move g-rgt1 07.04-07.05")
    assert not field.state.questions
    field.give("move g-rgt1 07.05-07.06")


# -- too much ------------------------------------------------------------------------------------------


@rule("ocs", "4.8a.1", "4.8a.2")
def test_owner_of_an_overstacked_hex_chooses_units_to_eliminate() -> None:
    field = Manoeuvre(g_rgt1="07.05", g_rgt2="07.05", **full("07.05", ""))
    field.give("end")
    assert field.state.questions[-1].kind == "overstacked"
    assert field.refused("lose s-rgt1") == "4.8a.2"
    field.give("lose g-rgt1")
    assert field.state.questions  # eleven are still too many
    field.give("lose g-inf2")
    assert not field.state.questions
    assert field.state.at[field.unit("g-inf2")] == DEAD
    assert field.state.phase != "movement"


@rule("ocs", "4.8a.1")
@pytest.mark.parametrize("phase", ["movement", "combat", "exploitation", "exploitation-combat", "barrage"])
def test_stacking_is_enforced_as_any_segment_ends(phase: str) -> None:
    field = Manoeuvre(phase, g_rgt1="07.05", g_pz1="07.05 e", s_tb="08.05", **full("07.05", ""))
    field.supply("07.05", 8)
    field.give("end")
    assert field.state.questions and field.state.questions[-1].kind == "overstacked"


@rule("ocs", "4.8a.3", "13.6a.3", "13.5a.1")
def test_overstacked_arrivals_can_move_before_stacking_is_enforced() -> None:
    """Not even the end of the Breakout Segment costs them a unit [R-OCS-111, R-OCS-155]."""
    field = Manoeuvre("breakout", g_rgt1="07.03", g_rgt2="14.03", s_rgt1="18.07", **full("07.03", ""))
    assert field.offered("g-rgt2") == {"breakout g-rgt2"}  # another unit could break out
    field.give("end")
    assert field.state.phase == "movement" and not field.state.questions
    field.give("move g-rgt1 07.03-07.04")
    field.give("end")
    assert not field.state.questions and field.at("g-rgt1") == "07.04"
    late = Manoeuvre("breakout", g_rgt1="07.03", g_rgt2="14.03", s_rgt1="18.07", **full("07.03", ""))
    late.give("end")
    late.give("end")
    assert late.state.questions[-1].kind == "overstacked"


@rule("ocs", "4.8a.1", "4.8a.2")
def test_both_sides_are_asked_each_for_its_own_hexes() -> None:
    field = Field(
        "combat", g_rgt1="07.05", s_inf1="12.05", s_inf2="12.05", s_inf4="12.05", **full("07.05", "")
    )
    put(field.state, field.unit("s-rgt1"), field.hex("12.05"))
    enforce_stacking(field.state)
    assert [(question.side, field.scenario.label(question.hex)) for question in field.state.questions] == [
        (SOVIET, "12.05"),
        (GERMAN, "07.05"),
    ]


@rule("ocs", "4.8a.3")
def test_stacking_is_not_enforced_in_the_reinforcement_phase() -> None:
    field = Manoeuvre("reinforcement", g_rgt1="07.05", **full("07.05", ""))
    field.give("end")
    assert not field.state.questions
    assert field.state.phase == "movement"


@rule("ocs", "4.8a.5", "8.1h.1")
def test_no_overrun_from_an_overstacked_hex() -> None:
    field = Manoeuvre(g_pz1="09.05 m", s_rgt1="11.05", **full("10.05", "")).fuelled()
    field.supply("09.05", 20)
    field.give("move g-pz1 09.05-10.05")
    assert field.refused("overrun 11.05 g-pz1") == "8.1h.1"
    field.give("move g-pz1 10.05-10.04")
    assert field.check("overrun 11.05 g-pz1") is None


@rule("ocs", "5.2.6")
def test_units_of_different_modes_stack_and_do_not_change_each_other() -> None:
    field = Manoeuvre(g_rgt1="07.05", g_rgt2="07.05 mr", g_inf1="07.05 d", g_pz1="07.04 m").fuelled()
    field.give("move g-pz1 07.04-07.05")
    active_stack.finish_move(field.state, field.bit("g-pz1"))
    from grognard.games.ocs.units.modes import mode_of

    modes = {id_: mode_of(field.state, field.unit(id_)) for id_ in ("g-rgt1", "g-rgt2", "g-inf1", "g-pz1")}
    assert modes == {"g-rgt1": "combat", "g-rgt2": "reserve", "g-inf1": "dg", "g-pz1": "move"}
