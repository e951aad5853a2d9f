"""Reasons: what an order is for, and a plan in two sentences, from a side's own view."""

from __future__ import annotations

import pytest

import grognard
from grognard.ai import player
from grognard.ai.reasons import Ground, briefing, reason
from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order

GAME = grognard.new("nuremberg/border-battle", seed=1)
VIEW = GAME.view("pact")


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("move su-79gt-rec 4040-3237", "takes Münchberg"),
        ("move su-79gt-17t 3941-3640", "closes with the enemy in Hof"),
        ("move su-35h-1 4236-4136", "on the way to Hof, 8 hexes ahead"),
        ("attack 3540 su-79gt-17t", "strikes at Hof"),
        ("air 3540", "supports the units at Hof"),
        ("end", "nothing more to gain in this phase"),
    ],
)
def test_purpose_of_an_order(order: str, says: str) -> None:
    assert reason(GAME.scenario, VIEW, GAME.scenario.notation.parse(order)) == says


def test_own_objective_is_held_and_covered() -> None:
    ground = Ground(GAME.scenario, GAME.view("nato"))
    assert str(ground.purpose(Order("move", units=("us-2c-1",), path=("3440", "3540")))) == (
        "keeps a garrison in Hof"
    )


def test_plan_in_two_sentences() -> None:
    orders = [Order("move", units=("a", "b"), path=("3941", "3640")), Order("end")]
    told = briefing(GAME.scenario, VIEW, Intention("press on"), orders, ["Selb"])
    assert told == "Press on: main effort on Hof with 2 units. I expect you at Selb."
    assert briefing(GAME.scenario, VIEW, Intention("wait"), [], []) == (
        "Wait: the units stay where they are. I do not expect to lose a place."
    )


def test_a_plan_with_a_main_effort_names_it_once() -> None:
    orders = [Order("move", units=("a", "b"), path=("3941", "3640"))]
    intention = Intention("main effort on Hof", effort=("3640",))
    told = briefing(GAME.scenario, VIEW, intention, orders, [])
    assert told.lower().count("main effort") == 1


def test_every_order_of_a_plan_has_a_reason() -> None:
    game = grognard.new("nuremberg/border-battle", seed=4)
    chooser = {side: player("planner", seed=1) for side in game.sides}
    while game.to_act and game.turn == 1:
        side = game.to_act
        game.play(chooser[side].choose(game.definition, game.scenario, game.view(side)), side)
        assert chooser[side].why and chooser[side].why not in ("as planned", "best choice")
