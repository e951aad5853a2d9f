"""Positions: a game state as a short file, and back; questions during a battle are not included."""

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
from grognard.core.files.toml_lines import Where
from grognard.games.afcent.interface.choices import choices, phase, to_act
from grognard.games.afcent.interface.invariants import faults
from grognard.games.afcent.interface.views import place_name
from grognard.games.afcent.model.scenario import PACT, AfcentScenario
from grognard.games.afcent.model.state import PLACES, AfcentState, empty, put
from grognard.games.afcent.movement.active_stack import OFF_MAP

FLAGS = (
    "stopped", "column", "fought", "probed", "surged", "attacked", "disrupted", "landed", "counted",
)  # fmt: skip
"""Sets of counters in the state, each a flag of a counter."""
NUMBERS = ("ew", "spent", "due")
"""State columns with a number for each counter."""
HEXES = {"airpower": "markers", "refugees": "refugees"}
"""Sets of hexes by their key in a file."""
NOWHERE = -1
"""No stack is active."""
GROUND = ("pact-control", "nato-control")
"""Hexes that have changed control since the start."""
_ELSEWHERE = (
    "began", "parent", "plan", "red", "taken", "pledged",
)  # fmt: skip
TRACKS = track_names(AfcentState, (*FLAGS, *NUMBERS, *HEXES.values(), *_ELSEWHERE))
"""Plain values of the state by their key in a file."""


# -- reading ---------------------------------------------------------------------------------------


def from_position(scenario: AfcentScenario, position: Position) -> AfcentState:
    """Return the state of a position file, or raise `BadKey`."""
    state = empty(scenario)
    if not 0 <= position.turn <= scenario.turns:
        raise BadKey(
            ("turn",), f"turn {position.turn}: this scenario has turns 0 (setup) to {scenario.turns}"
        )
    state.turn = position.turn
    told = dict(position.state)
    ground = {key: hexes_told(state.scenario.grid, key, told.pop(key, [])) for key in (*GROUND, "taken")}
    for key, name in HEXES.items():
        setattr(state, name, hexes_told(state.scenario.grid, key, told.pop(key, [])))
    _read_plan(state, told)
    read_tracks(state, TRACKS, told)
    for id_, where in position.at.items():
        put(state, counter_told(scenario.index, id_), place_told(scenario.grid, PLACES, ("at", id_), where))
    state.began = state.at[: scenario.unit_count]
    _read_counters(state, told)
    nothing_left(told)
    red, nato, taken = ground.values()
    state.red = (state.red | red) & ~(nato & ~state.held[PACT]) | state.held[PACT]
    state.taken |= red | taken | state.red
    steps = scenario.sequence if state.turn else scenario.exclusive.stages(scenario)
    read_phase(state, position.phase, len(steps), phase)  # by now `fight-first` is read
    acting = to_act(state)
    can_be_played(faults(state), choices(state, acting[0]) if acting else None, position.phase)
    return state


def _read_counters(state: AfcentState, told: dict[str, Any]) -> None:
    """Read the flags and numbers of each counter."""
    scenario = state.scenario
    for id_, c, name, value in facts_told(scenario.index, told, "{ ew = 1 } or { fought = true }"):
        if name in FLAGS and isinstance(value, bool):
            setattr(state, name, getattr(state, name) | value << c)
        elif name in NUMBERS and type(value) is int and value >= 0 and c < len(getattr(state, name)):
            getattr(state, name)[c] = value
        elif name == "began" and c < scenario.unit_count:
            state.began[c] = _origin(state, ("state", id_, "began"), value)
        else:
            raise no_fact(id_, name, value, (*FLAGS, *NUMBERS, "began"))


def _read_plan(state: AfcentState, told: dict[str, Any]) -> None:
    """Read the drop plan, a turn and two hexes, and where the active stack began."""
    if "plan" in told:
        match told.pop("plan"):
            case [int(turn), *labels] if len(labels) <= 2:
                state.plan = [
                    turn,
                    *(place_told(state.scenario.grid, PLACES, ("state", "plan"), label) for label in labels),
                ]
            case value:
                raise BadKey(("state", "plan"), f"expected a turn and two hexes, not {value!r}")
    if "in-motion" in told:
        state.parent = _origin(state, ("state", "in-motion"), told.pop("in-motion"))


def _origin(state: AfcentState, key: Where, where: Any) -> int:
    """Return where a stack began the phase: a hex, a place, or the first of the counters that entered."""
    first = state.scenario.index.get(where) if isinstance(where, str) else None
    return place_told(state.scenario.grid, PLACES, key, where) if first is None else OFF_MAP - first


# -- writing ---------------------------------------------------------------------------------------


def to_position(state: AfcentState) -> Position:
    """Return the position file of a state."""
    tracks = tracks_of(state, empty(state.scenario), TRACKS)
    return position_of(
        state, phase(state), PLACES, {**_counter_facts(state), **_ground_facts(state), **tracks}
    )


def _counter_facts(state: AfcentState) -> dict[str, Any]:
    fresh = empty(state.scenario)
    found: dict[str, Any] = {}
    for c, id_ in enumerate(state.scenario.counter_ids):
        facts: dict[str, Any] = {flag: True for flag in FLAGS if getattr(state, flag) >> c & 1}
        for name in NUMBERS:
            column = getattr(state, name)
            if c < len(column) and column[c] != getattr(fresh, name)[c]:
                facts[name] = column[c]
        if c < len(state.began) and state.began[c] != state.at[c]:
            facts["began"] = _origin_name(state, state.began[c])
        if facts:
            found[id_] = facts
    return found


def _ground_facts(state: AfcentState) -> dict[str, Any]:
    names, fresh = state.scenario.grid.names, empty(state.scenario)
    found: dict[str, Any] = {}
    changed = (state.red & ~fresh.red, fresh.red & ~state.red)
    for key, mask in (*zip(GROUND, changed, strict=True), ("taken", state.taken & ~state.red & ~fresh.taken)):
        if mask:
            found[key] = names(mask)
    for key, name in HEXES.items():
        if getattr(state, name):
            found[key] = names(getattr(state, name))
    if state.plan:
        found["plan"] = [state.plan[0], *map(state.scenario.grid.label, state.plan[1:])]
    if state.parent != NOWHERE:
        found["in-motion"] = _origin_name(state, state.parent)
    return found


def _origin_name(state: AfcentState, where: int) -> str:
    scenario = state.scenario
    return scenario.counter_ids[OFF_MAP - where] if where <= OFF_MAP else place_name(scenario, where)
