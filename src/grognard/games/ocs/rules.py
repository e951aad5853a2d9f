"""The required rules of the Operational Combat Series, and queries of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import apply_order, explain_order
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet
from grognard.games.ocs.interface import supply_report
from grognard.games.ocs.interface.choices import asked, choices, phase, to_act
from grognard.games.ocs.interface.event_visibility import visible_events
from grognard.games.ocs.interface.legality import check
from grognard.games.ocs.interface.missions import mission_stages
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.missions import stages, standing
from grognard.games.ocs.model.combat_events import Loss
from grognard.games.ocs.model.scenario import MOVEMENT
from grognard.games.ocs.model.state import OcsState, from_plain
from grognard.games.ocs.movement import moves
from grognard.games.ocs.supply import trace
from grognard.games.ocs.terrain import zones
from grognard.games.ocs.turn import sequence, victory
from grognard.games.ocs.turn.sequence import setup
from grognard.games.ocs.units import active_stack


def apply(state: OcsState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows from it until the next question."""
    number = state.scenario.side_index[side]
    if order.verb == "concede":
        return victory.concede(state, number)
    answering, moving = bool(state.questions), state.moving
    events = apply_order(state, number, order, dice, asked(state), VERBS, QUESTIONS)
    cut_short = [] if answering else active_stack.cut_short(state, number, order, moving)
    if answering or state.questions:
        stages.settle(state, dice, events)
    if not state.questions:
        standing.enforce_limits(state)
    seen = visible_events(state, side, order, [*events, *sequence.settle(state, dice)])
    return [*cut_short, *(_revealing(event, side) for event in seen)]


def _revealing(event: Event, side: str) -> Event:
    """Return an event that cannot be undone if it shows the player a loss of the enemy's [4.9a]."""
    if isinstance(event, Loss) and event.side != side:
        return msgspec.structs.replace(event, final=True)
    return event


# -- queries ---------------------------------------------------------------------------------------


def preview(state: OcsState, order: Order) -> Explanation:
    """Explain the odds of an attack, barrage or air mission, or the cost of a move."""
    found = explain_order(state, state.side, order, asked(state), VERBS, QUESTIONS)
    return found if state.questions else mission_stages.with_stages(state, order, found)


def explain(state: OcsState, unit: str) -> Explanation:
    """Explain where a counter's supply comes from, and what it would pay to move, attack or fire."""
    return supply_report.supply_of(state, state.scenario.index[unit])


def reach(state: OcsState, units: Sequence[str]) -> Mapping[Hex, float]:
    """Return the hexes in which all the units can end their move now, with the MP cost of the slowest."""
    counters = tuple(state.scenario.index[id_] for id_ in units)
    if state.questions or state.phase not in MOVEMENT or not counters:
        return {}
    movable = moves.movable(state, state.side)
    return moves.costs(state, counters) if all(movable >> c & 1 for c in counters) else {}


def zoc(state: OcsState, side: str) -> HexSet:
    """Return the ZOC of a side."""
    return zones.zoc(state, state.scenario.side_index[side])


def supply(state: OcsState, side: str) -> HexSet:
    """Return the hexes in which a side's units would have trace supply."""
    return trace.trace_hexes_of_some(state, state.scenario.side_index[side])


__all__ = [
    "apply", "check", "choices", "explain", "from_plain", "phase", "preview", "reach", "setup", "supply",
    "to_act", "view", "zoc",
]  # fmt: skip
