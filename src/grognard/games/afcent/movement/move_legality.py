"""Chapters 7, 8 and 10: why a ground move is illegal."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, mask_of, union
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import NATO, SCALE
from grognard.games.afcent.model.state import AfcentState, controlled, zone
from grognard.games.afcent.movement.active_stack import column_choices
from grognard.games.afcent.movement.reach import March, flood, goals, jammed, march, path_cost
from grognard.games.afcent.movement.stacking import stacking_refusal
from grognard.games.afcent.movement.step_costs import ground
from grognard.games.kit.legality import (
    HexRule,
    bad_notation,
    check_cost,
    check_path,
    hex_refusal,
    names_every_hex,
    out_of_reach,
)


def written(state: AfcentState, units: tuple[int, ...], order: Order) -> list[Hex]:
    """Return the hexes an order names, with the units' own hex first."""
    path = [state.scenario.grid.hex(label) for label in order.path]
    return path if path[0] == state.at[units[0]] else [state.at[units[0]], *path]


def follows_exactly(state: AfcentState, units: tuple[int, ...], order: Order) -> bool:
    """Return whether an order names every hex of its path."""
    grid = state.scenario.grid
    return names_every_hex(grid, state.at[units[0]], [grid.hex(label) for label in order.path])


def check_move(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot make a move; its path may be the last hex, start and end, or every hex."""
    scenario = state.scenario
    if not order.units or not order.path or order.target or order.words:
        return bad_notation(order, scenario, "name the units and the hex: {example}")
    units = tuple(scenario.index[id_] for id_ in order.units)
    refusal = check_movers(state, side, units)
    if refusal:
        return refusal
    column = order.verb == "column"
    path = written(state, units, order)
    if path[-1] == state.at[units[0]]:
        return Illegal("10.0-adjacent", "{unit} is already in {hex}", unit=order.units[0], hex=order.path[-1])
    refusal = _check_gait(state, units, column)
    if refusal is None and len(path) == 2 and not goals(state, units, column) >> path[-1] & 1:
        refusal = _why_not_there(state, units, path[-1], column)
    if refusal is None and follows_exactly(state, units, order):
        refusal = _check_steps(state, units, path, column)
    return refusal


def check_movers(
    state: AfcentState, side: int, units: tuple[int, ...], flying: bool = False
) -> Illegal | None:
    """Return why units cannot move or fly together [10.3, 7.4-move]."""
    scenario = state.scenario
    if len(set(units)) < len(units):
        return Illegal("notation", "a unit is named twice")
    heliborne = mask_of(units) & scenario.heliborne
    if heliborne and heliborne != mask_of(units):
        return Illegal("7.4-move", "heliborne units cannot move with other units")
    id_ = scenario.counters[units[0]].id
    if heliborne and not flying:
        return Illegal("10.6-nobonus", "{unit} is heliborne and can only fly", unit=id_)
    if flying and not heliborne:
        return Illegal("10.6-path", "{unit} is not heliborne and cannot fly", unit=id_)
    for unit in units:
        refusal = check_mover(state, side, unit)
        if refusal:
            return refusal
    if len({(state.began[unit], state.at[unit]) for unit in units}) > 1:
        return Illegal("10.3", "units can move together only if they began the phase together")
    return None


def check_mover(state: AfcentState, side: int, unit: int) -> Illegal | None:
    """Return why a unit on the map cannot move or fly now."""
    scenario, bit, at = state.scenario, 1 << unit, state.at[unit]
    id_ = scenario.counters[unit].id
    if state.phase != "movement" or side != state.side or scenario.side_of[unit] != side:
        return Illegal("10.0-own", "{unit} can move only in its own movement phase", unit=id_)
    if unit >= scenario.unit_count or at < 0:
        return Illegal("10.0-adjacent", "{unit} is not on the map", unit=id_)
    if scenario.static & bit:
        return Illegal("2.2-mf", "{unit} is static and cannot move", unit=id_)
    if state.landed & bit:
        return Illegal("12.4.1.k", "{unit} dropped this turn and cannot move", unit=id_)
    if state.ew[unit] > 1:
        return Illegal("6.3-two", "{unit} has two EW markers and no MP", unit=id_)
    watched = zone(state, 1 - side) >> at & 1 and not scenario.heliborne & bit
    recon = scenario.recon & bit
    if state.stopped & bit:
        if state.moving & bit and watched:
            rule = "8.1-recon-direct" if recon else "8.1-nonrecon-stop"
            return Illegal(rule, "{unit} has entered an enemy ZOC and must stop", unit=id_)
        if state.moving & state.column & bit and state.ew[unit]:
            return Illegal("6.3-column", "{unit} has an EW marker; its column must stop", unit=id_)
        return Illegal("10.4-end", "{unit} has finished moving in this phase", unit=id_)
    if watched and not recon and not state.night:
        return Illegal("8.1-nonrecon-day", "{unit} is in an enemy ZOC and cannot leave it by day", unit=id_)
    return None


def _check_gait(state: AfcentState, units: tuple[int, ...], column: bool) -> Illegal | None:
    """Return why units cannot move in column, or out of column [10.9]."""
    scenario, start = state.scenario, state.at[units[0]]
    side, id_ = scenario.side_of[units[0]], scenario.counters[units[0]].id
    for unit in units:
        if column not in column_choices(state, (unit,)):
            began = "started out of column" if column else "started in column"
            reason = "{unit} {began} and must finish its move that way"
            return Illegal("10.9-declare", reason, unit=scenario.counter_ids[unit], began=began)
    if not column:
        return None
    if zone(state, 1 - side) >> start & 1:
        return Illegal("10.9-zoc", "{unit} is in an enemy ZOC", unit=id_)
    if enemy_air(state, side) >> start & 1:
        return Illegal("10.9-air", "{unit} is in range of enemy airpower", unit=id_)
    if any(state.ew[unit] for unit in units):
        return Illegal("6.3-column", "{unit} has an EW marker", unit=id_)
    return None


def _why_closed(state: AfcentState, units: tuple[int, ...], hex_: Hex, column: bool) -> Illegal | None:
    """Return why units cannot enter a hex at any cost."""
    scenario, side = state.scenario, state.scenario.side_of[units[0]]
    closed = (
        HexRule(state.held[1 - side], "10.2-enemy", "{hex} is enemy-occupied"),
        HexRule(~scenario.land, "2.1-partial", "{hex} is not in play"),
        HexRule(~union(ground(scenario).open), "13.2-lake", "{hex} is a lake"),
    )
    refusal = hex_refusal(scenario, hex_, closed)
    if refusal:
        return refusal
    crowd = stacking_refusal(state, mask_of(units), hex_) if side != NATO else None
    if crowd:
        return Illegal("7.1-pact", crowd.text.template, **crowd.text.arguments)
    return why_no_column(state, side, hex_) if column else None


def why_no_column(state: AfcentState, side: int, hex_: Hex) -> Illegal | None:
    """Return why columns cannot enter a hex [10.9]."""
    scenario = state.scenario
    enemy = controlled(state, 1 - side)
    closed = (
        HexRule(zone(state, 1 - side), "10.9-zoc", "{hex} is in an enemy ZOC; columns cannot enter"),
        HexRule(
            enemy_air(state, side),
            "5.3-nocolumn",
            "{hex} is in range of enemy airpower; columns cannot enter",
        ),
        HexRule(scenario.cities & enemy, "10.9-city", "{hex} is an enemy city; columns cannot enter"),
        HexRule(jammed(state, side, 1), "6.3-enter", "{hex} has an EW marker; columns cannot enter"),
    )
    return hex_refusal(scenario, hex_, closed)


FAR = 40
"""Maximum MP up to which the cost of a hex out of reach is computed."""


def _why_not_there(state: AfcentState, units: tuple[int, ...], goal: Hex, column: bool) -> Illegal:
    """Return why units cannot end their move in a hex."""
    refusal = _why_closed(state, units, goal, column)
    if refusal:
        return refusal
    way = march(state, units, column)
    far = flood(state, way._replace(budget=FAR * SCALE)).waves
    return out_of_reach(state.scenario, units[0], goal, far, way.budget, SCALE, "10.2-nomin")


def _check_steps(state: AfcentState, units: tuple[int, ...], path: list[Hex], column: bool) -> Illegal | None:
    """Return why a path written hex by hex is illegal [10.0-adjacent]."""
    way, rule = march(state, units, column), "10.0-adjacent"

    def check_step(from_: Hex, to: Hex) -> Illegal | None:
        return _why_closed(state, units, to, column) or _check_zones(state, way, path, from_, to)

    return check_path(
        state.scenario, path, way.ways, check_step, adjacent_rule=rule, closed_rule=rule
    ) or check_cost(path_cost(state, way, path), way.budget, SCALE, "10.2-nomin")


def _check_zones(state: AfcentState, way: March, path: list[Hex], from_: Hex, to: Hex) -> Illegal | None:
    """Return why ZOCs or EW markers forbid a step of a path [8.1, 6.2-join]."""
    label = state.scenario.grid.label
    leaving, entering = way.zone >> from_ & 1, way.zone >> to & 1
    if not way.scouts and leaving and entering and from_ == path[0]:
        return Illegal(
            "8.1-nonrecon-night", "{hex} is in an enemy ZOC; the first hex must be outside it", hex=label(to)
        )
    if to == path[-1]:
        return None
    if entering and not way.scouts:
        return Illegal("8.1-nonrecon-stop", "units must stop in the enemy ZOC in {hex}", hex=label(to))
    if entering and leaving:
        return Illegal(
            "8.1-recon-direct", "units must stop in {hex} after moving from ZOC to ZOC", hex=label(to)
        )
    if way.jammed_friends >> to & 1:
        return Illegal(
            "6.2-join", "EW markers affect the units in {hex}; continue with another order", hex=label(to)
        )
    return None
