"""Fuel: who needs it, who has it, and the three ways to pay for it [12.5]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits
from grognard.games.kit.legality import one_unit
from grognard.games.kit.states import changed, on_map
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply import payment
from grognard.games.ocs.supply.payment import FREE, Payment, amount
from grognard.games.ocs.supply.supply_paths import serves, thrown
from grognard.games.ocs.units.active_stack import present


class Fueling(NamedTuple):
    """What would be paid for fuel, and what it fuels."""

    payment: Payment = FREE
    primed: CounterSet = 0
    """Units fueled one by one, for this phase [12.5c-C]."""
    filled: CounterSet = 0
    """Units of a formation fueled as such [12.5c-A]."""
    fueled: CounterSet = 0
    """HQs that get a fuel marker [12.5c-B]."""
    bound: CounterSet = 0
    """Fueled HQs that throw fuel from where they began the phase [12.5e]."""


NOTHING = Fueling()


# -- who ------------------------------------------------------------------------------------------------


def thirsty(state: OcsState, units: CounterSet) -> CounterSet:
    """Those of some units that move by truck or track as they are oriented now: combat units only [12.5a]."""
    mobility, turned = state.scenario.mobility, state.turned
    found = 0
    for unit in bits(units & state.scenario.combat_units):
        if mobility[unit][turned >> unit & 1] != LEG:
            found |= 1 << unit
    return found


def need(state: OcsState, units: CounterSet) -> CounterSet:
    """Those of some units that must be paid fuel for before they spend a movement point [12.5a]."""
    dry = _dry(state, units)
    return dry & ~_free(state, dry)[0]


def _dry(state: OcsState, units: CounterSet) -> CounterSet:
    return thirsty(state, units) & ~(state.primed | state.filled | state.fueled)


def pouring(state: OcsState, hq: int) -> bool:
    """Whether a fueled HQ can give free fuel where it is: in its first or its last hex [12.5e, R-OCS-95]."""
    if not state.fueled >> hq & 1 or state.strat >> hq & 1 or state.at[hq] < 0:
        return False
    return _unmoved(state, hq) or bool(state.finished & ~state.bound & 1 << hq)


def _unmoved(state: OcsState, hq: int) -> bool:
    return state.at[hq] == state.began[hq] and not state.spent[hq]


def _free(state: OcsState, units: CounterSet) -> tuple[CounterSet, CounterSet]:
    """Those of some units that fueled HQs fuel for nothing, and the HQs that are bound to their hex by it."""
    scenario, covered, bound = state.scenario, 0, 0
    asking = units & scenario.independent
    for hq in bits(state.fueled) if asking else ():
        near = serves(scenario, hq, asking & ~covered) if pouring(state, hq) else 0
        reach = thrown(state, hq) if near else 0
        for unit in bits(near):
            if reach >> state.at[unit] & 1:
                covered |= 1 << unit
                bound |= 1 << hq if _unmoved(state, hq) else 0
    return covered, bound


def free_around(state: OcsState, hq: int) -> CounterSet:
    """The independent units that an HQ could fuel from where it is [12.5c-B]."""
    near = serves(state.scenario, hq, state.scenario.independent)
    reach = thrown(state, hq)
    return sum(1 << unit for unit in bits(near) if state.at[unit] >= 0 and reach >> state.at[unit] & 1)


# -- proposals ------------------------------------------------------------------------------------------


def propose(state: OcsState, units: CounterSet, *, prefer: Sequence[int] = ()) -> Fueling | Illegal:
    """The cheapest legal way to fuel some units that are about to move together [12.5c].

    What is free is free; the rest is paid unit by unit, or as a formation where that is no dearer.
    """
    dry = _dry(state, units)
    covered, bound = _free(state, dry)
    dry &= ~covered
    if not dry:
        return NOTHING._replace(bound=bound)
    best = _one_by_one(state, dry, NOTHING, prefer)
    price: int = state.scenario.tables["fuel"]["formation_tokens"]
    for formation in {state.scenario.formation_of[unit] for unit in bits(dry)} - {-1}:
        those = state.scenario.members[formation] & dry
        if best is not None and those.bit_count() < price:
            continue  # unit by unit is cheaper
        whole = formation_fuel(state, bits(those)[0], prefer=prefer)
        if whole is not None:
            both = _one_by_one(state, dry & ~whole.filled, whole, prefer)
            if both is not None and (best is None or both.payment.tokens <= best.payment.tokens):
                best = both
    if best is None:
        return Illegal("12.5a.1", _dry_reason(state, dry))
    return best._replace(bound=bound)


def _one_by_one(state: OcsState, units: CounterSet, before: Fueling, prefer: Sequence[int]) -> Fueling | None:
    """The single-unit method for some units, on top of what is paid already [12.5c-C]."""
    price = state.scenario.tables["fuel"]["single_unit_tokens"]
    till = payment.Till(state, prefer=prefer, after=before.payment)
    for unit in bits(units):
        if not till.serve(unit, price):
            return None
    return before._replace(payment=Payment((*before.payment.draws, *till.draws())), primed=units)


def _dry_reason(state: OcsState, units: CounterSet) -> str:
    scenario = state.scenario
    first = next((u for u in bits(units) if not payment.reachable(state, u)), bits(units)[0])
    there = payment.available(state, bits(units))
    why = f"the dumps in reach hold only {amount(there)}" if there else "no dump is in reach"
    return (
        f"{scenario.called[first]} needs fuel to move and {why}: "
        "bring supply, an HQ or a fueled HQ closer, or walk in a mode with leg movement"
    )


def formation_fuel(state: OcsState, unit: int, *, prefer: Sequence[int] = ()) -> Fueling | None:
    """Fuel for the formation of a unit out of one HQ or one dump: the unit and all that share it [12.5c-A].

    Of several such sources the one that most units share, then the one without an HQ.
    """
    scenario = state.scenario
    formation = scenario.formation_of[unit]
    if formation < 0:
        return None
    members = on_map(state, scenario.members[formation] & scenario.combat_units)
    price: int = scenario.tables["fuel"]["formation_tokens"]
    best: tuple[tuple[int, ...], Fueling] | None = None
    for place, (shared, source) in enumerate(payment.common_sources(state, members, unit)):
        paid = payment.collect(state, source, price, prefer, unit)
        if shared >> unit & 1 and paid is not None:
            rank = (thirsty(state, shared).bit_count(), shared.bit_count(), -place)
            if best is None or rank > best[0]:
                best = rank, Fueling(paid, filled=shared)
    return best[1] if best else None


def hq_fuel(state: OcsState, hq: int, *, prefer: Sequence[int] = ()) -> Fueling | None:
    """Fuel for an HQ and all independent units it throws to, drawn by the HQ itself [12.5c-B, 12.3b-D]."""
    price: int = state.scenario.tables["fuel"]["hq_and_independents_tokens"]
    paid = payment.propose(state, [hq], price, prefer=prefer)
    return None if paid is None else Fueling(paid, fueled=1 << hq)


def pay(state: OcsState, fueling: Fueling) -> list[Event]:
    """Take the tokens and note who has fuel now [12.5c]."""
    names = [state.scenario.called[u] for u in bits(fueling.primed | fueling.filled | fueling.fueled)]
    events = payment.pay(state, fueling.payment, f"fuel for {', '.join(names)}", "12.5c.1")
    state.primed |= fueling.primed
    state.filled |= fueling.filled
    state.fueled |= fueling.fueled
    state.bound |= fueling.bound
    changed(state)
    return events


# -- orders ---------------------------------------------------------------------------------------------


def plan(state: OcsState, order: Order) -> Fueling | None:
    """What an order to fuel would pay; None when it cannot."""
    prefer = [state.scenario.index[word] for word in order.words]
    unit = state.scenario.index[order.units[0]]
    match order.verb:
        case "fuel-hq":
            return hq_fuel(state, unit, prefer=prefer)
        case "fuel-formation":
            return formation_fuel(state, unit, prefer=prefer)
    return _one_by_one(state, 1 << unit, NOTHING, prefer)


def check_fuel(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a unit cannot be fueled: `fuel U`, `fuel-hq H`, `fuel-formation U` [12.5c]."""
    scenario = state.scenario
    unit = one_unit(order, scenario, f"{order.verb} names one unit")
    if isinstance(unit, Illegal):
        return unit
    name = scenario.called[unit]
    if not scenario.of_side[side] >> unit & 1 or state.at[unit] < 0:
        return Illegal("12.1d", f"{name} is not a unit of yours on the map")
    if not scenario.combat_units >> unit & 1:
        return Illegal("12.5a.4", f"{name} never needs fuel")
    for word in order.words:
        if word not in scenario.index:
            return Illegal("notation", f"there is no dump {word}")
        if scenario.index[word] not in payment.reachable(state, unit):
            return Illegal("12.5.1", f"{name} can get no supply from {word}")
    refusal = _check_use(state, order.verb, unit, name)
    if refusal is not None:
        return refusal
    if not (_formation_able(state, unit) if _plain(order) else plan(state, order)):
        return Illegal("12.5.1", _dry_reason(state, 1 << unit))
    return None


def _plain(order: Order) -> bool:
    """Whether a formation is to be fueled from wherever it can."""
    return order.verb == "fuel-formation" and not order.words


def _formation_able(state: OcsState, unit: int) -> bool:
    """Whether one dump or one HQ can fuel a unit's formation; the units that share it are not asked for."""
    scenario = state.scenario
    price: int = scenario.tables["fuel"]["formation_tokens"]
    by_hex: dict[int, int] = {}
    for holder in payment.direct(state, unit):
        by_hex[state.at[holder]] = by_hex.get(state.at[holder], 0) + state.tokens[holder]
    if any(tokens >= price for tokens in by_hex.values()):
        return True
    hqs = {*payment.throwers(state, unit), *bits(scenario.hqs & 1 << unit)}
    pools = [[h for h in payment.pool(state, hq) if payment.open_to(scenario, h, unit)] for hq in hqs]
    return any(sum(state.tokens[holder] for holder in pool) >= price for pool in pools)


def _check_use(state: OcsState, verb: str, unit: int, name: str) -> Illegal | None:
    """Whether the fuel would be of any use."""
    scenario = state.scenario
    if verb == "fuel-hq":
        if not scenario.hqs >> unit & 1:
            return Illegal("12.5c-B", f"{name} is no HQ: fuel it alone, or with its formation")
        if state.fueled >> unit & 1:
            return Illegal("12.5c-B", f"{name} is fueled until your next Clean Up Phase")
        if state.strat >> unit & 1:
            return Illegal("12.3b-C", f"{name} throws nothing in Strat Mode")
        return None
    if verb == "fuel-formation" and scenario.formation_of[unit] < 0:
        return Illegal("12.5c-A.1", f"{name} is of no formation: fuel it alone, or by its HQ")
    if not need(state, 1 << unit):
        return Illegal("12.5a.1", f"{name} needs no fuel now")
    return None


def apply_fuel(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pay for fuel [12.5c]."""
    paid = plan(state, order)
    assert paid is not None, "only legal orders are carried out"
    return pay(state, paid)


def fuel_able(state: OcsState, side: int) -> CounterSet:
    """Who might be fueled, at a glance."""
    return state.scenario.combat_units & state.scenario.of_side[side] & present(state) & ~state.finished


def fuel_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """The ways to fuel a unit that has not finished its movement."""
    scenario = state.scenario
    if not payment.holders(state, side) or not fuel_able(state, side) >> unit & 1:
        return []
    verbs = ["fuel"]
    if scenario.hqs >> unit & 1:
        verbs.append("fuel-hq")
    if scenario.formation_of[unit] >= 0:
        verbs.append("fuel-formation")
    orders = [Order(verb, units=(scenario.counter_ids[unit],)) for verb in verbs]
    return [order for order in orders if check_fuel(state, side, order) is None]


def clean_up(state: OcsState, side: int) -> None:
    """Fuel that lasts ends in its owner's Clean Up Phase [12.5d]."""
    others = ~state.scenario.of_side[side]
    state.fueled &= others
    state.filled &= others
    changed(state)


def begin_segment(state: OcsState) -> None:
    """Single fuel lasts one phase, and HQs choose anew where they throw from [12.5c-C, 12.5e]."""
    state.primed = state.bound = 0
    changed(state)
