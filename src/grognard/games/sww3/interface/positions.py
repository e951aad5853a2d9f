"""Positions: a state as a short file, and back (without questions in mid-battle)."""

from __future__ import annotations

from functools import partial

from grognard.core.contract.outside.position import Position
from grognard.core.files.files import BadKey
from grognard.core.hexes.grid import bits
from grognard.games.kit import positions
from grognard.games.sww3.interface.choices import choices, phase, to_act
from grognard.games.sww3.interface.invariants import violations
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
TRACKS = positions.track_names(Sww3State, (*UNIT_FLAGS, *HEXES.values(), *SPOTS.values(), *_ELSEWHERE))
"""Plain numbers of the state by their name in a file."""


# -- reading ---------------------------------------------------------------------------------------


def from_position(scenario: Sww3Scenario, position: Position) -> Sww3State:
    """Return the state of a position file; raise `BadKey` if it is not valid."""
    state = _untouched(scenario)
    first = 0 if "setup" in scenario.options else scenario.file.first_turn
    positions.check_turn(position, scenario, first)
    positions.check_dice(position, scenario.unit_count)
    state.turn = position.turn
    unread = dict(position.state)
    _read_counters(state, unread)
    _read_ground(state, unread)
    positions.read_tracks(state, TRACKS, unread)
    positions.check_all_read(unread, scenario.index, TRACKS, HEXES, SPOTS)
    steps = len(scenario.sequence) if state.turn else 2 * len(scenario.theatres)
    positions.read_phase(state, position.phase, steps, phase)  # needs `fight-first`, read above
    for id_, where in position.at.items():
        _place(state, id_, where)
    positions.check_playable(state, position.phase, violations, to_act, choices)
    return state


def _untouched(scenario: Sww3Scenario) -> Sww3State:
    """Return the state before setup."""
    state = empty(scenario)
    starting_ground(state)
    return state


def _read_counters(state: Sww3State, unread: dict[str, object]) -> None:
    """Read the facts of each counter."""
    scenario = state.scenario
    for fact in positions.read_facts(scenario.index, unread, "{ steps = 1 } or { moved = true }"):
        if positions.set_fact(state, fact, UNIT_FLAGS):
            continue
        _, c, name, value = fact
        if name == "steps" and type(value) is int and 1 <= value <= scenario.full[c]:
            state.steps[c] = value
        elif name == "face" and isinstance(value, str) and _may_show(scenario, c, value):
            state.face[c] = scenario.index[value]
        else:
            raise positions.bad_fact(fact, (*UNIT_FLAGS, "steps", "face"))


def _may_show(scenario: Sww3Scenario, counter: int, id_: str) -> bool:
    """Return whether a counter may have the values of another one of its mix."""
    return scenario.index.get(id_, -1) in bits(scenario.mix_of.get(counter, 0))


def _read_ground(state: Sww3State, unread: dict[str, object]) -> None:
    """Read control, neutrals and markers."""
    grid = state.scenario.grid
    soviet, allied = (positions.hex_set(grid, key, unread.pop(key, [])) for key in GROUND)
    state.red = (state.red | soviet) & ~allied
    positions.read_hexes(state, HEXES, unread)
    for key, name in SPOTS.items():
        if key in unread:
            setattr(state, name, positions.hex_set(grid, key, [unread.pop(key)]).bit_length() - 1)
    if "neutral" in unread:
        state.neutral = 0
        countries = unread.pop("neutral")
        if not isinstance(countries, list):
            raise BadKey(("state", "neutral"), f"expected a list of countries, not {countries!r}")
        for country in countries:
            masks = [theatre.countries.get(country, 0) for theatre in state.scenario.theatres]
            if not any(masks):
                raise BadKey(("state", "neutral"), f"there is no country {country!r}")
            state.neutral |= sum(masks)


def _place(state: Sww3State, id_: str, where: str) -> None:
    scenario = state.scenario
    c = positions.counter_number(scenario.index, id_)
    place = positions.place_number(scenario.grid, PLACES, ("at", id_), where)
    if place == LOST:
        state.steps[c] = 0
    put(state, c, place)


# -- writing ---------------------------------------------------------------------------------------


def to_position(state: Sww3State) -> Position:
    """Return the position file of a state."""
    fresh = _untouched(state.scenario)
    facts_of, tracks = partial(_counter_facts, state, fresh), positions.track_facts(state, fresh, TRACKS)
    return positions.position_of(state, phase(state), PLACES, facts_of, _ground_facts(state, fresh), tracks)


def _counter_facts(state: Sww3State, fresh: Sww3State, c: int) -> dict[str, object]:
    """Return what differs for a counter from the state before setup."""
    scenario = state.scenario
    facts = positions.counter_facts(state, fresh, c, UNIT_FLAGS)
    if state.steps[c] != scenario.full[c] and state.at[c] != LOST:
        facts["steps"] = state.steps[c]
    if scenario.untried >> c & 1 and state.face[c] >= 0:
        facts["face"] = scenario.counter_ids[state.face[c]]
    return facts


def _ground_facts(state: Sww3State, fresh: Sww3State) -> dict[str, object]:
    """Return what has changed on the map: control, neutrals and markers."""
    grid = state.scenario.grid
    found = positions.control_facts(grid, GROUND, state.red, fresh.red)
    found |= positions.hex_facts(state, fresh, HEXES)
    for key, name in SPOTS.items():
        if getattr(state, name) >= 0:
            found[key] = grid.label(getattr(state, name))
    if state.neutral != fresh.neutral:
        found["neutral"] = [
            country
            for theatre in state.scenario.theatres
            for country in theatre.neutrals
            if theatre.countries[country] & state.neutral
        ]
    return found
