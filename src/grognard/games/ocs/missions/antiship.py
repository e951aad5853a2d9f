"""Chapters 14.7 and 18.3c: air barrages at ships."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.planes import strategic, values
from grognard.games.ocs.air.ranges import reach, reaches
from grognard.games.ocs.fleet.gunnery import SHIP, targets
from grognard.games.ocs.flights import orders
from grognard.games.ocs.model.state import OcsState


def check_antiship(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot barrage the ships in a hex, or None [18.3c]."""
    return orders.check_common(state, side, "barrage", order) or check_ships(state, side, order)


def check_ships(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why ships in a hex are no target of planes, or None [18.3c, 14.1e-B]."""
    if not order.target or order.path or order.words != (SHIP,):
        return Illegal("notation", "name the hex and the planes: {verb} 14.07 A,B ship", verb=order.verb)
    hex_ = state.scenario.hex(order.target)
    planes = [state.scenario.index[id_] for id_ in order.units]
    for plane in planes:
        id_ = state.scenario.counter_ids[plane]
        if not reaches(state, plane, hex_):
            return Illegal("14.2d.1", "{hex} is out of range of {unit}", hex=order.target, unit=id_)
        if strategic(state.scenario) >> plane & 1:
            return Illegal("14.1e-B", "{unit} is a Strategic Bomber and cannot barrage ships", unit=id_)
    if not any(values(state, plane).barrage for plane in planes):
        return Illegal("14.7.1", "none of these planes has a Barrage Strength")
    if not targets(state, side, hex_, mask_of(planes)):
        return Illegal("18.3c.2", "no enemy ships in {hex} can be a target now", hex=order.target)
    return None


def ship_hexes(state: OcsState, side: int, plane: int) -> list[Hex]:
    """List the hexes in range where a plane, alone, can barrage ships [18.3c, 14.1e-B]."""
    scenario = state.scenario
    if not values(state, plane).barrage or strategic(scenario) >> plane & 1:
        return []
    fleet = (scenario.ships | scenario.craft) & scenario.of_side[1 - side]
    hexes = mask_of(state.at[c] for c in bits(fleet) if state.at[c] >= 0) & reach(state, plane)
    return [hex_ for hex_ in bits(hexes) if targets(state, side, hex_, 1 << plane)]


def antiship_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's barrages at ships, alone; players can name other groups."""
    if state.phase not in orders.AIR_BARRAGE or not orders.able(state, side) >> plane & 1:
        return []
    names, label = state.scenario.names[plane], state.scenario.label
    return [Order("barrage", label(hex_), names, words=(SHIP,)) for hex_ in ship_hexes(state, side, plane)]
