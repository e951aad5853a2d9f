"""Chapters 10 and 14.7: the `barrage` order, by artillery or by aircraft, which never combine [14.7a]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import mask_of
from grognard.games.ocs.combat import barrage
from grognard.games.ocs.missions import orders
from grognard.games.ocs.missions.chances import preview_air_barrage
from grognard.games.ocs.model.state import OcsState


def _planes_named(state: OcsState, order: Order) -> CounterSet:
    return mask_of(state.scenario.index[id_] for id_ in order.units) & state.scenario.planes


def able_barrage(state: OcsState, side: int) -> CounterSet:
    """Return the artillery and aircraft that can barrage in this segment [10.0e, 14.2e.3]."""
    planes = orders.able(state, side) if state.phase in orders.AIR_BARRAGE else 0
    return barrage.able(state, side) | planes


def barrage_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the barrages of a gun or plane."""
    if state.scenario.planes >> unit & 1:
        return orders.air_barrage_orders(state, side, unit)
    return barrage.barrage_orders(state, side, unit)


def check_barrage(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a barrage is illegal, or None."""
    planes = _planes_named(state, order)
    if not planes:
        return barrage.check_barrage(state, side, order)
    if planes.bit_count() < len(set(order.units)):
        return Illegal("14.7a.1", "aircraft cannot barrage together with artillery or ships")
    return orders.check_air_barrage(state, side, order)


def apply_barrage(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Fire artillery, or begin an air barrage."""
    if _planes_named(state, order):
        return orders.apply(state, side, order, dice)
    return barrage.apply_barrage(state, side, order, dice)


def preview_barrage(state: OcsState, order: Order) -> Explanation:
    """Explain a barrage with its exact chances."""
    if _planes_named(state, order):
        return preview_air_barrage(state, state.side, order)
    return barrage.preview_barrage(state, state.side, order)
