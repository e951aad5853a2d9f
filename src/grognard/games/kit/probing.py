"""Probing attacks: an advance without a battle into an empty hex that the enemy only watches."""

from __future__ import annotations

from grognard.core.hexes.grid import HexSet


def probe_hexes(near: HexSet, enemies: HexSet, watched: HexSet, units: HexSet) -> HexSet:
    """The hexes that a unit next to the enemy may probe: near it, in the enemy's zone, without any units."""
    return near & watched & ~units if near & enemies else 0
