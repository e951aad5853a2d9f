"""The two tables of a game: the verbs of its phases, and the questions that interrupt a phase.

Each verb and each question has one row with its functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Reminder
from grognard.core.contract.orders import Order, Orders
from grognard.core.contract.state import State
from grognard.core.contract.verbs import ENDS_PHASE
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits
from grognard.core.text import Text

S = TypeVar("S", bound=State)


@dataclass(frozen=True, eq=False)  # no slots: a generic class with slots cannot be called as VerbRule[S](…)
class VerbRule(Generic[S]):
    """A kind of order for some phases."""

    names: tuple[str, ...]
    phases: tuple[str, ...]
    """The phases, and the kinds of questions, in which it can be given."""
    check: Callable[[S, int, Order], Illegal | None]
    apply: Callable[[S, int, Order, Roller], list[Event]]
    able: Callable[[S, int], CounterSet] | None = None
    """The counters that may have such an order."""
    orders: Callable[[S, int, int], Sequence[Order]] = lambda *_: ()
    """The orders of one counter."""
    by_verb: Callable[[S, int, int], Orders] | None = None
    """Alternative to `orders` if several verbs are computed together: the orders of one counter, by verb."""
    free: Callable[[S, int], Sequence[Order]] | None = None
    """The orders without a counter."""
    complete: Callable[[S, Order], Order] | None = None
    """Fills in the details that the player left out of a legal order."""
    explain: Callable[[S, Order], Explanation] | None = None
    """Explains its cost or its possible outcomes."""
    sure: Callable[[S, int], CounterSet] | None = None
    """Those of `able` that surely have such an order, where that can be seen without listing orders."""


@dataclass(frozen=True, eq=False)
class QuestionRule(Generic[S]):
    """A kind of question on the stack: its legal answers, and how to check and carry out an answer."""

    verbs: tuple[str, ...]
    answers: Callable[[S, Question], Sequence[Order]]
    check: Callable[[S, Question, Order], Illegal | None]
    answer: Callable[[S, Question, Order, Roller], list[Event]]
    """Carries out an answer and removes the question from the stack."""
    sentence: Callable[[S, Question], str | Text]
    explain: Callable[[S, Question, Order], Explanation] | None = None


Questions = Mapping[str, QuestionRule[S]]
"""Rows by kind of question."""


class VerbTable(Generic[S]):
    """The verbs of a game in display order, with lookup by phase and by name."""

    def __init__(self, rows: Iterable[VerbRule[S]]) -> None:
        self.rows = tuple(rows)
        kinds = dict.fromkeys(kind for row in self.rows for kind in row.phases)
        self._rows = {kind: tuple(row for row in self.rows if kind in row.phases) for kind in kinds}
        self._named = {
            kind: {name: row for row in rows for name in row.names} for kind, rows in self._rows.items()
        }

    def of(self, kind: str) -> tuple[VerbRule[S], ...]:
        """Return the rows of a phase or kind of question."""
        return self._rows.get(kind, ())

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the verbs of a phase or kind of question."""
        return tuple(self._named.get(kind, ()))

    def find(self, kind: str, name: str) -> VerbRule[S] | None:
        """Return the row of a verb in a phase or kind of question, or None."""
        return self._named.get(kind, {}).get(name)

    def row(self, kind: str, name: str) -> VerbRule[S]:
        """Return the row of a verb in a phase or kind of question; raise `KeyError` if there is none."""
        return self._named[kind][name]


def open_question(state: S, questions: Questions[S]) -> tuple[Question, QuestionRule[S]] | None:
    """Return the question on top of the stack with its row; None if it has no row."""
    if not state.questions:
        return None
    question = state.questions[-1]
    rule = questions.get(question.kind)
    return (question, rule) if rule else None


def verbs_now(state: S, kind: str, verbs: VerbTable[S], questions: Questions[S]) -> tuple[str, ...]:
    """Return the verbs that can be ordered now."""
    asked = open_question(state, questions)
    return asked[1].verbs if asked else verbs.names(kind)


# Below, `kind` is the kind of the question on top of the stack, or else the phase.


def check_order(
    state: S, side: int, order: Order, kind: str, verbs: VerbTable[S], questions: Questions[S]
) -> Illegal | None:
    """Return why an order breaks the rules of its verb or does not answer the question, or None."""
    asked = open_question(state, questions)
    if asked:
        question, rule = asked
        return rule.check(state, question, order)
    return verbs.row(kind, order.verb).check(state, side, order)


def apply_order(
    state: S, side: int, order: Order, dice: Roller, kind: str, verbs: VerbTable[S], questions: Questions[S]
) -> list[Event]:
    """Carry out a legal order with the function in its row."""
    asked = open_question(state, questions)
    if asked:
        question, rule = asked
        return rule.answer(state, question, order, dice)
    return verbs.row(kind, order.verb).apply(state, side, order, dice)


def explain_order(
    state: S, side: int, order: Order, kind: str, verbs: VerbTable[S], questions: Questions[S]
) -> Explanation:
    """Explain the cost or the possible outcomes of an order; if its row cannot, what its verb does."""
    asked = open_question(state, questions)
    row = None if asked else verbs.find(kind, order.verb)
    if asked and asked[1].explain:
        return asked[1].explain(state, asked[0], order)
    if row and row.explain:
        return row.explain(state, order)
    left = leftovers(state, side, kind, verbs) if order.verb == ENDS_PHASE and not asked else ()
    return Explanation(str(order), (), state.scenario.game.verbs[order.verb].summary, left=left)


def leftovers(state: S, side: int, kind: str, verbs: VerbTable[S]) -> tuple[Reminder, ...]:
    """Return what a side's counters could still do in a phase, for verbs that players are reminded of."""
    found = []
    declared = state.scenario.game.verbs  # the table of a family has verbs that this game lacks
    for row in verbs.of(kind):
        for name in row.names:
            left = declared[name].left if name in declared else None
            if left is None or row.able is None:
                continue
            units = tuple(
                unit for unit in bits(row.able(state, side)) if _has_order(state, side, row, unit, name)
            )
            if units:
                ids = tuple(state.scenario.counter_ids[unit] for unit in units)
                rule = declared[name].rule
                found.append(
                    Reminder(
                        title=left.title,
                        count=str(len(ids)),
                        note=left.note,
                        units=ids,
                        lost=left.lost,
                        rule=rule,
                    )
                )
    return tuple(found)


def _has_order(state: S, side: int, row: VerbRule[S], unit: int, verb: str) -> bool:
    """Return whether a counter has an order of a verb."""
    if row.by_verb:
        return bool(row.by_verb(state, side, unit).get(verb))
    return any(order.verb == verb for order in row.orders(state, side, unit))


def complete_order(state: S, order: Order, kind: str, verbs: VerbTable[S]) -> Order:
    """Fill in the details that the player left out of a legal order, such as the path of a move."""
    row = verbs.find(kind, order.verb)
    return row.complete(state, order) if row and row.complete else order
