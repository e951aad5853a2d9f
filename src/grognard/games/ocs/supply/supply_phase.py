"""The Supply Phase: internal stocks recover, units eat off the map or are Out of Supply [12.6, 12.8, 12.10].

In the order of R-OCS-99. Where the owner has a choice, a question stops the phase:

- ``recover``: too little supply for all internal stocks; `units` are those that need it [R-OCS-100].
- ``eat``: units without trace that could eat; `units` are undecided, `data` holds those that will [12.6c].

Attrition comes last, and asks in its own module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.states import changed, on_map
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import OcsState, size_now
from grognard.games.ocs.supply import attrition
from grognard.games.ocs.supply.combat_supply import level, lot, recovery_price, restock
from grognard.games.ocs.supply.payment import (
    Draw,
    Payment,
    Till,
    common_sources,
    open_to,
    pay,
    preference,
    reachable,
)
from grognard.games.ocs.supply.trace import in_trace, trace_hexes

QUESTIONS = ("recover", "eat")


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """The Supply Phase of the phasing side begins [2.1, 12.10e]."""
    side = state.phasing
    needy = _needy(state, side)
    if needy and _must_choose(state, needy):
        ask(state, Question("recover", side, tuple(needy)))
        return []
    return _recover(state, needy) + _offer_food(state, side, dice)


# -- internal stocks ------------------------------------------------------------------------------------


def _needy(state: OcsState, side: int) -> list[int]:
    """Units that are Low or Exhausted and can get supply, other than from organic trucks [12.10e-B]."""
    marked = (state.low | state.exhausted) & state.scenario.of_side[side]
    organic = state.scenario.organic
    return [
        unit
        for unit in bits(on_map(state, marked))
        if any(not organic >> holder & 1 for holder in reachable(state, unit))
    ]


def _must_choose(state: OcsState, needy: Sequence[int]) -> bool:
    """Whether there is too little for all, so that their owner says who comes first [R-OCS-100]."""
    till = Till(state, organic=False)
    return len(needy) > 1 and not all(till.serve(unit, recovery_price(state, unit)) for unit in needy)


def _recover(state: OcsState, order: Iterable[int]) -> list[Event]:
    """Internal stocks are filled up, the first named first: whole prices, then single levels [12.10e].

    What is left and helps nobody is spent all the same, up to what is still needed [12.10e-C].
    """
    till, units = Till(state, organic=False), list(order)
    lots: dict[int, int] = {}
    for unit in units:
        if till.serve(unit, recovery_price(state, unit)):
            lots[unit] = recovery_price(state, unit) // lot(state, unit)
    short = [unit for unit in units if unit not in lots]
    for unit in short:
        if state.exhausted >> unit & 1 and till.serve(unit, lot(state, unit)):
            lots[unit] = 1
    for unit in short:
        till.waste(unit, recovery_price(state, unit) - lots.get(unit, 0) * lot(state, unit))
    if not units:
        return []
    events = pay(state, Payment(till.draws()), "internal stocks", "12.10e.1")
    for unit, levels in lots.items():
        restock(state, unit, levels)
        events.append(_restocked(state, unit))
    return events


def _restocked(state: OcsState, unit: int) -> Event:
    scenario, side = state.scenario, state.scenario.counters[unit].side
    says = f"the internal stocks of {{units}} are {level(state, unit)} now"
    return Event("restocked", says, side=side, units=scenario.names[unit], rule="12.10e.1", only=(side,))


# -- eating ---------------------------------------------------------------------------------------------


def hungry(state: OcsState, side: int) -> CounterSet:
    """Combat units without trace that could eat: not in Strat Mode, with supply in reach [12.6c, 12.6e]."""
    scenario = state.scenario
    cut_off = on_map(state, scenario.combat_units & scenario.of_side[side]) & ~in_trace(state, side)
    return mask_of(unit for unit in bits(cut_off & ~state.strat) if reachable(state, unit))


def rations(state: OcsState, units: CounterSet) -> Payment | None:
    """What feeding some units costs: for each dump or HQ a token for every two equivalents [R-OCS-97].

    None when there is too little for all of them.
    """
    if not units:
        return Payment()
    scenario = state.scenario
    per_token = QUARTERS * scenario.tables["combat_supply"]["eat_re_per_token"]
    left = {holder: tokens for holder, tokens in enumerate(state.tokens) if tokens}
    rank, draws, rest = preference(state), [], units
    sources = common_sources(state, units)
    while rest:
        best: tuple[int, CounterSet, dict[int, int]] = (0, 0, {})
        for shared, dumps in sources:
            eaters = _within(state, shared & rest, sum(left[dump] for dump in dumps) * per_token)
            usable = {
                d: via for d, via in dumps.items() if all(open_to(scenario, d, u) for u in bits(eaters))
            }
            eaters = _within(state, eaters, sum(left[dump] for dump in usable) * per_token)
            best = max(best, (_size(state, eaters), eaters, usable), key=lambda one: one[0])
        size, eaters, dumps = best
        if not eaters:
            return None
        rest &= ~eaters
        due = -(-size // per_token)
        for dump in sorted(dumps, key=rank):
            part = min(due, left[dump])
            if part:
                draws.append(Draw(dump, part, dumps[dump]))
                left[dump] -= part
                due -= part
    return Payment(tuple(draws))


def _size(state: OcsState, units: CounterSet) -> int:
    return sum(size_now(state, unit) for unit in bits(units))


def _within(state: OcsState, units: CounterSet, room: int) -> CounterSet:
    """As many of some units as fit into a size, the largest first."""
    found = 0
    for unit in sorted(bits(units), key=lambda unit: -size_now(state, unit)):
        if size_now(state, unit) <= room:
            found |= 1 << unit
            room -= size_now(state, unit)
    return found


def _offer_food(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Ask who eats, if anybody could; else mark and check at once [12.6d]."""
    units = hungry(state, side)
    if not any(rations(state, 1 << unit) for unit in bits(units)):
        return _mark(state, side, 0, dice)
    ask(state, Question("eat", side, bits(units)))
    return []


def named_eaters(state: OcsState, question: Question, order: Order) -> CounterSet:
    """The units an answer speaks of: some of a hex, all of it, or all that are left."""
    left = mask_of(question.units)
    if order.units:
        return mask_of(state.scenario.index[id_] for id_ in order.units)
    if order.target:
        return left & state.here.get(state.scenario.hex(order.target), 0)
    return left


# -- Out of Supply --------------------------------------------------------------------------------------


def _mark(state: OcsState, side: int, fed: CounterSet, dice: Roller) -> list[Event]:
    """Units that neither trace nor eat are Out of Supply; all others are so no longer [12.8a, R-OCS-98]."""
    scenario = state.scenario
    own, supplied = scenario.of_side[side] & scenario.combat_units, in_trace(state, side)
    payment = rations(state, fed)
    assert payment is not None
    events = pay(state, payment, "rations", "12.6c.1")
    there = on_map(state, own)
    out = there & ~(supplied | fed)
    events += _told(state, side, out & ~state.out, "out-of-supply", "{units} is Out of Supply in {hex}")
    events += _told(state, side, state.out & own & ~out, "in-supply", "{units} is back in supply in {hex}")
    state.out = state.out & ~own | out
    _remember(state, side, supplied)
    changed(state)
    return events + attrition.check_all(state, side, out, dice)


def _remember(state: OcsState, side: int, supplied: CounterSet) -> None:
    """Note who had trace of its own; the off-map ones count as having had it when they come [R-OCS-101]."""
    scenario, hexes = state.scenario, trace_hexes(state, side)
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports)
    there = on_map(state, own)
    trucks = mask_of(t for t in bits(there & scenario.transports) if hexes >> state.at[t] & 1)
    state.traced = state.traced & ~own | own & ~there | supplied | trucks


def _told(state: OcsState, side: int, units: CounterSet, kind: str, says: str) -> list[Event]:
    """One event for each hex with such units."""
    scenario = state.scenario
    by_hex: dict[Hex, list[int]] = {}
    for unit in bits(units):
        by_hex.setdefault(state.at[unit], []).append(unit)
    return [
        Event(
            kind,
            says,
            side=scenario.sides[side],
            units=scenario.ids(mask_of(those)),
            hexes=(scenario.label(hex_),),
            rule="12.8a.1" if kind == "out-of-supply" else "12.8a.2",
        )
        for hex_, those in by_hex.items()
        if hex_ >= 0
    ]


# -- questions ------------------------------------------------------------------------------------------


def sentence(state: OcsState, question: Question) -> str:
    """What is asked."""
    if question.kind == "recover":
        return "too little supply for all internal stocks: who is restocked first?"
    hexes = len({state.at[unit] for unit in question.units})
    return f"units in {plural(hexes, 'hex', 'hexes')} have no trace supply: do they eat off the map?"


def answers(state: OcsState, question: Question) -> list[Order]:
    """Every plain answer: one unit, one hex; more can be named at a time."""
    scenario = state.scenario
    if question.kind == "recover":
        return [Order("recover", units=scenario.names[unit]) for unit in question.units]
    found, fed = [Order("starve")], mask_of(question.data)
    for hex_ in sorted({state.at[unit] for unit in question.units}):
        label, there = scenario.label(hex_), mask_of(question.units) & state.here[hex_]
        found.append(Order("starve", target=label))
        if rations(state, fed | there) is not None:
            found.append(Order("eat", target=label))
        else:
            found += [
                Order("eat", target=label, units=scenario.names[unit])
                for unit in bits(there)
                if rations(state, fed | 1 << unit) is not None
            ]
    return found


def check_answer(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Why an answer will not do."""
    scenario = state.scenario
    named = mask_of(scenario.index[id_] for id_ in order.units)
    others = bits(named & ~mask_of(question.units))
    if question.kind == "recover":
        if others:
            name = scenario.called[others[0]]
            return Illegal("12.10e.3", f"{name} needs no internal stocks or reaches no supply for them")
        return None if named and not order.target else Illegal("notation", "name who comes first")
    if others:
        name = scenario.called[others[0]]
        why = f"{name} has trace supply, reaches no dump, is in Strat Mode, or is decided upon"
        return Illegal("12.6c.2", why)
    return _check_eat(state, question, order)


def _check_eat(state: OcsState, question: Question, order: Order) -> Illegal | None:
    units = named_eaters(state, question, order)
    if not units:
        return Illegal("12.6c.2", f"nobody in {order.target} needs to eat")
    if order.target and units & ~state.here.get(state.scenario.hex(order.target), 0):
        return Illegal("notation", f"they are not all in {order.target}")
    if order.verb == "eat" and rations(state, mask_of(question.data) | units) is None:
        size = _size(state, units) / QUARTERS
        return Illegal("12.6c.1", f"the dumps in reach are too small to feed {size:g} RE there as well")
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Go on with the phase as the owner says."""
    state.questions.pop()
    changed(state)
    scenario = state.scenario
    if question.kind == "recover":
        first = [scenario.index[id_] for id_ in order.units]
        rest = sorted(set(question.units) - set(first), key=lambda unit: (recovery_price(state, unit), unit))
        return _recover(state, [*first, *rest]) + _offer_food(state, question.side, dice)
    units = named_eaters(state, question, order)
    left = mask_of(question.units) & ~units
    fed = mask_of(question.data) | (units if order.verb == "eat" else 0)
    if left and any(rations(state, fed | 1 << unit) is not None for unit in bits(left)):
        ask(state, Question("eat", question.side, bits(left), -1, bits(fed)))
        return []
    return _mark(state, question.side, fed, dice)
