"""Chapter 11: moving units over the map, in column, by road, and onto it by the edge [11.1-11.18, 10.3]."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order, OrderPerHex, Orders
from grognard.core.errors import Illegal
from grognard.core.hexes.cost_waves import price_of
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of
from grognard.games.kit.events import CityCaptured
from grognard.games.kit.legality import FlagRule, HexRule, flag_refusal, hex_refusal
from grognard.games.kit.move_costs import costs_of
from grognard.games.sww3.events import Moved
from grognard.games.sww3.model.state import AIRBORNE, RESERVE, Sww3State, cities, controlled, put, seize
from grognard.games.sww3.movement.movement_limits import (
    allowance,
    awake,
    limit,
    limit_rule,
    open_sides,
    room,
    within_limits,
)
from grognard.games.sww3.movement.reach import (
    can_come_on,
    can_step,
    cheapest_path,
    flood,
    forbidden,
    goals,
    hindered,
    march,
    reached_by,
    surely_movable,
    tolls,
)
from grognard.games.sww3.movement.reserves import beside_the_map, too_late
from grognard.games.sww3.movement.sea_moves import (
    apply_flood,
    apply_sea,
    check_flood,
    check_sea,
    flood_orders,
    sea_goals,
    sea_orders,
)
from grognard.games.sww3.movement.theatre_transfers import may_come
from grognard.games.sww3.support.airpower import enemy_air
from grognard.games.sww3.support.neutrals import violate
from grognard.games.sww3.support.supply import home, overland, sources

__all__ = [
    "allowance", "apply_flood", "apply_move", "apply_sea", "captured", "check_flood", "check_move",
    "complete_move", "costs", "destinations", "explain_move", "flood_orders", "movable",
    "move_orders", "open_sides", "reached", "room", "sea_orders", "within_limits",
]  # fmt: skip


# -- who and where ------------------------------------------------------------------------------


def movable(state: Sww3State, side: int) -> CounterSet:
    """Units that can make at least one step, on the map or beside it."""
    key = f"movable-{side}"
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        units = awake(state, side)
        found = surely_movable(state, side, state.now.theatre, units)
        for unit in bits(units & ~found):
            if can_step(state, unit) or sea_goals(state, unit):
                found |= 1 << unit
        found |= waiting(state, side)
        state.cache[key] = found
    return found


def waiting(state: Sww3State, side: int) -> CounterSet:
    """Soviet units beside the map that can enter the one being played [10.3]."""
    return mask_of(unit for unit in bits(beside_the_map(state, side)) if can_come_on(state, unit))


def reached(state: Sww3State, unit: int, column: bool = False) -> list[HexSet]:
    """Where a unit can get to: for each cost in parts of a point the hexes."""
    return reached_by(state, (unit,), column)


def destinations(state: Sww3State, unit: int, column: bool = False) -> HexSet:
    """Where a unit may end a move."""
    return goals(state, (unit,), column)


def costs(state: Sww3State, unit: int) -> dict[Hex, float]:
    """Where a unit may end its move and the points it costs; in column where only that gets there."""
    scale = state.scenario.theatres[march(state, (unit,)).theatre].scale
    return costs_of((reached(state, unit, column) for column in (False, True)), scale)


def move_orders(state: Sww3State, unit: int) -> Orders:
    """Every move of a unit alone, one for each hex; columns where only a column gets there."""
    scenario = state.scenario
    labels, name, start = scenario.grid.labels, scenario.names[unit], state.at[unit]
    near = destinations(state, unit)
    far = destinations(state, unit, True) & ~near
    verbs = (("move" if start >= 0 else "enter", near), ("column", far))
    from_ = (labels[start],) if start >= 0 else ()

    def to_each(verb: str, there: HexSet) -> OrderPerHex:
        return OrderPerHex(there, lambda to: Order(verb, "", name, (*from_, labels[to])))

    return {verb: to_each(verb, there) for verb, there in verbs if there}


# -- moving -------------------------------------------------------------------------------------


def complete_move(state: Sww3State, order: Order) -> Order:
    """A legal move with every hex of its path; of the cheapest ones always the same."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    path = spelled(state, units, order)
    return Order(order.verb, units=order.units, path=tuple(scenario.grid.labels[h] for h in path))


def written(state: Sww3State, units: tuple[int, ...], order: Order) -> list[Hex]:
    """The hexes an order names, from where the units stand or from the map edge."""
    grid, start = state.scenario.grid, state.at[units[0]]
    path = [grid.hex(label) for label in order.path]
    if start >= 0 and path[0] != start:
        path.insert(0, start)
    return path


def spelled(state: Sww3State, units: tuple[int, ...], order: Order) -> list[Hex]:
    """The path of a legal move: as written hex by hex, or else the cheapest to its end."""
    path = written(state, units, order)
    if len(path) > 2 or (state.at[units[0]] < 0 and len(path) > 1):
        return path
    return cheapest_path(state, units, path[-1], order.verb == "column")


def apply_move(state: Sww3State, order: Order) -> list[Event]:
    """Carry out a legal move: hexes on the way change hands, neutrals may be drawn in [3.10, R-PIN-05]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    side, entering = scenario.side_of[units[0]], state.at[units[0]] < 0
    path = spelled(state, units, order)
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
    """The news of cities that change hands [3.10]."""
    scenario = state.scenario
    events = []
    for hex_ in bits(taken):
        name = scenario.theatres[scenario.theatre_at(hex_)].named[hex_]
        where = (scenario.grid.labels[hex_],)
        events.append(CityCaptured(side=scenario.sides[side], hexes=where, city=name))
    return events


def explain_move(state: Sww3State, order: Order) -> Explanation:
    """What every step of a move costs, and what the units may spend [11.17]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    way = march(state, units, order.verb == "column")
    labels, scale = scenario.grid.labels, scenario.theatres[way.theatre].scale
    paid = tolls(state, way, spelled(state, units, order))
    lines = tuple(
        Line(TOLLS[toll.rule].format(labels[toll.hex]), f"{toll.price / scale:g}", toll.rule) for toll in paid
    )
    total = sum(toll.price for toll in paid)
    return Explanation(str(order), lines, f"{total / scale:g} of {way.budget / scale:g} MP")


TOLLS = {
    "10.3-where": "entering the map at {}",
    "11.17": "to {}",
    "8.3-enter": "entering an enemy ZOC at {}",
    "8.3-leave": "leaving an enemy ZOC at {}",
}
"""What is paid on a move, in words."""


# -- why not? -----------------------------------------------------------------------------------


def check_move(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Whether units may make a move; its last hex alone is enough, or start and end, or every hex."""
    scenario = state.scenario
    if not order.units or not order.path or order.target:
        return Illegal(
            "notation",
            "name the units and the path, for example: {example}",
            example=scenario.game.verbs[order.verb].example,
        )
    units = tuple(scenario.index[id_] for id_ in order.units)
    for unit in units:
        refusal = _check_mover(state, side, unit, order.verb)
        if refusal:
            return refusal
    places = {state.at[unit] for unit in units}
    if len(places) > 1 or (len(units) > 1 and min(places) < 0):
        return Illegal("11.4", "units can move together only if they began the phase in the same hex")
    if order.verb == "sea":
        return check_sea(state, side, order)
    column = order.verb == "column"
    path = written(state, units, order)
    if path[-1] == state.at[units[0]]:
        return Illegal("11.1-mp", "{unit} is already in {hex}", unit=order.units[0], hex=order.path[-1])
    refusal = _check_column(state, units) if column else None
    if refusal is None and not goals(state, units, column) >> path[-1] & 1:
        refusal = _why_not_there(state, units, path[-1], column)
    if refusal is None and len(path) > (2 if state.at[units[0]] >= 0 else 1):
        refusal = _check_steps(state, units, path, column)
    return refusal


STILL = (
    FlagRule("sailed", "11.19-only", "{unit} has moved by sea this turn"),
    FlagRule("dropped", "10.2-stay", "{unit} was dropped this turn and cannot move"),
    FlagRule("moved", "11.2-noredo", "{unit} has already moved in this phase"),
    FlagRule("disrupted", "13.6-nomove", "{unit} is disrupted and cannot move"),
)
"""What keeps a unit from moving."""


def _check_mover(state: Sww3State, side: int, unit: int, verb: str) -> Illegal | None:
    """Whether a unit may move at all in this phase."""
    scenario = state.scenario
    id_, place = scenario.counters[unit].id, state.at[unit]
    theatre = scenario.theatres[state.now.theatre]
    if state.phase != "movement" or side != state.side or scenario.side_of[unit] != side:
        return Illegal("11.1-own", "{unit} can move only in its own Movement Phase", unit=id_)
    if place < 0 and not (place in (RESERVE, AIRBORNE) and verb in ("enter", "column")):
        return Illegal("11.1-adjacent", "{unit} is not on the map", unit=id_)
    if place >= 0 and verb == "enter":
        return Illegal("10.3-enter", "{unit} is already on the map; use move", unit=id_)
    if place < 0 and (refusal := may_come(state, unit, state.now.theatre)):
        return refusal
    if place < 0 and too_late(state, unit):
        return Illegal("R-PIN-31", "{unit} was not declared before other units moved", unit=id_)
    if place >= 0 and not theatre.hexes >> place & 1:
        return Illegal("14.3", "{unit} is on the other map", unit=id_)
    if refusal := flag_refusal(state, unit, STILL):
        return refusal
    if scenario.static >> unit & 1:
        return Illegal(
            theatre.charts["movement"]["static_rule"], "{unit} is a static garrison and cannot move", unit=id_
        )
    return None


def _check_column(state: Sww3State, units: tuple[int, ...]) -> Illegal | None:
    """Whether a column can be formed [Pincher 11.16]."""
    scenario, start = state.scenario, state.at[units[0]]
    side, id_ = scenario.side_of[units[0]], scenario.counters[units[0]].id
    if not scenario.theatres[state.now.theatre].columns:
        return Illegal("14.9", "columns are not used on this map; units move along roads")
    if not all(overland(state, unit) for unit in units):
        return Illegal("11.16-supply", "{unit} is not in overland supply", unit=id_)
    if start >= 0 and hindered(state, side) >> start & 1:
        return Illegal(
            "11.16-ezoc", "{unit} is in an enemy zone of control and cannot form a column", unit=id_
        )
    if start >= 0 and enemy_air(state, side) >> start & 1:
        return Illegal(
            "6.5-column", "{unit} is in range of enemy airpower and cannot form a column", unit=id_
        )
    return None


def _why_closed(state: Sww3State, units: tuple[int, ...], hex_: Hex, column: bool) -> Illegal | None:
    """Why units may not enter a hex, whatever it costs."""
    scenario = state.scenario
    side, label = scenario.side_of[units[0]], scenario.grid.label(hex_)
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("11.3-enemy", "{hex} is enemy-occupied", hex=label)
    if not scenario.land >> hex_ & 1:
        return Illegal("11.13", "{hex} is not a land hex in play", hex=label)
    for unit in units:
        if not limit(state, unit) >> hex_ & 1:
            at_peace = home(state, unit) & state.neutral
            rule = "11.21-swiss-neutral" if at_peace else limit_rule(state, unit)
            return Illegal(
                rule,
                "{hex} is beyond the national limits of {unit}",
                hex=label,
                unit=scenario.counter_ids[unit],
            )
    if forbidden(state, side, units) >> hex_ & 1:
        return Illegal("3.2-neutral", "{hex} is neutral", hex=label)
    if not room(state, hex_, sum(state.steps[unit] for unit in units)):
        return Illegal(
            "7.3",
            "{hex} would exceed the stacking limit of {limit} steps",
            hex=label,
            limit=scenario.stack_steps,
        )
    if not column:
        return None
    enemy = cities(state) & controlled(state, 1 - side)
    closed = (
        HexRule(
            hindered(state, side),
            "11.16-ezoc",
            "{hex} is in an enemy zone of control; columns cannot enter",
        ),
        HexRule(
            enemy_air(state, side),
            "6.5-column",
            "{hex} is in range of enemy airpower; columns cannot enter",
        ),
        HexRule(enemy, "11.16-city", "{hex} is an enemy city; columns cannot enter"),
    )
    return hex_refusal(scenario, hex_, closed)


def _why_not_there(state: Sww3State, units: tuple[int, ...], goal: Hex, column: bool) -> Illegal:
    """The reason why units cannot end their move in a hex."""
    scenario = state.scenario
    label, id_ = scenario.grid.label(goal), scenario.counters[units[0]].id
    refusal = _why_closed(state, units, goal, column)
    if refusal:
        return refusal
    way = march(state, units, column)
    if way.start == OFF and not sources(state, scenario.side_of[units[0]], way.theatre):
        return Illegal("10.3-where", "no map-edge hex is open")
    squeezed = way._replace(closed=forbidden(state, scenario.side_of[units[0]], units))
    if not column and any(wave >> goal & 1 for wave in flood(state, squeezed)):
        return Illegal("7.2-always", "{unit} can reach {hex} only through a full hex", unit=id_, hex=label)
    scale = scenario.theatres[way.theatre].scale
    far = flood(state, way._replace(budget=FAR * scale))
    cost = next((spent for spent, wave in enumerate(far) if wave >> goal & 1), None)
    budget = way.budget / scale
    if cost is None:
        return Illegal("11.3-nomin", "{unit} cannot reach {hex}", unit=id_, hex=label)
    return Illegal(
        "11.3-nomin",
        "{hex} costs {cost:g} MP; {unit} has {budget:g}",
        hex=label,
        cost=cost / scale,
        unit=id_,
        budget=budget,
    )


FAR = 60
"""Points up to which the cost of a hex out of reach is still worked out."""


def _check_steps(state: Sww3State, units: tuple[int, ...], path: list[Hex], column: bool) -> Illegal | None:
    """Whether a path written hex by hex obeys every rule on its way [11.1-adjacent]."""
    way = march(state, units, column)
    grid, scale = state.scenario.grid, state.scenario.theatres[way.theatre].scale
    if way.start == OFF and not any(hexes >> path[0] & 1 for _, hexes in way.gates):
        return Illegal("10.3-where", "{hex} is not an open map-edge hex", hex=grid.label(path[0]))
    for from_, to in pairwise(path):
        direction = grid.direction(from_, to)
        if direction is None:
            return Illegal(
                "11.1-adjacent",
                "{hex} is not adjacent to {hex_from}",
                hex=grid.label(to),
                hex_from=grid.label(from_),
            )
        refusal = _why_closed(state, units, to, column)
        if refusal:
            return refusal
        if price_of(way.ways, direction, to) is None:
            return Illegal(
                "11.13",
                "units cannot move from {hex_from} to {hex}",
                hex_from=grid.label(from_),
                hex=grid.label(to),
            )
    spent = sum(toll.price for toll in tolls(state, way, path))
    if spent > way.budget:
        return Illegal(
            "11.3-nomin",
            "the path costs {cost:g} MP of {budget:g}",
            cost=spent / scale,
            budget=way.budget / scale,
        )
    return None
