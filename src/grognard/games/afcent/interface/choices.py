"""Decisions: the acting sides, the current phase, the open decision of a side and its prompt."""

from __future__ import annotations

from grognard.core.contract.decisions import Decision
from grognard.core.contract.tables import open_question
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.afcent.combat import results, support
from grognard.games.afcent.interface.verbs import questions_of, verbs_of
from grognard.games.afcent.model.scenario import AfcentScenario, Step
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.turn import sequence
from grognard.games.kit.choices import question_choices, table_choices

AUTOMATIC = ("arrivals", "admin")
"""Phases with a decision in some turns only."""


# -- acting sides ----------------------------------------------------------------------------------


def deciding(state: AfcentState) -> tuple[int, ...]:
    """Return the sides that must act; both at once when they choose support [11.4-secret]."""
    if state.result is not None:
        return ()
    if not state.questions:
        return (sequence.acting(state),)
    question = state.questions[-1]
    return support.pledging(state) if question.kind == "commit" else (question.side,)


def to_act(state: AfcentState) -> tuple[str, ...]:
    """Return the ids of the sides that must act; none when the game is over."""
    sides = state.scenario.sides
    return tuple([sides[side] for side in deciding(state)])


def asked(state: AfcentState) -> str:
    """Return the kind of the open question, or else the phase."""
    return state.questions[-1].kind if state.questions else state.phase


# -- phases ----------------------------------------------------------------------------------------


def phase(state: AfcentState) -> str:
    """Return the current phase, such as ``pact combat`` or ``air superiority``."""
    scenario = state.scenario
    if not state.turn:
        return phases(state)[state.phase_index]
    return _phase_name(scenario, state.now, state.phase)


def phases(state: AfcentState) -> tuple[str, ...]:
    """List the phases of this turn, or of setup, in order."""
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
    """Return the open decision of a side."""
    number = state.scenario.side_index.get(side, -1)
    if number not in deciding(state):
        return None
    scenario, kind = state.scenario, asked(state)
    asked_now = open_question(state, questions_of(scenario))
    if asked_now:
        return question_choices(state, side, *asked_now, lambda: sentence(state, number))
    rows = verbs_of(scenario).of(kind)
    return table_choices(state, side, kind, rows, lambda: sentence(state, number))


# -- prompts ---------------------------------------------------------------------------------------


def sentence(state: AfcentState, side: int) -> Text:
    """Return the prompt for an acting side."""
    kind = asked(state)
    match kind:
        case "setup" | "drop" | "arrivals":
            return state.scenario.exclusive.sentence(state)
        case "declare":
            return Text(
                "Declare whether you move or fight first. If you fight first, you can commit more artillery."
            )
        case "air" | "ew" | "refugees" | "admin":
            return _dice_and_markers(state, kind)
        case "movement":
            return Text("Move your units, then end the phase.")
        case "combat":
            return Text("Attack with units adjacent to the enemy, or end the phase.")
        case "commit":
            return _on_support(state, side)
    return results.sentence(state, state.questions[-1])


def _dice_and_markers(state: AfcentState, kind: str) -> Text:
    """Return the prompt of a phase with dice and markers."""
    what = {"air": "airpower marker", "ew": "EW marker", "refugees": "refugee marker"}.get(kind)
    if what is None:
        return Text("Roll for the support markers used this turn.")
    if not state.rolled:
        return Text(_ROLLS[kind])
    return Text(_PLACES_MARKERS[kind], markers=plural(state.to_place, what))


_ROLLS = {
    "air": "Roll for air superiority.",
    "ew": "Roll for electronic warfare superiority.",
    "refugees": "Roll for refugees.",
}
_PLACES_MARKERS = {
    "air": "You have air superiority. Place up to {markers}.",
    "ew": "You have electronic warfare superiority. Place up to {markers} on enemy stacks.",
    "refugees": "Place {markers}.",
}


def _on_support(state: AfcentState, side: int) -> Text:
    """Return the prompt for the secret choice of support [11.4-secret]."""
    question = state.questions[-1]
    limit, _ = support.artillery_limit(state, support.battle_of(question), side)
    return Text(
        "Commit support to {what} {hex}, at most {limit}. It is revealed when both sides have chosen.",
        what="your attack on" if side == question.side else "the defence of",
        hex=state.scenario.label(question.hex),
        limit=plural(limit, "artillery marker"),
    )


def sentence_for(state: AfcentState, side: str) -> Text:
    """Return what a side reads: its own prompt, or what the others decide."""
    acting = deciding(state)
    if not acting:
        return Text("")
    number = state.scenario.side_index.get(side, -1)
    if number in acting:
        return sentence(state, number)
    if asked(state) == "commit":
        where = state.scenario.label(state.questions[-1].hex)
        if len(acting) > 1:
            return Text("Both players choose support for the battle in {hex}.", hex=where)
        name = state.scenario.sides[acting[0]]
        return Text("{side} player chooses support for the battle in {hex}.", side=name, hex=where)
    return sentence(state, acting[0])
