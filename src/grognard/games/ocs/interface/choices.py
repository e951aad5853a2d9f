"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Decision
from grognard.core.contract.tables import open_question
from grognard.core.contract.text import Text, as_text
from grognard.games.kit.choices import question_choices, table_choices
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.scenario import BARRAGE, COMBAT, MOVEMENT, OcsScenario, Step
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units.active_stack import present

QUIET = ("weather", "supply", "clean-up")
"""Phases in which most turns nothing is decided."""


# -- who is asked ----------------------------------------------------------------------------------


def deciding(state: OcsState) -> int:
    """The side that must decide now; -1 when the game is over."""
    if state.result is not None:
        return -1
    return state.questions[-1].side if state.questions else state.side


def to_act(state: OcsState) -> tuple[str, ...]:
    """The side to decide, by name; nobody when the game is over."""
    side = deciding(state)
    return (state.scenario.sides[side],) if side >= 0 else ()


def asked(state: OcsState) -> str:
    """What is asked now: the kind of the top question, or else the phase."""
    return state.questions[-1].kind if state.questions else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: OcsState) -> str:
    """The phase under way, such as ``german movement`` or ``weather``."""
    if not state.turn:
        return f"{state.scenario.sides[state.side]} set-up"
    return phase_name(state.scenario, state.now, state.first)


def phases(state: OcsState) -> tuple[str, ...]:
    """The phases of this turn in order, of those without a decision only the one under way."""
    scenario = state.scenario
    if not state.turn:
        return (phase(state),)
    return tuple(
        phase_name(scenario, step, state.first)
        for step in scenario.sequence
        if step is state.now or (step.phase not in QUIET and sequence.is_played(scenario, step.phase))
    )


def phase_name(scenario: OcsScenario, step: Step, first: int) -> str:
    """What people call a segment: whoever acts in it, and what is done."""
    if step.player < 0:
        return step.phase
    phasing = first ^ step.player
    return f"{scenario.sides[phasing if step.acting else 1 - phasing]} {step.phase.replace('-', ' ')}"


# -- choices ---------------------------------------------------------------------------------------


def choices(state: OcsState, side: str) -> Decision | None:
    """The open decision of a side."""
    number = state.scenario.side_index.get(side, -1)
    if number < 0 or number != deciding(state):
        return None
    question = open_question(state, QUESTIONS)
    if question:
        return question_choices(state, side, *question, lambda: sentence(state))
    phase = state.phase
    glance = stirring if phase in MOVEMENT else None
    return table_choices(
        state, side, phase, VERBS.of(phase), lambda: sentence(state), glance=glance, later=True
    )


def stirring(state: OcsState, side: int) -> CounterSet:
    """Who may do something in a Movement Segment, at a glance: whoever is on the map and not done."""
    scenario = state.scenario
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports) & present(state)
    if state.phase != "movement":
        own &= state.reserve | state.released | state.exploit
    return own & ~(state.finished | state.shipped)


# -- the question in words -------------------------------------------------------------------------


def sentence(state: OcsState) -> Text:
    """The open question in plain words."""
    kind = asked(state)
    if state.questions:
        return as_text(QUESTIONS[kind].sentence(state, state.questions[-1]))
    if kind in BARRAGE:
        return Text("Fire with your artillery, or end the segment.")
    if kind in COMBAT:
        return Text("Attack with units adjacent to the enemy, or end the segment.")
    return Text(SENTENCES[kind])


SENTENCES = {
    "setup": "Set up your units, then end the set-up.",
    "weather": "Go on to the next phase.",
    "initiative": "Go on to the next phase.",
    "reinforcement": "Place supply and reinforcements, rebuild units, then end the phase.",
    "breakout": "Let units that are out of trace break out, or end the phase.",
    "movement": "Move your units, their supply and trains, change modes, overrun; then end the phase.",
    "supply": "Feed your units, then end the phase.",
    "reaction": "Release Reserves to move and overrun, or end the segment.",
    "exploitation": "Move units in Exploitation Mode and released Reserves, or end the segment.",
    "clean-up": "Go on to the next phase.",
}
"""What is asked in the phases in which no other question is open."""


def sentence_for(state: OcsState, side: str) -> str:
    """What a side reads: its own question, or who is deciding."""
    number = deciding(state)
    if number < 0:
        return ""
    scenario = state.scenario
    if scenario.side_index.get(side, -1) == number:
        return str(sentence(state))
    return f"{scenario.titles[scenario.sides[number]]} decides."
