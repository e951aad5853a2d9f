"""House rule HR-16: before play air bases in rough terrain can be moved to an adjacent hex."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.ocs.air.bases import base_at
from grognard.games.ocs.combat.strength import rough_category
from grognard.games.ocs.model.air_events import BaseRelocated
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put
from grognard.games.ocs.terrain.step_costs import enterable_steps
from grognard.games.ocs.terrain.weather import ground_of


def rough_bases(state: OcsState, side: int) -> CounterSet:
    """Return a side's bases of the scenario that are still in rough terrain, by house rule [HR-16.2]."""
    scenario = state.scenario
    if state.turn or not scenario.on("HR-16"):
        return 0
    hexes = [scenario.hex(base.hex) for base in scenario.file.base]
    found = (base_at(state, hex_, side) for hex_ in hexes if rough_category(state, hex_))
    return mask_of(base for base in found if base != NO_COUNTER)


def new_sites(state: OcsState, base: int) -> HexSet:
    """Return the adjacent hexes to which a base can be moved: without enemies or another base [15.0a]."""
    scenario, from_, side = state.scenario, state.at[base], state.scenario.side_of[base]
    open_ = 0
    for hexes in enterable_steps(scenario, LEG, ground_of(state, side)):
        open_ |= hexes
    near = scenario.grid.around[from_] & open_ & scenario.ground & ~state.held[1 - side]
    return mask_of(
        hex_
        for hex_ in bits(near)
        if base_at(state, hex_, 0) == NO_COUNTER and base_at(state, hex_, 1) == NO_COUNTER
    )


def relocate_orders(state: OcsState, side: int) -> tuple[Order, ...]:
    """List where bases in rough terrain can be moved."""
    label = state.scenario.label
    return tuple(
        Order("relocate", path=(label(state.at[base]), label(hex_)))
        for base in bits(rough_bases(state, side))
        for hex_ in bits(new_sites(state, base))
    )


def check_relocate(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a base cannot be moved before play, or None: ``relocate 34.14-35.14`` [HR-16.2]."""
    if len(order.path) != 2 or order.units or order.words or order.target:
        return Illegal("notation", "name the hex of the base and its new hex: relocate 34.14-35.14")
    from_, to = map(state.scenario.hex, order.path)
    base = base_at(state, from_, side)
    if base == NO_COUNTER or not rough_bases(state, side) >> base & 1:
        return Illegal("HR-16.2", "no base of yours in rough terrain is in {hex}", hex=order.path[0])
    if not new_sites(state, base) >> to & 1:
        return Illegal("HR-16.2", "the base cannot be moved to {hex}", hex=order.path[1])
    return None


def apply_relocate(state: OcsState, side: int, order: Order) -> list[Event]:
    """Move a base with all its planes."""
    from_, to = map(state.scenario.hex, order.path)
    put(state, base_at(state, from_, side), to)
    changed(state)
    return [BaseRelocated(side=state.scenario.sides[side], hexes=order.path, rule="HR-16.2")]
