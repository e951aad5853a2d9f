"""Chapter 20: Breakdowns, the regiments that divisions detach and absorb."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.model.state import AWAY, size_now, steps_left
from grognard.games.ocs.units import detachments
from grognard.games.ocs.units.detachments import absorb, available_breakdown, divisible, must_absorb
from grognard.games.ocs.units.modes import mode_of
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import Field, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at

SCENARIO = practice("practice")
BRK = "g-german-brk1"


# -- detaching -----------------------------------------------------------------------------------------


@rule("ocs", "20.0.1", "20.0.2", "20.0f", "4.6.5")
def test_a_division_detaches_a_regiment_and_loses_a_step() -> None:
    field = Manoeuvre(g_inf1="07.06 m")
    field.give("detach g-inf1")
    assert field.at(BRK) == "07.06"
    unit, regiment = field.unit("g-inf1"), field.unit(BRK)
    assert (steps_left(field.state, unit), size_now(field.state, unit)) == (2, 8)
    assert (steps_left(field.state, regiment), size_now(field.state, regiment)) == (1, 4)
    assert SCENARIO.independent >> regiment & 1


@rule("ocs", "20.0.3")
def test_last_step_cannot_be_detached() -> None:
    field = Manoeuvre(g_inf1="07.06 m**", g_inf2="07.06 m*")
    assert field.refused("detach g-inf1") == "20.0.3"
    assert not field.offered("g-inf1", "detach")
    field.give("detach g-inf2")
    assert field.refused("detach g-inf2") == "20.0.3"


@rule("ocs", "20.0a")
def test_several_regiments_may_be_detached() -> None:
    field = Manoeuvre(g_inf4="07.06 m")
    for _ in range(3):
        field.give("detach g-inf4")
    assert steps_left(field.state, field.unit("g-inf4")) == 1
    assert field.ids(field.state.here[field.hex("07.06")] & SCENARIO.breakdowns) == {
        "g-german-brk1",
        "g-german-brk2",
        "g-german-brk3",
    }


@rule("ocs", "20.0.1")
def test_only_multi_step_units_detach() -> None:
    assert Manoeuvre(g_rgt1="07.06").refused("detach g-rgt1") == "20.0.1"


@rule("ocs", "20.0.4")
def test_armor_and_mech_neither_make_nor_absorb_breakdowns() -> None:
    for unit in (SCENARIO.index["g-inf1"], SCENARIO.index["g-inf4"]):
        assert SCENARIO.counters[unit].category == "other" and divisible(SCENARIO) >> unit & 1
    others = SCENARIO.those(lambda counter: counter.category != "other")
    assert not divisible(SCENARIO) & others
    field = Manoeuvre(g_tb="07.06 m")
    assert field.check("detach g-tb") is not None


@rule("ocs", "20.0a")
def test_breakdowns_are_made_only_as_a_unit_begins_to_move() -> None:
    field = Manoeuvre(g_inf1="07.06 m", g_inf2="07.06 m")
    field.give("move g-inf1 07.06-07.07")
    assert field.refused("detach g-inf1") == "20.0a"
    field.give("done g-inf2")
    assert field.refused("detach g-inf2") == "6.1f.2"


@rule("ocs", "20.0a")
@pytest.mark.parametrize(("phase", "player"), [("reaction", 1), ("exploitation", 0)])
def test_in_other_phases_only_units_that_can_move_detach(phase: str, player: int) -> None:
    field = Manoeuvre(phase, player=player, g_inf1="07.06 m", g_inf2="07.06 mr", s_rgt1="14.07")
    assert field.check("detach g-inf1") is not None
    assert field.check("detach g-inf2") is not None
    field.give("release g-inf2")
    assert field.check("detach g-inf2") is None


@rule("ocs", "20.0a")
def test_no_detachment_in_other_segments() -> None:
    for phase in ("combat", "barrage", "reinforcement"):
        field = Manoeuvre(phase, g_inf1="09.07", s_rgt1="10.07")
        assert field.check("detach g-inf1") is not None


@rule("ocs", "20.0b.1")
def test_a_breakdown_is_not_better_than_its_division() -> None:
    field = Manoeuvre(g_inf1="07.06 m")
    assert SCENARIO.ar[field.unit(BRK)] == SCENARIO.ar[field.unit("g-inf1")] == 3
    assert available_breakdown(field.state, field.unit("g-inf1")) == field.unit(BRK)
    weaker = varied(practice())
    weaker.ar = list(weaker.ar)
    soviet = Field(scenario=weaker, s_inf1="14.07", s_inf4="14.07")
    weak = soviet.unit("s-inf1")
    assert [weaker.ar[soviet.unit(id_)] for id_ in ("s-soviet-brk1", "s-inf1", "s-inf4")] == [2, 2, 3]
    assert available_breakdown(soviet.state, soviet.unit("s-inf4")) >= 0  # it may make a worse one
    weaker.ar[weak] = 1
    assert available_breakdown(soviet.state, weak) == -1
    refusal = detachments.check_breakdown(soviet.state, weak)
    assert refusal is not None and refusal.rule == "20.0b.1"


@rule("ocs", "20.0c", "20.0.2")
@pytest.mark.parametrize(("marks", "mode"), [("m", "move"), ("", "combat"), ("md", "dg"), ("mr", "reserve")])
def test_a_breakdown_takes_over_the_mode_and_the_markers(marks: str, mode: str) -> None:
    field = Manoeuvre(g_inf1=f"07.06 {marks}")
    field.state.low = field.state.out = field.bit("g-inf1")
    field.give("detach g-inf1")
    assert mode_of(field.state, field.unit(BRK)) == mode
    assert field.state.turned >> field.unit(BRK) & 1 == field.state.turned >> field.unit("g-inf1") & 1
    assert field.state.low & field.state.out & field.bit(BRK)
    assert not field.state.exhausted & field.bit(BRK)


@rule("ocs", "20.0e.1", "20.0e.2")
def test_detaching_costs_no_mp_and_both_can_move() -> None:
    field = Manoeuvre(g_inf1="07.06 m")
    field.give("detach g-inf1")
    assert (field.left("g-inf1"), field.left(BRK)) == (8, 8)
    field.give("move g-inf1 07.06-07.07")
    field.give(f"move {BRK} 07.06-07.05")
    assert (field.at("g-inf1"), field.at(BRK)) == ("07.07", "07.05")


@rule("ocs", "20.0.5")
def test_practice_scenario_has_enough_breakdowns() -> None:
    field = Manoeuvre(**at("07.06 m", "g-inf1", "g-inf2", "g-inf3"))
    for id_ in ("g-inf1", "g-inf1", "g-inf2", "g-inf2", "g-inf3", "g-inf3"):
        field.give(f"detach {id_}")


@rule("ocs", "20.0g.1", "20.0g.2")
def test_breakdown_pools_are_separate() -> None:
    field = Manoeuvre(g_inf1="07.06 m")
    assert SCENARIO.counters[available_breakdown(field.state, field.unit("g-inf1"))].pool == "german"
    soviet = Field(s_inf1="14.07")
    assert SCENARIO.counters[available_breakdown(soviet.state, soviet.unit("s-inf1"))].pool == "soviet"
    assert not divisible(SCENARIO) & field.bit("g-sec")  # security units have no pool


# -- taking back ---------------------------------------------------------------------------------------


def beside(marks: str = "", own: str = "", **more: str) -> Field:
    """A Breakdown beside a reduced division."""
    field = Field("supply", g_inf1=f"07.06 {marks}*")
    field.put(BRK, f"07.06 {own}")
    for id_, where in more.items():
        field.put(id_.replace("_", "-"), where)
    return field


@rule("ocs", "20.0d.1", "20.0d.2")
def test_reduced_divisions_absorb_breakdowns_as_a_phase_ends() -> None:
    field = Manoeuvre(g_inf1="07.06 m", g_sec="04.02", s_rgt1="14.07")
    field.give("detach g-inf1")
    assert field.at(BRK) == "07.06"
    field.give("end")
    assert field.state.at[field.unit(BRK)] == AWAY
    assert steps_left(field.state, field.unit("g-inf1")) == 3


@rule("ocs", "20.0d.2")
@pytest.mark.parametrize("phase", ["reaction", "barrage", "exploitation", "exploitation-barrage"])
def test_no_absorption_between_segments_of_a_phase(phase: str) -> None:
    field = beside()
    field.go_to(phase)
    assert absorb(field.state) == []
    field.go_to("combat")
    assert absorb(field.state)[0].rule == "20.0d.1"


@rule("ocs", "20.0d.1")
def test_whole_divisions_absorb_nothing() -> None:
    field = Field("supply", g_inf1="07.06")
    field.put(BRK, "07.06")
    assert absorb(field.state) == []


@rule("ocs", "20.0d.1")
def test_a_division_takes_back_no_more_than_it_lacks() -> None:
    field = beside()
    field.put("g-german-brk2", "07.06")
    assert len(absorb(field.state)) == 1
    assert field.state.at[field.unit("g-german-brk2")] == field.hex("07.06")
    assert absorb(field.state) == []


@rule("ocs", "20.0d.1")
def test_only_breakdowns_of_the_same_hex_are_absorbed() -> None:
    field = Field("supply", g_inf1="07.06 *")
    field.put(BRK, "07.07")
    assert absorb(field.state) == []


@rule("ocs", "20.0c")
@pytest.mark.parametrize("own", ["m", "d", "r", "o", "e"])
def test_mode_and_markers_must_be_the_same(own: str) -> None:
    assert absorb(beside("", own).state) == []
    assert len(absorb(beside(own, own).state)) == 1


@rule("ocs", "20.0c")
@pytest.mark.parametrize("marker", ["low", "exhausted"])
def test_internal_stocks_must_be_the_same(marker: str) -> None:
    field = beside()
    setattr(field.state, marker, field.bit("g-inf1"))
    assert absorb(field.state) == []
    setattr(field.state, marker, field.bit("g-inf1", BRK))
    assert len(absorb(field.state)) == 1


@rule("ocs", "20.0b.2")
def test_a_breakdown_that_is_worse_than_a_division_stays_apart() -> None:
    field = Field("supply", s_inf4="14.07 *", s_inf1="13.07 *")
    field.put("s-soviet-brk1", "14.07")
    field.put("s-soviet-brk2", "13.07")
    assert not must_absorb(field.state, field.unit("s-inf4"), field.unit("s-soviet-brk1"))  # rated 3 and 2
    assert must_absorb(field.state, field.unit("s-inf1"), field.unit("s-soviet-brk2"))
    absorb(field.state)
    assert field.at("s-soviet-brk1") == "14.07" and field.at("s-soviet-brk2") == ""


@rule("ocs", "20.0d.1")
def test_most_reduced_division_absorbs_first() -> None:
    field = beside()
    field.put("g-inf2", "07.06 **")
    absorb(field.state)
    assert (field.state.lost[field.unit("g-inf1")], field.state.lost[field.unit("g-inf2")]) == (1, 1)


@rule("ocs", "20.0g.1")
def test_no_absorption_from_another_pool() -> None:
    field = Field("supply", g_inf1="07.06 *")
    field.put("s-soviet-brk1", "07.06")
    assert not must_absorb(field.state, field.unit("g-inf1"), field.unit("s-soviet-brk1"))


# -- in combat -----------------------------------------------------------------------------------------


@rule("ocs", "20.0a", "20.0.2")
def test_a_division_detaches_a_regiment_as_it_begins_to_retreat() -> None:
    field = Battlefield("combat", g_inf1="09.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "AL1/Do1")
    field.give("detach s-inf1")
    assert field.at("s-soviet-brk1") == "09.10"
    assert field.refused("lose s-inf1") == "2.1.3"  # it has to go now
    field.give("retreat s-inf1 09.10-09.11")
    field.give("retreat s-soviet-brk1 09.10-10.10")
    assert (field.at("s-inf1"), field.at("s-soviet-brk1")) == ("09.11", "10.10")
    assert steps_left(field.state, field.unit("s-inf1")) == 2


@rule("ocs", "20.0a")
def test_a_division_detaches_a_regiment_to_advance() -> None:
    field = Battlefield("combat", g_inf1="09.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    assert field.asked() == "advance"
    field.give("detach g-inf1")
    field.give(f"advance {BRK}")
    assert (field.at("g-inf1"), field.at(BRK)) == ("09.09", "09.10")


@rule("ocs", "20.0a", "20.0.1")
def test_one_step_units_cannot_detach_in_combat() -> None:
    field = Battlefield("combat", g_inf1="09.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "AL1/Do1")
    assert field.refused("detach s-rgt1") == "20.0a"
    assert field.refused("detach g-inf1") == "20.0a"
