"""The tables of verbs and questions, with a small table of their own on the board of Strike Force One."""

from __future__ import annotations

from typing import cast

import grognard
from grognard.core.contract.decisions import NO_ACTOR, Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import (
    QuestionRule,
    Questions,
    VerbRule,
    VerbTable,
    apply_order,
    check_order,
    complete_order,
    explain_order,
    open_question,
    verbs_now,
)
from grognard.core.errors import Illegal
from grognard.games.kit.choices import question_choices, table_choices
from grognard.games.strike_force_one.model.state import SfoState


class Done(Event, frozen=True, kw_only=True, tag="done"):
    what: str


def fresh() -> SfoState:
    """The basic game at its start."""
    return cast(SfoState, grognard.new("strike-force-one/basic", seed=1).state)


def row(
    *names: str, phases: tuple[str, ...] = ("movement",), unit: int = -1, free: bool = False
) -> VerbRule[SfoState]:
    """A verb that one unit can use, or nobody; it refuses what has words and tells what was ordered."""
    return VerbRule(
        names,
        phases,
        lambda state, side, order: Illegal("1.1", "no words") if order.words else None,
        lambda state, side, order, dice: [Done(what=order.verb)],
        able=(lambda state, side: 1 << unit) if unit >= 0 else None,
        orders=lambda state, side, who: [Order(name, units=state.scenario.names[who]) for name in names],
        free=(lambda state, side: [Order(names[0])]) if free else None,
        complete=lambda state, order: Order(order.verb, units=order.units, words=("complete",)),
    )


QUESTIONS: Questions[SfoState] = {
    "lose": QuestionRule(
        ("lose", "stay"),
        lambda state, question: [
            *(Order("lose", units=state.scenario.names[c]) for c in question.units),
            Order("stay"),
        ],
        lambda state, question, order: None if order.verb == "stay" else Illegal("9.1", "only stay"),
        lambda state, question, order, dice: [Done(what="answered")],
        lambda state, question: "Who?",
    )
}


def test_a_phase_knows_its_verbs_in_the_order_of_the_table() -> None:
    load, unload = row("load", phases=("setup",)), row("load", "unload")
    table = VerbTable((load, unload))
    assert table.names("movement") == ("load", "unload")
    assert table.find("setup", "load") is load
    assert table.find("movement", "load") is unload
    assert table.find("combat", "load") is None
    assert table.of("combat") == ()


def test_a_question_on_top_comes_before_the_phase() -> None:
    state, table = fresh(), VerbTable((row("move"), row("pass", phases=("halt",))))
    assert verbs_now(state, "movement", table, QUESTIONS) == ("move",)
    state.questions = [Question("lose", 0, (0,))]
    assert verbs_now(state, "lose", table, QUESTIONS) == ("lose", "stay")
    state.questions = [Question("halt", 0)]
    assert open_question(state, QUESTIONS) is None, "a question that verbs answer"
    assert verbs_now(state, "halt", table, QUESTIONS) == ("pass",)


def test_orders_go_to_their_row() -> None:
    state, table = fresh(), VerbTable((row("move"),))
    dice = grognard.new("strike-force-one/basic", seed=1).dice
    refusal = check_order(state, 0, Order("move", words=("x",)), "movement", table, QUESTIONS)
    assert refusal is not None and refusal.rule == "1.1"
    assert check_order(state, 0, Order("move"), "movement", table, QUESTIONS) is None
    assert apply_order(state, 0, Order("move"), dice, "movement", table, QUESTIONS) == [Done(what="move")]
    assert complete_order(state, Order("move"), "movement", table).words == ("complete",)
    assert complete_order(state, Order("move"), "combat", table).words == ()
    assert explain_order(state, 0, Order("move"), "movement", table, QUESTIONS).total == (
        state.scenario.game.verbs["move"].summary
    )
    state.questions = [Question("lose", 0, (0,))]
    refusal = check_order(state, 0, Order("lose"), "lose", table, QUESTIONS)
    assert refusal is not None and refusal.rule == "9.1"
    assert apply_order(state, 0, Order("stay"), dice, "lose", table, QUESTIONS) == [Done(what="answered")]


def test_choices_name_who_can_act_and_what() -> None:
    state = fresh()
    side, ids = state.scenario.sides[0], state.scenario.counter_ids
    rows = (row("move", "mode", unit=1), row("end", free=True))
    decision = table_choices(state, side, "movement", rows, lambda: "Move.")
    assert decision.actors() == [ids[1], NO_ACTOR]
    assert [order.verb for order in decision.orders(ids[1])] == ["move", "mode"]
    assert [str(order) for order in decision.orders(NO_ACTOR)] == ["end"]
    assert decision.orders(ids[2]) == []
    assert [order.verb for order in decision.all()] == ["move", "mode", "end"]


def test_no_actor_is_listed_only_with_an_order() -> None:
    state = fresh()
    side, rows = state.scenario.sides[0], [row("move", unit=1)]
    assert NO_ACTOR not in table_choices(state, side, "movement", rows, lambda: "").actors()
    rows.append(row("end", free=True))
    assert NO_ACTOR in table_choices(state, side, "movement", rows, lambda: "").actors()


def test_the_answers_to_a_question_are_sorted_by_actor() -> None:
    state = fresh()
    side, ids = state.scenario.sides[0], state.scenario.counter_ids
    question = Question("lose", 0, (2, 1))
    decision = question_choices(state, side, question, QUESTIONS["lose"], lambda: "Who?")
    assert decision.kind == "lose"
    assert decision.actors() == [ids[2], ids[1], NO_ACTOR]
    assert [str(order) for order in decision.orders(ids[1])] == [f"lose {ids[1]}"]
    assert [str(order) for order in decision.orders(NO_ACTOR)] == ["stay"]
