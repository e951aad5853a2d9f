"""Frozen games come back as they were."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.play.frozen import freeze, thaw
from grognard.core.play.game import Game

SCENARIOS = [
    "strike-force-one/expert-standard",
    "pincher/race-to-the-rhine",
    "nuremberg/border-battle",
    "ocs/drill-8-battle",
]


def play_on(game: Game, orders: int, source: random.Random) -> None:
    for _ in range(orders):
        if not game.over:
            side = game.waiting_for[0]
            decision = game.choices(side)
            assert decision is not None
            game.play(decision.random_order(source), side)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_thawed_game_is_the_same_and_goes_on_alike(scenario: str) -> None:
    game = grognard.new(scenario, seed=3)
    play_on(game, 20, random.Random(1))
    again = thaw(game.definition, freeze(game))
    assert again == game and again.history == game.history and again.can_undo == game.can_undo
    assert again.record() == game.record()
    assert again.scenario is thaw(game.definition, freeze(game)).scenario, "compiled once"
    while game.can_undo:
        assert again.undo() == game.undo()
        assert again == game
    for each in (game, again):
        play_on(each, 15, random.Random(2))
    assert again == game and again.record() == game.record()


def test_frozen_game_can_be_frozen_again() -> None:
    game = grognard.new("strike-force-one/basic", seed=3)
    game.play("move SA 0701")
    again = thaw(game.definition, freeze(thaw(game.definition, freeze(game))))
    assert again.undo() == "move SA 0801-0701" and again.unit("SA").at == "0801"


def test_a_start_of_its_own_and_tags_are_kept() -> None:
    game = grognard.new("strike-force-one/basic", seed=3)
    later = game.copy()
    later.play("move SA 0701")
    game.begin_from(later.state.copy())
    game.tags["event"] = "a test"
    again = thaw(game.definition, freeze(game))
    assert again == game and again.record().start == game.record().start is not None
