"""Decisions: the acting side, the current phase, and the open decision with its prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import open_question
from grognard.core.english import plural
from grognard.core.hexes.grid import bits
from grognard.core.text import Text, as_text
from grognard.games.kit.choices import TableDecision, able_in, free_orders, orders_of, question_choices
from grognard.games.strike_force_one import combat, movement, random_events
from grognard.games.strike_force_one.interface.verbs import END, VERBS, replacement_frame
from grognard.games.strike_force_one.model.state import SfoState
from grognard.games.strike_force_one.questions import QUESTIONS


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
    if state.result is not None or state.scenario.sides[deciding(state)] != side:
        return None
    asked_now = open_question(state, QUESTIONS) if state.questions else None
    if asked_now:
        return question_choices(state, side, *asked_now, lambda: sentence(state))
    kind = asked(state)
    return PhaseDecision(state, side, kind, VERBS.of(kind), lambda: sentence(state))


class PhaseDecision(TableDecision[SfoState]):
    """What a side can order in a phase."""

    __slots__ = ()
    _state: SfoState

    def _actors(self) -> list[str]:
        state, side = self._state, self._number
        if self.kind == "movement":
            return _movers(state, side)
        if self.kind == "combat":
            return [NO_ACTOR, *state.scenario.ids(combat.ready(state, side))]
        ids = state.scenario.counter_ids
        return [*(ids[c] for c in bits(able_in(state, side, self._rows))), NO_ACTOR]

    def _likely_actors(self) -> list[str]:
        return self._actors()

    def _kinds(self, actor: str) -> Mapping[str, Sequence[Order]]:
        if not actor:
            return free_orders(self._state, self._number, self._rows)
        unit = self._state.scenario.index.get(actor, -1)  # the rows list nothing for counters that cannot act
        return orders_of(self._state, self._number, self._rows, unit) if unit >= 0 else {}

    def _orders(self, actor: str) -> Sequence[Order]:
        found = list(self._kinds(actor).values())
        return found[0] if len(found) == 1 else list(chain.from_iterable(found))

    def _all(self) -> Iterator[Order]:
        if self.kind == "combat":  # not once for each unit of an attack
            return chain(combat.attack_orders(self._state, self._number), (END,))
        return chain.from_iterable(map(self._orders, self._actors()))


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
