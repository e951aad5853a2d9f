"""The fields of a view that every game fills in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.contract.state import PlainState, State
from grognard.core.contract.view import BoxView, Losses, ObjectiveView, Standing, UnitView, View


class Moment(NamedTuple):
    """Where the turn is, and what is asked."""

    phase: str
    phases: tuple[str, ...]
    to_act: tuple[str, ...]
    asked: str


def common_view(
    state: State,
    side: str,
    moment: Moment,
    *,
    units: Iterable[UnitView],
    boxes: tuple[BoxView, ...],
    objectives: tuple[ObjectiveView, ...],
    standings: Iterable[Standing],
    losses: tuple[Losses, ...],
    known: PlainState,
) -> View:
    """Return the view of a side or a spectator from what only the game knows."""
    scenario = state.scenario
    owner = next((name for name in scenario.sides if moment.phase.startswith(f"{name} ")), "")
    return View(
        scenario=scenario.id,
        options=dict(scenario.options),
        side=side,
        turn=state.turn,
        turns=scenario.turns,
        phase=moment.phase,
        phase_side=owner,
        phase_name=moment.phase.removeprefix(owner).lstrip(),
        phases=moment.phases,
        to_act=moment.to_act,
        asked=moment.asked,
        units=tuple(units),
        boxes=boxes,
        objectives=objectives,
        standings=tuple(standings),
        losses=losses,
        result=state.result,
        known=known,
    )
