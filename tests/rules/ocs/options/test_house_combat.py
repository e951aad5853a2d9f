"""House rules about initiative, Reserves, combat and barrages."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import ask
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.arrivals.entry_hexes import open_modes
from grognard.games.ocs.combat import barrage, results
from grognard.games.ocs.combat.barrage_table import barrage_strength
from grognard.games.ocs.combat.strength import HEAVY, NO_AT
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.turn import initiative
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN, SOVIET, Field, event_of, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre

ON_OFF = pytest.mark.parametrize("on", [True, False])


def with_tigers(on: bool) -> OcsScenario:
    """The practice scenario with the assault guns of both sides as Tigers."""
    scenario = varied(playing("HR-12") if on else practice())
    scenario.tigers = sum(1 << scenario.index[id_] for id_ in ("g-pz1", "s-tk1"))
    return scenario


@rule("ocs", "HR-1")
def test_side_that_went_first_wins_tied_initiative() -> None:
    scenario = varied(playing("HR-1"), initiative=True, first="roll")
    for first in (GERMAN, SOVIET):
        field = Field("initiative", turn=2, scenario=scenario)
        field.state.first = first
        dice = field.dice(3, 4, 5, 2)
        initiative.begin(field.state, dice)
        assert field.state.questions == [Question("initiative", first)] and not dice.scripted


@rule("ocs", "HR-1")
@pytest.mark.parametrize(("options", "turn"), [((), 2), (("HR-1",), 1)])
def test_ties_are_rerolled_without_the_house_rule_and_in_the_first_turn(
    options: tuple[str, ...], turn: int
) -> None:
    field = Field("initiative", turn=turn, scenario=varied(playing(*options), initiative=True, first="roll"))
    initiative.begin(field.state, field.dice(3, 4, 5, 2, 1, 1, 1, 2))
    assert field.state.questions == [Question("initiative", SOVIET)]


@rule("ocs", "HR-4")
@ON_OFF
def test_reserves_in_hedgehogs(on: bool) -> None:
    field = Manoeuvre("movement", scenario=playing("HR-4") if on else "practice", g_rgt1="08.07 r")
    field.state.level[field.generic("hedgehogs", "08.07")[0]] = 1
    assert ("reserve" in open_modes(field.state, field.unit("g-rgt2"), field.hex("08.07"))) == on
    field.give("end")
    assert bool(field.state.reserve & field.bit("g-rgt1")) == on


@rule("ocs", "HR-5")
@pytest.mark.parametrize(("option", "strength"), [("HR-5", 8), ("HR-6", 12)])
def test_anti_tank_effects_cut_to_one(option: str, strength: float) -> None:
    field = Battlefield("combat", scenario=playing(option), g_pz1="08.09", s_tb="09.10")
    assert field.strengths(field.calculated("attack 09.10 g-pz1").attack) == {"g-pz1": strength}


@rule("ocs", "HR-6")
@pytest.mark.parametrize(
    ("option", "marks", "attack", "defence"),
    [("HR-6", "***", 5, 10), ("HR-6", "**", 10, 10), ("HR-5", "***", 10, 10)],
)
def test_last_of_four_steps(option: str, marks: str, attack: float, defence: float) -> None:
    scenario = playing(option)
    field = Battlefield("combat", scenario=scenario, g_inf4=f"08.09 {marks}", s_inf4=f"09.10 {marks}")
    field.supply("09.10", 20, SOVIET)
    sums = field.calculated("attack 09.10 g-inf4")
    assert field.strengths(sums.attack) == {"g-inf4": attack}
    assert field.strengths(sums.defence) == {"s-inf4": defence}


@rule("ocs", "HR-6")
def test_last_of_three_steps_attacks_at_half() -> None:
    field = Battlefield("combat", scenario=playing("HR-6"), g_inf1="08.09 **", s_rgt1="09.10")
    assert field.strengths(field.calculated("attack 09.10 g-inf1").attack) == {"g-inf1": 7}


# -- barrages --------------------------------------------------------------------------------------


def battery(option: str = "", tokens: int = 40, **at: Any) -> Battlefield:
    """Artillery of 16 and 8 points in 07.09 with supply, and a spotter adjacent to the target 09.10."""
    scenario = playing(option) if option else practice()
    field = Battlefield("barrage", scenario=scenario, g_art1="07.09", g_art2="07.09", g_rgt1="08.09", **at)
    field.supply("07.09", tokens)
    return field


@rule("ocs", "HR-7.1")
def test_artillery_fires_half_its_strength() -> None:
    field = battery("HR-7=half", s_rgt1="09.10")
    guns, points = field.bit("g-art1", "g-art2"), {}
    for words in ("", " half", " half:g-art1"):
        half = barrage.firing_half(field.state, field.order(f"barrage 09.10 g-art1,g-art2{words}"))
        points[words] = barrage_strength(field.state, guns, half)
    assert points == {"": 24, " half": 12, " half:g-art1": 16}
    costs = [
        barrage.cost_of(field.state, field.order(f"barrage 09.10 g-art1{words}")) for words in ("", " half")
    ]
    assert costs == [3, 2]  # 16 and 8 points
    assert "barrage 09.10 g-art1 half" in field.offered("g-art1", "barrage")
    assert field.refused("barrage 09.10 g-art1 half:g-art2") == "HR-7.1"
    events = field.give("barrage 09.10 g-art1,g-art2 half", 3, 3)
    assert event_of(events, Barraged).points == 12


@rule("ocs", "HR-7.1")
@pytest.mark.parametrize("option", ["", "HR-7=fueled"])
def test_no_half_barrages_without_the_house_rule(option: str) -> None:
    field = battery(option, s_rgt1="09.10")
    assert field.refused("barrage 09.10 g-art1 half") == "HR-7.1"
    assert not any("half" in text for text in field.offered("g-art1", "barrage"))


@rule("ocs", "HR-7.2")
@pytest.mark.parametrize(("option", "less"), [("HR-7=fueled", 1), ("HR-7=half", 0), ("", 0)])
def test_discount_for_fueled_artillery(option: str, less: int) -> None:
    field = battery(option, s_rgt1="09.10", g_hq="07.10")
    both, one = field.order("barrage 09.10 g-art1,g-art2"), field.order("barrage 09.10 g-art1")
    full = barrage.cost_of(field.state, both), barrage.cost_of(field.state, one)
    field.state.filled = field.bit("g-art1")
    changed(field.state)
    assert barrage.cost_of(field.state, one) == full[1] - less
    assert barrage.cost_of(field.state, both) == full[0]  # not all of it is fueled
    field.state.filled, field.state.primed = 0, field.bit("g-art1", "g-art2")
    assert barrage.cost_of(field.state, both) == full[0]  # fueled singly
    field.state.fueled = field.bit("g-hq")
    changed(field.state)
    assert barrage.cost_of(field.state, both) == full[0] - less


def lose_a_step(field: Battlefield) -> None:
    """Begin the loss of a step to a barrage by a division and a regiment."""
    units = field.unit("s-inf1"), field.unit("s-rgt1")
    ask(field.state, Question("shell", SOVIET, units, field.hex("09.10"), (1,)))


@rule("ocs", "HR-8")
@pytest.mark.parametrize(("die", "victim"), [(1, "s-inf1"), (3, "s-inf1"), (4, "s-rgt1")])
def test_die_picks_the_step_a_barrage_kills(die: int, victim: str) -> None:
    field = battery("HR-8", s_inf1="09.10", s_rgt1="09.10")
    lose_a_step(field)
    results.settle(field.state, field.dice(die), [])
    assert not field.state.questions
    assert (field.steps("s-inf1"), field.at("s-rgt1")) == ((1, "09.10") if victim == "s-inf1" else (0, ""))


@rule("ocs", "HR-8")
def test_owner_picks_the_step_without_the_house_rule() -> None:
    field = battery(s_inf1="09.10", s_rgt1="09.10")
    lose_a_step(field)
    results.settle(field.state, field.dice(), [])
    assert field.answers() == {"lose s-inf1", "lose s-rgt1"}


# -- Tigers ----------------------------------------------------------------------------------------


@rule("ocs", "HR-12.1")
@pytest.mark.parametrize(("on", "strength"), [(True, 7), (False, 10.5)])
def test_defending_tiger_limits_terrain_multipliers(on: bool, strength: float) -> None:
    field = Battlefield("combat", scenario=with_tigers(on), g_pz2="08.09", s_rgt1="09.10", s_tk1="09.10")
    assert field.strengths(field.calculated("attack 09.10 g-pz2").attack) == {"g-pz2": strength}


@rule("ocs", "HR-12.1")
def test_defending_tiger_leaves_reductions_alone() -> None:
    for on in (True, False):  # over a major river
        field = Battlefield("combat", scenario=with_tigers(on), g_inf1="15.10", s_tk1="16.09")
        assert field.strengths(field.calculated("attack 16.09 g-inf1").attack) == {"g-inf1": 7}


@rule("ocs", "HR-12.2")
@pytest.mark.parametrize(("on", "strengths"), [(True, (16, 14)), (False, (12, 10.5))])
def test_attacking_tiger_leaves_defenders_without_anti_tank_effects(
    on: bool, strengths: tuple[float, float]
) -> None:
    field = Battlefield("combat", scenario=with_tigers(on), g_pz1="08.09", g_pz2="08.09", s_tb="09.10")
    sums = field.calculated("attack 09.10 g-pz1,g-pz2")
    assert field.strengths(sums.attack) == dict(zip(("g-pz1", "g-pz2"), strengths, strict=True))
    assert sums.anti_tank[1] == (NO_AT if on else HEAVY)


@rule("ocs", "HR-12.3")
@pytest.mark.parametrize(("on", "half", "dg"), [(True, 0, False), (True, 1, True), (False, 1, False)])
def test_tiger_that_moves_far_becomes_disorganized(on: bool, half: int, dg: bool) -> None:
    field = Manoeuvre("movement", scenario=with_tigers(on), g_pz1="08.07", g_pz2="08.07")
    for id_ in ("g-pz1", "g-pz2"):
        field.state.spent[field.unit(id_)] = 9 * 4 // 2 + half
    field.give("end")
    assert bool(field.state.dg & field.bit("g-pz1")) == dg
    assert not field.state.dg & field.bit("g-pz2")
