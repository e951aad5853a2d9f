"""Why not? Every refusal with its rule and reason, and orders with all that their player left to us."""

from __future__ import annotations

from grognard.core.errors import Illegal
from grognard.core.orders import Order
from grognard.games.ocs.frames import FRAMES
from grognard.games.ocs.questions import asked, deciding, phase, sentence
from grognard.games.ocs.state import OcsState
from grognard.games.ocs.verbs import BARE, find, of_phase
from grognard.games.shared.naming import check_names


def check(state: OcsState, side: str, order: Order) -> Illegal | None:
    """Why an order is not legal now, or None when it is."""
    scenario = state.scenario
    if state.result is not None:
        return Illegal("over", "the game is over")
    if order.verb == "concede":  # at any time, whoever decides
        return None if order == Order("concede") else Illegal("notation", "concede stands alone")
    number, acting = scenario.side_index[side], deciding(state)
    if number != acting:
        return Illegal("2.1.1", f"{scenario.titles[scenario.sides[acting]]} decides now")
    return _check_time(state, order) or _check_names(state, order) or _check_verb(state, number, order)


def _check_time(state: OcsState, order: Order) -> Illegal | None:
    """Whether such an order answers the question that is asked."""
    if state.stack:
        fits = FRAMES[asked(state)].verbs
    else:
        fits = tuple(name for verb in of_phase(state.phase) for name in verb.names)
    if order.verb in fits:
        return None
    now = f"{phase(state)}: {sentence(state)}"
    return Illegal("2.1.3", f"no time to {order.verb}; {now} (orders: {', '.join(fits)})")


def _check_names(state: OcsState, order: Order) -> Illegal | None:
    """Whether all that is named exists, and the hexes are in play in this scenario."""
    scenario = state.scenario
    refusal = check_names(scenario, order, BARE)
    if refusal:
        return refusal
    for label in (*order.path, *([order.target] if order.target else [])):
        if not scenario.land >> scenario.grid.hex(label) & 1:
            return Illegal("I.C.1", f"{label} is not in play in this scenario")
    return None


def _check_verb(state: OcsState, side: int, order: Order) -> Illegal | None:
    if state.stack:
        frame = state.stack[-1]
        return FRAMES[frame.kind].check(state, frame, order)
    verb = find(state.phase, order.verb)
    assert verb is not None
    return verb.check(state, side, order)


def complete(state: OcsState, side: str, order: Order) -> Order:
    """A legal order with all that its player left open: the path of a move."""
    verb = None if state.stack else find(state.phase, order.verb)
    return verb.complete(state, order) if verb is not None and verb.complete else order
