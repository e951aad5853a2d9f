"""Chapters 9.14c and 9.14d: which transports their owner gives up, and where the others go."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.ocs.combat import results, specialized
from grognard.games.ocs.model.combat_events import Displaced
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.supply import extenders
from grognard.games.ocs.supply.tokens import bring

KINDS = ("yield", "displace", "collapse")


def hexes(state: OcsState, question: Question) -> HexSet:
    """Return the hexes where displaced transports, or a collapsed Extender, can go."""
    if question.kind == "collapse":
        return extenders.collapse_hexes(state, question.hex, question.side)
    return specialized.displacement_hexes(state, question.side, question.hex, question.data[0])


def answers(state: OcsState, question: Question) -> Sequence[Order]:
    """List the answers: a transport to give up, or a hex for all of them."""
    scenario = state.scenario
    if question.kind == "yield":
        return [Order("lose", units=scenario.names[c]) for c in question.units]
    ids = scenario.ids(mask_of(question.units))
    return OrderPerHex(hexes(state, question), lambda hex_: Order(question.kind, scenario.label(hex_), ids))


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None if it is legal."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    if not units or units & ~mask_of(question.units):
        ids = scenario.ids(mask_of(question.units))
        return Illegal("9.14c.5", "choose among {units}", units=ids)
    if question.kind == "yield":
        if units.bit_count() == 1 and not order.target:
            return None
        return Illegal("notation", "name one transport at a time: lose T")
    if question.kind == "collapse" and units != mask_of(question.units):
        return Illegal("9.14d.3", "move the whole Extender to one hex")
    to = scenario.grid.find(order.target)
    if to is None:
        return Illegal("notation", "name the destination: {verb} HEX T", verb=question.kind)
    if not hexes(state, question) >> to & 1:
        if question.kind == "collapse":
            reason = "{hex} is out of the Extender's range or not in trace supply"
            return Illegal("9.14d.3", reason, hex=order.target)
        return Illegal(
            "9.14c.4",
            "{hex} is occupied by the enemy or more than {range} hexes away",
            hex=order.target,
            range=question.data[0],
        )
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer and continue what the capture interrupted."""
    events = _carry_out(state, question, order)
    results.settle(state, dice, events)
    return events


def _carry_out(state: OcsState, question: Question, order: Order) -> list[Event]:
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    state.questions.pop()
    if question.kind == "yield":
        return _give_up(state, question, units)
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
        bring(state, to, question.side, over)
    where = (scenario.label(question.hex), order.target)
    return [Displaced(side=side, units=order.units, hexes=where, rule="9.14c.4")]


def _give_up(state: OcsState, question: Question, units: int) -> list[Event]:
    """Give up one more transport of a mixed group; the last one completes the capture [9.14c.5]."""
    due, tokens, *given = question.data
    given += bits(units)
    if len(given) < due:
        rest = bits(mask_of(question.units) & ~units)
        state.questions.append(Question("yield", question.side, rest, question.hex, (due, tokens, *given)))
        return []
    everything = mask_of(question.units) | mask_of(given)
    specialized.carry_out_capture(state, 1 - question.side, question.hex, everything, mask_of(given), tokens)
    return []


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt for the owner of the transports."""
    where = state.scenario.label(question.hex)
    if question.kind == "yield":
        return Text("The enemy captures transports in {hex}: choose which to give up.", hex=where)
    if question.kind == "collapse":
        return Text(
            "The Extender in {hex} collapses: choose a hex in trace supply for its transports.", hex=where
        )
    return Text(
        "Transports in {hex} were not captured: choose a hex at most {range} hexes away.",
        hex=where,
        range=question.data[0],
    )
