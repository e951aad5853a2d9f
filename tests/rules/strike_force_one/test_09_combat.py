"""Chapter 9: who may attack, the column of a battle, the combat tables, support and previews."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from grognard.core.contract.events import Event
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games.strike_force_one.model.scenario import tables
from tests.rules.strike_force_one.battles import ABOVE_BASIC, ANY_LEVEL, EXPERT, NIGHT, battle_in, ring
from tests.rules.strike_force_one.scenes import At
from tests.support import flags, refused, situation, texts, where

# The printed tables: rows are die rolls 1 to 6.
BASIC = """
    DR DR DR DE DE DE
    DR DR DR DR DE DE
    AR DR DR DR DR DE
    AR AR DR DR DR DR
    AR AR DR DR DR DR
    AE AR AR DR DR DR
"""
DIFFERENCE = """
    DR DR EX DE DE DE
    DR DR DR EX DE DE
    NE DR DR DR EX DE
    AR NE DR DR DR EX
    AR AR DR DR DR DR
    AE AR NE DR DR DR
"""


def rows(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.split("\n") if line.strip()]


def result(events: list[Event]) -> str:
    """Return the result of the battle just fought."""
    return battle_in(events).result


def results_of_every_roll(g: Game, attack: str, dice: int = 1) -> Counter[str]:
    """Fight the same battle once for every way the dice can fall."""
    found: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        twin = g.copy()
        twin.dice.script(faces)
        found[result(twin.play(attack))] += 1
    return found


def chances(counts: Counter[str]) -> object:
    """What a preview's outcomes must equal."""
    return pytest.approx({name: n / counts.total() for name, n in counts.items()})


# -- 9 who attacks whom ----------------------------------------------------------------------------------


@rule("sfo", "9-all-adjacent")
@ANY_LEVEL
def test_only_adjacent_enemies_are_attacked(level: str) -> None:
    g = situation(level, "soviet combat", SA="0804", SB="0803", X="0705")
    assert texts(g) == {"attack 0705 SA", "end"}
    refused(g, "attack 0705 SB", "9-all-adjacent")
    refused(g, "attack 0805 SA", "9-all-adjacent")


@rule("sfo", "9-all-order")
@pytest.mark.parametrize(
    "order", [("attack 0705 SA", "attack 0204 SB"), ("attack 0204 SB", "attack 0705 SA")]
)
def test_the_attacker_chooses_the_order_of_the_battles(order: tuple[str, str]) -> None:
    g = situation("advanced", "soviet combat", dice=[3, 3], SA="0804", X="0705", SB="0304", Y="0204")
    assert texts(g) == {*order, "end"}
    g.play(order[0])
    assert texts(g) == {order[1], "end"}
    g.play(order[1])
    assert texts(g) == {"end"}


@rule("sfo", "9-all-many")
@ANY_LEVEL
def test_units_from_several_hexes_attack_one_hex_together(level: str) -> None:
    g, attack = ring(level, 3)
    ways = ("SA", "SB", "SV", "SA,SB", "SA,SV", "SB,SV", "SA,SB,SV")
    assert texts(g) == {f"attack 0705 {units}" for units in ways} | {"end"}
    assert g.play(attack)[0].units == ("SA", "SB", "SV")


@rule("sfo", "9-all-single")
def test_a_unit_attacks_only_one_hex_in_a_turn() -> None:
    g = situation("advanced", "soviet combat", dice=[3], SA="0804", X="0705", Y="0803")
    assert g.check("attack 0803 SA") is None
    assert result(g.play("attack 0705 SA")) == "NE"
    refused(g, "attack 0803 SA", "9-all-single")
    refused(g, "attack 0705 SA", "9-all-single")
    assert texts(g) == {"end"}


def test_a_hex_may_be_attacked_again_by_fresh_units() -> None:
    """[R-SFO-25]"""
    g = situation("advanced", "soviet combat", dice=[3, 3], SA="0804", SB="0805", X="0705")
    g.play("attack 0705 SA")
    refused(g, "attack 0705 SA,SB", "9-all-single")
    assert result(g.play("attack 0705 SB")) == "NE"


def test_an_advance_gives_no_second_attack() -> None:
    """[R-SFO-26]"""
    g = situation("advanced", "soviet combat", dice=[1], SA="0804", X="0705", Y="0604")
    g.play("attack 0705 SA")
    g.play("retreat X 0706")
    g.play("advance SA")
    assert where(g, "SA") == "0705"
    refused(g, "attack 0604 SA", "9-all-single")


@rule("sfo", "9-all-voluntary")
@ANY_LEVEL
def test_attacks_are_voluntary(level: str) -> None:
    g = situation(level, "soviet combat", SA="0804", SB="0805", X="0705", Y="0706")
    assert "end" in texts(g)
    g.play("end")
    assert g.view().phase_side == "us"


@rule("sfo", "9-all-voluntary")
def test_one_of_two_adjacent_enemies_may_be_left_alone() -> None:
    g = situation("advanced", "soviet combat", dice=[3], SA="0804", SB="0805", X="0705", Y="0706")
    g.play("attack 0705 SA")
    g.play("end")
    assert where(g, "Y") == "0706"


@rule("sfo", "9-expert-night")
def test_at_night_a_unit_that_moved_takes_no_part_in_an_attack() -> None:
    moved = {"SA": {"moved": True}}
    at: At = {"SA": "0804", "SB": "0805", "X": "0705"}
    g = situation(EXPERT, "soviet combat", turn=4, options=NIGHT, state=moved, **at)
    refused(g, "attack 0705 SA", "9-expert-night")
    refused(g, "attack 0705 SA,SB", "9-expert-night")
    assert texts(g) == {"attack 0705 SB", "end"}


def test_retreats_and_advances_at_night_are_not_moves() -> None:
    """[R-SFO-18] X retreats before SA, which follows it, and strikes back in its own half of the night."""
    at: At = {"SA": "0804", "X": "0705"}
    g = situation(EXPERT, "soviet combat", turn=4, options=NIGHT, dice=[1, 1, 6], **at)
    g.play("attack 0705 SA")
    g.play("retreat X 0605")
    g.play("advance SA")
    assert flags(g, "SA") == ("fought",)
    for order in ("end", "roll", "end"):
        g.play(order)
    assert texts(g) == {"attack 0705 X", "end"}


def test_a_unit_that_moved_at_night_keeps_its_factors() -> None:
    """[R-SFO-18] The night mark is not the disruption mark."""
    g = situation(EXPERT, "soviet movement", turn=4, options=NIGHT, SA="0804", X="0505")
    g.play("move SA 0803")
    shown = next(unit for unit in g.view().units if unit.id == "SA")
    assert (shown.factors, shown.flags) == ("1-1-4", ("moved",))


# -- the column ------------------------------------------------------------------------------------------


@rule("sfo", "9-basic-count")
@pytest.mark.parametrize("attackers", range(1, 7))
def test_in_basic_the_column_is_the_number_of_attackers(attackers: int) -> None:
    g, attack = ring("basic", attackers)
    shown = g.preview(attack)
    assert shown.total == ("1 attacker" if attackers == 1 else f"{attackers} attackers")
    assert [line.rule for line in shown.lines] == ["9-basic-count"] * attackers
    column = [row[attackers - 1] for row in rows(BASIC)]
    for die, expected in enumerate(column, start=1):
        twin = g.copy()
        twin.dice.script([die])
        assert result(twin.play(attack)) == expected


@rule("sfo", "9-advexp-diff")
@ABOVE_BASIC
@pytest.mark.parametrize("attackers", range(1, 7))
def test_above_basic_the_column_is_offence_less_defence(level: str, attackers: int) -> None:
    g, attack = ring(level, attackers)
    assert g.preview(attack).total == f"difference +{attackers - 1}"
    column = [row[attackers - 1] for row in rows(DIFFERENCE)]
    for die, expected in enumerate(column, start=1):
        twin = g.copy()
        twin.dice.script([die])
        assert result(twin.play(attack)) == expected


@rule("sfo", "9-advexp-diff")
def test_each_unit_counts_with_its_own_factors() -> None:
    """A tank attacks with 2, and a pioneer defends with 2."""
    g = situation(EXPERT, "soviet combat", SZ="0804", SA="0805", U="0705")
    shown = g.preview("attack 0705 SA,SZ")
    assert [(line.label, line.value, line.rule) for line in shown.lines] == [
        ("SA offence", "+1", "9-advexp-diff"),
        ("SZ offence", "+2", "9-advexp-diff"),
        ("U defence", "-2", "9-advexp-diff"),
    ]
    assert shown.total == "difference +1"


@rule("sfo", "9-table-crt-basic")
def test_the_basic_combat_table_is_the_printed_one() -> None:
    table = tables()["combat"]["attackers"]
    assert table["columns"] == [1, 2, 3, 4, 5, 6]
    assert table["rows"] == rows(BASIC)


@rule("sfo", "9-table-crt-advexp")
def test_the_difference_combat_table_is_the_printed_one() -> None:
    table = tables()["combat"]["difference"]
    assert table["columns"] == [0, 1, 2, 3, 4, 5]
    assert table["rows"] == rows(DIFFERENCE)


@rule("sfo", "9-basic-ex", "9-basic-ne")
def test_the_basic_table_is_the_combined_one_with_ex_read_as_dr_and_ne_as_ar() -> None:
    read_as = {"EX": "DR", "NE": "AR"}
    combined = [[read_as.get(cell, cell) for cell in row] for row in rows(DIFFERENCE)]
    assert tables()["combat"]["attackers"]["rows"] == combined


def test_a_difference_above_five_uses_the_last_column() -> None:
    """[R-SFO-16] Four infantry and two tanks, 8, against one infantry."""
    at: At = {"SA": "0704", "SB": "0704", "SV": "0804", "SG": "0804", "SZ": "0805", "SI": "0805"}
    g = situation(EXPERT, "soviet combat", dice=[3], X="0705", **at)
    attack = "attack 0705 SA,SB,SV,SG,SZ,SI"
    assert sum(int(line.value) for line in g.preview(attack).lines) == 7
    assert g.preview(attack).total == "difference +5"
    assert result(g.play(attack)) == "DE"


# -- stacks, forest, too little strength -------------------------------------------------------------------


@rule("sfo", "9-advexp-defstack")
@ABOVE_BASIC
def test_all_units_in_the_hex_defend(level: str) -> None:
    g = situation(level, "soviet combat", dice=[2], SA="0804", SB="0805", X="0705", Y="0705")
    assert g.preview("attack 0705 SA,SB").total == "difference +0"
    g.play("attack 0705 SA,SB")
    g.play("retreat X 0604")
    assert texts(g) == {"retreat Y 0604", "retreat Y 0605"}


@rule("sfo", "9-advexp-attstack")
@ABOVE_BASIC
def test_a_stack_is_not_split_between_battles(level: str) -> None:
    g = situation(level, "soviet combat", SA="0805", SB="0805", X="0705", Y="0706")
    assert texts(g) == {"attack 0705 SA,SB", "attack 0706 SA,SB", "end"}
    assert "add SB" in refused(g, "attack 0705 SA", "9-advexp-attstack")


def test_a_disrupted_unit_is_left_out_and_its_companion_attacks_alone() -> None:
    """[R-SFO-17]"""
    disrupted = {"SB": {"disrupted": True}}
    g = situation(EXPERT, "soviet combat", state=disrupted, SA="0804", SB="0804", X="0705")
    assert texts(g) == {"attack 0705 SA", "end"}
    refused(g, "attack 0705 SA,SB", "7.1-expert-friction-effect")
    assert g.preview("attack 0705 SA").total == "difference +0"


def test_a_unit_that_moved_at_night_is_left_out_and_its_companion_attacks_alone() -> None:
    """[R-SFO-17]"""
    moved = {"SB": {"moved": True}}
    at: At = {"SA": "0804", "SB": "0804", "X": "0705"}
    g = situation(EXPERT, "soviet combat", turn=4, options=NIGHT, state=moved, **at)
    assert texts(g) == {"attack 0705 SA", "end"}


def test_a_disrupted_unit_still_defends_and_retreats_with_its_companion() -> None:
    """[R-SFO-17]"""
    disrupted = {"X": {"disrupted": True}}
    at: At = {"SA": "0804", "SB": "0805", "X": "0705", "Y": "0705"}
    g = situation(EXPERT, "soviet combat", state=disrupted, dice=[1], **at)
    refused(g, "attack 0705 SA", "9-advexp-negative")
    assert g.preview("attack 0705 SA,SB").total == "difference +0"
    g.play("attack 0705 SA,SB")
    assert texts(g) == {"retreat X 0604", "retreat X 0605", "retreat Y 0604", "retreat Y 0605"}


@rule("sfo", "9-advexp-forest")
@ABOVE_BASIC
@pytest.mark.parametrize(("defenders", "difference"), [(("X",), "+2"), (("X", "Y"), "+1")])
def test_a_forest_adds_one_to_the_defence_of_the_hex(
    level: str, defenders: tuple[str, ...], difference: str
) -> None:
    """Against four infantry one unit in forest 0506 defends with 2, two together with 3."""
    at: At = dict.fromkeys(defenders, "0506") | {"SA": "0605", "SB": "0605", "SV": "0606", "SG": "0606"}
    g = situation(level, "soviet combat", **at)
    shown = g.preview("attack 0506 SA,SB,SV,SG")
    assert shown.total == f"difference {difference}"
    last = shown.lines[-1]
    assert (last.value, last.rule) == ("-1", "9-advexp-forest")


@rule("sfo", "9-advexp-forest")
def test_the_attackers_own_forest_does_not_matter() -> None:
    g = situation("advanced", "soviet combat", SA="0506", X="0606")
    assert g.preview("attack 0606 SA").total == "difference +0"


@rule("sfo", "9-advexp-negative")
@ABOVE_BASIC
def test_no_attack_with_a_difference_below_zero(level: str) -> None:
    g = situation(level, "soviet combat", SA="0804", SB="0605", X="0705", Y="0705", Z="0506")
    assert texts(g) == {"attack 0705 SA,SB", "end"}
    assert "-1" in refused(g, "attack 0705 SA", "9-advexp-negative")
    assert "-1" in refused(g, "attack 0506 SB", "9-advexp-negative")


@rule("sfo", "9-advexp-negative")
def test_in_basic_one_unit_may_attack_anything() -> None:
    g = situation("basic", "soviet combat", SA="0804", X="0705")
    assert texts(g) == {"attack 0705 SA", "end"}


# -- support ---------------------------------------------------------------------------------------------


@rule("sfo", "9-expert-support")
@pytest.mark.parametrize(("chit", "worth"), [("SAIR", 2), ("SART", 1)])
def test_soviet_support_on_the_defender_adds_to_the_offence(chit: str, worth: int) -> None:
    at: At = {chit: "0705"}
    g = situation(EXPERT, "soviet combat", SA="0804", X="0705", **at)
    shown = g.preview("attack 0705 SA")
    assert [(line.value, line.rule) for line in shown.lines] == [
        ("+1", "9-advexp-diff"),
        (f"+{worth}", "9-expert-support"),
        ("-1", "9-advexp-diff"),
    ]
    assert shown.total == f"difference +{worth}"


@rule("sfo", "9-expert-support")
@pytest.mark.parametrize(("chit", "worth"), [("AIR", 2), ("ART", 1)])
def test_us_support_on_the_defender_adds_to_the_offence(chit: str, worth: int) -> None:
    at: At = {chit: "0705"}
    g = situation(EXPERT, "us combat", X="0804", SA="0705", **at)
    assert g.preview("attack 0705 X").total == f"difference +{worth}"


@rule("sfo", "9-expert-support")
def test_support_moves_the_battle_to_its_column() -> None:
    """A 1 is DR at difference 0 and EX at +2."""
    g = situation(EXPERT, "soviet combat", dice=[1], SA="0804", X="0705", SAIR="0705")
    assert result(g.play("attack 0705 SA")) == "EX"


def test_support_elsewhere_does_not_help() -> None:
    """[R-SFO-24]"""
    g = situation(EXPERT, "soviet combat", SA="0804", X="0705", Y="0605", SAIR="0605")
    assert g.preview("attack 0705 SA").total == "difference +0"


def test_support_never_attacks_alone_and_is_not_named_in_the_order() -> None:
    """[R-SFO-24]"""
    g = situation(EXPERT, "soviet combat", SA="0603", X="0705", SAIR="0705")
    assert texts(g) == {"end"}
    refused(g, "attack 0705 SAIR", "9-expert-support")


def test_support_helps_only_one_battle() -> None:
    """[R-SFO-24] The 6 at +2 is NE; the second attack on the hex has no support any more."""
    g = situation(EXPERT, "soviet combat", dice=[6], SA="0804", SB="0805", X="0705", SAIR="0705")
    assert result(g.play("attack 0705 SA")) == "NE"
    assert g.preview("attack 0705 SB").total == "difference +0"


def test_support_may_make_an_attack_possible() -> None:
    """[R-SFO-24] One infantry alone cannot attack an infantry in forest."""
    g = situation(EXPERT, "soviet combat", SA="0605", X="0506")
    refused(g, "attack 0506 SA", "9-advexp-negative")
    g = situation(EXPERT, "soviet combat", SA="0605", X="0506", SART="0506")
    assert g.preview("attack 0506 SA").total == "difference +0"


def test_support_on_a_hex_that_is_not_attacked_is_lost() -> None:
    """[R-SFO-24]"""
    g = situation(EXPERT, "soviet combat", SA="0804", X="0705", SAIR="0705")
    g.play("end")
    assert where(g, "SAIR") == "away"


# -- previews ----------------------------------------------------------------------------------------------


@ANY_LEVEL
@pytest.mark.parametrize("attackers", range(1, 7))
def test_previewed_chances_are_the_frequencies_of_all_dice(level: str, attackers: int) -> None:
    g, attack = ring(level, attackers)
    outcomes = g.preview(attack).outcomes
    assert sum(outcomes.values()) == pytest.approx(1)
    assert outcomes == chances(results_of_every_roll(g, attack))


def test_the_preview_of_an_even_battle_in_full() -> None:
    g = situation("advanced", "soviet combat", SA="0804", X="0705")
    shown = g.preview("attack 0705 SA")
    assert shown.title == "attack on 0705"
    assert [(line.label, line.value, line.rule) for line in shown.lines] == [
        ("SA offence", "+1", "9-advexp-diff"),
        ("X defence", "-1", "9-advexp-diff"),
    ]
    assert shown.total == "difference +0"
    assert shown.outcomes == chances(Counter({"DR": 2, "NE": 1, "AR": 2, "AE": 1}))


def test_a_preview_changes_nothing_and_is_refused_like_the_order() -> None:
    g = situation("advanced", "soviet combat", SA="0804", X="0705")
    before = g.state.digest
    g.preview("attack 0705 SA")
    assert g.state.digest == before
    assert not g.dice.log
    refusal = g.check("attack 0604 SA")
    assert refusal is not None
    with pytest.raises(type(refusal)):
        g.preview("attack 0604 SA")


def test_spetsnaz_roll_two_dice_and_the_lower_counts() -> None:
    """The lower of two dice is 1 in 11 of 36 cases, then 9, 7, 5, 3 and 1."""
    g = situation(EXPERT, "soviet combat", SA="0804", X="0705", SOF="0705")
    shown = g.preview("attack 0705 SA")
    assert shown.total == "difference +0"
    assert shown.lines[-1].rule == "7.1-expert-spetsnaz-roll"
    counted = Counter({"DR": 11 + 9, "NE": 7, "AR": 5 + 3, "AE": 1})
    assert shown.outcomes == chances(counted)
    assert results_of_every_roll(g, "attack 0705 SA", dice=2) == counted


def test_spetsnaz_at_a_better_column() -> None:
    """At +2: EX on a 1, NE on a 6, otherwise DR."""
    at: At = {"SA": "0804", "SB": "0804", "SV": "0805", "X": "0705", "SOF": "0705"}
    g = situation(EXPERT, "soviet combat", **at)
    counted = Counter({"EX": 11, "DR": 9 + 7 + 5 + 3, "NE": 1})
    assert g.preview("attack 0705 SA,SB,SV").outcomes == chances(counted)
    assert results_of_every_roll(g, "attack 0705 SA,SB,SV", dice=2) == counted


# -- why not? ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("attack 0705 X", "2-all-passive"),  # not one's own unit
        ("attack 0705 SE", "9.1-all-removed"),  # lost
        ("attack 0705 SB", "9-all-adjacent"),
        ("attack 0706 SA", "9-all-adjacent"),  # nobody there
        ("attack 0705 SAIR", "9-expert-support"),
        ("attack 0705 SD", "7.1-expert-friction-effect"),
        ("attack 0705 SV", "9-all-single"),
        ("attack 0705", "notation"),
        ("move SA 0803", "5-advexp-phases"),
    ],
)
def test_check_names_the_rule_that_forbids_an_attack(order: str, reason: str) -> None:
    state = {"SD": {"disrupted": True}, "SV": {"fought": True}}
    at: At = {"SA": "0804", "SB": "0908", "SV": "0805", "SD": "0704", "SE": "lost", "SAIR": "0705"}
    g = situation(EXPERT, "soviet combat", state=state, X="0705", **at)
    refusal = g.check(order)
    assert refusal is not None
    assert refusal.rule == reason


def test_check_tells_the_other_side_to_wait() -> None:
    g = situation("basic", "soviet combat", SA="0804", X="0705")
    refusal = g.check("attack 0804 X", side="us")
    assert refusal is not None
    assert refusal.rule == "2-all-passive"


def test_an_attack_names_its_hex_before_its_units() -> None:
    g = situation("basic", "soviet combat", SA="0804", X="0705")
    refused(g, "attack SA 0804-0705", "notation")


@rule("sfo", "9-advexp-negative")
@ABOVE_BASIC
def test_a_unit_too_weak_for_every_enemy_adjacent_to_it_has_no_attack(level: str) -> None:
    g = situation(level, "us combat", Z="0705", SA="0604", SB="0604", Y="0908", SV="0808")
    decision = g.choices()
    assert decision is not None
    assert texts(g) == {"attack 0808 Y", "end"}
    assert set(decision.actors()) == {"", "Y"}


@rule("sfo", "9-all-adjacent")
def test_a_unit_in_the_corner_of_the_map_attacks_and_is_attacked() -> None:
    g = situation("basic", "soviet combat", SA="0101", X="0102")
    decision = g.choices()
    assert decision is not None and decision.actors() == ["", "SA"]
    assert texts(g) == {"attack 0102 SA", "end"}
    g = situation("basic", "us combat", SA="0101", X="0102")
    assert texts(g) == {"attack 0101 X", "end"}
