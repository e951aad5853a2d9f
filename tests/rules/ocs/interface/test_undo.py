"""Undo under fog of war: an order that reveals something cannot be undone."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.play.game import Game
from grognard.core.testing import rule


@rule("ocs", "4.9a.4")
@pytest.mark.parametrize("seed", [23, 46, 82])
def test_order_that_shows_an_enemy_loss_cannot_be_undone(seed: int) -> None:
    """These games have an order without a die that ends with a loss of the enemy."""
    game, source, shown = grognard.new("ocs/drill-3-combat", seed=seed), random.Random(seed), 0
    for _ in range(150):
        if game.over:
            break
        side = source.choice(game.waiting_for)
        decision = game.choices(side)
        assert decision is not None
        before = _enemy_losses(game, side)
        game.play(decision.random_order(source), side)
        if game.result is None and _enemy_losses(game, side) != before:
            shown += not game.history[-1].dice
            assert not game.can_undo, game.history[-1]
    assert shown


def _enemy_losses(game: Game, side: str) -> list[object]:
    return [losses for losses in game.view(side).losses if losses.side != side]
