"""Legality of orders, and orders completed with what a player left open."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.contract.tables import check_order, complete_order, verbs_now
from grognard.core.errors import Illegal
from grognard.games.afcent.interface.choices import asked, deciding, phase, sentence
from grognard.games.afcent.interface.verbs import BARE, questions_of, verbs_of
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.legality import PreambleRules, check_preamble, is_concession

RULES = PreambleRules(over="12.5.1-when", turn="4.2", time="4.2", bare=BARE)


def check(state: AfcentState, side: str, order: Order) -> Illegal | None:
    """Return why an order is illegal, or None; a side may concede at any time [12.5.1-concede]."""
    scenario, kind = state.scenario, asked(state)
    number = scenario.side_index[side]
    verbs, questions = verbs_of(scenario), questions_of(scenario)
    fits = verbs_now(state, kind, verbs, questions)
    refusal = check_preamble(
        state, side, order, deciding(state), fits, lambda: f"{phase(state)}: {sentence(state, number)}", RULES
    )
    if refusal or is_concession(state, order):
        return refusal
    return check_order(state, number, order, kind, verbs, questions)


def complete(state: AfcentState, side: str, order: Order) -> Order:
    """Return a legal move with every hex of its path."""
    return complete_order(state, order, asked(state), verbs_of(state.scenario))
