"""Chapter 8: movement, zones of control, stacking and entering the map."""

from __future__ import annotations

from itertools import pairwise

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import keep
from grognard.core.hexes.grid import Hex, HexSet, bits, chosen, union
from grognard.core.hexes.reach import flood_from_edge, flood_layers, path_in_layers
from grognard.games.kit.legality import FlagRule, flag_refusal, names_every_hex
from grognard.games.strike_force_one.events import Moved
from grognard.games.strike_force_one.model.state import EDGE, SfoState, put, zone


def reached(state: SfoState, unit: int) -> HexSet:
    """Return the hexes a unit can reach, ignoring stacking limits."""
    mask, start = union(_reach_by_cost(state, unit)), state.at[unit]
    if start < 0:
        return mask
    if state.scenario.in_the_open:
        mask |= infiltration(state, unit)
    return mask & ~(1 << start)


def _reach_by_cost(state: SfoState, unit: int) -> list[HexSet]:
    """Return the hexes a unit can reach by MP cost; the edge hex costs its terrain [8.1, 8.4, R-SFO-20]."""
    scenario = state.scenario
    side, points, prices = scenario.side_of[unit], scenario.movement[unit], scenario.cost_masks
    halt, closed = zone(state, 1 - side), state.held[1 - side]
    if state.at[unit] == EDGE:
        return flood_from_edge(scenario.grid, entry_hexes(state, side), points, prices, halt, closed)
    return flood_layers(scenario.grid, state.at[unit], points, prices, halt, closed)


def infiltration(state: SfoState, unit: int) -> HexSet:
    """Return the clear hexes a tank may infiltrate from ZOC to ZOC, as its whole move [8.3-expert-open]."""
    scenario = state.scenario
    start = state.at[unit]
    if start < 0 or not (scenario.in_the_open and scenario.tanks >> unit & 1):
        return 0
    foe = 1 - scenario.side_of[unit]
    watched = zone(state, foe)
    if not watched >> start & 1:
        return 0
    return scenario.grid.around[start] & watched & scenario.clear & ~state.held[foe]


def entry_hexes(state: SfoState, side: int) -> HexSet:
    """Return the edge hexes where units may enter: outside enemy ZOCs [8.4-advexp-zoc]."""
    return state.scenario.entry[side] & state.scenario.passable & ~zone(state, 1 - side)


def destinations(state: SfoState, unit: int) -> HexSet:
    """Return the hexes in which a unit may end its move, so that stacking can be legal at the end [8.2]."""
    mask = reached(state, unit)
    crowded = mask & state.full[state.scenario.side_of[unit]]
    if crowded:
        for hex_ in bits(crowded):
            if not can_clear_hex(state, unit, hex_):
                mask &= ~(1 << hex_)
    return mask


def can_clear_hex(state: SfoState, mover: int, hex_: Hex) -> bool:
    """Return whether a unit in a full hex can still leave, so that the stack is legal in the end.

    Stacking limits apply at the end of the phase [8.2]. One hex at a time may be overstacked before, and
    only while a unit in it can leave.
    """
    scenario = state.scenario
    side = scenario.side_of[mover]
    crowd = overstacked_hex(state, side)
    if crowd is not None and crowd != state.at[mover]:
        return False
    full = state.full[side]
    left = state.at[mover]
    if left >= 0 and state.here[left].bit_count() == scenario.stacking:
        full &= ~(1 << left)
    others = state.here[hex_] & ~(state.moved | state.disrupted)
    return any(can_leave_for(state, other, ~full) for other in bits(others))


def overstacked_hex(state: SfoState, side: int) -> Hex | None:
    """Return the hex in which a side is over the stacking limit, or None."""
    crowded = state.crowded[side]
    return bits(crowded)[0] if crowded else None


def movable(state: SfoState, side: int) -> CounterSet:
    """Return the units that can still move, on the map or waiting to enter."""
    units = state.scenario.units_of[side] & state.ready & ~(state.moved | state.disrupted)
    crowd = overstacked_hex(state, side)
    return units if crowd is None else units & state.here[crowd]


def movers(state: SfoState, side: int) -> CounterSet:
    """Return the units that can still move and have a legal destination."""
    at, sure, found = state.at, _easily_left(state, side), 0
    for c in bits(movable(state, side)):
        if (at[c] >= 0 and sure >> at[c] & 1) or destinations(state, c):
            found |= 1 << c
    return found


def _easily_left(state: SfoState, side: int) -> HexSet:
    """Return the hexes that units of a side can leave for an adjacent hex that is not full."""
    grid, watched = state.scenario.grid, zone(state, 1 - side)
    room = state.scenario.passable & ~(state.held[1 - side] | state.full[side])

    def find() -> HexSet:
        return grid.spread(room) & ~watched | grid.spread(room & ~watched) & watched

    return keep(state, _EASILY_LEFT[side], (watched, room), find)


_EASILY_LEFT = ("easily left by side 0", "easily left by side 1")


def can_leave_for(state: SfoState, unit: int, free: HexSet) -> bool:
    """Return whether a unit can reach one of the hexes; adjacent hexes are tried first."""
    scenario = state.scenario
    start = state.at[unit]
    if start >= 0:
        foe = 1 - scenario.side_of[unit]
        steps = scenario.grid.around[start] & scenario.passable & ~state.held[foe] & free
        watched = zone(state, foe)
        if steps & ~watched if watched >> start & 1 else steps:
            return True
    return reached(state, unit) & free != 0


def move_orders(state: SfoState, unit: int) -> list[Order]:
    """List the moves of a unit, one for each destination."""
    there = destinations(state, unit)
    orders = chosen(state.scenario.moves(unit, state.at[unit]), there)
    detours = _detours(state, unit, there)
    if not detours:
        return orders
    return [
        _detour(state, unit, order) if detours >> hex_ & 1 else order
        for hex_, order in zip(bits(there), orders, strict=True)
    ]


def _detour(state: SfoState, unit: int, order: Order) -> Order:
    """Return a move to an adjacent hex with every hex of its path."""
    return Order(order.verb, units=order.units, path=spell_path(state, unit, order.path[-1:]))


def _detours(state: SfoState, unit: int, there: HexSet) -> HexSet:
    """Return the adjacent destinations that are not one step away: from ZOC to ZOC [8.3-all-direct]."""
    start, watched = state.at[unit], zone(state, 1 - state.scenario.side_of[unit])
    if start < 0 or not watched >> start & 1:
        return 0
    return there & watched & state.scenario.grid.around[start] & ~infiltration(state, unit)


def apply_move(state: SfoState, unit: int, path: tuple[str, ...]) -> list[Event]:
    """Move a unit to the end of its path."""
    scenario = state.scenario
    entering = state.at[unit] == EDGE
    put(state, unit, scenario.grid.hex(path[-1]))
    state.moved |= 1 << unit
    state.replacing &= ~(1 << unit)
    return [Moved(units=scenario.names[unit], hexes=path, entered=entering)]


# -- legality --------------------------------------------------------------------------------------


def check_move(state: SfoState, unit: int, order: Order) -> Illegal | None:
    """Return why a unit cannot follow the path of an order; its last hex or both ends are enough."""
    scenario = state.scenario
    grid, id_ = scenario.grid, scenario.counters[unit].id
    start = state.at[unit]
    refusal = _check_mover(state, unit, order)
    if refusal:
        return refusal
    path = [grid.hex(label) for label in order.path]
    if start >= 0 and (path[0] != start or len(path) == 1):
        path.insert(0, start)
    goal = path[-1]
    if start >= 0 and goal == start:
        return Illegal("8-all-mp", "{unit} is already in {hex}", unit=id_, hex=grid.label(start))
    if not destinations(state, unit) >> goal & 1:
        return _why_not_there(state, unit, goal)
    return _check_steps(state, unit, path) if _follows_exactly(state, unit, order.path) else None


def _follows_exactly(state: SfoState, unit: int, path: tuple[str, ...]) -> bool:
    """Return whether an order names every hex of its path."""
    grid = state.scenario.grid
    return names_every_hex(grid, state.at[unit], [grid.hex(label) for label in path])


CANNOT_MOVE = (
    FlagRule("moved", "8-all-mp", "{unit} has already moved in this phase"),
    FlagRule("disrupted", "7.1-expert-friction-effect", "{unit} is disrupted and cannot move"),
)
"""Flags that prevent a move."""


def _check_mover(state: SfoState, unit: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    id_, start = scenario.counters[unit].id, state.at[unit]
    if start < 0 and start != EDGE:
        return Illegal("9.1-all-removed", "{unit} is not on the map", unit=id_)
    if refusal := flag_refusal(state, unit, CANNOT_MOVE):
        return refusal
    if not order.path:
        return Illegal("notation", "name the hex: {verb} {unit} 0505", verb=order.verb, unit=id_)
    if (order.verb == "enter") != (start == EDGE):
        reason = "{unit} is off the map; use enter" if start == EDGE else "{unit} is on the map; use move"
        return Illegal("8.4-advexp-cost", reason, unit=id_)
    crowd = overstacked_hex(state, scenario.side_of[unit])
    if crowd is not None and start != crowd:
        label = scenario.grid.label(crowd)
        return Illegal(stacking_rule(state), "move a unit out of {hex} first", hex=label)
    return None


def _why_not_there(state: SfoState, unit: int, goal: Hex) -> Illegal:
    """Return why a unit cannot end its move in a hex."""
    scenario = state.scenario
    grid, id_ = scenario.grid, scenario.counters[unit].id
    label, start = grid.label(goal), state.at[unit]
    side = scenario.side_of[unit]
    watched, enemies = zone(state, 1 - side), state.held[1 - side]
    if enemies >> goal & 1:
        return Illegal("8.3-all-enemy", "{hex} is enemy-occupied", hex=label)
    if not scenario.passable >> goal & 1:
        return Illegal(
            "3.1-basic-forest", "{hex} is forest; units cannot enter it in the Basic game", hex=label
        )
    if reached(state, unit) >> goal & 1:
        return Illegal(stacking_rule(state), "{hex} would be over the stacking limit", hex=label)
    if start == EDGE:
        if scenario.entry[side] >> goal & 1 and watched >> goal & 1:
            return Illegal("8.4-advexp-zoc", "{hex} is in an enemy ZOC", hex=label)
        if not entry_hexes(state, side):
            return Illegal("8.4-advexp-zoc", "all entry hexes are in enemy ZOCs")
        rule = "8.4-advexp-soviet" if side == 0 else "8.4-advexp-us"
        column = grid.label(bits(scenario.entry[side])[0])[:2]
        return Illegal(
            rule,
            "{unit} enters in column {column} and cannot reach {hex}",
            unit=id_,
            column=column,
            hex=label,
        )
    points = scenario.movement[unit]
    freely = flood_layers(grid, start, points, scenario.cost_masks, closed=enemies)
    if not any(layer >> goal & 1 for layer in freely):
        return Illegal(
            "8-all-afford",
            "{hex} costs more than the {points} MP of {unit}",
            hex=label,
            points=points,
            unit=id_,
        )
    if watched >> start & 1:
        if scenario.grid.around[start] >> goal & 1:
            return Illegal(
                "8.3-all-direct",
                "{unit} cannot move from one enemy ZOC to another, {hex_from} to {hex}",
                unit=id_,
                hex_from=grid.label(start),
                hex=label,
            )
        return Illegal(
            "8.3-all-disengage",
            "{unit} must leave the enemy ZOC first and cannot reach {hex} that way",
            unit=id_,
            hex=label,
        )
    return Illegal(
        "8.3-all-stop", "{unit} must stop in an enemy ZOC before it reaches {hex}", unit=id_, hex=label
    )


def _check_steps(state: SfoState, unit: int, path: list[Hex]) -> Illegal | None:
    """Return why a path written hex by hex is illegal."""
    scenario = state.scenario
    grid, id_ = scenario.grid, scenario.counters[unit].id
    side = scenario.side_of[unit]
    watched, enemies = zone(state, 1 - side), state.held[1 - side]
    left = scenario.movement[unit]
    if state.at[unit] == EDGE:
        first = grid.label(path[0])
        if not scenario.entry[side] >> path[0] & 1:
            rule = "8.4-advexp-soviet" if side == 0 else "8.4-advexp-us"
            return Illegal(rule, "{hex} is not an entry hex of {unit}", hex=first, unit=id_)
        if watched >> path[0] & 1:
            return Illegal("8.4-advexp-zoc", "{hex} is in an enemy ZOC", hex=first)
        left -= scenario.cost(path[0])
    slipped = len(path) == 2 and infiltration(state, unit) >> path[1] & 1
    for number, (from_, to) in enumerate(pairwise(path)):
        label = grid.label(to)
        if grid.direction(from_, to) is None:
            return Illegal(
                "notation", "{hex} is not adjacent to {hex_from}", hex=label, hex_from=grid.label(from_)
            )
        if enemies >> to & 1:
            return Illegal("8.3-all-enemy", "{hex} is enemy-occupied", hex=label)
        if not scenario.passable >> to & 1:
            return Illegal(
                "3.1-basic-forest", "{hex} is forest; units cannot enter it in the Basic game", hex=label
            )
        left -= scenario.cost(to)
        if left < 0:
            return Illegal("8-all-afford", "{unit} has no MP left for {hex}", unit=id_, hex=label)
        if watched >> from_ & 1 and not slipped:
            if number:
                return Illegal(
                    "8.3-all-stop",
                    "{unit} must stop in the enemy ZOC in {hex}",
                    unit=id_,
                    hex=grid.label(from_),
                )
            if watched >> to & 1:
                return Illegal(
                    "8.3-all-direct",
                    "{unit} cannot move from one enemy ZOC to another in {hex}",
                    unit=id_,
                    hex=label,
                )
    return None


def stacking_rule(state: SfoState) -> str:
    """Return the rule for the stacking limit at this level."""
    return "8.2-basic-stack" if state.scenario.level == "basic" else "8.2-advexp-stack"


def spell_path(state: SfoState, unit: int, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the whole path of a legal move; deterministic among the cheapest."""
    scenario = state.scenario
    grid, start = scenario.grid, state.at[unit]
    if _follows_exactly(state, unit, path):
        named = start == EDGE or path[0] == grid.label(start)
        return path if named else (grid.label(start), *path)
    goal = grid.hex(path[-1])
    side = scenario.side_of[unit]
    watched, closed = zone(state, 1 - side), state.held[1 - side]
    best: list[Hex] = []
    price = scenario.movement[unit] + 1
    for origin in [start] if start >= 0 else bits(entry_hexes(state, side)):
        paid = 0 if start >= 0 else scenario.cost(origin)
        budget = scenario.movement[unit] - paid
        if budget < 0:
            continue
        layers = flood_layers(grid, origin, budget, scenario.cost_masks, watched, closed=closed)
        spent = next((n for n, layer in enumerate(layers) if layer >> goal & 1), None)
        if spent is not None and paid + spent < price:
            price = paid + spent
            best = path_in_layers(grid, layers, scenario.cost_masks, goal, watched)
    if not best:  # no ordinary path: infiltration [8.3-expert-open]
        best = [start, goal]
    return tuple(grid.label(h) for h in best)


def costs(state: SfoState, unit: int) -> dict[Hex, int]:
    """Return where a unit may end its move and the MP cost; infiltration takes all MP."""
    scenario = state.scenario
    points = scenario.movement[unit]
    allowed = destinations(state, unit)
    found = dict.fromkeys(bits(allowed), points)
    for spent, layer in enumerate(_reach_by_cost(state, unit)):
        found.update(dict.fromkeys(bits(layer & allowed), spent))
    return found


def explain_move(state: SfoState, order: Order) -> Explanation:
    """Explain the cost of every step of a move."""
    scenario = state.scenario
    unit = scenario.index[order.units[0]]
    path = spell_path(state, unit, order.path)
    if order.verb == "move":
        path = path[1:]
        if len(path) == 1 and infiltration(state, unit) >> scenario.grid.hex(path[0]) & 1:
            points = str(scenario.movement[unit])
            line = Line(f"infiltrate to {path[0]}", points, "8.3-expert-open-cost")
            return Explanation(str(order), (line,), f"all {points} MP")
    lines = []
    for label in path:
        hex_ = scenario.grid.hex(label)
        clear = scenario.clear >> hex_ & 1
        rule = "8.1-all-clear" if clear else "8.1-advexp-forest"
        terrain = "clear" if clear else "forest"
        lines.append(Line(f"enter {label}, {terrain}", str(scenario.cost(hex_)), rule))
    spent = sum(int(line.value) for line in lines)
    return Explanation(str(order), tuple(lines), f"{spent} of {scenario.movement[unit]} points")
