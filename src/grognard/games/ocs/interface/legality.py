"""Whether orders are legal, with rule and reason if not, and the completion of shortened orders."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.contract.tables import check_order, complete_order, verbs_now
from grognard.core.errors import Illegal
from grognard.games.kit.legality import PreambleRules, check_preamble, is_concession
from grognard.games.ocs.interface.choices import asked, deciding, phase, sentence
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.interface.verbs import BARE, VERBS
from grognard.games.ocs.model.state import OcsState

RULES = PreambleRules(over="over", turn="2.1.1", time="2.1.3", bare=BARE)


def check(state: OcsState, side: str, order: Order) -> Illegal | None:
    """Return why an order is illegal now, or None if it is legal."""
    kind = asked(state)
    fits = verbs_now(state, kind, VERBS, QUESTIONS)
    refusal = check_preamble(
        state, side, order, (deciding(state),), fits, lambda: f"{phase(state)}: {sentence(state)}", RULES
    )
    if refusal or is_concession(state, order):
        return refusal
    number = state.scenario.side_index[side]
    return _check_in_play(state, order) or check_order(state, number, order, kind, VERBS, QUESTIONS)


def _check_in_play(state: OcsState, order: Order) -> Illegal | None:
    """Return a refusal if an order names a hex that is not in play in this scenario."""
    scenario = state.scenario
    for label in (*order.path, *([order.target] if order.target else [])):
        if not scenario.playable >> scenario.grid.hex(label) & 1:
            return Illegal("I.C.1", "{hex} is not in play in this scenario", hex=label)
    return None


def complete(state: OcsState, side: str, order: Order) -> Order:
    """Return a legal order in full, with the path of a move."""
    return complete_order(state, order, asked(state), VERBS)
