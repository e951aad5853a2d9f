"""Positions: a state as a short file, and back (without questions in mid-battle)."""

from __future__ import annotations

from typing import Any

from grognard.core.contract.position import (
    Position,
    can_be_played,
    counter_told,
    facts_told,
    hexes_told,
    no_fact,
    nothing_left,
    place_told,
    position_of,
    read_phase,
    read_tracks,
    track_names,
    tracks_of,
)
from grognard.core.files.files import BadKey
from grognard.core.hexes.grid import bits
from grognard.games.sww3.interface.choices import choices, phase, to_act
from grognard.games.sww3.interface.invariants import faults
from grognard.games.sww3.interface.views import FLAGS
from grognard.games.sww3.model.scenario import Sww3Scenario
from grognard.games.sww3.model.state import LOST, PLACES, Sww3State, empty, put
from grognard.games.sww3.turn.starting_areas import starting_ground

UNIT_FLAGS = (*FLAGS, "mixed")
"""Yes-or-no columns of units."""
HEXES = {"nuked": "nuked", "airpower": "markers", "aerial-supply": "aerial", "landed": "landed"}
"""Sets of hexes by their name in a file."""
SPOTS = {"drop-hex": "drop_hex", "sea-from": "sea_from", "sea-to": "sea_to"}
"""Single hexes by their name in a file."""
GROUND = ("soviet-control", "allied-control")
"""Hexes whose control has changed since the start."""
_ELSEWHERE = ("steps", "face", "red", "neutral")
TRACKS = track_names(Sww3State, (*UNIT_FLAGS, *HEXES.values(), *SPOTS.values(), *_ELSEWHERE))
"""Plain numbers of the state by their name in a file."""


# -- reading ---------------------------------------------------------------------------------------


def from_position(scenario: Sww3Scenario, position: Position) -> Sww3State:
    """Return the state of a position file; raise `BadKey` if it is not valid."""
    state = _untouched(scenario)
    first = 0 if "setup" in scenario.options else scenario.file.first_turn
    if not first <= position.turn <= scenario.turns:
        raise BadKey(("turn",), f"turn {position.turn}: this scenario has turns {first} to {scenario.turns}")
    state.turn = position.turn
    told = dict(position.state)
    _read_counters(state, told)
    _read_ground(state, told)
    read_tracks(state, TRACKS, told)
    nothing_left(told)
    steps = len(scenario.sequence) if state.turn else 2 * len(scenario.theatres)
    read_phase(state, position.phase, steps, phase)  # needs `fight-first`, read above
    for id_, where in position.at.items():
        _place(state, id_, where)
    acting = to_act(state)
    can_be_played(faults(state), choices(state, acting[0]) if acting else None, position.phase)
    return state


def _untouched(scenario: Sww3Scenario) -> Sww3State:
    """Return the state before setup."""
    state = empty(scenario)
    starting_ground(state)
    return state


def _read_counters(state: Sww3State, told: dict[str, Any]) -> None:
    """Read the facts of each counter."""
    scenario = state.scenario
    for id_, c, name, value in facts_told(scenario.index, told, "{ steps = 1 } or { moved = true }"):
        if name in UNIT_FLAGS and isinstance(value, bool):
            setattr(state, name, getattr(state, name) | value << c)
        elif name == "steps" and type(value) is int and 1 <= value <= scenario.full[c]:
            state.steps[c] = value
        elif name == "face" and scenario.index.get(value, -1) in bits(scenario.mix_of.get(c, 0)):
            state.face[c] = scenario.index[value]
        else:
            raise no_fact(id_, name, value, (*UNIT_FLAGS, "steps", "face"))


def _read_ground(state: Sww3State, told: dict[str, Any]) -> None:
    """Read control, neutrals and markers."""
    soviet, allied = (hexes_told(state.scenario.grid, key, told.pop(key, [])) for key in GROUND)
    state.red = (state.red | soviet) & ~allied
    for key, name in HEXES.items():
        setattr(state, name, hexes_told(state.scenario.grid, key, told.pop(key, [])))
    for key, name in SPOTS.items():
        if key in told:
            setattr(state, name, hexes_told(state.scenario.grid, key, [told.pop(key)]).bit_length() - 1)
    if "neutral" in told:
        state.neutral = 0
        for country in told.pop("neutral"):
            masks = [theatre.countries.get(country, 0) for theatre in state.scenario.theatres]
            if not any(masks):
                raise BadKey(("state", "neutral"), f"there is no country {country!r}")
            state.neutral |= sum(masks)


def _place(state: Sww3State, id_: str, where: str) -> None:
    scenario = state.scenario
    c = counter_told(scenario.index, id_)
    place = place_told(scenario.grid, PLACES, ("at", id_), where)
    if place == LOST:
        state.steps[c] = 0
    put(state, c, place)


# -- writing ---------------------------------------------------------------------------------------


def to_position(state: Sww3State) -> Position:
    """Return the position file of a state."""
    tracks = tracks_of(state, _untouched(state.scenario), TRACKS)
    return position_of(
        state, phase(state), PLACES, {**_counter_facts(state), **_ground_facts(state), **tracks}
    )


def _counter_facts(state: Sww3State) -> dict[str, Any]:
    scenario = state.scenario
    found: dict[str, Any] = {}
    for c, counter in enumerate(scenario.counters):
        facts: dict[str, Any] = {flag: True for flag in UNIT_FLAGS if getattr(state, flag) >> c & 1}
        if state.steps[c] != scenario.full[c] and state.at[c] != LOST:
            facts["steps"] = state.steps[c]
        if scenario.untried >> c & 1 and state.face[c] >= 0:
            facts["face"] = scenario.counters[state.face[c]].id
        if facts:
            found[counter.id] = facts
    return found


def _ground_facts(state: Sww3State) -> dict[str, Any]:
    scenario, names = state.scenario, state.scenario.grid.names
    fresh = _untouched(scenario)
    found: dict[str, Any] = {}
    for key, mask in zip(GROUND, (state.red & ~fresh.red, fresh.red & ~state.red), strict=True):
        if mask:
            found[key] = names(mask)
    for key, name in HEXES.items():
        if getattr(state, name):
            found[key] = names(getattr(state, name))
    for key, name in SPOTS.items():
        if getattr(state, name) >= 0:
            found[key] = scenario.grid.label(getattr(state, name))
    if state.neutral != fresh.neutral:
        found["neutral"] = [
            country
            for theatre in scenario.theatres
            for country in theatre.neutrals
            if theatre.countries[country] & state.neutral
        ]
    return found
