"""Countries that are not in the war yet, and how they are drawn into it [Pincher 3.2, 6.4, R-PIN-05]."""

from __future__ import annotations

from grognard.core.contract.explanation import Line
from grognard.core.hexes.grid import Hex, HexSet
from grognard.games.kit.states import changed
from grognard.games.sww3.events import CountryJoined
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State


def join_war(state: Sww3State, country: str) -> list[CountryJoined]:
    """A neutral country goes to war on the Allied side [3.2, R-PIN-05]."""
    scenario = state.scenario
    for theatre in scenario.theatres:
        state.neutral &= ~theatre.countries.get(country, 0)
    changed(state)
    title = scenario.board.regions[country].title
    side = scenario.sides[ALLIED]
    return [CountryJoined(side=side, country=title, rule="3.2-neutral")]


def violate(state: Sww3State, side: int, hexes: HexSet) -> list[CountryJoined]:
    """Units, aircraft or bombs of a side reach some hexes: Soviet ones draw neutrals into the war [R-PIN-05].

    The countries are separate: only those touched join.
    """
    events: list[CountryJoined] = []
    touched = hexes & state.neutral
    if side != SOVIET or not touched:
        return events
    for theatre in state.scenario.theatres:
        for country in theatre.neutrals:
            if theatre.countries.get(country, 0) & touched:
                events += join_war(state, country)
    return events


def joining_lines(state: Sww3State, side: int, target: Hex) -> list[Line]:
    """Who would be drawn into the war by an attack on a hex, for the account before it [R-PIN-05]."""
    if not state.neutral >> target & 1:
        return []
    joined = violate(state.copy(), side, 1 << target)
    return [Line("enters the war", event.country, event.rule) for event in joined]
