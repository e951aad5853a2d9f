"""Chapters 4 and 5: setup and the sequence of play."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.hexes.grid import bits
from grognard.games.kit.events import TurnBegan, game_over
from grognard.games.strike_force_one import random_events
from grognard.games.strike_force_one.events import Recovered, Returned
from grognard.games.strike_force_one.model.scenario import SOVIET, SfoScenario
from grognard.games.strike_force_one.model.state import AWAY, EDGE, LOST, SfoState, empty, put
from grognard.games.strike_force_one.victory import judge


def set_up(scenario: SfoScenario) -> SfoState:
    """Return the state at the start of the first phase [4]."""
    state = empty(scenario)
    for unit, hex_ in scenario.setup.items():
        put(state, unit, hex_)
    mark_spent_events(state)
    begin_phase(state, [])
    return state


def mark_spent_events(state: SfoState) -> None:
    """Mark the events of units that are in play or scheduled as spent [R-SFO-32]."""
    scenario = state.scenario
    scheduled = {c for units in scenario.arrivals.values() for c in units}
    for side, name in enumerate(scenario.sides):
        for cell in range(random_events.CELLS):
            unit = scenario.index.get(random_events.cell_event(name, cell))
            if unit is not None and (state.at[unit] != AWAY or unit in scheduled):
                state.spent[side] |= 1 << cell


def begin_phase(state: SfoState, events: list[Event]) -> None:
    """Begin the current phase; skip it if there is no decision."""
    if state.phase != "events":
        return
    side = state.side
    random_events.scheduled_arrivals(state, side, events)
    if state.scenario.level == "advanced":
        if side == SOVIET and random_events.can_replace(state):
            return
        if side != SOVIET:
            random_events.reserve_arrives(state, events)
        end_phase(state, events)


def end_phase(state: SfoState, events: list[Event]) -> None:
    """End the current phase and begin the next, or the game after the last turn."""
    if state.phase == "movement":
        _send_back_replacements(state, events)
    elif state.phase == "combat":
        _restore(state, events)
    state.phase_index += 1
    if state.phase_index == len(state.scenario.sequence):
        if state.turn == state.scenario.turns:
            state.phase_index -= 1
            state.result = result = judge(state)
            events.append(game_over(result))
            return
        state.phase_index = 0
        state.turn += 1
        events.append(TurnBegan(turn=state.turn))
    begin_phase(state, events)


def _send_back_replacements(state: SfoState, events: list[Event]) -> None:
    """Return replacements that did not enter to the eliminated units [7.1-expert-repl-nosave]."""
    for c in bits(state.replacing):
        if state.at[c] == EDGE:
            put(state, c, LOST)
            advanced = state.scenario.level == "advanced"
            rule = "7-advanced-soviet-nosave" if advanced else "7.1-expert-repl-nosave"
            events.append(Returned(units=state.scenario.names[c], rule=rule))
    state.replacing = 0


def _restore(state: SfoState, events: list[Event]) -> None:
    """Restore units and return chits at the end of a combat phase [9.4, 7.1]."""
    scenario, side = state.scenario, state.side
    recovered = state.disrupted & scenario.units_of[side]
    if recovered:
        events.append(Recovered(units=scenario.ids(recovered), rule="9.4-advanced-faceup"))
    state.disrupted &= ~recovered
    state.moved = state.fought = 0
    for chit in scenario.chits_of[side].values():
        if state.at[chit] != AWAY:
            state.at[chit] = AWAY
