"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Decision
from grognard.core.contract.tables import open_question
from grognard.core.english import plural
from grognard.games.afcent.combat import results, support
from grognard.games.afcent.interface.verbs import questions_of, verbs_of
from grognard.games.afcent.model.scenario import AfcentScenario, Step
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.helicopters import flyable
from grognard.games.afcent.turn import sequence
from grognard.games.kit.choices import question_choices, table_choices

AUTOMATIC = ("arrivals", "admin")
"""Phases in which something is decided in few turns only."""


# -- who is asked ----------------------------------------------------------------------------------


def deciding(state: AfcentState) -> tuple[int, ...]:
    """The sides that must decide now; on their support both at once [11.4-secret]."""
    if state.result is not None:
        return ()
    if not state.questions:
        return (sequence.acting(state),)
    question = state.questions[-1]
    return support.pledging(state) if question.kind == "commit" else (question.side,)


def to_act(state: AfcentState) -> tuple[str, ...]:
    """The sides to decide, by name; nobody when the game is over."""
    return tuple(state.scenario.sides[side] for side in deciding(state))


def asked(state: AfcentState) -> str:
    """What is asked now: the kind of the top question, or else the phase."""
    return state.questions[-1].kind if state.questions else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: AfcentState) -> str:
    """The phase under way, such as ``pact combat`` or ``air superiority``."""
    scenario = state.scenario
    if not state.turn:
        return phases(state)[state.phase_index]
    return _phase_name(scenario, state.now, state.phase)


def phases(state: AfcentState) -> tuple[str, ...]:
    """The phases of this turn, or of the set-up, in order."""
    if not state.turn:
        stages = state.scenario.exclusive.stages(state.scenario)
        return tuple(f"{state.scenario.sides[side]} {_SPOKEN.get(what, 'set-up')}" for side, what in stages)
    names = []
    for step in state.scenario.sequence:
        what = step.phase
        if what in ("first", "second"):
            what = "combat" if (what == "first") == state.fight_first[step.side] else "movement"
        if what not in AUTOMATIC or step is state.now:
            names.append(_phase_name(state.scenario, step, what))
    return tuple(names)


def _phase_name(scenario: AfcentScenario, step: Step, what: str) -> str:
    common = _COMMON.get(what)
    return common or f"{scenario.sides[step.side]} {_SPOKEN.get(what, what)}"


_COMMON = {
    "air": "air superiority",
    "ew": "electronic warfare",
    "refugees": "refugees",
    "arrivals": "arrivals",
    "admin": "administration",
}
_SPOKEN = {"declare": "declaration", "draw": "attack order", "choose": "attack order", "plan": "drop plan"}


# -- choices ---------------------------------------------------------------------------------------


def choices(state: AfcentState, side: str) -> Decision | None:
    """The open decision of a side."""
    number = state.scenario.side_index.get(side, -1)
    if number not in deciding(state):
        return None
    scenario, kind = state.scenario, asked(state)
    asked_now = open_question(state, questions_of(scenario))
    if asked_now:  # nobody is named even where the Pact has to advance
        return question_choices(
            state, side, *asked_now, lambda: sentence(state, number), idle=kind == "advance"
        )
    rows = verbs_of(scenario).of(kind)
    glance = concerned if kind == "movement" else None
    return table_choices(state, side, kind, rows, lambda: sentence(state, number), glance=glance)


def concerned(state: AfcentState, side: int) -> CounterSet:
    """Those who may move, seen at a glance: one of them may turn out to have no order."""
    return moves.stirring(state, side) | flyable(state, side) | state.scenario.exclusive.concerned(state)


# -- the question in words -------------------------------------------------------------------------


def sentence(state: AfcentState, side: int) -> str:
    """The question to a side in plain words."""
    kind = asked(state)
    match kind:
        case "setup" | "drop" | "arrivals":
            return state.scenario.exclusive.sentence(state)
        case "declare":
            return "Move first or fight first? Whoever fights first can use more artillery in a battle."
        case "air" | "ew" | "refugees" | "admin":
            return _dice_and_markers(state, kind)
        case "movement":
            return "Move your units, then end the phase."
        case "combat":
            return "Attack with units next to the enemy, or end the phase."
        case "commit":
            return _on_support(state, side)
    return results.sentence(state, state.questions[-1])


def _dice_and_markers(state: AfcentState, kind: str) -> str:
    """Phases of dice and markers."""
    what = {"air": "airpower marker", "ew": "EW marker", "refugees": "refugee marker"}.get(kind)
    if what is None:
        return "Roll for the support markers used this turn."
    if not state.rolled:
        return {
            "air": "Roll for air superiority.",
            "ew": "Roll for electronic warfare superiority.",
            "refugees": "Roll for the refugees.",
        }[kind]
    left = plural(state.to_place, what)
    return {
        "air": f"You have air superiority: place up to {left}.",
        "ew": f"You have electronic warfare superiority: put up to {left} on enemy stacks.",
        "refugees": f"Place {left}.",
    }[kind]


def _on_support(state: AfcentState, side: int) -> str:
    """The secret commitment of support [11.4-secret]."""
    question = state.questions[-1]
    scenario = state.scenario
    what = "your attack on" if side == question.side else "the defence of"
    limit, _ = support.artillery_limit(state, support.battle_of(question), side)
    where, guns = scenario.label(question.hex), plural(limit, "artillery marker")
    return f"Which support for {what} {where}? At most {guns}. Nobody sees it until both sides have decided."


def sentence_for(state: AfcentState, side: str) -> str:
    """What a side reads: its own question, or what the others are deciding."""
    acting = deciding(state)
    if not acting:
        return ""
    number = state.scenario.side_index.get(side, -1)
    if number in acting:
        return sentence(state, number)
    names = " and ".join(state.scenario.titles[state.scenario.sides[one]] for one in acting)
    several = "decide" if len(acting) > 1 else "decides"
    if asked(state) == "commit":
        return (
            f"{names} {several} on support for the battle in {state.scenario.label(state.questions[-1].hex)}."
        )
    return sentence(state, acting[0])
