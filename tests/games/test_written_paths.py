"""A path written hex by hex is followed exactly, in every game."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game

SCENARIOS = (
    "strike-force-one/expert-standard",
    "nuremberg/border-battle",
    "pincher/race-to-the-rhine",
    "sandown/tabriz-and-erzurum",
    "ocs/practice",
)
MOVES = ("move", "column")


def steps(game: Game, order: Order) -> list[Order]:
    """The single steps out of the hex in which a move begins."""
    grid = game.scenario.board.grid
    near = (grid.label(hex_) for hex_ in grid.adjacent[grid.hex(order.path[0])])
    return [Order(order.verb, units=order.units, path=(order.path[0], label)) for label in near]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_single_steps_and_listed_paths_are_followed_as_written(scenario: str) -> None:
    """One step is that step, and a listed detour names every hex of it."""
    game, source = grognard.new(scenario, seed=3), random.Random(3)
    looked = 0
    while looked < 60 and not game.over:
        decision = game.choices()
        assert decision is not None
        side = decision.side
        order = decision.random_order(source)
        if (
            order.verb in MOVES
            and game.scenario.board.grid.find(order.path[0]) is not None
            and order.path[1:]
        ):
            looked += 1
            for step in steps(game, order):
                if game.check(step, side) is None:
                    assert game.definition.complete(game.state, side, step) == step
            for listed in decision.orders(order.units[0]):
                if listed.verb in MOVES:
                    whole = game.definition.complete(game.state, side, listed)
                    assert len(listed.path) == 2 or whole == listed, listed
                    assert len(whole.path) == 2 or listed not in steps(game, listed), listed
        game.play(order, side)
    assert looked
