"""Legality: every refusal with its rule and reason, and orders with their omitted details filled in."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.contract.tables import check_order, complete_order, verbs_now
from grognard.core.errors import Illegal
from grognard.games.kit.legality import PreambleRules, check_preamble, is_concession
from grognard.games.sww3.combat import atomic_attacks
from grognard.games.sww3.interface.choices import (
    asked,
    between_operations,
    deciding,
    may_interrupt,
    phase,
    sentence,
)
from grognard.games.sww3.interface.verbs import BARE, INTERRUPTING_VERBS, QUESTIONS, VERBS
from grognard.games.sww3.model.state import Sww3State

RULES = PreambleRules(over="5.4-last", turn="5.1-order", time="5.2", bare=BARE)


def check(state: Sww3State, side: str, order: Order) -> Illegal | None:
    """Return why an order is illegal, or None; a side may concede at any time [4.2-concede]."""
    number, kind, acting = state.scenario.side_index[side], asked(state), deciding(state)
    if number != acting and state.result is None and _interrupts(state, order):
        if order.verb == "strike" and not may_interrupt(state, number):
            unfinished = Illegal("13.4-finish", "finish the current operation first")
            return atomic_attacks.may_strike(state, number) or unfinished
        kind, acting = "halt", number
    fits = verbs_now(state, kind, VERBS, QUESTIONS)
    refusal = check_preamble(
        state, side, order, (acting,), fits, lambda: f"{phase(state)}: {sentence(state, kind)}", RULES
    )
    if refusal or is_concession(state, order):
        return refusal
    return check_order(state, number, order, kind, VERBS, QUESTIONS)


def _interrupts(state: Sww3State, order: Order) -> bool:
    """Whether such an order may interrupt, now or after an operation is completed."""
    return order.verb == "strike" or (order.verb in INTERRUPTING_VERBS and between_operations(state))


def complete(state: Sww3State, side: str, order: Order) -> Order:
    """Return a legal move with its full path."""
    return complete_order(state, order, asked(state), VERBS)
