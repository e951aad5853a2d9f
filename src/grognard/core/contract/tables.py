"""The two tables of a game: the verbs of its phases, and the questions that interrupt a phase.

Each verb and each question stands in one row, with the functions that know about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order, Orders
from grognard.core.contract.state import State
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.text import Text

S = TypeVar("S", bound=State)


@dataclass(frozen=True, eq=False)  # no slots: a generic class with slots cannot be called as VerbRule[S](…)
class VerbRule(Generic[S]):
    """A kind of order that is given in a phase."""

    names: tuple[str, ...]
    phases: tuple[str, ...]
    """The phases it is given in, and the questions that such orders answer."""
    check: Callable[[S, int, Order], Illegal | None]
    apply: Callable[[S, int, Order, Roller], list[Event]]
    able: Callable[[S, int], CounterSet] | None = None
    """Who may have such an order to give."""
    orders: Callable[[S, int, int], Sequence[Order]] = lambda *_: ()
    """Those of one counter."""
    by_verb: Callable[[S, int, int], Orders] | None = None
    """Instead, where the orders of several verbs are found together: those of one counter by verb."""
    free: Callable[[S, int], Sequence[Order]] | None = None
    """Those that no counter gives."""
    complete: Callable[[S, Order], Order] | None = None
    """A legal one with everything spelled out that the player left to us."""
    explain: Callable[[S, Order], Explanation] | None = None
    """What it costs, or what may come of it."""


@dataclass(frozen=True, eq=False)
class QuestionRule(Generic[S]):
    """What a question on the stack asks: every answer to it, whether one is right, what it leads to."""

    verbs: tuple[str, ...]
    answers: Callable[[S, Question], Sequence[Order]]
    check: Callable[[S, Question, Order], Illegal | None]
    answer: Callable[[S, Question, Order, Roller], list[Event]]
    """Carries it out; the question is still on the stack, and is taken off by it."""
    sentence: Callable[[S, Question], str | Text]
    explain: Callable[[S, Question, Order], Explanation] | None = None


Questions = Mapping[str, QuestionRule[S]]
"""By the kind of the question."""


class VerbTable(Generic[S]):
    """The verbs of a game in the order in which they are shown, looked up by phase and by name."""

    def __init__(self, rows: Iterable[VerbRule[S]]) -> None:
        self.rows = tuple(rows)
        kinds = dict.fromkeys(kind for row in self.rows for kind in row.phases)
        self._rows = {kind: tuple(row for row in self.rows if kind in row.phases) for kind in kinds}
        self._named = {
            kind: {name: row for row in rows for name in row.names} for kind, rows in self._rows.items()
        }

    def of(self, kind: str) -> tuple[VerbRule[S], ...]:
        """What can be ordered in a phase, or in answer to a question."""
        return self._rows.get(kind, ())

    def names(self, kind: str) -> tuple[str, ...]:
        """The verbs of a phase or question."""
        return tuple(self._named.get(kind, ()))

    def find(self, kind: str, name: str) -> VerbRule[S] | None:
        """A verb as a phase or question knows it."""
        return self._named.get(kind, {}).get(name)

    def row(self, kind: str, name: str) -> VerbRule[S]:
        """The same for a verb that the phase or question is known to have."""
        return self._named[kind][name]


def open_question(state: S, questions: Questions[S]) -> tuple[Question, QuestionRule[S]] | None:
    """The question on top of the stack, where it has a row in the table of questions."""
    if not state.questions:
        return None
    question = state.questions[-1]
    rule = questions.get(question.kind)
    return (question, rule) if rule else None


def verbs_now(state: S, kind: str, verbs: VerbTable[S], questions: Questions[S]) -> tuple[str, ...]:
    """The verbs of the orders that can be given now."""
    asked = open_question(state, questions)
    return asked[1].verbs if asked else verbs.names(kind)


# In what follows `kind` is what is asked: the kind of the question on top of the stack, or else the phase.


def check_order(
    state: S, side: int, order: Order, kind: str, verbs: VerbTable[S], questions: Questions[S]
) -> Illegal | None:
    """Why an order that may be given now breaks the rules of its verb, or is no answer to the question."""
    asked = open_question(state, questions)
    if asked:
        question, rule = asked
        return rule.check(state, question, order)
    return verbs.row(kind, order.verb).check(state, side, order)


def apply_order(
    state: S, side: int, order: Order, dice: Roller, kind: str, verbs: VerbTable[S], questions: Questions[S]
) -> list[Event]:
    """Carry out a legal order as its row says."""
    asked = open_question(state, questions)
    if asked:
        question, rule = asked
        return rule.answer(state, question, order, dice)
    return verbs.row(kind, order.verb).apply(state, side, order, dice)


def explain_order(
    state: S, order: Order, kind: str, verbs: VerbTable[S], questions: Questions[S]
) -> Explanation:
    """What an order costs or may lead to, as its row tells it; or else what its verb means."""
    asked = open_question(state, questions)
    row = None if asked else verbs.find(kind, order.verb)
    if asked and asked[1].explain:
        return asked[1].explain(state, asked[0], order)
    if row and row.explain:
        return row.explain(state, order)
    return Explanation(str(order), (), state.scenario.game.verbs[order.verb].summary)


def complete_order(state: S, order: Order, kind: str, verbs: VerbTable[S]) -> Order:
    """A legal order with all that its player left open, such as the path of a move."""
    row = verbs.find(kind, order.verb)
    return row.complete(state, order) if row and row.complete else order
