"""Stacking: how much a hex holds, and what becomes of hexes that hold too much [4.6, 4.8]."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.combat_events import Eliminated
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, remove, size_now, units_at


@lru_cache(maxsize=32)
def limit(scenario: OcsScenario) -> int:
    """What a hex holds in quarters of a regimental equivalent [4.8]."""
    return int(scenario.tables["stacking"]["max_re"]) * QUARTERS


def size_of(state: OcsState, units: CounterSet) -> int:
    """The size of some units in quarters of a regimental equivalent [4.6]."""
    return sum(size_now(state, unit) for unit in bits(units))


def fits(state: OcsState, hex_: Hex, units: CounterSet) -> bool:
    """Whether a hex holds some units of a side and its others there [4.8a]."""
    side = state.scenario.side_of[units.bit_length() - 1]
    return size_of(state, units_at(state, hex_, side) | units) <= limit(state.scenario)


def overstacked(state: OcsState, side: int) -> HexSet:
    """The hexes in which a side has more combat units than may stay there; nothing else counts [4.8]."""
    scenario = state.scenario
    own, most, found = scenario.combat_units & scenario.of_side[side], limit(scenario), 0
    few = most // max(scenario.size)  # so many are never too much
    for hex_, there in state.here.items():
        units = there & own
        if units.bit_count() > few and size_of(state, units) > most:
            found |= 1 << hex_
    return found


# -- too much --------------------------------------------------------------------------------------------


def enforce(state: OcsState) -> None:
    """The end of a segment or phase: the owners of crowded hexes have to eliminate units [4.8a].

    Not for the Reinforcement Phase. Pushes a question for each hex.
    """
    for side in (1 - state.side, state.side):
        for hex_ in bits(overstacked(state, side)):
            ask(state, Question("overstacked", side, hex=hex_))


def answers(state: OcsState, question: Question) -> list[Order]:
    """The units of a crowded hex that its owner can give up."""
    scenario = state.scenario
    return [
        Order("lose", units=scenario.names[c]) for c in bits(units_at(state, question.hex, question.side))
    ]


def check_lose(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Whether a unit can be given up: one of the crowded hex [4.8a]."""
    if order in answers(state, question):
        return None
    where = state.scenario.place_name(question.hex)
    return Illegal("4.8a.2", f"one of the units in {where} must go: it holds more than {_most(state)} RE")


def apply_lose(state: OcsState, question: Question, order: Order) -> list[Event]:
    """A unit of a crowded hex is eliminated; the question stays until the rest may stay [4.8a]."""
    unit, scenario = state.scenario.index[order.units[0]], state.scenario
    remove(state, unit)
    if size_of(state, units_at(state, question.hex, question.side)) <= limit(scenario):
        state.questions.pop()
    return [
        Eliminated(
            side=scenario.sides[question.side],
            units=order.units,
            hexes=(scenario.label(question.hex),),
            overstacked=True,
            rule="4.8a.2",
        )
    ]


def sentence(state: OcsState, question: Question) -> str:
    """The question in plain words."""
    size = size_of(state, units_at(state, question.hex, question.side)) / QUARTERS
    where = state.scenario.place_name(question.hex)
    return f"{where} holds {size:g} RE of at most {_most(state)}: choose a unit to eliminate."


def _most(state: OcsState) -> int:
    return limit(state.scenario) // QUARTERS
