"""Chapters 9.3 to 9.7: terrain, anti-tank effects, supply, ratings and odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games import definition_of
from grognard.games.ocs.combat.strength import HEAVY, anti_tank_in_hex, column_of, odds, rating
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import CombatResult, SurpriseRolled
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import empty, put
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, event_of

# -- terrain ---------------------------------------------------------------------------------------


@rule("ocs", "9.3.1", "9.3.2", "9.3c", "9.4c.2")
@pytest.mark.parametrize(
    ("from_", "target", "line"),
    [
        ("08.09", "09.10", "open"),
        ("06.04", "05.05", "close"),
        ("03.09", "03.10", "very-close"),
        ("13.08", "14.07", "extremely-close"),
    ],
)
def test_the_defenders_hex_sets_the_line_of_the_table(from_: str, target: str, line: str) -> None:
    field = Battlefield("combat", g_rgt1=from_, s_rgt1=target)
    assert field.calculated(f"attack {target} g-rgt1").line == line
    assert line.replace("-", "_") in series_tables()["combat"]["columns"]


@rule("ocs", "9.3.2", "9.4b.1")
def test_terrain_in_the_attackers_hex_does_not_matter() -> None:
    woods = Battlefield("combat", g_tb="06.06", s_rgt1="06.07")
    field = Battlefield("combat", g_tb="09.09", s_rgt1="09.10")
    assert woods.calculated("attack 06.07 g-tb").totals == field.calculated("attack 09.10 g-tb").totals


@rule("ocs", "9.3b.1", "9.3b.2", "9.4c.1", "9.4c.2")
def test_the_defender_picks_one_terrain_of_his_hex() -> None:
    field = Battlefield("combat", g_pz1="10.08", s_rgt1="11.08")  # a village in the open
    assert field.calculated("attack 11.08 g-pz1", "defend s-rgt1 in:village").line == "close"
    assert field.calculated("attack 11.08 g-pz1", "defend s-rgt1 in:open").line == "open"
    field.give("attack 11.08 g-pz1")
    assert field.refused("defend s-rgt1 in:woods") == "9.4b.1"


@rule("ocs", "9.4.1", "9.4a")
def test_terrain_multiplies_each_unit_by_its_class() -> None:
    field = Battlefield(
        "combat", g_pz1="08.08", g_mech1="08.08", g_rgt1="08.08", s_tk1="08.07", s_rgt1="08.07"
    )
    answer = "defend s-rgt1 08.08:minor-city in:minor-city"
    sums = field.calculated("attack 08.07 g-pz1,g-mech1,g-rgt1", answer)
    assert field.strengths(sums.attack) == {"g-pz1": 4, "g-mech1": 6, "g-rgt1": 4}
    assert field.strengths(sums.defence) == {"s-tk1": 4, "s-rgt1": 4}  # armour is halved in defence, too


@rule("ocs", "9.4b.1", "9.4b.2")
def test_hex_or_hexside_against_each_stack_but_never_both() -> None:
    field = Battlefield("combat", g_tb="09.04", g_rgt1="08.04", s_rgt1="08.03")
    attack = "attack 08.03 g-tb,g-rgt1"
    open_ = field.calculated(attack, "defend s-rgt1 09.04:open 08.04:open")
    assert field.strengths(open_.attack) == {"g-tb": 14, "g-rgt1": 4}
    river = field.calculated(attack, "defend s-rgt1 09.04:minor-river 08.04:open")
    assert field.strengths(river.attack) == {
        "g-tb": 3.5,
        "g-rgt1": 4,
    }  # not 7: the open does not count with it
    field.give(attack)
    assert field.refused("defend s-rgt1 08.08:open") == "9.4b.1"  # nobody comes from there
    assert field.refused("defend s-rgt1 09.04:woods") == "9.4b.1"


@rule("ocs", "9.4b.1", "9.4c.1")
def test_terrain_left_open_is_the_best_for_the_defender() -> None:
    field = Battlefield("combat", g_tb="09.04", g_rgt1="08.02", s_rgt1="08.03")
    sums = field.calculated("attack 08.03 g-tb,g-rgt1")
    assert field.strengths(sums.attack) == {"g-tb": 3.5, "g-rgt1": 4}
    village = Battlefield("combat", g_pz1="10.08", s_rgt1="11.08")
    sums = village.calculated("attack 11.08 g-pz1")
    assert (sums.line, field.strengths(sums.attack)) == ("close", {"g-pz1": 8})


@rule("ocs", "9.4c.1")
def test_defender_terrain_is_independent_of_terrain_against_attackers() -> None:
    field = Battlefield("combat", g_pz1="10.08", s_rgt1="11.08")
    sums = field.calculated("attack 11.08 g-pz1", "defend s-rgt1 10.08:open in:village")
    assert (sums.line, field.strengths(sums.attack)) == ("close", {"g-pz1": 16})
    field.give("attack 11.08 g-pz1")
    river = Battlefield("combat", g_tb="09.04", s_rgt1="08.03")
    river.give("attack 08.03 g-tb")
    assert river.refused("defend s-rgt1 in:minor-river") == "9.4b.1"  # never a hexside


@rule("ocs", "9.4d")
def test_multipliers_for_attackers_do_not_help_defenders() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_tk1="09.10", s_mech1="09.10")
    assert field.strengths(field.calculated("attack 09.10 g-rgt1").defence) == {"s-tk1": 8, "s-mech1": 6}


@rule("ocs", "17.0a")
def test_frozen_rivers_reduce_penalties() -> None:
    field = Battlefield("combat", g_tb="09.04", s_rgt1="08.03")
    field.state.ground = field.scenario.conditions.index("frost")
    sums = field.calculated("attack 08.03 g-tb", "defend s-rgt1 09.04:minor-river")
    assert field.strengths(sums.attack) == {"g-tb": 7}


# -- anti-tank effects -----------------------------------------------------------------------------

AT = [
    ("s_rgt1", 16, 12, 14),  # none
    ("s_mech1", 16, 9, 14),  # light: it cuts the red unit without the tank symbol
    ("s_moto", 16, 9, 14),
    ("s_tk1", 12, 9, 10.5),  # heavy: all are cut
    ("s_tb", 12, 9, 10.5),
    ("s_pak", 12, 9, 10.5),
    ("s_hq", 16, 12, 14),
    ("s_art1", 16, 12, 14),
]


@rule("ocs", "9.4e.1", "9.4e.2", "9.4e.3", "9.4e.4", "9.4e.5")
@pytest.mark.parametrize(("defender", "panzer", "grenadier", "brigade"), AT)
def test_anti_tank_levels(defender: str, panzer: float, grenadier: float, brigade: float) -> None:
    at: dict[str, Any] = {defender: "09.10"}
    field = Battlefield("combat", g_pz1="08.09", g_mech1="08.09", g_tb="08.09", **at)
    sums = field.calculated("attack 09.10 g-pz1,g-mech1,g-tb")
    assert field.strengths(sums.attack) == {"g-pz1": panzer, "g-mech1": grenadier, "g-tb": brigade}


@rule("ocs", "9.4e.2", "16.0e")
def test_a_hedgehog_is_heavy_anti_tank() -> None:
    field = Battlefield("combat", g_pz1="08.09", s_rgt1="09.10")
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = 1
    assert field.strengths(field.calculated("attack 09.10 g-pz1").attack) == {"g-pz1": 12}


@rule("ocs", "9.4e.2")
def test_an_anti_aircraft_unit_is_heavy_anti_tank() -> None:
    scenario = definition_of("ocs").scenarios("kharkov", {})
    assert isinstance(scenario, OcsScenario)
    state, flak, hex_ = empty(scenario), scenario.index["g-flak17"], scenario.hex("20.20")
    put(state, flak, hex_)
    assert anti_tank_in_hex(state, hex_, 1 << flak) == HEAVY


@rule("ocs", "9.4e.2")
@pytest.mark.parametrize("marks", ["d", "r", "ms", "o"])
def test_anti_tank_effects_do_not_depend_on_mode(marks: str) -> None:
    field = Battlefield("combat", g_pz1="08.09", s_tb=f"09.10 {marks}")
    assert field.strengths(field.calculated("attack 09.10 g-pz1").attack) == {"g-pz1": 12}


@rule("ocs", "9.4e.6")
def test_anti_tank_effects_reduce_only_a_doubling() -> None:
    field = Battlefield("combat", g_pz1="06.04", g_mech1="06.04", s_tb="05.05")  # light woods
    assert field.strengths(field.calculated("attack 05.05 g-pz1,g-mech1").attack) == {
        "g-pz1": 8,
        "g-mech1": 9,
    }


# -- supply ----------------------------------------------------------------------------------------


@rule("ocs", "9.5.1", "9.5a.1", "9.5a.2")
def test_missing_trace_and_combat_supply_multiply() -> None:
    field = Battlefield("combat", g_rgt1="08.09 o", s_inf1="09.10 o")
    sums = field.calculated("attack 09.10 g-rgt1", "defend s-inf1")
    assert list(sums.totals) == [2, 7]
    assert field.calculated("attack 09.10 g-rgt1", "defend s-inf1 unsupplied").totals[1] == Fraction(14, 4)
    field.stocks("g-rgt1")
    assert field.refused("attack 09.10 g-rgt1") == "12.10c.2"


@rule("ocs", "9.5-C.1", "12.10a.1")
def test_internal_stocks_are_the_last_resort() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    field.supply("08.08", 1)
    field.give("attack 09.10 g-rgt1")
    assert field.state.ledger[GERMAN] == 0
    assert not field.state.low
    asked = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    asked.supply("08.08", 1)
    asked.give("attack 09.10 g-rgt1 stocks")  # only loads of Organic Trucks can be saved
    assert (asked.state.ledger[GERMAN], asked.state.low) == (0, 0)
    none = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    none.give("attack 09.10 g-rgt1")
    assert none.having("low") == {"g-rgt1"}


@rule("ocs", "9.5-C.2", "12.10a.2")
def test_organic_truck_loads_can_be_saved() -> None:
    field = Battlefield("combat", g_mech1="08.09", g_org1="08.09", s_rgt1="09.10")
    field.load(field.unit("g-org1"), 4)
    twin = field.copy()
    twin.give("attack 09.10 g-mech1 stocks")
    assert (twin.having("low"), twin.state.ledger[GERMAN]) == ({"g-mech1"}, 4)
    field.give("attack 09.10 g-mech1")
    assert (field.having("low"), field.state.ledger[GERMAN]) == (set(), 3)


@rule("ocs", "9.5-B.1", "12.4.2")
def test_one_token_short_covers_units_of_one_re() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10", s_rgt2="09.10")
    field.stocks("s-rgt1", "s-rgt2")
    field.supply("10.10", 1, SOVIET)
    assert field.calculated("attack 09.10 g-rgt1", "defend s-rgt1").totals[1] == 6  # 4 and half of 4


@rule("ocs", "9.5-B.2")
def test_supply_can_be_withheld_from_some_units() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10", s_inf1="09.10")
    sums = field.calculated("attack 09.10 g-rgt1", "defend s-rgt1 unsupplied s-inf1")
    assert field.strengths(sums.defence) == {"s-rgt1": 4, "s-inf1": 7}


# -- ratings ---------------------------------------------------------------------------------------


@rule("ocs", "9.6.1", "9.6.2")
def test_drm_is_the_difference_of_leader_ratings() -> None:
    field = Battlefield("combat", g_zero="08.09", g_pz1="08.09", s_stug="09.10", s_rgt1="09.10")
    assert field.calculated("attack 09.10 g-pz1,g-zero", "defend s-rgt1").drm == 3
    assert field.calculated("attack 09.10 g-pz1,g-zero", "defend s-stug").drm == 1
    assert field.calculated("attack 09.10 g-zero,g-pz1", "defend s-stug").drm == -4
    field.put("g-rgt1", "08.09")
    assert field.check("attack 09.10 g-rgt1,g-zero") is None
    field.give("attack 09.10 g-zero")
    assert field.refused("defend g-pz1") == "9.6.2"


@rule("ocs", "9.6.3")
def test_drm_applies_to_surprise_and_combat_rolls() -> None:
    field = Battlefield("combat", g_pz1="08.09", s_zero="09.10", s_inf1="09.10")
    field.give("attack 09.10 g-pz1")
    events = field.give("defend s-zero", 2, 3, 1, 1, 1)  # 5 + 5 surprises; 2 + 5 on the table
    shift = event_of(events, SurpriseRolled)
    assert (shift.surprise, shift.columns) == ("attacker", 1)
    column = field.scenario.tables["combat"]["results"][6][5]  # 16 to 14 is 1:1, one column further
    assert event_of(events, CombatResult).result == column


@rule("ocs", "9.6a.1", "9.6a.2", "5.10b-B", "5.8.5")
def test_modes_lower_the_rating() -> None:
    field = Battlefield("combat", g_pz1="08.09", g_pz2="08.09 d", g_moto="08.09 ms", g_zero="08.09 d")
    ratings = {id_: rating(field.state, field.unit(id_)) for id_ in ("g-pz1", "g-pz2", "g-moto", "g-zero")}
    assert ratings == {"g-pz1": 5, "g-pz2": 3, "g-moto": 0, "g-zero": -1}


# -- modes and steps -------------------------------------------------------------------------------


@rule("ocs", "9.11d.1", "9.11d.2")
@pytest.mark.parametrize(("lost", "attack", "defence"), [(0, 14, 14), (1, 7, 14), (2, 7, 7)])
def test_divisions_that_lost_steps(lost: int, attack: int, defence: int) -> None:
    field = Battlefield("combat", g_inf1="08.09 " + "*" * lost, s_inf1="09.10 " + "*" * lost)
    assert field.calculated("attack 09.10 g-inf1").totals == (Fraction(attack), Fraction(defence))


@rule("ocs", "9.11d.2")
def test_defence_is_halved_at_half_the_steps() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf4="09.10 **")
    assert field.calculated("attack 09.10 g-inf1").totals[1] == 10


@rule("ocs", "5.10b-A", "5.7.2", "5.8.5", "5.9.3", "13.4b")
@pytest.mark.parametrize(
    ("marks", "strength"), [("", 14), ("d", 7), ("r", 7), ("ms", 0), ("m", 5), ("md", 2.5)]
)
def test_modes_in_defence(marks: str, strength: float) -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1=f"09.10 {marks}")
    assert field.calculated("attack 09.10 g-rgt1").totals[1] == strength


@rule("ocs", "13.4b", "13.1c.2")
@pytest.mark.parametrize(("marks", "gun", "hq"), [("", 1, 5), ("m", 1, 1), ("d", 0.5, 2.5), ("ms", 0, 0)])
def test_artillery_and_headquarters_defend(marks: str, gun: float, hq: float) -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_art1=f"09.10 {marks}", s_hq=f"09.10 {marks}")
    assert field.strengths(field.calculated("attack 09.10 g-rgt1").defence) == {"s-art1": gun, "s-hq": hq}


# -- odds ------------------------------------------------------------------------------------------


@rule("ocs", "9.7.1", "4.1")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        ("15", "6", 3),
        ("6", "15", -3),
        ("39/4", "2", 5),
        ("7", "6", 1),
        ("6", "7", 1),
        ("29", "12", 2),
        ("5", "5", 1),
    ],
)
def test_odds_round_at_one_half(attack: str, defence: str, ratio: int) -> None:
    assert odds(Fraction(attack), Fraction(defence)) == ratio


@rule("ocs", "4.2.1", "9.7.1")
def test_strengths_are_not_rounded_before_the_odds() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10 md")
    sums = field.calculated("attack 09.10 g-rgt1")
    assert (sums.totals, sums.heading) == ((Fraction(4), Fraction(5, 2)), "2:1")  # 1.6; 4 to 3 would be 1:1


@rule("ocs", "9.7a", "9.7b", "9.1g.1")
@pytest.mark.parametrize(
    ("line", "attack", "defence", "heading"),
    [
        ("open", 6, 1, "5:1"),  # there is no 6:1
        ("open", 8, 1, "7:1"),
        ("open", 40, 1, "13:1"),
        ("open", 1, 12, "1:5"),
        ("close", 5, 1, "4:1"),
        ("very-close", 20, 1, "18:1"),
        ("extremely-close", 1, 3, "1:2"),
        ("extremely-close", 7, 1, "4:1"),
        ("extremely-close", 1, 1, "1:1"),
        ("close", 2, 3, "1:2"),
    ],
)
def test_the_highest_column_that_is_not_above_the_odds(
    line: str, attack: int, defence: int, heading: str
) -> None:
    column = column_of(line, Fraction(attack), Fraction(defence))
    assert series_tables()["combat"]["columns"][line.replace("-", "_")][column] == heading


@rule("ocs", "9.14a.1", "9.14a.2", "9.14a.3")
def test_strengths_of_zero() -> None:
    against = Battlefield("combat", g_rgt1="08.09", s_zero="09.10")
    assert against.calculated("attack 09.10 g-rgt1").column == 12
    strat = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10 ms")
    assert strat.calculated("attack 09.10 g-rgt1").column == 12
    feeble = Battlefield("combat", g_zero="08.09", s_rgt1="09.10")
    assert feeble.calculated("attack 09.10 g-zero").column == 0
    feeble.give("attack 09.10 g-zero")
    assert feeble.having("low") == {"g-zero"}  # it is supplied all the same
    both = Battlefield("combat", g_zero="08.09", s_zero="09.10")
    assert both.calculated("attack 09.10 g-zero").heading == "1:1"
