"""Chapters 9.1–9.3: losses, retreats and advances, as questions on the stack."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit import settling
from grognard.games.kit.events import Advanced, Eliminated, NoRetreat, Retreated
from grognard.games.kit.settling import survivors
from grognard.games.strike_force_one.events import Swapped
from grognard.games.strike_force_one.model.scenario import SOVIET, tables
from grognard.games.strike_force_one.model.state import BOXED, LOST, SfoState, put, units_at, zone


def settle(state: SfoState, events: list[Event]) -> None:
    """Resolve what needs no decision."""
    settling.settle(state, _STEPS, events)


# -- 9.1 losses ------------------------------------------------------------------------------------


def eliminate(state: SfoState, unit: int, events: list[Event], rule: str = "9.1-all-removed") -> None:
    """Eliminate a unit; in Advanced a Soviet unit goes to a replacement box [9.1-advanced-box]."""
    scenario = state.scenario
    where = scenario.grid.label(state.at[unit])
    put(state, unit, LOST)
    state.disrupted &= ~(1 << unit)
    events.append(Eliminated(units=scenario.names[unit], hexes=(where,), rule=rule))
    if scenario.level == "advanced" and scenario.side_of[unit] == SOVIET and not state.replaced:
        if len(units_at(state, SOVIET, BOXED)) < tables()["replacement-boxes"]:
            put(state, unit, BOXED)
        else:
            ask(state, Question("swap", SOVIET, (unit,)))


def _settle_losses(state: SfoState, question: Question, events: list[Event]) -> bool:
    """Eliminate units if there is no choice [9-chart-e1]."""
    units = survivors(state, question)
    if len(units) > question.data[0]:
        return False
    state.questions.pop()
    for c in units:
        eliminate(state, c, events)
    return True


def apply_loss(state: SfoState, unit: int, events: list[Event]) -> None:
    """Eliminate the one unit that its owner chose [9-chart-e1]."""
    state.questions.pop()
    eliminate(state, unit, events)


# -- 9.2 retreat -----------------------------------------------------------------------------------


def retreat_hexes(state: SfoState, unit: int) -> HexSet:
    """Return the legal retreats of a unit: adjacent, passable, outside enemy ZOCs, not full.

    [9.2, R-SFO-19]
    """
    scenario = state.scenario
    side = scenario.side_of[unit]
    near = scenario.grid.around[state.at[unit]] & scenario.passable
    return near & ~zone(state, 1 - side) & ~state.full[side]


def _settle_retreat(state: SfoState, question: Question, events: list[Event]) -> bool:
    """Eliminate units that cannot retreat; a breakthrough adds a second hex of retreat."""
    units = survivors(state, question)
    if any(retreat_hexes(state, c) for c in units):
        return False  # a retreat may clear a hex for the next unit [R-SFO-19]
    state.questions.pop()
    label = state.scenario.grid.label
    for hex_ in dict.fromkeys(state.at[c] for c in units):
        trapped = state.scenario.ids(mask_of(c for c in units if state.at[c] == hex_))
        events.append(NoRetreat(units=trapped, hexes=(label(hex_),), rule="9.2-all-none"))
    for c in units:
        eliminate(state, c, events, rule="9.2-all-none")
    through, *entered = question.data
    if through and entered:
        again = tuple(c for h in sorted(set(entered)) for c in bits(state.here[h]))
        ask(state, Question("retreat", question.side, again, question.hex, (0,)))
    return True


def retreat_orders(state: SfoState, unit: int) -> list[Order]:
    """List the retreats of a unit."""
    labels, name = state.scenario.grid.labels, state.scenario.names[unit]
    return [Order("retreat", "", name, (labels[h],)) for h in bits(retreat_hexes(state, unit))]


def apply_retreat(state: SfoState, question: Question, unit: int, to: Hex, events: list[Event]) -> None:
    """Retreat one unit; after a breakthrough remember the hex [9.2-expert-open-chain]."""
    scenario = state.scenario
    hexes = (scenario.grid.label(state.at[unit]), scenario.grid.label(to))
    put(state, unit, to)
    rest = tuple(c for c in question.units if c != unit)
    data = (*question.data, to) if question.data[0] else question.data
    state.questions[-1] = Question(question.kind, question.side, rest, question.hex, data)
    events.append(Retreated(units=scenario.names[unit], hexes=hexes, rule="9.2-all-one"))


# -- 9.3 advance -----------------------------------------------------------------------------------


def _settle_advance(state: SfoState, question: Question, events: list[Event]) -> bool:
    """Drop the question if no unit can advance or the hex is still occupied."""
    if survivors(state, question) and not state.here[question.hex]:
        return False
    state.questions.pop()
    return True


def advance_orders(state: SfoState, question: Question, unit: int) -> list[Order]:
    """List the advances of a unit into the vacated hex, or by exploitation."""
    scenario = state.scenario
    if question.kind == "advance":
        return [Order("advance", "", scenario.names[unit])]
    labels = scenario.grid.labels
    return [
        Order("advance", "", scenario.names[unit], (labels[h],))
        for h in bits(exploitation_hexes(state, unit))
    ]


def exploitation_hexes(state: SfoState, unit: int) -> HexSet:
    """Return the second hexes of an exploiting tank, even in enemy ZOC or forest [9.3-expert-open-second]."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    near = scenario.grid.around[state.at[unit]] & scenario.passable
    return near & ~state.held[1 - side] & ~state.full[side]


def _settle_exploitation(state: SfoState, question: Question, events: list[Event]) -> bool:
    if exploitation_hexes(state, question.units[0]):
        return False
    state.questions.pop()
    return True


def apply_advance(state: SfoState, question: Question, unit: int, to: Hex, events: list[Event]) -> None:
    """Advance a unit; a tank that broke through may advance again, then another unit may follow."""
    scenario = state.scenario
    hexes = (scenario.grid.label(state.at[unit]), scenario.grid.label(to))
    put(state, unit, to)
    state.questions.pop()
    exploits = question.kind == "exploit"
    rule = "9.3-expert-open-second" if exploits else "9.3-all-one"
    events.append(Advanced(units=scenario.names[unit], hexes=hexes, rule=rule))
    if exploits:
        ask(state, Question("advance", question.side, question.data, question.hex, (0,)))
    elif question.data[0] and scenario.tanks >> unit & 1:
        others = tuple(c for c in question.units if c != unit)
        ask(state, Question("exploit", question.side, (unit,), question.hex, others))


# -- Advanced: the replacement boxes ---------------------------------------------------------------


def apply_swap(state: SfoState, question: Question, boxed: int, events: list[Event]) -> None:
    """Put a new loss into a replacement box in place of another unit [9.1-advanced-swap]."""
    new = question.units[0]
    state.questions.pop()
    put(state, boxed, LOST)
    put(state, new, BOXED)
    names = (*state.scenario.names[new], *state.scenario.names[boxed])
    events.append(Swapped(units=names, rule="9.1-advanced-swap"))


_STEPS = {
    "lose": _settle_losses,
    "retreat": _settle_retreat,
    "advance": _settle_advance,
    "exploit": _settle_exploitation,
}
