"""The table of questions in between: after a battle [9.1, 9.2, 9.3] and in the events phase [7]."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import QuestionRule, Questions
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex
from grognard.games.kit.settling import survivors
from grognard.games.strike_force_one import random_events, results
from grognard.games.strike_force_one.scenario import US
from grognard.games.strike_force_one.state import BOXED, SfoState, those_at, zone
from grognard.games.strike_force_one.verbs import PASS, decline, one_counter

STAY = Order("stay")


# -- what can be answered --------------------------------------------------------------------------


def answers(state: SfoState, question: Question) -> list[Order]:
    """Every answer to a question."""
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
            boxed = those_at(state, question.side, BOXED)
            return [*(Order("swap", "", names[c]) for c in boxed), PASS]
    return [Order(question.kind, "", names[c]) for c in survivors(state, question)]  # lose, disrupt


# -- why not? --------------------------------------------------------------------------------------


def check_answer(state: SfoState, question: Question, order: Order) -> Illegal | None:
    """Whether a unit is among those a question is about, and its hex among the answers."""
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
        return Illegal(
            _RULES[question.kind], f"{order.units[0]} is not concerned; {sentence(state, question)}"
        )
    if question.kind == "retreat" and order.path:
        return _why_not_retreat(state, unit, scenario.grid.hex(order.path[-1]))
    if question.kind == "exploit" and not order.path:
        return Illegal("9.3-expert-open-second", f"say where to, as in: {mine[0]}")
    examples = ", ".join(map(str, mine[:4]))
    return Illegal(_RULES[question.kind], f"{order} is not possible; possible: {examples}")


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
        return Illegal("9.2-all-one", f"a retreat is one hex, and {label} is not next door")
    if state.held[1 - side] >> to & 1:
        return Illegal("9.2-all-enemy", f"{label} holds an enemy unit")
    if not scenario.passable >> to & 1:
        return Illegal("3.1-basic-forest", f"{label} is forest, closed in the Basic game")
    if zone(state, 1 - side) >> to & 1:
        return Illegal("9.2-all-zoc", f"{label} is in an enemy zone of control")
    rule = "9.2-basic-friend" if scenario.level == "basic" else "9.2-advexp-friend"
    return Illegal(rule, f"there is no room in {label}")


def _check_choice(state: SfoState, question: Question, order: Order) -> Illegal | None:
    offered = answers(state, question)
    words = " or ".join(choice.words[0] for choice in offered)
    rule = "13-expert-hardened" if question.side == US else "7-expert-guards"
    return None if order in offered else Illegal(rule, f"choose {words}")


# -- what comes of it ------------------------------------------------------------------------------


def answer(state: SfoState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer; what follows from it without a question comes later."""
    scenario = state.scenario
    events: list[Event] = []
    unit = scenario.index[order.units[0]] if order.units else -1
    to = scenario.grid.hex(order.path[0]) if order.path else question.hex
    match order.verb:
        case "lose":
            results.apply_loss(state, question, unit, events)
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
            return decline(state, question.side, "nobody advances")
        case _:  # pass
            return decline(state, question.side)
    return events


def _choose(state: SfoState, question: Question, order: Order, dice: Roller) -> list[Event]:
    state.questions.pop()
    name = state.scenario.sides[question.side]
    chosen = next(c for c in question.data if random_events.cell_event(name, c) == order.words[0])
    says, note = f"{state.scenario.titles[name]} chooses {{note}}", random_events.title(order.words[0])
    events = [Event("chose", says, side=name, note=note)]
    random_events.happen(state, question.side, chosen, events)
    return events


# -- the question in words -------------------------------------------------------------------------


def sentence(state: SfoState, question: Question) -> str:
    """The question in plain words."""
    scenario = state.scenario
    ids = ", ".join(scenario.counter_ids[c] for c in survivors(state, question))
    match question.kind:
        case "choose":
            return "Choose one of the two events."
        case "disrupt":
            return "Choose the enemy unit that is disrupted."
        case "swap":
            return "Both replacement boxes are full: swap a unit in them for the new loss, or pass."
        case "lose":
            return f"Choose the unit to lose: {ids}."
        case "retreat":
            return f"Retreat one hex: {ids}."
        case "exploit":
            return f"{ids} has broken through and may advance one more hex."
    where = scenario.grid.label(question.hex)
    return f"{'One of ' if ',' in ids else ''}{ids} may advance to {where}."


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
