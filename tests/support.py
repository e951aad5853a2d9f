"""Helpers for tests: positions, refusals, scripted dice, and position files read back."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.contract.events import Event
from grognard.core.contract.outside.position import Position
from grognard.core.contract.state import State
from grognard.core.dice import Dice
from grognard.core.errors import Illegal
from grognard.core.play.game import Game
from grognard.core.play.positions import from_position
from grognard.games import definition_of


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
    """Return a game from a position: ``situation("basic", "soviet combat", SA="0605", Z="0506")``."""
    place = Position(
        scenario=f"strike-force-one/{scenario}",
        options=options or {},
        turn=turn,
        phase=phase,
        dice=tuple(dice),
        at=at,
        state=state or {},
    )
    return from_position(definition_of("strike-force-one"), place, seed=1)


@contextmanager
def refusing(state: State, rule: str) -> Iterator[pytest.ExceptionInfo[Illegal]]:
    """Assert that the block is refused by a rule and changes nothing."""
    before = state.digest
    with pytest.raises(Illegal) as refusal:
        yield refusal
    assert refusal.value.rule == rule, refusal.value
    assert state.digest == before


def refused(game: Game, order: str, rule: str) -> str:
    """Assert that an order is refused by a rule and changes nothing; return the reason."""
    state = game.state
    with refusing(state, rule) as refusal:
        game.play(order)
    assert game.state is state
    return refusal.value.reason


@contextmanager
def rolling(*dice: int) -> Iterator[Dice]:
    """Yield scripted dice; all of them must be used."""
    rolled = Dice(1, by_hand=True)
    rolled.script(dice)
    yield rolled
    assert not rolled.scripted, f"dice left: {rolled.scripted}"


def kinds(events: Sequence[Event]) -> list[str]:
    """Return the kinds of events in order."""
    return [event.kind for event in events]


def texts(game: Game) -> set[str]:
    """Return every legal order as text."""
    return {str(order) for order in game.orders()}


def where(game: Game, unit: str) -> str:
    """Return the location of a counter: a hex number or the name of a box."""
    return next(u.at for u in game.view().units if u.id == unit)


def flags(game: Game, unit: str) -> tuple[str, ...]:
    """Return the flags of a counter."""
    return next(u.flags for u in game.view().units if u.id == unit)


# -- positions -------------------------------------------------------------------------------------


def same_again(game: Game) -> None:
    """Assert that the position file of a game restores it completely."""
    position = msgspec.convert(tomllib.loads(game.position()), Position)
    twin = game.definition.from_position(game.scenario, position)
    assert twin.plain() == game.state.plain()


def same_now_and_then(game: Game, source: random.Random) -> int:
    """Play at random to the end, reading the position back at times; return how often."""
    compared = 0
    while not game.over:
        if not game.state.questions and source.randrange(10) == 0:
            same_again(game)
            compared += 1
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
    return compared


def cannot_be(scenario: str, position: str, why: str) -> None:
    """Assert that a position of a scenario is refused for a reason."""
    told = msgspec.convert(tomllib.loads(f'scenario = "{scenario}"\n{position}'), Position)
    game = grognard.new(scenario, seed=1)
    with pytest.raises(grognard.GrognardError, match=why):
        game.definition.from_position(game.scenario, told)
