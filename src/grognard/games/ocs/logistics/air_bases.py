"""Cases 15.2 to 15.4: air bases and air strips are built, improved and reduced by construction."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.bases import base_at, is_strip
from grognard.games.ocs.logistics.construction import builders, check_crew, crews, mark_worked, sites
from grognard.games.ocs.model.air_events import BaseChanged
from grognard.games.ocs.model.charts import LEG, series_tables
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put, spare_counter
from grognard.games.ocs.supply.payment import Payment, amount, check_payers, pay, place_of, propose
from grognard.games.ocs.terrain import step_costs
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.weather import ground_of

STRIP = "strip"
"""The word that makes a new base an air strip [15.2]."""


def price(state: OcsState, side: int, hex_: Hex, strip: bool) -> int:
    """Return the cost of the next level in tokens: strips are cheaper [15.2-A, 15.3.1]."""
    costs, base = series_tables()["other_costs"], base_at(state, hex_, side)
    if base == NO_COUNTER and strip:
        return int(costs["air_strip_build_tokens"])
    if base != NO_COUNTER and is_strip(state, base):
        return int(costs["air_strip_to_level_1_tokens"])
    return int(costs["air_base_level_sp"]) * TOKENS


def _payment(state: OcsState, side: int, order: Order) -> Payment | None:
    units = [state.scenario.index[id_] for id_ in order.units]
    cost = price(state, side, state.scenario.hex(order.target), STRIP in order.words)
    return propose(state, units, cost, prefer=[state.scenario.index[word] for word in _payers(order)])


def _payers(order: Order) -> tuple[str, ...]:
    """Return the dumps and transports that an order names."""
    return tuple(word for word in order.words if word != STRIP)


def _crew(state: OcsState, order: Order) -> CounterSet:
    return mask_of(state.scenario.index[id_] for id_ in order.units)


# -- building and improving --------------------------------------------------------------------------


def check_pave(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why an air base or strip cannot be built or improved, or None [15.3, 15.2]."""
    if not order.target or order.path:
        return Illegal("13.8d.1", "name the hex and the engineer: pave HEX UNIT")
    hex_, crew = state.scenario.hex(order.target), _crew(state, order)
    refusal = check_crew(state, side, hex_, crew)
    if refusal:
        return refusal
    if crew & ~engineer_capable(state, side):
        return Illegal("15.3.1", "only Engineer-Capable units build air bases")
    refusal = _check_site(state, side, hex_, STRIP in order.words)
    refusal = refusal or check_payers(state, bits(crew), _payers(order))
    if refusal:
        return refusal
    if _payment(state, side, order) is None:
        cost = amount(price(state, side, hex_, STRIP in order.words))
        return Illegal("15.3.1", "the work costs {cost}, which is not in reach", cost=cost)
    return None


def _check_site(state: OcsState, side: int, hex_: Hex, strip: bool) -> Illegal | None:
    """Return why a hex cannot get a base or another level, or None [15.0a, 15.2.1, 15.3, R-OCS-237]."""
    scenario, base = state.scenario, base_at(state, hex_, side)
    where, most = scenario.label(hex_), int(series_tables()["other_costs"]["air_base_max_level"])
    if state.here.get(hex_, 0) & scenario.of_side[1 - side]:
        return Illegal("15.3.1", "{hex} contains enemy counters", hex=where)
    if state.paved >> hex_ & 1:
        return Illegal("15.3.2", "the air base in {hex} was already changed this turn", hex=where)
    if strip and not scenario.side_data[side].air_strips:
        return Illegal("15.2.1", "you cannot build air strips in this game")
    if base != NO_COUNTER and strip:
        return Illegal("15.0a", "{hex} already has an air base", hex=where)
    if base != NO_COUNTER and state.level[base] >= most:
        return Illegal("15.3.3", "the air base in {hex} already has the highest level", hex=where)
    if base == NO_COUNTER and not _open_to_leg(state, side, hex_):
        return Illegal("15.3.1", "no base can be built in {hex}", hex=where)
    if base == NO_COUNTER and spare_counter(state, scenario.bases & scenario.of_side[side]) == NO_COUNTER:
        return Illegal("15.3.1", "no air base counter is left")
    return None


def _open_to_leg(state: OcsState, side: int, hex_: Hex) -> bool:
    """Return whether Leg units can enter a hex in the present ground conditions [R-OCS-237]."""
    steps = step_costs.enterable_steps(state.scenario, LEG, ground_of(state, side))
    return any(entered >> hex_ & 1 for entered in steps)


def pavers(state: OcsState, side: int) -> CounterSet:
    """Return the engineers that could build air bases now; none in a game without aircraft."""
    if state.phase != "movement" or state.side != side or not state.scenario.planes:
        return 0
    return builders(state, side)


def pave_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the bases and strips that an engineer can build or improve."""
    if not pavers(state, side) >> unit & 1:
        return []
    scenario, found = state.scenario, []
    paid: dict[int, bool] = {}
    for hex_ in bits(sites(state, unit)):
        for words in ((), (STRIP,)):
            if _check_site(state, side, hex_, bool(words)):
                continue
            order = Order("pave", scenario.label(hex_), scenario.names[unit], words=words)
            cost = price(state, side, hex_, bool(words))
            if cost not in paid:
                paid[cost] = _payment(state, side, order) is not None
            if paid[cost]:
                found.append(order)
    return found


def apply_pave(state: OcsState, side: int, order: Order) -> list[Event]:
    """Pay for and build a base, a strip or a level, which is usable at once [15.3, 15.2-A, 13.8d]."""
    scenario, hex_ = state.scenario, state.scenario.hex(order.target)
    payment = _payment(state, side, order)
    assert payment is not None, "legal work can be paid for"
    events = pay(state, payment, "air base", "15.3.1")
    base = base_at(state, hex_, side)
    if base == NO_COUNTER:
        base = spare_counter(state, scenario.bases & scenario.of_side[side])
        state.level[base] = 0 if STRIP in order.words else 1
        put(state, base, hex_)
    else:
        state.level[base] += 1
    return [*events, _changed_to(state, side, hex_, _crew(state, order), "15.3.1")]


def explain_pave(state: OcsState, order: Order) -> Explanation:
    """Explain what the work costs and which dump pays."""
    scenario, side = state.scenario, state.side
    payment = _payment(state, side, order)
    lines = [
        Line(f"from {place_of(state, draw)}", amount(draw.tokens), "12.3.1")
        for draw in (payment.draws if payment else ())
    ]
    hex_ = scenario.hex(order.target)
    title = f"Air base in {scenario.place_name(hex_)}"
    return Explanation(title, tuple(lines), amount(price(state, side, hex_, STRIP in order.words)))


# -- reducing ----------------------------------------------------------------------------------------


def check_plough(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why an air base cannot be reduced, or None [15.4]."""
    if not order.target or order.path or order.words:
        return Illegal("13.8d.1", "name the hex and the units: plough HEX UNIT")
    hex_ = state.scenario.hex(order.target)
    return check_crew(state, side, hex_, _crew(state, order)) or _check_plough_at(state, side, hex_)


def _check_plough_at(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    base, where = base_at(state, hex_, side), state.scenario.label(hex_)
    if base == NO_COUNTER:
        return Illegal("15.4.1", "you have no air base in {hex}", hex=where)
    if is_strip(state, base):
        return Illegal("15.2-E", "an air strip is never reduced")
    if state.level[base] <= 1:
        return Illegal("15.4.2", "an air base is never reduced below level 1")
    if state.paved >> hex_ & 1:
        return Illegal("15.4.2", "the air base in {hex} was already changed this turn", hex=where)
    return None


def plough_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the bases that a unit can reduce."""
    if not state.scenario.bases & state.scenario.of_side[side]:
        return []
    return [
        Order("plough", state.scenario.label(hex_), state.scenario.ids(crew))
        for hex_, crew in crews(state, side, unit)
        if not _check_plough_at(state, side, hex_)
    ]


def apply_plough(state: OcsState, side: int, order: Order) -> list[Event]:
    """Reduce an air base by a level [15.4.1]."""
    hex_ = state.scenario.hex(order.target)
    state.level[base_at(state, hex_, side)] -= 1
    return [_changed_to(state, side, hex_, _crew(state, order), "15.4.1")]


def _changed_to(state: OcsState, side: int, hex_: Hex, crew: CounterSet, rule: str) -> Event:
    """Finish the work; both sides see air bases and their levels [4.9a]."""
    mark_worked(state, crew)
    state.paved |= 1 << hex_
    level, name = state.level[base_at(state, hex_, side)], state.scenario.sides[side]
    return BaseChanged(side=name, hexes=(state.scenario.label(hex_),), level=level, rule=rule)
