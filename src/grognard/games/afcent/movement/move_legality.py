"""Why units may not move as somebody wants them to: refusals of chapters 7, 8 and 10, with their reasons."""

from __future__ import annotations

from itertools import pairwise

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.cost_waves import price_of
from grognard.core.hexes.grid import Hex, mask_of
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import NATO, SCALE
from grognard.games.afcent.model.state import AfcentState, controlled, zone
from grognard.games.afcent.movement.active_stack import gaits
from grognard.games.afcent.movement.reach import March, flood, goals, jammed, march, price_on
from grognard.games.afcent.movement.stacking import why_not
from grognard.games.afcent.movement.step_costs import ground
from grognard.games.kit.legality import HexRule, hex_refusal


def written(state: AfcentState, units: tuple[int, ...], order: Order) -> list[Hex]:
    """The hexes an order names, from where the units stand."""
    path = [state.scenario.grid.hex(label) for label in order.path]
    return path if path[0] == state.at[units[0]] else [state.at[units[0]], *path]


def check_move(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Whether units may make a move; its last hex alone is enough, or start and end, or every hex."""
    scenario = state.scenario
    if not order.units or not order.path or order.target or order.words:
        return Illegal("notation", f"say who goes where, as in: {scenario.game.verbs[order.verb].example}")
    units = tuple(scenario.index[id_] for id_ in order.units)
    refusal = check_movers(state, side, units)
    if refusal:
        return refusal
    column = order.verb == "column"
    path = written(state, units, order)
    if path[-1] == state.at[units[0]]:
        return Illegal("10.0-adjacent", f"{order.units[0]} is already in {order.path[-1]}")
    refusal = _check_gait(state, units, column)
    if refusal is None and len(path) > 2:
        return _check_steps(state, units, path, column)
    if refusal is None and not goals(state, units, column) >> path[-1] & 1:
        refusal = _why_not_there(state, units, path[-1], column)
    return refusal


def check_movers(
    state: AfcentState, side: int, units: tuple[int, ...], flying: bool = False
) -> Illegal | None:
    """Whether units may move or fly, and together [10.3, 7.4-move]."""
    scenario = state.scenario
    if len(set(units)) < len(units):
        return Illegal("notation", "a unit is named twice")
    heliborne = mask_of(units) & scenario.heliborne
    if heliborne and heliborne != mask_of(units):
        return Illegal("7.4-move", "heliborne units do not move in a stack with others")
    id_ = scenario.counters[units[0]].id
    if heliborne and not flying:
        return Illegal("10.6-nobonus", f"{id_} is heliborne and only flies: fly {id_} …")
    if flying and not heliborne:
        return Illegal("10.6-path", f"{id_} is not heliborne: move {id_} …")
    for unit in units:
        refusal = check_mover(state, side, unit)
        if refusal:
            return refusal
    if len({(state.began[unit], state.at[unit]) for unit in units}) > 1:
        return Illegal("10.3", "units move together only if they began the phase together")
    return None


def check_mover(state: AfcentState, side: int, unit: int) -> Illegal | None:
    """Whether a unit on the map may move or fly at all now."""
    scenario, bit, at = state.scenario, 1 << unit, state.at[unit]
    id_ = scenario.counters[unit].id
    if state.phase != "movement" or side != state.side or scenario.side_of[unit] != side:
        return Illegal("10.0-own", f"{id_} moves only in its own side's movement phase")
    if unit >= scenario.unit_count or at < 0:
        return Illegal("10.0-adjacent", f"{id_} is not on the map")
    if scenario.static & bit:
        return Illegal("2.2-mf", f"{id_} is static and never moves")
    if state.landed & bit:
        return Illegal("12.4.1.k", f"{id_} was dropped this turn and stays")
    if state.ew[unit] > 1:
        return Illegal("6.3-two", f"{id_} has two EW markers on it and no movement points")
    watched = zone(state, 1 - side) >> at & 1 and not scenario.heliborne & bit
    recon = scenario.recon & bit
    if state.stopped & bit:
        if state.moving & bit and watched:
            rule = "8.1-recon-direct" if recon else "8.1-nonrecon-stop"
            return Illegal(rule, f"{id_} has entered an enemy zone of control and goes no further")
        if state.moving & state.column & bit and state.ew[unit]:
            return Illegal("6.3-column", f"{id_} has an EW marker on it, and its column halts")
        return Illegal("10.4-end", f"{id_} has finished its move in this phase")
    if watched and not recon and not state.night:
        return Illegal("8.1-nonrecon-day", f"{id_} is held by an enemy zone of control until night")
    return None


def _check_gait(state: AfcentState, units: tuple[int, ...], column: bool) -> Illegal | None:
    """Whether units may move in column, or out of it [10.9]."""
    scenario, start = state.scenario, state.at[units[0]]
    side, id_ = scenario.side_of[units[0]], scenario.counters[units[0]].id
    for unit in units:
        if column not in gaits(state, (unit,)):
            so_far = "has set out otherwise" if column else "moves in column"
            name = scenario.counters[unit].id
            return Illegal("10.9-declare", f"{name} {so_far} and keeps to it for the whole move")
    if not column:
        return None
    if zone(state, 1 - side) >> start & 1:
        return Illegal("10.9-zoc", f"{id_} is in an enemy zone of control")
    if enemy_air(state, side) >> start & 1:
        return Illegal("10.9-air", f"{id_} is in range of enemy airpower")
    if any(state.ew[unit] for unit in units):
        return Illegal("6.3-column", f"{id_} has an EW marker on it")
    return None


def _why_closed(state: AfcentState, units: tuple[int, ...], hex_: Hex, column: bool) -> Illegal | None:
    """Why units may not enter a hex, whatever it costs."""
    scenario = state.scenario
    side, label = scenario.side_of[units[0]], scenario.grid.label(hex_)
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("10.2-enemy", f"{label} holds an enemy unit")
    if not scenario.land >> hex_ & 1:
        return Illegal("2.1-partial", f"{label} is not in play")
    if not any(hexes >> hex_ & 1 for hexes in ground(scenario).open):
        return Illegal("13.2-lake", f"{label} is a lake")
    crowd = why_not(state, mask_of(units), hex_) if side != NATO else None
    if crowd:
        return Illegal("7.1-pact", crowd.reason)
    return why_no_column(state, side, hex_) if column else None


def why_no_column(state: AfcentState, side: int, hex_: Hex) -> Illegal | None:
    """Why a hex is closed to columns [10.9]."""
    scenario = state.scenario
    enemy = controlled(state, 1 - side)
    closed = (
        HexRule(zone(state, 1 - side), "10.9-zoc", "{hex} is in an enemy zone of control, closed to columns"),
        HexRule(
            enemy_air(state, side), "5.3-nocolumn", "{hex} is in range of enemy airpower, closed to columns"
        ),
        HexRule(scenario.cities & enemy, "10.9-city", "{hex} is a city in enemy hands, closed to columns"),
        HexRule(jammed(state, side, 1), "6.3-enter", "{hex} has an EW marker, closed to columns"),
    )
    return hex_refusal(scenario, hex_, closed)


FAR = 40
"""Points up to which the cost of a hex out of reach is still worked out."""


def _why_not_there(state: AfcentState, units: tuple[int, ...], goal: Hex, column: bool) -> Illegal:
    """The reason why units cannot end their move in a hex."""
    scenario = state.scenario
    label, id_ = scenario.grid.label(goal), scenario.counters[units[0]].id
    refusal = _why_closed(state, units, goal, column)
    if refusal:
        return refusal
    way = march(state, units, column)
    far = flood(state, way._replace(budget=FAR * SCALE)).waves
    cost = next((spent for spent, wave in enumerate(far) if wave >> goal & 1), None)
    if cost is None:
        return Illegal("10.2-nomin", f"{id_} finds no way to {label}")
    return Illegal(
        "10.2-nomin", f"{label} costs {cost / SCALE:g} points, and {id_} has {way.budget / SCALE:g}"
    )


def _check_steps(state: AfcentState, units: tuple[int, ...], path: list[Hex], column: bool) -> Illegal | None:
    """Whether a path written hex by hex obeys every rule on its way [10.0-adjacent]."""
    way, grid = march(state, units, column), state.scenario.grid
    for from_, to in pairwise(path):
        direction = grid.direction(from_, to)
        if direction is None:
            return Illegal("10.0-adjacent", f"{grid.label(to)} is not next to {grid.label(from_)}")
        refusal = _why_closed(state, units, to, column) or _check_zones(state, way, path, from_, to)
        if refusal:
            return refusal
        if price_of(way.ways, direction, to) is None:
            return Illegal("10.0-adjacent", f"no way leads from {grid.label(from_)} to {grid.label(to)}")
    spent = price_on(state, way, path)
    if spent > way.budget:
        return Illegal("10.2-nomin", f"that costs {spent / SCALE:g} points of {way.budget / SCALE:g}")
    return None


def _check_zones(state: AfcentState, way: March, path: list[Hex], from_: Hex, to: Hex) -> Illegal | None:
    """Whether a step of a path is one that zones and EW markers let units make [8.1, 6.2-join]."""
    label = state.scenario.grid.label
    leaving, entering = way.zone >> from_ & 1, way.zone >> to & 1
    if not way.scouts and leaving and entering and from_ == path[0]:
        return Illegal(
            "8.1-nonrecon-night", f"{label(to)} is in a zone too: the first hex must be free of it"
        )
    if to == path[-1]:
        return None
    if entering and not way.scouts:
        return Illegal("8.1-nonrecon-stop", f"the move ends in the enemy zone of control at {label(to)}")
    if entering and leaving:
        return Illegal("8.1-recon-direct", f"the move ends at {label(to)}, entered from zone to zone")
    if way.muffled >> to & 1:
        return Illegal("6.2-join", f"EW markers catch the units in {label(to)}: go on by another order")
    return None
