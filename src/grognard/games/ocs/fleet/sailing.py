"""Chapters 18.1 and 18.4b: ships and landing craft sail."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.scenario import MOVEMENT
from grognard.games.ocs.model.sea_events import Sailed
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.sea.ships import speed
from grognard.games.ocs.sea.waters import courses, disorganize_in_port, open_ports
from grognard.games.ocs.units.active_stack import start_move

NOTATION = "name the ships of one hex and where they sail: sail A,B 32.09-33.10"


def hexes_left(state: OcsState, ship: int) -> int:
    """Return how many hexes a ship can still sail in this phase [18.1e, 18.1f]."""
    return max(speed(state, ship) - state.spent[ship] // SCALE, 0)


def able(state: OcsState, side: int) -> CounterSet:
    """Return the ships and landing craft that can sail now: all of them, without Reserves [18.1e, 7.0c]."""
    scenario = state.scenario
    own = (scenario.ships | scenario.craft) & scenario.of_side[side] & ~state.finished
    if not own or state.phase not in MOVEMENT or state.side != side:
        return 0
    return mask_of(c for c in bits(own) if state.at[c] >= 0 and hexes_left(state, c))


def check_ship(state: OcsState, side: int, ship: int) -> Illegal | None:
    """Return why a counter is no ship or landing craft of a side that can act now, or None."""
    scenario, bit = state.scenario, 1 << ship
    id_ = scenario.counter_ids[ship]
    if not (scenario.ships | scenario.craft) & scenario.of_side[side] & bit or state.at[ship] < 0:
        return Illegal("18.1e", "{unit} is not one of your ships or landing craft on the map", unit=id_)
    if state.finished & bit:
        return Illegal("18.5a", "{unit} has ended its move in this phase", unit=id_)
    return None


def check_sail(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why ships cannot sail along a path, or None: ``sail A,B 32.09-33.10`` [18.1]."""
    scenario = state.scenario
    if not order.units or len(order.path) < 2 or order.target or order.words:
        return Illegal("notation", NOTATION)
    ships = [scenario.index[id_] for id_ in order.units]
    for ship in ships:
        refusal = check_ship(state, side, ship)
        if refusal:
            return refusal
    start = scenario.hex(order.path[0])
    if any(state.at[ship] != start for ship in ships):
        return Illegal("18.1e", "the ships must all be in {hex}", hex=order.path[0])
    path = _course(state, side, ships, order)
    if path is None:
        what = "these landing craft" if _all_craft(state, ships) else "these ships"
        reason = "{what} cannot sail to {hex}: it is not open to them or too far for a phase"
        return Illegal("18.1c.1", reason, what=what, hex=order.path[-1])
    for ship in ships:
        if len(path) - 1 > hexes_left(state, ship):
            left, id_ = hexes_left(state, ship), scenario.counter_ids[ship]
            return Illegal("18.1f.1", "{unit} can sail {left} more hexes in this phase", unit=id_, left=left)
    return None


def _all_craft(state: OcsState, ships: list[int]) -> bool:
    return all(state.scenario.craft >> ship & 1 for ship in ships)


def _course(state: OcsState, side: int, ships: list[int], order: Order) -> tuple[Hex, ...] | None:
    """Return the hexes of an order's path, the shortest way where it leaves some out; None for no way."""
    path: tuple[Hex, ...] = (state.scenario.hex(order.path[0]),)
    reach, ports = max(speed(state, ship) for ship in ships), open_ports(state, side, mask_of(ships))
    for label in order.path[1:]:
        ways = courses(state, side, _all_craft(state, ships), path[-1], reach, ports)
        leg = ways.get(state.scenario.hex(label))
        if leg is None or len(leg) < 2:
            return None
        path += leg[1:]
    return path


def sail_orders(state: OcsState, side: int, ship: int) -> list[Order]:
    """List where a ship can sail by itself."""
    if not able(state, side) >> ship & 1:
        return []
    scenario, label = state.scenario, state.scenario.label
    start, craft = state.at[ship], bool(scenario.craft >> ship & 1)
    ways = courses(state, side, craft, start, hexes_left(state, ship), open_ports(state, side, 1 << ship))
    names = scenario.names[ship]
    return [Order("sail", units=names, path=(label(start), label(to))) for to in sorted(ways) if to != start]


def complete_sail(state: OcsState, order: Order) -> Order:
    """Return an order with every hex of its path."""
    ships = [state.scenario.index[id_] for id_ in order.units]
    path = _course(state, state.side, ships, order)
    assert path is not None, "the order has been checked"
    return Order("sail", units=order.units, path=tuple(map(state.scenario.label, path)))


def apply_sail(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Move ships, with everything aboard [18.2c, 18.4a]."""
    scenario = state.scenario
    ships = [scenario.index[id_] for id_ in order.units]
    path = _course(state, side, ships, order)
    assert path is not None, "the order has been checked"
    start_move(state, mask_of(ships))
    for ship in ships:
        put(state, ship, path[-1])
        state.spent[ship] += (len(path) - 1) * SCALE
    disorganize_in_port(state, side)
    changed(state)
    labels = tuple(map(scenario.label, path))
    return [Sailed(side=scenario.sides[side], units=order.units, hexes=labels, rule="18.1e")]


def explain_sail(state: OcsState, order: Order) -> Explanation:
    """Explain how far ships sail and how far they could [18.1f]."""
    scenario = state.scenario
    ships = [scenario.index[id_] for id_ in order.units]
    path = _course(state, state.side, ships, order)
    assert path is not None, "the order has been checked"
    lines = tuple(
        Line(f"hexes left to {scenario.called[ship]}", str(hexes_left(state, ship)), "18.1f.1")
        for ship in ships
    )
    return Explanation(str(order), lines, f"{len(path) - 1} hexes")
