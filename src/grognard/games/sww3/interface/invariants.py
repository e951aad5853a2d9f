"""Invariants that hold after every order."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.outside.bounds import (
    Between,
    Bounds,
    Subset,
    a_hex,
    bounds_of_all_states,
    for_each,
    some_counters,
    some_hexes,
)
from grognard.core.hexes.grid import bits
from grognard.games.kit.states import derived_violations, question_violations
from grognard.games.sww3.combat.results import KINDS
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import LOST, PLACES, Sww3State, from_plain, zone
from grognard.games.sww3.movement.movement_limits import within_limits
from grognard.games.sww3.support import supply

MAX_OPERATIONS = 1_000_000
WITHOUT_UNITS = ("halt", "pending", "arrive")
"""Questions that name no units."""


def bounds(scenario: Sww3Scenario) -> Bounds:
    """Return the values that each saved column can have."""
    units, hex_ = some_counters(scenario, (1 << scenario.unit_count) - 1), a_hex(scenario)
    kinds, markers = (*KINDS, *WITHOUT_UNITS), Between(0, 100)
    return {
        **bounds_of_all_states(scenario, PLACES.values(), len(scenario.sequence), kinds),
        "turn": Between(0 if "setup" in scenario.options else scenario.file.first_turn, scenario.turns),
        "steps": Between(0, max(scenario.full, default=0)),
        "face": Between(-1, len(scenario.counters) - 1),
        **for_each(units, "moved mixed committed fought attacked disrupted dropped sailed"),
        **for_each(some_hexes(scenario), "red neutral nuked markers aerial landed"),
        "air": Between(-1, 1),
        **for_each(markers, "to_place aerial_left sea_moves strikes swaps"),
        **for_each(hex_, "drop_hex sea_from sea_to"),
        "operations": Between(0, MAX_OPERATIONS),
        **for_each(Between(-1, MAX_OPERATIONS), "struck_at asked_at"),
        "prestige": Between(-1_000, 1_000),
        "target": Between(-1_000, 1_000),
        "closed": Subset((1 << len(scenario.theatres)) - 1, "theatres"),
    }


def violations(state: Sww3State) -> list[str]:
    """List violated invariants."""
    found = [*_hex_violations(state), *_counter_violations(state), *_track_violations(state)]
    found += question_violations(state, KINDS)
    return found or _shadow_violations(state)


def _hex_violations(state: Sww3State) -> list[str]:
    scenario = state.scenario
    label = scenario.grid.label
    found = []
    if state.held[SOVIET] & state.held[ALLIED]:
        found.append(f"units of both sides in {scenario.grid.names(state.held[SOVIET] & state.held[ALLIED])}")
    for hex_ in bits((state.held[SOVIET] | state.held[ALLIED]) & ~scenario.land):
        found.append(f"units in {label(hex_)}, which is not a land hex in play")
    for hex_, steps in state.load.items():
        if steps > scenario.stack_steps:
            found.append(f"{label(hex_)} holds {steps} steps [7.3]")
    if state.held[SOVIET] & ~state.red or state.held[ALLIED] & state.red:
        found.append("a side does not control a hex its units are in [3.10]")
    if state.held[SOVIET] & state.neutral:
        found.append("a Soviet unit in a country that is still neutral [R-PIN-05]")
    if (state.markers | state.aerial | state.nuked) & ~scenario.grid.all:
        found.append("a marker off the board")
    return found


def _counter_violations(state: Sww3State) -> list[str]:
    scenario = state.scenario
    places = set(PLACES.values())
    found = []
    for c in range(scenario.unit_count):
        id_, where, steps = scenario.counters[c].id, state.at[c], state.steps[c]
        if where < 0 and where not in places:
            found.append(f"{id_} has no place")
        if (steps == 0) != (where == LOST) or not 0 <= steps <= scenario.full[c]:
            found.append(f"{id_} has {steps} steps")
        if where >= 0 and not within_limits(state, c, where):
            found.append(f"{id_} is beyond its nation's limits in {scenario.grid.label(where)} [11.21]")
    for mix in scenario.mixes.values():
        shown = [state.face[c] for c in bits(mix) if state.face[c] >= 0]
        if len(set(shown)) != len(shown) or any(not mix >> face & 1 for face in shown):
            found.append("untried units have values that are not in their mix")
    gone = sum(1 << c for c in range(scenario.unit_count) if state.at[c] < 0)
    if state.committed & ~(gone | state.moved | state.dropped):
        found.append("units on the map are declared to enter it [R-PIN-31]")
    for name in ("disrupted", "dropped"):
        if getattr(state, name) & gone:
            found.append(f"units off the map are {name}")
    return found


def _track_violations(state: Sww3State) -> list[str]:
    found = []
    if state.turn == 0 and state.phase_index >= 2 * len(state.scenario.theatres):
        found.append("the setup has no such stage [3.1]")
    if any(theatre.charts["prestige"]["start"] < state.prestige for theatre in state.scenario.theatres[:1]):
        found.append(f"prestige has risen to {state.prestige} [13.9]")
    limit = state.scenario.theatres[0].charts["limits"]["soviet_strikes_per_turn"]
    if state.strikes[SOVIET] > limit:
        found.append(f"{state.strikes[SOVIET]} Soviet atomic attacks in a turn [13.2]")
    if any(left < 0 for left in (*state.aerial_left, state.to_place)):
        found.append("a negative number of markers is left")
    if (state.sea_from < 0) != (state.sea_to < 0):
        found.append("a sea move without its start or its end [11.19]")
    if state.closed == (1 << len(state.scenario.theatres)) - 1 and state.result is None:
        found.append("play has ended in every theatre, but there is no result [R-GC-01]")
    return found


def _shadow_violations(state: Sww3State) -> list[str]:
    """List derived columns that do not match the others."""
    twin = from_plain(state.scenario, state.plain())
    facts: dict[str, Callable[[Sww3State], object]] = {
        "gathered": _occupied,
        "zones": lambda some: (zone(some, SOVIET), zone(some, ALLIED)),
        "supply": lambda some: (supply.supplied(some, SOVIET), supply.supplied(some, ALLIED)),
    }
    return derived_violations(state, twin, ("here", "load", "held", "full_hexes"), facts)


def _occupied(state: Sww3State) -> dict[int, CounterSet]:
    """Return the occupied maps and places."""
    return {place: units for place, units in state.gathered.items() if units}
