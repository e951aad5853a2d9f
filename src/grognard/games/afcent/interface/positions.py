"""Positions: a game state as a short file, and back; questions during a battle are not included."""

from __future__ import annotations

from functools import partial

from grognard.core.contract.outside.position import Position
from grognard.core.files.files import BadKey
from grognard.core.files.toml_lines import Where
from grognard.games.afcent.interface.choices import choices, phase, to_act
from grognard.games.afcent.interface.invariants import violations
from grognard.games.afcent.interface.views import place_name
from grognard.games.afcent.model.scenario import PACT, AfcentScenario
from grognard.games.afcent.model.state import PLACES, AfcentState, empty, put
from grognard.games.afcent.movement.active_stack import OFF_MAP
from grognard.games.kit import positions

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
TRACKS = positions.track_names(AfcentState, (*FLAGS, *NUMBERS, *HEXES.values(), *_ELSEWHERE))
"""Plain values of the state by their key in a file."""


# -- reading ---------------------------------------------------------------------------------------


def from_position(scenario: AfcentScenario, position: Position) -> AfcentState:
    """Return the state of a position file, or raise `BadKey`."""
    positions.check_turn(position, scenario, first=0)
    positions.check_dice(position)
    state, grid = empty(scenario), scenario.grid
    state.turn = position.turn
    unread = dict(position.state)
    red, nato, taken = (positions.hex_set(grid, key, unread.pop(key, [])) for key in (*GROUND, "taken"))
    positions.read_hexes(state, HEXES, unread)
    _read_plan(state, unread)
    positions.read_tracks(state, TRACKS, unread)
    for id_, where in position.at.items():
        counter = positions.counter_number(scenario.index, id_)
        put(state, counter, positions.place_number(grid, PLACES, ("at", id_), where))
    state.began = state.at[: scenario.unit_count]
    _read_counters(state, unread)
    positions.check_all_read(unread, scenario.index, TRACKS, HEXES, GROUND, ("taken",))
    state.red = (state.red | red) & ~(nato & ~state.held[PACT]) | state.held[PACT]
    state.taken |= red | taken | state.red
    steps = scenario.sequence if state.turn else scenario.exclusive.stages(scenario)
    positions.read_phase(state, position.phase, len(steps), phase)  # by now `fight-first` is read
    positions.check_playable(state, position.phase, violations, to_act, choices)
    return state


def _read_counters(state: AfcentState, unread: dict[str, object]) -> None:
    """Read the flags and numbers of each counter."""
    scenario = state.scenario
    for fact in positions.read_facts(scenario.index, unread, "{ ew = 1 } or { fought = true }"):
        if positions.set_fact(state, fact, FLAGS, NUMBERS):
            continue
        if fact.name != "began" or fact.counter >= scenario.unit_count:
            raise positions.bad_fact(fact, (*FLAGS, *NUMBERS, "began"))
        state.began[fact.counter] = _origin(state, ("state", fact.id, "began"), fact.value)


def _read_plan(state: AfcentState, unread: dict[str, object]) -> None:
    """Read the drop plan, a turn and two hexes, and where the active stack began."""
    grid, key = state.scenario.grid, ("state", "plan")
    if "plan" in unread:
        match unread.pop("plan"):
            case [int(turn), *labels] if len(labels) <= 2:
                state.plan = [turn, *(positions.place_number(grid, PLACES, key, label) for label in labels)]
            case value:
                raise BadKey(key, f"expected a turn and two hexes, not {value!r}")
    if "in-motion" in unread:
        state.parent = _origin(state, ("state", "in-motion"), unread.pop("in-motion"))


def _origin(state: AfcentState, key: Where, where: object) -> int:
    """Return where a stack began the phase: a hex, a place, or the first of the counters that entered."""
    first = state.scenario.index.get(where) if isinstance(where, str) else None
    if first is not None:
        return OFF_MAP - first
    return positions.place_number(state.scenario.grid, PLACES, key, where)


# -- writing ---------------------------------------------------------------------------------------


def to_position(state: AfcentState) -> Position:
    """Return the position file of a state."""
    fresh = empty(state.scenario)
    facts_of, tracks = partial(_counter_facts, state, fresh), positions.track_facts(state, fresh, TRACKS)
    return positions.position_of(state, phase(state), PLACES, facts_of, _ground_facts(state, fresh), tracks)


def _counter_facts(state: AfcentState, fresh: AfcentState, c: int) -> dict[str, object]:
    """Return what differs for a counter from a fresh state."""
    facts = positions.counter_facts(state, fresh, c, FLAGS, NUMBERS)
    if c < len(state.began) and state.began[c] != state.at[c]:
        facts["began"] = _origin_name(state, state.began[c])
    return facts


def _ground_facts(state: AfcentState, fresh: AfcentState) -> dict[str, object]:
    """Return what has changed on the map: control, markers, the drop plan and the active stack."""
    grid = state.scenario.grid
    found = positions.control_facts(grid, GROUND, state.red, fresh.red)
    taken = state.taken & ~state.red & ~fresh.taken
    if taken:
        found["taken"] = grid.names(taken)
    found |= positions.hex_facts(state, fresh, HEXES)
    if state.plan:
        found["plan"] = [state.plan[0], *map(grid.label, state.plan[1:])]
    if state.parent != NOWHERE:
        found["in-motion"] = _origin_name(state, state.parent)
    return found


def _origin_name(state: AfcentState, where: int) -> str:
    scenario = state.scenario
    return scenario.counter_ids[OFF_MAP - where] if where <= OFF_MAP else place_name(scenario, where)
