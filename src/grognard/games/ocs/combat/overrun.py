"""Chapter 8: overruns, attacks by the moving stack in a Movement Segment."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.cost_waves import price_of
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air import trainbusting
from grognard.games.ocs.combat.attack import (
    begin_combat,
    can_enter,
    check_capable,
    check_leader,
    check_supply,
    check_target,
    check_words,
    fight_of,
    leader_first,
    payers_named,
)
from grognard.games.ocs.model.charts import quarters
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState, face
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.supply.resolve import unwilling
from grognard.games.ocs.terrain.step_costs import step_costs
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.stacking import fits


def overrun_cost(scenario: OcsScenario) -> int:
    """Return what an overrun costs each attacker, in quarters of an MP [8.1a]."""
    return quarters(scenario.tables["other_costs"]["overrun_mp"])


def able(state: OcsState, side: int) -> CounterSet:
    """Return the units with the MP to overrun an adjacent enemy; some may lack a legal target [8.1]."""
    needed = overrun_cost(state.scenario)
    return mask_of(c for c in bits(in_contact(state, side)) if active_stack.mp_left(state, c) >= needed)


def in_contact(state: OcsState, side: int) -> CounterSet:
    """Return the units adjacent to an enemy that could overrun, if they have the MP [8.1]."""
    if state.phase not in MOVEMENT or state.side != side:
        return 0
    ready = active_stack.eligible(state, side) & attack_capable(state) & ~(state.dg | unwilling(state))
    near, at = state.scenario.grid.spread(state.held[1 - side]), state.at
    return mask_of(c for c in bits(ready) if at[c] >= 0 and near >> at[c] & 1)


def targets_of(state: OcsState, side: int, unit: int) -> list[Hex]:
    """List the adjacent enemy hexes that a unit could enter for 3 MP or fewer without roads [8.1b]."""
    near = state.scenario.grid.around[state.at[unit]] & state.held[1 - side]
    return [target for target in bits(near) if _within_cost(state, unit, target)]


def _within_cost(state: OcsState, unit: int, target: Hex) -> bool:
    """Return whether a hex is cheap enough to overrun, without roads or bridges [8.1b, 8.1c, R-OCS-57]."""
    scenario = state.scenario
    way = scenario.grid.direction(state.at[unit], target)
    if way is None:
        return False
    mobility = scenario.mobility[unit][face(state, unit)]
    ground, taxed = ground_of(state, state.side), trainbusting.zone(state, state.side, mobility)
    cost = price_of(step_costs(scenario, mobility, ground, roads=False, taxed=taxed), way, target)
    return cost is not None and cost <= quarters(scenario.tables["other_costs"]["overrun_max_hex_mp"])


def overrun_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List overruns that a unit leads: alone, with the moving stack, with all that began in its hex."""
    ready = able(state, side)
    if not ready >> unit & 1:
        return []
    scenario, found = state.scenario, []
    here = state.here[state.at[unit]] & ready
    together = mask_of(c for c in bits(here) if state.began[c] == state.began[unit])
    for target in targets_of(state, side, unit):
        others = mask_of(c for c in bits(together) if _within_cost(state, c, target))
        for group in dict.fromkeys((1 << unit, others & state.moving | 1 << unit, others)):
            order = Order("overrun", scenario.label(target), leader_first(state, unit, group))
            if check_overrun(state, side, order) is None:
                found.append(order)
    return found


def check_overrun(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why these units cannot overrun that hex together, or None if they can [8.1]."""
    if not order.target or not order.units or order.path:
        return Illegal("notation", "name the hex and the units, the leader first: overrun 14.07 U,V")
    if state.phase not in MOVEMENT or state.side != side:
        return Illegal("9.1a", "only the moving player can overrun, and only in a Movement Segment")
    scenario = state.scenario
    target, units = scenario.hex(order.target), [scenario.index[id_] for id_ in order.units]
    refusal = check_target(state, side, target)
    for unit in units:
        refusal = refusal or _check_unit(state, side, unit, target)
    refusal = refusal or _check_stack(state, side, units) or check_leader(state, units[0], mask_of(units))
    if refusal:
        return refusal
    refusal = check_words(state, order)
    if refusal:
        return refusal
    state = active_stack.once_moving(state, mask_of(units))
    fueling = fueling_of(state, order)
    if isinstance(fueling, Illegal):
        return fueling
    return check_supply(with_fuel_paid(state, fueling), order)


def fueling_of(state: OcsState, order: Order) -> fuel.Fueling | Illegal:
    """Return what pays for the fuel of an overrun, the dumps that the order names first [12.5b]."""
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    return fuel.propose(state, units, prefer=payers_named(state, order))


def with_fuel_paid(state: OcsState, fueling: fuel.Fueling) -> OcsState:
    """Return a state in which fuel is paid: what is spent on it cannot pay for combat as well."""
    if not (fueling.payment.tokens or fueling.payment.stocks):
        return state
    state = state.copy()
    fuel.pay(state, fueling)
    return state


def _check_unit(state: OcsState, side: int, unit: int, target: Hex) -> Illegal | None:
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    refusal = check_capable(state, side, unit)
    if refusal:
        return refusal
    label = scenario.label(target)
    if state.dg >> unit & 1:
        return Illegal("8.1.2", "{unit} is disorganized and cannot overrun", unit=id_)
    if not scenario.grid.around[state.at[unit]] >> target & 1:
        return Illegal("8.0.3", "{unit} is not adjacent to {hex}", unit=id_, hex=label)
    if active_stack.mp_left(state, unit) < overrun_cost(scenario):
        left = active_stack.format_mp(active_stack.mp_left(state, unit))
        needed = active_stack.format_mp(overrun_cost(scenario))
        reason = "{unit} has {left} MP left; an overrun costs {needed}"
        return Illegal("8.1a.3", reason, unit=id_, left=left, needed=needed)
    if not _within_cost(state, unit, target):
        if can_enter(state, unit, target):
            reason = "{unit} needs more than 3 MP, a road or a bridge to enter {hex}"
            return Illegal("8.1b.1", reason, unit=id_, hex=label)
        return Illegal("9.1f.1", "{unit} could not move into {hex}", unit=id_, hex=label)
    return None


def _check_stack(state: OcsState, side: int, units: list[int]) -> Illegal | None:
    """Refuse units that cannot move as one stack, or that are overstacked [8.1, 8.1g, 8.1h]."""
    began = {state.began[unit] for unit in units}
    if len(began) > 1:
        return Illegal("8.1.1", "only units that began the phase in the same hex can overrun together")
    refusal = active_stack.check_stack(state, side, units)
    if refusal:
        return refusal
    if not fits(state, state.at[units[0]], mask_of(units)):
        where = state.scenario.label(state.at[units[0]])
        return Illegal("8.1h.1", "units cannot overrun from {hex}, which is overstacked", hex=where)
    return None


def apply_overrun(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pay fuel and MP, then begin the combat [8.0, 8.1a, 12.5b]."""
    fight = fight_of(state, side, order)
    active_stack.start_move(state, fight.attackers)
    fueling = fueling_of(state, order)
    assert not isinstance(fueling, Illegal)
    events = fuel.pay(state, fueling)
    active_stack.spend(state, fight.attackers, overrun_cost(state.scenario))
    return [*events, *begin_combat(state, fight, order, dice)]
