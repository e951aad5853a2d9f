"""Case 5.4a: too few Reserve markers at the end of a Movement Segment, so a stack gives its marker up.

One kind of question: ``markers``, which stack of `units`, all Reserves of a side, leaves Reserve Mode.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits
from grognard.core.text import Text
from grognard.games.kit.states import on_map
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.units.modes import leave_reserve, spare_markers

VERB = "release"


def ask_for_marker(state: OcsState, side: int) -> None:
    """Ask a side with too few markers which stack leaves Reserve Mode [5.4a]."""
    if spare_markers(state, side) < 0:
        units = bits(on_map(state, state.reserve & state.scenario.of_side[side]))
        ask(state, Question("markers", side, units))


def _stacks(state: OcsState, question: Question) -> dict[Hex, CounterSet]:
    """Return the Reserves by hex: first those that entered Reserve Mode in this phase, alone in their hex."""
    found: dict[Hex, CounterSet] = {}
    for unit in question.units:
        found[state.at[unit]] = found.get(state.at[unit], 0) | 1 << unit

    def rank(hex_: Hex) -> tuple[int, Hex]:
        return (found[hex_] & ~state.switched).bit_count(), -hex_

    return {hex_: found[hex_] for hex_ in sorted(found, key=rank)}


def answers(state: OcsState, question: Question) -> list[Order]:
    """List an order for each stack of Reserves."""
    return [Order(VERB, units=state.scenario.ids(units)) for units in _stacks(state, question).values()]


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Refuse units that are not Reserves of one hex; one unit stands for its stack [5.4a]."""
    index = state.scenario.index
    others = [id_ for id_ in order.units if index[id_] not in question.units]
    if others:
        return Illegal("5.4a.1", "{unit} is not in Reserve Mode", unit=others[0])
    if len({state.at[index[id_]] for id_ in order.units}) != 1:
        return Illegal("5.4a.1", "name the Reserves of one hex, which give up their marker")
    return None


def answer(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Take a stack out of Reserve Mode; ask again while there are still too few markers [5.4a]."""
    state.questions.pop()
    units = _stacks(state, question)[state.at[state.scenario.index[order.units[0]]]]
    events = leave_reserve(state, units, "5.4a.1")
    ask_for_marker(state, question.side)
    return events


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    limit = state.scenario.side_data[question.side].reserve_markers
    return Text(
        "You have {markers} for {stacks}: choose the stack that leaves Reserve Mode.",
        markers=plural(limit, "Reserve marker"),
        stacks=plural(len(_stacks(state, question)), "stack"),
    )
