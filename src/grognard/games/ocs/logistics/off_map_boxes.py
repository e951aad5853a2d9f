"""Case I.F: off-map boxes of the scenario as places where units arrive, and as ports [R-OCS-330].

A unit in a box is on the counter of the box (`state.host`), like an air unit there. It is in Move Mode, and
leaves by Air Transport, an Air Drop or Sea Cap.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.bases import box_data
from grognard.games.ocs.logistics.schedule import entry_names
from grognard.games.ocs.model.scenario import TOKENS, tokens
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, aboard, put, put_aboard
from grognard.games.ocs.model.supply_events import UnitsArrived
from grognard.games.ocs.sea.waters import barred
from grognard.games.ocs.units.modes import set_mode

# -- what is in a box ----------------------------------------------------------------------------------


def box_of(state: OcsState, unit: int) -> int:
    """Return the box that a counter is in; -1 for none."""
    host = state.host[unit]
    return host if host != NO_COUNTER and state.scenario.boxes >> host & 1 else NO_COUNTER


def land_forces(state: OcsState, side: int) -> CounterSet:
    """Return a side's ground units and transports in boxes."""
    scenario = state.scenario
    boxes = scenario.boxes & scenario.of_side[side]
    return aboard(state, boxes) & (scenario.combat_units | scenario.transports) if boxes else 0


def port_room(state: OcsState, box: int) -> int:
    """Return the tokens that a box can still load or unload as a port in this phase [19.0a]."""
    data = box_data(state.scenario, box)
    assert data is not None, "only boxes have such values"
    return max(tokens(data.port) - state.reached[box], 0)


def enter_box(state: OcsState, unit: int, box: int) -> None:
    """Put a unit into a box, in Move Mode; there it always has supply [12.6g, R-OCS-330]."""
    put_aboard(state, unit, box)
    set_mode(state, 1 << unit, "move")
    state.traced |= 1 << unit
    state.arrived |= 1 << unit


def _fill_organic(state: OcsState, truck: int) -> None:
    """Fill Organic Trucks, which arrive loaded [13.6c]."""
    scenario = state.scenario
    if scenario.organic >> truck & 1 and not state.tokens[truck]:
        state.tokens[truck] = TOKENS
        state.ledger[scenario.side_of[truck]] += TOKENS


# -- arrivals ------------------------------------------------------------------------------------------


def boxes_for(state: OcsState, unit: int) -> list[int]:
    """List the boxes in which a unit arrives by the schedule [13.6]."""
    scenario = state.scenario
    own = scenario.boxes & scenario.of_side[scenario.side_of[unit]]
    found = [scenario.index[name] for name in entry_names(state, unit) if name in scenario.index]
    return [box for box in found if own >> box & 1]


def ship_places(state: OcsState, ship: int) -> list[Hex]:
    """List the sea hexes where a ship arrives: those named, or the entry hexes of its box [R-OCS-332]."""
    scenario = state.scenario
    shut = barred(state, scenario.side_of[ship])
    found = 0
    for name in entry_names(state, ship):
        box = box_data(scenario, scenario.index.get(name, NO_COUNTER))
        found |= scenario.hexes(box.entry if box else (name,))
    return list(bits(found & scenario.sea & ~shut))


def arrive_orders(state: OcsState, unit: int) -> list[Order]:
    """List the arrivals of a unit in boxes, or of a ship at sea."""
    scenario, names = state.scenario, state.scenario.names[unit]
    if scenario.ships >> unit & 1:
        hexes = ship_places(state, unit)
        return [Order("arrive", units=names, path=(scenario.label(hex_),)) for hex_ in hexes]
    ids = scenario.counter_ids
    return [Order("arrive", units=names, words=(ids[box],)) for box in boxes_for(state, unit)]


def is_for_box(state: OcsState, order: Order) -> bool:
    """Return whether an order enters ground units in a box, or ships."""
    scenario = state.scenario
    named = mask_of(scenario.index[id_] for id_ in order.units)
    boxes = any(scenario.boxes >> scenario.index.get(word, 0) & 1 for word in order.words)
    return bool(named & scenario.ships) or (boxes and not named & scenario.planes)


def check_arrive(state: OcsState, side: int, order: Order, waiting: CounterSet) -> Illegal | None:
    """Return why units cannot arrive in a box, or ships at sea, or None."""
    for id_ in order.units:
        unit = state.scenario.index[id_]
        if not waiting >> unit & 1:
            return Illegal("13.6.1", "{unit} is not due to enter now", unit=id_)
        wanted = Order("arrive", units=(id_,), path=order.path, words=order.words)
        if wanted not in arrive_orders(state, unit):
            return Illegal("13.6.1", "{unit} cannot arrive there; the schedule gives its places", unit=id_)
    return None


def apply_arrive(state: OcsState, side: int, order: Order) -> list[Event]:
    """Put units into a box, or ships to sea."""
    scenario = state.scenario
    for id_ in order.units:
        unit = scenario.index[id_]
        if order.path:
            put(state, unit, scenario.hex(order.path[0]))
        else:
            enter_box(state, unit, scenario.index[order.words[0]])
            _fill_organic(state, unit)
    name, where = scenario.sides[side], order.path or order.words[:1]
    return [UnitsArrived(side=name, units=order.units, hexes=where, rule="13.6.1")]
