"""The open decision of a side: its prompt, the units that can act and their legal orders."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Decision
from grognard.core.contract.tables import open_question
from grognard.core.text import Text, as_text
from grognard.games.kit.choices import question_choices
from grognard.games.ocs.fleet import cargo, landings, sailing
from grognard.games.ocs.flights import orders as missions
from grognard.games.ocs.interface.phase_decision import PhaseDecision
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.scenario import BARRAGE, COMBAT, MOVEMENT, OcsScenario, Step
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.turn import sequence

QUIET = ("weather", "supply", "clean-up")
"""Phases in which most turns need no decision."""


# -- the side to act -------------------------------------------------------------------------------


def deciding(state: OcsState) -> int:
    """Return the side that must decide now, or -1 when the game is over."""
    if state.result is not None:
        return -1
    return state.questions[-1].side if state.questions else state.side


def to_act(state: OcsState) -> tuple[str, ...]:
    """Return the id of the side that must decide; none when the game is over."""
    side = deciding(state)
    return (state.scenario.sides[side],) if side >= 0 else ()


def asked(state: OcsState) -> str:
    """Return the kind of the top question, or else the phase."""
    return state.questions[-1].kind if state.questions else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: OcsState) -> str:
    """Return the current phase, such as ``german movement`` or ``weather``."""
    if not state.turn:
        return f"{state.scenario.sides[state.side]} set-up"
    return phase_name(state.scenario, state.now, state.first)


def phases(state: OcsState) -> tuple[str, ...]:
    """Return the phases of this turn in order; those without a decision only while current."""
    scenario = state.scenario
    if not state.turn:
        return (phase(state),)
    return tuple(
        phase_name(scenario, step, state.first)
        for step in scenario.sequence
        if step is state.now or (step.phase not in QUIET and sequence.is_played(scenario, step.phase))
    )


def phase_name(scenario: OcsScenario, step: Step, first: int) -> str:
    """Return the name of a phase or segment: the side that acts, and its phase."""
    if step.player < 0:
        return step.phase
    phasing = first ^ step.player
    return f"{scenario.sides[phasing if step.acting else 1 - phasing]} {step.phase.replace('-', ' ')}"


# -- choices ---------------------------------------------------------------------------------------


def choices(state: OcsState, side: str) -> Decision | None:
    """Return the open decision of a side, or None."""
    number = state.scenario.side_index.get(side, -1)
    if number < 0 or number != deciding(state):
        return None
    question = open_question(state, QUESTIONS)
    if question:
        return question_choices(state, side, *question, lambda: sentence(state))
    glance = likely_movers if state.phase in MOVEMENT else None
    return PhaseDecision(state, number, VERBS.of(state.phase), lambda: sentence(state), glance)


def likely_movers(state: OcsState, side: int) -> CounterSet:
    """Return units that might act in a Movement Segment: on the map and not finished, or at sea."""
    scenario = state.scenario
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports) & state.present
    if state.phase != "movement":
        own &= state.reserve | state.released | state.exploit
    afloat = sailing.able(state, side) | landings.able_land(state, side) | cargo.able_disembark(state, side)
    afloat |= landings.able_ashore(state, side)
    return own & ~(state.finished | state.shipped) | missions.able(state, side) | afloat


# -- prompts ---------------------------------------------------------------------------------------


def sentence(state: OcsState) -> Text:
    """Return the prompt of the open decision."""
    kind = asked(state)
    if state.questions:
        return as_text(QUESTIONS[kind].sentence(state, state.questions[-1]))
    if kind in BARRAGE:
        return Text(_barrage_prompt(state))
    if kind in COMBAT:
        return Text("Attack with units adjacent to the enemy, or end the segment.")
    return Text(SENTENCES[kind])


def _barrage_prompt(state: OcsState) -> str:
    """Return the prompt of a Barrage Segment, by what can fire in it [2.2]."""
    scenario, own = state.scenario, state.scenario.of_side[state.side]
    if state.phase == "barrage" or not own & (scenario.planes | scenario.ships | scenario.craft):
        return "Fire with your artillery, or end the segment."
    arms = ["aircraft"] * bool(own & scenario.planes) + ["ships"] * bool(own & scenario.ships)
    others = f"{', '.join(arms)} and " if arms else ""
    return f"Barrage with {others}released artillery, or end the segment."


SENTENCES = {
    "setup": "Set up your units, then end the setup.",
    "weather": "Continue to the next phase.",
    "initiative": "Continue to the next phase.",
    "refit": "Refit aircraft and plan air drops, then end the phase.",
    "reinforcement": "Place supply and reinforcements and rebuild units, then end the phase.",
    "breakout": "Break out with units without trace supply, or end the phase.",
    "movement": "Move units and supply, change modes and overrun, then end the phase.",
    "supply": "Feed your units, then end the phase.",
    "reaction": "Release Reserves to move and overrun, or end the phase.",
    "exploitation": "Move units in Exploitation Mode and released Reserves, or end the segment.",
    "clean-up": "Continue to the next phase.",
}
"""The prompts of phases without an open question."""


def sentence_for(state: OcsState, side: str) -> str:
    """Return the prompt for a side: its own decision, or which player acts."""
    number = deciding(state)
    if number < 0:
        return ""
    scenario = state.scenario
    if scenario.side_index.get(side, -1) == number:
        return str(sentence(state))
    return f"Waiting for the {scenario.titles[scenario.sides[number]]} player."
