"""Helpers for tests of records."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.errors import BadFile
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from tests.games.random_play import eager_order, fresh

HUGE = "9" * 5000
"""More digits than Python converts to an integer by default."""


def text_of(game: Game, *, with_seed: bool = True) -> str:
    return write_record(game.record(with_seed=with_seed))


def assert_same(one: Game, other: Game) -> None:
    """Assert that two games are identical, including their future dice."""
    assert one.scenario.id == other.scenario.id and one.options == other.options
    assert one.state.plain() == other.state.plain()
    assert one.history == other.history
    assert one.events() == other.events()
    assert one.result == other.result
    assert one.tags == other.tags
    assert one.dice.log == other.dice.log
    ahead = [[dice.roll("ahead") for _ in range(5)] for dice in (one.dice.copy(), other.dice.copy())]
    assert ahead[0] == ahead[1]


def refused(text: str, path: str = "some.record") -> BadFile:
    with pytest.raises(BadFile) as error:
        grognard.loads(text, path)
    assert error.value.path == path and str(error.value).startswith(path)
    assert "\n" not in str(error.value)
    return error.value


def dice_of(game: Game) -> int:
    """Return the number of dice rolled in a game."""
    return sum(len(entry.dice) for entry in game.history)


def half_way(scenario: str = "strike-force-one/expert-standard", orders: int = 30) -> Game:
    game, source = fresh(scenario, 40)
    for _ in range(orders):
        game.play(eager_order(game, source))
    assert dice_of(game) > 1
    return game


def reopened(text: str, number: int = 0) -> Game:
    """Load a record without a seed, and set its new seed, so that every run rolls the same dice."""
    game = grognard.loads(text)
    assert game.dice.drawn == 0
    game.dice.seed = f"player {number}"
    return game
