"""Case 14.7d: Hip Shoots, barrages by one aircraft in a Movement Segment."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.planes import strategic
from grognard.games.ocs.combat.barrage_table import has_spotter
from grognard.games.ocs.fleet.gunnery import SHIP, preview_salvo
from grognard.games.ocs.flights import orders
from grognard.games.ocs.missions.antiship import check_ships, ship_hexes
from grognard.games.ocs.missions.chances import explain_mission
from grognard.games.ocs.model.state import OcsState


def check_hip_shoot(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a plane cannot Hip Shoot, or None [14.7d]; at ships as in any barrage [R-OCS-221]."""
    refusal = orders.check_common(state, side, "hip-shoot", order)
    if refusal:
        return refusal
    if len(order.units) > 1:
        return Illegal("14.7d-B.1", "a Hip Shoot is flown by one aircraft")
    plane = state.scenario.index[order.units[0]]
    if not hip_shooters(state, side) >> plane & 1:
        return Illegal("14.7d-B.2", "aircraft of this nation cannot Hip Shoot in this game")
    if strategic(state.scenario) >> plane & 1:
        return Illegal("14.1e-B", "Strategic Bombers cannot Hip Shoot")
    if order.words == (SHIP,):
        refusal = check_ships(state, side, order)
    else:
        refusal = orders.check_target(state, side, order)
    if refusal:
        return refusal
    if not has_spotter(state, side, state.scenario.hex(order.target)):
        return Illegal("14.7d-C", "a Hip Shoot needs a combat unit adjacent to {hex}", hex=order.target)
    return None


def hip_shooters(state: OcsState, side: int) -> CounterSet:
    """Return the air units of nations that can Hip Shoot [14.2e.4, 14.7d-B.2]."""
    nations = state.scenario.side_data[side].hip_shoot
    own = state.scenario.planes & state.scenario.of_side[side]
    return mask_of(c for c in bits(own) if state.scenario.counters[c].nation in nations)


def hip_shoot_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's Hip Shoots."""
    ready = orders.able(state, side) & hip_shooters(state, side) & ~strategic(state.scenario)
    if not ready >> plane & 1 or state.phase not in orders.SEGMENTS["hip-shoot"]:
        return []
    label, ids = state.scenario.label, state.scenario.names[plane]
    targets = orders.targets(state, side, plane) if orders.can_bomb(state, plane) else []
    targets += [(hex_, (SHIP,)) for hex_ in ship_hexes(state, side, plane)]
    return [
        Order("hip-shoot", label(hex_), ids, words=words)
        for hex_, words in targets
        if has_spotter(state, side, hex_)
    ]


def preview_hip_shoot(state: OcsState, order: Order) -> Explanation:
    """Explain a Hip Shoot with its exact chances."""
    if order.words == (SHIP,):
        return preview_salvo(state, state.side, order)
    return explain_mission(state, state.side, order)
