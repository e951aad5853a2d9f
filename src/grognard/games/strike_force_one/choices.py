"""Decisions: the acting side, the current phase, and the open decision with its prompt."""

from __future__ import annotations

from itertools import chain

from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Orders
from grognard.core.contract.tables import open_question
from grognard.core.english import plural
from grognard.core.hexes.grid import bits
from grognard.core.text import Text, as_text
from grognard.games.kit.choices import NO_SUBJECT, able_in, free_orders, orders_of, question_choices, subject
from grognard.games.strike_force_one import combat, movement, random_events
from grognard.games.strike_force_one.questions import QUESTIONS
from grognard.games.strike_force_one.state import SfoState
from grognard.games.strike_force_one.verbs import END, VERBS, replacement_frame


def deciding(state: SfoState) -> int:
    """Return the side that must act: the one asked last, or else the phasing side."""
    return state.questions[-1].side if state.questions else state.side


def to_act(state: SfoState) -> tuple[str, ...]:
    """Return the id of the side that must act; none when the game is over."""
    return () if state.result is not None else (state.scenario.sides[deciding(state)],)


def phase(state: SfoState) -> str:
    """Return the current phase, such as ``soviet combat``."""
    return f"{state.scenario.sides[state.side]} {state.phase}"


def asked(state: SfoState) -> str:
    """Return the kind of the open question, or else the phase."""
    if state.questions:
        return state.questions[-1].kind
    now = state.phase
    return "replace" if now == "events" and state.scenario.level == "advanced" else now


def choices(state: SfoState, side: str) -> Decision | None:
    """Return the open decision of a side, or None."""
    number, index = deciding(state), state.scenario.index
    if state.result is not None or state.scenario.sides[number] != side:
        return None
    asked_now = open_question(state, QUESTIONS) if state.questions else None
    if asked_now:
        return question_choices(state, side, *asked_now, lambda: sentence(state))
    kind = asked(state)
    rows = VERBS.of(kind)

    def kinds(actor: str) -> Orders:
        if not actor:
            return free_orders(state, number, rows)
        return orders_of(state, number, rows, index[actor]) if actor in index else {}

    about = subject(state, number) if state.questions else NO_SUBJECT
    return Decision(
        side,
        kind,
        lambda: sentence(state),
        lambda: _actors(state, number, kind),
        lambda actor: list(chain.from_iterable(kinds(actor).values())),
        (lambda: [*combat.attack_orders(state, number), END]) if kind == "combat" else None,
        kinds=kinds,
        hexes=about.hexes,
        units=about.units,
    )


def _actors(state: SfoState, side: int, kind: str) -> list[str]:
    ids = state.scenario.counter_ids
    if kind == "movement":
        return _movers(state, side)
    if kind == "combat":
        return [NO_ACTOR, *state.scenario.ids(combat.ready(state, side))]
    return [*(ids[c] for c in bits(able_in(state, side, VERBS.of(kind)))), NO_ACTOR]


def _movers(state: SfoState, side: int) -> list[str]:
    names = state.scenario.counter_ids
    ids = [names[c] for c in bits(movement.movers(state, side))]
    if movement.overstacked_hex(state, side) is None:
        ids.append(NO_ACTOR)
        chit = random_events.chit_in_hand(state, side)
        if chit is not None and state.held[1 - side]:
            ids.append(names[chit])
    return ids


def sentence(state: SfoState) -> Text:
    """Return the prompt of the open decision."""
    asked_now = open_question(state, QUESTIONS)
    if asked_now:
        question, rule = asked_now
        return as_text(rule.sentence(state, question))
    match asked(state):
        case "movement":
            return Text("Move your units, then end the phase.")
        case "combat":
            return Text("Attack with units adjacent to the enemy, or end the phase.")
        case "events":
            draw = "Draw" if state.scenario.by_chits else "Roll"
            return Text("{draw} this turn's random event.", draw=draw)
    question = replacement_frame(state)
    most = min(question.data[0], len(question.units))
    count = f"{'up to ' if most > 1 else ''}{plural(most, 'eliminated unit')}"
    return Text("Replace {count}, or pass.", count=count)
