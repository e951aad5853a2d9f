"""Chapters 3.2 and 6.4 (Pincher): neutral countries and how they enter the war [R-PIN-05]."""

from __future__ import annotations

from grognard.core.contract.explanation import Consequence, Line
from grognard.core.english import plural
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.sww3.events import CountryJoined
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State


def join_war(state: Sww3State, country: str) -> list[CountryJoined]:
    """Bring a neutral country into the war on the Allied side [3.2, R-PIN-05]."""
    scenario = state.scenario
    for theatre in scenario.theatres:
        state.neutral &= ~theatre.countries.get(country, 0)
    changed(state)
    title = scenario.board.regions[country].title
    side = scenario.sides[ALLIED]
    return [CountryJoined(side=side, country=title, rule="3.2-neutral")]


def violate(state: Sww3State, side: int, hexes: HexSet) -> list[CountryJoined]:
    """Bring neutrals into the war whose hexes Soviet units, aircraft or bombs reach [R-PIN-05].

    Only the countries reached enter it.
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


def entering(state: Sww3State, side: int, hexes: HexSet) -> Consequence | None:
    """Return the entry of neutrals into the war that reaching some hexes would cause, or None [R-PIN-05]."""
    after = state.copy()
    joined = violate(after, side, hexes)
    if not joined:
        return None
    scenario = state.scenario
    freed = state.neutral & ~after.neutral
    units = mask_of(
        c for c in bits(scenario.units_of[ALLIED]) if state.at[c] >= 0 and freed >> state.at[c] & 1
    )
    names = " and ".join(event.country for event in joined)
    return Consequence(
        title=f"Bring {names} into the war?",
        says=(
            f"{names} joins the {scenario.titles[scenario.sides[ALLIED]]} side at once,"
            f" with {plural(units.bit_count(), 'unit')}.",
            f"Your units may enter {names}, and its units may attack you.",
            f"You can't take this back: {names} stays in the war.",
        ),
        do=f"Bring {names} in",
        units=scenario.ids(units),
        rule=joined[0].rule,
    )


def joining_lines(state: Sww3State, side: int, target: Hex) -> list[Line]:
    """Return preview lines for the countries that an attack on a hex would bring into the war [R-PIN-05]."""
    if not state.neutral >> target & 1:
        return []
    joined = violate(state.copy(), side, 1 << target)
    return [Line("enters the war", event.country, event.rule) for event in joined]
