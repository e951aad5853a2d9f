"""Case 12.5.2: progress towards victory, for views and for computer players."""

from __future__ import annotations

from grognard.core.contract.view import Standing
from grognard.core.hexes.grid import HexSet, mask_of
from grognard.games.afcent.model.scenario import PACT, AfcentScenario
from grognard.games.afcent.model.state import HIDDEN, AfcentState
from grognard.games.nuremberg.advice import attained
from grognard.games.nuremberg.airborne import waiting
from grognard.games.nuremberg.victory import (
    ORDERS,
    TITLES,
    VITAL,
    cities_held,
    counted_cities,
    exits,
    left_at,
    progress,
)


def standings_of(state: AfcentState, knows: bool) -> list[Standing]:
    """Return the progress towards victory, with the attack order and the drop plan if `knows`."""
    scenario = state.scenario
    if scenario.file.cities:
        return [_goal(scenario, "Pact cities", cities_held(state), scenario.file.cities.pact)]
    chart = scenario.special["victory"]
    lines = []
    if knows and state.order != HIDDEN:
        lines.append(_goal(scenario, f"Attack order: {TITLES[state.order]}", *progress(state, state.order)))
    if knows and state.plan and waiting(state):
        turn, *hexes = state.plan
        lines.append(
            Standing(
                kind="fact",
                label="Drop of the 103rd Guards",
                side=scenario.sides[PACT],
                turn=turn,
                hexes=tuple(map(scenario.label, hexes)),
            )
        )
    vital = left_at(state, VITAL)
    north = sum(left_at(state, number) for number in chart["north_hexes"])
    south = sum(left_at(state, number) for number in chart["south_hexes"])
    return [
        *lines,
        _goal(scenario, "Pact cities", cities_held(state), chart["block_cities"]),
        _goal(scenario, "Units exited in the west", north, chart["north_exits"]),
        _goal(scenario, "Units exited in the south", south, chart["south_exits"]),
        _goal(scenario, "Of these by the south-western road", vital, chart["south_minimum_1004"]),
    ]


def _goal(scenario: AfcentScenario, label: str, have: int, need: int) -> Standing:
    """Return a goal of the Pact with its target."""
    side = scenario.sides[PACT]
    return Standing(kind="goal", label=label, side=side, value=have, target=need, met=have >= need)


def aims(state: AfcentState) -> tuple[float, HexSet]:
    """Return the progress of the Pact (1: complete) and the hexes it still needs."""
    scenario = state.scenario
    cities = counted_cities(scenario)
    if scenario.file.cities:
        return cities_held(state) / scenario.file.cities.pact, cities & ~state.red
    have, need = attained(state, state.order), progress(state, state.order)[1]
    if ORDERS[state.order] == "block":
        return have / need, cities & ~state.red
    chart = scenario.special["victory"]
    names = chart["north_hexes" if ORDERS[state.order] == "northern" else "south_hexes"]
    return have / need, mask_of(hex_ for hex_ in exits(scenario) if scenario.label(hex_) in names)
