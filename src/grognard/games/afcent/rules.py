"""The series' answers to the contract every game fulfils; each game binds them to its data and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.breakdown import Breakdown
from grognard.core.dice import Roller
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet
from grognard.core.orders import Order
from grognard.games.afcent import aftermath, combat, movement, sequence
from grognard.games.afcent.questions import asked, choices, deciding, phase, to_act
from grognard.games.afcent.refusals import check
from grognard.games.afcent.scenario import AfcentScenario
from grognard.games.afcent.sequence import PLAIN
from grognard.games.afcent.state import AfcentState, empty, from_plain, zone
from grognard.games.afcent.viewing import view


def setup(scenario: AfcentScenario, dice: Roller) -> AfcentState:
    """The state at the start: set up by the players, or ready-made."""
    state = empty(scenario)
    sequence.begin(state)
    return state


# -- what happens ----------------------------------------------------------------------------------


def apply(state: AfcentState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows from it without a question."""
    number, kind = state.scenario.side_index[side], asked(state)
    match order.verb:
        case "concede":
            return sequence.concede(state, number)
        case "move" | "column" | "fly":
            return movement.apply_move(state, order, dice)
        case "attack":
            return combat.apply_attack(state, number, order, dice)
        case "probe":
            return combat.apply_probe(state, number, order)
        case "commit":
            return combat.apply_commit(state, number, order, dice)
        case "lose" | "retreat" | "advance" | "stay" | "pass":
            return aftermath.answer(state, order)
        case "end" if kind != "setup":
            return sequence.end_phase(state, dice)
    if kind in PLAIN:
        return sequence.apply_plain(state, order, dice)
    return state.scenario.exclusive.apply(state, number, order, dice)


# -- what people and players ask -------------------------------------------------------------------


def preview(state: AfcentState, order: Order) -> Breakdown:
    """The odds of an attack, before and with support, or the cost of a move; else what chapter 12 tells."""
    match order.verb:
        case "attack" | "probe" | "commit":
            return combat.odds(state, state.side, order)
        case "move" | "column" | "fly":
            return movement.explain_move(state, order)
    told = state.scenario.exclusive.preview(state, order)
    return told or Breakdown(str(order), (), state.scenario.game.verbs[order.verb].summary)


def reach(state: AfcentState, units: Sequence[str]) -> Mapping[Hex, float]:
    """Where all the units can end their move now, and what it costs the slowest."""
    if state.result is not None or asked(state) != "movement" or not units:
        return {}
    counters = tuple(state.scenario.index[id_] for id_ in units)
    movable = movement.movable(state, deciding(state)[0])
    together = len({state.at[c] for c in counters}) == 1
    return movement.costs(state, counters) if together and all(movable >> c & 1 for c in counters) else {}


def zoc(state: AfcentState, side: str) -> HexSet:
    """The zone of control of a side."""
    return zone(state, state.scenario.side_index[side])


__all__ = [
    "apply",
    "check",
    "choices",
    "from_plain",
    "phase",
    "preview",
    "reach",
    "setup",
    "to_act",
    "view",
    "zoc",
]
