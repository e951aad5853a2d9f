"""Chapters 11.1–11.18 and 10.3: moves on the map, in column, by road, and entry at the map edge."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order, OrderPerHex, Orders
from grognard.core.facts import keep
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.events import CityCaptured
from grognard.games.kit.legality import names_every_hex
from grognard.games.sww3.events import Moved
from grognard.games.sww3.model.state import Sww3State, cities, controlled, put, seize
from grognard.games.sww3.movement.movement_limits import able_to_move
from grognard.games.sww3.movement.reach import (
    can_enter,
    can_step,
    certainly_movable,
    cheapest_path,
    costs_by,
    goals,
    march,
    path_costs,
    reached_by,
    situation,
    steps_cheaply,
)
from grognard.games.sww3.movement.reserves import off_map_reserves
from grognard.games.sww3.support.neutrals import entering, violate
from grognard.games.sww3.support.supply import sources

# -- movable units and destinations -------------------------------------------------------------


def movable(state: Sww3State, side: int) -> CounterSet:
    """Return the units that can move at least one hex by land, on the map or onto it."""
    key = f"movable-{side}"
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        units = able_to_move(state, side)
        found = certainly_movable(state, side, state.now.theatre, units)
        for unit in bits(units & ~found):
            if can_step(state, unit):
                found |= 1 << unit
        found |= waiting(state, side)
        state.cache[key] = found
    return found


def waiting(state: Sww3State, side: int) -> CounterSet:
    """Return the off-map Soviet units that can enter the current map [10.3]."""
    units = off_map_reserves(state, side)
    if state.under_way:
        units &= state.committed  # the others have missed their entry [R-PIN-31]
    if not units:
        return 0
    theatre = state.now.theatre
    edge = sources(state, side, theatre)
    steps = tuple([state.steps[unit] for unit in bits(units)])
    full = tuple([hexes & edge for hexes in state.full_hexes])
    ground = state.neutral, state.nuked, state.flooded
    reads = units, theatre, edge, full, steps, state.mixed, ground, situation(state, side)
    return keep(
        state, "waiting", reads, lambda: mask_of(unit for unit in bits(units) if can_enter(state, unit))
    )


def reached(state: Sww3State, unit: int, column: bool = False) -> list[HexSet]:
    """Return the hexes a unit can reach, by cost in 1/scale MP."""
    return reached_by(state, (unit,), column)


def destinations(state: Sww3State, unit: int, column: bool = False) -> HexSet:
    """Return the hexes in which a unit may end a move."""
    return goals(state, (unit,), column)


def costs(state: Sww3State, unit: int) -> dict[Hex, float]:
    """Return the hexes a unit may move to and their MP cost, in column where only a column gets there."""
    found = costs_by(state, (unit,), True)
    found |= costs_by(state, (unit,), False)
    found.pop(state.at[unit], None)
    return found


def move_orders(state: Sww3State, unit: int) -> Orders:
    """Return a move of one unit to each hex, in column where only a column gets there."""
    name, near = state.scenario.names[unit], destinations(state, unit)
    verbs = (
        ("move" if state.at[unit] >= 0 else "enter", near),
        ("column", destinations(state, unit, True) & ~near),
    )

    def to_each(verb: str, there: HexSet) -> OrderPerHex:
        column = verb == "column"
        return OrderPerHex(there, lambda to: Order(verb, "", name, path_to(state, (unit,), to, column)))

    return {verb: to_each(verb, there) for verb, there in verbs if there}


# -- moving -------------------------------------------------------------------------------------


def complete_move(state: Sww3State, order: Order) -> Order:
    """Return a legal move with its full path; always the same one among the cheapest."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    path = full_path(state, units, order)
    return Order(order.verb, units=order.units, path=tuple(scenario.grid.labels[h] for h in path))


def named_path(state: Sww3State, units: tuple[int, ...], order: Order) -> list[Hex]:
    """Return the hexes an order names, from the units' hex or the map edge."""
    grid, start = state.scenario.grid, state.at[units[0]]
    path = [grid.hex(label) for label in order.path]
    if start >= 0 and path[0] != start:
        path.insert(0, start)
    return path


def full_path(state: Sww3State, units: tuple[int, ...], order: Order) -> list[Hex]:
    """Return the path of a legal move: as ordered hex by hex, or else the cheapest."""
    path = named_path(state, units, order)
    if follows_exactly(state, units, order):
        return path
    return cheapest_path(state, units, path[-1], order.verb == "column")


def follows_exactly(state: Sww3State, units: tuple[int, ...], order: Order) -> bool:
    """Return whether an order names every hex of its path."""
    grid = state.scenario.grid
    return names_every_hex(grid, state.at[units[0]], [grid.hex(label) for label in order.path])


def path_to(state: Sww3State, units: tuple[int, ...], goal: Hex, column: bool) -> tuple[str, ...]:
    """Return how an order names a cheapest path: its ends, or every hex of a detour to an adjacent hex."""
    labels, start = state.scenario.grid.labels, state.at[units[0]]
    if start < 0:
        return (labels[goal],)
    if goal in state.scenario.grid.adjacent[start] and not steps_cheaply(state, units, goal, column):
        return tuple(labels[hex_] for hex_ in cheapest_path(state, units, goal, column))
    return (labels[start], labels[goal])


def apply_move(state: Sww3State, order: Order) -> list[Event]:
    """Move units, take control of the path, and bring neutrals into the war [3.10, R-PIN-05]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    side, entering = scenario.side_of[units[0]], state.at[units[0]] < 0
    path = full_path(state, units, order)
    crossed = sum(1 << hex_ for hex_ in (path if entering else path[1:]))
    taken = cities(state) & crossed & controlled(state, 1 - side)
    seize(state, side, crossed)
    for unit in units:
        put(state, unit, path[-1])
        state.moved |= 1 << unit
    state.under_way |= not entering
    state.operations += 1
    labels = tuple(scenario.grid.labels[hex_] for hex_ in path)
    by: Literal["land", "column"] = "column" if order.verb == "column" else "land"
    moved = Moved(units=order.units, hexes=labels, by=by, entered=entering)
    return [moved, *captured(state, side, taken), *violate(state, side, crossed)]


def captured(state: Sww3State, side: int, taken: HexSet) -> list[CityCaptured]:
    """Return the events of captured cities [3.10]."""
    scenario = state.scenario
    events = []
    for hex_ in bits(taken):
        name = scenario.theatres[scenario.theatre_at(hex_)].named[hex_]
        where = (scenario.grid.labels[hex_],)
        events.append(CityCaptured(side=scenario.sides[side], hexes=where, city=name))
    return events


def explain_move(state: Sww3State, order: Order) -> Explanation:
    """Explain the cost of each hex of a move and the allowance [11.17]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    way = march(state, units, order.verb == "column")
    labels, scale = scenario.grid.labels, scenario.theatres[way.theatre].scale
    paid = path_costs(state, way, full_path(state, units, order))
    lines = tuple(
        Line(COST_LABELS[cost.rule].format(labels[cost.hex]), f"{cost.price / scale:g}", cost.rule)
        for cost in paid
    )
    total = sum(cost.price for cost in paid)
    crossed = mask_of(full_path(state, units, order))
    return Explanation(
        str(order),
        lines,
        f"{total / scale:g} of {way.budget / scale:g} MP",
        consequence=entering(state, scenario.side_of[units[0]], crossed),
    )


COST_LABELS = {
    "10.3-where": "entering the map at {}",
    "11.17": "to {}",
    "8.3-enter": "entering an enemy ZOC at {}",
    "8.3-leave": "leaving an enemy ZOC at {}",
}
"""Labels of the costs of a move, by rule."""
