"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Decision
from grognard.core.contract.tables import open_question
from grognard.core.contract.text import Text
from grognard.core.english import plural
from grognard.games.kit.choices import free_orders, question_choices, table_choices
from grognard.games.sww3.arrivals import replacements
from grognard.games.sww3.combat import atomic_attacks, attack, results
from grognard.games.sww3.interface.verbs import DECLINE, MEANWHILE, OPERATIONS, QUESTIONS, VERBS
from grognard.games.sww3.model.scenario import Step
from grognard.games.sww3.model.state import ARRIVING, Sww3State, units_at
from grognard.games.sww3.movement import reserves
from grognard.games.sww3.movement.movement_limits import awake
from grognard.games.sww3.support import airpower
from grognard.games.sww3.turn import setup

AUTOMATIC = ("victory", "admin")
"""Phases in which nothing is decided."""


def deciding(state: Sww3State) -> int:
    """The side that must decide now: the one asked last, or else the one whose phase it is."""
    if state.questions:
        return state.questions[-1].side
    if state.phase == "setup":
        return setup.setting_up(state)
    if state.phase == "air":
        return airpower.acting(state)
    return state.side


def to_act(state: Sww3State) -> tuple[str, ...]:
    """The side to decide; nobody when the game is over."""
    return () if state.result is not None else (state.scenario.sides[deciding(state)],)


def asked(state: Sww3State) -> str:
    """What is asked now: the kind of the top question, or else the phase."""
    return state.questions[-1].kind if state.questions else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: Sww3State) -> str:
    """The phase under way, such as ``soviet combat`` or ``air superiority``."""
    if not state.turn:
        theatre, side = setup.stage(state)
        return _phase_name(state, Step(theatre, side, "set-up"), "set-up")
    return _phase_name(state, state.now, state.phase)


def phases(state: Sww3State) -> tuple[str, ...]:
    """The phases of this turn in which something is decided, in order."""
    names = []
    for step in state.scenario.sequence:
        if step.phase not in AUTOMATIC:
            fights = state.fight_first and step.side == state.side
            what = {"first": "movement", "second": "combat"}.get(step.phase, step.phase)
            if fights and step.phase in ("first", "second"):
                what = "combat" if step.phase == "first" else "movement"
            names.append(_phase_name(state, step, what))
    return tuple(names)


def _phase_name(state: Sww3State, step: Step, what: str) -> str:
    scenario = state.scenario
    name = "air superiority" if what == "air" else f"{scenario.sides[step.side]} {_SPOKEN.get(what, what)}"
    if len(scenario.theatres) > 1 and what != "admin":
        name += f", {scenario.theatres[step.theatre].charts['title']}"
    return name


_SPOKEN = {"declare": "declaration", "victory": "victory check", "admin": "administration"}


# -- choices ---------------------------------------------------------------------------------------


def choices(state: Sww3State, side: str) -> Decision | None:
    """The open decision of a side: what it must decide, or what it may break in with [13.4, 9.18-when]."""
    if state.result is not None or side not in state.scenario.side_index:
        return None
    number = state.scenario.side_index[side]
    if number != deciding(state):
        return _break_in(state, side, number)
    kind = asked(state)
    question = open_question(state, QUESTIONS)
    if question:
        return question_choices(state, side, *question, lambda: sentence(state, kind))
    return table_choices(
        state,
        side,
        kind,
        VERBS.of(kind),
        lambda: sentence(state, kind),
        glance=GLANCES.get(kind),
        idle=False,
        decline_order=DECLINE if kind == "halt" else None,
    )


def stirring(state: Sww3State, side: int) -> CounterSet:
    """Those who may have an order in a movement phase, seen at a glance."""
    return awake(state, side) | reserves.beside_the_map(state, side) | replacements.augmentable(state, side)


GLANCES = {"movement": stirring, "combat": attack.able}
"""Those whom a question is about, seen at a glance: one of them may turn out to have no order."""


def _break_in(state: Sww3State, side: str, number: int) -> Decision | None:
    """What a side that is not asked may say all the same."""
    rows = tuple(row for row in VERBS.of("halt") if row.names[0] in MEANWHILE)
    if not is_between(state) or not (may_break_in(state, number) or free_orders(state, number, rows)):
        return None
    return table_choices(state, side, "halt", rows, lambda: "You may interrupt between enemy operations.")


def may_break_in(state: Sww3State, side: int) -> bool:
    """Whether a side that is not asked may make an atomic attack now [13.4, R-SWW-19]."""
    return is_between(state) and side != state.side and atomic_attacks.may_strike(state, side) is None


def is_between(state: Sww3State) -> bool:
    """Whether no operation is under way in a movement or combat phase."""
    return not state.questions and state.phase in OPERATIONS


# -- the question in words -------------------------------------------------------------------------


def sentence(state: Sww3State, kind: str) -> str | Text:
    """The question in plain words."""
    match kind:
        case "setup":
            return setup.sentence(state)
        case "air":
            if not state.to_place:
                return "Roll for air superiority."
            return f"You have air superiority: place {plural(state.to_place, 'airpower marker')}."
        case "declare":
            return "Move first or fight first? Attacks made first are prepared attacks."
        case "movement":
            return "Move your units, then end the phase."
        case "combat":
            return "Attack with units adjacent to the enemy, or end the phase."
        case "mobilization" | "reinforcement" | "arrive":
            count = units_at(state, ARRIVING, deciding(state)).bit_count()
            return f"Place {plural(count, 'arriving unit')} on the map." if count else "End the phase."
        case "halt":
            return atomic_attacks.sentence(state)
        case _:
            return results.sentence(state, state.questions[-1])
