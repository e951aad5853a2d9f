"""Helpers for tests of any game: cite rules, play at random, and check for leaked secrets."""

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
    """Mark a test with the rules that it proves, as in ``@rule("sfo", "8.3-all-stop")``.

    `grognard rules GAME --coverage` compares these marks with the catalogue.
    """

    def cite(test: F) -> F:
        cited: list[tuple[str, str]] = getattr(test, "proves", [])
        test.proves = [*cited, *((game, id_) for id_ in ids)]  # type: ignore[attr-defined]
        return test

    return cite


def random_order(game: Game, source: random.Random) -> Order:
    """Return a random legal order: first choose who acts, then the order."""
    decision = game.choices()
    assert decision is not None, "the game is over"
    return decision.random_order(source)


def play_at_random(
    game: Game,
    source: random.Random,
    after: Callable[[Game, list[Event]], None] | None = None,
    most: int = 5000,
) -> int:
    """Play random legal orders until the game ends, and return their number; fail if it exceeds `most`."""
    for number in range(most):
        if game.over:
            return number
        events = game.play(random_order(game, source))
        if after:
            after(game, events)
    raise AssertionError(f"the game did not end within {most} orders")


class Shows(Protocol[S_contra]):
    """Anything that makes views: a game or its rules."""

    def view(self, state: S_contra, side: str, /) -> View:
        """Return the state as a side may see it."""
        ...


def assert_no_leak(rules: Shows[S], one: S, other: S, side: str) -> None:
    """Assert that two states look identical to a side; they differ only in what it may not know."""
    first, second = (msgspec.json.encode(rules.view(state, side)) for state in (one, other))
    assert first == second, f"the view of {side or 'a spectator'} reveals a secret"


def assert_same_news(one: list[Event], other: list[Event], side: str) -> None:
    """Assert that a side sees the same events in two cases that it may not tell apart."""
    assert seen_by(one, side) == seen_by(other, side), f"{side or 'a spectator'} sees a secret event"
