"""Case 12.5.2: Pact units exit the map by autobahns."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of, union
from grognard.games.afcent.model.scenario import PACT, SCALE
from grognard.games.afcent.model.state import EXITED, AfcentState, put, zone
from grognard.games.afcent.movement.active_stack import activate_stack, left
from grognard.games.afcent.movement.move_legality import check_mover, check_movers
from grognard.games.afcent.movement.step_costs import parts
from grognard.games.nuremberg.events import Exited
from grognard.games.nuremberg.victory import exit_hexes, exits


def toll(state: AfcentState, unit: int) -> int:
    """Return the cost of exiting: half a point, and more from an enemy ZOC [12.5.2-exit, 8.1]."""
    cost = parts(state.scenario.special["victory"]["exit_cost"])
    if zone(state, 1 - state.side) >> state.at[unit] & 1:
        cost += parts(state.scenario.charts["limits"]["zoc_leave"])
    return cost


def _can_pay(state: AfcentState, unit: int) -> bool:
    return toll(state, unit) <= left(state, unit, bool(state.column >> unit & 1))


def can_exit(state: AfcentState) -> CounterSet:
    """Return the units in an exit hex that can exit now."""
    if state.phase != "movement" or state.side != PACT:
        return 0
    if not state.held[PACT] & exit_hexes(state.scenario):
        return 0
    there = state.scenario.units_of[PACT] & union(state.here.get(h, 0) for h in exits(state.scenario))
    return mask_of(c for c in bits(there) if check_exit(state, _order(state, c)) is None) if there else 0


def _order(state: AfcentState, unit: int) -> Order:
    return Order("exit", units=state.scenario.names[unit])


def exit_orders(state: AfcentState, unit: int) -> list[Order]:
    """List the exit of a unit alone."""
    return [_order(state, unit)] if can_exit(state) >> unit & 1 else []


def check_exit(state: AfcentState, order: Order) -> Illegal | None:
    """Return why units cannot exit the map together [12.5.2-exit, R-NUR-38, R-NUR-51]."""
    scenario = state.scenario
    if not order.units or order != Order("exit", units=order.units):
        return Illegal(
            "notation", "name the units that exit: {example}", example=scenario.game.verbs["exit"].example
        )
    units = tuple(scenario.index[id_] for id_ in order.units)
    if any(scenario.side_of[unit] != PACT for unit in units):
        return Illegal("12.5.2-exit", "only Pact units can exit the map")
    if any(scenario.heliborne >> unit & 1 for unit in units):
        refusal = check_mover(state, PACT, units[0])
        return refusal or Illegal("12.5.2-exit", "heliborne units have no MP to exit with")
    refusal = check_movers(state, state.side, units)
    if refusal:
        return refusal
    if state.at[units[0]] not in exits(scenario):
        names = ", ".join(scenario.label(hex_) for hex_ in exits(scenario)) or "none in this scenario"
        return Illegal("12.5.2-exit", "units can exit only at exit hexes: {names}", names=names)
    for unit in units:
        if not _can_pay(state, unit):
            cost = toll(state, unit) / SCALE
            return Illegal(
                "12.5.2-exit",
                "exiting costs {cost:g} MP, more than {unit} has left",
                cost=cost,
                unit=scenario.counter_ids[unit],
            )
    return None


def apply_exit(state: AfcentState, order: Order) -> list[Event]:
    """Exit the map; units count at their exit hex [12.5.2-gone, R-NUR-38]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    hex_ = state.at[units[0]]
    activate_stack(state, units[0])
    state.moving |= mask_of(units)
    state.exits[exits(scenario).index(hex_)] += len(units)
    for unit in units:
        state.spent[unit] += toll(state, unit)
    for unit in units:
        put(state, unit, EXITED)
    state.disrupted &= ~mask_of(units)
    where = (scenario.label(hex_),)
    return [Exited(side=scenario.sides[PACT], units=order.units, hexes=where, rule="12.5.2-exit")]
