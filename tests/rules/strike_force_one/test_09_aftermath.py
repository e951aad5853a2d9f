"""Chapter 9, results, and 9.1 to 9.4: losses, retreats, advances and the end of the combat phase."""

from __future__ import annotations

import pytest

from grognard.core.play.game import Game
from grognard.core.testing import rule
from tests.rules.strike_force_one.battles import (
    ABOVE_BASIC,
    ANY_LEVEL,
    EXPERT,
    INFANTRY,
    NIGHT,
    RING,
    all_at,
    battle_in,
    ring,
)
from tests.rules.strike_force_one.scenes import At
from tests.support import flags, refused, situation, texts, where

ALL = {"elimination": "all"}


def fought(level: str, attackers: int, die: int) -> Game:
    """X alone in 0705 has been attacked by so many infantry units around it."""
    g, attack = ring(level, attackers, die)
    g.play(attack)
    return g


# -- 9 results -----------------------------------------------------------------------------------------


@rule("sfo", "9-all-ae")
def test_ae_with_one_attacker_eliminates_it() -> None:
    g = fought("basic", 1, die=6)
    assert all_at(g, "SA", "X") == ["lost", "0705"]
    assert texts(g) == {"end"}


def even_stacks(level: str, die: int, options: dict[str, str] | None = None) -> Game:
    """SA and SB, from two hexes, have attacked X and Y in 0705 at difference 0."""
    at: At = {"SA": "0804", "SB": "0805", "X": "0705", "Y": "0705"}
    g = situation(level, "soviet combat", options=dict(options or {}), dice=[die], **at)
    g.play("attack 0705 SA,SB")
    return g


@rule("sfo", "9-all-ae")
@ABOVE_BASIC
def test_ae_eliminates_one_attacker_and_the_rest_retreats(level: str) -> None:
    """[R-SFO-05] By the charts."""
    g = even_stacks(level, die=6)
    assert g.to_act == "soviet"
    assert texts(g) == {"lose SA", "lose SB"}
    g.play("lose SB")
    assert texts(g) == {"retreat SA 0803", "retreat SA 0904", "retreat SA 0905"}
    g.play("retreat SA 0905")
    assert texts(g) == {"end"}
    assert all_at(g, "SA", "X", "Y") == ["0905", "0705", "0705"]
    assert where(g, "SB") == ("box" if level == "advanced" else "lost")


@rule("sfo", "9-all-ae")
def test_ae_eliminates_all_attackers_under_the_switch() -> None:
    """[R-SFO-05] By the text."""
    g = even_stacks(EXPERT, die=6, options=ALL)
    assert all_at(g, "SA", "SB", "X", "Y") == ["lost", "lost", "0705", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9-all-ar")
@ANY_LEVEL
def test_ar_makes_every_attacker_retreat_one_hex(level: str) -> None:
    g = fought(level, 2, die=5)
    assert g.to_act == "soviet"
    g.play("retreat SA 0703")
    g.play("retreat SB 0904")
    assert all_at(g, "SA", "SB", "X") == ["0703", "0904", "0705"]
    assert texts(g) == {"end"}  # and nobody advances


@rule("sfo", "9-basic-ex")
@pytest.mark.parametrize(("attackers", "die"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_in_basic_the_ex_cells_are_dr_and_cost_the_attacker_nothing(attackers: int, die: int) -> None:
    g = fought("basic", attackers, die)
    assert battle_in(g.events()).result == "DR"
    assert all_at(g, *INFANTRY[:attackers]) == list(RING[:attackers])
    if attackers == 3:
        assert texts(g) == {"retreat X 0605"}
    else:  # surrounded
        assert where(g, "X") == "lost"


@rule("sfo", "9-basic-ne")
@pytest.mark.parametrize(("attackers", "die"), [(1, 3), (2, 4), (3, 6)])
def test_in_basic_the_ne_cells_make_the_attackers_retreat(attackers: int, die: int) -> None:
    g = fought("basic", attackers, die)
    assert g.to_act == "soviet"
    assert {order.split()[0] for order in texts(g)} == {"retreat"}


def four_against_two(level: str, options: dict[str, str] | None = None) -> Game:
    """SA to SG have attacked X and Y in 0705 at difference +2 and rolled a 1: EX."""
    at: At = {"SA": "0804", "SB": "0804", "SV": "0805", "SG": "0805", "X": "0705", "Y": "0705"}
    g = situation(level, "soviet combat", options=dict(options or {}), dice=[1], **at)
    g.play("attack 0705 SA,SB,SV,SG")
    assert battle_in(g.events()).result == "EX"
    return g


@rule("sfo", "9-advanced-ex")
def test_in_advanced_ex_counts_as_dr() -> None:
    """[R-SFO-06] By the text."""
    g = four_against_two("advanced")
    assert texts(g) == {"retreat X 0604", "retreat X 0605", "retreat Y 0604", "retreat Y 0605"}
    g.play("retreat X 0604")
    g.play("retreat Y 0605")
    assert texts(g) == {"advance SA", "advance SB", "advance SV", "advance SG", "stay"}


@rule("sfo", "9-advanced-ex")
def test_in_advanced_ex_is_an_exchange_under_the_switch() -> None:
    """[R-SFO-06] By the chart."""
    g = four_against_two("advanced", {"advanced-exchange": "exchange"})
    for order in ("lose X", "lose SA", "retreat Y 0604", "stay"):
        g.play(order)
    assert all_at(g, "X", "Y", "SA") == ["lost", "0604", "box"]


@rule("sfo", "9-expert-ex")
def test_in_expert_ex_costs_each_side_a_unit_the_rest_retreats_and_an_attacker_advances() -> None:
    g = four_against_two(EXPERT)
    assert (g.to_act, texts(g)) == ("us", {"lose X", "lose Y"})
    g.play("lose X")
    assert (g.to_act, texts(g)) == ("soviet", {"lose SA", "lose SB", "lose SV", "lose SG"})
    g.play("lose SA")
    assert (g.to_act, texts(g)) == ("us", {"retreat Y 0604", "retreat Y 0605"})
    g.play("retreat Y 0604")
    assert texts(g) == {"advance SB", "advance SV", "advance SG", "stay"}
    assert all_at(g, "X", "SA") == ["lost", "lost"]


@rule("sfo", "9-advexp-ne")
@ABOVE_BASIC
def test_ne_has_no_effect_above_basic(level: str) -> None:
    g = fought(level, 1, die=3)
    assert all_at(g, "SA", "X") == ["0704", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9-all-dr")
@ANY_LEVEL
def test_dr_makes_the_defender_retreat_and_an_attacker_may_advance(level: str) -> None:
    g = fought(level, 2, die=1)
    assert (g.to_act, texts(g)) == ("us", {"retreat X 0605", "retreat X 0706"})
    g.play("retreat X 0706")
    assert (g.to_act, texts(g)) == ("soviet", {"advance SA", "advance SB", "stay"})
    g.play("stay")
    assert all_at(g, "X", "SA", "SB") == ["0706", "0704", "0804"]


@rule("sfo", "9-all-dr")
@ABOVE_BASIC
def test_dr_makes_every_defender_retreat(level: str) -> None:
    g = even_stacks(level, die=1)
    g.play("retreat Y 0604")
    g.play("retreat X 0605")
    assert all_at(g, "X", "Y") == ["0605", "0604"]


@rule("sfo", "9-all-de")
def test_de_in_basic_eliminates_the_defender_and_an_attacker_may_advance() -> None:
    g = fought("basic", 4, die=1)
    assert where(g, "X") == "lost"
    assert texts(g) == {"advance SA", "advance SB", "advance SV", "advance SG", "stay"}


def five_against_two(level: str, options: dict[str, str] | None = None) -> Game:
    """SA to SD have attacked X and Y in 0705 at difference +3 and rolled a 1: DE."""
    at: At = {"SA": "0804", "SB": "0804", "SV": "0805", "SG": "0805", "SD": "0704", "X": "0705", "Y": "0705"}
    g = situation(level, "soviet combat", options=dict(options or {}), dice=[1], **at)
    g.play("attack 0705 SA,SB,SV,SG,SD")
    return g


@rule("sfo", "9-all-de")
@ABOVE_BASIC
def test_de_eliminates_one_defender_and_the_rest_retreats(level: str) -> None:
    """[R-SFO-05] By the charts."""
    g = five_against_two(level)
    g.play("lose Y")
    assert texts(g) == {"retreat X 0605"}
    g.play("retreat X 0605")
    assert all_at(g, "X", "Y") == ["0605", "lost"]
    assert "advance SD" in texts(g)


@rule("sfo", "9-all-de")
@ABOVE_BASIC
def test_de_eliminates_all_defenders_under_the_switch(level: str) -> None:
    """[R-SFO-05] By the text."""
    g = five_against_two(level, ALL)
    assert all_at(g, "X", "Y") == ["lost", "lost"]
    assert "advance SD" in texts(g)


@rule("sfo", "9-chart-e1")
def test_e1_is_one_unit_of_the_owners_choice() -> None:
    g = five_against_two("advanced")
    assert (g.to_act, texts(g)) == ("us", {"lose X", "lose Y"})
    refused(g, "lose SA", "9-chart-e1")
    g.play("lose X")
    assert all_at(g, "X", "Y") == ["lost", "0705"]


# -- 9.1 eliminate ---------------------------------------------------------------------------------------


@rule("sfo", "9.1-all-removed")
def test_eliminated_units_do_not_return() -> None:
    g = fought("basic", 4, die=1)
    g.play("stay")
    g.play("end")
    assert "0705" not in g.zoc("us")
    refused(g, "move X 0706", "9.1-all-removed")
    g.play("end")
    refused(g, "attack 0704 X", "9.1-all-removed")


@rule("sfo", "9.1-advanced-box")
def test_in_advanced_a_soviet_loss_goes_to_a_replacement_box() -> None:
    g = fought("advanced", 1, die=6)
    assert where(g, "SA") == "box"


@rule("sfo", "9.1-advanced-box")
def test_in_advanced_a_us_loss_does_not() -> None:
    g = situation("advanced", "us combat", dice=[6], X="0704", SA="0705")
    g.play("attack 0705 X")
    assert where(g, "X") == "lost"


@rule("sfo", "9.1-advanced-gone")
def test_after_replacements_were_taken_soviet_losses_are_final() -> None:
    taken = {"replacements-taken": True}
    g = situation("advanced", "soviet combat", turn=2, state=taken, dice=[6], SA="0704", X="0705")
    g.play("attack 0705 SA")
    assert where(g, "SA") == "lost"
    assert texts(g) == {"end"}


def full_boxes() -> Game:
    """SV is lost while SA and SB are in the replacement boxes."""
    g = situation("advanced", "soviet combat", dice=[6], SA="box", SB="box", SV="0704", X="0705")
    g.play("attack 0705 SV")
    return g


@rule("sfo", "9.1-advanced-swap")
def test_with_both_boxes_full_a_new_loss_may_take_the_place_of_a_boxed_unit() -> None:
    g = full_boxes()
    assert texts(g) == {"swap SA", "swap SB", "pass"}
    g.play("swap SA")
    assert all_at(g, "SA", "SB", "SV") == ["lost", "box", "box"]


@rule("sfo", "9.1-advanced-swap")
def test_or_the_boxes_stay_as_they_are() -> None:
    g = full_boxes()
    g.play("pass")
    assert all_at(g, "SA", "SB", "SV") == ["box", "box", "lost"]


@rule("sfo", "9.1-expert-pool")
def test_in_expert_the_losses_of_both_sides_are_kept_and_counted() -> None:
    at: At = {"SA": "0804", "SB": "0805", "SV": "0704", "X": "0705"}
    g = situation(EXPERT, "soviet combat", options={"victory-points": True}, dice=[1], **at)
    g.play("attack 0705 SA,SB,SV")
    g.play("lose SV")
    pools = {box.id: box.units for box in g.view().boxes}
    assert pools == {"soviet lost": ("SV",), "us lost": ("X",)}
    assert [(line.side, line.value) for line in g.view().standings] == [("soviet", 1), ("us", 1)]


# -- 9.2 retreat -----------------------------------------------------------------------------------------


@rule("sfo", "9.2-all-one")
@ANY_LEVEL
def test_a_retreat_is_one_hex_of_the_owners_choice(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0804", X="0705")
    g.play("attack 0705 SA")
    assert g.to_act == "us"
    assert texts(g) == {"retreat X 0604", "retreat X 0605", "retreat X 0706"}
    refused(g, "retreat X 0505", "9.2-all-one")
    refused(g, "retreat SA 0803", "9.2-all-one")
    g.play("retreat X 0604")
    assert where(g, "X") == "0604"


@rule("sfo", "9.2-all-split")
@ABOVE_BASIC
def test_a_stack_may_retreat_to_different_hexes_or_to_the_same(level: str) -> None:
    for ways in (("0604", "0605"), ("0605", "0605")):
        g = even_stacks(level, die=1)
        g.play(f"retreat X {ways[0]}")
        g.play(f"retreat Y {ways[1]}")
        assert all_at(g, "X", "Y") == list(ways)


@rule("sfo", "9.2-all-enemy")
@ANY_LEVEL
def test_no_retreat_into_enemy_units(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0804", SB="0704", X="0705")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0605", "retreat X 0706"}
    refused(g, "retreat X 0704", "9.2-all-enemy")
    refused(g, "retreat X 0804", "9.2-all-enemy")


@rule("sfo", "9.2-basic-friend")
def test_no_retreat_onto_friendly_unit_in_basic() -> None:
    g = situation("basic", "soviet combat", dice=[1], SA="0804", X="0705", Y="0604")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0605", "retreat X 0706"}
    refused(g, "retreat X 0604", "9.2-basic-friend")


@rule("sfo", "9.2-all-zoc")
@ANY_LEVEL
def test_no_retreat_into_enemy_zoc(level: str) -> None:
    """0704 and 0805 are in the zone of SA, 0706 in that of SB, which took no part."""
    g = situation(level, "soviet combat", dice=[1], SA="0804", SB="0707", X="0705")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0604", "retreat X 0605"}
    refused(g, "retreat X 0704", "9.2-all-zoc")
    refused(g, "retreat X 0706", "9.2-all-zoc")


@rule("sfo", "9.2-all-zoc")
def test_a_friend_in_the_hex_does_not_open_an_enemy_zoc_for_retreat() -> None:
    g = situation("advanced", "soviet combat", dice=[1], SA="0804", X="0705", Y="0704")
    g.play("attack 0705 SA")
    refused(g, "retreat X 0704", "9.2-all-zoc")


@rule("sfo", "9.2-all-none")
@ANY_LEVEL
def test_a_unit_that_cannot_retreat_is_eliminated(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0704", SB="0805", SV="0605", X="0705")
    events = g.play("attack 0705 SA")
    assert where(g, "X") == "lost"
    assert texts(g) == {"advance SA", "stay"}
    assert [str(event) for event in events[1:]] == ["no legal retreat from 0705", "X is eliminated in 0705"]


@rule("sfo", "9.2-all-none")
def test_an_attacker_that_cannot_retreat_is_eliminated() -> None:
    g = situation("basic", "soviet combat", dice=[4], SA="0101", X="0102")
    g.play("attack 0102 SA")
    assert where(g, "SA") == "lost"


def test_no_retreat_off_the_map() -> None:
    """[R-SFO-19] The corner 0901 has two neighbours: 0801 holds X, and 0902 is in its zone."""
    g = situation("basic", "us combat", dice=[1], X="0801", SA="0901")
    g.play("attack 0901 X")
    assert where(g, "SA") == "lost"


def test_no_retreat_into_forest_in_basic() -> None:
    """[R-SFO-19] 0506 is forest."""
    position: At = {"SA": "0705", "X": "0605"}
    g = situation("basic", "soviet combat", dice=[1], **position)
    g.play("attack 0605 SA")
    assert texts(g) == {"retreat X 0505", "retreat X 0606"}
    refused(g, "retreat X 0506", "3.1-basic-forest")
    g = situation("advanced", "soviet combat", dice=[1], **position)
    g.play("attack 0605 SA")
    assert texts(g) == {"retreat X 0505", "retreat X 0506", "retreat X 0606"}


def test_retreat_hex_closes_when_full() -> None:
    """[R-SFO-19] 0905 is the only hex left to both attackers; who gets it is for the owner to say."""
    friends: At = {"SV": "0803", "SG": "0904", "SD": "0806", "SE": "0906"}
    g = situation("basic", "soviet combat", dice=[5], SA="0804", SB="0805", X="0705", **friends)
    g.play("attack 0705 SA,SB")
    assert texts(g) == {"retreat SA 0905", "retreat SB 0905"}
    g.play("retreat SB 0905")
    assert all_at(g, "SA", "SB") == ["lost", "0905"]


def test_zocs_are_judged_at_the_moment_of_the_retreat() -> None:
    """[R-SFO-19] SD alone closes 0604 and 0704; they are open if it is the unit lost in the exchange."""
    at: At = {"SA": "0805", "SB": "0805", "SV": "0706", "SD": "0704", "X": "0705", "Y": "0705"}
    g = situation(EXPERT, "soviet combat", dice=[1], **at)
    g.play("attack 0705 SA,SB,SV,SD")
    g.play("lose X")
    g.play("lose SD")
    assert texts(g) == {"retreat Y 0604", "retreat Y 0704"}
    g = situation(EXPERT, "soviet combat", dice=[1], **at)
    g.play("attack 0705 SA,SB,SV,SD")
    g.play("lose X")
    g.play("lose SA")
    assert where(g, "Y") == "lost"


@rule("sfo", "9.2-advexp-friend")
@ABOVE_BASIC
def test_above_basic_a_unit_may_retreat_onto_one_friend_but_not_onto_two(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0804", X="0705", Y="0604", Z="0605", W="0605")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0604", "retreat X 0706"}
    refused(g, "retreat X 0605", "9.2-advexp-friend")
    g.play("retreat X 0604")
    assert where(g, "X") == "0604"


@rule("sfo", "9.2-expert-disrupted")
def test_a_disrupted_unit_retreats_like_any_other() -> None:
    g = situation(EXPERT, "soviet combat", state={"X": {"disrupted": True}}, dice=[1], SA="0804", X="0705")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0604", "retreat X 0605", "retreat X 0706"}
    g.play("retreat X 0604")
    assert where(g, "X") == "0604"
    assert flags(g, "X") == ("disrupted",)


# -- 9.3 advance -----------------------------------------------------------------------------------------


@rule("sfo", "9.3-all-one")
@ANY_LEVEL
def test_one_attacker_and_no_more_enters_the_vacated_hex(level: str) -> None:
    """SV stands by but did not attack."""
    g = situation(level, "soviet combat", dice=[1], SA="0704", SB="0804", SV="0604", X="0705")
    g.play("attack 0705 SA,SB")
    g.play("retreat X 0706")
    assert texts(g) == {"advance SA", "advance SB", "stay"}
    refused(g, "advance SV", "9.3-all-one")
    g.play("advance SB")
    assert all_at(g, "SA", "SB") == ["0704", "0705"]
    assert not any(order.startswith("advance") for order in texts(g))


@rule("sfo", "9.3-all-one")
def test_no_advance_after_ar_or_ne() -> None:
    g = fought("advanced", 1, die=3)
    assert texts(g) == {"end"}
    g = fought("advanced", 1, die=4)
    g.play("retreat SA 0703")
    assert texts(g) == {"end"}


@rule("sfo", "9.3-all-zoc")
@ANY_LEVEL
def test_an_advance_goes_from_enemy_zoc_to_enemy_zoc(level: str) -> None:
    """0804 is in the zone of Y, 0705 in that of Z."""
    g = situation(level, "soviet combat", dice=[1], SA="0804", X="0705", Y="0803", Z="0604")
    g.play("attack 0705 SA")
    g.play("retreat X 0706")
    assert {"0804", "0705"} <= set(g.zoc("us"))
    g.play("advance SA")
    assert where(g, "SA") == "0705"


@rule("sfo", "9.3-all-free")
@ANY_LEVEL
def test_a_unit_that_has_spent_all_its_points_may_advance(level: str) -> None:
    g = situation(level, "soviet movement", dice=[1], SA="0908", X="0705")
    g.play("move SA 0908-0907-0906-0905-0804")
    g.play("end")
    g.play("attack 0705 SA")
    g.play("retreat X 0604")
    g.play("advance SA")
    assert where(g, "SA") == "0705"


@rule("sfo", "9.3-advexp-forest")
@ABOVE_BASIC
def test_above_basic_a_unit_advances_into_a_forest(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0605", SB="0605", X="0506")
    g.play("attack 0506 SA,SB")
    g.play("retreat X 0405")
    g.play("advance SA")
    assert where(g, "SA") == "0506"


# -- 9.4 end of the combat phase ----------------------------------------------------------------------------


@rule("sfo", "9.4-advanced-faceup")
def test_at_the_end_of_its_combat_phase_a_side_recovers_from_disruption() -> None:
    """[R-SFO-15] Its own units, not the enemy's."""
    disrupted = {"SA": {"disrupted": True}, "X": {"disrupted": True}}
    g = situation(EXPERT, "soviet combat", state=disrupted, dice=[1, 6], SA="0804", X="0705")
    g.play("end")
    assert (flags(g, "SA"), flags(g, "X")) == ((), ("disrupted",))
    for order in ("roll", "end", "end"):
        g.play(order)
    assert flags(g, "X") == ()


@rule("sfo", "9.4-advanced-faceup")
def test_at_the_end_of_its_combat_phase_units_that_moved_at_night_are_turned_back() -> None:
    moved = {"SA": {"moved": True}}
    at: At = {"SA": "0804", "X": "0705"}
    options = NIGHT | {"six-turns": True}
    g = situation(EXPERT, "soviet combat", turn=4, options=options, state=moved, dice=[1, 6, 1, 6], **at)
    for order in ("end", "roll", "end", "end", "roll", "end"):
        assert (flags(g, "SA") == ()) == (g.phase != "soviet combat")
        g.play(order)
    assert (g.turn, g.phase) == (5, "soviet combat")
    assert texts(g) == {"attack 0705 SA", "end"}


@rule("sfo", "9.1-all-removed", "7.1-expert-friction-effect")
def test_eliminated_unit_is_no_longer_disrupted() -> None:
    """As a replacement it would come back fresh."""
    friction = {"X": {"disrupted": True}}
    at: At = {"SA": "0704", "SB": "0805", "SV": "0605", "X": "0705"}
    g = situation("expert-standard", "soviet combat", dice=[2], state=friction, **at)
    g.play("attack 0705 SA,SB,SV")
    assert where(g, "X") == "lost"
    assert flags(g, "X") == ()
