"""Attack-Capable units and zones of control: who has one, where, and where it is negated [4.4, 4.5]."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import HexSet, bits
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState

# -- who -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _printed(scenario: OcsScenario) -> tuple[CounterSet, CounterSet]:
    """By face the combat units with a printed Combat Strength that is not in parentheses [4.4, 3.2b].

    That of HQs and artillery is not printed [3.2].
    """
    able = scenario.combat_units & ~(scenario.hqs | scenario.guns)
    combat, move = (sum(1 << c for c in bits(able) if not scenario.faces[c][face].paren) for face in (0, 1))
    return combat, move


def attack_capable(state: OcsState) -> CounterSet:
    """Units that may attack: by the face that is up, in any mode but Strat and Reserve [4.4]."""
    combat, move = _printed(state.scenario)
    turned = state.turned
    return (combat & ~turned | move & turned) & ~(state.reserve | state.strat)


def exerting(state: OcsState) -> CounterSet:
    """Units with a zone: Attack-Capable, in Combat Mode, not Out of Supply [4.4b, 4.5].

    Exploitation Mode keeps the orientation, and so the zone that a unit had [5.9c]; DG does not [R-OCS-49].
    """
    combat, _ = _printed(state.scenario)
    return combat & ~(state.turned | state.reserve | state.strat | state.dg | state.out)


# -- where ---------------------------------------------------------------------------------------------


def zone(state: OcsState, side: int) -> HexSet:
    """The hexes in a side's zone of control: all six around each unit, whatever lies between [4.5]."""
    key = ("zone", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        found = scenario.grid.spread(hexes_of(state, exerting(state) & scenario.of_side[side]))
        state.cache[key] = found
    return found


def hexes_of(state: OcsState, counters: CounterSet) -> HexSet:
    """The hexes of the map that hold one of some counters."""
    here, found = state.here, 0
    if counters.bit_count() * 2 < len(here):
        at = state.at
        for counter in bits(counters):
            if at[counter] >= 0:
                found |= 1 << at[counter]
        return found
    for hex_, there in here.items():
        if there & counters:
            found |= 1 << hex_
    return found


def negated(state: OcsState, side: int) -> HexSet:
    """The hexes where a side's combat units negate enemy zones: any mode, no zone of their own needed [4.5b].

    A unit that may still spend movement points in the phase does not [R-OCS-50].
    """
    if state.phase not in MOVEMENT or state.side != side:
        return state.held[side]
    key = ("negated", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        staying = scenario.combat_units & scenario.of_side[side] & ~unfinished(state)
        found = state.cache[key] = hexes_of(state, staying)
    return found


def unfinished(state: OcsState) -> CounterSet:
    """Units that this Movement Segment lets move, or could if they were released, and that may go on [6.0].

    In the Movement Phase all but those that never move; in Reaction and Exploitation Reserves, and Exploit
    units in the latter [7.0a, 11.0a].
    """
    kept = ~(state.finished | state.shipped | state.worked)
    if state.phase == "movement":
        return mobile(state.scenario) & kept
    reserves = state.reserve | state.released
    return (reserves | state.exploit if state.phase == "exploitation" else reserves) & kept


@lru_cache(maxsize=32)
def mobile(scenario: OcsScenario) -> CounterSet:
    """Counters with a Movement Allowance on one side at least [6.1b]."""
    return scenario.those(lambda c: not c.marker and bool(c.move.ma or (c.combat and c.combat.ma)))


def free_of_zone(state: OcsState, side: int) -> HexSet:
    """The hexes in which no enemy zone hinders a side: there is none, or it is negated [4.5b]."""
    return state.scenario.land & ~(zone(state, 1 - side) & ~negated(state, side))


def guarded(state: OcsState, side: int) -> HexSet:
    """Hexes with enemy non-combat things: only an Attack-Capable unit of a side may enter them [4.4c]."""
    key = ("guarded", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        things = scenario.of_side[1 - side] & ~scenario.combat_units
        found = state.cache[key] = hexes_of(state, things)
    return found
