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
from grognard.games.ocs.fleet import gunnery
from grognard.games.ocs.flights import orders
from grognard.games.ocs.missions.antiship import antiship_orders, check_antiship
from grognard.games.ocs.missions.chances import explain_mission
from grognard.games.ocs.model.state import OcsState


def _planes_named(state: OcsState, order: Order) -> CounterSet:
    return mask_of(state.scenario.index[id_] for id_ in order.units) & state.scenario.planes


def _at_ships(order: Order) -> bool:
    """Return whether a barrage is at naval targets [18.3c, 18.3g-C]."""
    return bool({gunnery.SHIP, gunnery.GUNS} & set(order.words))


def able_barrage(state: OcsState, side: int) -> CounterSet:
    """Return the artillery and aircraft that can barrage in this segment [10.0e, 14.2e.3]."""
    planes = orders.able(state, side) if state.phase in orders.AIR_BARRAGE else 0
    return barrage.able(state, side) | gunnery.able(state, side) | planes


def barrage_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the barrages of a gun or plane."""
    if state.scenario.planes >> unit & 1:
        return [*orders.air_barrage_orders(state, side, unit), *antiship_orders(state, side, unit)]
    naval = gunnery.salvo_orders(state, side, unit)
    if state.scenario.ships >> unit & 1:
        return naval
    return (
        [*naval, *barrage.barrage_orders(state, side, unit)]
        if naval
        else barrage.barrage_orders(state, side, unit)
    )


def check_barrage(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a barrage is illegal, or None."""
    planes = _planes_named(state, order)
    ships = mask_of(state.scenario.index[id_] for id_ in order.units) & state.scenario.ships
    if not planes and (ships or _at_ships(order)):
        if ships and ships.bit_count() < len(set(order.units)):
            return Illegal("10.0.1", "ships cannot barrage together with artillery")
        naval = gunnery.check_salvo if _at_ships(order) else gunnery.check_shelling
        return naval(state, side, order)
    if not planes:
        return barrage.check_barrage(state, side, order)
    if planes.bit_count() < len(set(order.units)):
        return Illegal("14.7a.1", "aircraft cannot barrage together with artillery or ships")
    if _at_ships(order):
        return check_antiship(state, side, order)
    return orders.check_air_barrage(state, side, order)


def apply_barrage(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Fire artillery, or begin an air barrage."""
    if _planes_named(state, order):
        return orders.apply(state, side, order, dice)
    if _at_ships(order):
        return gunnery.apply_salvo(state, side, order, dice)
    if state.scenario.ships >> state.scenario.index[order.units[0]] & 1:
        return gunnery.apply_shelling(state, side, order, dice)
    return barrage.apply_barrage(state, side, order, dice)


def preview_barrage(state: OcsState, order: Order) -> Explanation:
    """Explain a barrage with its exact chances."""
    if _at_ships(order):
        return gunnery.preview_salvo(state, state.side, order)
    if _planes_named(state, order):
        return explain_mission(state, state.side, order)
    if state.scenario.ships >> state.scenario.index[order.units[0]] & 1:
        return gunnery.preview_shelling(state, state.side, order)
    return barrage.preview_barrage(state, state.side, order)
