"""Cases 13.6.3 and 13.9-4: air reinforcements appear at bases, and reduced planes merge."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import base_named, can_host, hosts, name_of, rebase
from grognard.games.ocs.logistics.schedule import schedule
from grognard.games.ocs.model.state import HOSTED, NO_COUNTER, OcsState, put_aboard, remove, where
from grognard.games.ocs.model.supply_events import Consolidated, UnitsArrived

# -- bases in orders -----------------------------------------------------------------------------------


def order_at(state: OcsState, verb: str, ids: tuple[str, ...], base: int) -> Order:
    """Return an order for planes at a base: a hex, or the id of a box or carrier as a word."""
    name = name_of(state, base)
    if state.scenario.bases >> base & 1:
        return Order(verb, units=ids, path=(name,))
    return Order(verb, units=ids, words=(name,))


def named_base(state: OcsState, side: int, order: Order) -> int:
    """Return the base that an order names by its hex, or a box or carrier as a word; -1 for none."""
    if order.path:
        return base_named(state, order.path[-1], side)
    for word in order.words:
        base = base_named(state, word, side) if word in state.scenario.index else -1
        if base != NO_COUNTER:
            return base
    return -1


def event_hexes(state: OcsState, base: int) -> tuple[str, ...]:
    """Return the hex of a base for an event, or the id of a box or carrier."""
    return (name_of(state, base),)


# -- reinforcements ------------------------------------------------------------------------------------


def are_planes(state: OcsState, order: Order) -> bool:
    """Return whether an order names an air unit."""
    return any(state.scenario.planes >> state.scenario.index[id_] & 1 for id_ in order.units)


def bases(state: OcsState, plane: int) -> list[int]:
    """List the bases at which a plane can appear: any friendly one, or the boxes its schedule names [13.6.3].

    More Active planes than a base holds stand down at once [13.6a.4, R-OCS-218].
    """
    scenario = state.scenario
    open_ = [host for host in bits(hosts(state, scenario.side_of[plane])) if can_host(state, host, plane)]
    line = schedule(scenario).get(plane)
    named = [scenario.index[name] for name in line.at if name in scenario.index] if line else []
    return [host for host in open_ if host in named] if named else open_


def arrive_orders(state: OcsState, plane: int) -> list[Order]:
    """List the bases at which a reinforcing plane can arrive."""
    return [order_at(state, "arrive", state.scenario.names[plane], base) for base in bases(state, plane)]


def check_arrive(state: OcsState, side: int, order: Order, waiting: CounterSet) -> Illegal | None:
    """Return why planes cannot arrive at a base, or None [13.6.3]."""
    base = named_base(state, side, order)
    if base == NO_COUNTER:
        return Illegal("13.6.3", "name planes and one of your air bases: arrive PLANE HEX")
    for id_ in order.units:
        plane = state.scenario.index[id_]
        if not waiting >> plane & 1:
            return Illegal("13.6.1", "{unit} is not due to enter now", unit=id_)
        if not state.scenario.planes >> plane & 1:
            return Illegal("13.6.3", "enter planes and ground units with orders of their own")
        if base not in bases(state, plane):
            return Illegal("13.6.3", "{unit} cannot arrive at this base", unit=id_)
    return None


def apply_arrive(state: OcsState, side: int, order: Order) -> list[Event]:
    """Place reinforcing planes at a base, Active [13.6.3], by option only so many in a turn [21.5]."""
    base, name = named_base(state, side, order), state.scenario.sides[side]
    for id_ in order.units:
        plane = state.scenario.index[id_]
        appear(state, plane, base)
        if not rebase(state, base):
            state.active &= ~(1 << plane)
    return [
        UnitsArrived(
            side=name, units=order.units, hexes=event_hexes(state, base), rule="13.6.3", only=(name,)
        )
    ]


def appear(state: OcsState, plane: int, base: int) -> None:
    """Put a plane from off the map at a base, Active."""
    put_aboard(state, plane, base)
    state.active |= 1 << plane
    changed(state)


# -- merging planes ------------------------------------------------------------------------------------


def partners(state: OcsState, side: int, plane: int) -> CounterSet:
    """Return the planes with which a reduced plane can merge: reduced, alike, and at the same place [13.9-4].

    Both are Active or both Inactive. Planes on a mission are not at a base.
    """
    scenario = state.scenario
    own = scenario.planes & scenario.of_side[side]
    if not own >> plane & 1 or state.at[plane] != HOSTED or not state.lost[plane] or state.mission:
        return 0
    found = 0
    for other in bits(own & ~(1 << plane)):
        alike = scenario.counters[other].plane == scenario.counters[plane].plane
        nation = scenario.counters[other].nation == scenario.counters[plane].nation
        status = state.active >> other & 1 == state.active >> plane & 1
        if alike and nation and status and state.lost[other] and _together(state, plane, other):
            found |= 1 << other
    return found


def _together(state: OcsState, plane: int, other: int) -> bool:
    """Return whether two planes share a hex or box."""
    if state.at[other] != HOSTED:
        return False
    hex_ = where(state, plane)
    return state.host[plane] == state.host[other] or (hex_ >= 0 and hex_ == where(state, other))


def able_to_merge(state: OcsState, side: int) -> CounterSet:
    """Return the reduced planes that can merge with another one."""
    if state.side != side:
        return 0
    own = bits(state.scenario.planes & state.scenario.of_side[side])
    return mask_of(c for c in own if state.lost[c] and partners(state, side, c))


def merge_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List the planes with which one can merge."""
    ids = state.scenario.counter_ids
    return [
        Order("consolidate", units=(ids[plane], ids[other])) for other in bits(partners(state, side, plane))
    ]


def check_merge(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why two planes cannot merge, or None [13.9-4]."""
    if len(order.units) != 2 or order.target or order.path or order.words:
        return Illegal("13.9-4", "name two planes: consolidate PLANE,PLANE")
    plane, other = (state.scenario.index[id_] for id_ in order.units)
    if partners(state, side, plane) >> other & 1:
        return None
    reason = "{units} cannot merge; two reduced planes alike in type, values and status at one base can"
    return Illegal("13.9-4", reason, units=order.units)


def apply_merge(state: OcsState, side: int, order: Order) -> list[Event]:
    """Make one full plane of two reduced ones; it has flown if either had [13.9-4, R-OCS-243]."""
    plane, other = (state.scenario.index[id_] for id_ in order.units)
    if state.flown >> other & 1:
        state.flown |= 1 << plane
    state.lost[plane] = 0
    remove(state, other)
    name = state.scenario.sides[side]
    at = event_hexes(state, state.host[plane])
    return [Consolidated(merged=True, side=name, units=order.units, hexes=at, rule="13.9-4", only=(name,))]
