"""Section 7.1: the random events of the Expert game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.testing import play_at_random, rule
from tests.rules.strike_force_one.scenes import AS_PLANNED, EAST, WEST, At, first_hexes, new
from tests.support import flags, refused, situation, texts, where

CONTACT: At = {"SA": "0605", "Z": "0505"}  # two clear hexes side by side
# Column and row die of each event.
SOVIET = {
    "SZ": [1, 1],
    "SI": [4, 1],
    "SZh": [1, 2],
    "spetsnaz": [4, 2],
    "replacement": [1, 3],
    "artillery": [1, 4],
    "friction": [1, 5],
    "air": [4, 5],
}
US = {
    "T": [1, 1],
    "U": [4, 1],
    "V": [1, 2],
    "replacement": [1, 3],
    "air": [1, 4],
    "friction": [1, 5],
    "artillery": [4, 5],
}


def expert(phase: str, *dice: int, turn: int = 1, state: dict[str, Any] | None = None, **at: Any) -> Game:
    return situation("expert-standard", phase, turn=turn, dice=dice, state=state, **at)


def roll(game: Game, dice: list[int]) -> list[Event]:
    game.dice.script(dice)
    return game.play("roll")


def end_turn(game: Game) -> None:
    """Go on to the events phase of the other side, or of the next turn."""
    while not game.phase.endswith("events"):
        game.play("end")


def next_turn(game: Game) -> None:
    """Go on to the same side's next events phase; the other side has a turn as planned."""
    end_turn(game)
    roll(game, AS_PLANNED)
    end_turn(game)


def battle(game: Game, order: str) -> str:
    """Fight, and say the column and the result, as in ``difference +0: AE``."""
    column, _, result = game.play(order)[0].note.partition(", die ")
    return f"{column}: {result.partition(': ')[2][:2]}"


@rule("sfo", "7.1-expert-only")
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("seed", range(2))
def test_there_are_no_random_events_below_expert(level: str, seed: int) -> None:
    game = new(level, seed=seed)
    refusal = game.check("roll")
    assert refusal is not None
    assert refusal.rule == ("5-basic-phases" if level == "basic" else "5-advexp-phases")
    play_at_random(game, random.Random(seed))
    assert {roll.purpose for roll in game.dice.log} <= {"battle"}
    assert not [event for event in game.events() if event.kind in ("event", "disrupted", "placed")]


@rule("sfo", "7.1-expert-empty")
@pytest.mark.parametrize(
    ("side", "unit", "dice"),
    [("soviet", unit, SOVIET[unit]) for unit in ("SZ", "SI", "SZh")]
    + [("us", unit, US[unit]) for unit in ("T", "U", "V")],
)
def test_an_empty_box_counts_as_as_planned(side: str, unit: str, dice: list[int]) -> None:
    game = expert(f"{side} events", **CONTACT, **At({unit: "0808"}))
    before = {u.id: u.at for u in game.view().units}
    news = roll(game, dice)
    assert (news[1].kind, news[1].rule) == ("as planned", "7.1-expert-empty")
    assert {u.id: u.at for u in game.view().units} == before
    assert game.phase == f"{side} movement"


# -- reinforcements --------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-reinf-edge")
@pytest.mark.parametrize("unit", ["SZ", "SI", "SZh"])
def test_a_soviet_reinforcement_waits_at_the_east_edge_and_may_enter_at_once(unit: str) -> None:
    game = expert("soviet events", SA="0605", Z="0101")
    roll(game, SOVIET[unit])
    assert (game.phase, where(game, unit)) == ("soviet movement", "edge")
    assert first_hexes(game, unit) == EAST
    refused(game, f"enter {unit} 0104", "8.4-advexp-soviet")
    game.play(f"enter {unit} 0904-0804")
    assert where(game, unit) == "0804"


@rule("sfo", "7.1-expert-reinf-edge")
@pytest.mark.parametrize("unit", ["T", "U", "V"])
def test_a_us_reinforcement_waits_at_the_west_edge_and_may_enter_at_once(unit: str) -> None:
    game = expert("us events", SA="0905", Z="0505")
    roll(game, US[unit])
    assert (game.phase, where(game, unit)) == ("us movement", "edge")
    assert first_hexes(game, unit) == WEST
    refused(game, f"enter {unit} 0904", "8.4-advexp-us")
    game.play(f"enter {unit} 0104-0204")
    assert where(game, unit) == "0204"


@rule("sfo", "7.1-expert-reinf-edge")
def test_a_reinforcement_that_did_not_enter_waits() -> None:  # R-SFO-20
    game = expert("soviet events", SA="0605", Z="0101")
    roll(game, SOVIET["SZ"])
    next_turn(game)
    roll(game, AS_PLANNED)
    assert where(game, "SZ") == "edge"
    game.play("enter SZ 0904")


@rule("sfo", "7.1-expert-reinf-once")
def test_a_reinforcement_comes_once() -> None:
    game = expert("soviet events", SA="0605", Z="0101")
    roll(game, SOVIET["SZ"])
    game.play("enter SZ 0904")
    next_turn(game)
    assert roll(game, SOVIET["SZ"])[1].kind == "as planned"
    assert where(game, "SZ") == "0904"
    next_turn(game)
    assert roll(game, SOVIET["SI"])[1].kind == "arrived"  # И is another unit


@rule("sfo", "7.1-expert-reinf-once")
@pytest.mark.parametrize("place", ["edge", "0808", "lost"])
def test_a_reinforcement_that_has_come_does_not_come_again(place: str) -> None:
    game = expert("us events", SA="0905", Z="0505", T=place)
    assert [event.kind for event in roll(game, US["T"])] == ["event", "as planned"]
    assert where(game, "T") == place


@rule("sfo", "7.1-expert-reinf-noreturn")
def test_a_lost_reinforcement_joins_the_eliminated_and_is_no_reinforcement_again() -> None:
    game = expert("soviet combat", 6, SZh="0605", SA="0901", Z="0505")
    game.play("attack 0505 SZh")  # difference 0, die 6: AE
    assert where(game, "SZh") == "lost"
    end_turn(game)
    roll(game, AS_PLANNED)
    end_turn(game)
    roll(game, SOVIET["SZh"])
    assert (game.phase, where(game, "SZh")) == ("soviet movement", "lost")
    next_turn(game)
    roll(game, SOVIET["replacement"])  # but it can be replaced like any other [R-SFO-21]
    game.play("replace SZh")
    assert where(game, "SZh") == "edge"


@rule("sfo", "7.1-expert-v-twice")
def test_v_comes_by_row_two_in_either_column_two_chances_in_twelve() -> None:
    arrivals = []
    for column in range(1, 7):
        for row in range(1, 7):
            game = expert("us events", column, row, SA="0905", Z="0505")
            game.play("roll")
            if where(game, "V") == "edge":
                arrivals.append((column, row))
    assert arrivals == [(column, 2) for column in range(1, 7)]


@rule("sfo", "7.1-expert-v-twice")
@pytest.mark.parametrize("event_draw", ["dice", "chits"])
def test_v_comes_once_however_it_is_rolled(event_draw: str) -> None:
    left, right = ([1, 2], [4, 2]) if event_draw == "dice" else ([3], [3])  # the first V is out of the bag
    as_planned = AS_PLANNED if event_draw == "dice" else [12]
    options = {"event-draw": event_draw}
    game = situation("expert-standard", "us events", options=options, SA="0905", Z="0505")
    assert roll(game, left)[0].note == "West German infantry V"
    game.play("enter V 0104")
    end_turn(game)
    roll(game, as_planned)
    end_turn(game)
    news = roll(game, right)
    assert (news[0].note, news[1].kind) == ("West German infantry V", "as planned")
    assert where(game, "V") == "0104"


# -- replacements ----------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-repl-none")
@pytest.mark.parametrize("side", ["soviet", "us"])
def test_a_replacement_without_losses_counts_as_as_planned(side: str) -> None:
    foe_lost: At = {"soviet": {"Y": "lost"}, "us": {"SB": "lost"}}[side]  # only one's own losses count
    game = expert(f"{side} events", **CONTACT, **foe_lost)
    assert [event.kind for event in roll(game, [1, 3])] == ["event", "as planned"]
    assert game.phase == f"{side} movement"


@rule("sfo", "7.1-expert-repl-edge")
@pytest.mark.parametrize(
    ("side", "unit", "edge", "hexes"), [("soviet", "SB", EAST, "0904-0804"), ("us", "T", WEST, "0104-0204")]
)
def test_a_replaced_unit_enters_from_the_edge_of_its_side(
    side: str, unit: str, edge: set[str], hexes: str
) -> None:
    game = expert(f"{side} events", **CONTACT, **At({unit: "lost"}))
    roll(game, [1, 3])
    assert texts(game) == {f"replace {unit}", "pass"}
    other = "SA" if side == "soviet" else "Z"
    refused(game, f"replace {other}", "7.1-expert-repl-edge")  # it is not among the eliminated
    game.play(f"replace {unit}")
    assert (game.phase, where(game, unit)) == (f"{side} movement", "edge")
    assert first_hexes(game, unit) == edge
    game.play(f"enter {unit} {hexes}")
    assert where(game, unit) == hexes[-4:]


@rule("sfo", "7.1-expert-repl-nosave")
def test_a_replacement_not_taken_is_gone() -> None:
    game = expert("soviet events", SB="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    game.play("pass")
    assert (game.phase, where(game, "SB")) == ("soviet movement", "lost")
    next_turn(game)
    roll(game, AS_PLANNED)
    assert (game.phase, where(game, "SB")) == ("soviet movement", "lost")


@rule("sfo", "7.1-expert-repl-nosave")
def test_a_replacement_that_does_not_enter_is_lost_again() -> None:
    game = expert("soviet events", SB="lost", SV="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    game.play("replace SB,SV")
    game.play("enter SB 0904")
    game.play("end")
    assert (where(game, "SB"), where(game, "SV")) == ("0904", "lost")


@rule("sfo", "7.1-expert-repl-reset")
@pytest.mark.parametrize(("side", "lost"), [("soviet", ("SB", "SV", "SG")), ("us", ("X", "Y", "V"))])
def test_replacements_can_be_rolled_again_and_again(side: str, lost: tuple[str, ...]) -> None:
    game = expert(f"{side} events", **CONTACT, **At(dict.fromkeys(lost, "lost")))
    row = 1
    for unit in lost:
        roll(game, [1, 3])
        game.play(f"replace {unit}")
        assert where(game, unit) == "edge"
        row += 1
        game.play(f"enter {unit} {'09' if side == 'soviet' else '01'}0{row}")
        next_turn(game)


@rule("sfo", "7.1-expert-repl-soviet")
def test_the_second_echelon_returns_up_to_two_units() -> None:
    game = expert("soviet events", SB="lost", SV="lost", SZ="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    pairs = {"replace SB,SV", "replace SB,SZ", "replace SV,SZ"}
    assert texts(game) == {"replace SB", "replace SV", "replace SZ", "pass"} | pairs
    refused(game, "replace SB,SV,SZ", "7.1-expert-repl-soviet")
    game.play("replace SB,SZ")
    assert [where(game, unit) for unit in ("SB", "SV", "SZ")] == ["edge", "lost", "edge"]
    game = expert("soviet events", SB="lost", **CONTACT)
    roll(game, SOVIET["replacement"])
    assert texts(game) == {"replace SB", "pass"}  # one if only one is lost


@rule("sfo", "7.1-expert-repl-us")
def test_rally_returns_a_single_us_unit() -> None:
    game = expert("us events", X="lost", Y="lost", **CONTACT)
    roll(game, US["replacement"])
    assert texts(game) == {"replace X", "replace Y", "pass"}
    refused(game, "replace X,Y", "7.1-expert-repl-us")
    game.play("replace Y")
    assert (where(game, "X"), where(game, "Y")) == ("lost", "edge")


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


def placing(side: str, name: str, chit: str) -> Game:
    """A support chit that has just been rolled, with two enemy hexes to place it on."""
    at: At = {"SA": "0705", "SB": "0707", "Y": "0305", "Z": "0505"}
    game = expert(f"{side} events", **at)
    roll(game, (SOVIET if side == "soviet" else US)[name])
    assert (game.phase, where(game, chit)) == (f"{side} movement", "edge")
    return game


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
        if game.phase.endswith("events"):
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


# -- as planned ------------------------------------------------------------------------------------


@rule("sfo", "7.1-expert-asplanned")
@pytest.mark.parametrize("side", ["soviet", "us"])
@pytest.mark.parametrize("column", [1, 6])
def test_as_planned_changes_nothing_and_can_come_again(side: str, column: int) -> None:
    game = expert(f"{side} events", SB="lost", Y="lost", **CONTACT)
    for _ in range(3):
        before = [(unit.id, unit.at, unit.flags) for unit in game.view().units]
        news = roll(game, [column, 6])
        assert [event.kind for event in news] == ["event", "as planned"]
        assert game.phase == f"{side} movement"
        assert [(unit.id, unit.at, unit.flags) for unit in game.view().units] == before
        next_turn(game)


# -- what the news and refusals cite ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "dice", "rule_id"),
    [
        ("soviet", SOVIET["replacement"], "7.1-expert-repl-none"),
        ("soviet", AS_PLANNED, "7.1-expert-asplanned"),
        ("us", US["T"], "7.1-expert-reinf-edge"),
    ],
)
def test_an_event_cites_its_own_rule(side: str, dice: list[int], rule_id: str) -> None:
    game = expert(f"{side} events", **CONTACT)
    assert roll(game, dice)[1].rule == rule_id


@pytest.mark.parametrize(
    ("name", "chit", "rule_id"),
    [
        ("air", "SAIR", "7.1-expert-air-place"),
        ("artillery", "SART", "7.1-expert-art-place"),
        ("spetsnaz", "SOF", "7.1-expert-spetsnaz-place"),
    ],
)
def test_placing_a_chit_cites_the_rule_of_that_chit(name: str, chit: str, rule_id: str) -> None:
    game = placing("soviet", name, chit)
    refused(game, f"place {chit} 0101", rule_id)
    assert game.play(f"place {chit} 0505")[0].rule == rule_id


def test_a_replacement_in_advanced_cites_the_rules_of_advanced() -> None:
    game = situation("advanced", "soviet events", turn=2, SA="box", SB="0605", Z="0101")
    assert game.play("replace SA")[0].rule == "7-advanced-soviet-edge"
    assert [event.rule for event in game.play("end") if event.kind == "lost"] == ["7-advanced-soviet-nosave"]


def test_a_bad_choice_of_hardened_nato_cites_its_rule() -> None:
    options = {"hardened-nato": True}
    game = situation("expert-counter-offensive", "us events", options=options, **CONTACT)
    roll(game, [4, 1, 4, 5])
    refused(game, "choose friction", "13-expert-hardened")
