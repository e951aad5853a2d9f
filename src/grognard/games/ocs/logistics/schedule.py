"""Case 13.6: the scenario's schedule of reinforcements and withdrawals."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.events import Event
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.ocs.model.files import Arrival
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import (
    AWAY,
    COMING,
    GONE,
    HOSTED,
    OcsState,
    aboard,
    put,
    remove,
)
from grognard.games.ocs.model.supply_events import CraftWithdrawn, Refilled, Withdrawn
from grognard.games.ocs.sea.ships import room
from grognard.games.ocs.supply.tokens import drain, pile, use


@lru_cache(maxsize=32)
def schedule(scenario: OcsScenario) -> dict[int, Arrival]:
    """Return the scheduled arrival of each unit that has one."""
    return {scenario.counter(id_): line for line in scenario.file.arrival for id_ in line.units}


def expect(state: OcsState) -> None:
    """Put units that arrive later into the box of coming units at the start of a game [13.6]."""
    scenario = state.scenario
    for unit, line in schedule(scenario).items():
        state.due[unit] = line.turn
        state.lost[unit] = line.lost
    for unit in range(scenario.unit_count):
        if state.at[unit] == AWAY and state.due[unit] >= scenario.file.first_turn:
            put(state, unit, COMING)


def side_of(scenario: OcsScenario, line: Arrival) -> int:
    """Return the side of an arrival."""
    if line.side:
        return scenario.side_index[line.side]
    return scenario.side_of[scenario.counter(line.units[0])]


def entry_names(state: OcsState, unit: int) -> tuple[str, ...]:
    """Return the names of a unit's entry hexes: by the schedule or after a breakout [12.8e, V41]."""
    scenario = state.scenario
    line = schedule(scenario).get(unit)
    if line and line.turn == state.due[unit]:
        return line.at
    data = scenario.side_data[scenario.side_of[unit]]
    generic = scenario.pax | scenario.eq | scenario.transports & ~scenario.organic
    first, other = data.breakout_return, data.entry_supply
    return other or first if generic >> unit & 1 else first or other


def withdraw(state: OcsState, side: int) -> list[Event]:
    """Withdraw the units that the scenario names; supply on transports ashore stays on the ground.

    Planes aboard a carrier leave with it [18.2c, R-OCS-355].
    """
    scenario, name, events = state.scenario, state.scenario.sides[side], list[Event]()
    for line in scenario.file.withdrawal:
        units = [scenario.counter(id_) for id_ in line.units] if line.turn == state.turn else []
        for unit in units:
            if scenario.side_of[unit] != side or state.at[unit] == GONE:
                continue
            if state.at[unit] >= 0 or state.at[unit] == HOSTED:
                events.append(Withdrawn(side=name, units=scenario.names[unit], rule="13.6.1"))
                load = state.tokens[unit]
                if load and state.at[unit] == HOSTED:
                    use(state, unit, load)  # what is afloat leaves with it
                elif load:
                    drain(state, unit, load)
                    pile(state, state.at[unit], side, load)
            for plane in bits(aboard(state, 1 << unit)):
                events.append(Withdrawn(side=name, units=scenario.names[plane], rule="18.2c.2"))
                remove(state, plane, GONE)
            remove(state, unit, GONE)
        if line.turn == state.turn and line.side == name:
            state.craft_due[2 * side] += line.landing_craft
            state.craft_due[2 * side + 1] += line.lsts
    return events + send_craft_away(state, side)


def refill(state: OcsState, side: int) -> list[Event]:
    """Bring the reduced air units that the scenario names to full strength at any base [13.6]."""
    scenario, name = state.scenario, state.scenario.sides[side]
    named = [id_ for line in scenario.file.refill if line.turn == state.turn for id_ in line.units]
    planes = [c for c in map(scenario.counter, named) if scenario.side_of[c] == side]
    worn = [c for c in planes if state.at[c] == HOSTED and state.lost[c]]
    for plane in worn:
        state.lost[plane] = 0
    if not worn:
        return []
    changed(state)
    units = tuple(scenario.counter_ids[c] for c in worn)
    return [Refilled(side=name, units=units, rule="13.6.1")]


def send_craft_away(state: OcsState, side: int) -> list[Event]:
    """Withdraw landing craft that are due to leave, as far as they carry nothing [SR-7, R-OCS-275]."""
    scenario, left = state.scenario, 0
    for place, kind in enumerate(LEAVING, 2 * side):
        own = [c for c in bits(scenario.craft & scenario.of_side[side]) if state.at[c] >= 0]
        for craft in own:
            if scenario.counters[craft].kind != kind:
                continue
            points = min(state.craft_due[place], int(room(state, craft)))
            state.craft_due[place] -= points
            state.level[craft] -= points
            left += points
            if not state.level[craft]:
                remove(state, craft)
    state.craft_ledger[side] -= left
    if not left:
        return []
    return [CraftWithdrawn(side=scenario.sides[side], points=left, rule="SR-7")]


LEAVING = ("landing-craft", "lst")
"""The kinds of landing craft in the order of `state.craft_due`."""
