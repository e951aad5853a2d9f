"""Prompts: what the acting side reads, and what the others read meanwhile."""

from __future__ import annotations

import pytest

from grognard.core.contract.state import Result
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.nuremberg.definition import GAME
from tests.games.nuremberg.moments import ATTACK, FRONT, moment
from tests.rules.nuremberg.campaign import Campaign


def prompt(war: Campaign, side: str) -> str:
    return GAME.view(war.state, side).asked


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        (
            "pact declare",
            "Declare whether you move or fight first. If you fight first, you can commit more artillery.",
        ),
        ("air", "Roll for air superiority."),
        ("ew", "Roll for electronic warfare superiority."),
        ("refugees", "Roll for refugees."),
        ("admin", "Roll for the support markers used this turn."),
        ("pact movement", "Move your units, then end the phase."),
        ("pact combat", "Attack with units adjacent to the enemy, or end the phase."),
    ],
)
def test_prompts_of_phases(phase: str, told: str) -> None:
    war = Campaign(phase, 4)
    assert [prompt(war, side) for side in ("pact", "nato", "")] == [told] * 3


@pytest.mark.parametrize(
    ("phase", "count", "told"),
    [
        ("air", 1, "You have air superiority. Place up to 1 airpower marker."),
        ("air", 3, "You have air superiority. Place up to 3 airpower markers."),
        (
            "ew",
            2,
            "You have electronic warfare superiority. Place up to 2 EW markers on enemy stacks.",
        ),
        ("refugees", 2, "Place 2 refugee markers."),
    ],
)
def test_prompts_for_markers(phase: str, count: int, told: str) -> None:
    war = Campaign(phase, 4, at={"us-2c-1": "2424"})
    war.state.rolled, war.state.to_place, war.state.sky, war.state.ether = True, count, PACT, PACT
    assert prompt(war, "pact") == told


@rule("nuremberg", "4.2")
@pytest.mark.parametrize(("phase", "column"), [("air", "sky"), ("ew", "ether")])
def test_the_winner_places_the_markers(phase: str, column: str) -> None:
    """[R-NUR-46]"""
    war = Campaign(phase, 4)
    setattr(war.state, column, NATO)
    assert GAME.to_act(war.state) == ("pact",)
    war.state.rolled = True
    assert GAME.to_act(war.state) == ("nato",)
    setattr(war.state, column, PACT)
    assert GAME.to_act(war.state) == ("pact",)


def test_prompts_of_setup() -> None:
    war = Campaign(setup="free")
    assert prompt(war, "nato") == "Set up your units: 53 left."
    war.play("fill")
    assert prompt(war, "nato") == "All units are set up. End your setup."
    war.play("end")
    assert prompt(war, "pact") == "Draw your attack order."
    war.play("draw", 1)
    for order, line in (
        ("arrive 5", "the turn"), ("primary 2732", "the first hex"), ("secondary 1942", "the second hex"),
    ):  # fmt: skip
        assert prompt(war, "pact") == f"Plan the drop of the 103rd Guards: choose {line}."
        war.play(order)
    chosen = Campaign(attack_order="chosen")
    assert prompt(chosen, "pact") == "Choose your attack order: northern, southern or block."


def test_prompts_of_drop_and_home_guard() -> None:
    war = Campaign("pact movement", 2, at={"su-103g": "airborne"})
    war.state.plan, war.state.sky = [2, war.hex("2732"), war.hex("1942")], PACT
    war.enter("pact movement")
    assert prompt(war, "pact") == "Choose the drop hex of the 103rd Guards."
    war = Campaign("arrivals", 1, at={"wg-51v": "coming", "wg-52v": "coming"})
    assert prompt(war, "nato") == (
        "Place 2 Home Guard units in friendly West German cities, one per city, not adjacent to Pact units."
    )


@rule("nuremberg", "11.4-secret", "11.4-movefirst", "11.4-fightfirst")
def test_prompts_for_support() -> None:
    game = moment("pact combat")
    game.play(ATTACK)
    told = {side: game.view(side).asked for side in ("pact", "nato", "")}
    secret = "It is revealed when both sides have chosen."
    assert told == {
        "pact": f"Commit support to your attack on 2104, at most 1 artillery marker. {secret}",
        "nato": f"Commit support to the defence of 2104, at most 1 artillery marker. {secret}",
        "": "Both players choose support for the battle in 2104.",
    }
    game.play("commit su-a1", "pact")
    assert game.waiting_for == ("nato",)
    assert game.view("nato").asked == told["nato"]
    for side in ("pact", ""):
        assert game.view(side).asked == "NATO player chooses support for the battle in 2104."


@rule("nuremberg", "11.4-fightfirst")
def test_prompt_for_support_gives_the_limit() -> None:
    game = moment("pact combat", state={"fight-first": [True, False]})
    game.play(ATTACK)
    assert "at most 3 artillery markers" in game.view("pact").asked
    assert "at most 1 artillery marker." in game.view("nato").asked


def test_prompts_after_a_battle() -> None:
    """Attack after attack, until each question has been asked."""
    asked: dict[str, str] = {}
    at = {id_: where for id_, where in FRONT.items() if where != "available"}
    at |= {"su-79gt-211t": "2203", "us-3i-1-64a": "2104", "us-3i-2-64a": "1904"}
    for seed in range(40):
        game = moment("pact combat", at, seed=seed)
        game.play(ATTACK)
        while game.view().phase_name == "combat" and game.state.questions:
            question = game.state.questions[-1]
            asked[f"{game.waiting_for[0]} {question.kind}"] = game.view(game.waiting_for[0]).asked
            game.play(next(iter(game.orders(game.waiting_for[0]))), game.waiting_for[0])
    assert asked == {
        "nato lose": "Choose 1 unit to eliminate in the battle at 2104.",
        "pact lose": "Choose 1 unit to eliminate in the battle at 2104.",
        "nato retreat": "Retreat from 2104: choose a hex for the whole force.",
        "pact advance": asked["pact advance"],
        "pact momentum": "Make a momentum attack or probe from 2104, or pass.",
    }
    assert asked["pact advance"] in (
        "Advance at least one unit into 2104.",
        "Advance units into 2104, or stay.",
    )


def test_no_prompt_when_the_game_is_over() -> None:
    war = Campaign("pact movement", 2)
    war.state.result = Result("nato", "NATO victory", "", "")
    assert (prompt(war, "pact"), GAME.to_act(war.state)) == ("", ())
    assert GAME.choices(war.state, "pact") is None
