"""Move and then fight, or fight and then move: the declaration of a player's order of phases."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal

DECLARATIONS = [Order("declare", words=("move",)), Order("declare", words=("fight",))]


def check_declare(order: Order, rule: str) -> Illegal | None:
    """One of the two, for all units."""
    return None if order in DECLARATIONS else Illegal(rule, "declare move or declare fight")


def fights_first(order: Order) -> bool:
    """Whether a declaration puts the fighting first."""
    return order.words[:1] == ("fight",)
