"""Cases 13.3f and 13.3g: rail conversion. Rail Repair units change the gauge of the rail hexes they enter."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.model.supply_events import RailConverted
from grognard.games.ocs.movement import moves
from grognard.games.ocs.terrain.railways import own_gauge, rail_path, railways, two_gauges
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.units.modes import allowance


def to_convert(state: OcsState, side: int) -> HexSet:
    """Return rail hexes of the wrong gauge for a side [13.3f]."""
    return railways(state.scenario).hexes & ~own_gauge(state, side)


def hexes_left(state: OcsState, unit: int) -> int:
    """Return how many hexes a Rail Repair unit can still convert this phase [13.3g-D]."""
    most = min(int(state.scenario.tables["railways"]["convert_hexes"]), allowance(state, unit) // SCALE)
    return max(most - state.laid[unit], 0)


def can_convert(state: OcsState, unit: int) -> bool:
    """Whether a Rail Repair unit is in Combat Mode, or DG with its Combat Mode side up [13.3g-D]."""
    return not (state.turned | state.reserve | state.strat | state.exploit) >> unit & 1


def convert_able(state: OcsState, side: int) -> CounterSet:
    """Return Rail Repair units that might convert: a quick upper bound."""
    if state.phase != "movement" or not two_gauges(state.scenario):
        return 0
    return moves.movable(state, side) & state.scenario.rail_repair


def _as_move(order: Order) -> Order:
    return Order("move", units=order.units, path=order.path)


def complete_convert(state: OcsState, order: Order) -> Order:
    """Return an order with every hex of its path: along the railway where only its ends are given."""
    if len(order.path) != 2:
        return order
    scenario = state.scenario
    from_, to = (scenario.hex(label) for label in order.path)
    enemies = state.held[1 - scenario.side_of[scenario.index[order.units[0]]]]
    path = rail_path(scenario, from_, to, railways(scenario).hexes & ~enemies)
    return Order("convert", units=order.units, path=tuple(map(scenario.label, path))) if path else order


def check_convert(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a unit cannot convert a railway, or None: ``convert U FROM-TO`` [13.3f, 13.3g]."""
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("13.3g-D.1", "you can convert railways only in your Movement Phase")
    if len(order.units) != 1 or len(order.path) < 2 or order.target or order.words:
        return Illegal("notation", "name the unit and its path: convert U 07.12-08.11")
    id_ = order.units[0]
    unit = scenario.index[id_]
    if not scenario.rail_repair >> unit & 1:
        return Illegal("13.3f-B", "{unit} is not a Rail Repair unit", unit=id_)
    if not can_convert(state, unit):
        return Illegal(
            "13.3g-D.2", "{unit} must be in Combat Mode, or DG with its Combat Mode side up", unit=id_
        )
    order = complete_convert(state, order)
    work = _work(state, side, order)
    if not work:
        return Illegal("13.3f.1", "no hex on the path has the other gauge; use move instead")
    if work & zoc(state, 1 - side):
        return Illegal("13.3f-A", "railways in an enemy ZOC, negated or not, cannot be converted")
    if work.bit_count() > hexes_left(state, unit):
        more = plural(hexes_left(state, unit), "more hex", "more hexes")
        return Illegal("13.3g-D.1", "{unit} can convert {more} this phase", unit=id_, more=more)
    return moves.check_move(state, side, _as_move(order))


def _work(state: OcsState, side: int, order: Order) -> HexSet:
    """Return the hexes that an order would convert."""
    entered = mask_of(state.scenario.hex(label) for label in order.path[1:])
    return entered & to_convert(state, side)


def convert_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List every stretch of railway that a unit can convert."""
    if not convert_able(state, side) >> unit & 1 or not can_convert(state, unit):
        return []
    scenario, left = state.scenario, hexes_left(state, unit)
    orders = [
        Order("convert", units=scenario.names[unit], path=tuple(map(scenario.label, path)))
        for path in _stretches(state, state.at[unit], left, to_convert(state, side))
    ]
    return [order for order in orders if check_convert(state, side, order) is None]


def _stretches(state: OcsState, start: Hex, most: int, wrong: HexSet) -> list[list[Hex]]:
    """List paths along the railway from a hex through hexes of the other gauge."""
    joined = railways(state.scenario).joined
    found: list[list[Hex]] = []
    open_: list[list[Hex]] = [[start]]
    while open_:
        path = open_.pop()
        for to in joined.get(path[-1], ()):
            if wrong >> to & 1 and to not in path and len(path) <= most:
                found.append([*path, to])
                open_.append([*path, to])
    return found


def apply_convert(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Move the unit and convert every rail hex it enters at no extra cost [13.3f-B]."""
    scenario = state.scenario
    order = complete_convert(state, order)
    unit, work = scenario.index[order.units[0]], _work(state, side, order)
    events = moves.apply_move(state, side, _as_move(order), dice)
    state.wide = state.wide | work if side else state.wide & ~work
    state.relaid |= work
    state.laid[unit] += work.bit_count()
    changed(state)
    labels = tuple(scenario.label(hex_) for hex_ in bits(work))
    return [*events, RailConverted(side=scenario.sides[side], hexes=labels, rule="13.3f-B")]
