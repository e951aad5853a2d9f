"""What the owner of captured transports is asked: which he gives up, where the others go [9.14c, 9.14d]."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.decisions import Frame
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.ocs.combat import results, specialized
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.supply import extenders

KINDS = ("yield", "displace", "collapse")


def hexes(state: OcsState, frame: Frame) -> HexSet:
    """Where displaced transports, or a collapsed Extender, may go."""
    if frame.kind == "collapse":
        return extenders.collapse_hexes(state, frame.hex, frame.side)
    return specialized.displacement_hexes(state, frame.side, frame.hex, frame.data[0])


def answers(state: OcsState, frame: Frame) -> Sequence[Order]:
    """Every answer: a transport to give up, or a hex for all of them together."""
    scenario = state.scenario
    if frame.kind == "yield":
        return [Order("lose", units=scenario.names[c]) for c in frame.units]
    ids = scenario.ids(mask_of(frame.units))
    return OrderPerHex(hexes(state, frame), lambda hex_: Order(frame.kind, scenario.label(hex_), ids))


def check(state: OcsState, frame: Frame, order: Order) -> Illegal | None:
    """Why an answer is not possible, or None when it is."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    if not units or units & ~mask_of(frame.units):
        names = ", ".join(scenario.ids(mask_of(frame.units)))
        return Illegal("9.14c.5", f"name some of {names}")
    if frame.kind == "yield":
        if units.bit_count() == 1 and not order.target:
            return None
        return Illegal("notation", "name the transports one at a time, as in: lose T")
    if frame.kind == "collapse" and units != mask_of(frame.units):
        return Illegal("9.14d.3", "the whole Extender goes to one hex")
    to = scenario.grid.find(order.target)
    if to is None:
        return Illegal("notation", f"say where they go, as in: {frame.kind} HEX T")
    if not hexes(state, frame) >> to & 1:
        if frame.kind == "collapse":
            return Illegal("9.14d.3", f"{order.target} is out of the Extender's range or not in trace supply")
        return Illegal("9.14c.4", f"{order.target} is out of reach or taken: at most {frame.data[0]} hexes")
    return None


def answer(state: OcsState, frame: Frame, order: Order, dice: Roller) -> list[Event]:
    """Carry an answer out, and what the capture interrupted: who is left is asked for next."""
    events = _carry_out(state, frame, order)
    results.settle(state, dice, events)
    return events


def _carry_out(state: OcsState, frame: Frame, order: Order) -> list[Event]:
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    state.stack.pop()
    if frame.kind == "yield":
        return _yield(state, frame, units)
    to, side = scenario.hex(order.target), scenario.sides[frame.side]
    if frame.kind == "collapse":
        return extenders.collapse_to(state, units, to)
    rest = mask_of(frame.units) & ~units
    for c in bits(units):
        put(state, c, to)
    over = frame.data[1]
    if rest:
        state.stack.append(Frame("displace", frame.side, bits(rest), frame.hex, (frame.data[0], over)))
    elif over:
        specialized.lay_down(state, to, frame.side, over)
    where = (scenario.label(frame.hex), order.target)
    return [
        Event(
            "displaced", "{units} displaced {hexes}", side, order.units, where, rule="9.14c.4", only=(side,)
        )
    ]


def _yield(state: OcsState, frame: Frame, units: int) -> list[Event]:
    """One more of a mixed lot is given up; with the last one the capture is carried out [9.14c.5]."""
    due, tokens, *given = frame.data
    given += bits(units)
    if len(given) < due:
        rest = bits(mask_of(frame.units) & ~units)
        state.stack.append(Frame("yield", frame.side, rest, frame.hex, (due, tokens, *given)))
        return []
    everything = mask_of(frame.units) | mask_of(given)
    specialized.hand_over(state, 1 - frame.side, frame.hex, everything, mask_of(given), tokens)
    return []


def sentence(state: OcsState, frame: Frame) -> str:
    """The question in plain words."""
    where = state.scenario.place_name(frame.hex)
    if frame.kind == "yield":
        return f"The enemy captures transports in {where}: choose which you give up."
    if frame.kind == "collapse":
        return f"The Extender in {where} collapses: choose a hex in trace supply for its transports."
    return f"Transports in {where} got away: choose where they go, at most {frame.data[0]} hexes."
