"""Case 18.4e: DUKWs go ashore as Transport Points, and back to sea as landing craft.

Ashore each point is a counter of its own, as trucks are. Its MA is three times what it sails, so a sea hex
costs 3 MP [R-OCS-267].
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.fleet.cargo import check_craft, craft_of
from grognard.games.ocs.fleet.landings import check_beach, preview_land, resolve_landing
from grognard.games.ocs.model.charts import SCALE, series_tables
from grognard.games.ocs.model.sea_events import LandingBegun, Waded
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put, remove, spare_counter
from grognard.games.ocs.sea.dukws import spare_wheels
from grognard.games.ocs.sea.ships import passengers
from grognard.games.ocs.sea.waters import barred, shores
from grognard.games.ocs.units.active_stack import check_can_move, finish_move, mp_left, start_move
from grognard.games.ocs.units.modes import marked

NOTATION = "name a DUKW that goes ashore, or DUKWs ashore that go to sea together: wade D"


# -- orders ------------------------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Return the DUKWs that might go ashore or to sea now."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return 0
    wheels = scenario.dukw_trucks & scenario.of_side[side] & ~(state.finished | state.extended)
    there = mask_of(c for c in bits(wheels) if state.at[c] >= 0)
    return mask_of(c for c in bits(craft_of(state, side)) if scenario.counters[c].kind == "dukw") | there


def wade_orders(state: OcsState, side: int, counter: int) -> list[Order]:
    """List the switch of a DUKW: alone, or with all others ashore in its hex."""
    if not able(state, side) >> counter & 1:
        return []
    scenario, together = state.scenario, 1 << counter
    if scenario.dukw_trucks >> counter & 1:
        there = state.here[state.at[counter]] & able(state, side) & scenario.dukw_trucks
        together = mask_of(c for c in bits(there) if state.spent[c] == state.spent[counter])
    found = dict.fromkeys((1 << counter, together))
    orders = [Order("wade", units=scenario.ids(group)) for group in found]
    return [order for order in orders if check_wade(state, side, order) is None]


def check_wade(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why DUKWs cannot go ashore or to sea, or None: ``wade D`` or ``wade T,U`` [18.4e]."""
    if not order.units or order.target or order.path or order.words:
        return Illegal("notation", NOTATION)
    if state.phase != "movement" or state.side != side:
        return Illegal("18.4e.2", "DUKWs go ashore or to sea in their owner's Movement Phase only")
    units = [state.scenario.index[id_] for id_ in order.units]
    if all(state.scenario.dukw_trucks >> c & 1 for c in units):
        return _check_to_sea(state, side, units)
    if len(units) > 1:
        return Illegal("notation", NOTATION)
    return _check_ashore(state, side, units[0])


def _check_ashore(state: OcsState, side: int, dukw: int) -> Illegal | None:
    scenario, id_ = state.scenario, state.scenario.counter_ids[dukw]
    refusal = check_craft(state, side, dukw)
    if refusal:
        return refusal
    if scenario.counters[dukw].kind != "dukw":
        return Illegal("18.4e.1", "{unit} is not a DUKW", unit=id_)
    aboard = passengers(state, 1 << dukw)
    if aboard & (state.shipped | marked(state)):
        return Illegal("18.5c", "not all units aboard {unit} can land", unit=id_)
    if len(spare_wheels(state, side)) < state.level[dukw]:
        return Illegal("18.4e.1", "too few counters are left for DUKWs ashore")
    return check_beach(state, side, state.at[dukw], aboard)


def _check_to_sea(state: OcsState, side: int, wheels: list[int]) -> Illegal | None:
    scenario = state.scenario
    for c in wheels:
        refusal = check_can_move(state, side, c)
        if refusal:
            return refusal
    hex_ = state.at[wheels[0]]
    if any(state.at[c] != hex_ for c in wheels):
        return Illegal("18.4e.2", "the DUKWs must all be in one hex")
    if not shores(scenario) >> hex_ & 1 or barred(state, side) >> hex_ & 1:
        return Illegal("18.4e.2", "{hex} is not a coastal hex", hex=scenario.label(hex_))
    if _spare_dukw(state, side) == NO_COUNTER:
        return Illegal("18.4e.2", "no counter is left for DUKWs at sea")
    return None


def _spare_dukw(state: OcsState, side: int) -> int:
    scenario = state.scenario
    own = scenario.craft & scenario.of_side[side]
    return spare_counter(state, mask_of(c for c in bits(own) if scenario.counters[c].kind == "dukw"))


# -- ashore ------------------------------------------------------------------------------------------


def apply_wade(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Switch DUKWs from landing craft to Transport Points, by an ALT roll, or back without one [18.4e]."""
    units = [state.scenario.index[id_] for id_ in order.units]
    if state.scenario.dukw_trucks >> units[0] & 1:
        return _go_to_sea(state, side, units)
    dukw = units[0]
    aboard = passengers(state, 1 << dukw)
    start_move(state, 1 << dukw)
    if not aboard:
        events, _ = resolve_landing(state, side, state.at[dukw], 1 << dukw, dice)
        return events
    finish_move(state, 1 << dukw)  # by the roll of its cargo, which ends its move [18.4e-A]
    state.beaching |= 1 << dukw | aboard
    changed(state)
    scenario = state.scenario
    at = (scenario.label(state.at[dukw]),)
    return [LandingBegun(side=scenario.sides[side], units=order.units, hexes=at, rule="18.4e-A")]


def preview_wade(state: OcsState, order: Order) -> Explanation:
    """Explain the roll of a DUKW that goes ashore; there is none to go to sea."""
    if state.scenario.dukw_trucks >> state.scenario.index[order.units[0]] & 1:
        return Explanation(str(order), (), "no roll")
    return preview_land(state, order)


# -- to sea ------------------------------------------------------------------------------------------


def _go_to_sea(state: OcsState, side: int, wheels: list[int]) -> list[Event]:
    """Make DUKWs ashore landing craft with a third of their MP left [18.4e.2]."""
    scenario, hex_ = state.scenario, state.at[wheels[0]]
    table = series_tables()["naval"]
    times: int = table["dukw_land_times"]
    left = min(mp_left(state, c) for c in wheels) // (times * SCALE)
    craft = _spare_dukw(state, side)
    start_move(state, mask_of(wheels))
    put(state, craft, hex_)
    state.level[craft] = len(wheels)
    state.craft_ledger[side] += len(wheels)
    state.spent[craft] = (table["dukw_hexes"] - left) * SCALE
    state.began[craft] = hex_
    for c in wheels:
        for name in ("tokens", "fresh"):
            column = getattr(state, name)
            column[craft] += column[c]
            column[c] = 0
        remove(state, c)
    state.moving |= 1 << craft
    changed(state)
    name, ids = scenario.sides[side], scenario.names[craft]
    return [Waded(side=name, units=ids, hexes=(scenario.label(hex_),), to_sea=True, rule="18.4e.2")]
