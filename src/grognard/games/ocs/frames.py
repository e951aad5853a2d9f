"""The table of questions in between: a procedure stopped in the middle, on a frame of the stack, to ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grognard.core.breakdown import Breakdown
from grognard.core.decisions import Frame
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.orders import Order
from grognard.games.ocs import (
    account,
    aftermath,
    answers,
    attrition,
    defence,
    displacement,
    feeding,
    initiative,
    prices,
    stacking,
)
from grognard.games.ocs.state import OcsState


class Question(NamedTuple):
    """What a frame asks: every answer to it, whether one is right, what it leads to."""

    verbs: tuple[str, ...]
    answers: Callable[[OcsState, Frame], Sequence[Order]]
    check: Callable[[OcsState, Frame, Order], Illegal | None]
    answer: Callable[[OcsState, Frame, Order, Roller], list[Event]]
    """Carries it out; the frame is still on the stack, and is taken off by it."""
    sentence: Callable[[OcsState, Frame], str]
    explain: Callable[[OcsState, Frame, Order], Breakdown] | None = None


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
        lambda state, frame, order: _one_of(initiative.CHOICES, order, "2.3.2"),
        lambda state, frame, order, dice: initiative.choose(state, order),
        lambda state, frame: "You won the roll: go first or second this turn?",
    ),
    "defend": Question(
        ("defend",),
        defence.answers,
        defence.check,
        defence.answer,
        defence.sentence,
        account.preview_defence,
    ),
    **{
        kind: Question(verbs, answers.answers, answers.check, aftermath.answer, answers.sentence)
        for kind, verbs in answers.KINDS.items()
    },
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
            displacement.answer,
            displacement.sentence,
        )
        for kind in displacement.KINDS
    },
    **{
        kind: Question(
            verbs,
            feeding.answers,
            feeding.check_answer,
            feeding.answer,
            feeding.sentence,
            prices.explain_answer,
        )
        for kind, verbs in {
            "recover": ("recover",),
            "eat": ("eat", "starve"),
        }.items()
    },
    "attrition": Question(
        ("lose",), attrition.answers, attrition.check_answer, attrition.answer, attrition.sentence
    ),
}
"""By the kind of the frame."""
