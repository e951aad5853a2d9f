"""Chapter 6: moving units over the ground, alone or in stacks, in as many orders as a stack wants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.combat.specialized import enter_hex
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.combat_events import Moved, StratModeLost
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.movement.reach import (
    cheapest_path,
    common_goals,
    common_path,
    costs_on,
    ends,
    follows,
    goals,
    is_least,
    leads,
    march,
    reach,
    stuck,
)
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.supply.payment import reachable
from grognard.games.ocs.supply.trace import trace_hexes
from grognard.games.ocs.terrain.zones import attack_capable, guarded, zone
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.active_stack import (
    check_stack,
    eligible,
    halt,
    left,
    points,
    present,
    spend,
    take_up,
)
from grognard.games.ocs.units.modes import allowance, set_mode, settle_reserves
from grognard.games.ocs.units.stacking import enforce

__all__ = [
    "apply_move", "begin_segment", "check_end", "check_move", "complete_move", "costs", "destinations",
    "end_segment", "explain_move", "halt", "movable", "move_orders", "spend",
]  # fmt: skip

# -- who and where ---------------------------------------------------------------------------------------


def movable(state: OcsState, side: int) -> CounterSet:
    """Counters on the map that may move in this segment, at a glance; one may turn out to have no way."""
    return eligible(state, side) & present(state)


def destinations(state: OcsState, unit: int) -> HexSet:
    """Where a unit may end a move by itself; nowhere without fuel [12.5a]."""
    side = state.scenario.side_of[unit]
    if not movable(state, side) >> unit & 1 or check_fuel(state, 1 << unit):
        return 0
    return goals(state, unit)


def check_fuel(state: OcsState, units: CounterSet) -> Illegal | None:
    """Why units cannot be fueled that need it to move [12.5a]."""
    dry = fuel.need(state, units)
    if not dry:
        return None
    if dry & (dry - 1) == 0 and reachable(state, dry.bit_length() - 1):
        return None  # one token does for one unit
    plan = fuel.propose(state, units)
    return plan if isinstance(plan, Illegal) else None


def costs(state: OcsState, units: tuple[int, ...]) -> dict[Hex, float]:
    """Where units of one hex may go together, and the points that the one pays who pays most."""
    if check_fuel(state, mask_of(units)) or check_stack(state, state.scenario.side_of[units[0]], units):
        return {}
    capable, found = leads(state, units), {}
    there = common_goals(state, units)
    marches = [march(state, unit, capable) for unit in units]
    if len({(way.mobility, way.closed, way.halt, way.bridged) for way in marches}) == 1:
        slowest = min(units, key=lambda unit: left(state, unit))
        return _costs_alone(state, slowest, there, capable)
    for goal in bits(there):
        path = common_path(state, units, goal)
        prices = [costs_on(state, march(state, unit, capable), path) for unit in units]
        found[goal] = max(
            sum(price) if price is not None else left(state, unit)
            for unit, price in zip(units, prices, strict=True)
        )
    return {goal: cost / SCALE for goal, cost in found.items()}


def _costs_alone(state: OcsState, unit: int, there: HexSet, capable: bool) -> dict[Hex, float]:
    """What one unit pays for each of some hexes: all it has left where the minimum move takes it [6.1c]."""
    found: dict[Hex, float] = {}
    for cost, wave in enumerate(reach(state, unit, capable)):
        found |= dict.fromkeys(bits(wave & there), cost / SCALE)
        there &= ~wave
    return found | dict.fromkeys(bits(there), left(state, unit) / SCALE)


def move_orders(state: OcsState, side: int, unit: int) -> Sequence[Order]:
    """Every move of a unit alone, one for each hex."""
    there = destinations(state, unit)
    if not there:
        return ()
    scenario = state.scenario
    name, labels = scenario.names[unit], scenario.grid.labels
    start = labels[state.at[unit]]
    return OrderPerHex(there, lambda to: Order("move", units=name, path=(start, labels[to])))


# -- whether -----------------------------------------------------------------------------------------------


def check_move(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether units may make a move, and if not by which rule."""
    units, path = _read(state, order)
    if not units or len(path) < 2:
        return Illegal("6.1.1", "say who moves, from which hex and to which: move U 01.01-01.02")
    refusal = check_stack(state, side, units)
    if refusal:
        return refusal
    start = state.at[units[0]]
    if path[0] != start:
        return Illegal(
            "6.1.1", f"{order.units[0]} stands in {state.scenario.label(start)}, not in {order.path[0]}"
        )
    refusal = _check_steps(state, units, path) if len(path) > 2 else _check_goal(state, units, path[1])
    return refusal or check_fuel(state, mask_of(units))


def _read(state: OcsState, order: Order) -> tuple[tuple[int, ...], list[Hex]]:
    scenario = state.scenario
    return tuple(scenario.index[id_] for id_ in order.units), [scenario.hex(label) for label in order.path]


def _check_goal(state: OcsState, units: tuple[int, ...], goal: Hex) -> Illegal | None:
    """Whether units get to a hex, by whatever way."""
    if common_path(state, units, goal):
        return None
    capable = leads(state, units)
    for unit in units:
        refusal = why_closed(state, unit, goal, capable, mask_of(units)) or _too_far(
            state, unit, goal, capable
        )
        if refusal:
            return refusal
    return Illegal(
        "6.1e.1", f"no way to {state.scenario.label(goal)} serves all of them: move them one by one"
    )


def why_closed(
    state: OcsState, unit: int, hex_: Hex, capable: bool, group: CounterSet, last: bool = True
) -> Illegal | None:
    """Why a unit may not enter a hex, or not end there, whatever it costs."""
    scenario, bit = state.scenario, 1 << unit
    side, label, id_ = scenario.side_of[unit], scenario.place_name(hex_), scenario.counter_ids[unit]
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("4.8c.1", f"enemy combat units hold {label}")
    if guarded(state, side) >> hex_ & 1 and not (capable or attack_capable(state) & bit):
        return Illegal(
            "4.4c.1", f"there is something of the enemy in {label}: only Attack-Capable units enter"
        )
    if state.strat & bit and zone(state, 1 - side) >> hex_ & 1:
        return Illegal(
            "4.5a-J.2", f"{label} is in an enemy zone: {id_} is in Strat Mode and never enters one"
        )
    if last and not ends(state, unit, group) >> hex_ & 1:
        if state.strat & bit:
            return Illegal("5.8b.2", f"{label} has no trace supply: nobody in Strat Mode ends a move there")
        return Illegal("5.4a.1", f"no Reserve marker is left for {label}: end where Reserves are")
    return None


def _too_far(state: OcsState, unit: int, goal: Hex, capable: bool) -> Illegal | None:
    """The reason why a unit does not get to a hex that is open to it."""
    scenario, way = state.scenario, march(state, unit, capable)
    if cheapest_path(state, unit, goal, capable):
        return None
    label, id_ = scenario.place_name(goal), scenario.counter_ids[unit]
    if stuck(state, unit, way.mobility):
        return Illegal("4.5a-A.1", f"{id_} has entered an enemy zone: a Truck unit stops there or overruns")
    have = f"{id_} has {points(way.budget)} points left"
    if state.scenario.grid.distance(way.start, goal) == 1 and not way.least:
        return Illegal("6.2.1", f"{have}, too few for {label}, or there is no way from here")
    return Illegal("6.1b.1", f"{have} and finds no way to {label}")


def _check_steps(state: OcsState, units: tuple[int, ...], path: list[Hex]) -> Illegal | None:
    """Whether units can go a path that is written hex by hex."""
    scenario, capable, group = state.scenario, leads(state, units), mask_of(units)
    label = scenario.label
    for from_, to in pairwise(path):
        if scenario.grid.direction(from_, to) is None:
            return Illegal("6.1.1", f"{label(to)} is not next to {label(from_)}")
    for unit in units:
        if follows(state, unit, path, capable, group):
            continue
        return _why_not_along(state, unit, path, capable, group)
    return None


def _why_not_along(
    state: OcsState, unit: int, path: list[Hex], capable: bool, group: CounterSet
) -> Illegal | None:
    """Why a unit cannot go a written path."""
    scenario, way, label = state.scenario, march(state, unit, capable), state.scenario.label
    id_ = scenario.counter_ids[unit]
    for hex_ in path[1:]:
        refusal = why_closed(state, unit, hex_, capable, group, hex_ == path[-1])
        if refusal:
            return refusal
        if hex_ != path[-1] and way.halt >> hex_ & 1:
            if guarded(state, way.side) >> hex_ & 1:
                return Illegal("4.8c-A", f"what is in {label(hex_)} is captured first: end the order there")
            return Illegal(
                "4.5a-A.1", f"{label(hex_)} is in an enemy zone: {id_} moves by truck and stops there"
            )
    if stuck(state, unit, way.mobility):
        return _too_far(state, unit, path[-1], capable)
    for from_, to in pairwise(path):
        if costs_on(state, way, [from_, to]) is None:
            return Illegal("6.2c.1", f"no way leads {id_} from {label(from_)} to {label(to)}")
    total = sum(costs_on(state, way, path) or ())
    return Illegal("6.1b.1", f"that costs {points(total)} points; {id_} has {points(way.budget)} left")


# -- moving ------------------------------------------------------------------------------------------------


def spelled(state: OcsState, order: Order) -> list[Hex]:
    """The path of a legal move: as written hex by hex, or else the cheapest to its end."""
    units, path = _read(state, order)
    return path if len(path) > 2 else common_path(state, units, path[-1])


def complete_move(state: OcsState, order: Order) -> Order:
    """A legal move with every hex of its path; of the cheapest ones always the same."""
    labels = state.scenario.grid.labels
    return Order("move", units=order.units, path=tuple(labels[hex_] for hex_ in spelled(state, order)))


def apply_move(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal move: fuel is paid, each unit spends by its own mobility type [6.1a, 6.1e, 12.5a].

    Hexes that combat units pass are theirs from then on; enemy things in the last one are captured [9.14].
    """
    scenario = state.scenario
    units, path = _read(state, order)[0], spelled(state, order)
    all_, capable = mask_of(units), leads(state, units)
    prices = [_price(state, unit, path, capable) for unit in units]
    events = _fill(state, all_)
    take_up(state, all_)
    for unit, price in zip(units, prices, strict=True):
        if price is None:  # a minimum move takes all that is left [R-OCS-54]
            state.spent[unit] = allowance(state, unit)
            halt(state, 1 << unit)
        else:
            state.spent[unit] += price
        put(state, unit, path[-1])
    if all_ & scenario.combat_units:
        passed = mask_of(path[1:])
        state.second = state.second | passed if side else state.second & ~passed
    labels = tuple(scenario.grid.labels[hex_] for hex_ in path)
    events.append(Moved(side=scenario.sides[side], units=order.units, hexes=labels))
    if guarded(state, side) >> path[-1] & 1:
        events += enter_hex(state, all_, path[-1], dice)
    return events


def _fill(state: OcsState, units: CounterSet) -> list[Event]:
    """Units are fueled as they begin to move, for this phase at least [12.5c, 12.5e]."""
    plan = fuel.propose(state, units)
    assert not isinstance(plan, Illegal)
    events = fuel.pay(state, plan) if plan != fuel.NOTHING else []
    state.primed |= units & state.scenario.combat_units
    return events


def _price(state: OcsState, unit: int, path: list[Hex], capable: bool) -> int | None:
    """What a unit pays for a legal path; None for a minimum move."""
    way = march(state, unit, capable)
    return None if is_least(state, way, path) else sum(costs_on(state, way, path) or ())


def explain_move(state: OcsState, order: Order) -> Explanation:
    """What every step of a move costs each unit, and what it may spend [6.1a, 6.1e]."""
    scenario = state.scenario
    units, path = _read(state, order)[0], spelled(state, order)
    capable, lines, totals = leads(state, units), [], []
    for unit in units:
        way, id_ = march(state, unit, capable), scenario.counter_ids[unit]
        if is_least(state, way, path):
            lines.append(Line(f"{id_}: minimum move of one hex", points(way.budget), "6.1c.1"))
            totals.append(way.budget)
            continue
        prices = costs_on(state, way, path) or []
        if len(units) == 1:
            lines += [
                Line(scenario.place_name(to), points(price), "6.1a")
                for to, price in zip(path[1:], prices, strict=True)
            ]
        else:
            lines.append(Line(f"{id_} to {scenario.place_name(path[-1])}", points(sum(prices)), "6.1e.1"))
        lines.append(Line(f"{id_} has", points(way.budget), "6.1b.1"))
        totals.append(sum(prices))
    plan = fuel.propose(state, mask_of(units))
    if not isinstance(plan, Illegal) and plan.payment.tokens:
        lines.append(Line("fuel", f"{plan.payment.tokens}T", "12.5c.1"))
    return Explanation(str(order), tuple(lines), f"{points(max(totals))} points")


# -- segments ----------------------------------------------------------------------------------------------


def begin_segment(state: OcsState) -> list[Event]:
    """A Movement Segment begins [6.0]."""
    active_stack.begin_segment(state)
    fuel.begin_segment(state)
    return []


def check_end(state: OcsState) -> Illegal | None:
    """A Movement Segment can end at any time: nobody has to move [6.0]."""
    return None


def end_segment(state: OcsState) -> list[Event]:
    """A Movement Segment ends: modes where they cannot be, then crowded hexes [5.7g, 5.8b, 4.8a]."""
    side = state.side
    events = settle_reserves(state, side)
    idle = state.strat & state.switched & state.scenario.of_side[side]
    for unit in bits(idle):
        if state.at[unit] == state.began[unit] and not trace_hexes(state, side) >> state.at[unit] & 1:
            set_mode(state, 1 << unit, "move")
            events.append(_gives_up_strat(state, unit))
    halt(state, state.moving)
    enforce(state)
    return events


def _gives_up_strat(state: OcsState, unit: int) -> Event:
    scenario = state.scenario
    return StratModeLost(
        side=scenario.sides[scenario.side_of[unit]],
        units=scenario.names[unit],
        rule="5.8b.2",
    )
