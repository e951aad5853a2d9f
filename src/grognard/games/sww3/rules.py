"""The family's answers to the contract every game fulfils; each game binds them to its own data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import apply_order, explain_order
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet
from grognard.games.kit.legality import is_concession
from grognard.games.kit.move_costs import joint_reach
from grognard.games.sww3.combat import atomic_attacks
from grognard.games.sww3.interface.choices import asked, choices, deciding, phase, to_act
from grognard.games.sww3.interface.legality import check
from grognard.games.sww3.interface.verbs import QUESTIONS, VERBS
from grognard.games.sww3.interface.views import view
from grognard.games.sww3.model.scenario import Sww3Scenario
from grognard.games.sww3.model.state import Sww3State, empty, from_plain, zone
from grognard.games.sww3.movement import moves
from grognard.games.sww3.support import supply as supplying
from grognard.games.sww3.turn import sequence, victory


def setup(scenario: Sww3Scenario, dice: Roller) -> Sww3State:
    """The state at the start: set up by the players, or ready-made."""
    state = empty(scenario)
    sequence.begin(state, dice)
    return state


# -- what happens ----------------------------------------------------------------------------------


def apply(state: Sww3State, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows from it without a question."""
    number = state.scenario.side_index[side]
    if is_concession(state, order):
        return victory.concede(state, number)
    events = apply_order(state, number, order, dice, asked(state), VERBS, QUESTIONS)
    if state.result is None:
        events += victory.check_victory(state, "now")
    if state.result is None and not state.questions:
        atomic_attacks.window(state)
    return events


# -- what people and players ask -------------------------------------------------------------------


def preview(state: Sww3State, order: Order) -> Explanation:
    """The odds of an attack, the cost of a move, or what a strike may do."""
    return explain_order(state, state.side, order, asked(state), VERBS, QUESTIONS)


def explain(state: Sww3State, unit: str) -> Explanation:
    """The ways in which a unit could be supplied, and which of them hold."""
    return supplying.explain_supply(state, state.scenario.index[unit])


def reach(state: Sww3State, units: Sequence[str]) -> Mapping[Hex, float]:
    """Where all the units can end their move now, and what it costs the slowest."""
    if asked(state) != "movement" or state.result is not None or not units:
        return {}
    counters = [state.scenario.index[id_] for id_ in units]
    movable = moves.movable(state, deciding(state))
    if not all(movable >> c & 1 for c in counters):
        return {}
    return joint_reach(moves.costs(state, c) for c in counters)


def supply(state: Sww3State, side: str) -> HexSet:
    """Where a side's units are in supply, wherever they come from."""
    return supplying.supplied(state, state.scenario.side_index[side])


def zoc(state: Sww3State, side: str) -> HexSet:
    """The zone of control of a side."""
    return zone(state, state.scenario.side_index[side])


__all__ = [
    "apply", "check", "choices", "explain", "from_plain", "phase", "preview", "reach", "setup", "supply",
    "to_act", "view", "zoc",
]  # fmt: skip
