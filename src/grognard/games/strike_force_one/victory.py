"""Chapter 10: victory by towns or by victory points."""

from __future__ import annotations

from grognard.core.contract.explanation import Line
from grognard.core.contract.state import Result
from grognard.games.strike_force_one.model.scenario import SOVIET, US, tables
from grognard.games.strike_force_one.model.state import LOST, SfoState, units_at


def towns_held(state: SfoState) -> int:
    """Count the towns with a Soviet unit in them [10-all-presence]."""
    return sum(state.held[SOVIET] >> town & 1 for town in state.scenario.towns)


def points(state: SfoState, side: int) -> list[Line]:
    """List the victory points of a side [10-table-vp]."""
    scenario, chart = state.scenario, tables()["victory"]
    lines = []
    for label, worth in chart["points-hexes"].items():
        hex_ = scenario.grid.hex(label)
        if state.held[side] >> hex_ & 1:
            town = scenario.towns.get(hex_)
            rule = "10-expert-source-town" if town else "10-expert-source-forest"
            lines.append(Line(f"holds {town.name if town else label}", str(worth), rule))
    for c in units_at(state, 1 - side, LOST):
        counter = scenario.counters[c]
        rule = "10-expert-source-infantry" if counter.kind == "infantry" else "10-expert-source-tank"
        worth = chart["points-units"][counter.kind]
        lines.append(Line(f"{counter.id} eliminated", str(worth), rule))
    return lines


def total(lines: list[Line]) -> int:
    """Return the sum of victory points."""
    return sum(int(line.value) for line in lines)


def judge(state: SfoState) -> Result:
    """Return the result at the end of the last turn [5-all-end]."""
    if state.scenario.victory == "points":
        return _by_points(state)
    return _by_towns(state)


def _by_towns(state: SfoState) -> Result:
    """Return the result by towns: the Soviets need two, else the US wins [10-all-towns]."""
    held = towns_held(state)
    winner = SOVIET if held >= tables()["victory"]["towns-needed"] else US
    title = state.scenario.belligerents[winner].title
    reason = f"the Soviets hold {held} of {len(state.scenario.towns)} towns"
    return Result(state.scenario.sides[winner], f"{title} victory", reason, "10-all-towns")


def _by_points(state: SfoState) -> Result:
    """Return the result by points; the lead gives its degree [10-expert-points, 10-expert-degree]."""
    soviet, us = total(points(state, SOVIET)), total(points(state, US))
    reason = f"victory points: Soviet {soviet}, US {us}"
    lead = abs(soviet - us)
    degree = [words for least, words in tables()["victory"]["degrees"] if lead >= least][-1]
    if not lead:
        return Result("", degree, reason, "10-expert-degree")
    winner = SOVIET if soviet > us else US
    title = f"{state.scenario.belligerents[winner].title} {degree.lower()}"
    return Result(state.scenario.sides[winner], title, reason, "10-expert-degree")
