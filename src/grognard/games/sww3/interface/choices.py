"""The open decision: which side must act, its units that can act, and their orders."""

from __future__ import annotations

from grognard.core.contract.decisions import Decision
from grognard.core.contract.tables import open_question
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.kit.choices import free_orders, question_choices, table_choices
from grognard.games.sww3.combat import atomic_attacks, results
from grognard.games.sww3.interface.verbs import DECLINE, INTERRUPTING_VERBS, OPERATIONS, QUESTIONS, VERBS
from grognard.games.sww3.model.scenario import Step
from grognard.games.sww3.model.state import ARRIVING, Sww3State, units_at
from grognard.games.sww3.support import airpower
from grognard.games.sww3.turn import setup

AUTOMATIC = ("victory", "admin")
"""Phases without a decision."""


def deciding(state: Sww3State) -> int:
    """Return the side that must decide: the one asked last, or else the one whose phase it is."""
    if state.questions:
        return state.questions[-1].side
    if state.phase == "setup":
        return setup.side_setting_up(state)
    if state.phase == "air":
        return airpower.acting(state)
    return state.side


def to_act(state: Sww3State) -> tuple[str, ...]:
    """Return the side to decide; none when the game is over."""
    return () if state.result is not None else (state.scenario.sides[deciding(state)],)


def asked(state: Sww3State) -> str:
    """Return the kind of the top question, or else the phase."""
    return state.questions[-1].kind if state.questions else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: Sww3State) -> str:
    """Return the current phase, such as ``soviet combat`` or ``air superiority``."""
    if not state.turn:
        theatre, side = setup.stage(state)
        return _phase_name(state, Step(theatre, side, "set-up"), "set-up")
    return _phase_name(state, state.now, state.phase)


def phases(state: Sww3State) -> tuple[str, ...]:
    """Return the phases of this turn with a decision, in order."""
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
    """Return the open decision of a side, or how it may interrupt [13.4, 9.18-when]."""
    if state.result is not None or side not in state.scenario.side_index:
        return None
    number = state.scenario.side_index[side]
    if number != deciding(state):
        return _interruption(state, side, number)
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
        decline_order=DECLINE if kind == "halt" else None,
    )


def _interruption(state: Sww3State, side: str, number: int) -> Decision | None:
    """Return the orders with which the other side may interrupt."""
    rows = tuple(row for row in VERBS.of("halt") if row.names[0] in INTERRUPTING_VERBS)
    if not between_operations(state) or not (
        may_interrupt(state, number) or free_orders(state, number, rows)
    ):
        return None
    return table_choices(state, side, "halt", rows, lambda: "You may interrupt between enemy operations.")


def may_interrupt(state: Sww3State, side: int) -> bool:
    """Whether the non-phasing side may interrupt with an atomic attack now [13.4, R-SWW-19]."""
    return between_operations(state) and side != state.side and atomic_attacks.may_strike(state, side) is None


def between_operations(state: Sww3State) -> bool:
    """Whether a Movement or Combat Phase is between two operations."""
    return not state.questions and state.phase in OPERATIONS


# -- prompts ---------------------------------------------------------------------------------------


def sentence(state: Sww3State, kind: str) -> str | Text:
    """Return the prompt."""
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
