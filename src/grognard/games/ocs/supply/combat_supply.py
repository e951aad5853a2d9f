"""Cases 12.4 and 12.10: the cost of combat supply, and internal stocks where dumps are out of reach."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from grognard.core.contract.counters import CounterSet
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import OcsState, size_now, steps_left
from grognard.games.ocs.supply.allocation import SupplyAllocator
from grognard.games.ocs.supply.payment import FREE, Payment, available, propose

# -- attack ---------------------------------------------------------------------------------------------


def attack_price(state: OcsState, unit: int) -> int:
    """Return the tokens that a unit's attack costs: by its steps, in some games less for brigades [12.4]."""
    scenario = state.scenario
    table, counter = scenario.tables["combat_supply"], scenario.counters[unit]
    if counter.size == "Bde" and counter.steps > 1 and scenario.ruling("12.4.3"):
        return int(table["attacker_tokens_dak_two_step_brigade"])
    return int(table["attacker_tokens_per_step"]) * steps_left(state, unit)


def only_independents(state: OcsState, units: Sequence[int]) -> bool:
    """Return whether no divisional unit attacks, which by option makes the attack more expensive [21.3]."""
    return state.scenario.on("21.3") and not mask_of(units) & ~state.scenario.independent


def attack_supply(
    state: OcsState, units: Sequence[int], *, prefer: Sequence[int] = (), organic: bool = True
) -> Payment | Illegal:
    """Pay for an attack from dumps as far as they go, then from internal stocks [12.4, 12.10a, 12.10g].

    Units without stocks are served first. Without `organic` the loads of Organic Trucks are kept, as their
    owner may choose [12.10a, 13.2g-G]. By option independent units alone pay double and use no stocks [21.3].
    """
    allocator = SupplyAllocator(state, prefer=prefer, organic=organic)
    stocks, wasted = 0, 0
    short: list[int] = []
    alone = only_independents(state, units)
    times = int(state.scenario.tables["options"]["independent_attack_times"]) if alone else 1
    for unit in sorted(units, key=lambda unit: (-_used(state, unit), attack_price(state, unit))):
        price = times * attack_price(state, unit)
        if allocator.allocate(unit, price):
            continue
        if alone:
            id_ = state.scenario.counter_ids[unit]
            reason = "{unit} needs {price}T from dumps in reach; add a divisional unit or bring supply closer"
            return Illegal("21.3.2", reason, unit=id_, price=price)
        if _used(state, unit) == 2:
            return _no_supply(state, unit, units)
        stocks |= 1 << unit
        short.append(unit)
    for unit in short:
        wasted += allocator.waste(unit, attack_price(state, unit))
    return Payment(allocator.draws(), stocks, 0, wasted)


def _used(state: OcsState, unit: int) -> int:
    """Return how often a unit has used its internal stocks: 0, 1 (Low) or 2 (Exhausted) [12.10b]."""
    return 2 if state.exhausted >> unit & 1 else state.low >> unit & 1


def _no_supply(state: OcsState, unit: int, units: Sequence[int]) -> Illegal:
    needed, there = attack_price(state, unit), available(state, [unit])
    shared = ", shared with the other attackers" if len(units) > 1 and there else ""
    return Illegal(
        "12.10c.2",
        "{unit} cannot attack: it needs {needed}T, has {there}T in reach{shared}, and its internal stocks "
        "are Exhausted; bring supply or an HQ closer, or leave it out of the attack",
        unit=state.scenario.counter_ids[unit],
        needed=needed,
        there=there,
        shared=shared,
    )


# -- defence --------------------------------------------------------------------------------------------


def defence_price(state: OcsState, units: CounterSet) -> int:
    """Return the tokens that the defence of a hex costs: less for small stacks [12.4]."""
    table = state.scenario.tables["combat_supply"]
    size = sum(size_now(state, unit) for unit in bits(units))
    small: bool = size <= QUARTERS
    price: int = table["defender_tokens_if_total_re_at_most_1"] if small else table["defender_tokens"]
    return price


def defence_supply(
    state: OcsState,
    units: CounterSet,
    *,
    withhold: CounterSet = 0,
    cover: CounterSet = 0,
    prefer: Sequence[int] = (),
    organic: bool = True,
) -> Payment:
    """Pay for a defence [12.4, R-OCS-61].

    Supply that any of the units can draw covers the whole hex. With one token too few it covers units of up
    to 1 RE, those in `cover` if the owner names any; the others use internal stocks, and those without go
    unsupplied, as do the units in `withhold` [9.5-B].
    """
    asking = units & ~withhold
    if not asking:
        return Payment(unpaid=units)
    price = defence_price(state, units)
    whole = propose(state, bits(asking), price, prefer=prefer, organic=organic)
    if whole is not None:
        return whole._replace(unpaid=withhold)
    there = available(state, bits(asking), organic=organic)
    part = propose(state, bits(asking), there, organic=organic) or FREE  # all there is
    covered = (cover & asking or _covered(state, asking)) if there else 0
    stocks = asking & ~(covered | state.exhausted)
    unpaid = units & ~(covered | stocks)
    return Payment(part.draws, stocks, unpaid, 0 if covered else there)


def is_partial(state: OcsState, units: CounterSet, *, organic: bool = True) -> bool:
    """Whether there is a token in reach for a defence, but one too few for the whole hex [R-OCS-61]."""
    return 0 < available(state, bits(units), organic=organic) < defence_price(state, units)


def fits_one_token(state: OcsState, units: CounterSet) -> bool:
    """Whether a single token supplies all of some defenders: up to 1 RE [12.4, R-OCS-61]."""
    return sum(size_now(state, unit) for unit in bits(units)) <= QUARTERS


def covers(state: OcsState, units: CounterSet) -> list[CounterSet]:
    """List the groups of defenders that a single token can supply, none of which has room for another."""
    small = [unit for unit in bits(units) if fits_one_token(state, 1 << unit)]
    found: list[CounterSet] = []
    for count in range(len(small), 0, -1):
        for group in map(mask_of, combinations(small, count)):
            if fits_one_token(state, group) and not any(group & larger == group for larger in found):
                found.append(group)
    return found


def _covered(state: OcsState, units: CounterSet) -> CounterSet:
    """Return the units that a single token supplies: up to 1 RE, the most valuable first."""
    scenario, room, covered = state.scenario, QUARTERS, 0
    worth = sorted(
        bits(units),
        key=lambda unit: (-_used(state, unit), -scenario.faces[unit][state.turned >> unit & 1].strength),
    )
    for unit in worth:
        size = size_now(state, unit)
        if size <= room:
            covered |= 1 << unit
            room -= size
    return covered


# -- recovery -------------------------------------------------------------------------------------------


def lot(state: OcsState, unit: int) -> int:
    """Return the tokens that restore one level of a unit's stocks: a multi-step unit pays per RE [12.10e]."""
    table = state.scenario.tables["combat_supply"]
    price: int = table["recover_low_tokens_per_unit_or_re"]
    if state.scenario.multistep >> unit & 1:
        price = price * size_now(state, unit) // QUARTERS
    return price


def recovery_price(state: OcsState, unit: int) -> int:
    """Return the tokens that restore a unit's internal stocks to full [12.10e]."""
    return lot(state, unit) * _used(state, unit)


def restock(state: OcsState, unit: int, lots: int) -> None:
    """Restore some levels of a unit's internal stocks."""
    bit, used = 1 << unit, _used(state, unit) - lots
    state.low = state.low | bit if used == 1 else state.low & ~bit
    state.exhausted = state.exhausted | bit if used == 2 else state.exhausted & ~bit
    changed(state)


def level(state: OcsState, unit: int) -> str:
    """Return the level of a unit's internal stocks as printed."""
    return ("full", "Low", "Exhausted")[_used(state, unit)]
