"""The resolve of a nation: units that the enemy presses or cuts off may surrender [R-OCS-334].

The scenario gives a nation a number and says what lowers it. In its side's Supply Phase each of its units in
an enemy ZOC or without trace supply rolls a die, and surrenders if the roll is higher than its Action Rating
and the resolve together. At a resolve of 0 its units no longer attack.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.states import on_map
from grognard.games.ocs.model.combat_events import Surrendered
from grognard.games.ocs.model.files import Resolve, ResolveStep
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.supply_paths import of_nation
from grognard.games.ocs.supply.trace import in_trace
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.units.step_losses import eliminate

DIE = 6
"""The highest roll."""


def troops(scenario: OcsScenario, nation: str) -> CounterSet:
    """Return the combat units of a nation."""
    return of_nation(scenario, nation) & scenario.combat_units


def level(state: OcsState, line: Resolve) -> int:
    """Return the resolve of a nation now, at least 0."""
    return max(line.start - sum(_lowers(state, line, step) for step in line.steps), 0)


def _lowers(state: OcsState, line: Resolve, step: ResolveStep) -> bool:
    """Return whether the date has come, or the enemy of the nation controls all hexes that are named."""
    scenario = state.scenario
    if step.turn:
        return state.turn >= step.turn
    own = troops(scenario, line.nation)
    side = scenario.side_of[own.bit_length() - 1] if own else 0
    hexes = scenario.hexes(step.lost)
    held = state.second if side else ~state.second
    return bool(hexes) and not hexes & held


def unwilling(state: OcsState) -> CounterSet:
    """Return the units that do not attack, because the resolve of their nation is 0."""
    found = 0
    for line in state.scenario.file.resolve:
        if not level(state, line):
            found |= troops(state.scenario, line.nation)
    return found


def wavering(state: OcsState, side: int, line: Resolve) -> CounterSet:
    """Return the units of a nation that must roll: in an enemy ZOC or without trace supply."""
    there = on_map(state, troops(state.scenario, line.nation) & state.scenario.of_side[side])
    pressed = zoc(state, 1 - side)
    return mask_of(c for c in bits(there) if pressed >> state.at[c] & 1) | there & ~in_trace(state, side)


def check_all(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Roll for all units of a side that waver, and remove those that surrender."""
    scenario, events = state.scenario, list[Event]()
    for line in scenario.file.resolve:
        resolve = level(state, line)
        for unit in bits(wavering(state, side, line)):
            backed = line.backed_by and state.here[state.at[unit]] & troops(scenario, line.backed_by)
            needed = scenario.ar[unit] + resolve + bool(backed)
            if needed >= DIE:
                continue  # it cannot fail
            roll, at = dice.roll("resolve"), (scenario.label(state.at[unit]),)
            gives_up = roll > needed
            events.append(
                Surrendered(
                    side=scenario.sides[side],
                    units=scenario.names[unit],
                    hexes=at,
                    dice=(roll,),
                    needed=needed,
                    gives_up=gives_up,
                    rule="SR-1",
                    final=True,
                )
            )
            if gives_up:
                events += eliminate(state, unit, "SR-1")
    return events
