"""Objective Nuremberg as a game like any other: random games, positions, records, players, judgement."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import player
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.games.afcent.model.state import AfcentState
from grognard.sim.invariants import fuzz_one
from tests.support import cannot_be, same_now_and_then

SCENARIOS = ("nuremberg/campaign", "nuremberg/border-battle")


def played(scenario: str, orders: int, seed: int = 1, **options: str) -> Game:
    """A game after so many random orders."""
    game = grognard.new(scenario, options, seed=seed)
    source = random.Random(seed)
    while not game.over and len(game.history) < orders:
        side = source.choice(game.waiting_for)
        decision = game.choices(side)
        assert decision is not None
        game.play(decision.random_order(source), side)
    return game


@pytest.mark.parametrize(("scenario", "index"), [(SCENARIOS[0], 2), *((SCENARIOS[1], n) for n in range(6))])
def test_a_random_game_keeps_every_invariant_to_its_end(scenario: str, index: int) -> None:
    """Legal orders, sound states, undo, positions, views, and the same game from its record."""
    found = fuzz_one((scenario,), 5, index)
    assert found.failure == "", found.failure


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games_keep_every_invariant(scenario: str) -> None:
    for index in range(25):
        found = fuzz_one((scenario,), 11, index)
        assert found.failure == "", f"game {index}: {found.failure}"


def test_position_file_round_trip() -> None:
    assert same_now_and_then(grognard.new(SCENARIOS[0], seed=4), random.Random(4)) > 20


BAD = {
    'turn = 13\nphase = "pact movement"': "turns",
    'turn = 2\nphase = "pact lunch"': "phases are",
    'turn = 2\nphase = "pact movement"\n[at]\nnobody = "2732"': "no such counter",
    'turn = 2\nphase = "pact movement"\n[at]\nsu-119t = "9999"': "neither a hex nor",
    'turn = 2\nphase = "pact movement"\n[state]\nsu-119t = { ew = -1 }': "not a value that su-119t can have",
    'turn = 2\nphase = "pact movement"\n[state]\nsu-119t = 3': "expected",
    'turn = 2\nphase = "pact movement"\n[state]\nfight-first = [true]': "expected 2 values",
    'turn = 2\nphase = "pact movement"\n[state]\nrolled = 7': "rolled",
    'turn = 2\nphase = "pact movement"\n[state]\nplan = ["soon"]': "a turn and two hexes",
    'turn = 2\nphase = "pact movement"\n[state]\nairpower = ["9999"]': "there is no hex '9999' on the board",
    'turn = 2\nphase = "pact movement"\n[state]\nweather = "fine"': "no such counter or track",
    'turn = 2\nphase = "pact movement"\n[at]\nsu-119t = "2732"\nus-2c-1 = "2732"': "both sides",
    'turn = 2\nphase = "pact movement"\n[at]\nsu-119t = "2732"\ncz-9t-m = "2732"': "Pact stacking violated",
    'turn = 2\nphase = "pact movement"\n[at]\nsu-119t = "2732"\nsu-a1 = "2732"': "support marker su-a1",
}


@pytest.mark.parametrize("text", BAD, ids=BAD.values())
def test_impossible_positions_are_refused(text: str) -> None:
    cannot_be("nuremberg/campaign", text, BAD[text])


# -- records ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("with_seed", [True, False])
def test_record_replays_in_either_order_of_commitments(with_seed: bool) -> None:
    game = played(SCENARIOS[0], 300, seed=7)
    commits = [entry for entry in game.history if entry.order.startswith("commit")]
    assert {entry.side for entry in commits} == {"pact", "nato"}
    again = grognard.loads(write_record(game.record(with_seed=with_seed)))
    assert again.state.plain() == game.state.plain()
    assert again.events() == game.events()
    assert again.game_after(150).view("nato") == game.game_after(150).view("nato")


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["pact", "nato"])
def test_a_greedy_player_sees_only_its_view_and_plays_the_border_battle(side: str) -> None:
    game = grognard.new(SCENARIOS[1], seed=3)
    players = {name: player("greedy" if name == side else "random", seed=1) for name in game.sides}
    while not game.over and len(game.history) < 120:
        acting = game.to_act
        assert acting is not None
        order = players[acting].choose(game.definition, game.scenario, game.view(acting))
        game.play(order, acting)
    assert game.turn > 1 or game.over


def test_what_the_pact_has_counts_for_it() -> None:
    game = played(SCENARIOS[0], 40, seed=2, **{"attack-order": "chosen"})
    state = game.state
    assert isinstance(state, AfcentState)
    before = game.definition.score(state, "pact")
    assert -1 < before < 1 and game.definition.score(state, "nato") == -before
    state.order = 0
    poor = game.definition.score(state, "pact")
    state.exits[0] = 9
    assert game.definition.score(state, "pact") > poor
