"""Chapters 13.8a and 13.8b: Engineer-Capable units and the rivers they bridge."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.cost_waves import shifted
from grognard.core.hexes.grid import HexSet
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.step_costs import ground
from grognard.games.ocs.terrain.zones import hexes_kept


def engineer_capable(state: OcsState, side: int) -> CounterSet:
    """Return HQs and engineers in Combat Mode, or DG and oriented toward it [13.8a, 5.10e]."""
    scenario = state.scenario
    idle = state.turned | state.reserve | state.strat | state.exploit
    return (scenario.hqs | scenario.engineers) & scenario.of_side[side] & ~idle


def bridged_hexes(state: OcsState, side: int) -> HexSet:
    """Return the hexes into and out of which a side's Engineer-Capable units bridge rivers [13.8b]."""
    key = ("bridges", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        units, rivers = engineer_capable(state, side), bridgeable_hexes(state.scenario)
        found = state.cache[key] = hexes_kept(state, f"bridges {side}", side, units) & rivers
    return found


@lru_cache(maxsize=32)
def bridgeable_hexes(scenario: OcsScenario) -> HexSet:
    """Return the hexes with a hexside that engineers can bridge."""
    here, found = ground(scenario), 0
    for id_, chart in scenario.charts.hexside.items():
        for way, into in enumerate(here.sides[id_] if chart.bridged_as else ()):
            found |= into | shifted(scenario.grid, into, (way + 3) % 6)
    return found
