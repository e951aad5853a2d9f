"""What the tests share: situations in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import grognard
from grognard.core.game import Game, from_position
from grognard.core.position import Position
from grognard.games import rules_of


def situation(
    scenario: str,
    phase: str = "",
    *,
    turn: int = 1,
    options: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    state: dict[str, Any] | None = None,
    **at: str,
) -> Game:
    """A game from a position: ``situation("basic", "soviet combat", SA="0605", Z="0506")``."""
    place = Position(
        scenario=f"strike-force-one/{scenario}",
        options=options or {},
        turn=turn,
        phase=phase,
        dice=tuple(dice),
        at=at,
        state=state or {},
    )
    return from_position(rules_of("strike-force-one"), place, seed=1)


def refused(game: Game, order: str, rule: str) -> str:
    """Assert that an order is refused by that rule, changes nothing, and return the reason."""
    before = game.state.digest
    with pytest.raises(grognard.Illegal) as refusal:
        game.play(order)
    assert refusal.value.rule == rule, refusal.value
    assert game.state.digest == before
    return refusal.value.reason


def texts(game: Game) -> set[str]:
    """Every legal order now, as text."""
    return {str(order) for order in game.orders()}


def where(game: Game, unit: str) -> str:
    """Where a counter is: a hex number or the name of a box."""
    return next(u.at for u in game.view().units if u.id == unit)


def flags(game: Game, unit: str) -> tuple[str, ...]:
    """What differs from fresh on a counter."""
    return next(u.flags for u in game.view().units if u.id == unit)
