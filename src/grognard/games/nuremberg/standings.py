"""How the campaign stands, in words for people and in numbers for computer players [12.5.2]."""

from __future__ import annotations

from grognard.core.hexes.grid import HexSet, mask_of
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


def standing(state: AfcentState, knows: bool) -> list[tuple[str, str]]:
    """Line by line what counts; with the attack order and its progress for who `knows` it."""
    scenario = state.scenario
    if scenario.file.cities:
        need = scenario.file.cities["pact"]
        return [("Cities of the Pact", f"{cities_held(state)} of {need}")]
    chart = scenario.special["victory"]
    lines = []
    if knows and state.order != HIDDEN:
        have, need = progress(state, state.order)
        lines.append((f"Attack order: {TITLES[state.order]}", f"{have} of {need}"))
    if knows and state.plan and waiting(state):
        labels = [f"turn {state.plan[0]}", *map(scenario.label, state.plan[1:])]
        lines.append(("Drop of the 103rd Guards", ", ".join(labels)))
    north = sum(left_at(state, number) for number in chart["north_hexes"])
    south = sum(left_at(state, number) for number in chart["south_hexes"])
    return [
        *lines,
        ("Cities of the Pact", f"{cities_held(state)} of {chart['block_cities']}"),
        ("Left the map in the west", f"{north} of {chart['north_exits']}"),
        ("Left the map in the south", f"{south} of {chart['south_exits']}"),
        (f"… at {VITAL}", f"{left_at(state, VITAL)} of {chart['south_minimum_1004']}"),
    ]


def aims(state: AfcentState) -> tuple[float, HexSet]:
    """How much the Pact has of what it needs, 1 being all of it; and the hexes it is after."""
    scenario = state.scenario
    cities = counted_cities(scenario)
    if scenario.file.cities:
        return cities_held(state) / scenario.file.cities["pact"], cities & ~state.red
    have, need = attained(state, state.order), progress(state, state.order)[1]
    if ORDERS[state.order] == "block":
        return have / need, cities & ~state.red
    chart = scenario.special["victory"]
    names = chart["north_hexes" if ORDERS[state.order] == "northern" else "south_hexes"]
    return have / need, mask_of(hex_ for hex_ in exits(scenario) if scenario.label(hex_) in names)
