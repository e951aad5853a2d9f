"""Who is Engineer-Capable, and where that bridges rivers [13.8a, 13.8b]."""

from __future__ import annotations

from grognard.core.hexes import HexSet
from grognard.games.ocs.scenario import CounterSet
from grognard.games.ocs.state import OcsState
from grognard.games.ocs.zones import hexes_of


def engineer_capable(state: OcsState, side: int) -> CounterSet:
    """HQs and engineers in Combat Mode, or disorganized and oriented toward it [13.8a, 5.10e]."""
    scenario = state.scenario
    idle = state.turned | state.reserve | state.strat | state.exploit
    return (scenario.hqs | scenario.engineers) & scenario.of_side[side] & ~idle


def bridges(state: OcsState, side: int) -> HexSet:
    """The hexes into and out of which a side's Engineer-Capable units make rivers easier [13.8b]."""
    key = ("bridges", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = hexes_of(state, engineer_capable(state, side))
    return found
