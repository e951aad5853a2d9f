"""Whole games with random options: invariants, fog of war and computer players."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import grognard
from grognard.ai import play_out, player
from grognard.ai.players import chosen_orders
from grognard.core.dice import LooseDice
from grognard.games import game_file
from grognard.sim.invariants import broken_from, random_options
from tests.games.ocs.crowded_starts import melee
from tests.games.ocs.test_secrets import assert_alike
from tests.games.ocs.test_whole_games import DRILLS

SLOW = pytest.mark.slow
EACH = [name for name, option in game_file("ocs").options.items() if not (option.choices or option.listed)]


def drawn(seed: int) -> dict[str, bool | str]:
    """Return random values for all options."""
    return random_options("ocs/practice", random.Random(f"options {seed}"))


def test_random_options_differ() -> None:
    assert len({tuple(drawn(seed).items()) for seed in range(8)}) == 8
    assert {*drawn(1), "air"} == set(game_file("ocs").options)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(s, marks=SLOW) for s in range(100, 300))])
def test_invariants_in_crowded_battles_with_random_options(seed: int) -> None:
    game, source = melee(seed, options=drawn(seed))
    assert broken_from(game, source) == ""


@pytest.mark.parametrize("option", [pytest.param(name, marks=SLOW) for name in EACH])
def test_invariants_in_crowded_battles_with_each_option(option: str) -> None:
    for seed in range(3):
        game, source = melee(seed, options={option: True})
        assert broken_from(game, source) == ""


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(s, marks=SLOW) for s in range(20, 60))])
def test_states_differing_only_in_secrets_look_alike_with_options(seed: int) -> None:
    game, source = melee(seed, options={**drawn(seed), "HR-2": True})
    compared = 0
    while not game.over:
        for side in game.sides if source.random() < 0.15 else ():
            twin = game.definition.imagine(game.view(side), game.scenario, LooseDice(source))
            assert game.definition.violations(twin) == game.definition.violations(game.state)
            assert_alike(game, twin, side, source)
            compared += 1
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
    assert compared > 5


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(s, marks=SLOW) for s in range(100, 140))])
def test_computer_players_finish_drills_with_random_options(seed: int) -> None:
    game = grognard.new(f"ocs/{DRILLS[seed % len(DRILLS)]}", drawn(seed), seed=seed)
    kinds = ("planner", "greedy") if seed % 2 else ("planner", "planner")
    players = {side: player(kind, seed=seed) for side, kind in zip(game.sides, kinds, strict=True)}
    play_out(game, players, most=2000)
    assert game.over and game.definition.violations(game.state) == []


@pytest.mark.parametrize("seed", [1, *(pytest.param(s, marks=SLOW) for s in range(100, 110))])
def test_computer_players_open_the_campaign_with_random_options(seed: int) -> None:
    game = grognard.new("ocs/counterstroke", drawn(seed), seed=seed)
    players = {side: player("planner", seed=seed) for side in game.sides}
    for side, order in islice(chosen_orders(game, players), 60):
        game.play(order, side)
    assert game.definition.violations(game.state) == []
