"""Chapters 4.4 and 4.5: Attack-Capable units, zones of control and where they are negated."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.facts import Stamp, keep_up
from grognard.core.hexes.grid import HexSet, bits
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState

# -- units -----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _printed(scenario: OcsScenario) -> tuple[CounterSet, CounterSet]:
    """Return by face the combat units with a printed Combat Strength without parentheses [4.4, 3.2b].

    HQs and artillery have no printed strength [3.2].
    """
    able = scenario.combat_units & ~(scenario.hqs | scenario.guns)
    combat, move = (sum(1 << c for c in bits(able) if not scenario.faces[c][face].paren) for face in (0, 1))
    return combat, move


def attack_capable(state: OcsState) -> CounterSet:
    """Return the units that can attack: by the face that is up, not in Strat or Reserve Mode [4.4]."""
    combat, move = _printed(state.scenario)
    turned = state.turned
    return (combat & ~turned | move & turned) & ~(state.reserve | state.strat)


def units_with_zoc(state: OcsState) -> CounterSet:
    """Return the units that exert a ZOC: Attack-Capable, in Combat Mode, not Out of Supply [4.4b, 4.5].

    Units keep their ZOC in Exploitation Mode [5.9c], but not when DG [R-OCS-49].
    """
    combat, _ = _printed(state.scenario)
    return combat & ~(state.turned | state.reserve | state.strat | state.dg | state.out)


# -- hexes -----------------------------------------------------------------------------------------


def zoc(state: OcsState, side: int) -> HexSet:
    """Return a side's zone of control: all hexes adjacent to its units, in any terrain [4.5]."""
    key = ("zone", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        units = units_with_zoc(state) & state.scenario.of_side[side]
        exerting = hexes_kept(state, f"exerting {side}", side, units)
        found = state.cache[key] = state.scenario.grid.spread(exerting)
    return found


class _Places(NamedTuple):
    """The hexes with some counters of a side, and what they were found from."""

    stamp: Stamp
    counters: CounterSet
    hexes: HexSet


def hexes_kept(state: OcsState, name: str, side: int, counters: CounterSet) -> HexSet:
    """Return the hexes with any of the counters of a side: a named fact, updated where it changed."""
    stamp, here = state.stamps[side], state.here

    def update(last: _Places | None) -> _Places:
        changed = stamp.touched_since(last.stamp) if last else None
        if last is None or changed is None:
            return _Places(stamp, counters, hexes_of(state, counters))
        changed |= hexes_of(state, counters ^ last.counters)
        hexes = last.hexes & ~changed
        for hex_ in bits(changed):
            if here.get(hex_, 0) & counters:
                hexes |= 1 << hex_
        return _Places(stamp, counters, hexes)

    return keep_up(state, name, (stamp, counters), update).hexes


def hexes_of(state: OcsState, counters: CounterSet) -> HexSet:
    """Return the hexes with any of the counters."""
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


def zoc_negated(state: OcsState, side: int) -> HexSet:
    """Return the hexes where a side's combat units negate enemy ZOCs, in any mode [4.5b].

    A unit that can still spend MP in the phase does not negate [R-OCS-50].
    """
    if state.phase not in MOVEMENT or state.side != side:
        return state.held[side]
    key = ("negated", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        staying = scenario.combat_units & scenario.of_side[side] & ~can_still_move(state)
        found = state.cache[key] = hexes_kept(state, f"negated {side}", side, staying)
    return found


def can_still_move(state: OcsState) -> CounterSet:
    """Return the units that can still move in this Movement Segment, or could if released [6.0].

    In the Reaction and Exploitation Phases these are Reserves, and in the latter Exploit units [7.0a, 11.0a].
    """
    able = mobile(state.scenario) & ~(state.finished | state.shipped | state.worked)
    if state.phase == "movement":
        return able
    reserves = state.reserve | state.released
    return (reserves | state.exploit if state.phase == "exploitation" else reserves) & able


@lru_cache(maxsize=32)
def mobile(scenario: OcsScenario) -> CounterSet:
    """Return the counters with a Movement Allowance on either side [6.1b]."""
    return scenario.those(lambda c: not c.marker and bool(c.move.ma or (c.combat and c.combat.ma)))


def free_of_enemy_zoc(state: OcsState, side: int) -> HexSet:
    """Return the hexes without an enemy ZOC, or where a side negates it [4.5b]."""
    return state.scenario.ground & ~(zoc(state, 1 - side) & ~zoc_negated(state, side))


def enemy_asset_hexes(state: OcsState, side: int) -> HexSet:
    """Return hexes with enemy non-combat counters, which only Attack-Capable units can enter [4.4c]."""
    key = ("guarded", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        things = state.scenario.of_side[1 - side] & ~state.scenario.combat_units
        found = state.cache[key] = hexes_kept(state, f"guarded {side}", 1 - side, things)
    return found
