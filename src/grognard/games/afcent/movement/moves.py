"""Chapter 10: moves on the ground and flights; a stack may move by several orders."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order, OrderPerHex, Orders
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import keep
from grognard.core.hexes.cost_waves import exits
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.events import Moved
from grognard.games.afcent.model.scenario import NATO, PACT, SCALE
from grognard.games.afcent.model.state import AfcentState, controlled, on_map, seize, zone
from grognard.games.afcent.movement import move_legality
from grognard.games.afcent.movement.active_stack import (
    activate_stack,
    allowance,
    arrive,
    begin_movement,
    captured,
    column_choices,
)
from grognard.games.afcent.movement.helicopters import (
    apply_fly,
    can_fly,
    check_fly,
    explain_fly,
    flight,
    flyable,
    landings,
    must_roll,
)
from grognard.games.afcent.movement.move_legality import follows_exactly, written
from grognard.games.afcent.movement.reach import (
    March,
    can_step,
    cheapest_path,
    costs_by,
    goals,
    march,
    path_cost,
    path_costs,
    steps_cheaply,
)
from grognard.games.afcent.movement.stacking import overstacked
from grognard.games.afcent.movement.step_costs import parts, ways

__all__ = [
    "allowance",
    "apply_move",
    "begin_movement",
    "check_move",
    "complete_move",
    "costs",
    "destinations",
    "explain_move",
    "likely_movers",
    "movable",
    "move_orders",
    "moves",
    "must_disperse",
]  # fmt: skip

# -- units and destinations ------------------------------------------------------------------------


def likely_movers(state: AfcentState, side: int) -> CounterSet:
    """Return the ground units that may have MP left, without those held by enemy ZOCs by day [8.1]."""
    scenario = state.scenario
    units = scenario.units_of[side] & ~(scenario.static | scenario.heliborne | state.stopped | state.landed)
    held = 0 if state.night else state.held[side] & zone(state, 1 - side)
    for hex_ in bits(held):
        units &= ~state.here[hex_] | scenario.recon
    return on_map(state, units)


def movable(state: AfcentState, side: int) -> CounterSet:
    """Return the units on the map that can enter at least one hex, or fly."""
    found: CounterSet | None = state.cache.get(("movable", side))
    if found is None:
        found = mask_of(c for c in bits(flyable(state, side)) if can_fly(state, c))
        found |= _marchable(state, side)
        state.cache[("movable", side)] = found
    return found


def _marchable(state: AfcentState, side: int) -> CounterSet:
    """Return the units that can enter at least one hex on the ground; most need no closer look."""
    units, sure, here = likely_movers(state, side), _easily_left(state, side), state.here
    doubtful = mask_of(c for c in bits(units) if state.spent[c])
    for hex_ in bits(state.held[side] & ~sure):
        doubtful |= here[hex_]
    doubtful &= units
    return units & ~doubtful | mask_of(c for c in bits(doubtful) if can_step(state, c))


def _easily_left(state: AfcentState, side: int) -> HexSet:
    """Return the hexes that fresh units can leave for an empty hex, both outside enemy ZOCs."""
    prices, watched = ways(state, side, False), zone(state, 1 - side)
    reads = prices, watched, state.held[PACT], state.held[NATO]

    def find() -> HexSet:
        calm = state.scenario.land & ~(watched | state.held[PACT] | state.held[NATO])
        factor = parts(state.scenario.charts["movement_factor"]["non_recon"])
        return exits(state.scenario.grid, prices, factor, calm) & ~watched

    return keep(state, ("easily left", side), reads, find)


def destinations(state: AfcentState, unit: int, column: bool = False) -> HexSet:
    """Return the hexes in which a unit can end a move by itself."""
    return goals(state, (unit,), column)


def costs(state: AfcentState, units: tuple[int, ...]) -> dict[Hex, float]:
    """Return where units of one hex can move together and the cost; in column if there is no other way.

    Flights cost nothing.
    """
    if state.scenario.heliborne >> units[0] & 1:
        return {} if must_roll(state, units) else dict.fromkeys(bits(landings(state, units)), 0.0)
    found: dict[Hex, float] = {}
    for column in reversed(column_choices(state, units)):
        found |= costs_by(state, units, column)
    return found


def moves(state: AfcentState, unit: int) -> Orders:
    """List the moves of a unit alone, one for each hex; in column where that is the only way."""
    scenario, start = state.scenario, state.at[unit]
    name, labels = scenario.names[unit], scenario.grid.labels
    if start < 0:
        return {}
    if scenario.heliborne >> unit & 1:
        if not flyable(state, scenario.side_of[unit]) >> unit & 1:
            return {}
        if must_roll(state, (unit,)):
            return {"fly": [Order("fly", units=name)]}
        goals_by_verb = {"fly": landings(state, (unit,))}
    else:
        goals_by_verb = _marches_to(state, unit)

    def write(verb: str) -> Callable[[Hex], Order]:
        if verb == "fly":
            return lambda to: Order(verb, units=name, path=(labels[start], labels[to]))
        return lambda to: Order(verb, units=name, path=path_to(state, (unit,), to, verb == "column"))

    return {verb: OrderPerHex(there, write(verb)) for verb, there in goals_by_verb.items() if there}


def _marches_to(state: AfcentState, unit: int) -> dict[str, HexSet]:
    """Return where a unit can move on the ground, by verb; in column where that is the only way."""
    units = (unit,)
    gaits = column_choices(state, units)
    near = goals(state, units) if False in gaits else 0
    return {"move": near, "column": goals(state, units, column=True) & ~near if True in gaits else 0}


def move_orders(state: AfcentState, unit: int) -> list[Order]:
    """List the moves of a unit alone."""
    return [order for orders in moves(state, unit).values() for order in orders]


def must_disperse(state: AfcentState, side: int) -> CounterSet:
    """Return the units of overstacked hexes that can still move; the phase cannot end before [7.1-nato]."""
    crowds = overstacked(state, side)
    units = mask_of(c for hex_ in bits(crowds) for c in bits(state.here[hex_])) if crowds else 0
    return movable(state, side) & units if units else 0


# -- moving ----------------------------------------------------------------------------------------


def complete_move(state: AfcentState, order: Order) -> Order:
    """Return a legal move with every hex of its path; deterministic among the cheapest."""
    scenario = state.scenario
    if order.verb == "fly":
        path = flight(state, order) if order.path else []
    else:
        path = spelled(state, tuple(scenario.index[id_] for id_ in order.units), order)
    return Order(order.verb, units=order.units, path=tuple(scenario.grid.labels[h] for h in path))


def spelled(state: AfcentState, units: tuple[int, ...], order: Order) -> list[Hex]:
    """Return the path of a legal move: as written hex by hex, or else the cheapest."""
    path = written(state, units, order)
    if follows_exactly(state, units, order):
        return path
    return cheapest_path(state, units, path[-1], order.verb == "column")


def path_to(state: AfcentState, units: tuple[int, ...], goal: Hex, column: bool) -> tuple[str, ...]:
    """Return how an order names a cheapest path: its ends, or every hex of a detour to an adjacent hex."""
    labels, start = state.scenario.grid.labels, state.at[units[0]]
    if goal in state.scenario.grid.adjacent[start] and not steps_cheaply(state, units, goal, column):
        return tuple(labels[hex_] for hex_ in cheapest_path(state, units, goal, column))
    return (labels[start], labels[goal])


def check_move(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot make a move or a flight."""
    check = check_fly if order.verb == "fly" else move_legality.check_move
    return check(state, side, order)


def apply_move(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal move; hexes on the path change control [3.0-switch, 10.0-mp]."""
    if order.verb == "fly":
        return apply_fly(state, order, dice)
    scenario, column = state.scenario, order.verb == "column"
    units = tuple(scenario.index[id_] for id_ in order.units)
    way, path = march(state, units, column), spelled(state, units, order)
    cost, crossed = path_cost(state, way, path), mask_of(path[1:])
    taken = scenario.cities & crossed & controlled(state, 1 - way.side)
    activate_stack(state, units[0])
    movers = mask_of(units)
    state.moving |= movers
    state.column |= movers if column else 0
    state.stopped |= _stopped_by_zoc(state, way, movers, path)
    for unit in units:
        state.spent[unit] += cost
    seize(state, way.side, crossed)
    arrive(state, units, path[-1])
    labels = tuple(scenario.grid.labels[hex_] for hex_ in path)
    moved = Moved(side=scenario.sides[way.side], units=order.units, hexes=labels, column=column)
    return [moved, *captured(state, way.side, taken)]


def _stopped_by_zoc(state: AfcentState, way: March, movers: CounterSet, path: list[Hex]) -> CounterSet:
    """Return the movers an enemy ZOC stops: non-recon entering it, recon from ZOC to ZOC [8.1, R-NUR-08]."""
    if not way.zone >> path[-1] & 1:
        return 0
    direct = way.zone >> path[-2] & 1
    return movers if direct else movers & ~state.scenario.recon


def explain_move(state: AfcentState, order: Order) -> Explanation:
    """Explain the cost of every step of a move [10.8], or the attrition of a flight."""
    if order.verb == "fly":
        return explain_fly(state, order)
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    way = march(state, units, order.verb == "column")
    paid = path_costs(state, way, spelled(state, units, order))
    labels = scenario.grid.labels
    lines = tuple(Line(f"{labels[t.hex]}: {t.what}", f"{t.price / SCALE:g}", t.rule) for t in paid)
    total = sum(toll.price for toll in paid)
    return Explanation(str(order), lines, f"{total / SCALE:g} of {way.budget / SCALE:g} MP")
