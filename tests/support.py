"""What the tests share: situations in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from grognard.core.dice import Dice
from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.game import Game, from_position
from grognard.core.position import Position
from grognard.core.state import State
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


@contextmanager
def refusing(state: State, rule: str) -> Iterator[pytest.ExceptionInfo[Illegal]]:
    """What is done herein must be refused by that rule and change nothing."""
    before = state.digest
    with pytest.raises(Illegal) as refusal:
        yield refusal
    assert refusal.value.rule == rule, refusal.value
    assert state.digest == before


def refused(game: Game, order: str, rule: str) -> str:
    """Assert that an order is refused by that rule, changes nothing, and return the reason."""
    state = game.state
    with refusing(state, rule) as refusal:
        game.play(order)
    assert game.state is state
    return refusal.value.reason


@contextmanager
def rolling(*dice: int) -> Iterator[Dice]:
    """Dice that fall as they are told to; all of them must be used."""
    rolled = Dice(1, by_hand=True)
    rolled.script(dice)
    yield rolled
    assert not rolled.scripted, f"dice left: {rolled.scripted}"


def result(events: Sequence[Event]) -> str:
    """The result of the battle just fought: ``… die 3: EX, exchange``."""
    (told,) = [event.note for event in events if event.kind == "battle"]
    return told.split(": ")[1].split(",")[0]


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def texts(game: Game) -> set[str]:
    """Every legal order now, as text."""
    return {str(order) for order in game.orders()}


def where(game: Game, unit: str) -> str:
    """Where a counter is: a hex number or the name of a box."""
    return next(u.at for u in game.view().units if u.id == unit)


def flags(game: Game, unit: str) -> tuple[str, ...]:
    """What differs from fresh on a counter."""
    return next(u.flags for u in game.view().units if u.id == unit)
