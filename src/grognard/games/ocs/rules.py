"""The Operational Combat Series: its answers to the contract every game fulfils."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.breakdown import Breakdown
from grognard.core.catalogue import catalogue_in
from grognard.core.dice import Roller
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet
from grognard.core.orders import Order
from grognard.core.scenario import compiled_once
from grognard.games.ocs import aftermath, help, movement, sequence, tracing, victory, zones
from grognard.games.ocs.charts import DATA
from grognard.games.ocs.frames import FRAMES
from grognard.games.ocs.imagining import imagine
from grognard.games.ocs.judgement import score
from grognard.games.ocs.news import told
from grognard.games.ocs.positions import from_position, to_position
from grognard.games.ocs.questions import choices, phase, to_act
from grognard.games.ocs.refusals import check, complete
from grognard.games.ocs.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.sequence import setup
from grognard.games.ocs.soundness import faults
from grognard.games.ocs.staff.advice import advise
from grognard.games.ocs.state import OcsState, from_plain
from grognard.games.ocs.validation import checked
from grognard.games.ocs.verbs import find
from grognard.games.ocs.viewing import areas, view

scenario = compiled_once(lambda name, options: checked(OcsScenario(DATA, name, options)))
catalogue = catalogue_in(DATA, "ocs")


def apply(state: OcsState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows from it without a question."""
    number = state.scenario.side_index[side]
    if order.verb == "concede":
        return victory.concede(state, number)
    if state.stack:
        frame = state.stack[-1]
        events = FRAMES[frame.kind].answer(state, frame, order, dice)
        aftermath.settle(state, dice, events)
    else:
        verb = find(state.phase, order.verb)
        assert verb is not None, "only legal orders are carried out"
        events = verb.apply(state, number, order, dice)
    return told(state, side, order, [*events, *sequence.settle(state, dice)])


# -- what people and players ask -------------------------------------------------------------------


def preview(state: OcsState, order: Order) -> Breakdown:
    """The odds of an attack or a barrage, the cost of a move."""
    if state.stack:
        frame = state.stack[-1]
        explain = FRAMES[frame.kind].explain
        if explain:
            return explain(state, frame, order)
    verb = None if state.stack else find(state.phase, order.verb)
    if verb is not None and verb.explain:
        return verb.explain(state, order)
    return Breakdown(str(order), (), state.scenario.game.verbs[order.verb].summary)


def explain(state: OcsState, unit: str) -> Breakdown:
    """Where a counter's supply comes from, and what it would pay to move, attack or fire."""
    return help.supply_of(state, state.scenario.index[unit])


def reach(state: OcsState, units: Sequence[str]) -> Mapping[Hex, float]:
    """Where all the units can end their move now, and what it costs the slowest."""
    counters = tuple(state.scenario.index[id_] for id_ in units)
    if state.stack or state.phase not in MOVEMENT or not counters:
        return {}
    movable = movement.movable(state, state.side)
    return movement.costs(state, counters) if all(movable >> c & 1 for c in counters) else {}


def zoc(state: OcsState, side: str) -> HexSet:
    """The zone of control of a side."""
    return zones.zone(state, state.scenario.side_index[side])


def supply(state: OcsState, side: str) -> HexSet:
    """Where a side's units would have trace supply."""
    return tracing.trace_hexes(state, state.scenario.side_index[side])


__all__ = [
    "advise",
    "apply",
    "areas",
    "catalogue",
    "check",
    "choices",
    "complete",
    "explain",
    "faults",
    "from_plain",
    "from_position",
    "imagine",
    "phase",
    "preview",
    "reach",
    "scenario",
    "score",
    "setup",
    "supply",
    "to_act",
    "to_position",
    "view",
    "zoc",
]
