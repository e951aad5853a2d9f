"""Chapter 6: air superiority, airpower markers and their range."""

from __future__ import annotations

from grognard.core.hexes import HexSet
from grognard.games.sww3.state import Sww3State


def air_range(state: Sww3State, theatre: int) -> HexSet:
    """The hexes in range of a theatre's airpower markers; still neutral ground is left out [6.3, 6.4]."""
    map_ = state.scenario.theatres[theatre]
    mask = state.markers & map_.hexes
    for _ in range(map_.charts["air"]["range"] if mask else 0):
        mask |= state.scenario.grid.spread(mask)
    return mask & map_.hexes & ~state.neutral


def enemy_air(state: Sww3State, side: int) -> HexSet:
    """The hexes in range of enemy airpower markers, in all theatres."""
    key = f"enemy-air-{side}"
    mask: HexSet | None = state.cache.get(key)
    if mask is None:
        mask = 0
        for theatre, holder in enumerate(state.air):
            if holder == 1 - side:
                mask |= air_range(state, theatre)
        state.cache[key] = mask
    return mask
