"""What an order names: counters and hexes that exist, each counter once; nothing where the verb says all."""

from __future__ import annotations

from collections.abc import Container

from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.errors import Illegal


def check_names(scenario: Scenario, order: Order, bare: Container[str]) -> Illegal | None:
    """Why an order cannot be meant as it is written, whatever the rules say; `bare` verbs stand alone."""
    if order.verb in bare and order != Order(order.verb):
        return Illegal("notation", f"{order.verb} stands alone")
    for id_ in order.units:
        if id_ not in scenario.index:
            return Illegal("notation", f"there is no counter {id_}")
    if len(set(order.units)) != len(order.units):
        return Illegal("notation", "a counter is named twice")
    for label in (*order.path, *([order.target] if order.target else [])):
        if scenario.board.grid.find(label) is None:
            return Illegal("notation", f"there is no hex {label} on this board")
    return None
