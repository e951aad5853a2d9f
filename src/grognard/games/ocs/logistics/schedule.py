"""What the scenario's file says of reinforcements and withdrawals, turn by turn [13.6]."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.events import Event
from grognard.games.ocs.model.files import Arrival
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, COMING, GONE, OcsState, put, remove
from grognard.games.ocs.supply.tokens import drain, pile


@lru_cache(maxsize=32)
def schedule(scenario: OcsScenario) -> dict[int, Arrival]:
    """For each unit that the file schedules its line."""
    return {scenario.counter(id_): line for line in scenario.file.arrival for id_ in line.units}


def expect(state: OcsState) -> None:
    """At the start: units that are not there yet are on their way [13.6]."""
    scenario = state.scenario
    for unit, line in schedule(scenario).items():
        state.due[unit] = line.turn
        state.lost[unit] = line.lost
    for unit in range(scenario.unit_count):
        if state.at[unit] == AWAY and state.due[unit] >= scenario.file.first_turn:
            put(state, unit, COMING)


def side_of(scenario: OcsScenario, line: Arrival) -> int:
    """Whose reinforcements a line of the schedule brings."""
    if line.side:
        return scenario.side_index[line.side]
    return scenario.side_of[scenario.counter(line.units[0])]


def entry_names(state: OcsState, unit: int) -> tuple[str, ...]:
    """Where a unit comes on: by the schedule, or where replacements appear and who broke out [12.8e, V41]."""
    scenario = state.scenario
    line = schedule(scenario).get(unit)
    if line and line.turn == state.due[unit]:
        return line.at
    data = scenario.side_data[scenario.side_of[unit]]
    generic = scenario.pax | scenario.eq | scenario.transports & ~scenario.organic
    first, other = data.breakout_return, data.entry_supply
    return other or first if generic >> unit & 1 else first or other


def withdraw(state: OcsState, side: int) -> list[Event]:
    """Units that the scenario takes out of the game; supply on transports stays on the ground."""
    scenario, events = state.scenario, []
    for line in scenario.file.withdrawal:
        units = [scenario.counter(id_) for id_ in line.units] if line.turn == state.turn else []
        for unit in units:
            if scenario.side_of[unit] != side or state.at[unit] == GONE:
                continue
            if state.at[unit] >= 0:
                says = f"{scenario.called[unit]} is withdrawn"
                events.append(private(state, side, "withdrawn", says, rule="13.6.1"))
                load = state.tokens[unit]
                drain(state, unit, load)
                if load:
                    pile(state, state.at[unit], side, load)
            remove(state, unit, GONE)
    return events


def private(state: OcsState, side: int, kind: str, says: str, **more: object) -> Event:
    """An event that the enemy does not see: he may not look at what comes onto the map [4.9]."""
    name = state.scenario.sides[side]
    return Event(kind, says, side=name, only=(name,), **more)  # type: ignore[arg-type]
