"""Helpers for tests of any game: citing rules, playing at random, and looking for leaks."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec

from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.orders import Order
from grognard.core.contract.view import View
from grognard.core.play.game import Game

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


def rule(game: str, *ids: str) -> Callable[[F], F]:
    """Mark a test with the rules it proves, as in ``@rule("sfo", "8.3-all-stop")``.

    `grognard rules GAME --coverage` finds the marks in the source and holds them against the catalogue.
    """

    def cite(test: F) -> F:
        cited: list[tuple[str, str]] = getattr(test, "proves", [])
        test.proves = [*cited, *((game, id_) for id_ in ids)]  # type: ignore[attr-defined]
        return test

    return cite


def random_order(game: Game, source: random.Random) -> Order:
    """A legal order as a careless hand would pick it: first who, then what."""
    decision = game.choices()
    assert decision is not None, "the game is over"
    return decision.random_order(source)


def play_at_random(
    game: Game,
    source: random.Random,
    after: Callable[[Game, list[Event]], None] | None = None,
    most: int = 5000,
) -> int:
    """Play a game to its end with random legal orders and count them; it must end within `most`."""
    for number in range(most):
        if game.over:
            return number
        events = game.play(random_order(game, source))
        if after:
            after(game, events)
    raise AssertionError(f"the game did not end within {most} orders")


class Shows(Protocol[S_contra]):
    """A game, or its rules alone, as far as views go."""

    def view(self, state: S_contra, side: str, /) -> View:
        """Return the state as a side may see it."""
        ...


def assert_no_leak(rules: Shows[S], one: S, other: S, side: str) -> None:
    """Two states that differ only in what a side may not know must look the same to it, to the letter."""
    first, second = (msgspec.json.encode(rules.view(state, side)) for state in (one, other))
    assert first == second, f"the view of {side or 'a spectator'} gives a secret away"


def assert_same_news(one: list[Event], other: list[Event], side: str) -> None:
    """What a side hears of two courses of events that it may not tell apart must be the same."""
    assert seen_by(one, side) == seen_by(other, side), f"{side or 'a spectator'} hears a secret"
