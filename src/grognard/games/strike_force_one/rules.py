"""The required rules of Strike Force One."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import apply_order, explain_order
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet
from grognard.games.kit.move_costs import joint_reach
from grognard.games.strike_force_one import movement, results
from grognard.games.strike_force_one.interface.choices import asked, choices, deciding, phase, to_act
from grognard.games.strike_force_one.interface.legality import check, complete
from grognard.games.strike_force_one.interface.verbs import VERBS
from grognard.games.strike_force_one.interface.views import view
from grognard.games.strike_force_one.model.scenario import SfoScenario
from grognard.games.strike_force_one.model.state import SfoState, from_plain, zone
from grognard.games.strike_force_one.questions import QUESTIONS
from grognard.games.strike_force_one.sequence import end_phase, set_up


def setup(scenario: SfoScenario, dice: Roller) -> SfoState:
    """Return the state at the start of the game."""
    return set_up(scenario)


# -- orders ----------------------------------------------------------------------------------------


def apply(state: SfoState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows without a question."""
    in_events = state.phase == "events"
    events = apply_order(state, deciding(state), order, dice, asked(state), VERBS, QUESTIONS)
    if state.questions:
        results.settle(state, events)
    if in_events and not state.questions:
        end_phase(state, events)
    return events


# -- previews --------------------------------------------------------------------------------------


def preview(state: SfoState, order: Order) -> Explanation:
    """Explain the odds of an attack or the cost of a move."""
    return explain_order(state, state.side, order, asked(state), VERBS, QUESTIONS)


def reach(state: SfoState, units: Sequence[str]) -> dict[Hex, float]:
    """Return where all the units can end their move now, and the cost of the slowest."""
    if state.phase != "movement" or state.questions or state.result:
        return {}
    counters = [state.scenario.index[id_] for id_ in units]
    ready = movement.movable(state, state.side)
    return joint_reach(movement.costs(state, c) if ready >> c & 1 else {} for c in counters)


def zoc(state: SfoState, side: str) -> HexSet:
    """Return the zone of control of a side."""
    return zone(state, state.scenario.side_index[side])


__all__ = [
    "apply", "check", "choices", "complete", "from_plain", "phase", "preview", "reach", "setup", "to_act",
    "view", "zoc",
]  # fmt: skip
