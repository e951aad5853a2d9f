"""The commander: reproducible with a number of playouts, and legal in every phase."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import player
from grognard.ai.commander import CommanderPlayer, KeyedDice, Rehearsal, Trial
from grognard.core.contract.intentions import PLAIN, Intention

SHORT = ["sandown/tabriz-and-erzurum", "nuremberg/border-battle"]


def first_orders(scenario: str, count: int, seed: int = 3) -> list[str]:
    """Return the first orders of two commanders with a few playouts."""
    game = grognard.new(scenario, seed=seed)
    players = {side: CommanderPlayer(number, iterations=6) for number, side in enumerate(game.sides)}
    while game.to_act and len(game.history) < count:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None
        assert players[side].why
        game.play(order, side)
    return [str(step.order) for step in game.history]


@pytest.mark.parametrize("scenario", SHORT)
def test_the_same_playouts_give_the_same_game(scenario: str) -> None:
    assert first_orders(scenario, 40) == first_orders(scenario, 40)


def test_the_commander_says_what_it_means_to_do() -> None:
    game = grognard.new("sandown/tabriz-and-erzurum", seed=3)
    commander = CommanderPlayer(1, iterations=30)
    while commander.intention is None:
        side = game.to_act
        assert side is not None
        chosen = commander if side == "soviet" else player("planner", seed=1)
        game.play(chosen.choose(game.definition, game.scenario, game.view(side)), side)
    name = commander.intention.name
    assert commander.briefing.startswith(name[0].upper() + name[1:] + ": ")
    assert "expect" in commander.briefing and commander.briefing.count(". ") == 1
    assert commander.briefing not in commander.why, "an order tells only its own purpose"


@pytest.mark.parametrize("scenario", SHORT)
def test_a_rehearsal_ends_a_turn_later(scenario: str) -> None:
    game = grognard.new(scenario, seed=4)
    rehearsal = Rehearsal(game.definition, random.Random(1))
    state = game.state.copy()
    score = rehearsal.play(state, game.sides[0], Trial(PLAIN), Intention("reply", raids="last"), KeyedDice(1))
    assert (state.turn, state.phase_index) >= (game.state.turn + 1, game.state.phase_index)
    assert state.turn == game.state.turn + 1 and score is not None and -1 <= score <= 1
    begun = game.state.copy()
    stopped = rehearsal.play(begun, game.sides[0], Trial(PLAIN), PLAIN, KeyedDice(1), lambda: True)
    assert stopped is None and begun == game.state, "no time is left, so nothing is played"


def test_without_time_it_follows_the_book() -> None:
    game = grognard.new("sandown/tabriz-and-erzurum", seed=3)
    commander = CommanderPlayer(1, seconds=0.0)
    while commander.intention is None:
        side = game.to_act
        assert side is not None
        chosen = commander if side == "soviet" else player("planner", seed=1)
        game.play(chosen.choose(game.definition, game.scenario, game.view(side)), side)
    assert commander.intention == game.definition.intentions(game.state, "soviet")[0]


def test_dice_depend_on_their_purpose() -> None:
    one, other = KeyedDice(7), KeyedDice(7)
    first = [one.roll("battle at 0101"), one.roll("battle at 0101"), one.roll("retreat")]
    assert other.roll("retreat") == first[2]
    assert [other.roll("battle at 0101") for _ in range(2)] == first[:2]
    many = [KeyedDice(seed).roll("x", 10) for seed in range(400)]
    assert set(many) == set(range(1, 11)) and max(map(many.count, many)) < 80
