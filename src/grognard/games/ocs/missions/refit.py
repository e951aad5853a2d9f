"""Chapters 15.1, 15.2 and 18.2b: the Aircraft Refit Phase, in which Inactive planes become Active."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import active_at, active_limit, box_data, is_strip, name_of, planes_at
from grognard.games.ocs.combat.strength import rough_category
from grognard.games.ocs.model.air_events import PlanesRefitted
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.state import HOSTED, OcsState
from grognard.games.ocs.supply.payment import FREE, Payment, check_payers, pay, propose
from grognard.games.ocs.terrain.zones import free_of_enemy_zoc


def capacity(state: OcsState, host: int) -> int:
    """Return how many planes a base can refit: two for each level, one for a strip [15.0b-A, 15.2-B].

    A box has a number of its own [I.F]. A carrier refits all its planes, or two if damaged [18.2b].
    """
    costs, box = series_tables()["other_costs"], box_data(state.scenario, host)
    if box is not None:
        return box.refit
    per_level: int = costs["air_refit_aircraft_per_level"]
    if state.scenario.carriers >> host & 1:
        return per_level if state.lost[host] else planes_at(state, host).bit_count()
    strip: int = costs["air_strip_refit_aircraft"]
    number = strip if is_strip(state, host) else per_level * state.level[host]
    if state.scenario.on("HR-16") and rough_category(state, state.at[host]):
        return max(int(number * state.scenario.tables["options"]["rough_refit"]), 1)  # [R-OCS-289]
    return number


def price(state: OcsState, host: int) -> int:
    """Return the cost of a refit in tokens: the same at every base, free at boxes and carriers [15.1-B]."""
    cost: int = series_tables()["other_costs"]["air_refit_tokens_per_base"]
    return cost if state.scenario.bases >> host & 1 else 0


def payment_for(state: OcsState, host: int, words: tuple[str, ...] = ()) -> Payment | None:
    """Return what pays for a refit: the base draws as a unit in its hex [12.9c, R-OCS-236]."""
    if not price(state, host):
        return FREE
    prefer = [state.scenario.index[word] for word in words]
    return propose(state, (host,), price(state, host), prefer=prefer)


def able(state: OcsState, side: int) -> CounterSet:
    """Return the Inactive planes that could be refitted now."""
    if state.phase != "refit" or state.side != side:
        return 0
    own = state.scenario.planes & state.scenario.of_side[side] & ~state.active
    return mask_of(
        c for c in bits(own) if state.at[c] == HOSTED and not _check_base(state, side, state.host[c])
    )


def _check_base(state: OcsState, side: int, host: int) -> Illegal | None:
    """Return why a base cannot refit, or None [15.1-A, 15.1-C]."""
    name = name_of(state, host)
    if state.refitted >> host & 1:
        return Illegal("15.1-A", "{base} has already refitted planes in this phase", base=name)
    if not capacity(state, host):
        return Illegal("15.1-B", "{base} cannot refit planes", base=name)
    here = state.at[host]
    if state.scenario.bases >> host & 1 and not free_of_enemy_zoc(state, side) >> here & 1:
        return Illegal("15.1-C", "{base} is in an enemy ZOC", base=name)
    if payment_for(state, host) is None:
        return Illegal("15.1-B", "a refit at {base} costs 1T, which is not in reach", base=name)
    return None


def check_refit(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot be refitted together, or None [15.1]. Weather does not matter [15.1-D]."""
    if not order.units or order.target or order.path:
        return Illegal("notation", "name planes of one base: refit A,B")
    planes = [state.scenario.index[id_] for id_ in order.units]
    for plane, id_ in zip(planes, order.units, strict=True):
        own = state.scenario.planes & state.scenario.of_side[side]
        if not own >> plane & 1 or state.at[plane] != HOSTED:
            return Illegal("15.1-B", "{unit} is not one of your air units at a base", unit=id_)
        if state.active >> plane & 1:
            return Illegal("14.1d", "{unit} is already Active", unit=id_)
    host = state.host[planes[0]]
    if any(state.host[plane] != host for plane in planes):
        return Illegal("15.1-A", "each base refits its own planes; name planes of one base")
    refusal = _check_base(state, side, host)
    if refusal:
        return refusal
    most = capacity(state, host)
    if len(set(planes)) > most:
        return Illegal("15.1-B", "{base} refits at most {most} planes", base=name_of(state, host), most=most)
    room = active_limit(state, host) - active_at(state, host).bit_count()
    if len(set(planes)) > room:
        limit = active_limit(state, host)
        return Illegal("14.2a.2", "the base holds at most {limit} Active planes", limit=limit)
    return check_payers(state, (host,), order.words) if order.words else None


def refit_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's refits: alone, and with as many others of its base as possible."""
    if not able(state, side) >> plane & 1:
        return []
    host, scenario = state.host[plane], state.scenario
    room = active_limit(state, host) - active_at(state, host).bit_count()
    others = [c for c in bits(planes_at(state, host) & ~state.active) if c != plane]
    most = min(capacity(state, host), room)
    if most < 1:
        return []
    full = mask_of([plane, *others][:most])
    return [Order("refit", units=scenario.ids(group)) for group in dict.fromkeys((1 << plane, full))]


def apply_refit(state: OcsState, side: int, order: Order) -> list[Event]:
    """Pay and make the planes Active [15.1, 14.1d]."""
    scenario = state.scenario
    planes = mask_of(scenario.index[id_] for id_ in order.units)
    host = state.host[planes.bit_length() - 1]
    supply = payment_for(state, host, order.words)
    assert supply is not None, "legal refits can be paid for"
    events = pay(state, supply, "refit", "15.1-B") if supply.draws else []
    state.active |= planes
    state.refitted |= 1 << host
    changed(state)
    where = (scenario.label(state.at[host]),) if state.at[host] >= 0 else ()
    name = scenario.sides[side]
    base = name_of(state, host)
    events.append(PlanesRefitted(side=name, units=order.units, hexes=where, base=base, rule="15.1-B"))
    return events
