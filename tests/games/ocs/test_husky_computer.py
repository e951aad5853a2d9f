"""The computer plays Husky and its parts on both sides: it lands, drops, flies and finishes the games."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import grognard
from grognard.ai import player
from grognard.core.play.game import Game
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.sea.ships import passengers

DRILLS = [
    "drill-9-air-combat",
    "drill-10-air-barrage",
    "drill-11-air-bases",
    "drill-12-beach-assault",
    "drill-13-beach-supply",
]


def played(name: str, seed: int, turns: int = 99, orders: int = 20_000) -> tuple[Game, Counter[str]]:
    """Let two planners play; return the game and how often each verb was used. No order may be refused."""
    game, verbs = grognard.new(f"ocs/{name}", seed=seed), Counter[str]()
    players = {side: player("planner", seed=f"{seed}{side}") for side in game.sides}
    while game.to_act is not None and game.turn <= turns and verbs.total() < orders:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None, f"{order}: {players[side].why}"
        game.play(order, side)
        verbs[order.verb] += 1
    return game, verbs


def aboard(game: Game) -> int:
    """Return how many Allied units are aboard landing craft."""
    state = cast(OcsState, game.state)
    return passengers(state, state.scenario.craft & state.scenario.of_side[0]).bit_count()


def test_most_of_the_landing_force_is_ashore_on_the_first_turn() -> None:
    before = aboard(grognard.new("ocs/gela", seed=2))
    game, verbs = played("gela", seed=2, turns=1)
    assert before > 20 and aboard(game) < before / 2
    assert verbs >= Counter(["deploy", "land", "ashore", "drop", "barrage"])


@pytest.mark.parametrize("name", [*DRILLS, "gela", "primosole"])
def test_no_order_of_the_computer_is_refused(name: str) -> None:
    game, _ = played(name, seed=7)
    assert game.result is not None


def test_no_order_of_the_computer_is_refused_when_husky_begins() -> None:
    played("husky", seed=12, orders=120)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gela", "primosole", "husky"])
@pytest.mark.parametrize("seed", [1, 2, 12])
def test_the_computer_plays_to_the_end(name: str, seed: int) -> None:
    game, verbs = played(name, seed)
    assert game.result is not None
    assert not aboard(game)
    assert verbs >= Counter(["refit", "home", "sail"])
