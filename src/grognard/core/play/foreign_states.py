"""States from outside: a record's start or a position. They are checked in full before they are played.

The state of a game that was played here needs no check, so copies and saves stay fast.
"""

from __future__ import annotations

import random
from itertools import islice

import msgspec

from grognard.core.contract.decisions import Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.bounds import out_of_bounds
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import PlainState, State
from grognard.core.dice import LooseDice
from grognard.core.errors import GrognardError

SAMPLE = 3
"""Number of actors whose orders are listed as a test, for each side."""
_ANSWERS = 4
"""Maximum number of orders that are tried for each open question."""
_MAX_REASON = 200


class BadState(GrognardError):
    """Raised if a state cannot occur in a game; the message says why."""


def state_from_outside(definition: AnyGame, scenario: Scenario, plain: PlainState) -> State:
    """Return a saved state; raise `BadState` if it cannot occur in a game."""
    fault = out_of_bounds(plain, definition.bounds(scenario))
    if fault:
        raise BadState(fault)
    try:
        state = definition.from_plain(scenario, plain)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadState(_short(str(error))) from None
    except Exception as error:
        raise BadState(f"its values contradict each other ({type(error).__name__})") from None
    must_be_playable(definition, state)
    return state


def must_be_playable(definition: AnyGame, state: State) -> None:
    """Raise `BadState` if a state is out of bounds, violates an invariant, or cannot be shown or played."""
    fault = out_of_bounds(state.plain(), definition.bounds(state.scenario))
    if fault:
        raise BadState(fault)
    try:
        faults = definition.violations(state)
        if faults:
            raise BadState(_short(faults[0]))
        _try_out(definition, state.copy())
    except BadState:
        raise
    except Exception as error:
        raise BadState(f"its values contradict each other ({type(error).__name__})") from None


def _try_out(definition: AnyGame, state: State) -> None:
    """Show a state to everybody, list some orders of every side and carry them out on copies."""
    sides = state.scenario.sides
    for side in ("", *sides):
        definition.view(state, side)
    if state.result is not None:
        return
    waiting = definition.to_act(state)
    if not waiting:
        raise BadState("no side can act")
    for side in sides:
        decision = definition.choices(state, side)
        if decision is not None:
            decision.sentence()
            for order in _some_orders(decision):
                _try_order(definition, state.copy(), side, order)
        if side in waiting and (decision is None or next(decision.all(), None) is None):
            raise BadState(f"{side} must act but has no legal order")
    _try_earlier_questions(definition, state)


def _some_orders(decision: Decision) -> list[Order]:
    """Return orders of different actors."""
    return [order for actor in decision.actors()[:SAMPLE] for order in islice(decision.orders(actor), SAMPLE)]


def _try_order(definition: AnyGame, state: State, side: str, order: Order) -> None:
    """Carry out an order, look at the result and list who can act then."""
    if definition.check(state, side, order):
        raise BadState(f"{side} has {order} among its orders, but it is illegal")
    definition.apply(state, side, order, LooseDice(random.Random(0)))
    definition.view(state, "")
    if state.result is None:
        for next_side in definition.to_act(state):
            decision = definition.choices(state, next_side)
            if decision is None or next(decision.all(), None) is None:
                raise BadState(f"after {order}, {next_side} must act but has no legal order")
            decision.sentence()


def _try_earlier_questions(definition: AnyGame, state: State) -> None:
    """Show the questions below the one on top of the stack, which are asked later."""
    for number in range(1, len(state.questions)):
        twin = state.copy()
        del twin.questions[number:]
        definition.view(twin, "")
    if len(state.questions) > 1:
        for seed in range(SAMPLE):
            _answer_all_questions(definition, state.copy(), random.Random(seed))


def _answer_all_questions(definition: AnyGame, state: State, source: random.Random) -> None:
    """Carry out random orders until no question is open, since those below are asked only then."""
    for _ in range(_ANSWERS * len(state.questions)):
        if state.result is not None or not state.questions:
            return
        side = definition.to_act(state)[0]
        decision = definition.choices(state, side)
        if decision is None:
            raise BadState(f"{side} must act but has no decision")
        _try_order(definition, state, side, decision.random_order(source))


def _short(reason: str) -> str:
    return reason if len(reason) <= _MAX_REASON else f"{reason[: _MAX_REASON - 1]}…"
