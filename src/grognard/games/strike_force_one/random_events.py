"""Chapter 7: the events phase, with replacements and reserve in Advanced and random events in Expert."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits
from grognard.games.strike_force_one.events import (
    Arrived,
    Disrupted,
    EventRolled,
    NoEffect,
    Replaced,
    SupportPlaced,
)
from grognard.games.strike_force_one.model.scenario import SOVIET, tables
from grognard.games.strike_force_one.model.state import AWAY, BOXED, EDGE, LOST, SfoState, put, units_at

CELLS = 12


def cell_event(side_name: str, cell: int) -> str:
    """Return the event in a cell of a side's table; cells are row * 2 + column."""
    event: str = tables()["events"][side_name][cell // 2][cell % 2]
    return event


# -- at the start of an events phase ---------------------------------------------------------------


def scheduled_arrivals(state: SfoState, side: int, events: list[Event]) -> None:
    """Put the reinforcements of this turn at the map edge [12-expert-reinf, 13-expert-reinf]."""
    scenario = state.scenario
    for c in scenario.arrivals.get(state.turn, ()):
        if scenario.side_of[c] == side and state.at[c] == AWAY:
            put(state, c, EDGE)
            events.append(Arrived(units=scenario.names[c], rule=scenario.file.arrivals_rule))


def reserve_arrives(state: SfoState, events: list[Event]) -> None:
    """Put V at the map edge once the Soviets hold two towns [7-advanced-us-trigger, R-SFO-30]."""
    scenario = state.scenario
    v = scenario.index["V"]
    taken = sum(state.held[SOVIET] >> town & 1 for town in scenario.towns)
    if state.at[v] == AWAY and taken >= tables()["victory"]["towns-needed"]:
        put(state, v, EDGE)
        events.append(Arrived(units=scenario.names[v], towns=taken, rule="7-advanced-us-trigger"))


def can_replace(state: SfoState) -> list[int]:
    """Return the Soviet units that may be replaced now in Advanced, once per game [7-advanced]."""
    if state.replaced or state.turn < tables()["replacement-from-turn"]:
        return []
    return units_at(state, SOVIET, BOXED)


# -- random events ---------------------------------------------------------------------------------


def roll_events(state: SfoState, side: int, dice: Roller, events: list[Event]) -> None:
    """Roll or draw this turn's random event, or two to choose from [7-expert-guards, 13-expert-hardened]."""
    cells: list[int] = []
    for _ in range(state.scenario.event_rolls[side]):
        by_chits = state.scenario.by_chits
        cell, shown = _draw_chit(state, side, cells, dice) if by_chits else _roll_cell(dice)
        cells.append(cell)
        _add_rolled_event(state, side, cell, shown, events)
    names = {cell_event(state.scenario.sides[side], cell) for cell in cells}
    if len(names) > 1:
        ask(state, Question("choose", side, data=tuple(cells)))
    else:
        apply_event(state, side, cells[0], events)


def _roll_cell(dice: Roller) -> tuple[int, tuple[int, ...]]:
    """Roll the column, then the row [R-SFO-10]."""
    first, second = dice.roll("event column"), dice.roll("event row")
    column = 0 if first <= tables()["events"]["left-up-to"] else 1
    return (second - 1) * 2 + column, (first, second)


def _draw_chit(state: SfoState, side: int, drawn: list[int], dice: Roller) -> tuple[int, tuple[int, ...]]:
    """Draw a chit from the bag, without spent chits and those already drawn [R-SFO-35, R-SFO-36]."""
    bag = [cell for cell in range(CELLS) if not state.spent[side] >> cell & 1 and cell not in drawn]
    number = dice.roll("event chit", len(bag))
    return bag[number - 1], (number,)


def _add_rolled_event(
    state: SfoState, side: int, cell: int, shown: tuple[int, ...], events: list[Event]
) -> None:
    name = state.scenario.sides[side]
    events.append(EventRolled(side=name, dice=shown, event=cell_event(name, cell), final=True))


def apply_event(state: SfoState, side: int, cell: int, events: list[Event]) -> None:
    """Apply a random event."""
    scenario = state.scenario
    event = cell_event(scenario.sides[side], cell)
    if event in scenario.chits_of[side]:
        state.at[scenario.chits_of[side][event]] = EDGE
    elif event == "replacement":
        _offer_replacements(state, side, events)
    elif event == "friction":
        targets = tuple(bits(_enemies_on_map(state, side)))
        if targets:
            ask(state, Question("disrupt", side, targets))
        else:
            _no_effect(state, side, "7.1-expert-friction-choose", events, "no enemy on map")
    elif event in scenario.index:
        _reinforce(state, side, scenario.index[event], cell, events)
    else:
        _no_effect(state, side, "7.1-expert-asplanned", events)


def _enemies_on_map(state: SfoState, side: int) -> int:
    return sum(state.here[h] for h in bits(state.held[1 - side]))


def _no_effect(
    state: SfoState,
    side: int,
    rule: str,
    events: list[Event],
    cause: Literal["", "no enemy on map", "already arrived", "no losses"] = "",
    units: tuple[str, ...] = (),
) -> None:
    name = state.scenario.sides[side]
    events.append(NoEffect(side=name, units=units, cause=cause, rule=rule))


def _reinforce(state: SfoState, side: int, unit: int, cell: int, events: list[Event]) -> None:
    """Put a reinforcement at the map edge; its event then has no effect [7.1-expert-reinf-once]."""
    scenario = state.scenario
    spent = state.spent[side] >> cell & 1
    state.spent[side] |= 1 << cell
    if spent or state.at[unit] != AWAY:
        _no_effect(state, side, "7.1-expert-empty", events, "already arrived", scenario.names[unit])
        return
    if not scenario.by_chits:
        # both cells that show the unit are empty now; in a bag each chit leaves when it is drawn
        for other in range(CELLS):
            if cell_event(scenario.sides[side], other) == scenario.counters[unit].id:
                state.spent[side] |= 1 << other
    put(state, unit, EDGE)
    events.append(Arrived(units=scenario.names[unit], rule="7.1-expert-reinf-edge"))


def _offer_replacements(state: SfoState, side: int, events: list[Event]) -> None:
    """Offer replacements: up to two Soviet or one US [7.1-expert-repl-soviet, 7.1-expert-repl-us]."""
    lost = units_at(state, side, LOST)
    if not lost:
        _no_effect(state, side, "7.1-expert-repl-none", events, "no losses")
        return
    most = tables()["events"]["replacements"][state.scenario.sides[side]]
    ask(state, Question("replace", side, tuple(lost), data=(most,)))


def replace_orders(state: SfoState, question: Question) -> list[Order]:
    """List every choice of eliminated units to replace."""
    scenario = state.scenario
    most = min(question.data[0], len(question.units))
    return [
        Order("replace", "", tuple(scenario.counters[c].id for c in chosen))
        for size in range(1, most + 1)
        for chosen in combinations(question.units, size)
    ]


def apply_replacement(state: SfoState, side: int, units: list[int], events: list[Event]) -> None:
    """Put replacements at the map edge; in Advanced only once per game."""
    scenario = state.scenario
    for c in units:
        put(state, c, EDGE)
        state.replacing |= 1 << c
    if scenario.level == "advanced":
        state.replaced = True
        for c in units_at(state, SOVIET, BOXED):  # unused replacements are lost [7-advanced-soviet-nosave]
            put(state, c, LOST)
    names = tuple(scenario.counters[c].id for c in units)
    rule = "7-advanced-soviet-edge" if scenario.level == "advanced" else "7.1-expert-repl-edge"
    events.append(Replaced(units=names, rule=rule))


def apply_friction(state: SfoState, unit: int, events: list[Event]) -> None:
    """Disrupt an enemy unit until the end of its next combat phase [7.1-expert-friction]."""
    state.disrupted |= 1 << unit
    events.append(Disrupted(units=state.scenario.names[unit], rule="7.1-expert-friction-choose"))


# -- support chits, placed while moving ------------------------------------------------------------


def chit_in_hand(state: SfoState, side: int) -> int | None:
    """Return the support chit a side may place in this movement phase, or None."""
    for chit in state.scenario.chits_of[side].values():
        if state.at[chit] == EDGE:
            return chit
    return None


def placing_rule(kind: str) -> str:
    """Return the rule for placing a chit of this kind."""
    return {
        "air": "7.1-expert-air-place",
        "artillery": "7.1-expert-art-place",
        "spetsnaz": "7.1-expert-spetsnaz-place",
    }[kind]


def place_orders(state: SfoState, side: int, chit: int) -> list[Order]:
    """List the enemy hexes on which a chit may be placed [7.1-expert-air-place, R-SFO-24]."""
    labels, name = state.scenario.grid.labels, state.scenario.names[chit]
    return [Order("place", "", name, (labels[h],)) for h in bits(state.held[1 - side])]


def apply_place(state: SfoState, chit: int, where: int, events: list[Event]) -> None:
    """Place a support chit on a hex."""
    state.at[chit] = where
    scenario = state.scenario
    events.append(
        SupportPlaced(
            units=scenario.names[chit],
            hexes=(scenario.grid.label(where),),
            rule=placing_rule(scenario.counters[chit].kind),
        )
    )
