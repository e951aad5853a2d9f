"""Case 12.5: fuel. Which units need it, which have it, and the three ways to pay for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.kit.states import on_map
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, size_now
from grognard.games.ocs.supply import payment
from grognard.games.ocs.supply.allocation import SupplyAllocator
from grognard.games.ocs.supply.payment import FREE, Payment, amount
from grognard.games.ocs.supply.supply_paths import serves, thrown
from grognard.games.ocs.units.active_stack import once_moving


class Fueling(NamedTuple):
    """A payment for fuel, and what it fuels."""

    payment: Payment = FREE
    primed: CounterSet = 0
    """Units fueled singly, for this phase [12.5c-C]."""
    filled: CounterSet = 0
    """Units of a formation fueled as such [12.5c-A]."""
    fueled: CounterSet = 0
    """HQs that get a fuel marker [12.5c-B]."""
    bound: CounterSet = 0
    """Fueled HQs committed to throw fuel from their starting hexes [12.5e]."""
    scant: CounterSet = 0
    """Units among those fueled for this phase that have a quarter of their MA [HR-10]."""


NOTHING = Fueling()


# -- units that need fuel -------------------------------------------------------------------------------


def needs_fuel(state: OcsState, units: CounterSet) -> CounterSet:
    """Return the combat units among some that have truck or track mobility on the side that is up [12.5a]."""
    combat, move = _motorised(state.scenario)
    return units & (combat & ~state.turned | move & state.turned)


@lru_cache(maxsize=32)
def _motorised(scenario: OcsScenario) -> tuple[CounterSet, CounterSet]:
    """Return by face the combat units with truck or track mobility."""
    combat, move = (
        mask_of(unit for unit in bits(scenario.combat_units) if scenario.mobility[unit][face] != LEG)
        for face in (0, 1)
    )
    return combat, move


def must_pay(state: OcsState, units: CounterSet) -> CounterSet:
    """Return the units among some for which fuel must be paid before they spend an MP [12.5a]."""
    unfueled = _unfueled(state, units)
    return unfueled & ~_free(state, unfueled)[0]


def _unfueled(state: OcsState, units: CounterSet) -> CounterSet:
    return needs_fuel(state, units) & ~(state.primed | state.filled | state.fueled)


def gives_free_fuel(state: OcsState, hq: int) -> bool:
    """Whether a fueled HQ can give free fuel from its hex, its first or its last [12.5e, R-OCS-95]."""
    if not state.fueled >> hq & 1 or state.strat >> hq & 1 or state.at[hq] < 0:
        return False
    return _unmoved(state, hq) or bool(state.finished & ~state.bound & 1 << hq)


def _unmoved(state: OcsState, hq: int) -> bool:
    return state.at[hq] == state.began[hq] and not state.spent[hq]


def _free(state: OcsState, units: CounterSet) -> tuple[CounterSet, CounterSet]:
    """Return the units among some that fueled HQs fuel for free, and the HQs committed to their hex by it."""
    scenario, covered, bound = state.scenario, 0, 0
    asking = units & scenario.independent
    for hq in bits(state.fueled) if asking else ():
        near = serves(scenario, hq, asking & ~covered) if gives_free_fuel(state, hq) else 0
        reach = thrown(state, hq) if near else 0
        for unit in bits(near):
            if reach >> state.at[unit] & 1:
                covered |= 1 << unit
                bound |= 1 << hq if _unmoved(state, hq) else 0
    return covered, bound


def free_around(state: OcsState, hq: int) -> CounterSet:
    """Return the independent units that an HQ can fuel from its hex [12.5c-B]."""
    near = serves(state.scenario, hq, state.scenario.independent)
    reach = thrown(state, hq)
    return sum(1 << unit for unit in bits(near) if state.at[unit] >= 0 and reach >> state.at[unit] & 1)


# -- proposals ------------------------------------------------------------------------------------------


def propose(state: OcsState, units: CounterSet, *, prefer: Sequence[int] = ()) -> Fueling | Illegal:
    """Return the cheapest legal way to fuel units that are about to move together [12.5c].

    Units without free fuel are paid for one by one, or as a formation where that costs no more.
    """
    unfueled = _unfueled(state, units)
    covered, bound = _free(state, unfueled)
    unfueled &= ~covered
    if not unfueled:
        return NOTHING._replace(bound=bound)
    best = _one_by_one(state, unfueled, NOTHING, prefer)
    price: int = state.scenario.tables["fuel"]["formation_tokens"]
    for formation in {state.scenario.formation_of[unit] for unit in bits(unfueled)} - {-1}:
        those = state.scenario.members[formation] & unfueled
        if best is not None and those.bit_count() < price:
            continue  # unit by unit is cheaper
        whole = formation_fuel(state, bits(those)[0], prefer=prefer)
        if whole is not None:
            both = _one_by_one(state, unfueled & ~whole.filled, whole, prefer)
            if both is not None and (best is None or both.payment.tokens <= best.payment.tokens):
                best = both
    if best is None:
        return _no_fuel(state, unfueled, "12.5a.1")
    return best._replace(bound=bound)


def _one_by_one(state: OcsState, units: CounterSet, before: Fueling, prefer: Sequence[int]) -> Fueling | None:
    """Fuel units by the single-unit method, in addition to an earlier payment [12.5c-C]."""
    price = state.scenario.tables["fuel"]["single_unit_tokens"]
    allocator = SupplyAllocator(state, prefer=prefer, after=before.payment)
    stocks = 0
    for unit in bits(units):
        if not allocator.allocate(unit, price):
            if not _may_use_stocks(state, unit):
                return None
            stocks |= 1 << unit
    return before._replace(payment=Payment((*before.payment.draws, *allocator.draws()), stocks), primed=units)


def _may_use_stocks(state: OcsState, unit: int) -> bool:
    """Whether by house rule a unit can be fueled from its internal stocks [HR-11]."""
    return state.scenario.on("HR-11") and not state.exhausted >> unit & 1


def _no_fuel(state: OcsState, units: CounterSet, rule: str) -> Illegal:
    first = next((u for u in bits(units) if not payment.reachable(state, u)), bits(units)[0])
    there = payment.available(state, bits(units))
    return Illegal(
        rule,
        "{unit} needs fuel to move and {problem}; bring supply, an HQ or a fueled HQ closer, or move in a "
        "mode with leg mobility",
        unit=state.scenario.counter_ids[first],
        problem=f"the dumps in reach hold only {amount(there)}" if there else "has no dump in reach",
    )


def formation_fuel(
    state: OcsState, unit: int, *, prefer: Sequence[int] = (), price: int = 0
) -> Fueling | None:
    """Fuel a unit's formation from one HQ or one dump: the unit and all members that share it [12.5c-A].

    Of several sources choose one that is named, else the one that most units share, then the nearest.
    """
    scenario = state.scenario
    formation = scenario.formation_of[unit]
    if formation < 0:
        return None
    members = on_map(state, scenario.members[formation] & scenario.combat_units)
    price = price or scenario.tables["fuel"]["formation_tokens"]
    best: tuple[tuple[int, ...], Fueling] | None = None
    for place, (shared, source) in enumerate(payment.common_sources(state, members, unit)):
        paid = payment.collect(state, source, price, prefer, unit)
        if shared >> unit & 1 and paid is not None:
            named, *effort = payment.effort(state, (unit,), paid, prefer)
            most = (-needs_fuel(state, shared).bit_count(), -shared.bit_count())
            rank = (named, *most, *effort, place)
            if best is None or rank < best[0]:
                best = rank, Fueling(paid, filled=shared)
    return best[1] if best else None


def independents_fuel(state: OcsState, units: CounterSet, *, prefer: Sequence[int]) -> Fueling | None:
    """Fuel independent units until Clean Up by option, through one HQ or from one dump [21.3, R-OCS-281]."""
    per_re = int(state.scenario.tables["options"]["independent_fuel_tokens_per_re"])
    price = -(-sum(size_now(state, unit) for unit in bits(units)) * per_re // QUARTERS)
    paid = payment.propose_from_one(state, bits(units), price, prefer=prefer)
    return None if paid is None else Fueling(paid, filled=units)


def minimal_fuel(state: OcsState, unit: int, *, prefer: Sequence[int]) -> Fueling | None:
    """Fuel an HQ or a formation for this phase and a quarter of their MA, by house rule [HR-10, R-OCS-293].

    With an HQ, the independent units that it throws to now.
    """
    scenario, price = state.scenario, int(state.scenario.tables["options"]["minimal_fuel_tokens"])
    if scenario.hqs >> unit & 1:
        paid = payment.collect(state, payment.direct(state, unit), price, prefer, unit)
        units = free_around(state, unit) | 1 << unit
        found = None if paid is None else Fueling(paid, primed=units)
    else:
        whole = formation_fuel(state, unit, prefer=prefer, price=price)
        found = None if whole is None else Fueling(whole.payment, primed=whole.filled)
    if found is None:
        return None
    units = _unfueled(state, found.primed)
    return found._replace(primed=units, scant=units)


def hq_fuel(state: OcsState, hq: int, *, prefer: Sequence[int] = ()) -> Fueling | None:
    """Fuel an HQ and all independent units it throws to; it draws the supply itself [12.5c-B, 12.3b-D]."""
    paid = payment.collect(state, payment.direct(state, hq), _hq_price(state.scenario), prefer, hq)
    return None if paid is None else Fueling(paid, fueled=1 << hq)


def _hq_price(scenario: OcsScenario) -> int:
    """Return the tokens that fuel an HQ and the independent units around it [12.5c-B]."""
    price: int = scenario.tables["fuel"]["hq_and_independents_tokens"]
    return price


def pay(state: OcsState, fueling: Fueling) -> list[Event]:
    """Expend the tokens and mark the units as fueled [12.5c]."""
    fueled = fueling.primed | fueling.filled | fueling.fueled
    events = payment.pay(state, fueling.payment, "fuel", "12.5c.1", consumers=fueled)
    state.primed |= fueling.primed
    state.filled |= fueling.filled
    state.fueled |= fueling.fueled
    state.bound |= fueling.bound
    state.scant |= fueling.scant
    changed(state)
    return events


# -- orders ---------------------------------------------------------------------------------------------


def plan(state: OcsState, order: Order) -> Fueling | None:
    """Return what a fuel order would pay, or None if it cannot be paid."""
    prefer = [state.scenario.index[word] for word in order.words]
    unit = state.scenario.index[order.units[0]]
    match order.verb:
        case "fuel-hq":
            return hq_fuel(state, unit, prefer=prefer)
        case "fuel-formation":
            return formation_fuel(state, unit, prefer=prefer)
        case "fuel-minimal":
            return minimal_fuel(state, unit, prefer=prefer)
        case "fuel-independents":
            units = mask_of(state.scenario.index[id_] for id_ in order.units)
            return independents_fuel(state, units, prefer=prefer)
    return _one_by_one(state, 1 << unit, NOTHING, prefer)


def check_fuel(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a unit cannot be fueled, or None: `fuel U`, `fuel-hq H`, `fuel-formation U` [12.5c]."""
    scenario = state.scenario
    unit = one_unit(order, scenario, f"{order.verb} takes one unit")
    if isinstance(unit, Illegal):
        return unit
    id_ = order.units[0]
    if not scenario.of_side[side] >> unit & 1 or state.at[unit] < 0:
        return Illegal("12.1d", "{unit} is not one of your units on the map", unit=id_)
    if not scenario.combat_units >> unit & 1:
        return Illegal("12.5a.4", "{unit} never needs fuel", unit=id_)
    for word in order.words:
        if word not in scenario.index:
            return Illegal("notation", "there is no dump {word!r}", word=word)
        throws = order.verb == "fuel-hq" or (order.verb == "fuel-minimal" and scenario.hqs >> unit & 1)
        reach = payment.direct if throws else payment.reachable
        if scenario.index[word] not in reach(state, unit):
            return Illegal("12.5.1", "{unit} cannot draw supply from {unit_dump}", unit=id_, unit_dump=word)
    refusal = _check_use(state, order.verb, unit)
    if refusal is not None:
        return refusal
    if _formation_able(state, unit) if _from_any_source(order) else plan(state, order):
        return None
    thrown_only = order.verb == "fuel-hq" and payment.propose(state, [unit], _hq_price(scenario)) is not None
    if thrown_only:
        reason = "{unit} cannot pass on supply thrown to it; fuel it singly or bring 1 SP into its own reach"
        return Illegal("12.3b-D.1", reason, unit=id_)
    return _no_fuel(state, 1 << unit, "12.5.1")


def _from_any_source(order: Order) -> bool:
    """Whether an order fuels a formation without naming dumps."""
    return order.verb == "fuel-formation" and not order.words


def _formation_able(state: OcsState, unit: int) -> bool:
    """Whether one dump or one HQ can fuel a unit's formation, without working out which members share it."""
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


def _check_use(state: OcsState, verb: str, unit: int) -> Illegal | None:
    """Return why the fuel would be of no use, or None."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if verb == "fuel-hq":
        if scenario.on("21.3"):
            reason = "HQs fuel no other units with the option Independents; fuel those with fuel-independents"
            return Illegal("21.3.4", reason)
        if not scenario.hqs >> unit & 1:
            return Illegal("12.5c-B", "{unit} is not an HQ; fuel it singly or with its formation", unit=id_)
        if state.fueled >> unit & 1:
            return Illegal("12.5c-B", "{unit} is already fueled until your next Clean Up Phase", unit=id_)
        if state.strat >> unit & 1:
            return Illegal("12.3b-C", "{unit} cannot throw supply in Strat Mode", unit=id_)
        return None
    if verb == "fuel-minimal":
        return _check_minimal(state, unit)
    if verb == "fuel-formation" and scenario.formation_of[unit] < 0:
        return Illegal(
            "12.5c-A.1", "{unit} does not belong to a formation; fuel it singly or through an HQ", unit=id_
        )
    if not must_pay(once_moving(state, 1 << unit), 1 << unit):
        return Illegal("12.5a.1", "{unit} needs no fuel now", unit=id_)
    return None


def _check_minimal(state: OcsState, unit: int) -> Illegal | None:
    """Return why minimal fuel would be of no use or is not allowed, or None [HR-10, R-OCS-281]."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if not scenario.on("HR-10"):
        return Illegal("HR-10.1", "minimal fuel is an option that was not chosen for this game")
    if scenario.hqs >> unit & 1:
        if scenario.on("21.3"):
            return Illegal("21.3.4", "HQs fuel no other units with the option Independents")
        if state.strat >> unit & 1:
            return Illegal("12.3b-C", "{unit} cannot throw supply in Strat Mode", unit=id_)
        concerned = free_around(state, unit) | 1 << unit
    elif scenario.formation_of[unit] < 0:
        return Illegal("HR-10.1", "{unit} is neither an HQ nor in a formation", unit=id_)
    else:
        concerned = 1 << unit
    if not _unfueled(state, concerned):
        return Illegal("12.5a.1", "{unit} needs no fuel now", unit=id_)
    return None


def check_fuel_independents(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why independent units cannot be fueled together until Clean Up, or None [21.3]."""
    scenario = state.scenario
    if not scenario.on("21.3"):
        return Illegal("21.3.4", "fueling independent units by size is an option that was not chosen")
    if not order.units:
        return Illegal("notation", "name the independent units: fuel-independents U,V")
    units = mask_of(scenario.index[id_] for id_ in order.units)
    others = units & ~(scenario.independent & scenario.of_side[side] & state.present)
    if others:
        id_ = scenario.ids(others)[0]
        return Illegal("21.3.4", "{unit} is not one of your independent units on the map", unit=id_)
    fueled = units & ~_unfueled(state, units)
    if fueled:
        return Illegal("12.5a.1", "{unit} needs no fuel now", unit=scenario.ids(fueled)[0])
    refusal = payment.check_payers(state, bits(units), order.words)
    if refusal:
        return refusal
    if plan(state, order) is None:
        return Illegal("21.3.4", "no HQ or dump alone has enough supply in reach of all of them")
    return None


def fuel_independents_able(state: OcsState, side: int) -> CounterSet:
    """Return the independent units that might be fueled until Clean Up: a quick upper bound [21.3]."""
    return fuel_able(state, side) & state.scenario.independent if state.scenario.on("21.3") else 0


def fuel_independents_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the orders to fuel a unit until Clean Up: alone, and with the other independents in its hex."""
    able = fuel_independents_able(state, side)
    if not able >> unit & 1 or not payment.has_supply(state, side):
        return []
    together = _unfueled(state, state.here[state.at[unit]] & able) | 1 << unit
    ids = state.scenario.ids
    orders = [Order("fuel-independents", units=ids(group)) for group in dict.fromkeys((1 << unit, together))]
    return [order for order in orders if check_fuel_independents(state, side, order) is None]


def apply_fuel(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pay for fuel [12.5c]."""
    paid = plan(state, order)
    assert paid is not None, "the order has been checked"
    return pay(state, paid)


def fuel_able(state: OcsState, side: int) -> CounterSet:
    """Return the units that might be fueled: a quick upper bound."""
    scenario = state.scenario
    own = scenario.combat_units & scenario.of_side[side] & state.present & ~state.finished
    if scenario.on("HR-10"):
        return own
    return _unfueled(state, own) | own & scenario.hqs & ~state.fueled


def surely_fueled(state: OcsState, side: int) -> CounterSet:
    """Return the units for which fuel must be paid and that reach a token, outside the Movement Phase.

    In the Movement Phase all units that may be fueled can also finish their movement.
    """
    if state.phase == "movement":
        return 0
    scenario = state.scenario
    dry = _unfueled(state, fuel_able(state, side)) & ~(scenario.independent if state.fueled else 0)
    return mask_of(unit for unit in bits(dry) if payment.reachable(state, unit))


def fuel_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the ways to fuel a unit that has not finished moving."""
    scenario = state.scenario
    if not fuel_able(state, side) >> unit & 1:
        return []
    if not payment.reachable(state, unit) and not _may_use_stocks(state, unit):
        return []
    verbs = ["fuel"]
    if scenario.hqs >> unit & 1:
        verbs.append("fuel-hq")
    if scenario.formation_of[unit] >= 0:
        verbs.append("fuel-formation")
    if scenario.on("HR-10"):
        verbs.append("fuel-minimal")
    orders = [Order(verb, units=(scenario.counter_ids[unit],)) for verb in verbs]
    return [order for order in orders if check_fuel(state, side, order) is None]


def clean_up(state: OcsState, side: int) -> None:
    """Remove HQ and formation fuel in its owner's Clean Up Phase [12.5d]."""
    others = ~state.scenario.of_side[side]
    state.fueled &= others
    state.filled &= others
    changed(state)


def begin_segment(state: OcsState) -> None:
    """Remove single-unit fuel and let HQs choose again where to throw from [12.5c-C, 12.5e]."""
    state.primed = state.bound = state.scant = 0
    changed(state)
