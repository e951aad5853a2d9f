"""The tables of verbs and questions: each order goes to the function of its row."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State, ask
from grognard.core.contract.tables import (
    QuestionRule,
    VerbRule,
    VerbTable,
    apply_order,
    check_order,
    complete_order,
    explain_order,
    open_question,
    verbs_now,
)
from grognard.core.dice import NoDice
from grognard.core.errors import Illegal

END, MOVE, RETREAT = Order("end"), Order("move", units=("SA",)), Order("retreat", units=("Z",))
DICE = NoDice()
asked: list[tuple[Any, ...]] = []
"""The arguments of the functions in the rows, as they were called."""


@pytest.fixture
def state() -> State:
    asked.clear()
    return grognard.new("strike-force-one/basic", seed=1).state


def verb(name: str, phases: str, **more: Any) -> VerbRule[State]:
    def check(*arguments: Any) -> Illegal | None:
        asked.append(("check", name, *arguments))
        return Illegal("8.3", "must stop")

    def apply(*arguments: Any) -> list[Event]:
        asked.append(("apply", name, *arguments))
        return [Event(rule=name)]

    return VerbRule(tuple(name.split()), tuple(phases.split()), check, apply, **more)


def explained(*arguments: Any) -> Explanation:
    asked.append(("explain", *arguments))
    return Explanation("explained", (), "3")


def question_row(**more: Any) -> QuestionRule[State]:
    def check(*arguments: Any) -> Illegal | None:
        asked.append(("check", *arguments))
        return Illegal("9.2", "must retreat")

    def answer(*arguments: Any) -> list[Event]:
        asked.append(("answer", *arguments))
        return [Event(rule="answer")]

    return QuestionRule(("retreat",), lambda *_: (), check, answer, lambda *_: "Retreat.", **more)


VERBS = VerbTable(
    [
        verb("move enter", "movement", explain=explained, complete=lambda state, order: RETREAT),
        verb("attack", "combat"),
        verb("end", "movement combat"),
        verb("move", "reaction"),
    ]
)
QUESTIONS = {"retreat": question_row()}
ASKED = Question("retreat", 1)


def test_rows_are_found_by_phase_and_name() -> None:
    move, attack, end, react = VERBS.rows
    assert VERBS.of("movement") == (move, end) and VERBS.of("combat") == (attack, end)
    assert VERBS.of("night") == ()
    assert VERBS.names("movement") == ("move", "enter", "end") and VERBS.names("night") == ()
    assert VERBS.find("movement", "enter") is move and VERBS.find("reaction", "move") is react
    assert VERBS.find("combat", "move") is None and VERBS.find("night", "move") is None
    assert VERBS.row("movement", "move") is move
    for kind, name in (("combat", "move"), ("night", "move")):
        with pytest.raises(KeyError):
            VERBS.row(kind, name)


def test_row_lists_no_orders_by_default(state: State) -> None:
    row = verb("wait", "movement")
    assert row.orders(state, 0, 1) == ()
    assert not any((row.able, row.by_verb, row.free, row.complete, row.explain))


def test_question_on_top_of_the_stack_is_open(state: State) -> None:
    assert open_question(state, QUESTIONS) is None
    ask(state, Question("advance", 0))
    assert open_question(state, QUESTIONS) is None, "it has no row"
    ask(state, ASKED)
    assert open_question(state, QUESTIONS) == (ASKED, QUESTIONS["retreat"])
    ask(state, Question("advance", 0))
    assert open_question(state, QUESTIONS) is None


def test_open_question_decides_the_verbs(state: State) -> None:
    assert verbs_now(state, "movement", VERBS, QUESTIONS) == ("move", "enter", "end")
    ask(state, ASKED)
    assert verbs_now(state, "movement", VERBS, QUESTIONS) == ("retreat",)


def test_order_is_checked_by_its_row_or_the_question(state: State) -> None:
    refusal = check_order(state, 1, MOVE, "movement", VERBS, QUESTIONS)
    assert refusal is not None and refusal.rule == "8.3"
    ask(state, ASKED)
    refusal = check_order(state, 1, RETREAT, "movement", VERBS, QUESTIONS)
    assert refusal is not None and refusal.rule == "9.2"
    assert asked == [("check", "move enter", state, 1, MOVE), ("check", state, ASKED, RETREAT)]


def test_order_is_carried_out_by_its_row_or_the_question(state: State) -> None:
    assert apply_order(state, 1, END, DICE, "combat", VERBS, QUESTIONS) == [Event(rule="end")]
    ask(state, ASKED)
    assert apply_order(state, 1, RETREAT, DICE, "combat", VERBS, QUESTIONS) == [Event(rule="answer")]
    assert asked == [("apply", "end", state, 1, END, DICE), ("answer", state, ASKED, RETREAT, DICE)]


def test_order_is_explained_by_its_row_or_the_question(state: State) -> None:
    assert explain_order(state, 0, MOVE, "movement", VERBS, QUESTIONS).total == "3"
    ask(state, ASKED)
    answers = {"retreat": question_row(explain=explained)}
    assert explain_order(state, 0, RETREAT, "movement", VERBS, answers).total == "3"
    assert asked == [("explain", state, MOVE), ("explain", state, ASKED, RETREAT)]


def test_order_without_an_explanation_says_what_its_verb_does(state: State) -> None:
    summary = Explanation("end", (), "end the phase")
    assert explain_order(state, 0, END, "movement", VERBS, QUESTIONS) == summary
    assert explain_order(state, 0, END, "night", VERBS, QUESTIONS) == summary
    ask(state, ASKED)
    assert explain_order(state, 0, MOVE, "movement", VERBS, QUESTIONS).total.startswith("move a unit")


def test_row_fills_in_what_the_player_left_out(state: State) -> None:
    assert complete_order(state, MOVE, "movement", VERBS) is RETREAT
    assert complete_order(state, END, "movement", VERBS) is END
    assert complete_order(state, MOVE, "combat", VERBS) is MOVE
