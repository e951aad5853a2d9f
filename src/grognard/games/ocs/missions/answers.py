"""Chapters 14.3 to 14.5: questions of a mission: who aborts, engages, intercepts, takes a Flak loss."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.text import Text
from grognard.games.ocs.flights import cargo
from grognard.games.ocs.missions import stages
from grognard.games.ocs.model.state import OcsState

STAY = Order("stay")
VERBS = {
    "break-off": ("abort", "stay"),
    "duel": ("engage",),
    "intercept": ("intercept", "stay"),
    "flak": ("lose",),
}
"""The verbs that answer each kind of question."""
RULES = {"break-off": "14.3d-A", "duel": "14.3e-B", "intercept": "14.5.2", "flak": "14.4f.1"}


def answers(state: OcsState, question: Question) -> list[Order]:
    """List the answers: for each plane, for all that may abort, and to stay if that is allowed."""
    names, verb = state.scenario.names, VERBS[question.kind][0]
    found = [Order(verb, units=names[plane]) for plane in question.units]
    if question.kind == "break-off":
        if question.data[0]:
            found += _all_but_one(state, question)
        elif len(question.units) > 1:
            found.append(_abort(state, question.units))
    return [*found, STAY] if "stay" in VERBS[question.kind] else found


def _abort(state: OcsState, planes: tuple[int, ...]) -> Order:
    return Order("abort", units=tuple(state.scenario.counter_ids[c] for c in planes))


def _all_but_one(state: OcsState, question: Question) -> list[Order]:
    """List the aborts that leave one plane to fight [14.3d-A]."""
    if len(question.units) < 3:  # with two planes these are the aborts of one
        return []
    return [_abort(state, tuple(c for c in question.units if c != stays)) for stays in question.units]


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None."""
    rule, index = RULES[question.kind], state.scenario.index
    if order.verb == "stay":
        return None if order == STAY else Illegal(rule, "{verb} takes no units or hexes", verb="stay")
    if not order.units or order.target or order.path or order.words:
        return Illegal(rule, "name the plane: {verb} PLANE", verb=order.verb)
    for id_ in order.units:
        if index[id_] not in question.units:
            return Illegal(rule, "{unit} is not one of the choices", unit=id_)
    if order.verb == "abort":
        staying = len(question.units) - len(set(order.units))
        if staying < question.data[0]:
            return Illegal("14.3d-A", "one plane must stay and fight")
    elif len(order.units) > 1:
        return Illegal(rule, "name one plane only")
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer."""
    state.questions.pop()
    events: list[Event] = []
    planes = tuple(state.scenario.index[id_] for id_ in order.units)
    match order.verb:
        case "abort":
            stages.break_off(state, planes, events)
        case "engage":
            stages.engage(state, planes[0], dice, events)
        case "intercept":
            stages.intercept(state, planes[0], events)
        case "lose":
            events += cargo.lose_mission_step(state, planes[0], "14.4f.1")
    return events


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    where = state.scenario.label(question.hex) if question.hex >= 0 else ""
    match question.kind:
        case "break-off" if question.data[0]:
            text = "Air Combat over {hex}: abort planes before it starts, or let all fight."
        case "break-off":
            text = "Abort planes after the Air Combat over {hex}, or go on with the mission."
        case "duel":
            text = "Choose your plane for this round of Air Combat over {hex}."
        case "intercept":
            text = "Intercept the enemy mission to {hex} with one Fighter, or let it through."
        case _:
            text = "Flak over {hex}: choose the plane that loses a step."
    return Text(text, hex=where) if where else Text(text.replace(" over {hex}", "").replace(" to {hex}", ""))
