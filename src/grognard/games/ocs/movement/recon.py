"""Case 21.1, an optional rule: recon units examine an adjacent enemy hex as they move [R-OCS-298]."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.combat.overrun import with_fuel_paid
from grognard.games.ocs.combat.strength import kinds_of_tanks
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.combat_events import Reconnoitred
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState, face, steps_left, units_at
from grognard.games.ocs.supply import fuel, payment
from grognard.games.ocs.supply.payment import Payment
from grognard.games.ocs.units import active_stack

OPTION = "21.1"
KINDS = ("recon", "cavalry")
TAGS = ("motorcycle", "armored-car", "commando")
"""Tags of units whose symbol makes them recon units, besides their kinds."""
SIZES = ("Co", "Bn", "Rgt")
"""A recon unit is a regiment or smaller."""


@lru_cache(maxsize=32)
def recon_units(scenario: OcsScenario) -> CounterSet:
    """Return the recon units, by symbol and size [21.1]."""
    units = scenario.those(lambda c: c.size in SIZES and (c.kind in KINDS or any(t in c.tags for t in TAGS)))
    return units & scenario.combat_units


def mp_cost(state: OcsState, unit: int) -> int:
    """Return what a recon costs in quarters of an MP: a quarter of the printed MA [21.1]."""
    share: float = state.scenario.tables["options"]["recon_ma_fraction"]
    return int(state.scenario.faces[unit][face(state, unit)].ma * SCALE * share)


def able(state: OcsState, side: int) -> CounterSet:
    """Return the recon units that might examine a hex: a quick upper bound."""
    if not state.scenario.on(OPTION):
        return 0
    return active_stack.eligible(state, side) & state.present & recon_units(state.scenario)


def recon_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the adjacent enemy hexes that a unit can examine."""
    if not able(state, side) >> unit & 1:
        return []
    scenario = state.scenario
    near = scenario.grid.around[state.at[unit]] & state.held[1 - side]
    orders = [Order("recon", scenario.label(hex_), scenario.names[unit]) for hex_ in bits(near)]
    return [order for order in orders if check_recon(state, side, order) is None]


def check_recon(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a unit cannot examine a hex, or None if it can [21.1]."""
    scenario = state.scenario
    if not scenario.on(OPTION):
        return Illegal("21.1.1", "recon is an option that was not chosen for this game")
    if len(order.units) != 1 or not order.target or order.path:
        return Illegal("notation", "name the hex and one recon unit: recon 14.07 U")
    if state.phase not in MOVEMENT or state.side != side:
        return Illegal("21.1.2", "units can reconnoitre only in a Movement Segment of yours")
    id_, target = order.units[0], scenario.hex(order.target)
    unit = scenario.index[id_]
    if not recon_units(scenario) >> unit & 1:
        return Illegal("21.1.1", "{unit} is not a recon unit", unit=id_)
    refusal = active_stack.check_stack(state, side, (unit,))
    if refusal:
        return refusal
    if not scenario.grid.around[state.at[unit]] >> target & 1:
        return Illegal("21.1.2", "{unit} is not adjacent to {hex}", unit=id_, hex=order.target)
    if not state.held[1 - side] >> target & 1:
        return Illegal("21.1.2", "no enemy combat unit is in {hex}", hex=order.target)
    if active_stack.mp_left(state, unit) < mp_cost(state, unit):
        needed = active_stack.format_mp(mp_cost(state, unit))
        return Illegal("21.1.2", "{unit} needs {needed} MP to reconnoitre", unit=id_, needed=needed)
    state = active_stack.once_moving(state, 1 << unit)
    refusal = payment.check_payers(state, (unit,), order.words)
    fueling = _fueling(state, unit, order)
    if refusal:
        return refusal
    if isinstance(fueling, Illegal):
        return fueling
    if _payment(with_fuel_paid(state, fueling), unit, order) is None:
        return Illegal("21.1.2", "{unit} needs 1T to reconnoitre, which is not in reach", unit=id_)
    return None


def _named(state: OcsState, order: Order) -> list[int]:
    return [state.scenario.index[word] for word in order.words]


def _fueling(state: OcsState, unit: int, order: Order) -> fuel.Fueling | Illegal:
    """Return what pays for the fuel of a unit that spends MP [12.5a]."""
    return fuel.propose(state, 1 << unit, prefer=_named(state, order))


def _payment(state: OcsState, unit: int, order: Order) -> Payment | None:
    tokens: int = state.scenario.tables["options"]["recon_tokens"]
    return payment.propose(state, (unit,), tokens, prefer=_named(state, order))


def apply_recon(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pay MP and supply, and learn what the other player must reveal of the hex [21.1]."""
    scenario, unit = state.scenario, state.scenario.index[order.units[0]]
    target = scenario.hex(order.target)
    active_stack.start_move(state, 1 << unit)
    fueling = _fueling(state, unit, order)
    assert not isinstance(fueling, Illegal)
    events = fuel.pay(state, fueling) if fueling != fuel.NOTHING else []
    state.primed |= 1 << unit
    paid = _payment(state, unit, order)
    assert paid is not None, "the order has been checked"
    events += payment.pay(state, paid, "recon", "21.1.2")
    active_stack.spend(state, 1 << unit, mp_cost(state, unit))
    return [*events, _revealed(state, side, target)]


def _revealed(state: OcsState, side: int, target: Hex) -> Event:
    """Return the steps in a hex, and which kinds of units that matter for anti-tank effects [21.1, 9.4e]."""
    scenario, units = state.scenario, units_at(state, target, 1 - side)
    armor, mech, anti_tank = kinds_of_tanks(scenario, units)
    return Reconnoitred(
        side=scenario.sides[side],
        hexes=(scenario.label(target),),
        steps=sum(steps_left(state, c) for c in bits(units)),
        armor=armor,
        mech=mech,
        anti_tank=anti_tank,
        rule="21.1.3",
    )
