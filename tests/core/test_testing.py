"""Helpers for tests of any game."""

from __future__ import annotations

import random

import pytest

from grognard.core.contract.events import Event
from grognard.core.play.game import Game
from grognard.core.testing import play_at_random, random_order, rule
from tests.fixtures.skirmish.definition import GAME


def duel() -> Game:
    return Game(GAME, "duel", seed=3)


def test_random_game_ends() -> None:
    game, seen = duel(), list[Event]()
    number = play_at_random(game, random.Random(1), lambda _, events: seen.extend(events))
    assert game.over and number == len(game.history) > 0 and seen == game.events()
    again = duel()
    assert play_at_random(again, random.Random(1)) == number and again == game, "the same at every run"
    assert play_at_random(game, random.Random(1)) == 0, "it is over"


def test_random_game_that_does_not_end_is_a_failure() -> None:
    most = play_at_random(duel(), random.Random(1))
    with pytest.raises(AssertionError, match=f"did not end within {most} orders"):
        play_at_random(duel(), random.Random(1), most=most)
    assert play_at_random(duel(), random.Random(1), most=most + 1) == most


def test_random_order_is_legal() -> None:
    game = duel()
    orders = set(game.orders())
    source = random.Random(1)
    assert {random_order(game, source) for _ in range(200)} == orders
    play_at_random(game, source)
    with pytest.raises(AssertionError, match="the game is over"):
        random_order(game, source)


def test_rule_marks_add_up() -> None:
    @rule("toy", "1", "2")
    @rule("other", "3")
    def test() -> None: ...

    assert test.proves == [("other", "3"), ("toy", "1"), ("toy", "2")]  # type: ignore[attr-defined]
