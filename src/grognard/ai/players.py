"""Computer players by name. A player is a client like any other: it gets a View and returns an Order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from grognard.ai.baselines import GreedyPlayer, RandomPlayer
from grognard.ai.commander import CommanderPlayer
from grognard.ai.levels import LEVELS, LevelPlayer, level
from grognard.ai.planner import PlannerPlayer
from grognard.ai.search import SearchPlayer
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import PLAIN
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import Result
from grognard.core.contract.view import View
from grognard.core.dice import Seed
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game

SECONDS = 0.2
"""Time per order if none is given."""
KINDS = ("random", "greedy", "planner", "commander", "search")
"""The players that levels are made of. `planner-1` is kept only to measure others against."""


class Chooser(Protocol):
    """Anything that chooses orders for a side."""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return an order for the side of the view, which must have a decision."""
        ...


class Player(Chooser, Protocol):
    """A computer player."""

    why: str
    """Why it gave its last order, in one line."""

    @property
    def plan(self) -> tuple[str, ...]:
        """The orders it plans to give next, for a player that takes over."""
        ...


def is_player(kind: str) -> bool:
    """Return whether there is a computer player of this name: a level, or one that levels are made of."""
    return level(kind) is not None or kind in KINDS


def player(
    kind: str,
    *,
    seconds: float | None = None,
    seed: Seed | None = None,
    iterations: int | None = None,
    plan: Sequence[str] = (),
) -> Player:
    """Return a computer player by name: a level, or one of the players that levels are made of.

    `seconds` is the time that `search` may spend on an order, and the default level as well; `iterations` is
    the number of playouts instead, for reproducible play. `plan` is that of the previous player of this side.

    >>> player("greedy").why
    ''
    >>> player("genius")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    grognard.core.errors.GrognardError: unknown player 'genius'; choose one of: recruit, regular, ...
    """
    known = level(kind)
    if known is not None:
        return LevelPlayer(known, seed, seconds=seconds, iterations=iterations, plan=plan)
    seconds = SECONDS if seconds is None else seconds
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "greedy":
        return GreedyPlayer(seed)
    if kind == "planner":
        return PlannerPlayer(seed, plan)
    if kind == "commander":
        return CommanderPlayer(seed, seconds=seconds, iterations=iterations, plan=plan)
    if kind == "planner-1":
        return PlannerPlayer(seed, plan, PLAIN)
    if kind == "search":
        return SearchPlayer(seed, seconds=seconds, iterations=iterations, plan=plan)
    names = ", ".join([one.id for one in LEVELS] + list(KINDS))
    raise GrognardError(f"unknown player {kind!r}; choose one of: {names}")


def chosen_orders(game: Game, players: Mapping[str, Chooser]) -> Iterator[tuple[str, Order]]:
    """Yield the side to act and its order, chosen from its own view; the caller plays the order."""
    while (side := game.to_act) is not None:
        if side not in players:
            raise GrognardError(f"no player for {side}")
        yield side, players[side].choose(game.definition, game.scenario, game.view(side))


def play_out(game: Game, players: Mapping[str, Chooser], most: int = 100_000) -> Result:
    """Play a game to its end with the given players."""
    for side, order in islice(chosen_orders(game, players), most):
        game.play(order, side)
    result = game.result
    if result is None:
        raise GrognardError(f"the game did not end within {most} orders")
    return result
