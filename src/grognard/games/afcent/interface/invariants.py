"""Invariants: what must hold after every order."""

from __future__ import annotations

from grognard.core.contract.outside.bounds import (
    Between,
    Bounds,
    bounds_of_all_states,
    for_each,
    some_counters,
    some_hexes,
)
from grognard.core.hexes.grid import bits
from grognard.games.afcent.interface.verbs import questions_of
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT, AfcentScenario
from grognard.games.afcent.model.state import (
    AVAILABLE,
    AWAY,
    COMING,
    HIDDEN,
    LOST,
    PLACES,
    USED,
    AfcentState,
    from_plain,
    zone,
)
from grognard.games.afcent.movement import stacking
from grognard.games.kit.states import derived_violations, question_violations

ORIGINS = 1_000
"""Numbers below 0 for where units began a phase off the map."""
MAX_COUNT = 10_000
BATTLES = ("commit", "momentum")
"""Questions that are answered by verbs of the combat phase."""


def bounds(scenario: AfcentScenario) -> Bounds:
    """Return the values that each saved column can have."""
    units, size = some_counters(scenario, (1 << scenario.unit_count) - 1), scenario.grid.size
    kinds = (*questions_of(scenario), *BATTLES)
    side, count = Between(NO_SIDE, 1), Between(0, MAX_COUNT)
    return {
        **bounds_of_all_states(scenario, PLACES.values(), len(scenario.sequence), kinds),
        "order": Between(HIDDEN, 2),
        "plan": Between(HIDDEN, size, length=3),
        **for_each(side, "sky ether"),
        **for_each(some_hexes(scenario), "markers refugees red taken"),
        **for_each(count, "ew to_place spent flying entered due exits"),
        **for_each(Between(-ORIGINS - len(scenario.counters), size - 1), "parent began"),
        **for_each(units, "moving stopped column fought probed surged attacked disrupted landed counted"),
        "pledged": Between(HIDDEN, (1 << len(scenario.counters)) - 1),
    }


def violations(state: AfcentState) -> list[str]:
    """List violated invariants."""
    if misplaced := _place_violations(state):  # the others rely on it
        return misplaced
    found = [*_hex_violations(state), *_unit_violations(state), *_track_violations(state)]
    found += question_violations(state, (*questions_of(state.scenario), *BATTLES))
    return found or _shadow_violations(state)


def _hex_violations(state: AfcentState) -> list[str]:
    scenario, names = state.scenario, state.scenario.grid.names
    red, blue = state.held
    found = []
    if red & blue:
        found.append(f"units of both sides in {names(red & blue)} [7.0]")
    if (red | blue) & ~scenario.land:
        found.append(f"units in {names((red | blue) & ~scenario.land)}, not in play [2.1-partial]")
    if red & ~state.red or blue & state.red:
        found.append("a side does not control a hex its units are in [3.0-switch]")
    if state.red & ~state.taken:
        found.append("the Pact controls a hex that it never captured [12.4.2-26l.c]")
    if (state.markers | state.refugees) & ~scenario.land:
        found.append("a marker off the map")
    if stacking.overstacked(state, PACT):
        found.append(f"Pact stacking violated in {names(stacking.overstacked(state, PACT))} [7.1-pact]")
    moving = state.phase == "movement" and state.side == NATO
    if not moving and state.turn and stacking.overstacked(state, NATO):
        found.append(f"NATO stacking violated in {names(stacking.overstacked(state, NATO))} [7.1-nato]")
    return found


def _place_violations(state: AfcentState) -> list[str]:
    """List counters where they cannot be: only units are in hexes."""
    units, places = state.scenario.unit_count, set(PLACES.values())
    found = []
    for c, (id_, where) in enumerate(zip(state.scenario.counter_ids, state.at, strict=True)):
        if where < 0 and where not in places:
            found.append(f"{id_} is at an unknown place")
        elif c >= units and where not in (AVAILABLE, USED, COMING, LOST, AWAY):
            found.append(f"support marker {id_} is not among the support markers [11.4]")
    return found


def _unit_violations(state: AfcentState) -> list[str]:
    scenario = state.scenario
    found = []
    for c in range(scenario.unit_count):
        if state.at[c] < 0 and state.ew[c]:
            found.append(f"an EW marker on {scenario.counter_ids[c]}, which is off the map [6.2]")
    for hex_, units in state.here.items():
        if hex_ >= 0 and len({state.ew[c] for c in bits(units)}) > 1:
            found.append(
                f"the units in {scenario.grid.label(hex_)} have different numbers of EW markers [6.2]"
            )
    gone = sum(1 << c for c in range(scenario.unit_count) if state.at[c] < 0)
    for name in ("disrupted", "landed"):
        if getattr(state, name) & gone:
            found.append(f"units off the map are {name}")
    return found


def _track_violations(state: AfcentState) -> list[str]:
    limits = state.scenario.charts["limits"]
    found = []
    if state.to_place < 0:
        found.append("the number of markers to place is negative")
    if state.markers.bit_count() > limits["airpower_markers"]:
        found.append(f"{state.markers.bit_count()} airpower markers [5.0-markers]")
    pledging = bool(state.questions) and state.questions[-1].kind == "commit"
    if not pledging and state.pledged != [HIDDEN, HIDDEN]:
        found.append("support pledged without a battle [11.4-secret]")
    return found


def _shadow_violations(state: AfcentState) -> list[str]:
    """List derived columns that differ from a rebuilt state."""
    twin = from_plain(state.scenario, state.plain())
    return derived_violations(
        state,
        twin,
        ("here", "held", "shared", "red", "taken", "ew"),
        {"zones": lambda some: (zone(some, PACT), zone(some, NATO))},
    )
