"""Airpower markers, and others that lie one to a hex: what they reach and where they can be put."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexGrid, HexSet


def covered(grid: HexGrid, markers: HexSet, reach: int) -> HexSet:
    """The hexes that some markers reach, their own included."""
    mask = markers
    for _ in range(reach if mask else 0):
        mask |= grid.spread(mask)
    return mask


def marker_orders(verb: str, grid: HexGrid, hexes: HexSet) -> Sequence[Order]:
    """An order for each hex that a marker can be put in."""
    labels = grid.labels
    return OrderPerHex(hexes, lambda hex_: Order(verb, labels[hex_]))


def check_marker(order: Order, grid: HexGrid, taken: HexSet, what: str, rule: str) -> Illegal | None:
    """Why a marker cannot be put in the hex an order names: there is one already."""
    if not order.target or order != Order(order.verb, target=order.target):
        return Illegal("notation", f"name the hex for the marker: {order.verb} HEX")
    if taken >> grid.hex(order.target) & 1:
        return Illegal(rule, f"{order.target} has {what} already")
    return None
