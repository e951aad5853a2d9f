"""Questions that interrupt a phase: asked from the stack, and settled where no answer is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.state import State
from grognard.core.hexes.grid import Hex, HexSet, bits

S = TypeVar("S", bound=State)


def settle(
    state: S, steps: Mapping[str, Callable[[S, Question, list[Event]], bool]], events: list[Event]
) -> None:
    """Carry out what needs no answer, until a side must decide or nothing is left.

    The steps, by the kind of the question, tell whether they did something.
    """
    while state.questions:
        question = state.questions[-1]
        step = steps.get(question.kind)
        if step is None or not step(state, question, events):
            return


def survivors(state: State, question: Question) -> list[int]:
    """Those of the units that a question is about who are still on the map."""
    at = state.at
    return [c for c in question.units if at[c] >= 0]


def settle_retreat(
    state: S,
    question: Question,
    hexes: HexSet | None,
    events: list[Event],
    retreat: Callable[[S, Question, Hex, list[Event]], None],
    trap: Callable[[S, Question, list[Event]], None],
) -> bool:
    """Carry out a retreat without a choice of hexes, and return whether there was none.

    A force with one legal hex retreats there, and one without is trapped. `hexes` is None if no unit is left.
    """
    if hexes and hexes.bit_count() > 1:
        return False
    state.questions.pop()
    if hexes:
        retreat(state, question, bits(hexes)[0], events)
    elif hexes is not None:
        trap(state, question, events)
    return True
