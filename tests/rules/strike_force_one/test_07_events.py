"""Section 7: the events phase. Replacements and V in Advanced, the event tables in Expert."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.core.play.game import Game
from grognard.core.testing import play_at_random, rule
from grognard.games.strike_force_one.model.scenario import tables
from grognard.games.strike_force_one.model.state import SfoState
from grognard.games.strike_force_one.random_events import _draw_chit
from tests.rules.strike_force_one.events import event_title
from tests.rules.strike_force_one.scenes import EAST, WEST, At, first_hexes
from tests.support import refused, rolling, situation, texts, where


def ends(game: Game, count: int) -> None:
    for _ in range(count):
        game.play("end")


# -- Basic -----------------------------------------------------------------------------------------


@rule("sfo", "7-basic-none")
def test_nothing_happens_between_the_halves_of_a_basic_turn() -> None:
    # In Advanced these losses would bring SA back and V to the map.
    game = situation("basic", "us combat", SA="lost", SB="0107", SV="0302", Z="0908")
    ends(game, 1)
    assert (game.turn, game.phase, where(game, "SA")) == (2, "soviet movement", "lost")
    ends(game, 2)
    assert (game.phase, where(game, "V")) == ("us movement", "away")
    assert not any("events" in phase for phase in game.view().phases)


# -- Advanced: Soviet replacements -----------------------------------------------------------------


def soviet_events(turn: int = 2, **at: Any) -> Game:
    return situation("advanced", "soviet events", turn=turn, **at)


@rule("sfo", "7-advanced-soviet-loss")
def test_only_lost_units_can_be_replaced() -> None:
    assert soviet_events(SB="0605").phase == "soviet movement"  # no losses, no question
    game = soviet_events(SA="box", SB="0605")
    assert texts(game) == {"replace SA", "pass"}
    refused(game, "replace SB", "7-advanced-soviet-loss")
    refused(game, "replace SV", "7-advanced-soviet-loss")


@rule("sfo", "7-advanced-soviet-turn2")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_replacements_can_be_taken_from_the_second_turn_on(turn: int) -> None:
    game = soviet_events(turn, SA="box", SB="0605")
    if turn == 1:
        assert game.phase == "soviet movement"
    else:
        assert texts(game) == {"replace SA", "pass"}


@rule("sfo", "7-advanced-soviet-turn2")
def test_replacements_declined_on_turn_two_can_be_taken_on_turn_three() -> None:
    game = soviet_events(2, SA="box", SB="0605")
    game.play("pass")
    ends(game, 4)
    assert game.turn == 3
    game.play("replace SA")
    assert where(game, "SA") == "edge"


@rule("sfo", "7-advanced-soviet-two")
@pytest.mark.parametrize("back", [["SA"], ["SB"], ["SA", "SB"]])
def test_one_or_two_units_are_replaced(back: list[str]) -> None:
    game = soviet_events(SA="box", SB="box", SV="lost", SG="0605")
    assert texts(game) == {"replace SA", "replace SB", "replace SA,SB", "pass"}
    refused(game, "replace SA,SB,SV", "7-advanced-soviet-loss")  # there is room for two in the boxes
    game.play(f"replace {','.join(back)}")
    assert [unit for unit in ("SA", "SB", "SV") if where(game, unit) == "edge"] == back


@rule("sfo", "7-advanced-soviet-once")
def test_after_one_replacement_there_is_none_for_the_rest_of_the_game() -> None:
    game = situation("advanced", "soviet events", turn=2, dice=[6], SA="box", SB="0605", Z="0505")
    game.play("replace SA")
    game.play("enter SA 0904")
    ends(game, 1)
    game.play("attack 0505 SB")  # difference 0, die 6: AE
    assert where(game, "SB") == "lost"
    ends(game, 3)
    assert (game.turn, game.phase) == (3, "soviet movement")
    ends(game, 4)
    assert (game.turn, game.phase) == (4, "soviet movement")


@rule("sfo", "7-advanced-soviet-nosave")
def test_the_place_that_was_not_used_is_lost() -> None:
    game = soviet_events(SA="box", SB="box", SV="0605", Z="0101")
    game.play("replace SA")
    game.play("enter SA 0904")
    assert where(game, "SB") == "lost"
    ends(game, 4)
    assert (game.turn, game.phase) == (3, "soviet movement")  # SB is not asked about again


@rule("sfo", "7-advanced-soviet-nosave")
def test_a_replacement_that_does_not_enter_at_once_is_lost() -> None:
    game = soviet_events(SA="box", SV="0605", Z="0101")
    game.play("replace SA")
    ends(game, 1)
    assert where(game, "SA") == "lost"


@rule("sfo", "7-advanced-soviet-zh")
@pytest.mark.parametrize("seed", range(4))
def test_zh_never_takes_part_in_advanced(seed: int) -> None:
    def absent(game: Game, _: object) -> None:
        assert where(game, "SZh") == "away"
        assert not any("SZh" in order for order in texts(game))

    # two lost units and a third in danger: there is much to replace
    game = situation("advanced", "soviet events", turn=2, SA="box", SB="box", SV="0605", SG="0604", Z="0505")
    play_at_random(game, random.Random(seed), absent)


@rule("sfo", "7-advanced-soviet-boxes")
def test_two_boxes_hold_lost_soviet_units() -> None:
    at: At = {"SA": "0604", "SB": "0702", "SV": "0807", "X": "0505", "Y": "0701", "Z": "0707"}
    game = situation("advanced", "soviet combat", dice=[6, 6, 6], **at)
    for order in ("attack 0505 SA", "attack 0701 SB"):
        game.play(order)  # difference 0, die 6: AE
    assert (where(game, "SA"), where(game, "SB")) == ("box", "box")
    game.play("attack 0707 SV")
    assert game.to_act == "soviet"
    assert texts(game) == {"swap SA", "swap SB", "pass"}  # no room for a third
    game.play("pass")
    assert [where(game, unit) for unit in ("SA", "SB", "SV")] == ["box", "box", "lost"]
    with pytest.raises(grognard.GrognardError, match="replacement boxes"):
        situation("advanced", SA="box", SB="box", SV="box")


@rule("sfo", "7-advanced-soviet-boxes")
@pytest.mark.parametrize("order", ["replace SA", "replace SA,SB"])
def test_the_boxes_are_cleared_together_and_never_refilled(order: str) -> None:
    at: At = {"SA": "box", "SB": "box", "SV": "0605", "Z": "0505"}
    game = situation("advanced", "soviet events", turn=2, dice=[6], **at)
    game.play(order)
    assert not [box for box in game.view().boxes if box.id == "soviet box"]
    ends(game, 1)
    game.play("attack 0505 SV")  # AE
    assert where(game, "SV") == "lost"
    assert not [box for box in game.view().boxes if box.id == "soviet box"]


@rule("sfo", "7-advanced-soviet-edge")
def test_replacements_enter_from_the_eastern_edge() -> None:
    game = soviet_events(SA="box", SV="0605", Z="0101")
    game.play("replace SA")
    assert first_hexes(game, "SA") == EAST
    refused(game, "enter SA 0105", "8.4-advexp-soviet")
    game.play("enter SA 0904-0804")
    assert where(game, "SA") == "0804"


# -- Advanced: the US reinforcement ----------------------------------------------------------------


@rule("sfo", "7-advanced-us-trigger")
def test_v_comes_for_towns_occupied_when_us_events_begin() -> None:
    game = situation("advanced", "soviet combat", dice=[1], SA="0107", SB="0404", X="0405", Z="0908")
    game.play("attack 0405 SB")  # difference 0, die 1: DR
    game.play("retreat X 0306")
    game.play("advance SB")  # the second town
    assert where(game, "V") == "away"  # not before the US events
    ends(game, 1)
    assert where(game, "V") == "edge"


@rule("sfo", "7-advanced-us-trigger")
def test_v_does_not_come_for_towns_that_are_left_again() -> None:
    game = situation("advanced", "soviet movement", SA="0107", SB="0302", Z="0908")
    game.play("move SB 0402")
    ends(game, 2)
    assert (game.phase, where(game, "V")) == ("us movement", "away")


@rule("sfo", "7-advanced-us-trigger")
@pytest.mark.parametrize("place", ["lost", "0504", "edge"])
def test_v_comes_only_once(place: str) -> None:  # R-SFO-30
    game = situation("advanced", "soviet combat", SA="0107", SB="0302", Z="0908", V=place)
    ends(game, 1)
    assert where(game, "V") == place


@rule("sfo", "7-advanced-us-edge")
def test_v_enters_from_the_western_edge() -> None:
    game = situation("advanced", "us events", SA="0302", SB="0405", Z="0908")
    assert first_hexes(game, "V") == WEST
    refused(game, "enter V 0904", "8.4-advexp-us")
    game.play("enter V 0105-0204")
    assert where(game, "V") == "0204"


@rule("sfo", "7-advanced-us-edge")
def test_v_may_wait_beside_the_map() -> None:  # R-SFO-30: a right, not a duty
    game = situation("advanced", "us events", SA="0302", SB="0405", Z="0908")
    ends(game, 4)
    assert (game.turn, game.phase) == (2, "us movement")
    game.play("enter V 0105")


# -- Expert: the event tables ----------------------------------------------------------------------

SOVIET_CHART = [  # column die 1-3, 4-6; a row for each face of the row die
    ["SZ", "SI"],  # tank reinforcements З and И [R-SFO-09]
    ["SZh", "spetsnaz"],  # infantry reinforcement Ж, Спецназ
    ["replacement", "replacement"],  # 2nd Echelon
    ["artillery", "artillery"],
    ["friction", "air"],  # Enemy SNAFU
    ["as-planned", "as-planned"],
]
US_CHART = [
    ["T", "U"],  # armoured reinforcement, West German pioneer
    ["V", "V"],  # West German infantry
    ["replacement", "replacement"],  # Rally unit
    ["air", "air"],
    ["friction", "artillery"],  # Command problems
    ["as-planned", "as-planned"],
]
# Both sides have a loss and a unit on the map, so that every event can happen.
BOTH: At = {"SA": "0605", "SB": "lost", "Z": "0505", "Y": "lost"}


def rolled(side: str, *dice: int, options: dict[str, Any] | None = None) -> Game:
    game = situation("expert-standard", f"{side} events", options=options, dice=dice, **BOTH)
    game.play("roll")
    return game


def event(game: Game) -> str:
    """The event of the table that was rolled, by what it has done."""
    kinds = {unit.id: unit.kind for unit in game.view().units if unit.marker}
    waiting = [unit.id for unit in game.view().units if unit.at == "edge"]
    decision = game.choices()
    asked = decision.kind if decision else ""
    if waiting:
        return kinds.get(waiting[0], waiting[0])
    return {"replace": "replacement", "disrupt": "friction"}.get(asked, "as-planned")


@rule("sfo", "7-table-soviet")
def test_the_soviet_event_table_is_the_printed_one() -> None:
    assert tables()["events"]["soviet"] == SOVIET_CHART
    assert [[event(rolled("soviet", c, r)) for c in (1, 4)] for r in range(1, 7)] == SOVIET_CHART


@rule("sfo", "7-table-us")
def test_the_us_event_table_is_the_printed_one() -> None:
    assert tables()["events"]["us"] == US_CHART
    assert [[event(rolled("us", c, r)) for c in (1, 4)] for r in range(1, 7)] == US_CHART


@rule("sfo", "7-expert-column")
def test_one_die_picks_the_column_three_faces_each() -> None:
    assert [event(rolled("soviet", die, 5)) for die in range(1, 7)] == ["friction"] * 3 + ["air"] * 3
    assert [event(rolled("us", die, 1)) for die in range(1, 7)] == ["T"] * 3 + ["U"] * 3


@rule("sfo", "7-expert-row")
def test_the_other_die_picks_the_row_one_face_each() -> None:
    rows = ["SI", "spetsnaz", "replacement", "artillery", "air", "as-planned"]
    assert [event(rolled("soviet", 6, die)) for die in range(1, 7)] == rows
    rows = ["T", "V", "replacement", "air", "friction", "as-planned"]
    assert [event(rolled("us", 3, die)) for die in range(1, 7)] == rows


@rule("sfo", "7-expert-order")
@pytest.mark.parametrize(
    ("side", "dice", "what"),
    [
        ("soviet", (1, 5), "friction"),
        ("soviet", (5, 1), "SI"),
        ("us", (2, 4), "air"),
        ("us", (4, 2), "V"),
    ],
)
def test_the_first_die_is_always_the_column(side: str, dice: tuple[int, int], what: str) -> None:
    game = rolled(side, *dice)  # R-SFO-10
    assert event(game) == what
    assert [roll.purpose for roll in game.dice.log] == ["event column", "event row"]


# -- Expert: drawing from a bag --------------------------------------------------------------------

CHITS = {"event-draw": "chits"}


def bag(game: Game) -> Counter[str]:
    """What is in the bag of the side to draw: the event of every chit that may come out now."""
    drawn: list[str] = []
    chits = 1
    while len(drawn) < chits:
        trial = game.copy()
        trial.dice.scripted = [(len(drawn) + 1, True)]
        drawn.append(event_title(trial.play("roll")[0]))
        chits = trial.dice.log[-1].sides
    return Counter(drawn)


@rule("sfo", "7-expert-bag")
def test_a_bag_holds_twelve_chits_at_first_and_one_is_drawn() -> None:
    game = situation("expert-standard", "soviet events", options=CHITS, **BOTH)
    assert bag(game)["Air support"] == 1
    assert bag(game).total() == 12
    game.play("roll")
    assert [roll.purpose for roll in game.dice.log] == ["event chit"]


@rule("sfo", "7-expert-bag")
def test_a_reinforcement_leaves_the_bag_and_the_odds_change() -> None:
    game = situation("expert-standard", "soviet events", options=CHITS, dice=[1, 12], **BOTH)
    assert event_title(game.play("roll")[0]) == "Tank reinforcement З"
    for order in ("end", "end", "roll", "end", "end"):  # the US draws As planned
        game.play(order)
    assert (game.turn, game.phase) == (2, "soviet events")
    now = bag(game)
    assert now.total() == 11
    assert (now["Tank reinforcement З"], now["Air support"], now["As planned"]) == (0, 1, 2)


@rule("sfo", "7-expert-bag")
@pytest.mark.parametrize("chit", [4, 7, 10, 11])  # Spetsnaz, artillery, air, as planned
def test_every_other_chit_goes_back_into_the_bag(chit: int) -> None:
    game = situation("expert-standard", "soviet events", options=CHITS, dice=[chit, 12], **BOTH)
    full = bag(game)
    for order in ("roll", "end", "end", "roll", "end", "end"):
        game.play(order)
    assert (game.turn, bag(game)) == (2, full)


@rule("sfo", "7-expert-bag")
def test_each_side_has_its_own_bag() -> None:
    game = situation("expert-standard", "soviet events", options=CHITS, dice=[1], **BOTH)
    game.play("roll")
    ends(game, 2)
    assert bag(game).total() == 12
    assert bag(game)["Air support"] == 2


@rule("sfo", "7-expert-bag")
def test_with_dice_the_odds_of_nothing_grow_instead() -> None:
    at: At = BOTH | {"SZ": "0604"}  # З has come
    nothing = sum(
        event(game) == "as-planned"
        for column in range(1, 7)
        for row in range(1, 7)
        for game in [situation("expert-standard", "soviet events", dice=[column, row], **at)]
        if game.play("roll")
    )
    assert nothing == 6 + 3  # in 36: the row As planned, and the empty box


# -- Expert: a choice of two events ----------------------------------------------------------------

GUARDS = {"guards": True}


@rule("sfo", "7-expert-guards")
@pytest.mark.parametrize(("choice", "place"), [("air", ("edge", "away")), ("SZh", ("away", "edge"))])
def test_guards_roll_two_events_and_choose_one(choice: str, place: tuple[str, str]) -> None:
    game = rolled("soviet", 4, 5, 1, 2, options=GUARDS)
    assert len(game.dice.log) == 4
    assert (game.to_act, texts(game)) == ("soviet", {"choose air", "choose SZh"})
    refused(game, "choose friction", "7-expert-guards")
    assert (where(game, "SAIR"), where(game, "SZh")) == ("away", "away")  # nothing has happened yet
    game.play(f"choose {choice}")
    assert (where(game, "SAIR"), where(game, "SZh")) == place
    assert game.phase == "soviet movement"


@rule("sfo", "7-expert-guards")
def test_guards_choose_in_every_turn_and_may_take_later_what_they_left() -> None:
    game = rolled("soviet", 4, 5, 1, 2, options=GUARDS)
    game.play("choose air")
    ends(game, 2)
    game.dice.script([1, 6])
    game.play("roll")  # the US rolls once, as planned
    ends(game, 2)
    game.dice.script([1, 2, 4, 4])
    game.play("roll")
    assert texts(game) == {"choose SZh", "choose artillery"}
    game.play("choose SZh")
    assert where(game, "SZh") == "edge"


@rule("sfo", "7-expert-guards")
def test_guards_carry_out_the_event_they_choose() -> None:
    game = rolled("soviet", 1, 5, 1, 3, options=GUARDS)
    game.play("choose friction")
    game.play("disrupt Z")
    assert game.phase == "soviet movement"
    game = rolled("soviet", 1, 5, 1, 3, options=GUARDS)
    game.play("choose replacement")
    game.play("replace SB")
    assert where(game, "SB") == "edge"


@rule("sfo", "7-expert-guards")
def test_the_same_event_twice_leaves_nothing_to_choose() -> None:
    game = rolled("soviet", 1, 4, 6, 4, options=GUARDS)
    assert len(game.dice.log) == 4
    assert (game.phase, where(game, "SART")) == ("soviet movement", "edge")


@rule("sfo", "13-expert-hardened")
@pytest.mark.parametrize(("choice", "unit"), [("U", "U"), ("artillery", "ART")])
def test_hardened_nato_rolls_two_events_and_chooses_one(choice: str, unit: str) -> None:
    dice = [4, 1, 4, 5]
    game = situation(
        "expert-counter-offensive",
        "us events",
        options={"hardened-nato": True},
        dice=dice,
        SA="0605",
        Z="0505",
    )
    game.play("roll")
    assert (game.to_act, texts(game)) == ("us", {"choose U", "choose artillery"})
    game.play(f"choose {choice}")
    assert [id_ for id_ in ("U", "ART") if where(game, id_) == "edge"] == [unit]


@rule("sfo", "13-expert-hardened")
def test_hardened_nato_leaves_the_soviet_roll_alone() -> None:
    game = situation(
        "expert-counter-offensive", "soviet events", options={"hardened-nato": True}, dice=[1, 6], SA="0605"
    )
    game.play("roll")
    assert (len(game.dice.log), game.phase) == (2, "soviet movement")


def test_two_chits_drawn_together_differ() -> None:
    """[R-SFO-36]: the first is not back in the bag when the second is drawn."""
    game = situation("expert-standard", "soviet movement", options=CHITS, SA="0801", X="0101")
    state = game.state
    assert isinstance(state, SfoState)
    with rolling(1) as dice:
        first, _ = _draw_chit(state, 0, [], dice)
    with rolling(1) as dice:
        second, _ = _draw_chit(state, 0, [first], dice)
    assert (first, second) == (0, 1)
    assert dice.log[-1].sides == 11


@rule("sfo", "7-expert-bag")
@pytest.mark.parametrize(("chit", "unit"), [(2, "SI"), (3, "SZh")])
def test_each_reinforcement_is_drawn_only_once(chit: int, unit: str) -> None:
    game = situation("expert-standard", "soviet events", options=CHITS, dice=[chit, 12], **BOTH)
    title = event_title(game.play("roll")[0])
    assert where(game, unit) == "edge"
    for order in ("end", "end", "roll", "end", "end"):  # the US draws As planned
        game.play(order)
    now = bag(game)
    assert (now.total(), now[title]) == (11, 0)
