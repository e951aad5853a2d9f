"""How the campaign stands, in words for people and in numbers for computer players [12.5.2]."""

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


def standing(state: AfcentState, knows: bool) -> list[Standing]:
    """Line by line what counts; with the attack order and its progress for who `knows` it."""
    scenario = state.scenario
    if scenario.file.cities:
        return [_goal(scenario, "Cities of the Pact", cities_held(state), scenario.file.cities.pact)]
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
    north = sum(left_at(state, number) for number in chart["north_hexes"])
    south = sum(left_at(state, number) for number in chart["south_hexes"])
    return [
        *lines,
        _goal(scenario, "Cities of the Pact", cities_held(state), chart["block_cities"]),
        _goal(scenario, "Left the map in the west", north, chart["north_exits"]),
        _goal(scenario, "Left the map in the south", south, chart["south_exits"]),
        _goal(scenario, f"… at {VITAL}", left_at(state, VITAL), chart["south_minimum_1004"]),
    ]


def _goal(scenario: AfcentScenario, label: str, have: int, need: int) -> Standing:
    """Something of which the Pact needs a number."""
    side = scenario.sides[PACT]
    return Standing(kind="goal", label=label, side=side, value=have, target=need, met=have >= need)


def aims(state: AfcentState) -> tuple[float, HexSet]:
    """How much the Pact has of what it needs, 1 being all of it; and the hexes it is after."""
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
