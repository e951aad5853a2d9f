"""Chapter 6: ground movement of units, alone or stacked; a stack can move in several orders."""

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
from grognard.games.kit.legality import names_every_hex
from grognard.games.ocs.combat.specialized import capture_hex
from grognard.games.ocs.model.charts import MOBILITIES, SCALE
from grognard.games.ocs.model.combat_events import Moved, StratModeLost
from grognard.games.ocs.model.state import OcsState, put, units_at
from grognard.games.ocs.movement.reach import (
    any_attack_capable,
    can_follow,
    cheapest_path,
    common_goals,
    common_path,
    goals,
    is_minimum_move,
    leavable_hexes,
    legal_end_hexes,
    minimum_move_hexes,
    move_limits,
    path_costs,
    reach,
    stopped_by_zoc,
)
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.supply.payment import check_payers, described, reachable
from grognard.games.ocs.supply.trace import has_strat_supply
from grognard.games.ocs.terrain.zones import attack_capable, enemy_asset_hexes, zoc
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.active_stack import (
    check_stack,
    eligible,
    finish_move,
    format_mp,
    mp_left,
    once_moving,
    spend,
    start_move,
    unmoved,
)
from grognard.games.ocs.units.modes import allowance, can_walk, set_mode, settle_reserves, tire_tigers
from grognard.games.ocs.units.reserve_markers import ask_for_marker
from grognard.games.ocs.units.stacking import enforce_stacking

__all__ = [
    "apply_move", "begin_segment", "check_end", "check_move", "complete_move", "costs", "destinations",
    "end_segment", "explain_move", "finish_move", "movable", "move_orders", "spend",
]  # fmt: skip

# -- units and destinations ------------------------------------------------------------------------


def movable(state: OcsState, side: int) -> CounterSet:
    """Return the counters on the map that can move in this segment, even if they have no legal path."""
    return eligible(state, side) & state.present


def surely_movable(state: OcsState, side: int) -> CounterSet:
    """Return the transports that have not moved and can leave their hex by a minimum move [6.1c].

    They need no fuel [12.5a]. Combat units that can move at all can also finish their movement.
    """
    scenario, at, turned, found = state.scenario, state.at, state.turned, 0
    limited = state.airlifted | scenario.combat_units
    leavable = [leavable_hexes(state, side, mobility) for mobility in range(len(MOBILITIES))]
    for unit in bits(movable(state, side) & ~limited & can_walk(state, side)):
        if leavable[scenario.mobility[unit][turned >> unit & 1]] >> at[unit] & 1:
            found |= 1 << unit
    return unmoved(state, found)


def destinations(state: OcsState, unit: int) -> HexSet:
    """Return where a unit can end a move by itself; nowhere without fuel [12.5a]."""
    side = state.scenario.side_of[unit]
    if not movable(state, side) >> unit & 1:
        return 0
    state = once_moving(state, 1 << unit)
    return 0 if check_fuel(state, 1 << unit) else goals(state, unit)


def check_fuel(state: OcsState, units: CounterSet) -> Illegal | None:
    """Return why units that need fuel to move cannot be fueled, or None [12.5a]."""
    dry = fuel.must_pay(state, units)
    if not dry:
        return None
    if dry & (dry - 1) == 0 and reachable(state, dry.bit_length() - 1):
        return None  # one token fuels one unit
    plan = fuel.propose(state, units)
    return plan if isinstance(plan, Illegal) else None


def costs(state: OcsState, units: tuple[int, ...]) -> dict[Hex, float]:
    """Return where units of one hex can move together, and the highest MP cost among them."""
    if check_stack(state, state.scenario.side_of[units[0]], units):
        return {}
    state = once_moving(state, mask_of(units))
    if check_fuel(state, mask_of(units)):
        return {}
    capable, found = any_attack_capable(state, units), {}
    if len(units) == 1:
        return _costs_alone(state, units[0], legal_end_hexes(state, units[0]), capable)
    there = common_goals(state, units)
    marches = [move_limits(state, unit, capable) for unit in units]
    if len({(way.mobility, way.closed, way.halt, way.bridged) for way in marches}) == 1:
        slowest = min(units, key=lambda unit: mp_left(state, unit))
        return _costs_alone(state, slowest, there, capable)
    for goal in bits(there):
        path = common_path(state, units, goal)
        prices = [path_costs(state, move_limits(state, unit, capable), path) for unit in units]
        found[goal] = max(
            sum(price) if price is not None else mp_left(state, unit)
            for unit, price in zip(units, prices, strict=True)
        )
    return {goal: cost / SCALE for goal, cost in found.items()}


def _costs_alone(state: OcsState, unit: int, there: HexSet, capable: bool) -> dict[Hex, float]:
    """Return a unit's MP cost for each of some hexes in reach; a minimum move costs all it has [6.1c]."""
    way, found = move_limits(state, unit, capable), reach(state, unit, capable)
    del found[way.start]
    if there != state.scenario.ground:
        found = {hex_: cost for hex_, cost in found.items() if there >> hex_ & 1}
    everything = mp_left(state, unit) / SCALE
    for hex_ in bits(minimum_move_hexes(state, way) & there):
        found.setdefault(hex_, everything)
    return found


def move_orders(state: OcsState, side: int, unit: int) -> Sequence[Order]:
    """List the moves of a unit alone, one for each hex."""
    there = destinations(state, unit)
    if not there:
        return ()
    scenario = state.scenario
    name = scenario.names[unit]
    return OrderPerHex(there, lambda to: Order("move", units=name, path=path_to(state, (unit,), to)))


def path_to(state: OcsState, units: tuple[int, ...], goal: Hex) -> tuple[str, ...]:
    """Return how an order names a cheapest path: its ends, or every hex of a detour to an adjacent hex."""
    labels, start = state.scenario.grid.labels, state.at[units[0]]
    if goal not in state.scenario.grid.adjacent[start] or _steps_cheaply(state, units, goal):
        return (labels[start], labels[goal])
    return tuple(labels[hex_] for hex_ in common_path(state, units, goal))


def _steps_cheaply(state: OcsState, units: tuple[int, ...], goal: Hex) -> bool:
    """Return whether no path to an adjacent hex is cheaper than the single step, which must be legal."""
    step, path = [state.at[units[0]], goal], common_path(state, units, goal)
    capable, group = any_attack_capable(state, units), mask_of(units)
    if not all(can_follow(state, unit, step, capable, group) for unit in units):
        return False
    for unit in units:
        way = move_limits(state, unit, capable)
        direct, best = path_costs(state, way, step), path_costs(state, way, path)
        if best is not None and (direct is None or sum(direct) > sum(best)):
            return False
    return True


# -- legality --------------------------------------------------------------------------------------


def check_move(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot make a move, or None if they can."""
    units, path = _read(state, order)
    if not units or not path:
        return Illegal("6.1.1", "name the units and their path: move U 01.01-01.02")
    refusal = check_stack(state, side, units)
    if refusal:
        return refusal
    start = state.at[units[0]]
    if len(path) > 1 and path[0] != start:
        return Illegal(
            "6.1.1",
            "{unit} is in {hex}, not in {hex_named}",
            unit=order.units[0],
            hex=state.scenario.label(start),
            hex_named=order.path[0],
        )
    if path[1:] in ([], [start]) and path[0] == start:
        reason = "{unit} is already in {hex}"
        return Illegal("6.1.1", reason, unit=order.units[0], hex=state.scenario.label(start))
    state = once_moving(state, mask_of(units))
    exactly = names_every_hex(state.scenario.grid, start, path)
    refusal = _check_steps(state, units, path) if exactly else None
    if (refusal or not exactly) and len(path) <= 2:
        refusal = _check_goal(state, units, path[-1]) or refusal
    return refusal or check_payers(state, units, order.words) or check_fuel(state, mask_of(units))


def _read(state: OcsState, order: Order) -> tuple[tuple[int, ...], list[Hex]]:
    scenario = state.scenario
    return tuple(scenario.index[id_] for id_ in order.units), [scenario.hex(label) for label in order.path]


def _check_goal(state: OcsState, units: tuple[int, ...], goal: Hex) -> Illegal | None:
    """Return why units cannot reach a hex by any path, or None if they can."""
    if common_path(state, units, goal):
        return None
    capable = any_attack_capable(state, units)
    for unit in units:
        refusal = check_enter(state, unit, goal, capable, mask_of(units)) or _check_reach(
            state, unit, goal, capable
        )
        if refusal:
            return refusal
    return Illegal(
        "6.1e.1",
        "no single path to {hex} is legal for all of them; move them separately",
        hex=state.scenario.label(goal),
    )


def check_enter(
    state: OcsState, unit: int, hex_: Hex, capable: bool, group: CounterSet, last: bool = True
) -> Illegal | None:
    """Return why a unit cannot enter a hex or end its move there at any cost, or None."""
    scenario, bit = state.scenario, 1 << unit
    side, label, id_ = scenario.side_of[unit], scenario.label(hex_), scenario.counter_ids[unit]
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("4.8c.1", "enemy combat units occupy {hex}", hex=label)
    if enemy_asset_hexes(state, side) >> hex_ & 1 and not (capable or attack_capable(state) & bit):
        return Illegal(
            "4.4c.1", "enemy counters are in {hex}; only Attack-Capable units can enter", hex=label
        )
    if state.strat & bit and zoc(state, 1 - side) >> hex_ & 1:
        return Illegal(
            "4.5a-J.2", "{unit} is in Strat Mode and cannot enter the enemy ZOC in {hex}", unit=id_, hex=label
        )
    if last and not legal_end_hexes(state, unit, group) >> hex_ & 1:
        if state.strat & bit:
            direct = scenario.on("21.12d")
            return Illegal(
                "21.12d" if direct else "5.8b.2",
                "{hex} has no {supply}; {unit} is in Strat Mode and cannot end its move there",
                hex=label,
                supply="supply source in draw range" if direct else "trace supply",
                unit=id_,
            )
        reason = "no Reserve marker is left for {hex}; end the move with other Reserves"
        return Illegal("5.4a.1", reason, hex=label)
    return None


def _check_reach(state: OcsState, unit: int, goal: Hex, capable: bool) -> Illegal | None:
    """Return why a unit cannot reach a hex that it could enter, or None if it can."""
    scenario, way = state.scenario, move_limits(state, unit, capable)
    if cheapest_path(state, unit, goal, capable):
        return None
    label, id_, left_ = scenario.label(goal), scenario.counter_ids[unit], format_mp(way.budget)
    if stopped_by_zoc(state, unit, way.mobility):
        reason = "{unit} entered an enemy ZOC by truck: it must stop or overrun{hint}"
        return Illegal("4.5a-A.1", reason, unit=id_, hint=_hint_to_negate(state, way.side, way.start, unit))
    if state.scenario.grid.distance(way.start, goal) == 1 and not way.least:
        reason = "{unit} cannot enter {hex} from here with {left} MP left"
        return Illegal("6.2.1", reason, unit=id_, hex=label, left=left_)
    return Illegal("6.1b.1", "{unit} cannot reach {hex} with {left} MP left", unit=id_, hex=label, left=left_)


def _hint_to_negate(state: OcsState, side: int, hex_: Hex, without: int = -1) -> str:
    """Return a hint to finish a unit whose hex is in an enemy ZOC, so that it negates the ZOC [4.5b]."""
    there = [unit for unit in bits(units_at(state, hex_, side)) if unit != without]
    name = state.scenario.counter_ids[there[0]] if there else ""
    return f"; `done {name}` ends the movement of a unit there, so that it negates the ZOC" if there else ""


def _check_steps(state: OcsState, units: tuple[int, ...], path: list[Hex]) -> Illegal | None:
    """Return why units cannot follow a path named hex by hex, or None if they can."""
    scenario, capable, group = state.scenario, any_attack_capable(state, units), mask_of(units)
    label = scenario.label
    for from_, to in pairwise(path):
        if scenario.grid.direction(from_, to) is None:
            return Illegal(
                "6.1.1", "{hex} is not adjacent to {hex_from}", hex=label(to), hex_from=label(from_)
            )
    for unit in units:
        if can_follow(state, unit, path, capable, group):
            continue
        return _check_path_of(state, unit, path, capable, group)
    return None


def _check_path_of(
    state: OcsState, unit: int, path: list[Hex], capable: bool, group: CounterSet
) -> Illegal | None:
    """Return why a unit cannot follow a path named hex by hex."""
    scenario, way, label = state.scenario, move_limits(state, unit, capable), state.scenario.label
    id_ = scenario.counter_ids[unit]
    for hex_ in path[1:]:
        refusal = check_enter(state, unit, hex_, capable, group, hex_ == path[-1])
        if refusal:
            return refusal
        if hex_ != path[-1] and way.halt >> hex_ & 1:
            if enemy_asset_hexes(state, way.side) >> hex_ & 1:
                reason = "end the move in {hex}: enemy counters there are captured first"
                return Illegal("4.8c-A", reason, hex=label(hex_))
            reason = "{unit} moves by truck and must stop in {hex}, which is in an enemy ZOC{hint}"
            hint = _hint_to_negate(state, way.side, hex_)
            return Illegal("4.5a-A.1", reason, unit=id_, hex=label(hex_), hint=hint)
    if stopped_by_zoc(state, unit, way.mobility):
        return _check_reach(state, unit, path[-1], capable)
    for from_, to in pairwise(path):
        if path_costs(state, way, [from_, to]) is None:
            reason = "{unit} cannot move from {hex_from} to {hex}"
            return Illegal("6.2c.1", reason, unit=id_, hex_from=label(from_), hex=label(to))
    cost, budget = format_mp(sum(path_costs(state, way, path) or ())), format_mp(way.budget)
    reason = "{unit} has {left} MP left; the path costs {cost}"
    return Illegal("6.1b.1", reason, unit=id_, left=budget, cost=cost)


# -- moving ----------------------------------------------------------------------------------------


def full_path(state: OcsState, order: Order) -> list[Hex]:
    """Return the path of a legal move: as named hex by hex, or else the cheapest to its end."""
    units, path = _read(state, order)
    exactly = names_every_hex(state.scenario.grid, state.at[units[0]], path)
    return path if exactly else common_path(once_moving(state, mask_of(units)), units, path[-1])


def complete_move(state: OcsState, order: Order) -> Order:
    """Return a legal move with every hex of its path; equal positions give equal paths."""
    labels = state.scenario.grid.labels
    path = tuple(labels[hex_] for hex_ in full_path(state, order))
    return Order("move", units=order.units, path=path, words=order.words)


def apply_move(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal move: pay fuel, spend each unit's MP by its mobility type [6.1a, 6.1e, 12.5a].

    Combat units take control of the hexes they pass, and capture enemy counters in the last one [9.14].
    """
    scenario = state.scenario
    units, path = _read(state, order)[0], full_path(state, order)
    all_, capable = mask_of(units), any_attack_capable(state, units)
    start_move(state, all_)
    prices = [_cost(state, unit, path, capable) for unit in units]
    events = _pay_fuel(state, all_, payers_named(state, order))
    for unit, price in zip(units, prices, strict=True):
        if price is None:  # a minimum move costs all MP left [R-OCS-54]
            state.spent[unit] = allowance(state, unit)
            finish_move(state, 1 << unit)
        else:
            state.spent[unit] += price
        put(state, unit, path[-1])
        state.fresh[unit] = state.tokens[unit]  # nothing else may move its load in this phase [12.2a]
        if state.at[unit] == state.began[unit]:
            state.returned |= 1 << unit
    if all_ & scenario.combat_units:
        passed = mask_of(path[1:])
        state.second = state.second | passed if side else state.second & ~passed
    labels = tuple(scenario.grid.labels[hex_] for hex_ in path)
    events.append(Moved(side=scenario.sides[side], units=order.units, hexes=labels))
    if enemy_asset_hexes(state, side) >> path[-1] & 1:
        events += capture_hex(state, all_, path[-1], dice)
    return events


def payers_named(state: OcsState, order: Order) -> list[int]:
    """Return the dumps and HQs from which an order says to pay for fuel."""
    return [state.scenario.index[word] for word in order.words]


def _pay_fuel(state: OcsState, units: CounterSet, prefer: Sequence[int]) -> list[Event]:
    """Fuel units as they begin to move, at least for this phase [12.5c, 12.5e]."""
    plan = fuel.propose(state, units, prefer=prefer)
    assert not isinstance(plan, Illegal)
    events = fuel.pay(state, plan) if plan != fuel.NOTHING else []
    state.primed |= units & state.scenario.combat_units
    return events


def _cost(state: OcsState, unit: int, path: list[Hex], capable: bool) -> int | None:
    """Return what a unit pays for a legal path; None for a minimum move."""
    way = move_limits(state, unit, capable)
    prices = path_costs(state, way, path)
    return None if prices is None or sum(prices) > way.budget else sum(prices)


def explain_move(state: OcsState, order: Order) -> Explanation:
    """Explain what a move costs each unit, and its MP [6.1a, 6.1e]."""
    scenario = state.scenario
    units, path = _read(state, order)[0], full_path(state, order)
    state = once_moving(state, mask_of(units))
    capable, lines, totals = any_attack_capable(state, units), [], []
    for unit in units:
        way, name = move_limits(state, unit, capable), scenario.called[unit]
        if is_minimum_move(state, way, path):
            lines.append(Line(f"{name}: minimum move of 1 hex", format_mp(way.budget), "6.1c.1"))
            totals.append(way.budget)
            continue
        prices = path_costs(state, way, path) or []
        if len(units) == 1:
            lines += [
                Line(scenario.place_name(to), format_mp(price), "6.1a")
                for to, price in zip(path[1:], prices, strict=True)
            ]
        else:
            lines.append(Line(f"{name} to {scenario.place_name(path[-1])}", format_mp(sum(prices)), "6.1e.1"))
        lines.append(Line(f"MP of {name}", format_mp(way.budget), "6.1b.1"))
        totals.append(sum(prices))
    plan = fuel.propose(state, mask_of(units), prefer=payers_named(state, order))
    if not isinstance(plan, Illegal) and (plan.payment.tokens or plan.payment.stocks):
        lines.append(Line("fuel", described(state, plan.payment), "12.5c.1"))
    return Explanation(str(order), tuple(lines), f"{format_mp(max(totals))} MP")


# -- segments --------------------------------------------------------------------------------------


def begin_segment(state: OcsState) -> list[Event]:
    """Begin a Movement Segment [6.0]."""
    active_stack.begin_segment(state)
    fuel.begin_segment(state)
    return []


def check_end(state: OcsState) -> Illegal | None:
    """Allow a Movement Segment to end at any time: no unit has to move [6.0]."""
    return None


def end_segment(state: OcsState) -> list[Event]:
    """End a Movement Segment: remove illegal modes, then enforce stacking [5.7g, 5.8b, 4.8a]."""
    side = state.side
    events = settle_reserves(state, side)
    idle = state.strat & state.switched & state.scenario.of_side[side]
    for unit in bits(idle):
        if state.at[unit] == state.began[unit] and not has_strat_supply(state, unit):
            set_mode(state, 1 << unit, "move")
            events.append(_strat_mode_lost(state, unit))
    events += tire_tigers(state, side)
    finish_move(state, state.moving)
    ask_for_marker(state, side)
    enforce_stacking(state)
    return events


def _strat_mode_lost(state: OcsState, unit: int) -> Event:
    scenario = state.scenario
    return StratModeLost(
        side=scenario.sides[scenario.side_of[unit]],
        units=scenario.names[unit],
        rule="5.8b.2",
    )
