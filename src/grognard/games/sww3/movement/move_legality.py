"""Chapters 11.1–11.18 and 10.3: the legality of moves: every refusal with its rule."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import OFF, Hex
from grognard.games.kit.legality import (
    FlagRule,
    HexRule,
    bad_notation,
    check_cost,
    check_path,
    flag_refusal,
    hex_refusal,
    out_of_reach,
)
from grognard.games.sww3.model.state import AIRBORNE, RESERVE, Sww3State, cities, controlled
from grognard.games.sww3.movement.movement_limits import can_stack, limit, limit_rule
from grognard.games.sww3.movement.moves import follows_exactly, named_path
from grognard.games.sww3.movement.reach import enemy_zoc_on_move, flood, forbidden, goals, march, path_costs
from grognard.games.sww3.movement.reserves import entry_missed
from grognard.games.sww3.movement.sea_moves import check_sea
from grognard.games.sww3.movement.theatre_transfers import may_come
from grognard.games.sww3.support.airpower import enemy_air
from grognard.games.sww3.support.supply import home, overland, sources


def check_move(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a move given by its last hex, by start and end, or by every hex."""
    scenario = state.scenario
    if not order.units or not order.path or order.target:
        return bad_notation(order, scenario, "name the units and the path, for example: {example}")
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
    path = named_path(state, units, order)
    if path[-1] == state.at[units[0]]:
        return Illegal("11.1-mp", "{unit} is already in {hex}", unit=order.units[0], hex=order.path[-1])
    refusal = _check_column(state, units) if column else None
    if refusal is None and not goals(state, units, column) >> path[-1] & 1:
        refusal = _destination_refusal(state, units, path[-1], column)
    if refusal is None and follows_exactly(state, units, order):
        refusal = _check_steps(state, units, path, column)
    return refusal


STILL = (
    FlagRule("sailed", "11.19-only", "{unit} has moved by sea this turn"),
    FlagRule("dropped", "10.2-stay", "{unit} was dropped this turn and cannot move"),
    FlagRule("moved", "11.2-noredo", "{unit} has already moved in this phase"),
    FlagRule("disrupted", "13.6-nomove", "{unit} is disrupted and cannot move"),
)
"""Flags of units that cannot move."""


def _check_mover(state: Sww3State, side: int, unit: int, verb: str) -> Illegal | None:
    """Check whether a unit may move at all in this phase."""
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
    if place < 0 and entry_missed(state, unit):
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
    """Check whether units can form a column [Pincher 11.16]."""
    scenario, start = state.scenario, state.at[units[0]]
    side, id_ = scenario.side_of[units[0]], scenario.counters[units[0]].id
    if not scenario.theatres[state.now.theatre].columns:
        return Illegal("14.9", "columns are not used on this map; units move along roads")
    if not all(overland(state, unit) for unit in units):
        return Illegal("11.16-supply", "{unit} is not in overland supply", unit=id_)
    if start >= 0 and enemy_zoc_on_move(state, side) >> start & 1:
        return Illegal(
            "11.16-ezoc", "{unit} is in an enemy zone of control and cannot form a column", unit=id_
        )
    if start >= 0 and enemy_air(state, side) >> start & 1:
        return Illegal(
            "6.5-column", "{unit} is in range of enemy airpower and cannot form a column", unit=id_
        )
    return None


def _entry_refusal(state: Sww3State, units: tuple[int, ...], hex_: Hex, column: bool) -> Illegal | None:
    """Return why units cannot enter a hex, whatever the cost."""
    scenario = state.scenario
    side, label = scenario.side_of[units[0]], scenario.grid.label(hex_)
    closed: tuple[HexRule, ...] = (
        HexRule(state.held[1 - side], "11.3-enemy", "{hex} is enemy-occupied"),
        HexRule(~scenario.land, "11.13", "{hex} is not a land hex in play"),
    )
    if refusal := hex_refusal(scenario, hex_, closed):
        return refusal
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
    if not can_stack(state, hex_, sum(state.steps[unit] for unit in units)):
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
            enemy_zoc_on_move(state, side),
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


def _destination_refusal(state: Sww3State, units: tuple[int, ...], goal: Hex, column: bool) -> Illegal:
    """Return why units cannot end their move in a hex."""
    scenario, mover = state.scenario, units[0]
    refusal = _entry_refusal(state, units, goal, column)
    if refusal:
        return refusal
    way = march(state, units, column)
    if way.start == OFF and not sources(state, scenario.side_of[mover], way.theatre):
        return Illegal("10.3-where", "no map-edge hex is open")
    squeezed = way._replace(closed=forbidden(state, scenario.side_of[mover], units))
    if not column and any(wave >> goal & 1 for wave in flood(state, squeezed)):
        reason = "{unit} can reach {hex} only through a full hex"
        return Illegal("7.2-always", reason, unit=scenario.counter_ids[mover], hex=scenario.grid.label(goal))
    scale = scenario.theatres[way.theatre].scale
    far = flood(state, way._replace(budget=FAR * scale))
    return out_of_reach(scenario, mover, goal, far, way.budget, scale, "11.3-nomin")


FAR = 60
"""MP up to which the cost of an unreachable hex is computed for the refusal."""


def _check_steps(state: Sww3State, units: tuple[int, ...], path: list[Hex], column: bool) -> Illegal | None:
    """Check a path given hex by hex [11.1-adjacent]."""
    way = march(state, units, column)
    grid, scale = state.scenario.grid, state.scenario.theatres[way.theatre].scale
    if way.start == OFF and not any(hexes >> path[0] & 1 for _, hexes in way.gates):
        return Illegal("10.3-where", "{hex} is not an open map-edge hex", hex=grid.label(path[0]))
    refusal = check_path(
        state.scenario,
        path,
        way.ways,
        lambda _, to: _entry_refusal(state, units, to, column),
        adjacent_rule="11.1-adjacent",
        closed_rule="11.13",
    )
    if refusal:
        return refusal
    cost = sum(step.price for step in path_costs(state, way, path))
    return check_cost(cost, way.budget, scale, "11.3-nomin")
