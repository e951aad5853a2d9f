"""Whole games: random play, positions, records and computer players."""

from __future__ import annotations

import random

import msgspec
import pytest

import grognard
from grognard.ai import player
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.core.testing import play_at_random
from grognard.games import game_file
from grognard.games.ocs.model.state import OcsState
from grognard.sim.invariants import broken_from, fuzz_one
from tests.games.ocs.crowded_starts import melee
from tests.support import cannot_be, same_again

DRILLS = [name for name in game_file("ocs").scenarios if name.startswith("drill")]
SHORT, LONG = "counterstroke", "kharkov"


def play_random(game: Game, source: random.Random, orders: int) -> None:
    """Play a number of random orders, or fewer if the game ends."""
    for _ in range(orders):
        if game.over:
            return
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))


# -- random games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*DRILLS, "practice"])
def test_invariants_in_random_games(name: str) -> None:
    """Legal orders, invariants, undo, positions, views, and the same game from its record."""
    found = fuzz_one((f"ocs/{name}",), 5, 1)
    assert found.failure == "", found.failure


@pytest.mark.parametrize("seed", range(6))
def test_invariants_in_crowded_battles(seed: int) -> None:
    """Supply is conserved in combat, capture, feeding, blowing and shipping."""
    game, source = melee(seed)
    assert broken_from(game, source) == ""


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_invariants_in_many_crowded_battles(block: int) -> None:
    for seed in range(100 + 40 * block, 140 + 40 * block):
        game, source = melee(seed, turns=2)
        broken = broken_from(game, source)
        assert not broken, f"melee {seed}: {broken}"


@pytest.mark.parametrize("name", [SHORT, LONG])
def test_invariants_in_campaign_opening(name: str) -> None:
    game, source = grognard.new(f"ocs/{name}", seed=1), random.Random(1)
    for _ in range(6):
        play_random(game, source, 15)
        assert game.definition.violations(game.state) == []


@pytest.mark.slow
def test_invariants_in_short_scenario() -> None:
    found = fuzz_one((f"ocs/{SHORT}",), 5, 1)
    assert found.failure == "", found.failure


@pytest.mark.slow
def test_random_campaign_game_ends() -> None:
    game = grognard.new(f"ocs/{LONG}", seed=2)
    play_at_random(game, random.Random(2), most=20_000)
    assert game.definition.violations(game.state) == []


# -- positions -------------------------------------------------------------------------------------


def test_position_file_round_trip() -> None:
    compared = 0
    for seed in range(3):
        game, source = melee(seed)
        while not game.over and compared < 12 * (seed + 1):
            if not game.state.questions and source.randrange(6) == 0:
                same_again(game)
                compared += 1
            play_random(game, source, 1)
    assert compared > 20


MOVING = 'turn = 2\nphase = "german movement"\n'
BAD = {
    'turn = 13\nphase = "german movement"': "turns",
    'turn = 2\nphase = "german lunch"': "phases are",
    MOVING + '[at]\nnobody = "07.03"': "no such counter",
    MOVING + '[at]\ng-inf1 = "99.99"': "neither a hex nor",
    MOVING + "[state]\ng-inf1 = { lost = -1 }": "not a value that g-inf1 can have",
    MOVING + "[state]\ng-inf1 = 3": "expected",
    MOVING + "[state]\nrail-used = [1]": "expected 2 values",
    MOVING + '[state]\nfirst = "soon"': "first",
    MOVING + '[state]\ndug = ["99.99"]': "there is no hex '99.99' on the board",
    MOVING + "[state]\nmorale = 3": "no such counter or track",
    MOVING + '[at]\ng-inf1 = "07.03"\ns-inf1 = "07.03"': "both sides",
    MOVING + '[at]\ng-inf1 = "07.03"\n[state]\ng-inf1 = { lost = 3 }': "lost 3 of 3",
    MOVING + '[at]\ng-inf1 = "07.03"\n[state]\ng-inf1 = { tokens = 3 }': "holds 3 tokens",
    MOVING + '[at]\ng-truck1 = "07.03"\n[state]\ng-truck1 = { tokens = 5 }': "carries 5 tokens",
}


@pytest.mark.parametrize("text", BAD, ids=BAD.values())
def test_invalid_positions(text: str) -> None:
    cannot_be("ocs/practice", text, BAD[text])


# -- records ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("with_seed", [True, False])
def test_record_replays_to_same_game(with_seed: bool) -> None:
    game, source = melee(7)
    play_random(game, source, 80)
    again = grognard.loads(write_record(game.record(with_seed=with_seed)))
    assert again.state.plain() == game.state.plain()
    assert again.events() == game.events()
    assert again.game_after(30).view("soviet") == game.game_after(30).view("soviet")


def test_undo_of_orders_without_dice() -> None:
    game = grognard.new("ocs/practice", seed=1)
    game.play("end")
    game.play("arrive")
    game.play("end")
    before = game.state.plain()
    game.play("move g-truck1 07.03-05.03")
    assert game.state.plain() != before
    game.undo()
    assert game.state.plain() == before


def test_saved_state_round_trip() -> None:
    game, source = melee(9)
    for _ in range(10):
        play_random(game, source, 8)
        plain = msgspec.json.decode(msgspec.json.encode(game.state.plain()))
        again = game.definition.from_plain(game.scenario, plain)
        assert again.plain() == game.state.plain() and again.digest == game.state.digest


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_greedy_player_plays_a_drill(side: str) -> None:
    game = grognard.new("ocs/drill-3-combat", seed=3)
    players = {name: player("greedy" if name == side else "random", seed=1) for name in game.sides}
    while not game.over and len(game.history) < 40:
        acting = game.to_act
        assert acting is not None
        game.play(players[acting].choose(game.definition, game.scenario, game.view(acting)), acting)
    assert game.history


def test_evaluation_of_strength_and_towns() -> None:
    game, _ = melee(3)
    state = game.state
    assert isinstance(state, OcsState)
    state.second = state.scenario.ground
    before = game.definition.score(state, "german")
    assert -1 < before < 1 and game.definition.score(state, "soviet") == -before
    state.second = 0
    richer = game.definition.score(state, "german")
    assert richer > before
    state.out |= state.scenario.of_side[0] & state.scenario.combat_units
    assert game.definition.score(state, "german") < richer
