"""Chapter 9, results, and 9.1 to 9.4: losses, retreats, advances and the end of the combat phase."""

from __future__ import annotations

import pytest

from grognard.core.game import Game
from grognard.core.testing import rule
from tests.support import flags, refused, situation, texts, where

ABOVE_BASIC = pytest.mark.parametrize("level", ["advanced", "expert-standard"])
ANY_LEVEL = pytest.mark.parametrize("level", ["basic", "advanced", "expert-standard"])
EXPERT = "expert-standard"
OPEN = {"in-the-open": True}
ALL = {"elimination": "all"}

RING = ("0704", "0804", "0805", "0706", "0605", "0604")
"""The hexes around 0705, all clear."""
INFANTRY = ("SA", "SB", "SV", "SG", "SD", "SE")


def ring(level: str, attackers: int, die: int) -> Game:
    """X alone in 0705 has been attacked by so many infantry units around it."""
    units = INFANTRY[:attackers]
    at = dict(zip(units, RING, strict=False))
    g = situation(level, "soviet combat", dice=[die], X="0705", **at)
    g.play(f"attack 0705 {','.join(units)}")
    return g


def all_at(g: Game, *units: str) -> list[str]:
    return [where(g, unit) for unit in units]


# -- 9 results -----------------------------------------------------------------------------------------


@rule("sfo", "9-all-ae")
def test_ae_with_one_attacker_eliminates_it() -> None:
    g = ring("basic", 1, die=6)
    assert all_at(g, "SA", "X") == ["lost", "0705"]
    assert texts(g) == {"end"}


def even_stacks(level: str, die: int, options: dict[str, str] | None = None) -> Game:
    """SA and SB, from two hexes, have attacked X and Y in 0705 at difference 0."""
    at = {"SA": "0804", "SB": "0805", "X": "0705", "Y": "0705"}
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
    g = ring(level, 2, die=5)
    assert g.to_act == "soviet"
    g.play("retreat SA 0703")
    g.play("retreat SB 0904")
    assert all_at(g, "SA", "SB", "X") == ["0703", "0904", "0705"]
    assert texts(g) == {"end"}  # and nobody advances


@rule("sfo", "9-basic-ex")
@pytest.mark.parametrize(("attackers", "die"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_in_basic_the_ex_cells_make_the_defender_retreat_and_cost_the_attacker_nothing(
    attackers: int, die: int
) -> None:
    g = ring("basic", attackers, die)
    battle = g.events()[0]
    assert "DR" in battle.note
    assert all(at != "lost" for at in all_at(g, *INFANTRY[:attackers]))
    assert where(g, "X") in ("0705", "lost")  # still to retreat, or surrounded


@rule("sfo", "9-basic-ne")
@pytest.mark.parametrize(("attackers", "die"), [(1, 3), (2, 4), (3, 6)])
def test_in_basic_the_ne_cells_make_the_attackers_retreat(attackers: int, die: int) -> None:
    g = ring("basic", attackers, die)
    assert g.to_act == "soviet"
    assert {order.split()[0] for order in texts(g)} == {"retreat"}


def four_against_two(level: str, options: dict[str, str] | None = None) -> Game:
    """SA to SG have attacked X and Y in 0705 at difference +2 and rolled a 1: EX."""
    at = {"SA": "0804", "SB": "0804", "SV": "0805", "SG": "0805", "X": "0705", "Y": "0705"}
    g = situation(level, "soviet combat", options=dict(options or {}), dice=[1], **at)
    g.play("attack 0705 SA,SB,SV,SG")
    assert "EX" in g.events()[0].note
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
    g = ring(level, 1, die=3)
    assert all_at(g, "SA", "X") == ["0704", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9-all-dr")
@ANY_LEVEL
def test_dr_makes_the_defender_retreat_and_an_attacker_may_advance(level: str) -> None:
    g = ring(level, 2, die=1)
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
    g = ring("basic", 4, die=1)
    assert where(g, "X") == "lost"
    assert texts(g) == {"advance SA", "advance SB", "advance SV", "advance SG", "stay"}


def five_against_two(level: str, options: dict[str, str] | None = None) -> Game:
    """SA to SD have attacked X and Y in 0705 at difference +3 and rolled a 1: DE."""
    at = {"SA": "0804", "SB": "0804", "SV": "0805", "SG": "0805", "SD": "0704", "X": "0705", "Y": "0705"}
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
def test_an_eliminated_unit_leaves_the_map_for_good() -> None:
    g = ring("basic", 4, die=1)
    g.play("stay")
    g.play("end")
    assert "0705" not in g.zoc("us")
    refused(g, "move X 0706", "9.1-all-removed")
    g.play("end")
    refused(g, "attack 0704 X", "9.1-all-removed")


@rule("sfo", "9.1-advanced-box")
def test_in_advanced_a_soviet_loss_goes_to_a_replacement_box() -> None:
    g = ring("advanced", 1, die=6)
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
    at = {"SA": "0804", "SB": "0805", "SV": "0704", "X": "0705"}
    g = situation(EXPERT, "soviet combat", options={"victory-points": True}, dice=[1], **at)
    g.play("attack 0705 SA,SB,SV")
    g.play("lose SV")
    pools = {box.id: box.units for box in g.view().boxes}
    assert pools == {"soviet lost": ("SV",), "us lost": ("X",)}
    assert g.view().score == (("Soviet", "1 VP"), ("US", "1 VP"))


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
def test_nobody_retreats_onto_an_enemy(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0804", SB="0605", X="0705")
    g.play("attack 0705 SA")
    refused(g, "retreat X 0605", "9.2-all-enemy")


@rule("sfo", "9.2-basic-friend")
def test_in_basic_nobody_retreats_onto_a_friend() -> None:
    g = situation("basic", "soviet combat", dice=[1], SA="0804", X="0705", Y="0604")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0605", "retreat X 0706"}
    refused(g, "retreat X 0604", "9.2-basic-friend")


@rule("sfo", "9.2-all-zoc")
@ANY_LEVEL
def test_nobody_retreats_into_an_enemy_zone(level: str) -> None:
    """0704 and 0805 are in the zone of SA, 0706 in that of SB, which took no part."""
    g = situation(level, "soviet combat", dice=[1], SA="0804", SB="0707", X="0705")
    g.play("attack 0705 SA")
    assert texts(g) == {"retreat X 0604", "retreat X 0605"}
    refused(g, "retreat X 0704", "9.2-all-zoc")
    refused(g, "retreat X 0706", "9.2-all-zoc")


@rule("sfo", "9.2-all-zoc")
def test_a_friend_in_the_hex_does_not_open_an_enemy_zone_for_retreat() -> None:
    g = situation("advanced", "soviet combat", dice=[1], SA="0804", X="0705", Y="0704")
    g.play("attack 0705 SA")
    refused(g, "retreat X 0704", "9.2-all-zoc")


@rule("sfo", "9.2-all-none")
@ANY_LEVEL
def test_a_unit_that_cannot_retreat_is_eliminated(level: str) -> None:
    g = situation(level, "soviet combat", dice=[1], SA="0704", SB="0805", SV="0605", X="0705")
    g.play("attack 0705 SA")
    assert where(g, "X") == "lost"
    assert texts(g) == {"advance SA", "stay"}


@rule("sfo", "9.2-all-none")
def test_an_attacker_that_cannot_retreat_is_eliminated() -> None:
    g = situation("basic", "soviet combat", dice=[4], SA="0101", X="0102", Y="0301")
    g.play("attack 0102 SA")
    assert where(g, "SA") == "lost"


def test_nobody_retreats_off_the_map() -> None:
    """[R-SFO-19] In the corner 0901 both neighbours are in the zone of the attacker in 0801 or hold it."""
    g = situation("basic", "us combat", dice=[1], X="0801", SA="0901")
    g.play("attack 0901 X")
    assert where(g, "SA") == "lost"


def test_in_basic_nobody_retreats_into_a_forest() -> None:
    """[R-SFO-19] 0506 is forest."""
    position = {"SA": "0705", "X": "0605"}
    g = situation("basic", "soviet combat", dice=[1], **position)
    g.play("attack 0605 SA")
    assert texts(g) == {"retreat X 0505", "retreat X 0606"}
    refused(g, "retreat X 0506", "3.1-basic-forest")
    g = situation("advanced", "soviet combat", dice=[1], **position)
    g.play("attack 0605 SA")
    assert texts(g) == {"retreat X 0505", "retreat X 0506", "retreat X 0606"}


def test_a_hex_that_fills_up_on_the_way_is_closed_to_the_rest() -> None:
    """[R-SFO-19] 0905 is the only hex left to both attackers; who gets it is for the owner to say."""
    friends = {"SV": "0803", "SG": "0904", "SD": "0806", "SE": "0906"}
    g = situation("basic", "soviet combat", dice=[5], SA="0804", SB="0805", X="0705", **friends)
    g.play("attack 0705 SA,SB")
    assert texts(g) == {"retreat SA 0905", "retreat SB 0905"}
    g.play("retreat SB 0905")
    assert all_at(g, "SA", "SB") == ["lost", "0905"]


def test_zones_are_judged_at_the_moment_of_the_retreat() -> None:
    """[R-SFO-19] Only SD covers 0604; when it is the unit lost in the exchange, 0604 is open."""
    at = {"SA": "0805", "SB": "0805", "SV": "0706", "SD": "0704", "X": "0705", "Y": "0705"}
    for lost, open_ in (("SA", set[str]()), ("SD", {"retreat Y 0604"})):
        g = situation(EXPERT, "soviet combat", dice=[1], **at)
        g.play("attack 0705 SA,SB,SV,SD")
        g.play("lose X")
        g.play(f"lose {lost}")
        retreats = {order for order in texts(g) if order.startswith("retreat")}
        assert retreats == open_


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


# -- 9.2 breakthrough ------------------------------------------------------------------------------------


def tank_attack(
    die: int, hex_: str = "0705", tank: str = "SZ", options: dict[str, bool] | None = None, **at: str
) -> Game:
    """A tank and an infantry unit have attacked X, from 0804 and 0805 where nothing else is said."""
    at = {tank: "0804", "SA": "0805", "X": hex_} | at
    g = situation(EXPERT, "soviet combat", options=OPEN if options is None else options, dice=[die], **at)
    g.play(f"attack {hex_} {tank},SA")
    return g


@rule("sfo", "9.2-expert-open-trigger")
@pytest.mark.parametrize("tank", ["SZ", "SI"])
def test_a_tank_attack_on_a_clear_hex_breaks_through(tank: str) -> None:
    g = tank_attack(die=2, tank=tank)
    g.play("retreat X 0604")
    assert g.to_act == "us"  # and on it goes
    assert "retreat X 0504" in texts(g)


@rule("sfo", "9.2-expert-open-trigger")
def test_us_armour_breaks_through_too() -> None:
    g = situation(EXPERT, "us combat", options=OPEN, dice=[2], T="0604", SA="0705")
    g.play("attack 0705 T")
    g.play("retreat SA 0805")
    assert "retreat SA 0905" in texts(g)


@rule("sfo", "9.2-expert-open-trigger")
def test_no_breakthrough_without_a_tank() -> None:
    g = tank_attack(die=1, tank="SV")
    g.play("retreat X 0604")
    assert texts(g) == {"advance SA", "advance SV", "stay"}


@rule("sfo", "9.2-expert-open-trigger")
def test_no_breakthrough_without_the_option() -> None:
    g = tank_attack(die=2, options={})
    g.play("retreat X 0604")
    assert texts(g) == {"advance SA", "advance SZ", "stay"}


@rule("sfo", "9.2-expert-open-trigger")
def test_no_breakthrough_in_a_forest() -> None:
    """0506 is forest; the difference is 3 - 2 = +1."""
    g = tank_attack(die=1, hex_="0506", SZ="0605", SA="0606")
    g.play("retreat X 0405")
    assert texts(g) == {"advance SA", "advance SZ", "stay"}


@rule("sfo", "9.2-expert-open-trigger")
@pytest.mark.parametrize(("die", "result"), [(1, "DE"), (2, "EX"), (3, "DR")])
def test_ex_dr_and_de_all_break_through(die: int, result: str) -> None:
    """Two tanks and an infantry unit, 5, against X and Y, 2: whoever survives retreats two hexes."""
    at = {"SZ": "0804", "SI": "0804", "SA": "0805", "X": "0705", "Y": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[die], **at)
    g.play("attack 0705 SZ,SI,SA")
    assert result in g.events()[0].note
    if result != "DR":
        g.play("lose Y")
    if result == "EX":
        g.play("lose SA")
    g.play("retreat X 0604")
    if result == "DR":
        g.play("retreat Y 0604")
    assert "retreat X 0504" in texts(g)


@rule("sfo", "9.2-expert-open-two")
def test_in_a_breakthrough_defenders_retreat_two_hexes_one_after_the_other() -> None:
    """SV in 0704 took no part; its zone closes 0604 to the first retreat, that of SB 0506 to the second."""
    g = tank_attack(die=2, SV="0704", SB="0507")
    assert texts(g) == {"retreat X 0605"}
    g.play("retreat X 0605")
    assert texts(g) == {"retreat X 0505"}
    g.play("retreat X 0505")
    assert texts(g) == {"advance SA", "advance SZ", "stay"}
    assert where(g, "X") == "0505"


@rule("sfo", "9.2-expert-open-chain")
def test_a_friend_in_the_hex_of_the_first_retreat_retreats_too() -> None:
    g = tank_attack(die=2, Y="0604", Z="0605")
    g.play("retreat X 0604")
    assert {order.split()[1] for order in texts(g)} == {"X", "Y"}
    g.play("retreat Y 0504")
    g.play("retreat X 0505")
    assert all_at(g, "X", "Y", "Z") == ["0505", "0504", "0605"]
    assert g.to_act == "soviet"


@rule("sfo", "9.2-expert-open-chain")
def test_a_friend_whose_hex_nobody_entered_stays() -> None:
    """[R-SFO-28]"""
    g = tank_attack(die=2, Y="0604")
    g.play("retreat X 0605")
    assert {order.split()[1] for order in texts(g)} == {"X"}
    g.play("retreat X 0505")
    assert all_at(g, "X", "Y") == ["0505", "0604"]


@rule("sfo", "9.2-expert-open-chain")
def test_the_second_retreat_pushes_nobody_further() -> None:
    """[R-SFO-28]"""
    g = tank_attack(die=2, Y="0504")
    g.play("retreat X 0604")
    g.play("retreat X 0504")
    assert g.to_act == "soviet"
    assert all_at(g, "X", "Y") == ["0504", "0504"]


@rule("sfo", "9.2-expert-open-none")
def test_who_cannot_make_the_first_retreat_of_a_breakthrough_is_eliminated() -> None:
    g = tank_attack(die=2, SV="0604")
    assert where(g, "X") == "lost"
    assert g.to_act == "soviet"


@rule("sfo", "9.2-expert-open-none")
def test_who_cannot_make_the_second_retreat_is_eliminated_and_so_is_the_friend_pushed() -> None:
    """X and Y in 0101 have nowhere to go but 0102 and 0201, both in the zone of the tank in 0202."""
    at = {"SZ": "0303", "X": "0202", "Y": "0101"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], **at)
    g.play("attack 0202 SZ")
    g.play("retreat X 0102")
    assert "retreat X 0101" in texts(g)
    at = {"SZ": "0202", "SA": "0302", "X": "0201", "Y": "0101"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], **at)
    g.play("attack 0201 SZ,SA")
    g.play("retreat X 0101")
    assert all_at(g, "X", "Y") == ["lost", "lost"]
    assert g.to_act == "soviet"


@rule("sfo", "9.2-expert-open-none")
def test_a_unit_is_not_eliminated_while_a_friend_may_still_make_room_for_it() -> None:
    """[R-SFO-19] The owner's order: first W and Y leave 0106 for 0105, then X and Z fit into 0106."""
    at = {"SZ": "0306", "SA": "0306", "SB": "0307", "SV": "0208", "Y": "0206", "Z": "0206"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], W="0106", X="0107", **at)
    g.play("attack 0206 SZ,SA,SB")
    for order in ("retreat Y 0106", "retreat Z 0107"):
        g.play(order)
    for order in ("retreat W 0105", "retreat Y 0105", "retreat X 0106", "retreat Z 0106"):
        g.play(order)
    assert all_at(g, "W", "Y", "X", "Z") == ["0105", "0105", "0106", "0106"]


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
    g = ring("advanced", 1, die=3)
    assert texts(g) == {"end"}
    g = ring("advanced", 1, die=4)
    g.play("retreat SA 0703")
    assert texts(g) == {"end"}


@rule("sfo", "9.3-all-zoc")
@ANY_LEVEL
def test_an_advance_goes_from_enemy_zone_to_enemy_zone(level: str) -> None:
    """Y in 0803 holds 0804 in its zone and Z in 0606 holds 0705 through 0706... 0605 beside it."""
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


# -- 9.3 exploitation --------------------------------------------------------------------------------------


def broken_through(**at: str) -> Game:
    """SZ in 0804 and SA in 0805 have broken through at 0705; X has retreated to 0504."""
    g = tank_attack(die=2, **at)
    g.play("retreat X 0604")
    g.play("retreat X 0504")
    return g


@rule("sfo", "9.3-expert-open-first")
def test_after_a_breakthrough_a_tank_enters_the_vacated_hex_and_may_go_on() -> None:
    g = broken_through()
    assert texts(g) == {"advance SA", "advance SZ", "stay"}
    g.play("advance SZ")
    assert where(g, "SZ") == "0705"
    assert "advance SZ 0704" in texts(g)
    g.play("stay")
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-first")
def test_infantry_that_advances_after_a_breakthrough_does_not_exploit() -> None:
    g = broken_through()
    g.play("advance SA")
    assert where(g, "SA") == "0705"
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-first")
@pytest.mark.parametrize("lost", ["SZ", "SA"])
def test_a_tank_lost_in_the_exchange_does_not_exploit(lost: str) -> None:
    """[R-SFO-27] At +2 a 1 is EX."""
    g = tank_attack(die=1)
    g.play(f"lose {lost}")
    g.play(f"advance {'SA' if lost == 'SZ' else 'SZ'}")
    exploits = any(order.startswith("advance") for order in texts(g))
    assert exploits == (lost == "SA")


@rule("sfo", "9.3-expert-open-first")
def test_exploitation_follows_also_when_no_defender_is_left() -> None:
    """[R-SFO-27] The tank alone attacks at +1; X has nowhere to go."""
    at = {"SZ": "0804", "SA": "0706", "SB": "0605", "X": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[1], **at)
    g.play("attack 0705 SZ")
    assert where(g, "X") == "lost"
    g.play("advance SZ")
    assert "advance SZ 0604" in texts(g)


@rule("sfo", "9.3-expert-open-first")
def test_without_a_breakthrough_the_tank_only_advances() -> None:
    g = tank_attack(die=2, options={})
    g.play("retreat X 0604")
    g.play("advance SZ")
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-second")
def test_the_tank_goes_on_in_any_direction_but_not_onto_enemies_or_a_full_hex() -> None:
    """Y in 0706 and its zone; 0804 is free again; SB and SV fill 0805 with SA gone to 0605."""
    g = broken_through(SA="0605", Y="0706", SB="0805", SV="0805")
    g.play("advance SZ")
    assert "0704" not in g.zoc("us")
    assert texts(g) == {
        "advance SZ 0604",
        "advance SZ 0605",
        "advance SZ 0704",
        "advance SZ 0804",
        "stay",
    }
    refused(g, "advance SZ 0706", "9.3-expert-open-second")
    refused(g, "advance SZ 0805", "9.3-expert-open-second")
    refused(g, "advance SZ", "9.3-expert-open-second")


@rule("sfo", "9.3-expert-open-second")
def test_the_second_hex_may_be_a_forest_in_an_enemy_zone() -> None:
    """X has retreated from 0605 to 0405, whose zone includes the forest 0506."""
    at = {"SZ": "0606", "SA": "0705", "X": "0605"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], **at)
    g.play("attack 0605 SZ,SA")
    g.play("retreat X 0505")
    g.play("retreat X 0405")
    g.play("advance SZ")
    assert "0506" in g.zoc("us")
    g.play("advance SZ 0506")
    assert where(g, "SZ") == "0506"


@rule("sfo", "9.3-expert-open-follow")
def test_after_the_second_hex_one_more_attacker_may_advance() -> None:
    g = broken_through(SI="0908")
    g.play("advance SZ")
    g.play("advance SZ 0604")
    assert texts(g) == {"advance SA", "stay"}
    g.play("advance SA")
    assert all_at(g, "SZ", "SA") == ["0604", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-follow")
def test_the_unit_that_follows_may_be_a_tank_and_does_not_exploit() -> None:
    at = {"SZ": "0804", "SI": "0805", "X": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[3], **at)
    g.play("attack 0705 SZ,SI")
    for order in ("retreat X 0604", "retreat X 0504", "advance SZ", "advance SZ 0706", "advance SI"):
        g.play(order)
    assert all_at(g, "SZ", "SI") == ["0706", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-follow")
def test_nobody_follows_a_tank_that_stays_in_the_first_hex() -> None:
    g = broken_through()
    g.play("advance SZ")
    g.play("stay")
    assert texts(g) == {"end"}


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
    at = {"SA": "0804", "X": "0705"}
    options = {"night": True, "six-turns": True}
    g = situation(EXPERT, "soviet combat", turn=4, options=options, state=moved, dice=[1, 6, 1, 6], **at)
    for order in ("end", "roll", "end", "end", "roll", "end"):
        assert (flags(g, "SA") == ()) == (g.phase != "soviet combat")
        g.play(order)
    assert (g.turn, g.phase) == (5, "soviet combat")
    assert texts(g) == {"attack 0705 SA", "end"}
