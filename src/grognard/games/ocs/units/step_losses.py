"""Chapter 9.11: step losses from combat, barrage, retreat and attrition."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.facts import changed
from grognard.games.ocs.model.combat_events import Eliminated, Loss, Reduced
from grognard.games.ocs.model.state import OcsState, remove, steps_left, where


def lose_step(state: OcsState, unit: int, rule: str = "9.11.1") -> list[Event]:
    """Take a step from a unit; with the last one it goes to the Dead Pile [9.11.1, 9.11.2].

    Both players learn of the loss, only the owner which unit took it [4.9a].
    """
    if steps_left(state, unit) <= 1:
        return _remove(state, unit, rule, whole_unit=False)
    side, hexes = _side(state, unit), _hex(state, unit)
    names = state.scenario.names[unit]
    state.lost[unit] += 1
    changed(state)
    return [
        Loss(side=side, hexes=hexes, rule=rule),
        Reduced(side=side, units=names, hexes=hexes, rule=rule),
    ]


def eliminate(state: OcsState, unit: int, rule: str) -> list[Event]:
    """Eliminate a unit with all its steps."""
    return _remove(state, unit, rule, whole_unit=True)


def _remove(state: OcsState, unit: int, rule: str, *, whole_unit: bool) -> list[Event]:
    side, hexes = _side(state, unit), _hex(state, unit)
    names = state.scenario.names[unit]
    remove(state, unit)
    return [
        Loss(side=side, hexes=hexes, whole_unit=whole_unit, rule=rule),
        Eliminated(side=side, units=names, hexes=hexes, rule=rule, only=(side,)),
    ]


def _side(state: OcsState, unit: int) -> str:
    return state.scenario.sides[state.scenario.side_of[unit]]


def _hex(state: OcsState, unit: int) -> tuple[str]:
    return (state.scenario.label(where(state, unit)),)
