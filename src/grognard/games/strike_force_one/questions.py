"""Questions that interrupt a phase: after a battle [9.1, 9.2, 9.3] and in the events phase [7]."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import QuestionRule, Questions
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex
from grognard.core.text import Text
from grognard.games.kit.events import AdvanceDeclined
from grognard.games.kit.settling import survivors
from grognard.games.strike_force_one import random_events, results
from grognard.games.strike_force_one.events import EventChosen
from grognard.games.strike_force_one.interface.verbs import PASS, decline, one_counter
from grognard.games.strike_force_one.model.scenario import US, tables
from grognard.games.strike_force_one.model.state import BOXED, SfoState, units_at, zone

STAY = Order("stay")


# -- answers ---------------------------------------------------------------------------------------


def answers(state: SfoState, question: Question) -> list[Order]:
    """List the answers to a question."""
    names = state.scenario.names
    match question.kind:
        case "choose":
            name = state.scenario.sides[question.side]
            events = {random_events.cell_event(name, cell) for cell in question.data}
            return [Order("choose", words=(event,)) for event in sorted(events)]
        case "retreat":
            return [order for c in survivors(state, question) for order in results.retreat_orders(state, c)]
        case "advance" | "exploit":
            found = survivors(state, question)
            return [*(o for c in found for o in results.advance_orders(state, question, c)), STAY]
        case "swap":
            boxed = units_at(state, question.side, BOXED)
            return [*(Order("swap", "", names[c]) for c in boxed), PASS]
    return [Order(question.kind, "", names[c]) for c in survivors(state, question)]  # lose, disrupt


# -- legality --------------------------------------------------------------------------------------


def check_answer(state: SfoState, question: Question, order: Order) -> Illegal | None:
    """Return why an order is not an answer to a question."""
    if order in (PASS, STAY):
        return None
    unit, scenario = one_counter(state, order), state.scenario
    if isinstance(unit, Illegal):
        return unit
    listed = answers(state, question)
    if order in listed:
        return None
    mine = [offered for offered in listed if order.units == offered.units]
    if not mine:
        choices = dict.fromkeys(id_ for offered in listed for id_ in offered.units)
        return Illegal(
            _RULES[question.kind],
            "{unit} is not one of the choices: {units}",
            unit=order.units[0],
            units=tuple(choices),
        )
    if question.kind == "retreat" and order.path:
        return _why_not_retreat(state, unit, scenario.grid.hex(order.path[-1]))
    if question.kind == "exploit" and not order.path:
        return Illegal("9.3-expert-open-second", "name the hex: {example}", example=str(mine[0]))
    examples = ", ".join(map(str, mine[:4]))
    return Illegal(
        _RULES[question.kind],
        "{order} is not one of the choices: {examples}",
        order=str(order),
        examples=examples,
    )


_RULES = {
    "disrupt": "7.1-expert-friction-choose",
    "swap": "9.1-advanced-swap",
    "lose": "9-chart-e1",
    "retreat": "9.2-all-one",
    "advance": "9.3-all-one",
    "exploit": "9.3-expert-open-second",
}


def _why_not_retreat(state: SfoState, unit: int, to: Hex) -> Illegal:
    scenario = state.scenario
    label, side = scenario.grid.label(to), scenario.side_of[unit]
    if not scenario.grid.around[state.at[unit]] >> to & 1:
        return Illegal("9.2-all-one", "{hex} is not adjacent; the retreat is one hex", hex=label)
    if state.held[1 - side] >> to & 1:
        return Illegal("9.2-all-enemy", "{hex} is enemy-occupied", hex=label)
    if not scenario.passable >> to & 1:
        return Illegal(
            "3.1-basic-forest", "{hex} is forest; units cannot enter it in the Basic game", hex=label
        )
    if zone(state, 1 - side) >> to & 1:
        return Illegal("9.2-all-zoc", "{hex} is in an enemy ZOC", hex=label)
    rule = "9.2-basic-friend" if scenario.level == "basic" else "9.2-advexp-friend"
    return Illegal(rule, "{hex} is full", hex=label)


def _check_choice(state: SfoState, question: Question, order: Order) -> Illegal | None:
    offered = answers(state, question)
    words = " or ".join(choice.words[0] for choice in offered)
    rule = "13-expert-hardened" if question.side == US else "7-expert-guards"
    return None if order in offered else Illegal(rule, "choose {words}", words=words)


# -- applying answers ------------------------------------------------------------------------------


def answer(state: SfoState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer; `settle` then resolves what needs no decision."""
    scenario = state.scenario
    events: list[Event] = []
    unit = scenario.index[order.units[0]] if order.units else -1
    to = scenario.grid.hex(order.path[0]) if order.path else question.hex
    match order.verb:
        case "lose":
            results.apply_loss(state, unit, events)
        case "retreat":
            results.apply_retreat(state, question, unit, to, events)
        case "advance":
            results.apply_advance(state, question, unit, to, events)
        case "swap":
            results.apply_swap(state, question, unit, events)
        case "disrupt":
            state.questions.pop()
            random_events.apply_friction(state, unit, events)
        case "stay":
            state.questions.pop()
            return [AdvanceDeclined(side=scenario.sides[question.side])]
        case _:  # pass
            return decline(state, question.side)
    return events


def _choose(state: SfoState, question: Question, order: Order, dice: Roller) -> list[Event]:
    state.questions.pop()
    name = state.scenario.sides[question.side]
    chosen = next(c for c in question.data if random_events.cell_event(name, c) == order.words[0])
    events: list[Event] = [EventChosen(side=name, event=order.words[0])]
    random_events.apply_event(state, question.side, chosen, events)
    return events


# -- prompts ---------------------------------------------------------------------------------------


def sentence(state: SfoState, question: Question) -> Text:
    """Return the prompt of a question."""
    scenario = state.scenario
    units = tuple(scenario.counter_ids[c] for c in survivors(state, question))
    match question.kind:
        case "choose":
            name = scenario.sides[question.side]
            events = [random_events.cell_event(name, cell) for cell in question.data]
            titles = tables()["events"]["titles"]
            listed = " or ".join(f"{titles.get(event, event)} ({event})" for event in dict.fromkeys(events))
            return Text("Choose one of the two events: {listed}.", listed=listed)
        case "disrupt":
            return Text("Choose an enemy unit to disrupt.")
        case "swap":
            return Text("Both replacement boxes are full. Swap a unit in them for the new loss, or pass.")
        case "lose":
            return Text("Choose a unit to eliminate: {units}.", units=units)
        case "retreat":
            return Text("Retreat one hex: {units}.", units=units)
        case "exploit":
            return Text("{units} broke through and may advance one more hex.", units=units)
    where = scenario.grid.label(question.hex)
    one = "One of " if len(units) > 1 else ""
    return Text("{one}{units} may advance to {hex}.", one=one, units=units, hex=where)


QUESTIONS: Questions[SfoState] = {
    "choose": QuestionRule(("choose",), answers, _check_choice, _choose, sentence),
    **{
        kind: QuestionRule(verbs, answers, check_answer, answer, sentence)
        for kind, verbs in {
            "disrupt": ("disrupt",),
            "swap": ("swap", "pass"),
            "lose": ("lose",),
            "retreat": ("retreat",),
            "advance": ("advance", "stay"),
            "exploit": ("advance", "stay"),
        }.items()
    },
}
