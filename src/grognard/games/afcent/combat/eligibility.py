"""Cases 11.0–11.3, 11.11 and 11.12: which units can attack or probe which hexes."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.model.state import AfcentState, zone
from grognard.games.afcent.movement.stacking import fits
from grognard.games.kit.probing import probe_hexes


def momentum(state: AfcentState) -> Question | None:
    """Return the momentum question whose units may attack again now [11.11-now]."""
    return state.questions[-1] if state.questions and state.questions[-1].kind == "momentum" else None


def able(state: AfcentState, side: int) -> CounterSet:
    """Return the units adjacent to the enemy that may attack or probe now; some may have no target left.

    Each attacks once per phase [11.3-attack], and once more after an advance [11.11-who].
    """
    question = momentum(state)
    if question is not None:
        return momentum_units(state, question)
    scenario = state.scenario
    idle = state.fought | barred(state)
    key = (side, idle)
    known: tuple[tuple[int, CounterSet], CounterSet] | None = state.cache.get("able")
    if known is None or known[0] != key:
        near = state.held[side] & scenario.grid.spread(state.held[1 - side])
        found = 0
        for hex_ in bits(near):
            found |= state.here[hex_]
        known = state.cache["able"] = (key, found & ~idle)
    return known[1]


def barred(state: AfcentState) -> CounterSet:
    """Return the units that cannot attack this turn [11.0-static-attack, 2.2-defence-only, 12.4.1.k]."""
    return state.landed | state.scenario.defence_only


def momentum_units(state: AfcentState, question: Question) -> CounterSet:
    """Return the advanced units that can make a momentum attack, once per turn [11.11, R-NUR-21]."""
    if not state.scenario.grid.around[question.hex] & state.held[1 - question.side]:
        return 0
    units = sum(1 << c for c in question.units if state.at[c] == question.hex)
    return units & ~state.surged


def fresh(state: AfcentState, side: int) -> HexSet:
    """Return the enemy hexes with units not yet attacked in this phase [11.3-defend, R-NUR-48].

    A momentum attack can be made against any of them [11.11-target].
    """
    held = state.held[1 - side]
    if momentum(state) is not None:
        return held
    for hex_ in {state.at[c] for c in bits(state.attacked) if state.at[c] >= 0}:
        if not state.here[hex_] & ~state.attacked:
            held &= ~(1 << hex_)
    return held


def targets(state: AfcentState, side: int) -> HexSet:
    """Return the hexes that a side can attack now."""
    around, found = state.scenario.grid.around, 0
    for hex_ in {state.at[c] for c in bits(able(state, side))}:
        found |= around[hex_]
    return found & fresh(state, side)


def probes_of(state: AfcentState, unit: int) -> HexSet:
    """Return the hexes a unit adjacent to an enemy may probe: empty and in an enemy ZOC; see also `room_for`.

    A unit probes once per phase, normally or by momentum [8.3, 11.12, R-NUR-21].
    """
    if state.probed >> unit & 1:
        return 0
    scenario = state.scenario
    enemy = 1 - scenario.side_of[unit]
    near = scenario.grid.around[state.at[unit]]
    return probe_hexes(near, state.held[enemy], zone(state, enemy), state.held[0] | state.held[1])


def probing(state: AfcentState, units: CounterSet, target: Hex) -> CounterSet:
    """Return those of the units that may probe a hex."""
    return sum(1 << c for c in bits(units) if probes_of(state, c) >> target & 1)


def room_for(state: AfcentState, units: CounterSet, hex_: Hex) -> bool:
    """Return whether units can enter a hex after combat: no lake, no enemies, no overstack [11.10-limits].

    Stacking limits apply at once, for NATO as well [R-NUR-41].
    """
    return bool(state.scenario.firm >> hex_ & 1) and fits(state, units, hex_)


def attack_partners(state: AfcentState, unit: int, units: CounterSet) -> CounterSet:
    """Return those of the units that can attack together with one [R-NUR-23].

    Pact heliborne units attack only with heliborne units of their nation [10.6.1-pact].
    """
    scenario = state.scenario
    wings = scenario.heliborne & scenario.units_of[PACT]
    if not units & wings:
        return units
    if not wings >> unit & 1:
        return units & ~wings
    return sum(1 << c for c in bits(units & wings) if scenario.nation[c] == scenario.nation[unit])
