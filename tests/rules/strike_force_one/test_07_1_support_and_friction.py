"""Section 7.1: air, artillery and Spetsnaz support, and friction, in the Expert game."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play.game import Game
from grognard.core.testing import rule
from tests.rules.strike_force_one.events import (
    CONTACT,
    SOVIET,
    US,
    battle,
    end_turn,
    expert,
    next_turn,
    placing,
    roll,
)
from tests.rules.strike_force_one.scenes import AS_PLANNED, At
from tests.support import flags, refused, texts, where

# -- air and artillery support ---------------------------------------------------------------------


@rule("sfo", "7.1-expert-air-value")
@pytest.mark.parametrize(
    ("side", "chit", "unit", "target"), [("soviet", "SAIR", "SA", "0505"), ("us", "AIR", "Z", "0605")]
)
def test_air_support_adds_two(side: str, chit: str, unit: str, target: str) -> None:
    # die 6 is AE at difference 0 and NE at +2
    game = expert(f"{side} combat", 6, **CONTACT)
    assert battle(game, f"attack {target} {unit}") == "difference +0: AE"
    assert where(game, unit) == "lost"
    game = expert(f"{side} combat", 6, **CONTACT, **At({chit: target}))
    assert battle(game, f"attack {target} {unit}") == "difference +2: NE"
    assert where(game, unit) == CONTACT[unit]


@rule("sfo", "7.1-expert-air-value")
def test_support_makes_an_attack_possible_but_never_attacks_alone() -> None:  # R-SFO-24
    at: At = {"SA": "0605", "Z": "0506"}  # in forest: 1 - 1 - 1 = -1
    refused(expert("soviet combat", **at), "attack 0506 SA", "9-advexp-negative")
    game = expert("soviet combat", 2, SAIR="0506", **at)
    refused(game, "attack 0506 SAIR", "9-expert-support")
    assert battle(game, "attack 0506 SA") == "difference +1: DR"


@rule("sfo", "7.1-expert-air-place")
def test_only_the_chit_in_hand_can_be_placed() -> None:
    game = placing("soviet", "air", "SAIR")
    decision = game.choices()
    assert decision is not None
    assert {str(order) for order in decision.orders("SAIR")} == {"place SAIR 0305", "place SAIR 0505"}
    others = [c.id for c in game.scenario.counters if c.marker and c.side == "soviet" and c.id != "SAIR"]
    assert others and not any(decision.orders(chit) for chit in others)
    game.play("place SAIR 0505")
    again = game.choices()
    assert again is not None and again.orders("SAIR") == [] and "SAIR" not in again.actors()


@rule("sfo", "8.2-advexp-stack")
def test_no_chit_is_placed_while_a_hex_is_over_the_stacking_limit() -> None:
    game = expert("us movement", SA="0705", X="0305", Y="0305", Z="0304", AIR="edge")
    game.play("move Z 0304-0305")
    decision = game.choices()
    assert decision is not None and "AIR" not in decision.actors() and decision.orders("AIR") == []
    refused(game, "place AIR 0705", "8.2-advexp-stack")


PLACES = {"soviet": ("0305", "0505"), "us": ("0705", "0707")}


def assert_placed_while_moving(side: str, name: str, chit: str) -> None:
    """It may be placed on any enemy-held hex, once, before or after any move, but not later."""
    first, second = PLACES[side]
    move = "move SA 0605" if side == "soviet" else "move Z 0605"
    place = f"place {chit} {second}"
    for orders in ((place, move), (move, place)):
        game = placing(side, name, chit)
        offered = {order for order in texts(game) if order.startswith("place")}
        assert offered == {f"place {chit} {first}", place}
        assert game.check(f"place {chit} 0101") is not None  # nobody is there
        for order in orders:
            game.play(order)
        assert where(game, chit) == second
        assert game.check(f"place {chit} {first}") is not None  # it lies where it lies
    game = placing(side, name, chit)
    game.play("end")
    refused(game, place, "5-advexp-phases")


@rule("sfo", "7.1-expert-air-place")
@pytest.mark.parametrize(("side", "chit"), [("soviet", "SAIR"), ("us", "AIR")])
def test_air_support_is_placed_on_an_enemy_while_moving(side: str, chit: str) -> None:
    assert_placed_while_moving(side, "air", chit)


@rule("sfo", "7.1-expert-art-place")
@pytest.mark.parametrize(("side", "chit"), [("soviet", "SART"), ("us", "ART")])
def test_artillery_support_is_placed_on_an_enemy_while_moving(side: str, chit: str) -> None:
    assert_placed_while_moving(side, "artillery", chit)


@rule("sfo", "7.1-expert-spetsnaz-place")
def test_spetsnaz_are_placed_on_an_enemy_while_moving() -> None:
    assert_placed_while_moving("soviet", "spetsnaz", "SOF")


@rule("sfo", "7.1-expert-air-one")
def test_air_support_helps_one_battle_only() -> None:
    game = expert("soviet combat", 6, 3, SA="0605", SB="0604", Z="0505", SAIR="0505")
    assert battle(game, "attack 0505 SA") == "difference +2: NE"
    assert battle(game, "attack 0505 SB") == "difference +0: NE"  # the same hex again [R-SFO-25]


def assert_returns(side: str, name: str, chit: str) -> None:
    """Placed or kept in hand, the chit goes back after combat, and can be rolled again."""
    for place in (PLACES[side][0], None):
        game = placing(side, name, chit)
        if place:
            game.play(f"place {chit} {place}")
        game.play("end")
        assert where(game, chit) == (place or "edge")
        game.play("end")
        assert where(game, chit) == "away"
        roll(game, AS_PLANNED)
        end_turn(game)
        roll(game, AS_PLANNED)
        assert game.phase == f"{side} movement"
        assert not [order for order in texts(game) if order.startswith("place")]
        next_turn(game)
        roll(game, (SOVIET if side == "soviet" else US)[name])
        assert where(game, chit) == "edge"


@rule("sfo", "7.1-expert-air-return")
@pytest.mark.parametrize(("side", "chit"), [("soviet", "SAIR"), ("us", "AIR")])
def test_air_support_returns_to_its_box_and_cannot_be_saved(side: str, chit: str) -> None:
    assert_returns(side, "air", chit)


@rule("sfo", "7.1-expert-art-return")
@pytest.mark.parametrize(("side", "chit"), [("soviet", "SART"), ("us", "ART")])
def test_artillery_support_returns_to_its_box_and_cannot_be_saved(side: str, chit: str) -> None:
    assert_returns(side, "artillery", chit)


@rule("sfo", "7.1-expert-spetsnaz-return")
def test_spetsnaz_return_to_their_box_and_cannot_be_saved() -> None:
    assert_returns("soviet", "spetsnaz", "SOF")


@rule("sfo", "7.1-expert-air-noattack")
def test_air_support_is_wasted_when_its_target_is_not_attacked() -> None:
    game = expert("soviet combat", 3, SA="0605", Z="0505", Y="0706", SAIR="0706")
    assert battle(game, "attack 0505 SA") == "difference +0: NE"  # another hex than the marked one
    game.play("end")
    assert (where(game, "SAIR"), where(game, "Y")) == ("away", "0706")


@rule("sfo", "7.1-expert-art-value")
@pytest.mark.parametrize(
    ("side", "chit", "unit", "target"), [("soviet", "SART", "SA", "0505"), ("us", "ART", "Z", "0605")]
)
def test_artillery_support_adds_one(side: str, chit: str, unit: str, target: str) -> None:
    # die 6 is AE at difference 0 and AR at +1
    game = expert(f"{side} combat", 6, **CONTACT, **At({chit: target}))
    assert battle(game, f"attack {target} {unit}") == "difference +1: AR"
    assert all(order.startswith(f"retreat {unit} ") for order in texts(game))


@rule("sfo", "7.1-expert-art-value")
def test_artillery_support_helps_one_battle_only() -> None:
    game = expert("us combat", 4, 3, X="0605", Y="0604", SA="0505", ART="0505")
    assert battle(game, "attack 0505 X") == "difference +1: NE"
    assert battle(game, "attack 0505 Y") == "difference +0: NE"


# -- friction --------------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-friction-choose")
def test_friction_disrupts_one_enemy_of_choice() -> None:
    at: At = {"SA": "0605", "SB": "0604", "Y": "0405", "Z": "0505", "X": "lost", "SZ": "edge"}
    game = expert("soviet events", **at)
    roll(game, SOVIET["friction"])  # Enemy SNAFU
    assert (game.to_act, texts(game)) == ("soviet", {"disrupt Y", "disrupt Z"})
    refused(game, "disrupt SA", "7.1-expert-friction-choose")
    game.play("disrupt Y")
    assert (flags(game, "Y"), flags(game, "Z")) == (("disrupted",), ())
    game = expert("us events", **at)
    roll(game, US["friction"])  # Command problems: the enemy's [R-SFO-23]
    assert (game.to_act, texts(game)) == ("us", {"disrupt SA", "disrupt SB"})
    game.play("disrupt SB")
    assert (flags(game, "SB"), flags(game, "SA")) == (("disrupted",), ())


def disrupted(side: str, unit: str, **at: Any) -> Game:
    """Friction rolled by one side has hit a unit of the other, whose next turn comes to its movement."""
    game = expert(f"{side} events", **at)
    roll(game, [1, 5])
    game.play(f"disrupt {unit}")
    end_turn(game)
    roll(game, AS_PLANNED)
    return game


@rule("sfo", "7.1-expert-friction-effect")
@pytest.mark.parametrize(
    ("side", "unit", "other", "foe"), [("soviet", "Y", "Z", "SA"), ("us", "SA", "SB", "Z")]
)
def test_a_disrupted_unit_neither_moves_nor_attacks_in_its_next_turn(
    side: str, unit: str, other: str, foe: str
) -> None:
    at: At = {unit: "0604", other: "0606", foe: "0605"}
    game = disrupted(side, unit, **at)
    refused(game, f"move {unit} 0603", "7.1-expert-friction-effect")
    assert game.reach(unit) == {}
    assert game.reach(other) != {}
    game.play("end")
    refused(game, f"attack 0605 {unit}", "7.1-expert-friction-effect")
    refused(game, f"attack 0605 {unit},{other}", "7.1-expert-friction-effect")
    assert texts(game) == {f"attack 0605 {other}", "end"}


@rule("sfo", "7.1-expert-friction-effect")
def test_the_comrade_of_a_disrupted_unit_attacks_alone() -> None:  # R-SFO-17
    game = disrupted("soviet", "Y", Y="0604", Z="0604", SA="0605")
    game.play("end")
    assert texts(game) == {"attack 0605 Z", "end"}


@rule("sfo", "7.1-expert-friction-effect")
def test_a_disrupted_unit_defends_and_retreats() -> None:
    game = expert("soviet combat", 1, state={"Z": {"disrupted": True}}, **CONTACT)
    assert battle(game, "attack 0505 SA") == "difference +0: DR"
    game.play("retreat Z 0405")
    assert where(game, "Z") == "0405"


@rule("sfo", "7.1-expert-friction-end")
@pytest.mark.parametrize(("side", "unit", "foe"), [("soviet", "Z", "SA"), ("us", "SA", "Z")])
def test_disruption_ends_with_the_next_combat_phase_of_its_own_side(side: str, unit: str, foe: str) -> None:
    owner = "us" if side == "soviet" else "soviet"
    game = expert(f"{side} events", **At({unit: "0604", foe: "0605"}))
    roll(game, [1, 5])
    game.play(f"disrupt {unit}")
    while game.phase != f"{owner} combat":
        assert flags(game, unit) == ("disrupted",)  # not by the end of the other side's combat
        if game.view().phase_name == "events":
            roll(game, AS_PLANNED)
        else:
            game.play("end")
    assert flags(game, unit) == ("disrupted",)
    game.play("end")
    assert flags(game, unit) == ()
    roll(game, AS_PLANNED)
    end_turn(game)
    roll(game, AS_PLANNED)
    assert game.phase == f"{owner} movement"
    assert game.reach(unit) != {}


@rule("sfo", "7.1-expert-friction-nosave")
def test_friction_is_used_at_once_and_can_be_rolled_again() -> None:
    game = expert("soviet events", **CONTACT)
    for _ in range(2):
        roll(game, SOVIET["friction"])
        assert texts(game) == {"disrupt Z"}  # no declining, no waiting
        refused(game, "pass", "5-advexp-phases")
        refused(game, "end", "5-advexp-phases")
        game.play("disrupt Z")
        assert not any(order.startswith("disrupt") for order in texts(game))
        next_turn(game)


# -- Spetsnaz --------------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-spetsnaz-roll")
@pytest.mark.parametrize(("dice", "result"), [((6, 1), "DR"), ((1, 6), "DR"), ((5, 3), "NE"), ((6, 6), "AE")])
def test_with_spetsnaz_the_lower_of_two_dice_counts(dice: tuple[int, int], result: str) -> None:
    game = expert("soviet combat", *dice, SOF="0505", **CONTACT)
    assert battle(game, "attack 0505 SA") == f"difference +0: {result}"
    assert [r.value for r in game.dice.log] == list(dice)


@rule("sfo", "7.1-expert-spetsnaz-roll")
def test_the_lower_die_counts_even_when_the_soviets_would_rather_not() -> None:
    at: At = {"SA": "0605", "SB": "0604", "SV": "0504", "Z": "0505", "SOF": "0505"}
    game = expert("soviet combat", 2, 1, **at)  # at +2 a 2 is DR, a 1 is EX and costs a unit
    assert battle(game, "attack 0505 SA,SB,SV") == "difference +2: EX"
    assert (game.to_act, texts(game)) == ("soviet", {"lose SA", "lose SB", "lose SV"})


@rule("sfo", "7.1-expert-spetsnaz-roll")
def test_the_odds_with_spetsnaz_are_those_of_the_lower_die() -> None:
    game = expert("soviet combat", SOF="0505", **CONTACT)
    ways = {result: 36 * chance for result, chance in game.preview("attack 0505 SA").outcomes.items()}
    assert ways == pytest.approx({"DR": 11 + 9, "NE": 7, "AR": 5 + 3, "AE": 1})


@rule("sfo", "7.1-expert-spetsnaz-roll")
def test_spetsnaz_help_in_the_marked_battle_only() -> None:
    game = expert("soviet combat", 6, 3, 3, SA="0605", SB="0604", Z="0505", SOF="0505")
    battle(game, "attack 0505 SA")
    assert len(game.dice.log) == 2
    battle(game, "attack 0505 SB")  # the same hex again
    assert len(game.dice.log) == 3
    game = expert("soviet combat", 3, SA="0605", Z="0505", Y="0706", SOF="0706")
    battle(game, "attack 0505 SA")  # another hex
    assert len(game.dice.log) == 1


@rule("sfo", "7.1-expert-friction-end")
def test_friction_of_one_side_does_not_end_that_of_the_other() -> None:
    game = expert("us events", **CONTACT)
    roll(game, US["friction"])
    game.play("disrupt SA")
    end_turn(game)
    roll(game, SOVIET["friction"])
    game.play("disrupt Z")
    assert (flags(game, "SA"), flags(game, "Z")) == (("disrupted",), ("disrupted",))
