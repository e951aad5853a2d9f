"""The required rules of the series; `definition` binds them to the data and exclusive rules of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import apply_order, explain_order
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet
from grognard.games.afcent.interface.choices import asked, choices, deciding, phase, to_act
from grognard.games.afcent.interface.legality import check
from grognard.games.afcent.interface.verbs import questions_of, verbs_of
from grognard.games.afcent.interface.views import view
from grognard.games.afcent.model.scenario import AfcentScenario
from grognard.games.afcent.model.state import AfcentState, empty, from_plain, zone
from grognard.games.afcent.movement import moves
from grognard.games.afcent.turn import sequence
from grognard.games.kit.legality import is_concession


def setup(scenario: AfcentScenario, dice: Roller) -> AfcentState:
    """Return the state at the start of setup, or of turn 1 if nothing is left to set up."""
    state = empty(scenario)
    sequence.begin(state)
    return state


# -- orders ----------------------------------------------------------------------------------------


def apply(state: AfcentState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows without a question."""
    scenario = state.scenario
    number = scenario.side_index[side]
    if is_concession(state, order):
        return sequence.concede(state, number)
    verbs, questions = verbs_of(scenario), questions_of(scenario)
    return apply_order(state, number, order, dice, asked(state), verbs, questions)


# -- previews --------------------------------------------------------------------------------------


def preview(state: AfcentState, order: Order) -> Explanation:
    """Explain the odds of an attack, the cost of a move, or what an order of chapter 12 does."""
    scenario = state.scenario
    return explain_order(state, state.side, order, asked(state), verbs_of(scenario), questions_of(scenario))


def reach(state: AfcentState, units: Sequence[str]) -> Mapping[Hex, float]:
    """Return where all the units can end their move now, and the cost of the slowest."""
    if state.result is not None or asked(state) != "movement" or not units:
        return {}
    counters = tuple(state.scenario.index[id_] for id_ in units)
    movable = moves.movable(state, deciding(state)[0])
    together = len({state.at[c] for c in counters}) == 1
    if not together or not all(movable >> c & 1 for c in counters):
        return {}
    return dict(sorted(moves.costs(state, counters).items()))


def zoc(state: AfcentState, side: str) -> HexSet:
    """Return the zone of control of a side."""
    return zone(state, state.scenario.side_index[side])


__all__ = [
    "apply", "check", "choices", "from_plain", "phase", "preview", "reach", "setup", "to_act", "view", "zoc",
]  # fmt: skip
