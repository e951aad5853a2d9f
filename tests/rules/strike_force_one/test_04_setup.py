"""Section 4: scenarios, options and the start of the game."""

from __future__ import annotations

from itertools import product

import pytest

import grognard
from grognard.core.play.game import Game
from grognard.core.testing import rule
from tests.rules.strike_force_one.scenes import AS_PLANNED, At, new, on_map
from tests.support import refused, situation, texts, where

US_START = {"W": "0207", "X": "0302", "Y": "0405", "Z": "0406"}
SOVIET_START = {"SA": "0801", "SB": "0806", "SV": "0901", "SG": "0902", "SD": "0907", "SE": "0908"}
AMID: At = {"SZ": "0605", "Z": "0505", "Y": "0706"}  # every hex next to the tank SZ is in an enemy zone


def turns_played(game: Game) -> int:
    """End every phase at once, with nothing but As planned events, until the game is over."""
    while not game.over:
        if game.view().phase_name == "events":
            game.dice.script(AS_PLANNED)
            game.play("roll")
        else:
            game.play("end")
    return game.turn


# -- Expert: scenario and options ------------------------------------------------------------------


@rule("sfo", "4-expert-scenario")
def test_an_expert_game_is_one_of_three_scenarios() -> None:
    (sfo,) = (game for game in grognard.list_games() if game.id == "strike-force-one")
    expert = [name for name in sfo.scenarios if name.startswith("expert")]
    assert expert == ["expert-standard", "expert-engagement", "expert-counter-offensive"]
    started = [frozenset(on_map(new(name)).items()) for name in expert]
    assert len(set(started)) == 3  # each with a set-up of its own
    with pytest.raises(grognard.GrognardError, match="expert"):
        new("expert")  # which one must be said


@rule("sfo", "4-expert-options")
@pytest.mark.parametrize("chosen", list(product([False, True], repeat=4)))
def test_each_of_four_options_is_switched_on_or_off_by_itself(chosen: tuple[bool, ...]) -> None:
    names = ("night", "guards", "in-the-open", "six-turns")
    options = dict(zip(names, chosen, strict=True))
    # a tank that stands between two enemies on turn 4 and is said to have moved shows them all
    game = situation("expert-standard", "soviet events", turn=4, options=options, dice=AS_PLANNED * 2, **AMID)
    game.play("roll")
    shown = {"guards": len(game.dice.log) == 4, "in-the-open": game.reach("SZ") != {}}
    state = {"SZ": {"moved": True}}
    game = situation("expert-standard", "soviet combat", turn=4, options=options, state=state, **AMID)
    shown["night"] = texts(game) == {"end"}
    shown["six-turns"] = game.view().turns == 6
    assert shown == options


@rule("sfo", "4-expert-options")
def test_all_options_are_off_unless_chosen_and_none_exists_below_expert() -> None:
    names = ("night", "guards", "in-the-open", "six-turns")
    assert [new("expert-standard").options[name] for name in names] == [False] * 4
    for level, name in product(("basic", "advanced"), names):
        with pytest.raises(grognard.GrognardError, match=name):
            new(level, {name: True})


@rule("sfo", "4-expert-night")
@pytest.mark.parametrize("turn", range(1, 7))
def test_only_turn_four_is_night(turn: int) -> None:
    game = situation(
        "expert-engagement", "soviet movement", turn=turn, options={"night": True}, SA="0705", Z="0505"
    )
    game.play("move SA 0605")
    game.play("end")
    if turn == 4:
        refused(game, "attack 0505 SA", "9-expert-night")
    else:
        assert "attack 0505 SA" in texts(game)


@rule("sfo", "4-expert-guards")
def test_guards_change_the_soviet_event_roll_and_no_other() -> None:
    rolled = {}
    for on, side in product((False, True), ("soviet", "us")):
        game = situation(
            "expert-standard", f"{side} events", options={"guards": on}, dice=AS_PLANNED * 2, SA="0605"
        )
        game.play("roll")
        rolled[on, side] = len(game.dice.log)
    assert rolled == {(False, "soviet"): 2, (False, "us"): 2, (True, "soviet"): 4, (True, "us"): 2}


@rule("sfo", "4-expert-open")
def test_in_the_open_tanks_infiltrate() -> None:
    game = situation("expert-standard", "soviet movement", **AMID)
    assert game.reach("SZ") == {}
    game = situation("expert-standard", "soviet movement", options={"in-the-open": True}, **AMID)
    assert game.reach("SZ") == {"0604": 4, "0606": 4, "0705": 4}


@rule("sfo", "4-expert-open")
@pytest.mark.parametrize("on", [False, True])
def test_in_the_open_tanks_break_through_and_exploit(on: bool) -> None:
    game = situation(
        "expert-standard", "soviet combat", options={"in-the-open": on}, dice=[1], SZ="0605", Z="0505"
    )
    game.play("attack 0505 SZ")  # difference +1, die 1: DR in a clear hex
    game.play("retreat Z 0405")
    assert game.to_act == ("us" if on else "soviet")  # breakthrough: a second hex
    if on:
        game.play("retreat Z 0305")
    game.play("advance SZ")
    further = {order for order in texts(game) if order.startswith("advance SZ ")}
    assert ("advance SZ 0404" in further) == on  # exploitation: a second hex
    assert bool(further) == on


@rule("sfo", "4-expert-sixturns")
@pytest.mark.parametrize(("option", "turns"), [(False, 4), (True, 6)])
def test_the_standard_scenario_lasts_four_turns_or_six_by_option(option: bool, turns: int) -> None:
    game = new("expert-standard", {"six-turns": option})
    assert game.view().turns == turns
    assert turns_played(game) == turns


# -- the start -------------------------------------------------------------------------------------


@rule("sfo", "4-basicadv-setup")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_four_us_units_face_six_soviet_units(level: str) -> None:
    assert on_map(new(level)) == US_START | SOVIET_START


@rule("sfo", "4-basicadv-length")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_basic_and_advanced_games_last_four_turns(level: str) -> None:
    game = new(level)
    assert game.view().turns == 4
    assert turns_played(game) == 4


@rule("sfo", "4-all-first")
@pytest.mark.parametrize(
    ("scenario", "first"),
    [
        ("basic", "soviet"),
        ("advanced", "soviet"),
        ("expert-standard", "soviet"),
        ("expert-engagement", "soviet"),
        ("expert-counter-offensive", "us"),  # the scenario says otherwise [13]
    ],
)
def test_first_side_of_each_scenario(scenario: str, first: str) -> None:
    game = new(scenario)
    assert (game.turn, game.to_act) == (1, first)
    assert game.view().phase_side == first


@rule("sfo", "4-advanced-v")
def test_in_advanced_v_starts_off_the_map_and_waits() -> None:
    game = new("advanced")
    assert where(game, "V") == "away"
    for _ in range(2):
        game.play("end")
    assert game.phase == "us movement"
    refused(game, "enter V 0105", "9.1-all-removed")
    assert not any("V" in order.split()[1:2] for order in texts(game))


@rule("sfo", "4-expert-setup")
@pytest.mark.parametrize(
    ("scenario", "start", "turns"),
    [
        ("expert-standard", US_START | SOVIET_START, 4),
        ("expert-engagement", {"Y": "0405", "SG": "0506", "SB": "0901"}, 6),
        ("expert-counter-offensive", {"SA": "0303", "SG": "0405", "SE": "0107"}, 6),
    ],
)
def test_the_scenario_gives_turns_and_starting_forces(
    scenario: str, start: dict[str, str], turns: int
) -> None:
    game = new(scenario)
    assert on_map(game) == start
    assert turns_played(game) == turns


@rule("sfo", "4-expert-chits")
@pytest.mark.parametrize(
    ("side", "dice", "unit"),
    [
        ("soviet", [1, 1], "SZ"),
        ("soviet", [4, 1], "SI"),
        ("soviet", [1, 2], "SZh"),
        ("us", [1, 1], "T"),
        ("us", [4, 1], "U"),
        ("us", [1, 2], "V"),
        ("us", [4, 2], "V"),
    ],
)
def test_every_reinforcement_is_in_its_box_at_the_start(side: str, dice: list[int], unit: str) -> None:
    game = new("expert-standard")
    if side == "us":
        game.dice.script(AS_PLANNED)
        for order in ("roll", "end", "end"):
            game.play(order)
    assert where(game, unit) == "away"
    game.dice.script(dice)
    game.play("roll")
    assert where(game, unit) == "edge"


@rule("sfo", "4-expert-chits")
@pytest.mark.parametrize("scenario", ["expert-standard", "expert-engagement"])
def test_all_twelve_chits_are_in_the_bag_at_the_start(scenario: str) -> None:
    game = new(scenario, {"event-draw": "chits"})
    game.play("roll")
    assert game.dice.log[0].sides == 12


@rule("sfo", "4-expert-chits")
def test_the_box_of_a_scheduled_unit_starts_empty() -> None:
    game = new("expert-counter-offensive")  # T arrives on turn 1 by schedule [R-SFO-32]
    assert where(game, "T") == "edge"
    game.dice.script([1, 1])
    news = game.play("roll")
    assert [event.kind for event in news] == ["event", "as planned"]
