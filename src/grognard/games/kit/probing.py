"""Probing attacks: an advance without a battle into an empty hex that the enemy only watches."""

from __future__ import annotations

from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import HexSet


def probe_hexes(near: HexSet, enemies: HexSet, watched: HexSet, units: HexSet) -> HexSet:
    """The hexes that a unit next to the enemy may probe: near it, in the enemy's zone, without any units."""
    return near & watched & ~units if near & enemies else 0


def explain_probe(order: Order, rule: str) -> Explanation:
    """Return what a probe leads to: there are neither odds nor a die."""
    bloodless = Line("no die, no loss", "", rule)
    return Explanation(f"probe into {order.target}", (bloodless,), "advance")
