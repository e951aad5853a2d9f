"""The drills are won by following the hints of the program alone, against the computer."""

from __future__ import annotations

import pytest

import grognard
from grognard.ai import player
from grognard.games.ocs.definition import GAME

SEEDS = (1, 3, 5)
DRILLS = [
    name
    for name in GAME.scenarios("practice", {}).game.scenarios
    if name.startswith("drill-") and name != "drill-8-battle"  # an even battle
]


def winner(name: str, seed: int) -> str:
    """Return who wins a drill in which both sides follow the hints; every order must be legal."""
    game = grognard.new(f"ocs/{name}", seed=seed)
    players = {side: player("search", seed=f"{seed}{side}") for side in game.sides}
    while game.to_act is not None:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None, f"{order}: {players[side].why}"
        game.play(order, side)
    assert game.result is not None
    return game.result.winner


@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_is_won_by_hints_in_most_games(name: str) -> None:
    taught = GAME.scenarios(name, {}).file.victory.winner
    won = sum(winner(name, seed) == taught for seed in SEEDS)
    assert won > len(SEEDS) / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_is_won_by_hints_in_most_of_many_games(name: str) -> None:
    taught = GAME.scenarios(name, {}).file.victory.winner
    won = sum(winner(name, seed) == taught for seed in range(20))
    assert won > 10
