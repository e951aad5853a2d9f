"""The table of orders: in which questions each can be given, who can, and which module knows about it.

A question is a phase, or the kind of a frame: a procedure that stopped in the middle to ask something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.breakdown import Breakdown
from grognard.core.decisions import Frame
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.orders import Order
from grognard.games.ocs import (
    arrivals,
    consolidation,
    displacement,
    fuel,
    initiative,
    movement,
    rebuilding,
    sequence,
    stacking,
)
from grognard.games.ocs.scenario import BARRAGE, COMBAT, MOVEMENT, CounterSet
from grognard.games.ocs.state import OcsState

Able = Callable[[OcsState, int], CounterSet]
Check = Callable[[OcsState, int, Order], Illegal | None]
Apply = Callable[[OcsState, int, Order, Roller], list[Event]]


class Verb(NamedTuple):
    """A kind of order that is given in a phase."""

    names: tuple[str, ...]
    phases: tuple[str, ...]
    check: Check
    apply: Apply
    able: Able | None = None
    """Who may have such an order to give, at a glance."""
    orders: Callable[[OcsState, int, int], Sequence[Order]] = lambda *_: ()
    """Those of one of them."""
    free: Callable[[OcsState, int], Sequence[Order]] | None = None
    """Those that no counter gives."""
    complete: Callable[[OcsState, Order], Order] | None = None
    """A legal one with everything spelled out that the player left to us."""
    explain: Callable[[OcsState, Order], Breakdown] | None = None
    """What it costs, or what may come of it."""


class Question(NamedTuple):
    """What a frame asks: every answer to it, whether one is right, what it leads to."""

    verbs: tuple[str, ...]
    answers: Callable[[OcsState, Frame], Sequence[Order]]
    check: Callable[[OcsState, Frame, Order], Illegal | None]
    answer: Callable[[OcsState, Frame, Order, Roller], list[Event]]
    """Carries it out; the frame is still on the stack, and is taken off by it."""
    sentence: Callable[[OcsState, Frame], str]


# -- phases ----------------------------------------------------------------------------------------


def _certain(apply: Callable[[OcsState, int, Order], list[Event]]) -> Apply:
    """For orders in which nothing is rolled."""
    return lambda state, side, order, dice: apply(state, side, order)


BARE = ("end", "first", "second", "stay")
"""Verbs that stand alone."""
END = (Order("end"),)
DECIDED = ("setup", "reinforcement", "breakout", *MOVEMENT, *BARRAGE, *COMBAT)
"""The phases in which a side does what it likes until it ends them."""

VERBS = (
    Verb(
        ("end",),
        DECIDED,
        check=lambda state, side, order: sequence.check_end(state),
        apply=lambda state, side, order, dice: sequence.end_phase(state, dice),
        free=lambda state, side: () if sequence.check_end(state) else END,
    ),
    Verb(
        ("arrive",),
        ("reinforcement",),
        arrivals.check_arrive,
        _certain(arrivals.apply_arrive),
        arrivals.ready,
        lambda state, side, unit: arrivals.arrive_orders(state, unit),
    ),
    Verb(
        ("deliver",),
        ("reinforcement",),
        arrivals.check_deliver,
        _certain(arrivals.apply_deliver),
        free=arrivals.deliver_orders,
    ),
    Verb(
        ("rebuild",),
        ("reinforcement",),
        rebuilding.check_rebuild,
        _certain(rebuilding.apply_rebuild),
        rebuilding.able,
        rebuilding.rebuild_orders,
    ),
    Verb(
        ("consolidate",),
        ("reinforcement",),
        consolidation.check_consolidate,
        _certain(consolidation.apply_consolidate),
        consolidation.able,
        consolidation.consolidate_orders,
    ),
    Verb(
        ("move",),
        MOVEMENT,
        movement.check_move,
        movement.apply_move,
        movement.movable,
        movement.move_orders,
        complete=movement.complete_move,
        explain=movement.explain_move,
    ),
    Verb(
        ("fuel", "fuel-hq", "fuel-formation"),
        MOVEMENT,
        fuel.check_fuel,
        fuel.apply_fuel,
        fuel.fuel_able,
        fuel.fuel_orders,
    ),
)


@lru_cache
def of_phase(phase: str) -> tuple[Verb, ...]:
    """What can be ordered in a phase."""
    return tuple(verb for verb in VERBS if phase in verb.phases)


@lru_cache
def find(phase: str, name: str) -> Verb | None:
    """A verb as a phase knows it."""
    return next((verb for verb in of_phase(phase) if name in verb.names), None)


# -- questions in between --------------------------------------------------------------------------


def _one_of(answers: Sequence[Order], order: Order, rule: str) -> Illegal | None:
    """An answer must be among those that are offered."""
    if order in answers:
        return None
    offered = ", ".join(map(str, answers[:8]))
    return Illegal(rule, f"{order} is no answer to this; there are {offered}")


FRAMES = {
    "initiative": Question(
        ("first", "second"),
        lambda state, frame: initiative.CHOICES,
        lambda state, frame, order: _one_of(initiative.CHOICES, order, "2.3"),
        lambda state, frame, order, dice: initiative.choose(state, order),
        lambda state, frame: "You won the roll: go first or second this turn?",
    ),
    "overstacked": Question(
        ("lose",),
        stacking.answers,
        stacking.check_lose,
        lambda state, frame, order, dice: stacking.apply_lose(state, frame, order),
        stacking.sentence,
    ),
    **{
        kind: Question(
            ("lose",) if kind == "yield" else (kind,),
            displacement.answers,
            displacement.check,
            lambda state, frame, order, dice: displacement.answer(state, frame, order),
            displacement.sentence,
        )
        for kind in displacement.KINDS
    },
}
"""By the kind of the frame."""
