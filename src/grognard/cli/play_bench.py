"""Measure random legal play: what listing the choices and carrying out an order cost together."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from grognard.core.contract.decisions import Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.dice import LooseDice
from grognard.core.errors import GrognardError

_BETWEEN = 8
"""Orders between two looks at the clock, which costs as much as a small part of an order."""


class Pace(NamedTuple):
    """How fast random play went, by processor time."""

    orders: float
    """Orders carried out per second."""
    choices: float
    """Orders listed for each one carried out."""


Listing = Callable[[Decision, random.Random], Sequence[Order]]
"""Lists the orders of a decision to choose one from."""


def two_steps(decision: Decision, source: random.Random) -> Sequence[Order]:
    """List all counters that can act, then all orders of one of them."""
    actors = decision.actors()
    while actors:
        place = source.randrange(len(actors))
        if orders := decision.orders(actors[place]):
            return orders
        del actors[place]
    raise GrognardError(f"{decision.side} must decide ({decision.kind}) but has no legal orders")


def every_order(decision: Decision, source: random.Random) -> Sequence[Order]:
    """List every legal order of the side."""
    return list(decision.all())


def one_verb(decision: Decision, source: random.Random) -> Sequence[Order]:
    """List only the orders of one verb of one counter, by the game's quick estimates: the lazy figure."""
    return decision.sample_orders(source)


WAYS: dict[str, Listing] = {
    "all counters, all orders of one": two_steps,
    "every legal order": every_order,
    "lazy, one verb of one counter": one_verb,
}
"""The ways of choosing that are measured, with their names."""


def play_randomly(definition: AnyGame, scenario: Scenario, seconds: float, listing: Listing) -> Pace:
    """Play random games of a scenario for some seconds of processor time."""
    source = random.Random(1)
    dice, pick = LooseDice(source), source.choice
    orders = listed = 0
    state = definition.setup(scenario, dice)
    began = time.process_time()
    while orders % _BETWEEN or time.process_time() - began < seconds or not orders:
        sides = definition.to_act(state)
        if not sides:
            state = definition.setup(scenario, dice)
            continue
        decision = definition.choices(state, sides[0])
        assert decision is not None
        legal = listing(decision, source)
        listed += len(legal)
        definition.apply(state, sides[0], pick(legal), dice)
        orders += 1
    return Pace(orders / (time.process_time() - began), listed / orders)


def play_chess(seconds: float) -> Pace:
    """Play random games of chess with python-chess, all legal moves listed before each move."""
    try:
        import chess
    except ImportError as error:
        raise GrognardError("bench --peers needs python-chess: pip install chess") from error
    source = random.Random(1)
    moves = listed = 0
    board = chess.Board()
    began = time.process_time()
    while moves % _BETWEEN or time.process_time() - began < seconds or not moves:
        if board.is_game_over():
            board = chess.Board()
            continue
        legal = list(board.legal_moves)
        listed += len(legal)
        board.push(source.choice(legal))
        moves += 1
    return Pace(moves / (time.process_time() - began), listed / moves)
