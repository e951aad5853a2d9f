"""The open decision of a side, from a game's tables of verbs and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import NO_ACTOR, Decision, Question, each_once
from grognard.core.contract.orders import JoinedOrders, Order, Orders, by_verb
from grognard.core.contract.state import State
from grognard.core.contract.tables import QuestionRule, VerbRule
from grognard.core.hexes.grid import chosen
from grognard.core.text import Text

S = TypeVar("S", bound=State)
Rows = Sequence[VerbRule[S]]


def table_choices(
    state: S,
    side: str,
    kind: str,
    rows: Rows[S],
    sentence: Callable[[], str | Text],
    *,
    decline_order: Order | None = None,
) -> Decision:
    """What a side can order, from the rows of the verbs that it may use now."""
    return TableDecision(state, side, kind, rows, sentence, decline_order=decline_order)


class TableDecision(Decision, Generic[S]):
    """What a side can order, from the rows of its verbs (see `table_choices`).

    Every order of a game opens a decision, so it is one object with methods, not a bundle of closures.
    """

    __slots__ = ("_able", "_number", "_rows", "_state")

    def __init__(
        self,
        state: S,
        side: str,
        kind: str,
        rows: Rows[S],
        sentence: Callable[[], str | Text],
        *,
        decline_order: Order | None = None,
    ) -> None:
        self.side, self.kind, self._sentence = side, kind, sentence
        self.decline_order, self.known = decline_order, None
        self._number: int = state.scenario.side_index[side]
        self.hexes, self.units = subject(state, self._number) if state.questions else NO_SUBJECT
        self._state, self._rows = state, rows
        # who can act is worked out when first asked for, and kept as long as the question is open
        self._able: list[tuple[VerbRule[S], CounterSet]] | None = None

    def _by_row(self) -> list[tuple[VerbRule[S], CounterSet]]:
        """Return the counters that have something to do, row by row."""
        if self._able is None:
            state, number = self._state, self._number
            self._able = [(row, row.able(state, number)) for row in self._rows if row.able]
        return self._able

    def _actors(self) -> list[str]:
        found = 0
        for _, counters in self._by_row():
            found |= counters
        ids: list[str] = chosen(self._state.scenario.counter_ids, found)
        if any(row.free(self._state, self._number) for row in self._rows if row.free):
            ids.append(NO_ACTOR)
        return ids

    def _likely_actors(self) -> list[str]:
        return self._actors()

    def _kinds(self, actor: str) -> Mapping[str, Sequence[Order]]:
        state, number, rows = self._state, self._number, self._rows
        if not actor:
            return free_orders(state, number, rows)
        unit = state.scenario.index.get(actor, -1)
        if unit < 0:
            return {}
        return orders_of(state, number, (row for row, able in self._by_row() if able >> unit & 1), unit)

    def _orders(self, actor: str) -> Sequence[Order]:
        return JoinedOrders(self._kinds(actor).values())

    def _all(self) -> Iterator[Order]:
        return each_once(map(self._orders, self._actors()))  # units may share one


def question_choices(
    state: S,
    side: str,
    question: Question,
    rule: QuestionRule[S],
    sentence: Callable[[], str | Text],
) -> Decision:
    """The answers to a question; there are few, so all are listed at once."""
    listed: list[Sequence[Order]] = []

    def every() -> Sequence[Order]:
        if not listed:
            listed.append(rule.answers(state, question))
        return listed[0]

    def actors() -> list[str]:
        named = dict.fromkeys(id_ for order in every() for id_ in order.units)
        return [*named, *([NO_ACTOR] if any(not order.units for order in every()) else [])]

    def orders(actor: str) -> list[Order]:
        return [order for order in every() if (actor in order.units if actor else not order.units)]

    about = subject(state, question.side)
    return Decision(
        side,
        question.kind,
        sentence,
        actors,
        orders,
        lambda: dict.fromkeys(every()),
        hexes=about.hexes,
        units=about.units,
    )


class Subject(NamedTuple):
    """What a question is about."""

    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


NO_SUBJECT = Subject()
"""The subject of a decision without a question."""


def subject(state: State, side: int) -> Subject:
    """Return what the question on top of the stack is about, as far as the side that is asked may know."""
    if not state.questions:
        return NO_SUBJECT
    question, scenario = state.questions[-1], state.scenario
    known = [c for c in question.units if not scenario.game.secrets or scenario.side_of[c] == side]
    present = [c for c in known if state.at[c] >= 0]
    units = present or known  # none is on the map where lost units are to come back
    hexes = (scenario.board.grid.label(question.hex),) if question.hex >= 0 else ()
    return Subject(hexes, tuple(scenario.counters[c].id for c in units))


# -- what the rows say -----------------------------------------------------------------------------


def able_in(state: S, side: int, rows: Rows[S]) -> CounterSet:
    """The counters that may have something to do."""
    found = 0
    for row in rows:
        if row.able is not None:
            found |= row.able(state, side)
    return found


def orders_of(state: S, side: int, rows: Iterable[VerbRule[S]], unit: int) -> Orders:
    """What one counter can do, by verb; no verb without an order."""
    found: Orders = {}
    for row in rows:
        if row.by_verb is not None:
            found |= row.by_verb(state, side, unit)
        elif row.able is not None:
            found |= _by_verb(row, row.orders(state, side, unit))
    return found


def free_orders(state: S, side: int, rows: Rows[S]) -> Orders:
    """The orders that no counter gives, by verb; no verb without an order."""
    found: Orders = {}
    for row in rows:
        if row.free is not None:
            found |= _by_verb(row, row.free(state, side))
    return found


def _by_verb(row: VerbRule[S], listed: Sequence[Order]) -> Orders:
    """The orders of a row by verb, none of them written out that need not be."""
    if len(row.names) > 1:
        return by_verb(listed)
    return {row.names[0]: listed} if listed else {}
