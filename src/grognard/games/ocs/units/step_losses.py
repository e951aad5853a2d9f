"""Step losses, wherever they come from: combat, barrage, retreat, attrition, overstacking [9.11]."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.games.kit.states import changed
from grognard.games.ocs.model.state import OcsState, remove, steps_left


def lose_step(state: OcsState, unit: int, rule: str = "9.11.1") -> list[Event]:
    """A unit loses a step; with the last one it goes to the Dead Pile [9.11.1, 9.11.2].

    Everybody hears that a step is lost, its owner alone whose it was [4.9a].
    """
    scenario = state.scenario
    side = scenario.sides[scenario.side_of[unit]]
    where, names = (scenario.label(state.at[unit]),), scenario.names[unit]
    title = scenario.titles[side]
    events = [Event("loss", f"{title} loses a step in {{hex}}", side=side, hexes=where, rule=rule)]
    if steps_left(state, unit) > 1:
        state.lost[unit] += 1
        changed(state)
        events.append(_told(side, "reduced", "{units} is reduced in {hex}", names, where, rule))
        return events
    events.append(_told(side, "lost", "{units} is eliminated in {hex}", names, where, rule))
    remove(state, unit)
    return events


def eliminate(state: OcsState, unit: int, rule: str) -> list[Event]:
    """A unit is eliminated with all its steps."""
    scenario = state.scenario
    side = scenario.sides[scenario.side_of[unit]]
    where, title = (scenario.label(state.at[unit]),), scenario.titles[side]
    events = [
        Event("loss", f"{title} loses a unit in {{hex}}", side=side, hexes=where, rule=rule),
        _told(side, "lost", "{units} is eliminated in {hex}", scenario.names[unit], where, rule),
    ]
    remove(state, unit)
    return events


def _told(
    side: str, kind: str, says: str, units: tuple[str, ...], hexes: tuple[str, ...], rule: str
) -> Event:
    return Event(kind, says, side=side, units=units, hexes=hexes, rule=rule, only=(side,))
