"""Chapters 11.19 and 11.11: Allied sea moves, and the dikes of the polders [Pincher 11.11]."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.events import DikesBlown, Moved
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import Sww3State, put
from grognard.games.sww3.movement.movement_limits import able_to_move, can_stack, limit, limit_rule
from grognard.games.sww3.support.supply import open_ports

# -- sea moves ----------------------------------------------------------------------------------


def able_to_sail(state: Sww3State, side: int) -> CounterSet:
    """Return the units that can move by sea now [11.19]."""
    if side != ALLIED:
        return 0
    found, units = 0, able_to_move(state, side)
    for port in bits(open_ports(state, state.now.theatre) & state.held[ALLIED]):
        if may_sail(state, port):
            for unit in bits(state.here[port] & units):
                if sea_goals(state, unit):
                    found |= 1 << unit
    return found


def sea_goals(state: Sww3State, unit: int) -> HexSet:
    """Return the ports a unit can move to by sea [11.19, R-PIN-25]."""
    if state.scenario.side_of[unit] != ALLIED or state.fought >> unit & 1 or state.at[unit] < 0:
        return 0
    start = state.at[unit]
    ports = open_ports(state, state.scenario.theatre_at(start))
    if not ports >> start & 1:
        return 0
    ports &= ~(1 << start) & limit(state, unit) & ~state.held[SOVIET]
    if not may_sail(state, start):
        return 0
    if state.sea_from == start:
        ports &= 1 << state.sea_to
    return sum(1 << port for port in bits(ports) if can_stack(state, port, state.steps[unit]))


def sea_orders(state: Sww3State, unit: int) -> Sequence[Order]:
    """The sea moves of a unit alone."""
    labels, name, start = state.scenario.grid.labels, state.scenario.names[unit], state.at[unit]
    return OrderPerHex(sea_goals(state, unit), lambda to: Order("sea", "", name, (labels[start], labels[to])))


def may_sail(state: Sww3State, start: Hex) -> bool:
    """Whether a sea move may begin in a hex: one stack a phase, whose rest may follow it [R-SWW-42]."""
    allowed = state.scenario.theatres[state.now.theatre].charts["limits"]["sea_moves"]
    return bool(state.sea_moves < allowed or state.sea_from == start)


def check_sea(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a sea move from port to port [11.19]."""
    grid = state.scenario.grid
    units = [state.scenario.index[id_] for id_ in order.units]
    start, goal = state.at[units[0]], grid.hex(order.path[-1])
    from_, to = grid.label(start) if start >= 0 else "", grid.label(goal)
    if side != ALLIED:
        return Illegal("11.19-one", "only the Allied player can move by sea")
    fought = [unit for unit in units if state.fought >> unit & 1]
    if fought:
        return Illegal(
            "11.19-only",
            "{unit} has attacked this turn and cannot move by sea",
            unit=state.scenario.counter_ids[fought[0]],
        )
    ports = open_ports(state, state.scenario.theatre_at(start)) & ~state.held[SOVIET]
    for hex_, label in ((start, from_), (goal, to)):
        if not ports >> hex_ & 1:
            return Illegal("11.19-ports", "{hex} is not a friendly, un-nuked port on an open sea", hex=label)
    if start == goal or (order.path[0] != from_ and len(order.path) > 1) or len(order.path) > 2:
        return Illegal(
            "notation", "name the port to sail to: sea {unit} {hex}-PORT", unit=order.units[0], hex=from_
        )
    if not may_sail(state, start):
        return Illegal("11.19-one", "one stack has already moved by sea in this phase")
    if state.sea_from == start and goal != state.sea_to:
        return Illegal(
            "11.19-one", "the rest of the stack can sail only to {hex}", hex=grid.label(state.sea_to)
        )
    for unit in units:
        if not limit(state, unit) >> goal & 1:
            return Illegal(
                limit_rule(state, unit),
                "{hex} is beyond the national limits of {unit}",
                hex=to,
                unit=state.scenario.counter_ids[unit],
            )
    if not can_stack(state, goal, sum(state.steps[unit] for unit in units)):
        return Illegal("7.3", "{hex} would exceed the stacking limit", hex=to)
    return None


def apply_sea(state: Sww3State, order: Order) -> list[Event]:
    """Move units by sea; they neither move otherwise nor attack this turn [11.19-only]."""
    scenario = state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    start, goal = state.at[units[0]], scenario.grid.hex(order.path[-1])
    if state.sea_from != start:
        state.sea_moves += 1
        state.sea_from, state.sea_to = start, goal
    for unit in units:
        put(state, unit, goal)
        state.moved |= 1 << unit
        state.sailed |= 1 << unit
    state.operations += 1
    ports = (scenario.grid.label(start), scenario.grid.label(goal))
    return [Moved(units=order.units, hexes=ports, by="sea", rule="11.19-ports")]


# -- dikes --------------------------------------------------------------------------------------


def check_flood(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check whether a side may blow the dikes [Pincher 11.11-blow, R-PIN-24]."""
    theatre = state.scenario.theatres[state.now.theatre]
    if not theatre.board.terrain_mask("polder") & theatre.hexes:
        return Illegal("11.11-blow", "there are no polders on this map")
    if state.flooded:
        return Illegal("11.11-blow", "the polders are already flooded")
    if side == SOVIET and state.air[state.now.theatre] != SOVIET:
        return Illegal("11.11-blow", "the Soviet player can blow the dikes only with air superiority")
    if state.phase not in ("movement", "combat"):
        return Illegal("11.11-blow", "the dikes can be blown only in a Movement or Combat Phase")
    return None


def flood_orders(state: Sww3State, side: int) -> list[Order]:
    """Return the order to blow the dikes, if legal."""
    order = Order("flood")
    return [order] if check_flood(state, side, order) is None else []


def apply_flood(state: Sww3State, side: int) -> list[Event]:
    """Flood all polders for the rest of the game [Pincher 11.11-flooded]."""
    state.flooded = True
    changed(state)
    return [DikesBlown(side=state.scenario.sides[side], rule="11.11-blow")]
