"""Whole games at random, of every scenario and with any options: sound after every order, and they end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import grognard
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.core.testing import play_at_random, random_order
from tests.games.random_play import SCENARIOS, eager_order, fresh

LONGEST = 400
"""Far more orders than any game of six turns needs."""


def side_totals(game: Game) -> Counter[str]:
    """How many counters each side has, wherever they are."""
    return Counter(unit.side for unit in game.view().units)


def assert_sound(game: Game, before: Game, order: Order, events: list[Event]) -> None:
    """What must hold after any order whatever."""
    rules = game.definition
    assert rules.violations(game.state) == [], f"after {order}"
    assert side_totals(game) == side_totals(before)
    assert (game.turn, game.over) >= (before.turn, before.over), "time does not run back"
    assert game.events(since=len(before.history)) == events
    twin = game.state.copy()
    assert twin.plain() == game.state.plain() and twin.digest == game.state.digest
    assert rules.from_plain(game.scenario, game.state.plain()).plain() == game.state.plain()
    scores = [game.score(side) for side in game.sides]
    assert all(-1 <= score <= 1 for score in scores) and sum(scores) == pytest.approx(0)


def assert_finished(game: Game) -> None:
    """The result fits the game, and its record is the game."""
    assert game.result is not None and game.to_act is None and game.waiting_for == ()
    assert game.turn == game.view().turns
    winner = game.result.winner
    assert winner in ("", *game.sides)
    wanted = {"": 0.0, **{side: 1.0 if side == winner else -1.0 for side in game.sides if winner}}
    assert all(game.score(side) == wanted.get(side, 0.0) for side in game.sides)
    text = write_record(game.record())
    twin = grognard.loads(text)
    assert twin.state.plain() == game.state.plain() and twin.history == game.history
    assert twin.result == game.result and twin.events() == game.events()
    assert write_record(twin.record()) == text


def whole_game(scenario: str, number: int, *, thorough: bool) -> Game:
    """One game, every other one by a careless hand that does not look for a fight."""
    game, source = fresh(scenario, number)
    for _ in range(LONGEST):
        if game.over:
            assert_finished(game)
            return game
        order = eager_order(game, source) if number % 2 else random_order(game, source)
        if not thorough:
            events = game.play(order)
            assert game.definition.violations(game.state) == [], f"after {order}"
            continue
        before = game.copy()
        refusal = game.check(order)
        assert refusal is None, f"{order}: {refusal}"
        events = game.play(order)
        assert_sound(game, before, order, events)
    raise AssertionError(f"{scenario} number {number} did not end within {LONGEST} orders")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_are_sound_after_every_order_and_end(scenario: str) -> None:
    for number in range(100, 112):
        whole_game(scenario, number, thorough=number % 4 == 1)


def test_every_order_leaves_an_event() -> None:
    """Or else people, logs and animations would not know of it."""
    for scenario in SCENARIOS:
        for number in range(4):
            game, source = fresh(scenario, number)
            while not game.over:
                order = eager_order(game, source)
                assert game.play(order), f"{order} leaves no event"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_helper_for_random_games_plays_to_the_end_and_counts(scenario: str) -> None:
    game = grognard.new(scenario, seed=3)
    seen = []
    count = play_at_random(game, random.Random(3), lambda g, events: seen.append((len(g.history), events)))
    assert game.over and count == len(game.history) == len(seen)
    assert [number for number, _ in seen] == list(range(1, count + 1))
    assert [event for _, events in seen for event in events] == game.events()
    again = grognard.new(scenario, seed=3)
    play_at_random(again, random.Random(3))
    assert again.history == game.history
    with pytest.raises(AssertionError, match="did not end within 5 orders"):
        play_at_random(grognard.new(scenario, seed=3), random.Random(3), most=5)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games_are_sound(scenario: str) -> None:
    for number in range(1000, 1250):
        whole_game(scenario, number, thorough=True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whoever_cannot_act_has_no_orders(scenario: str) -> None:
    """A player may ask anybody in a phase, also one who could act only before."""
    game, source = fresh(scenario, 7)
    while (side := game.to_act) is not None:
        state = game.state
        decision = game.definition.choices(state, side)
        assert decision is not None
        if not state.questions:
            idle = {counter.id for counter in game.scenario.counters} - set(decision.actors())
            listed = [order for actor in idle for order in decision.orders(actor)]
            assert all(game.definition.check(state, side, order) is None for order in listed)
        game.play(random_order(game, source))
