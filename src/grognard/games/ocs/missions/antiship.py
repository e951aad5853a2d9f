"""Chapters 14.7 and 18.3c: air barrages at ships."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.planes import strategic, values
from grognard.games.ocs.air.ranges import reach, reaches
from grognard.games.ocs.fleet.gunnery import SHIP, targets
from grognard.games.ocs.missions import orders
from grognard.games.ocs.model.state import OcsState


def is_torpedo(state: OcsState, plane: int) -> bool:
    """Return whether an air unit is a Torpedo Bomber [18.3e]."""
    data = state.scenario.counters[plane].plane
    return data is not None and data.torpedo


def check_antiship(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot barrage the ships in a hex, or None [18.3c]."""
    refusal = orders.check_common(state, side, "barrage", order)
    if refusal:
        return refusal
    if not order.target or order.path or order.words != (SHIP,):
        return Illegal("notation", "name the hex and the planes: barrage 14.07 A,B ship")
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


def antiship_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's barrages at ships, alone; players can name other groups."""
    if state.phase not in orders.AIR_BARRAGE or not orders.able(state, side) >> plane & 1:
        return []
    scenario = state.scenario
    fleet = (scenario.ships | scenario.craft) & scenario.of_side[1 - side]
    hexes = {state.at[c] for c in bits(fleet) if state.at[c] >= 0 and reach(state, plane) >> state.at[c] & 1}
    names = scenario.names[plane]
    found = [Order("barrage", scenario.label(hex_), names, words=(SHIP,)) for hex_ in sorted(hexes)]
    return [order for order in found if check_antiship(state, side, order) is None]
