"""The table of questions in between: a procedure stopped in the middle, on a frame of the stack, to ask."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.errors import Illegal
from grognard.core.orders import Order
from grognard.core.tables import QuestionRule, Questions
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


def _one_of(answers: Sequence[Order], order: Order, rule: str) -> Illegal | None:
    """An answer must be among those that are offered."""
    if order in answers:
        return None
    offered = ", ".join(map(str, answers[:8]))
    return Illegal(rule, f"{order} is no answer to this; there are {offered}")


QUESTIONS: Questions[OcsState] = {
    "initiative": QuestionRule(
        ("first", "second"),
        lambda state, frame: initiative.CHOICES,
        lambda state, frame, order: _one_of(initiative.CHOICES, order, "2.3.2"),
        lambda state, frame, order, dice: initiative.choose(state, order),
        lambda state, frame: "You won the roll: go first or second this turn?",
    ),
    "defend": QuestionRule(
        ("defend",),
        defence.answers,
        defence.check,
        defence.answer,
        defence.sentence,
        account.preview_defence,
    ),
    **{
        kind: QuestionRule(verbs, answers.answers, answers.check, aftermath.answer, answers.sentence)
        for kind, verbs in answers.KINDS.items()
    },
    "overstacked": QuestionRule(
        ("lose",),
        stacking.answers,
        stacking.check_lose,
        lambda state, frame, order, dice: stacking.apply_lose(state, frame, order),
        stacking.sentence,
    ),
    **{
        kind: QuestionRule(
            ("lose",) if kind == "yield" else (kind,),
            displacement.answers,
            displacement.check,
            displacement.answer,
            displacement.sentence,
        )
        for kind in displacement.KINDS
    },
    **{
        kind: QuestionRule(
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
    "attrition": QuestionRule(
        ("lose",), attrition.answers, attrition.check_answer, attrition.answer, attrition.sentence
    ),
}
"""By the kind of the frame."""
