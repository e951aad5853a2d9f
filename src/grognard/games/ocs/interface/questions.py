"""The table of questions: procedures that stop in the middle of a phase to ask a player."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import QuestionRule, Questions
from grognard.core.errors import Illegal
from grognard.games.ocs.combat import battle_report, captured_transports, defence, result_questions, results
from grognard.games.ocs.fleet import assaults, gunnery
from grognard.games.ocs.flights import cargo, returns, xyz
from grognard.games.ocs.interface import cost_previews
from grognard.games.ocs.interface.missions import mission_answers
from grognard.games.ocs.missions import answers, standing
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.movement import raiders
from grognard.games.ocs.supply import attrition, supply_phase
from grognard.games.ocs.turn import initiative
from grognard.games.ocs.units import reserve_markers, stacking


def _check_return(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why planes cannot return, or by option fly on with cargo, or None [14.1c, 21.12a]."""
    if order.verb == xyz.VERB:
        return xyz.check(state, question, order)
    return returns.check(state, question, order) or xyz.check_home(state, order)


def _returns(state: OcsState, question: Question) -> list[Order]:
    """List the returns of planes, and by option flights on with cargo."""
    home = [order for order in returns.answers(state, question) if not xyz.check_home(state, order)]
    return [*home, *xyz.answers(state, question)]


def _return(state: OcsState, question: Question, order: Order) -> list[Event]:
    if order.verb == xyz.VERB:
        return xyz.answer(state, question, order)
    return returns.answer(state, question, order)


QUESTIONS: Questions[OcsState] = {
    "initiative": QuestionRule(
        ("first", "second"),
        lambda state, question: initiative.CHOICES,
        lambda state, question, order: None,  # either choice is legal [2.3]
        lambda state, question, order, dice: initiative.choose(state, order),
        lambda state, question: "You won the initiative. Go first or second this turn?",
    ),
    "defend": QuestionRule(
        ("defend",),
        defence.answers,
        defence.check,
        defence.answer,
        defence.sentence,
        battle_report.preview_defence,
    ),
    **{
        kind: QuestionRule(
            verbs, result_questions.answers, result_questions.check, results.answer, result_questions.sentence
        )
        for kind, verbs in result_questions.KINDS.items()
    },
    "markers": QuestionRule(
        (reserve_markers.VERB,),
        reserve_markers.answers,
        reserve_markers.check,
        lambda state, question, order, dice: reserve_markers.answer(state, question, order),
        reserve_markers.sentence,
    ),
    **{
        kind: QuestionRule(
            ("lose",),
            stacking.answers,
            stacking.check_lose,
            lambda state, question, order, dice: stacking.apply_lose(state, question, order),
            stacking.sentence,
        )
        for kind in ("overstacked", "column")
    },
    **{
        kind: QuestionRule(
            ("lose",) if kind == "yield" else (kind,),
            captured_transports.answers,
            captured_transports.check,
            captured_transports.answer,
            captured_transports.sentence,
        )
        for kind in captured_transports.KINDS
    },
    **{
        kind: QuestionRule(
            verbs,
            supply_phase.answers,
            supply_phase.check_answer,
            supply_phase.answer,
            supply_phase.sentence,
            cost_previews.explain_answer,
        )
        for kind, verbs in {
            "recover": ("recover",),
            "trace": ("trace",),
            "eat": ("eat", "starve"),
        }.items()
    },
    **{
        kind: QuestionRule(
            verbs, answers.answers, answers.check, answers.answer, answers.sentence, mission_answers.explain
        )
        for kind, verbs in answers.VERBS.items()
    },
    "flee": QuestionRule(
        ("flee",),
        returns.answers,
        returns.check,
        lambda state, question, order, dice: returns.answer(state, question, order),
        returns.sentence,
    ),
    "home": QuestionRule(
        ("home", xyz.VERB),
        _returns,
        _check_return,
        lambda state, question, order, dice: _return(state, question, order),
        returns.sentence,
    ),
    "raid": QuestionRule(
        (raiders.VERB,),
        raiders.answers,
        raiders.check,
        lambda state, question, order, dice: raiders.answer(state, question, order),
        raiders.sentence,
    ),
    "jettison": QuestionRule(
        ("jettison",),
        cargo.answers,
        cargo.check,
        lambda state, question, order, dice: cargo.answer(state, question, order),
        cargo.sentence,
    ),
    "stand-down": QuestionRule(
        (standing.VERB,),
        standing.answers,
        standing.check,
        lambda state, question, order, dice: standing.answer(state, question, order),
        standing.sentence,
    ),
    "beach": QuestionRule(
        (assaults.FIGHT, assaults.YIELD),
        lambda state, question: assaults.CHOICES,
        assaults.check,
        assaults.answer,
        assaults.sentence,
        assaults.explain_answer,
    ),
    "aim": QuestionRule(
        ("aim",), gunnery.answers, gunnery.check, gunnery.answer, gunnery.sentence, gunnery.preview_aim
    ),
    "attrition": QuestionRule(
        ("lose",), attrition.answers, attrition.check_answer, attrition.answer, attrition.sentence
    ),
}
"""By the kind of the question."""
