"""What the owner of captured transports is asked: which he gives up, where the others go [9.14c, 9.14d]."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.ocs.combat import results, specialized
from grognard.games.ocs.model.combat_events import Displaced
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.supply import extenders

KINDS = ("yield", "displace", "collapse")


def hexes(state: OcsState, question: Question) -> HexSet:
    """Where displaced transports, or a collapsed Extender, may go."""
    if question.kind == "collapse":
        return extenders.collapse_hexes(state, question.hex, question.side)
    return specialized.displacement_hexes(state, question.side, question.hex, question.data[0])


def answers(state: OcsState, question: Question) -> Sequence[Order]:
    """Every answer: a transport to give up, or a hex for all of them together."""
    scenario = state.scenario
    if question.kind == "yield":
        return [Order("lose", units=scenario.names[c]) for c in question.units]
    ids = scenario.ids(mask_of(question.units))
    return OrderPerHex(hexes(state, question), lambda hex_: Order(question.kind, scenario.label(hex_), ids))


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Why an answer is not possible, or None when it is."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    if not units or units & ~mask_of(question.units):
        names = ", ".join(scenario.ids(mask_of(question.units)))
        return Illegal("9.14c.5", f"name some of {names}")
    if question.kind == "yield":
        if units.bit_count() == 1 and not order.target:
            return None
        return Illegal("notation", "name the transports one at a time, as in: lose T")
    if question.kind == "collapse" and units != mask_of(question.units):
        return Illegal("9.14d.3", "the whole Extender goes to one hex")
    to = scenario.grid.find(order.target)
    if to is None:
        return Illegal("notation", f"say where they go, as in: {question.kind} HEX T")
    if not hexes(state, question) >> to & 1:
        if question.kind == "collapse":
            return Illegal("9.14d.3", f"{order.target} is out of the Extender's range or not in trace supply")
        return Illegal(
            "9.14c.4", f"{order.target} is out of reach or taken: at most {question.data[0]} hexes"
        )
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry an answer out, and what the capture interrupted: who is left is asked for next."""
    events = _carry_out(state, question, order)
    results.settle(state, dice, events)
    return events


def _carry_out(state: OcsState, question: Question, order: Order) -> list[Event]:
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    state.questions.pop()
    if question.kind == "yield":
        return _yield(state, question, units)
    to, side = scenario.hex(order.target), scenario.sides[question.side]
    if question.kind == "collapse":
        return extenders.collapse_to(state, units, to)
    rest = mask_of(question.units) & ~units
    for c in bits(units):
        put(state, c, to)
    over = question.data[1]
    if rest:
        state.questions.append(
            Question("displace", question.side, bits(rest), question.hex, (question.data[0], over))
        )
    elif over:
        specialized.lay_down(state, to, question.side, over)
    where = (scenario.label(question.hex), order.target)
    return [Displaced(side=side, units=order.units, hexes=where, rule="9.14c.4", only=(side,))]


def _yield(state: OcsState, question: Question, units: int) -> list[Event]:
    """One more of a mixed lot is given up; with the last one the capture is carried out [9.14c.5]."""
    due, tokens, *given = question.data
    given += bits(units)
    if len(given) < due:
        rest = bits(mask_of(question.units) & ~units)
        state.questions.append(Question("yield", question.side, rest, question.hex, (due, tokens, *given)))
        return []
    everything = mask_of(question.units) | mask_of(given)
    specialized.hand_over(state, 1 - question.side, question.hex, everything, mask_of(given), tokens)
    return []


def sentence(state: OcsState, question: Question) -> str:
    """The question in plain words."""
    where = state.scenario.place_name(question.hex)
    if question.kind == "yield":
        return f"The enemy captures transports in {where}: choose which you give up."
    if question.kind == "collapse":
        return f"The Extender in {where} collapses: choose a hex in trace supply for its transports."
    return f"Transports in {where} got away: choose where they go, at most {question.data[0]} hexes."
