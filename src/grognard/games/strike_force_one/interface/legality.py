"""Check orders, and fill in the details that a player left out."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.contract.tables import check_order, complete_order, verbs_now
from grognard.core.errors import Illegal
from grognard.games.kit.legality import PreambleRules, check_preamble
from grognard.games.strike_force_one.interface.choices import asked, deciding, phase, sentence
from grognard.games.strike_force_one.interface.verbs import VERBS
from grognard.games.strike_force_one.model.state import SfoState
from grognard.games.strike_force_one.questions import QUESTIONS

BARE = ("end", "roll", "pass", "stay")
"""Verbs that take no units, hexes or words."""
BASIC = PreambleRules(over="5-all-end", turn="2-all-passive", time="5-basic-phases", bare=BARE)
RULES = PreambleRules(over="5-all-end", turn="2-all-passive", time="5-advexp-phases", bare=BARE)


def check(state: SfoState, side: str, order: Order) -> Illegal | None:
    """Return why an order is illegal, or None."""
    kind, number = asked(state), deciding(state)
    fits = verbs_now(state, kind, VERBS, QUESTIONS)
    rules = BASIC if state.scenario.level == "basic" else RULES
    refusal = check_preamble(
        state, side, order, (number,), fits, lambda: f"{phase(state)}: {sentence(state)}", rules
    )
    return refusal or check_order(state, number, order, kind, VERBS, QUESTIONS)


def complete(state: SfoState, side: str, order: Order) -> Order:
    """Return a legal move with every hex of its path."""
    return complete_order(state, order, asked(state), VERBS)
