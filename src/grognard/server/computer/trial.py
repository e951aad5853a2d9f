"""Trials: an uploaded record is loaded, shown and played a little before the server takes it.

A state from outside can pass every check and still hang or break the rules later on. A trial runs in a worker
process with a time limit, so that it harms nobody.
"""

from __future__ import annotations

import contextlib
import random
import time
from itertools import islice

import msgspec

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.game import Game
from grognard.core.play.record import read_record

PLAYOUTS = 4
"""Number of times that random orders are played from a start."""
ORDERS = 50
"""Maximum number of random orders in each of them."""
_SECONDS = 4.0
"""Seconds after which no further random order is played."""
_ACTORS, _ORDERS = 30, 100
"""Maximum numbers of actors, and of orders of each, that are listed for a side."""
_MEMORY = 4 << 30
"""Maximum bytes that a process may use for a trial."""


class TrialRequest(msgspec.Struct, frozen=True):
    """Request to try out the text of a record, or a scenario if there is no text."""

    text: str
    orders: int
    """Maximum number of orders in a record."""
    scenario: str = ""


def try_out(request: TrialRequest) -> str:
    """Return what is wrong with an uploaded record, or an empty text if it can be played."""
    limit_memory()
    try:
        game = _loaded(request)
    except GrognardError as error:
        return reason_of(error)
    except RecursionError:
        return "nested too deeply"
    except Exception as error:
        return f"it cannot be loaded ({type(error).__name__})"
    if game.record().start is None:
        return ""  # it was played by the rules from the first order
    try:
        return _played(game)
    except Exception as error:
        return f"its start cannot be played ({type(error).__name__})"


def reason_of(error: GrognardError) -> str:
    """Return the reason of an error in an uploaded text, with the line but without the name of a file."""
    if not isinstance(error, BadFile):
        return str(error)
    return f"{error.reason} (line {error.line})" if error.line else error.reason


def limit_memory(most: int = _MEMORY) -> None:
    """Let this process fail rather than use up the computer's memory, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _loaded(request: TrialRequest) -> Game:
    if request.scenario:
        return grognard.new(request.scenario, seed=1)
    orders = len(read_record(request.text).entries)
    if orders > request.orders:
        raise GrognardError(f"it has {orders} orders; the limit is {request.orders}")
    return grognard.loads(request.text)


def _played(game: Game) -> str:
    """Show a game to everybody, list orders and play random ones; return what is wrong."""
    _ask_everything(game)
    end = time.monotonic() + _SECONDS
    for _ in range(PLAYOUTS):
        source, twin = random.Random(), game.copy()
        twin.dice = Dice()  # the server rolls, even if the record's dice were rolled by hand
        for _ in range(ORDERS):
            if twin.over or time.monotonic() > end:
                break
            side = source.choice(twin.waiting_for)
            decision = twin.choices(side)
            if decision is None:
                return f"{side} must act but has no decision"
            twin.play(decision.random_order(source), side)
            _look(twin)
    return ""


def _look(game: Game) -> None:
    """Show a game to every side and to spectators, and ask for the decision of each side."""
    for side in ("", *game.sides):
        game.view(side)
    if not game.over:
        for side in game.sides:
            decision = game.choices(side)
            if decision is not None:
                decision.sentence(), decision.actors()


def _ask_everything(game: Game) -> None:
    """Ask what clients and computer players ask."""
    _look(game)
    for side in game.sides:
        game.score(side)
        game.zoc(side)
        game.supply(side)
        list(game.definition.area_hexes(game.state, side).values())
        decision = None if game.over else game.choices(side)
        for actor in islice(decision.actors() if decision else (), _ACTORS):
            for order in islice(decision.orders(actor) if decision else (), _ORDERS):
                str(order)
