"""Chapters 15.0, 15.2, 18.2 and I.F: air bases, strips, carriers and boxes, and what they hold.

All four host air units: a base or strip by its counter, a carrier by the ship, a box by its marker.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.planes import in_flight
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.files import Box
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, aboard, assets_at, where


def base_at(state: OcsState, hex_: Hex, side: int) -> int:
    """Return a side's air base or strip in a hex, of which there is at most one; -1 for none [15.0a]."""
    return (assets_at(state, hex_, side) & state.scenario.bases).bit_length() - 1


def base_named(state: OcsState, name: str, side: int) -> int:
    """Return a side's base by its hex or place, or a box or carrier by its id; -1 for none."""
    scenario = state.scenario
    counter = scenario.index.get(name, -1)
    if counter != NO_COUNTER:
        hosts = (scenario.boxes | scenario.carriers) & scenario.of_side[side]
        return counter if hosts >> counter & 1 else -1
    return base_at(state, scenario.hex(name), side)


def name_of(state: OcsState, host: int) -> str:
    """Return the word for a base in orders: its hex, or the id of a box or carrier."""
    scenario = state.scenario
    return scenario.label(state.at[host]) if scenario.bases >> host & 1 else scenario.counter_ids[host]


def hosts(state: OcsState, side: int) -> CounterSet:
    """Return everything of a side in play that air units can be based at [15.0, 15.2, 18.2c, I.F]."""
    scenario = state.scenario
    kinds = (scenario.bases | scenario.carriers | scenario.boxes) & scenario.of_side[side]
    return sum(1 << c for c in bits(kinds) if state.at[c] >= 0 or scenario.boxes >> c & 1)


@lru_cache(maxsize=64)
def _boxes(scenario: OcsScenario) -> dict[int, Box]:
    return {scenario.index[box.id]: box for box in scenario.file.box}


def box_data(scenario: OcsScenario, host: int) -> Box | None:
    """Return what the scenario says of a box; None for bases and carriers."""
    return _boxes(scenario).get(host)


def is_strip(state: OcsState, host: int) -> bool:
    """Return whether a base is an air strip [15.2]."""
    return bool(state.scenario.bases >> host & 1) and not state.level[host]


# -- planes at a base --------------------------------------------------------------------------------


def planes_at(state: OcsState, host: int) -> CounterSet:
    """Return the air units at a base, Active and Inactive; those on a mission are away [14.1a]."""
    return aboard(state, 1 << host) & state.scenario.planes & ~in_flight(state)


def active_at(state: OcsState, host: int) -> CounterSet:
    """Return the Active air units at a base [14.1a]."""
    return planes_at(state, host) & state.active


def active_over(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return a side's Active planes in a hex: at its base or carriers there [14.3]."""
    found = 0
    for host in bits(bases_in(state, hex_, side)):
        found |= active_at(state, host)
    return found


def bases_in(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return a side's bases and carriers in a hex [3.3c.6]."""
    return mask_of(host for host in bits(hosts(state, side)) if state.at[host] == hex_)


def active_limit(state: OcsState, host: int) -> int:
    """Return how many Active air units a base can have: 4 and its level [14.2a, 15.0b-D, 15.2-D].

    A box has a number of its own [I.F], and a carrier holds no more than it supports [18.2a].
    """
    scenario, box = state.scenario, box_data(state.scenario, host)
    if box is not None:
        return box.active
    ship = scenario.counters[host].ship
    if ship is not None:
        return room_on_carrier(state, host)
    base: int = series_tables()["other_costs"]["air_base_active_stack_base"]
    return base + state.level[host]


def rebase(state: OcsState, base: int) -> bool:
    """Count a plane that stays Active by a transfer, or arrives Active; return whether one more can [21.5].

    By option these are as many in a turn as the base has levels; boxes and carriers have none, and so no
    limit [R-OCS-286, R-OCS-311].
    """
    if not state.scenario.on("21.5") or not state.scenario.bases >> base & 1:
        return True
    if state.rebased[base] >= max(state.level[base], 1):
        return False
    state.rebased[base] += 1
    return True


def room_on_carrier(state: OcsState, carrier: int) -> int:
    """Return how many air units a carrier supports, Active and Inactive [18.2a.2]."""
    ship = state.scenario.counters[carrier].ship
    assert ship is not None, "only carriers have room for planes"
    own_planes = sum(
        c.plane is not None and c.plane.carrier == state.scenario.counter_ids[carrier]
        for c in state.scenario.counters
    )
    return ship.planes or own_planes


def can_host(state: OcsState, host: int, plane: int) -> bool:
    """Return whether an air unit can land at a base; only carriers limit how many are Inactive [18.2a]."""
    scenario = state.scenario
    data = scenario.counters[plane].plane
    assert data is not None, "only air units land"
    if not scenario.carriers >> host & 1:
        return not data.carrier or bool(scenario.bases >> host & 1 or scenario.boxes >> host & 1)
    if data.carrier:
        return data.carrier == scenario.counter_ids[host]
    ship = scenario.counters[host].ship
    assert ship is not None, "carriers are ships"
    there = aboard(state, 1 << host) & scenario.planes
    return bool(ship.planes) and (there & ~(1 << plane)).bit_count() < ship.planes


def place_of(state: OcsState, host: int) -> Hex:
    """Return the hex of a base or carrier; negative for a box."""
    return where(state, host)
