"""Computer players by name. A player is a client like any other: it sees its View and gives an Order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from grognard.ai.baselines import GreedyPlayer, RandomPlayer
from grognard.ai.planner import PlannerPlayer
from grognard.ai.search import SearchPlayer
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import Result
from grognard.core.contract.view import View
from grognard.core.dice import Seed
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game

KINDS = ("random", "greedy", "planner", "search")
"""From the weakest to the one to choose when nobody is named."""


class Chooser(Protocol):
    """Whoever decides for a side."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return an order for the side of the view, which has something to decide."""
        ...


class Player(Chooser, Protocol):
    """A computer player."""

    why: str
    """In one line, why it did what it did last."""

    @property
    def plan(self) -> tuple[str, ...]:
        """What it means to do next, for a player that takes over from it."""
        ...


def player(
    kind: str,
    *,
    seconds: float = 0.2,
    seed: Seed | None = None,
    iterations: int | None = None,
    plan: Sequence[str] = (),
) -> Player:
    """A computer player by name.

    `seconds` (or `iterations`, for the same play every time) is what `search` may spend on an order;
    `plan` is what the player before it at this side meant to do next.

    >>> player("greedy").why
    ''
    >>> player("genius")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    grognard.core.errors.GrognardError: there is no player 'genius'; there are: random, greedy, ...
    """
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "greedy":
        return GreedyPlayer(seed)
    if kind == "planner":
        return PlannerPlayer(seed, plan)
    if kind == "search":
        return SearchPlayer(seed, seconds=seconds, iterations=iterations, plan=plan)
    raise GrognardError(f"there is no player {kind!r}; there are: {', '.join(KINDS)}")


def chosen_orders(game: Game, players: Mapping[str, Chooser]) -> Iterator[tuple[str, Order]]:
    """Yield side and order for whoever is to act, each from its own view; the caller plays the order."""
    while (side := game.to_act) is not None:
        if side not in players:
            raise GrognardError(f"nobody plays {side}")
        yield side, players[side].choose(game.definition, game.scenario, game.view(side))


def play_out(game: Game, players: Mapping[str, Chooser], most: int = 100_000) -> Result:
    """Play a game to its end, each side by its player."""
    for side, order in islice(chosen_orders(game, players), most):
        game.play(order, side)
    result = game.result
    if result is None:
        raise GrognardError(f"the game has not ended after {most} orders")
    return result
