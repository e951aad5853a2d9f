"""Position files: a state between questions as a short file, and back.

A file holds where counters are, and what differs from a fresh state with the counters in those places.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from grognard.core.contract.outside.position import Position
from grognard.core.facts import changed
from grognard.core.files.files import BadKey
from grognard.core.hexes.grid import bits
from grognard.games.kit import positions
from grognard.games.ocs.interface.choices import choices, phase, phase_name, to_act
from grognard.games.ocs.interface.fog_of_war import MODES, SECRET_SETS
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.views import place_name
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, NO_COUNTER, PLACES, OcsState, empty, put

FLAGS = (*MODES, *SECRET_SETS, "shown", "shelled", "targeted", "beaching", "opening")
"""Sets of counters in the state."""
NUMBERS = (
    "lost", "tokens", "fresh", "level", "spent", "due", "reached", "gliders", "drop_turn", "unloaded",
    "rebased",
)  # fmt: skip
"""Columns of the state with a number for each counter."""
HEXES = {
    name: name
    for name in ("relaid", "dug", "repaired", "blown", "attacked", "barraged", "wide", "second", "paved")
}
"""Sets of hexes by their key in a file."""
_ELSEWHERE = ("fight", "mission", "began", "ledger", "host", "drop_hex", "craft_ledger")
TRACKS = positions.track_names(OcsState, (*FLAGS, *NUMBERS, *HEXES, *_ELSEWHERE))
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
    positions.check_turn(position, scenario, first=0)
    positions.check_dice(position)
    state = placed(scenario, dict(_read_place(scenario, *item) for item in position.at.items()))
    state.turn = position.turn
    unread = dict(position.state)
    positions.read_hexes(state, HEXES, unread)
    positions.read_tracks(state, TRACKS, unread)
    _read_counters(state, unread)
    positions.check_all_read(unread, scenario.index, TRACKS, HEXES)
    for side in range(len(scenario.sides)):
        state.ledger[side] = sum(state.tokens[c] for c in bits(scenario.of_side[side]))
        craft = bits(scenario.craft & scenario.of_side[side])
        state.craft_ledger[side] = sum(state.level[c] for c in craft)
    changed(state)
    _read_phase(state, position.phase)
    positions.check_playable(state, position.phase, violations, to_act, choices)
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


def _read_place(scenario: OcsScenario, id_: str, where: str) -> tuple[int, int]:
    counter = positions.counter_number(scenario.index, id_)
    return counter, positions.place_number(scenario.grid, PLACES, ("at", id_), where)


def _read_counters(state: OcsState, unread: dict[str, object]) -> None:
    """Read what differs from a fresh state, counter by counter."""
    scenario = state.scenario
    for fact in positions.read_facts(scenario.index, unread, "{ dg = true } or { tokens = 4 }"):
        if positions.set_fact(state, fact, FLAGS, NUMBERS):
            continue
        key = ("state", fact.id, fact.name)
        if fact.name == "host" and isinstance(fact.value, str):
            state.host[fact.counter] = positions.counter_number(scenario.index, fact.value)
        elif fact.name in ("began", "drop_hex"):
            column: list[int] = getattr(state, fact.name)
            column[fact.counter] = positions.place_number(scenario.grid, PLACES, key, fact.value)
        else:
            raise positions.bad_fact(fact, (*FLAGS, *NUMBERS, "began", "host", "drop_hex"))


# -- writing ---------------------------------------------------------------------------------------


def to_position(state: OcsState) -> Position:
    """Return the position file of a state."""
    fresh = placed(state.scenario, {c: where for c, where in enumerate(state.at) if where != AWAY})
    hexes = positions.hex_facts(state, fresh, HEXES)
    tracks = positions.track_facts(state, fresh, TRACKS)
    return positions.position_of(
        state, phase(state), PLACES, partial(_counter_facts, state, fresh), hexes, tracks
    )


def _counter_facts(state: OcsState, fresh: OcsState, c: int) -> dict[str, object]:
    """Return what differs for a counter from a fresh state."""
    facts = positions.counter_facts(state, fresh, c, FLAGS, NUMBERS)
    if state.began[c] != fresh.began[c]:
        facts["began"] = place_name(state.scenario, state.began[c])
    if state.host[c] != NO_COUNTER:
        facts["host"] = state.scenario.counter_ids[state.host[c]]
    if state.drop_hex[c] >= 0:
        facts["drop_hex"] = state.scenario.label(state.drop_hex[c])
    return facts
