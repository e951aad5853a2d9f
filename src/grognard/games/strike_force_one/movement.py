"""Chapter 8: movement, zones of control on the move, stacking, and entering the map."""

from __future__ import annotations

from itertools import pairwise

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, chosen
from grognard.core.hexes.reach import flood_layers, path_in_layers
from grognard.games.kit.legality import FlagRule, flag_refusal
from grognard.games.strike_force_one.state import EDGE, SfoState, put, zone


def reached(state: SfoState, unit: int) -> HexSet:
    """All hexes a unit can get to, whether or not there is room to stay."""
    scenario = state.scenario
    start = state.at[unit]
    foe = 1 - scenario.side_of[unit]
    if start == EDGE:
        return _entered(state, unit)
    layers = flood_layers(
        scenario.grid,
        start,
        scenario.movement[unit],
        scenario.cost_masks,
        zone(state, foe),
        closed=state.held[foe],
    )
    mask = 0
    for layer in layers:
        mask |= layer
    if scenario.in_the_open:
        mask |= infiltration(state, unit)
    return mask & ~(1 << start)


def infiltration(state: SfoState, unit: int) -> HexSet:
    """Clear hexes a tank may slip into from enemy zone to enemy zone, as its whole move [8.3-expert-open]."""
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
    """Edge hexes where units may come onto the map: not in an enemy zone [8.4-advexp-zoc]."""
    return state.scenario.entry[side] & state.scenario.passable & ~zone(state, 1 - side)


def _entered(state: SfoState, unit: int) -> HexSet:
    """Where a unit waiting beside the map can get to; the edge hex costs its terrain [8.4, R-SFO-20]."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    watched, closed = zone(state, 1 - side), state.held[1 - side]
    mask = 0
    for edge in bits(entry_hexes(state, side)):
        left = scenario.movement[unit] - scenario.cost(edge)
        if left >= 0:
            for layer in flood_layers(scenario.grid, edge, left, scenario.cost_masks, watched, closed=closed):
                mask |= layer
    return mask


def destinations(state: SfoState, unit: int) -> HexSet:
    """Where a unit may end its move: reached, and within stacking by the end of the phase [8.2]."""
    mask = reached(state, unit)
    crowded = mask & state.full[state.scenario.side_of[unit]]
    if crowded:
        for hex_ in bits(crowded):
            if not makes_room(state, unit, hex_):
                mask &= ~(1 << hex_)
    return mask


def makes_room(state: SfoState, mover: int, hex_: Hex) -> bool:
    """Whether somebody in a full hex can still move out again, so that the stack is legal in the end.

    Stacking is judged at the end of the phase [8.2]. One hex at a time may be overfull on the way, and
    only while a unit in it has somewhere to go.
    """
    scenario = state.scenario
    side = scenario.side_of[mover]
    crowd = overfull(state, side)
    if crowd is not None and crowd != state.at[mover]:
        return False
    full = state.full[side]
    left = state.at[mover]
    if left >= 0 and state.here[left].bit_count() == scenario.stacking:
        full &= ~(1 << left)
    others = state.here[hex_] & ~(state.moved | state.disrupted)
    return any(can_leave_for(state, other, ~full) for other in bits(others))


def overfull(state: SfoState, side: int) -> Hex | None:
    """The hex where a side has more units than may stay, if there is one."""
    limit = state.scenario.stacking
    for hex_ in bits(state.full[side]):
        if state.here[hex_].bit_count() > limit:
            return hex_
    return None


def movable(state: SfoState, side: int) -> CounterSet:
    """Units that have not moved and are able to, on the map or beside it."""
    at = state.at
    units = state.scenario.units_of[side] & ~(state.moved | state.disrupted)
    found = 0
    for c in bits(units):
        if at[c] >= 0 or at[c] == EDGE:
            found |= 1 << c
    crowd = overfull(state, side)
    return found if crowd is None else found & state.here[crowd]


def can_move(state: SfoState, unit: int) -> bool:
    """Whether a unit has anywhere to go."""
    free = ~state.full[state.scenario.side_of[unit]]
    return can_leave_for(state, unit, free) or destinations(state, unit) != 0


def can_leave_for(state: SfoState, unit: int, free: HexSet) -> bool:
    """Whether a unit can get to one of some hexes; looks no further than next door when that is enough."""
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
    """Every move of a unit, one for each hex it may end in."""
    return chosen(state.scenario.moves(unit, state.at[unit]), destinations(state, unit))


def apply_move(state: SfoState, unit: int, path: tuple[str, ...]) -> list[Event]:
    """Put a unit where its path ends."""
    scenario = state.scenario
    entering = state.at[unit] == EDGE
    put(state, unit, scenario.grid.hex(path[-1]))
    state.moved |= 1 << unit
    state.replacing &= ~(1 << unit)
    says = "{units} enters the map {hexes}" if entering else "{units} moves {hexes}"
    return [Event("moved", says, units=scenario.names[unit], hexes=path)]


# -- why not? -----------------------------------------------------------------------------------


def check_move(state: SfoState, unit: int, order: Order) -> Illegal | None:
    """Whether a unit may take the path of an order; a single hex or start and end are enough."""
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
        return Illegal("8-all-mp", f"{id_} is already in {grid.label(start)}")
    if not destinations(state, unit) >> goal & 1:
        return _why_not_there(state, unit, goal)
    on_the_way = path[1:] if start >= 0 else path
    if len(on_the_way) > 1:
        return _check_steps(state, unit, path)
    return None


STILL = (
    FlagRule("moved", "8-all-mp", "{unit} has already moved in this phase"),
    FlagRule("disrupted", "7.1-expert-friction-effect", "{unit} is disrupted and cannot move"),
)
"""What keeps a unit from moving."""


def _check_mover(state: SfoState, unit: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    id_, start = scenario.counters[unit].id, state.at[unit]
    if start < 0 and start != EDGE:
        return Illegal("9.1-all-removed", f"{id_} is not on the map")
    if refusal := flag_refusal(state, unit, STILL):
        return refusal
    if not order.path:
        return Illegal("notation", f"say where {id_} is to go, as in: {order.verb} {id_} 0505")
    if (order.verb == "enter") != (start == EDGE):
        where = "beside the map: enter" if start == EDGE else "on the map: move"
        return Illegal("8.4-advexp-cost", f"{id_} is {where} {id_} …")
    crowd = overfull(state, scenario.side_of[unit])
    if crowd is not None and start != crowd:
        label = scenario.grid.label(crowd)
        return Illegal(stacking_rule(state), f"first a unit must leave {label}, which is overfull")
    return None


def _why_not_there(state: SfoState, unit: int, goal: Hex) -> Illegal:
    """The reason a unit cannot end its move in a hex."""
    scenario = state.scenario
    grid, id_ = scenario.grid, scenario.counters[unit].id
    label, start = grid.label(goal), state.at[unit]
    side = scenario.side_of[unit]
    watched, enemies = zone(state, 1 - side), state.held[1 - side]
    if enemies >> goal & 1:
        return Illegal("8.3-all-enemy", f"{label} holds an enemy unit")
    if not scenario.passable >> goal & 1:
        return Illegal("3.1-basic-forest", f"{label} is forest, closed in the Basic game")
    if reached(state, unit) >> goal & 1:
        return Illegal(stacking_rule(state), f"{label} would hold too many units")
    if start == EDGE:
        if scenario.entry[side] >> goal & 1 and watched >> goal & 1:
            return Illegal("8.4-advexp-zoc", f"{label} is in an enemy zone of control")
        if not entry_hexes(state, side):
            return Illegal("8.4-advexp-zoc", "every edge hex is in an enemy zone of control")
        rule = "8.4-advexp-soviet" if side == 0 else "8.4-advexp-us"
        column = grid.label(bits(scenario.entry[side])[0])[:2]
        return Illegal(rule, f"{id_} enters in column {column} and cannot get from there to {label}")
    points = scenario.movement[unit]
    freely = flood_layers(grid, start, points, scenario.cost_masks, closed=enemies)
    if not any(layer >> goal & 1 for layer in freely):
        return Illegal("8-all-afford", f"{label} is more than {id_}'s {points} movement points away")
    if watched >> start & 1:
        if scenario.grid.around[start] >> goal & 1:
            return Illegal(
                "8.3-all-direct",
                f"{id_} cannot go straight from enemy zone {grid.label(start)} to enemy zone {label}",
            )
        return Illegal(
            "8.3-all-disengage",
            f"{id_} must first leave the enemy zone, and cannot get to {label} that way",
        )
    return Illegal("8.3-all-stop", f"{id_} must stop in an enemy zone before it gets to {label}")


def _check_steps(state: SfoState, unit: int, path: list[Hex]) -> Illegal | None:
    """Whether a path written hex by hex obeys every rule on its way."""
    scenario = state.scenario
    grid, id_ = scenario.grid, scenario.counters[unit].id
    side = scenario.side_of[unit]
    watched, enemies = zone(state, 1 - side), state.held[1 - side]
    left = scenario.movement[unit]
    if state.at[unit] == EDGE:
        first = grid.label(path[0])
        if not scenario.entry[side] >> path[0] & 1:
            rule = "8.4-advexp-soviet" if side == 0 else "8.4-advexp-us"
            return Illegal(rule, f"{first} is not on the edge where {id_} enters")
        if watched >> path[0] & 1:
            return Illegal("8.4-advexp-zoc", f"{first} is in an enemy zone of control")
        left -= scenario.cost(path[0])
    slipped = len(path) == 2 and infiltration(state, unit) >> path[1] & 1
    for number, (from_, to) in enumerate(pairwise(path)):
        label = grid.label(to)
        if grid.direction(from_, to) is None:
            return Illegal("notation", f"{label} is not next to {grid.label(from_)}")
        if enemies >> to & 1:
            return Illegal("8.3-all-enemy", f"{label} holds an enemy unit")
        if not scenario.passable >> to & 1:
            return Illegal("3.1-basic-forest", f"{label} is forest, closed in the Basic game")
        left -= scenario.cost(to)
        if left < 0:
            return Illegal("8-all-afford", f"{id_} has no points left for {label}")
        if watched >> from_ & 1 and not slipped:
            if number:
                return Illegal("8.3-all-stop", f"{id_} must stop in enemy zone {grid.label(from_)}")
            if watched >> to & 1:
                return Illegal("8.3-all-direct", f"{id_} cannot go from enemy zone to enemy zone {label}")
    return None


def stacking_rule(state: SfoState) -> str:
    """The case that limits stacks at this level."""
    return "8.2-basic-stack" if state.scenario.level == "basic" else "8.2-advexp-stack"


def spell_path(state: SfoState, unit: int, order: Order) -> tuple[str, ...]:
    """The whole path of a legal move, of the cheapest ones always the same."""
    scenario = state.scenario
    grid, start = scenario.grid, state.at[unit]
    path = order.path
    if start >= 0 and len(path) > 1 and path[0] != grid.label(start):
        path = (grid.label(start), *path)
    if len(path) > 2 or (len(path) == 2 and start == EDGE):
        return path
    goal = grid.hex(order.path[-1])
    side = scenario.side_of[unit]
    watched, closed = zone(state, 1 - side), state.held[1 - side]
    if len(path) == 2 and infiltration(state, unit) >> goal & 1:
        return path  # one step was written out, so that step it is
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
    if not best:  # no ordinary way, so the tank slips through [8.3-expert-open]
        best = [start, goal]
    return tuple(grid.label(h) for h in best)


def costs(state: SfoState, unit: int) -> dict[Hex, int]:
    """Where a unit may end its move and the points it costs; infiltration takes them all."""
    scenario = state.scenario
    start, side = state.at[unit], scenario.side_of[unit]
    watched, closed = zone(state, 1 - side), state.held[1 - side]
    points = scenario.movement[unit]
    allowed = destinations(state, unit)
    found: dict[Hex, int] = {}
    for origin in [start] if start >= 0 else bits(entry_hexes(state, side)):
        paid = 0 if start >= 0 else scenario.cost(origin)
        layers = flood_layers(
            scenario.grid, origin, points - paid, scenario.cost_masks, watched, closed=closed
        )
        for spent, layer in enumerate(layers):
            for hex_ in bits(layer & allowed):
                found[hex_] = min(found.get(hex_, points), paid + spent)
    for hex_ in bits(allowed):
        found.setdefault(hex_, points)
    return dict(sorted(found.items()))


def explain_move(state: SfoState, order: Order) -> Explanation:
    """What every step of a move costs."""
    scenario = state.scenario
    unit = scenario.index[order.units[0]]
    path = spell_path(state, unit, order)
    if order.verb == "move":
        path = path[1:]
        if len(path) == 1 and infiltration(state, unit) >> scenario.grid.hex(path[0]) & 1:
            points = str(scenario.movement[unit])
            line = Line(f"infiltrate to {path[0]}", points, "8.3-expert-open-cost")
            return Explanation(str(order), (line,), f"all {points} points")
    lines = []
    for label in path:
        hex_ = scenario.grid.hex(label)
        clear = scenario.clear >> hex_ & 1
        rule = "8.1-all-clear" if clear else "8.1-advexp-forest"
        terrain = "clear" if clear else "forest"
        lines.append(Line(f"enter {label}, {terrain}", str(scenario.cost(hex_)), rule))
    spent = sum(int(line.value) for line in lines)
    return Explanation(str(order), tuple(lines), f"{spent} of {scenario.movement[unit]} points")
