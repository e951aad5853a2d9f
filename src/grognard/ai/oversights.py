"""Oversights: what a weaker player fails to see. It never gives a random order."""

from __future__ import annotations

import random
from collections.abc import Sequence

from grognard.core.contract.orders import Order
from grognard.core.dice import Seed


class Oversights:
    """Forgets units in a phase and overlooks attacks."""

    def __init__(self, share: float, seed: Seed | None = None) -> None:
        """`share` is the chance that a unit is forgotten, or an attack not seen."""
        self._share = share
        self._source = random.Random(f"oversights {seed}" if seed is not None else None)

    def forget(self, orders: Sequence[Order]) -> list[Order]:
        """Return the orders of a plan without those of forgotten units; the last one always stays.

        >>> Oversights(1.0).forget([Order("move", units=("SA",)), Order("end")])
        [Order(verb='end', target='', units=(), path=(), words=())]
        """
        units = sorted({unit for order in orders for unit in order.units})
        forgotten = {unit for unit in units if self._source.random() < self._share}
        kept = [order for order in orders[:-1] if not order.units or not forgotten.issuperset(order.units)]
        return [*kept, *orders[-1:]]

    def misses(self) -> bool:
        """Return whether an attack is not seen."""
        return self._source.random() < self._share
