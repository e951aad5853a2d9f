"""Chapter 7: stacking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState


def limit(scenario: AfcentScenario, side: int) -> int:
    """Return the stacking limit of a side in units per hex [7.2-two, 7.3-three]."""
    return int(scenario.charts["limits"]["pact_stack" if side == PACT else "nato_stack"])


@lru_cache(maxsize=16)
def stacking_groups(scenario: AfcentScenario) -> tuple[str, ...]:
    """Return the stacking group of each unit: its nation and its division [7.2, 7.3, R-NUR-24].

    Pact heliborne units have no division and stack with heliborne units of their nation [10.6.1-pact].
    """
    return tuple(
        f"{scenario.nation[c]} heliborne"
        if scenario.heliborne >> c & 1 and scenario.side_of[c] == PACT
        else f"{scenario.nation[c]} {scenario.parent[c]}"
        for c in range(scenario.unit_count)
    )


@lru_cache(maxsize=1 << 14)
def _load(scenario: AfcentScenario, stack: CounterSet) -> tuple[int, tuple[str, ...]]:
    """Return how many units of a stack count, and their groups; garrisons do not count [7.3-static]."""
    counted = bits(stack & ~scenario.garrisons)
    of = stacking_groups(scenario)
    return len(counted), tuple(sorted({of[c] for c in counted}))


@lru_cache(maxsize=1 << 14)
def is_legal_stack(scenario: AfcentScenario, stack: CounterSet) -> bool:
    """Return whether units can stack in one hex [7.0, 7.2, 7.3]."""
    ours, theirs = (stack & units for units in scenario.units_of)
    if ours and theirs:
        return False
    count, kinds = _load(scenario, stack)
    return count <= limit(scenario, PACT if ours else NATO) and len(kinds) <= 1


def fits(state: AfcentState, counters: CounterSet, hex_: Hex) -> bool:
    """Return whether units can stack in a hex with the units there [7.0, 7.2, 7.3]."""
    return is_legal_stack(state.scenario, state.here.get(hex_, 0) | counters)


def closed_hexes(state: AfcentState, units: Sequence[int]) -> HexSet:
    """Return the hexes that units of one stack cannot even pass through [7.0, 7.1, 10.2-enemy]."""
    scenario = state.scenario
    if scenario.side_of[units[0]] == NATO:
        return state.held[PACT]
    room = limit(scenario, PACT) - len(units)
    crowd: dict[Hex, int] = {}
    for c in _stacking_partners(scenario)[units[0]]:
        crowd[state.at[c]] = crowd.get(state.at[c], 0) + 1
    open_ = 0
    for hex_, count in crowd.items():
        if count <= room and hex_ >= 0:
            open_ |= 1 << hex_
    return state.held[NATO] | state.held[PACT] & ~open_


@lru_cache(maxsize=16)
def _stacking_partners(scenario: AfcentScenario) -> tuple[tuple[int, ...], ...]:
    """Return for each unit the units it can stack with, itself included."""
    of = stacking_groups(scenario)
    return tuple(tuple(c for c, other in enumerate(of) if other == own) for own in of)


def overstacked(state: AfcentState, side: int) -> HexSet:
    """Return the hexes in which a side violates stacking at the end of a phase [7.1]."""
    mask: HexSet | None = state.cache.get(("overstacked", side))
    if mask is None:
        scenario, here, mask = state.scenario, state.here, 0
        for hex_ in bits(state.shared & state.held[side]):  # a unit by itself is legal
            if not is_legal_stack(scenario, here[hex_]):
                mask |= 1 << hex_
        state.cache[("overstacked", side)] = mask
    return mask


def excess(state: AfcentState, hex_: Hex) -> CounterSet:
    """Return the units of an overstacked hex, one of which must be eliminated; else none [7.1-excess]."""
    stack = state.here[hex_]
    return 0 if is_legal_stack(state.scenario, stack) else stack & ~state.scenario.garrisons


def stacking_refusal(state: AfcentState, counters: CounterSet, hex_: Hex) -> Illegal | None:
    """Return why units cannot stack in a hex."""
    if fits(state, counters, hex_):
        return None
    scenario, label = state.scenario, state.scenario.grid.label(hex_)
    side = scenario.side_of[bits(counters)[0]]
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("7.0", "{hex} is enemy-occupied", hex=label)
    rule = "7.2-two" if side == PACT else "7.3-three"
    stack = state.here.get(hex_, 0) | counters
    if len(_load(scenario, stack)[1]) > 1:
        if stack & scenario.heliborne and side == PACT:
            rule = "10.6.1-pact"
        return Illegal(rule, "{hex} has units of another division or nation", hex=label)
    return Illegal(
        rule, "{hex} is full; the stacking limit is {limit} units", hex=label, limit=limit(scenario, side)
    )
