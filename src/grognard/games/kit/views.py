"""The parts of a view that games fill in the same way: the turn, counters, markers and prompts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import Counter, CounterSet
from grognard.core.contract.decisions import Decision
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import PlainState, State
from grognard.core.contract.view import (
    BoxView,
    Losses,
    ObjectiveView,
    ProcedureView,
    Standing,
    UnitView,
    View,
    side_of_phase,
)
from grognard.core.hexes.grid import Hex, bits


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
    procedure: ProcedureView | None = None,
) -> View:
    """Return the view of a side or a spectator from what only the game knows."""
    scenario = state.scenario
    owner = side_of_phase(moment.phase, scenario.sides)
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
        procedure=procedure,
        result=state.result,
        known=known,
    )


def unit_view(
    counter: Counter,
    at: str,
    title: str,
    values: tuple[int, ...],
    flags: tuple[str, ...] = (),
    *,
    factors: str = "",
    steps: int = 1,
) -> UnitView:
    """Return the view of a counter that shows its printed label, nation and size.

    Its `factors` are its values with hyphens, unless they are given.
    """
    return UnitView(
        id=counter.id,
        side=counter.side,
        label=counter.shown,
        kind=counter.kind,
        at=at,
        title=title,
        nation=counter.look or counter.nation,
        size=counter.size,
        factors=factors or "-".join(map(str, values)),
        values=values,
        steps=steps,
        marker=counter.marker,
        flags=flags,
    )


@lru_cache(maxsize=8_000)
def marker_view(scenario: Scenario, kind: str, label: str, title: str, side: int, hex_: Hex) -> UnitView:
    """Return the view of a marker in a hex that is not one of the counters; side -1 is neither side."""
    where = scenario.board.grid.label(hex_)
    return UnitView(
        id=f"{kind}-{where}",
        side=scenario.sides[side] if side >= 0 else "",
        label=label,
        kind=kind,
        at=where,
        title=title,
        marker=True,
    )


def flags_by_counter(sets: Iterable[tuple[str, CounterSet]]) -> dict[int, list[str]]:
    """Return the flags of each counter that has any, from the set of counters that have each flag.

    >>> flags_by_counter([("moved", 0b101), ("fought", 0b100)])
    {0: ['moved'], 2: ['moved', 'fought']}
    """
    found: dict[int, list[str]] = {}
    for flag, counters in sets:
        for c in bits(counters):
            flags = found.setdefault(c, [])
            if flag not in flags:
                flags.append(flag)
    return found


def prompt(state: State, decision: Decision | None) -> str:
    """Return the sentence of a decision with the titles of the sides; empty without a decision."""
    return decision.sentence().spoken(state.scenario.titles) if decision else ""
