"""Chapters 14.1b and 10.0c-A: step losses of air units, and the check of planes at a barraged base."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import planes_at
from grognard.games.ocs.model.air_events import PlaneLoss, PlanesChecked
from grognard.games.ocs.model.state import OcsState, remove, steps_left, where


def lose_step(state: OcsState, plane: int, rule: str) -> list[Event]:
    """Take a step from an air unit; the second loss sends it to the Dead Pile [14.1b]."""
    scenario, hex_ = state.scenario, where(state, plane)
    dead = steps_left(state, plane) <= 1
    if dead:
        if state.mission:
            _leave_mission(state, plane)
        remove(state, plane)
    else:
        state.lost[plane] += 1
        changed(state)
    side = scenario.sides[scenario.side_of[plane]]
    at = (scenario.label(hex_),) if hex_ >= 0 else ()
    return [PlaneLoss(side=side, units=scenario.names[plane], hexes=at, eliminated=dead, rule=rule)]


def _leave_mission(state: OcsState, plane: int) -> None:
    """Take an eliminated plane out of the current mission."""
    mission, bit = state.mission, 1 << plane
    assert mission is not None, "only called during a mission"
    state.mission = mission.without(plane) if (mask_of(mission.planes) | mission.foes) & bit else mission


def check_planes(state: OcsState, base: int, least: int, dice: Roller) -> list[Event]:
    """Roll for each plane at a barraged base, which loses a step from the result's number on [10.0c-A.1].

    Active and Inactive planes are checked alike [R-OCS-240].
    """
    planes = bits(planes_at(state, base))
    if not least or not planes:
        return []
    rolled = {plane: dice.roll("planes at the base") for plane in planes}
    hit = [plane for plane, die in rolled.items() if die >= least]
    scenario = state.scenario
    event = PlanesChecked(
        side=scenario.sides[scenario.side_of[base]],
        hexes=(scenario.label(state.at[base]),),
        dice=tuple(rolled.values()),
        least=least,
        losses=len(hit),
        rule="10.0c-A.1",
        final=True,
    )
    return [event, *(loss for plane in hit for loss in lose_step(state, plane, "10.0c-A.1"))]
