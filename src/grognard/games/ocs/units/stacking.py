"""Chapters 4.6 and 4.8: unit sizes, the stacking limit and overstacked hexes."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.ocs.model.combat_events import Eliminated
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, remove, size_now, units_at


@lru_cache(maxsize=32)
def stacking_limit(scenario: OcsScenario) -> int:
    """Return the stacking limit in quarters of a regimental equivalent [4.8]."""
    return int(scenario.tables["stacking"]["max_re"]) * QUARTERS


def size_of(state: OcsState, units: CounterSet) -> int:
    """Return the size of units in quarters of a regimental equivalent [4.6]."""
    return sum(size_now(state, unit) for unit in bits(units))


def fits(state: OcsState, hex_: Hex, units: CounterSet) -> bool:
    """Return whether units fit into a hex with the units of their side already there [4.8a]."""
    side = state.scenario.side_of[units.bit_length() - 1]
    return size_of(state, units_at(state, hex_, side) | units) <= stacking_limit(state.scenario)


def overstacked(state: OcsState, side: int) -> HexSet:
    """Return the hexes where a side is over the stacking limit; only combat units count [4.8]."""
    scenario = state.scenario
    own, most, found = scenario.combat_units & scenario.of_side[side], stacking_limit(scenario), 0
    few = most // max(scenario.size)  # that many units always fit
    for hex_, there in state.here.items():
        units = there & own
        if units.bit_count() > few and size_of(state, units) > most:
            found |= 1 << hex_
    return found


KINDS = ("overstacked", "column")
"""The questions of this module: too many units in a hex, or too many in Strat Mode."""

# -- overstacking ----------------------------------------------------------------------------------


def enforce_stacking(state: OcsState) -> None:
    """Ask the owners of overstacked hexes to eliminate units at the end of a segment or phase [4.8a].

    This does not apply to the Reinforcement Phase.
    """
    for hex_ in bits(crowded_columns(state, state.side)):
        ask(state, Question("column", state.side, hex=hex_))
    for side in (1 - state.side, state.side):
        for hex_ in bits(overstacked(state, side)):
            ask(state, Question("overstacked", side, hex=hex_))


def crowded_columns(state: OcsState, side: int) -> HexSet:
    """Return the hexes with too many units of a side in Strat Mode, by option [21.12c, R-OCS-296]."""
    if not state.scenario.on("21.12c"):
        return 0
    hexes = {state.at[c] for c in bits(state.strat & state.scenario.of_side[side])}
    return mask_of(hex_ for hex_ in hexes if hex_ >= 0 and is_crowded(state, hex_, side))


def is_crowded(state: OcsState, hex_: Hex, side: int) -> bool:
    """Return whether more than 3 RE of a side's units are in Strat Mode in a hex [21.12c].

    A single multi-step unit or the units of one formation may be larger.
    """
    scenario, column = state.scenario, units_at(state, hex_, side) & state.strat
    if size_of(state, column) <= scenario.tables["options"]["strat_column_re"] * QUARTERS:
        return False
    one_unit = column.bit_count() == 1 and column & scenario.multistep
    one_formation = any(not column & ~members for members in scenario.members)
    return not (one_unit or one_formation)


def answers(state: OcsState, question: Question) -> list[Order]:
    """List the units of an overstacked hex that its owner can eliminate."""
    names, units = state.scenario.names, units_at(state, question.hex, question.side)
    if question.kind == "column":
        units &= state.strat
    return [Order("lose", units=names[c]) for c in bits(units)]


def check_lose(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Refuse units outside the overstacked hex [4.8a]."""
    if order in answers(state, question):
        return None
    if question.kind == "column":
        reason = "choose one of the units in Strat Mode in {hex}"
        return Illegal("21.12c.1", reason, hex=state.scenario.label(question.hex))
    return Illegal(
        "4.8a.2",
        "choose one of the units in {hex}, which is over the stacking limit of {limit} RE",
        hex=state.scenario.label(question.hex),
        limit=_limit_in_re(state),
    )


def apply_lose(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Eliminate a unit of an overstacked hex; ask again until the rest fit [4.8a].

    It may also settle the next question, about units in Strat Mode in the same hex [21.12c].
    """
    unit, scenario = state.scenario.index[order.units[0]], state.scenario
    remove(state, unit)
    while state.questions and state.questions[-1].kind in KINDS and _is_settled(state, state.questions[-1]):
        state.questions.pop()
    return [
        Eliminated(
            side=scenario.sides[question.side],
            units=order.units,
            hexes=(scenario.label(question.hex),),
            overstacked=True,
            rule="21.12c.1" if question.kind == "column" else "4.8a.2",
        )
    ]


def _is_settled(state: OcsState, question: Question) -> bool:
    """Return whether the units left in a hex fit."""
    if question.kind == "column":
        return not is_crowded(state, question.hex, question.side)
    units = units_at(state, question.hex, question.side)
    return size_of(state, units) <= stacking_limit(state.scenario)


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt for the owner of an overstacked hex."""
    if question.kind == "column":
        return Text(
            "More than {limit} RE are in Strat Mode in {hex}: choose a unit to eliminate.",
            limit=state.scenario.tables["options"]["strat_column_re"],
            hex=state.scenario.label(question.hex),
        )
    return Text(
        "{hex} is over the stacking limit ({size:g} of {limit} RE): choose a unit to eliminate.",
        hex=state.scenario.label(question.hex),
        size=size_of(state, units_at(state, question.hex, question.side)) / QUARTERS,
        limit=_limit_in_re(state),
    )


def _limit_in_re(state: OcsState) -> int:
    return stacking_limit(state.scenario) // QUARTERS
