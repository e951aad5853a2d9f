"""Chapter 10: who has won, by towns or by victory points, and by how much."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.state import Result
from grognard.core.contract.view import standing_text
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games.strike_force_one.model.scenario import tables
from tests.rules.strike_force_one.scenes import At
from tests.support import situation, where

POINTS = {"victory-points": True}
GANHEIM, BERGTHEIM, ESSLEBEN = "0107", "0302", "0405"


def outcome(g: Game) -> Result:
    """End the last phase of the last turn."""
    g.play("end")
    assert g.result is not None
    return g.result


def by_points(**at: Any) -> tuple[str, str]:
    """Who wins Standard by points, and how, when the last turn ends like this."""
    result = outcome(situation("expert-standard", "us combat", turn=4, options=POINTS, **at))
    assert result.rule == "10-expert-degree"
    return result.winner, result.title


def points(**at: Any) -> dict[str, str]:
    return shown(situation("expert-standard", "us combat", turn=4, options=POINTS, **at))


def shown(game: Game) -> dict[str, str]:
    """What players read about victory, by label."""
    return {line.label: standing_text(line, game.scenario.titles) for line in game.view().standings}


# -- towns ---------------------------------------------------------------------------------------------


@rule("sfo", "10-all-towns")
@pytest.mark.parametrize("level", ["basic", "advanced", "expert-standard"])
@pytest.mark.parametrize(
    ("taken", "winner"),
    [
        ([], "us"),
        ([GANHEIM], "us"),
        ([GANHEIM, BERGTHEIM], "soviet"),
        ([BERGTHEIM, ESSLEBEN], "soviet"),
        ([GANHEIM, BERGTHEIM, ESSLEBEN], "soviet"),
    ],
)
def test_the_soviets_need_two_towns_at_the_end(level: str, taken: list[str], winner: str) -> None:
    at: At = dict(zip(("SA", "SB", "SV"), taken, strict=False)) | {"SE": "0908", "X": "0101"}
    result = outcome(situation(level, "us combat", turn=4, **at))
    assert (result.winner, result.rule) == (winner, "10-all-towns")


@rule("sfo", "10-all-towns")
def test_towns_are_not_counted_before_the_end_of_the_last_turn() -> None:
    g = situation("basic", "us combat", turn=3, SA=GANHEIM, SB=BERGTHEIM, SV=ESSLEBEN)
    g.play("end")
    assert (g.over, g.turn) == (False, 4)
    g = situation("basic", "soviet combat", turn=4, SA=GANHEIM, SB=BERGTHEIM, SV=ESSLEBEN)
    g.play("end")
    assert not g.over


@rule("sfo", "10-all-presence")
@pytest.mark.parametrize(("order", "winner"), [("end", "soviet"), ("move SA 0107-0108", "us")])
def test_a_town_that_was_left_does_not_count(order: str, winner: str) -> None:
    g = situation("basic", "soviet movement", turn=4, SA=GANHEIM, SB=BERGTHEIM)
    g.play(order)
    while not g.over:
        g.play("end")
    assert g.result is not None
    assert g.result.winner == winner


# -- victory points ------------------------------------------------------------------------------------


@rule("sfo", "10-expert-points")
def test_side_with_more_points_wins_regardless_of_towns() -> None:
    """The Soviets hold two towns, but the US has the points: Essleben 2, the lost tank 2."""
    winner, _ = by_points(SA=GANHEIM, SB=BERGTHEIM, Y=ESSLEBEN, SZ="lost")
    assert winner == "us"
    winner, _ = by_points(SA="0506", Y=BERGTHEIM)
    assert winner == "soviet"


@rule("sfo", "10-expert-points")
def test_points_are_counted_only_at_the_end_of_the_last_turn() -> None:
    g = situation("expert-standard", "us combat", turn=3, options=POINTS, SA=ESSLEBEN)
    g.play("end")
    assert (g.over, g.turn) == (False, 4)


@rule("sfo", "10-expert-source-town")
def test_essleben_scores_two_and_other_towns_nothing() -> None:
    """[R-SFO-29] Either side scores."""
    assert points(SA=ESSLEBEN, SB=GANHEIM, X=BERGTHEIM) == {"Soviet": "2 VP", "US": "0 VP"}
    assert points(X=ESSLEBEN, W=GANHEIM, SB=BERGTHEIM) == {"Soviet": "0 VP", "US": "2 VP"}
    assert points(SA="0406", X="0404") == {"Soviet": "0 VP", "US": "0 VP"}


@rule("sfo", "10-expert-source-forest")
def test_two_forests_are_worth_one_each() -> None:
    """[R-SFO-29] Either side scores; other forests count nothing."""
    assert points(SA="0506", SB="0603") == {"Soviet": "2 VP", "US": "0 VP"}
    assert points(SA="0506", X="0603") == {"Soviet": "1 VP", "US": "1 VP"}
    assert points(SA="0602", X="0307", Y="0303") == {"Soviet": "0 VP", "US": "0 VP"}


@rule("sfo", "10-expert-source-infantry")
@pytest.mark.parametrize("unit", ["SA", "SZh"])
def test_a_soviet_infantry_unit_lost_is_worth_one_to_the_us(unit: str) -> None:
    at: At = {unit: "lost"}
    assert points(**at) == {"Soviet": "0 VP", "US": "1 VP"}


@rule("sfo", "10-expert-source-infantry")
@pytest.mark.parametrize("unit", ["W", "V"])
def test_a_us_or_west_german_infantry_unit_lost_is_worth_one_to_the_soviets(unit: str) -> None:
    """[R-SFO-11] V is infantry."""
    at: At = {unit: "lost"}
    assert points(**at) == {"Soviet": "1 VP", "US": "0 VP"}


@rule("sfo", "10-expert-source-tank")
def test_a_tank_or_pioneer_lost_is_worth_two() -> None:
    assert points(SZ="lost") == points(SI="lost") == {"Soviet": "0 VP", "US": "2 VP"}
    assert points(T="lost") == points(U="lost") == {"Soviet": "2 VP", "US": "0 VP"}


@rule("sfo", "10-expert-replaced")
@pytest.mark.parametrize(("answer", "us"), [("replace SA", "0 VP"), ("pass", "1 VP")])
def test_a_lost_unit_that_was_replaced_gives_no_points(answer: str, us: str) -> None:
    """A 3 in the second die is a Soviet replacement event, a 6 means that all goes as planned."""
    dice = [1, 3, 1, 6]
    g = situation("expert-standard", "soviet events", turn=4, options=POINTS, dice=dice, SA="lost", X="0101")
    g.play("roll")
    g.play(answer)
    if answer != "pass":
        g.play("enter SA 0908")
        assert where(g, "SA") == "0908"
    for order in ("end", "end", "roll", "end", "end"):
        g.play(order)
    assert g.over
    assert shown(g)["US"] == us


@rule("sfo", "10-expert-degree")
@pytest.mark.parametrize(
    ("lead", "soviet_title", "us_title"),
    [
        (1, "Soviet tactical victory", "US tactical victory"),
        (2, "Soviet marginal victory", "US marginal victory"),
        (3, "Soviet decisive victory", "US decisive victory"),
        (4, "Soviet decisive victory", "US decisive victory"),
    ],
)
def test_the_lead_gives_the_degree_of_victory(lead: int, soviet_title: str, us_title: str) -> None:
    us_lost = dict.fromkeys(("W", "X", "Y", "Z")[:lead], "lost")
    assert by_points(**us_lost) == ("soviet", soviet_title)
    soviet_lost = dict.fromkeys(("SA", "SB", "SV", "SG")[:lead], "lost")
    assert by_points(**soviet_lost) == ("us", us_title)


@rule("sfo", "10-expert-degree")
def test_equal_points_are_a_draw() -> None:
    assert by_points(SA="lost", X="lost") == ("", "Draw")


@rule("sfo", "10-expert-degree")
def test_it_is_the_lead_that_counts_and_not_the_points() -> None:
    """Soviet 5 (Essleben and three infantry), US 4 (two tanks)."""
    at: At = {"SA": ESSLEBEN, "W": "lost", "X": "lost", "Y": "lost", "SZ": "lost", "SI": "lost"}
    assert by_points(**at) == ("soviet", "Soviet tactical victory")


@rule("sfo", "10-table-vp")
def test_the_victory_table_is_the_printed_one() -> None:
    chart = tables()["victory"]
    assert chart["points-hexes"] == {"0405": 2, "0506": 1, "0603": 1}
    assert chart["points-units"] == {"infantry": 1, "armour": 2, "pioneer": 2}
    assert chart["degrees"] == [
        [0, "Draw"],
        [1, "Tactical victory"],
        [2, "Marginal victory"],
        [3, "Decisive victory"],
    ]


@rule("sfo", "10-expert-sixturns")
def test_the_long_game_ends_after_six_turns_and_goes_with_night() -> None:
    options = {"six-turns": True, "night": True}
    g = situation("expert-standard", "us combat", turn=4, options=options, SA=GANHEIM, SB=BERGTHEIM)
    g.play("end")
    assert (g.over, g.turn) == (False, 5)
    g = situation("expert-standard", "us combat", turn=6, options=options, SA=GANHEIM, SB=BERGTHEIM)
    assert outcome(g).winner == "soviet"
