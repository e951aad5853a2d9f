"""Section 5: turns and their phases."""

from __future__ import annotations

from itertools import permutations

import pytest

import grognard
from grognard.core.contract.view import Standing
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games.strike_force_one.events import Arrived
from tests.rules.strike_force_one.events import event_title
from tests.rules.strike_force_one.scenes import AS_PLANNED, At, new
from tests.support import refused, situation, texts, where


def phases_of_a_turn(scenario: str) -> list[str]:
    """The phases a player of turn 2 goes through, one after the other."""
    game = new(scenario)
    seen = []
    while game.turn < 3:
        if game.turn == 2:
            seen.append(game.phase)
        if game.view().phase_name == "events":
            game.dice.script(AS_PLANNED)
        game.play("roll" if game.view().phase_name == "events" else "end")
    return seen


# -- the number of turns ---------------------------------------------------------------------------


@rule("sfo", "5-basicadv-turns")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_basic_and_advanced_stop_after_turn_four(level: str) -> None:
    game = situation(level, "us combat", turn=3, SA="0605", Z="0505")
    game.play("end")
    assert (game.turn, game.over) == (4, False)
    for _ in range(4):
        game.play("end")
    assert game.over
    refused(game, "end", "over")
    with pytest.raises(grognard.GrognardError, match="turn 5"):
        situation(level, turn=5, SA="0605")


@rule("sfo", "5-expert-turns")
@pytest.mark.parametrize(
    ("scenario", "options", "turns"),
    [
        ("expert-standard", {}, 4),
        ("expert-standard", {"six-turns": True}, 6),
        ("expert-engagement", {}, 6),
        ("expert-counter-offensive", {}, 6),
    ],
)
def test_number_of_turns_in_expert_scenarios(scenario: str, options: dict[str, bool], turns: int) -> None:
    last = {"expert-counter-offensive": "soviet combat"}.get(scenario, "us combat")
    for turn in range(1, turns + 1):
        game = situation(scenario, last, turn=turn, options=options, SA="0605", Z="0505")
        game.play("end")
        assert game.over == (turn == turns)


@rule("sfo", "5-expert-night")
@pytest.mark.parametrize(
    ("side", "mover", "other", "foe"), [("soviet", "SA", "SB", "Z"), ("us", "X", "Y", "SA")]
)
def test_at_night_a_unit_moves_or_fights_but_not_both(side: str, mover: str, other: str, foe: str) -> None:
    at: At = {mover: "0705", other: "0604", foe: "0505"}
    game = situation("expert-standard", f"{side} movement", turn=4, options={"night": True}, **at)
    game.play(f"move {mover} 0605")
    game.play("end")
    refused(game, f"attack 0505 {mover},{other}", "9-expert-night")
    assert texts(game) == {f"attack 0505 {other}", "end"}  # who stood still may fight


@rule("sfo", "5-expert-night")
def test_entering_the_map_at_night_is_a_move() -> None:  # R-SFO-18
    at: At = {"SA": "edge", "Z": "0705"}
    game = situation("expert-standard", "soviet movement", turn=4, options={"night": True}, **at)
    game.play("enter SA 0804")
    game.play("end")
    refused(game, "attack 0705 SA", "9-expert-night")


@rule("sfo", "5-expert-night")
def test_a_retreat_at_night_is_no_move() -> None:  # R-SFO-18
    at: At = {"SA": "0605", "Z": "0505"}
    game = situation(
        "expert-standard", "soviet combat", turn=4, options={"night": True}, dice=[1, 1, 6], **at
    )
    game.play("attack 0505 SA")  # DR
    game.play("retreat Z 0405")
    game.play("advance SA")
    game.play("end")
    game.play("roll")  # as planned
    game.play("end")
    assert "attack 0505 Z" in texts(game)


# -- the phases ------------------------------------------------------------------------------------


@rule("sfo", "5-basic-phases")
def test_a_basic_turn_has_four_phases() -> None:
    expected = ["soviet movement", "soviet combat", "us movement", "us combat"]
    assert phases_of_a_turn("basic") == expected
    assert list(situation("basic", SA="0605").view().phases) == expected


@rule("sfo", "5-basic-phases")
def test_nothing_is_done_out_of_its_phase() -> None:
    game = situation("basic", "soviet movement", SA="0605", Z="0505")
    refused(game, "attack 0505 SA", "5-basic-phases")
    game.play("end")
    refused(game, "move SA 0705", "5-basic-phases")


@rule("sfo", "5-advexp-phases")
def test_an_expert_turn_has_six_phases() -> None:
    half = ["events", "movement", "combat"]
    soviet, us = [f"soviet {phase}" for phase in half], [f"us {phase}" for phase in half]
    assert phases_of_a_turn("expert-standard") == soviet + us
    assert phases_of_a_turn("expert-counter-offensive") == us + soviet  # first faction first


@rule("sfo", "5-advexp-phases")
def test_an_advanced_turn_has_six_phases() -> None:
    # Soviet events: SA may be replaced. US events: two towns are lost, V comes. Each before movement.
    at: At = {"SA": "box", "SB": "0107", "SV": "0302", "Z": "0908"}
    game = situation("advanced", "us combat", turn=1, **at)
    game.play("end")
    assert game.phase == "soviet events"
    game.play("pass")
    assert game.phase == "soviet movement"
    game.play("end")
    assert (game.phase, where(game, "V")) == ("soviet combat", "away")
    game.play("end")
    assert (game.phase, where(game, "V")) == ("us movement", "edge")
    game.play("end")
    assert game.phase == "us combat"
    assert game.view().phases == (
        "soviet events", "soviet movement", "soviet combat", "us events", "us movement", "us combat",
    )  # fmt: skip


@rule("sfo", "5-advexp-phases")
@pytest.mark.parametrize("level", ["advanced", "expert-standard"])
def test_above_basic_too_nothing_is_done_out_of_its_phase(level: str) -> None:
    game = situation(level, "soviet movement", SA="0605", Z="0505")
    refused(game, "attack 0505 SA", "5-advexp-phases")
    game.play("end")
    refused(game, "move SA 0705", "5-advexp-phases")


@rule("sfo", "5-advanced-soviet-events")
def test_advanced_soviet_events_bring_back_up_to_two_units_once() -> None:
    game = situation("advanced", "soviet events", turn=2, SA="box", SB="box", SV="0605", Z="0101")
    assert game.to_act == "soviet"
    assert texts(game) == {"replace SA", "replace SB", "replace SA,SB", "pass"}
    game.play("replace SA,SB")
    assert (where(game, "SA"), where(game, "SB")) == ("edge", "edge")
    assert game.phase == "soviet movement"
    taken = {"replacements-taken": True}
    game = situation("advanced", "soviet events", turn=3, state=taken, SA="box", SV="0605")
    assert game.phase == "soviet movement"  # nothing to decide: it was the only time


def events_phase(side: str) -> Game:
    return situation("expert-standard", f"{side} events", dice=AS_PLANNED, SA="0605", Z="0505")


@rule("sfo", "5-expert-soviet-events")
def test_expert_soviet_events_are_a_roll_of_two_dice() -> None:
    game = events_phase("soviet")
    assert (game.to_act, texts(game)) == ("soviet", {"roll"})
    news = game.play("roll")
    assert (news[0].side, news[0].dice, event_title(news[0])) == ("soviet", (1, 6), "As planned")
    assert (game.phase, len(game.dice.log)) == ("soviet movement", 2)
    game = situation("expert-standard", "soviet events", dice=[4, 2], SA="0605", Z="0505")
    game.play("roll")
    assert where(game, "SOF") == "edge"  # the Soviet table, not that of the US


@rule("sfo", "5-expert-us-events")
def test_expert_us_events_are_a_roll_of_two_dice() -> None:
    game = events_phase("us")
    assert (game.to_act, texts(game)) == ("us", {"roll"})
    news = game.play("roll")
    assert (news[0].side, news[0].dice, event_title(news[0])) == ("us", (1, 6), "As planned")
    assert (game.phase, len(game.dice.log)) == ("us movement", 2)
    game = situation("expert-standard", "us events", dice=[4, 2], SA="0605", Z="0505")
    game.play("roll")
    assert where(game, "V") == "edge"  # the US table, not that of the Soviets


@rule("sfo", "5-advanced-us-events")
@pytest.mark.parametrize(
    ("soviets", "place"),
    [
        ({"SA": "0107"}, "away"),
        ({"SA": "0107", "SB": "0302"}, "edge"),
        ({"SA": "0107", "SB": "0405"}, "edge"),
        ({"SA": "0302", "SB": "0405"}, "edge"),
        ({"SA": "0107", "SB": "0302", "SV": "0405"}, "edge"),
    ],
)
def test_advanced_us_events_bring_v_when_two_towns_are_lost(soviets: At, place: str) -> None:
    game = situation("advanced", "soviet combat", Z="0908", **soviets)
    game.play("end")
    assert (game.phase, where(game, "V")) == ("us movement", place)


# -- movement and combat ---------------------------------------------------------------------------

ONE_STEP_WEST = {"soviet": ("0702", "0703", "0704", "0705"), "us": ("0102", "0103", "0104", "0105")}


def march(side: str, units: tuple[str, ...], movers: tuple[str, ...]) -> None:
    """Units of one side in column 08 or 02; some go one column west, then the phase is ended."""
    start = {"soviet": "08", "us": "02"}[side]
    at: At = {unit: f"{start}0{row}" for row, unit in enumerate(units, start=2)}
    game = situation("basic", f"{side} movement", **at)
    goals = dict(zip(units, ONE_STEP_WEST[side], strict=True))
    for unit in movers:
        game.play(f"move {unit} {goals[unit]}")
        refused(game, f"move {unit} {at[unit]}", "8-all-mp")  # once each
    game.play("end")
    assert game.phase == f"{side} combat"
    assert {u: where(game, u) for u in units} == {u: (goals if u in movers else at)[u] for u in units}


@rule("sfo", "5-all-soviet-move")
@pytest.mark.parametrize("movers", [(), ("SV",), ("SB", "SA"), ("SG", "SV", "SB", "SA")])
def test_any_number_of_soviet_units_moves_or_none(movers: tuple[str, ...]) -> None:
    march("soviet", ("SA", "SB", "SV", "SG"), movers)


@rule("sfo", "5-all-us-move")
@pytest.mark.parametrize("movers", [(), ("Y",), ("X", "W"), ("Z", "Y", "X", "W")])
def test_any_number_of_us_units_moves_or_none(movers: tuple[str, ...]) -> None:
    march("us", ("W", "X", "Y", "Z"), movers)


def fight(side: str, pairs: dict[str, str], order: tuple[str, ...], at: At) -> None:
    """Battles of one unit against one hex, in some order; each is finished before the next."""
    game = situation("basic", f"{side} combat", dice=[1] * len(order), **at)
    fought = []
    for unit in order:
        waiting = {f"attack {pairs[other]} {other}" for other in order if other not in fought}
        assert waiting | {"end"} == texts(game)
        news = game.play(f"attack {pairs[unit]} {unit}")  # DR
        assert news[0].hexes == (pairs[unit],)
        refused(game, "end", "5-basic-phases")  # no other battle before the retreat is made
        game.play(sorted(texts(game))[0])
        game.play("stay")
        fought.append(unit)
    assert texts(game) == {"end"}


@rule("sfo", "5-all-soviet-combat")
@pytest.mark.parametrize("order", list(permutations(["SA", "SB", "SV"])))
def test_soviet_battles_come_one_at_a_time_in_the_order_they_pick(order: tuple[str, ...]) -> None:
    at: At = {"SA": "0802", "X": "0702", "SB": "0806", "Y": "0706", "SV": "0308", "Z": "0208"}
    fight("soviet", {"SA": "0702", "SB": "0706", "SV": "0208"}, order, at)


@rule("sfo", "5-all-us-combat")
@pytest.mark.parametrize("order", list(permutations(["X", "Y", "Z"])))
def test_us_battles_come_one_at_a_time_in_the_order_they_pick(order: tuple[str, ...]) -> None:
    at: At = {"SA": "0802", "X": "0702", "SB": "0806", "Y": "0706", "SV": "0308", "Z": "0208"}
    fight("us", {"X": "0802", "Y": "0806", "Z": "0308"}, order, at)


# -- the end ---------------------------------------------------------------------------------------


@rule("sfo", "5-all-end")
@pytest.mark.parametrize("level", ["basic", "advanced", "expert-standard"])
def test_the_winner_is_found_at_the_end_of_the_last_turn_and_not_before(level: str) -> None:
    at: At = {"SA": "0107", "SB": "0302", "SV": "0405", "Z": "0908"}
    game = situation(level, "us combat", turn=3, **at)
    game.play("end")
    assert game.result is None  # all towns are taken, but a turn is left
    game = situation(level, "soviet combat", turn=4, dice=AS_PLANNED, **at)
    game.play("end")
    assert game.result is None  # the US half of the last turn is left
    while not game.over:
        game.play("roll" if game.phase == "us events" else "end")
    assert game.result is not None
    assert (game.turn, game.result.winner) == (4, "soviet")


@rule("sfo", "5-all-end")
def test_only_the_situation_at_the_end_counts() -> None:
    game = situation("basic", "us combat", turn=4, dice=[1], SA="0107", SB="0302", X="0301")
    goal = Standing(kind="goal", label="Soviet towns", side="soviet", value=2, target=2, met=True)
    assert game.view().standings == (goal,)
    game.play("attack 0302 X")  # DR: Bergtheim is lost again in the very last phase
    game.play(sorted(texts(game))[0])
    game.play("advance X")
    game.play("end")
    assert game.result is not None
    assert game.result.winner == "us"


@rule("sfo", "7-advanced-us-trigger")
def test_the_arrival_of_v_names_it_and_counts_the_towns_taken() -> None:
    game = situation("advanced", "soviet combat", Z="0908", SA="0107", SB="0302")
    arrived = [event for event in game.play("end") if isinstance(event, Arrived)]
    assert [(event.units, event.towns, event.rule) for event in arrived] == [
        (("V",), 2, "7-advanced-us-trigger")
    ]
