"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from grognard.core.counters import CounterSet
from grognard.core.decisions import NOBODY, Decision
from grognard.core.hexes import chosen
from grognard.core.orders import Order, OrdersLater
from grognard.games.ocs import sequence
from grognard.games.ocs.frames import FRAMES
from grognard.games.ocs.motion import present
from grognard.games.ocs.scenario import BARRAGE, COMBAT, MOVEMENT, OcsScenario, Step
from grognard.games.ocs.state import OcsState
from grognard.games.ocs.verbs import Verb, of_phase
from grognard.games.shared.subject import subject

QUIET = ("weather", "supply", "clean-up")
"""Phases in which most turns nothing is decided."""


# -- who is asked ----------------------------------------------------------------------------------


def deciding(state: OcsState) -> int:
    """The side that must decide now; -1 when the game is over."""
    if state.result is not None:
        return -1
    return state.stack[-1].side if state.stack else state.side


def to_act(state: OcsState) -> tuple[str, ...]:
    """The side to decide, by name; nobody when the game is over."""
    side = deciding(state)
    return (state.scenario.sides[side],) if side >= 0 else ()


def asked(state: OcsState) -> str:
    """What is asked now: the kind of the top frame, or else the phase."""
    return state.stack[-1].kind if state.stack else state.phase


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
        if step is state.now or (step.phase not in QUIET and sequence.takes_place(scenario, step.phase))
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
    scenario = state.scenario
    number = scenario.side_index.get(side, -1)
    if number < 0 or number != deciding(state):
        return None
    if state.stack:
        return _frame_choices(state, side)
    phase = state.phase
    # who can act is worked out when first asked for, and kept as long as the question is open
    glance: list[CounterSet] = []

    def fit() -> CounterSet:
        if not glance:
            glance.append(able(state, number, phase))
        return glance[0]

    def actors() -> list[str]:
        return [*chosen(scenario.counter_ids, fit()), NOBODY]

    def roughly() -> list[str]:
        if phase in MOVEMENT and not glance:
            return [*chosen(scenario.counter_ids, stirring(state, number)), NOBODY]
        return actors()

    def kinds(actor: str) -> OrdersLater:
        if not actor:
            return _of_nobody(state, number, phase)
        return _of_unit(state, number, phase, scenario.index.get(actor, -1))

    def orders(actor: str) -> list[Order]:
        return list(chain.from_iterable(kinds(actor).values()))

    return Decision(
        side,
        phase,
        lambda: sentence(state),
        actors,
        orders,
        lambda: list(dict.fromkeys(chain.from_iterable(map(orders, actors())))),  # units may share an order
        roughly=roughly,
        kinds=kinds,
    )


def able(state: OcsState, side: int, phase: str) -> CounterSet:
    """The counters that may have something to do."""
    found = 0
    for verb in of_phase(phase):
        if verb.able is not None:
            found |= verb.able(state, side)
    return found


def stirring(state: OcsState, side: int) -> CounterSet:
    """Likewise in a Movement Segment, at a glance: whoever is on the map and not done."""
    scenario = state.scenario
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports) & present(state)
    if state.phase != "movement":
        own &= state.reserve | state.released | state.exploit
    return own & ~(state.finished | state.shipped)


def _of_unit(state: OcsState, side: int, phase: str, unit: int) -> OrdersLater:
    """What one counter can do, by verb."""
    if unit < 0:
        return OrdersLater({})

    def later(verb: Verb) -> Callable[[], Sequence[Order]]:
        able = verb.able
        return lambda: verb.orders(state, side, unit) if able and able(state, side) >> unit & 1 else ()

    return OrdersLater({verb.names[0]: later(verb) for verb in of_phase(phase) if verb.able})


def _of_nobody(state: OcsState, side: int, phase: str) -> OrdersLater:
    """Orders that no counter gives, by verb."""

    def later(free: Callable[[OcsState, int], Sequence[Order]]) -> Callable[[], Sequence[Order]]:
        return lambda: free(state, side)

    return OrdersLater({verb.names[0]: later(verb.free) for verb in of_phase(phase) if verb.free})


def _frame_choices(state: OcsState, side: str) -> Decision:
    """The answers to a question in between: all are listed at once, there are few."""
    frame = state.stack[-1]
    listed: list[Sequence[Order]] = []

    def every() -> Sequence[Order]:
        if not listed:
            listed.append(FRAMES[frame.kind].answers(state, frame))
        return listed[0]

    def actors() -> list[str]:
        named = dict.fromkeys(id_ for order in every() for id_ in order.units)
        return [*named, *([NOBODY] if any(not order.units for order in every()) else [])]

    def orders(actor: str) -> list[Order]:
        return [order for order in every() if (actor in order.units if actor else not order.units)]

    about = subject(state, frame.side)
    return Decision(
        side,
        frame.kind,
        lambda: sentence(state),
        actors,
        orders,
        lambda: list(dict.fromkeys(every())),
        hexes=about.hexes,
        units=about.units,
    )


# -- the question in words -------------------------------------------------------------------------


def sentence(state: OcsState) -> str:
    """The open question in plain words."""
    kind = asked(state)
    if state.stack:
        return FRAMES[kind].sentence(state, state.stack[-1])
    if kind in BARRAGE:
        return "Fire with your artillery, or end the segment."
    if kind in COMBAT:
        return "Attack with units next to the enemy, or end the segment."
    return SENTENCES[kind]


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
        return sentence(state)
    return f"{scenario.titles[scenario.sides[number]]} decides."
