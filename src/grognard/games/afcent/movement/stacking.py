"""Chapter 7: which units may share a hex, and when that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AfcentState


def limit(scenario: AfcentScenario, side: int) -> int:
    """How many units of a side a hex holds [7.2-two, 7.3-three]."""
    return int(scenario.charts["limits"]["pact_stack" if side == PACT else "nato_stack"])


@lru_cache(maxsize=16)
def kin(scenario: AfcentScenario) -> tuple[str, ...]:
    """For each unit with whom it may stack: its nation and its division [7.2, 7.3, R-NUR-24].

    Pact heliborne units have no division and stack with their own kind [10.6.1-pact].
    """
    return tuple(
        f"{scenario.nation[c]} heliborne"
        if scenario.heliborne >> c & 1 and scenario.side_of[c] == PACT
        else f"{scenario.nation[c]} {scenario.parent[c]}"
        for c in range(scenario.unit_count)
    )


@lru_cache(maxsize=1 << 14)
def _load(scenario: AfcentScenario, stack: CounterSet) -> tuple[int, tuple[str, ...]]:
    """How many units of a stack count, and of which kin they are; garrisons do not count [7.3-static]."""
    counted = bits(stack & ~scenario.garrisons)
    of = kin(scenario)
    return len(counted), tuple(sorted({of[c] for c in counted}))


@lru_cache(maxsize=1 << 14)
def sound(scenario: AfcentScenario, stack: CounterSet) -> bool:
    """Whether units may stand in one hex together [7.0, 7.2, 7.3]."""
    ours, theirs = (stack & units for units in scenario.units_of)
    if ours and theirs:
        return False
    count, kinds = _load(scenario, stack)
    return count <= limit(scenario, PACT if ours else NATO) and len(kinds) <= 1


def fits(state: AfcentState, counters: CounterSet, hex_: Hex) -> bool:
    """Whether some units may stand in a hex, together with those that are there [7.0, 7.2, 7.3]."""
    return sound(state.scenario, state.here.get(hex_, 0) | counters)


def shut(state: AfcentState, units: Sequence[int]) -> HexSet:
    """The hexes some units of one stack may not enter, not even in passing [7.0, 7.1, 10.2-enemy]."""
    scenario = state.scenario
    if scenario.side_of[units[0]] == NATO:
        return state.held[PACT]
    room = limit(scenario, PACT) - len(units)
    crowd: dict[Hex, int] = {}
    for c in _kinsfolk(scenario)[units[0]]:
        crowd[state.at[c]] = crowd.get(state.at[c], 0) + 1
    open_ = 0
    for hex_, count in crowd.items():
        if count <= room and hex_ >= 0:
            open_ |= 1 << hex_
    return state.held[NATO] | state.held[PACT] & ~open_


@lru_cache(maxsize=16)
def _kinsfolk(scenario: AfcentScenario) -> tuple[tuple[int, ...], ...]:
    """For each unit all units it may stack with, itself included."""
    of = kin(scenario)
    return tuple(tuple(c for c, other in enumerate(of) if other == own) for own in of)


def overstacked(state: AfcentState, side: int) -> HexSet:
    """The hexes in which more of a side's units stand, or others, than may at the end of a phase [7.1]."""
    mask: HexSet | None = state.cache.get(("overstacked", side))
    if mask is None:
        scenario, here = state.scenario, state.here
        mask = sum(1 << hex_ for hex_ in bits(state.held[side]) if not sound(scenario, here[hex_]))
        state.cache[("overstacked", side)] = mask
    return mask


def excess(state: AfcentState, hex_: Hex) -> CounterSet:
    """The units of an overstacked hex of which one must be eliminated; else none [7.1-excess]."""
    stack = state.here.get(hex_, 0)
    return 0 if sound(state.scenario, stack) else stack & ~state.scenario.garrisons


def why_not(state: AfcentState, counters: CounterSet, hex_: Hex) -> Illegal | None:
    """The reason why some units may not stand in a hex."""
    if fits(state, counters, hex_):
        return None
    scenario, label = state.scenario, state.scenario.grid.label(hex_)
    side = scenario.side_of[bits(counters)[0]]
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("7.0", f"{label} holds an enemy unit")
    rule = "7.2-two" if side == PACT else "7.3-three"
    stack = state.here.get(hex_, 0) | counters
    if len(_load(scenario, stack)[1]) > 1:
        if stack & scenario.heliborne and side == PACT:
            rule = "10.6.1-pact"
        return Illegal(rule, f"{label} holds units of another division or nation")
    return Illegal(rule, f"{label} has no room: {limit(scenario, side)} units may stack")
