"""Position files: a state between questions as a short file, and back.

A file holds where counters are, and what differs from a fresh state with the counters in those places.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    read_tracks,
    track_names,
    tracks_of,
)
from grognard.core.files.files import BadKey
from grognard.core.hexes.grid import bits
from grognard.games.kit.states import changed
from grognard.games.ocs.interface.choices import choices, phase, phase_name, to_act
from grognard.games.ocs.interface.fog_of_war import MODES, SECRET_SETS
from grognard.games.ocs.interface.invariants import faults
from grognard.games.ocs.interface.views import place_name
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, PLACES, OcsState, empty, put

FLAGS = (*MODES, *SECRET_SETS, "shown")
"""Sets of counters in the state."""
NUMBERS = ("lost", "tokens", "fresh", "level", "spent", "due", "reached")
"""Columns of the state with a number for each counter."""
HEXES = ("relaid", "dug", "repaired", "blown", "attacked", "barraged", "wide", "second")
"""Sets of hexes."""
_ELSEWHERE = ("fight", "began", "ledger")
TRACKS = track_names(OcsState, (*FLAGS, *NUMBERS, *HEXES, *_ELSEWHERE))
"""Other values of the state, by their key in a file."""


def placed(scenario: OcsScenario, at: Mapping[int, int]) -> OcsState:
    """Return a fresh state with counters in the given places."""
    state = empty(scenario)
    for counter, where in at.items():
        put(state, counter, where)
    state.began = state.at[:]
    return state


# -- reading ---------------------------------------------------------------------------------------


def from_position(scenario: OcsScenario, position: Position) -> OcsState:
    """Return the state of a position file; raise `BadKey` where it is invalid."""
    if not 0 <= position.turn <= scenario.turns:
        raise BadKey(
            ("turn",), f"turn {position.turn}: this scenario has turns 0 (setup) to {scenario.turns}"
        )
    state = placed(scenario, dict(_read_place(scenario, *item) for item in position.at.items()))
    state.turn = position.turn
    told = dict(position.state)
    for name in HEXES:
        if name in told:
            setattr(state, name, hexes_told(scenario.grid, name, told.pop(name)))
    read_tracks(state, TRACKS, told)
    _read_counters(state, told)
    nothing_left(told)
    for side in range(len(scenario.sides)):
        state.ledger[side] = sum(state.tokens[c] for c in bits(scenario.of_side[side]))
    changed(state)
    _read_phase(state, position.phase)
    acting = to_act(state)
    can_be_played(faults(state), choices(state, acting[0]) if acting else None, position.phase)
    return state


def _read_phase(state: OcsState, name: str) -> None:
    """Set the phase by name; without a name, the first Movement Phase."""
    scenario = state.scenario
    if not state.turn:
        names = {f"{side} set-up": number for number, side in enumerate(scenario.sides)}
        state.first = names.get(name, 0)
    else:
        names = {phase_name(scenario, step, state.first): n for n, step in enumerate(scenario.sequence)}
    wanted = name or next((known for known in names if known.endswith("movement")), next(iter(names)))
    if wanted not in names:
        raise BadKey(("phase",), f"there is no phase {name!r}; phases are {', '.join(names)}")
    state.phase_index = names[wanted]


def _read_place(scenario: OcsScenario, id_: str, where: Any) -> tuple[int, int]:
    return counter_told(scenario.index, id_), place_told(scenario.grid, PLACES, ("at", id_), where)


def _read_counters(state: OcsState, told: dict[str, Any]) -> None:
    """Read what differs from a fresh state, counter by counter."""
    scenario = state.scenario
    for id_, c, name, value in facts_told(scenario.index, told, "{ dg = true } or { tokens = 4 }"):
        if name in FLAGS and isinstance(value, bool):
            setattr(state, name, getattr(state, name) & ~(1 << c) | value << c)
        elif name in NUMBERS and type(value) is int and value >= 0:
            getattr(state, name)[c] = value
        elif name == "began":
            state.began[c] = place_told(scenario.grid, PLACES, ("state", id_, "began"), value)
        else:
            raise no_fact(id_, name, value, (*FLAGS, *NUMBERS, "began"))


# -- writing ---------------------------------------------------------------------------------------


def to_position(state: OcsState) -> Position:
    """Return the position file of a state."""
    fresh = placed(state.scenario, {c: where for c, where in enumerate(state.at) if where != AWAY})
    tracks = tracks_of(state, fresh, TRACKS)
    return position_of(
        state, phase(state), PLACES, {**_counter_facts(state, fresh), **_ground_facts(state, fresh), **tracks}
    )


def _counter_facts(state: OcsState, fresh: OcsState) -> dict[str, Any]:
    scenario, found = state.scenario, {}
    differs = {name: getattr(state, name) ^ getattr(fresh, name) for name in FLAGS}
    for c, id_ in enumerate(scenario.counter_ids):
        facts: dict[str, Any] = {
            name: bool(getattr(state, name) >> c & 1) for name in FLAGS if differs[name] >> c & 1
        }
        for name in NUMBERS:
            if getattr(state, name)[c] != getattr(fresh, name)[c]:
                facts[name] = getattr(state, name)[c]
        if state.began[c] != fresh.began[c]:
            facts["began"] = place_name(scenario, state.began[c])
        if facts:
            found[id_] = facts
    return found


def _ground_facts(state: OcsState, fresh: OcsState) -> dict[str, Any]:
    names = state.scenario.grid.names
    return {
        name: names(getattr(state, name)) for name in HEXES if getattr(state, name) != getattr(fresh, name)
    }
