"""Who may attack or probe what [11.0-11.3, 11.11, 11.12], in a combat phase and right after an advance."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.model.state import AfcentState, zone
from grognard.games.afcent.movement.stacking import fits
from grognard.games.kit.probing import probe_hexes


def momentum(state: AfcentState) -> Question | None:
    """The advance whose units may attack again now [11.11-now]."""
    return state.questions[-1] if state.questions and state.questions[-1].kind == "momentum" else None


def able(state: AfcentState, side: int) -> CounterSet:
    """Units next to the enemy that may attack or probe now; a few may have no target left.

    Each attacks once a phase [11.3-attack], and once more right after an advance [11.11-who]. Static and such
    defenders never attack [11.0-static-attack, 2.2-defence-only], nor units just dropped [12.4.1.k].
    """
    question = momentum(state)
    if question is not None:
        return surging(state, question)
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
    """Units that never attack, or not in this turn [11.0-static-attack, 2.2-defence-only, 12.4.1.k]."""
    return state.landed | state.scenario.defence_only


def surging(state: AfcentState, question: Question) -> CounterSet:
    """Those who advanced together and may attack again: next to the enemy, once a turn [11.11, R-NUR-21]."""
    if not state.scenario.grid.around[question.hex] & state.held[1 - question.side]:
        return 0
    units = sum(1 << c for c in question.units if state.at[c] == question.hex)
    return units & ~state.surged


def fresh(state: AfcentState, side: int) -> HexSet:
    """Enemy-held hexes that may be attacked: with units not attacked in this phase [11.3-defend, R-NUR-48].

    A momentum attack may hit anybody [11.11-target].
    """
    held = state.held[1 - side]
    if momentum(state) is not None:
        return held
    for hex_ in {state.at[c] for c in bits(state.attacked) if state.at[c] >= 0}:
        if not state.here[hex_] & ~state.attacked:
            held &= ~(1 << hex_)
    return held


def targets(state: AfcentState, side: int) -> HexSet:
    """All hexes that units of a side may attack now."""
    around, found = state.scenario.grid.around, 0
    for hex_ in {state.at[c] for c in bits(able(state, side))}:
        found |= around[hex_]
    return found & fresh(state, side)


def probes_of(state: AfcentState, unit: int) -> HexSet:
    """The hexes a unit next to an enemy may probe: empty, in an enemy zone; see `room_for` for the ground.

    A unit probes once a phase, at first or in momentum [8.3, 11.12, R-NUR-21].
    """
    if state.probed >> unit & 1:
        return 0
    scenario = state.scenario
    enemy = 1 - scenario.side_of[unit]
    near = scenario.grid.around[state.at[unit]]
    return probe_hexes(near, state.held[enemy], zone(state, enemy), state.held[0] | state.held[1])


def probing(state: AfcentState, units: CounterSet, target: Hex) -> CounterSet:
    """Those of some units that may probe a hex."""
    return sum(1 << c for c in bits(units) if probes_of(state, c) >> target & 1)


def room_for(state: AfcentState, units: CounterSet, hex_: Hex) -> bool:
    """Whether units may enter a hex together after combat: no lake, no enemies, no overstack [11.10-limits].

    For NATO, too, this is judged at once [R-NUR-41].
    """
    return bool(state.scenario.firm >> hex_ & 1) and fits(state, units, hex_)


def companions(state: AfcentState, unit: int, units: CounterSet) -> CounterSet:
    """Those of some units that may attack together with one [R-NUR-23].

    Heliborne units of the Pact keep to their own kind and nation [10.6.1-pact].
    """
    scenario = state.scenario
    wings = scenario.heliborne & scenario.units_of[PACT]
    if not units & wings:
        return units
    if not wings >> unit & 1:
        return units & ~wings
    return sum(1 << c for c in bits(units & wings) if scenario.nation[c] == scenario.nation[unit])
