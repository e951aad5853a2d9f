"""The Supply Phase, cases 12.6, 12.8 and 12.10: internal stocks, feeding from dumps, Out of Supply.

In the order of R-OCS-99. Where the owner has a choice, a question stops the phase:

- ``trace``: only a part of a formation can trace; `units` could, and their owner chooses the part [12.6f].
- ``recover``: too little supply for all internal stocks; `units` need it [R-OCS-100].
- ``eat``: units without trace supply that can be fed; `units` are undecided, `data` will be fed [12.6c].
  A dump or HQ that the owner named to pay for them is in `data` too, as its complement (``~dump``).

Attrition comes last and has its own module and question.
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
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.core.text import Text
from grognard.games.kit.states import on_map
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import OcsState, size_now
from grognard.games.ocs.model.supply_events import BackInSupply, OutOfSupply, StocksRestored
from grognard.games.ocs.supply import attrition
from grognard.games.ocs.supply.allocation import SupplyAllocator
from grognard.games.ocs.supply.combat_supply import level, lot, recovery_price, restock
from grognard.games.ocs.supply.payment import (
    Draw,
    Payment,
    check_payers,
    common_sources,
    nearest_first,
    open_to,
    pay,
    reachable,
)
from grognard.games.ocs.supply.trace import in_trace, split_formations, trace_hexes

QUESTIONS = ("recover", "trace", "eat")


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """Begin the Supply Phase of the phasing side [2.1, 12.10e]."""
    side = state.phasing
    state.favoured = 0
    units = _needs_recovery(state, side)
    if units and _must_choose(state, units):
        ask(state, Question("recover", side, tuple(units)))
        return []
    return _recover(state, units) + _ask_trace(state, side, dice)


# -- internal stocks ------------------------------------------------------------------------------------


def _needs_recovery(state: OcsState, side: int) -> list[int]:
    """Return Low and Exhausted units that can draw supply other than from Organic Trucks [12.10e-B]."""
    marked = (state.low | state.exhausted) & state.scenario.of_side[side]
    organic = state.scenario.organic
    return [
        unit
        for unit in bits(on_map(state, marked))
        if any(not organic >> holder & 1 for holder in reachable(state, unit))
    ]


def _must_choose(state: OcsState, units: Sequence[int]) -> bool:
    """Whether there is too little supply for all, so that the owner chooses who comes first [R-OCS-100]."""
    allocator = SupplyAllocator(state, organic=False)
    return len(units) > 1 and not all(allocator.allocate(unit, recovery_price(state, unit)) for unit in units)


def recovery(state: OcsState, order: Iterable[int], prefer: Sequence[int]) -> tuple[Payment, dict[int, int]]:
    """Return what restoring internal stocks in order costs, and the levels that each unit gains [12.10e].

    Full recoveries come first, then single levels. Supply too small to restore a level is spent as well, up
    to what is still needed [12.10e-C].
    """
    allocator, units = SupplyAllocator(state, prefer=prefer, organic=False), list(order)
    lots: dict[int, int] = {}
    for unit in units:
        if allocator.allocate(unit, recovery_price(state, unit)):
            lots[unit] = recovery_price(state, unit) // lot(state, unit)
    short = [unit for unit in units if unit not in lots]
    for unit in short:
        if state.exhausted >> unit & 1 and allocator.allocate(unit, lot(state, unit)):
            lots[unit] = 1
    for unit in short:
        allocator.waste(unit, recovery_price(state, unit) - lots.get(unit, 0) * lot(state, unit))
    return Payment(allocator.draws()), lots


def _recover(state: OcsState, order: Iterable[int], prefer: Sequence[int] = ()) -> list[Event]:
    """Restore the internal stocks of units in order [12.10e]."""
    payment, lots = recovery(state, order, prefer)
    events = pay(state, payment, "internal stocks", "12.10e.1")
    for unit, levels in lots.items():
        restock(state, unit, levels)
        events.append(_restocked(state, unit))
    return events


def _restocked(state: OcsState, unit: int) -> Event:
    scenario, side = state.scenario, state.scenario.counters[unit].side
    return StocksRestored(level=level(state, unit), side=side, units=scenario.names[unit], rule="12.10e.1")


# -- feeding from dumps ---------------------------------------------------------------------------------


def needs_feeding(state: OcsState, side: int) -> CounterSet:
    """Return units without trace supply that can be fed: a dump in reach, no Strat Mode [12.6c, 12.6e]."""
    scenario = state.scenario
    own = on_map(state, scenario.combat_units & scenario.of_side[side])
    cut_off = own & ~(in_trace(state, side) | state.dropped | state.beached)  # [12.6h]
    return mask_of(unit for unit in bits(cut_off & ~state.strat) if reachable(state, unit))


def feeding_cost(state: OcsState, units: CounterSet, prefer: Sequence[int] = ()) -> Payment | None:
    """Return what feeding some units costs: 1T per 2 RE from each dump or HQ [R-OCS-97].

    The cheaper of two ways: each unit from its nearest source, or as many as possible from each [R-OCS-140].
    None if there is too little supply for all of them.
    """
    if not units:
        return Payment()
    sources = common_sources(state, units)
    plans = _feed_nearest(state, units, sources, prefer), _feed_most(state, units, sources, prefer)
    found = [plan for plan in plans if plan is not None]
    return min(found, key=lambda plan: plan.tokens) if found else None


Sources = Sequence[tuple[CounterSet, dict[int, int]]]
"""Sources that units can share, as `common_sources` lists them."""


def _re_per_token(state: OcsState) -> int:
    """Return the size that a token feeds, in quarters of an RE [12.6c]."""
    return QUARTERS * int(state.scenario.tables["combat_supply"]["eat_re_per_token"])


def _feed_nearest(
    state: OcsState, units: CounterSet, sources: Sources, prefer: Sequence[int]
) -> Payment | None:
    """Feed each unit from the source with the first of its dumps by `nearest_first`, if that is enough."""
    groups: dict[int, CounterSet] = {}
    for unit in bits(units):
        reach, owner = {}, {}
        for place, (shared, dumps) in enumerate(sources):
            if shared >> unit & 1:
                for dump, via in dumps.items():
                    if dump not in reach and open_to(state.scenario, dump, unit):
                        reach[dump], owner[dump] = via, place
        if not reach:
            return None
        best = owner[nearest_first(state, (unit,), reach, prefer)[0]]
        groups[best] = groups.get(best, 0) | 1 << unit
    left = state.tokens[:]
    draws: list[Draw] = []
    for place, fed in groups.items():
        paid = _draw(state, left, fed, _usable(state, fed, sources[place][1]), prefer)
        if paid is None:
            return None
        draws += paid
    return Payment(_summed(draws))


def _feed_most(state: OcsState, units: CounterSet, sources: Sources, prefer: Sequence[int]) -> Payment | None:
    """Feed as many units as possible from one source, then from the next, so that little is rounded up."""
    per_token, left, rest = _re_per_token(state), state.tokens[:], units
    draws: list[Draw] = []
    while rest:
        best: tuple[int, CounterSet, dict[int, int]] = (0, 0, {})
        for shared, dumps in sources:
            fed = _within(state, shared & rest, sum(left[dump] for dump in dumps) * per_token)
            usable = _usable(state, fed, dumps)
            fed = _within(state, fed, sum(left[dump] for dump in usable) * per_token)
            best = max(best, (_size(state, fed), fed, usable), key=lambda one: one[0])
        _, fed, dumps = best
        paid = _draw(state, left, fed, dumps, prefer) if fed else None
        if paid is None:
            return None
        rest &= ~fed
        draws += paid
    return Payment(_summed(draws))


def _usable(state: OcsState, units: CounterSet, dumps: dict[int, int]) -> dict[int, int]:
    """Return the dumps of a source that all of some units may use [13.2g-B]."""
    scenario = state.scenario
    return {d: via for d, via in dumps.items() if all(open_to(scenario, d, u) for u in bits(units))}


def _draw(
    state: OcsState, left: list[int], fed: CounterSet, dumps: dict[int, int], prefer: Sequence[int]
) -> list[Draw] | None:
    """Take the tokens that feed units from the dumps of a source, or return None if it has too few."""
    due, draws = -(-_size(state, fed) // _re_per_token(state)), []
    for dump in nearest_first(state, bits(fed), dumps, prefer):
        part = min(due, left[dump])
        if part:
            draws.append(Draw(dump, part, dumps[dump]))
            left[dump] -= part
            due -= part
    return None if due else draws


def _summed(draws: Iterable[Draw]) -> tuple[Draw, ...]:
    """Return draws with one for each dump and HQ."""
    found: dict[tuple[int, int], int] = {}
    for draw in draws:
        found[draw.holder, draw.via] = found.get((draw.holder, draw.via), 0) + draw.tokens
    return tuple(Draw(holder, tokens, via) for (holder, via), tokens in found.items())


def _size(state: OcsState, units: CounterSet) -> int:
    return sum(size_now(state, unit) for unit in bits(units))


def _within(state: OcsState, units: CounterSet, room: int) -> CounterSet:
    """Return as many units as fit into a size, the largest first."""
    found = 0
    for unit in sorted(bits(units), key=lambda unit: -size_now(state, unit)):
        if size_now(state, unit) <= room:
            found |= 1 << unit
            room -= size_now(state, unit)
    return found


def _ask_trace(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Ask which part of a split formation traces, for one formation after the other [12.6f, R-OCS-138]."""
    for parts in split_formations(state, side):
        units = 0
        for part in parts:
            units |= part
        if not units & state.favoured:
            ask(state, Question("trace", side, bits(units)))
            return []
    return _ask_feeding(state, side, dice)


def parts_to_trace(state: OcsState, question: Question) -> list[CounterSet]:
    """Return the parts of the formation that a question is about, the default first."""
    units = mask_of(question.units)
    found = [parts for parts in split_formations(state, question.side) if parts[0] & units]
    return found[0] if found else [units]


def _ask_feeding(state: OcsState, side: int, dice: Roller) -> list[Event]:
    """Ask which units to feed, if any can be fed; otherwise mark units at once [12.6d]."""
    units = needs_feeding(state, side)
    if not any(feeding_cost(state, 1 << unit) for unit in bits(units)):
        return _mark(state, side, 0, dice)
    ask(state, Question("eat", side, bits(units)))
    return []


def units_answered(state: OcsState, question: Question, order: Order) -> CounterSet:
    """Return the units an answer is about: those named, all in a hex, or all that are undecided."""
    left = mask_of(question.units)
    if order.units:
        return mask_of(state.scenario.index[id_] for id_ in order.units)
    if order.target:
        return left & state.here.get(state.scenario.hex(order.target), 0)
    return left


def payers_named(state: OcsState, order: Order) -> tuple[int, ...]:
    """Return the dumps and HQs from which an answer says to pay."""
    return tuple(state.scenario.index[word] for word in order.words)


def fed_and_payers(data: Iterable[int]) -> tuple[CounterSet, tuple[int, ...]]:
    """Return the units that will be fed and the dumps that their owner named, from the data of a question."""
    numbers = tuple(data)
    return mask_of(unit for unit in numbers if unit >= 0), tuple(~dump for dump in numbers if dump < 0)


def recovery_order(state: OcsState, question: Question, order: Order) -> list[int]:
    """Return the order in which units recover: those that an answer names, then the cheapest [R-OCS-100]."""
    first = [state.scenario.index[id_] for id_ in order.units]
    rest = sorted(set(question.units) - set(first), key=lambda unit: (recovery_price(state, unit), unit))
    return [*first, *rest]


# -- Out of Supply --------------------------------------------------------------------------------------


def _mark(
    state: OcsState, side: int, fed: CounterSet, dice: Roller, prefer: Sequence[int] = ()
) -> list[Event]:
    """Mark units that neither trace nor are fed as Out of Supply; unmark all others [12.8a, R-OCS-98]."""
    scenario = state.scenario
    own, supplied = scenario.of_side[side] & scenario.combat_units, in_trace(state, side)
    supplied |= (state.dropped | state.beached) & own  # [12.6h]
    payment = feeding_cost(state, fed, prefer)
    assert payment is not None
    events = pay(state, payment, "feeding", "12.6c.1")
    there = on_map(state, own)
    out = there & ~(supplied | fed)
    events += _events_by_hex(state, side, out & ~state.out, OutOfSupply, "12.8a.1")
    events += _events_by_hex(state, side, state.out & own & ~out, BackInSupply, "12.8a.2")
    state.out = state.out & ~own | out
    state.favoured = 0
    _record_trace(state, side, supplied)
    changed(state)
    return events + attrition.check_all(state, side, out, dice)


def _record_trace(state: OcsState, side: int, supplied: CounterSet) -> None:
    """Record which units had trace supply; units off the map count as having had it [R-OCS-101]."""
    scenario, hexes = state.scenario, trace_hexes(state, side)
    own = scenario.of_side[side] & (scenario.combat_units | scenario.transports)
    there = on_map(state, own)
    trucks = mask_of(t for t in bits(there & scenario.transports) if hexes >> state.at[t] & 1)
    state.traced = state.traced & ~own | own & ~there | supplied | trucks


def _events_by_hex(
    state: OcsState, side: int, units: CounterSet, kind: type[OutOfSupply | BackInSupply], rule: str
) -> list[Event]:
    """Return an event for each hex with some units."""
    scenario = state.scenario
    by_hex: dict[Hex, list[int]] = {}
    for unit in bits(units):
        by_hex.setdefault(state.at[unit], []).append(unit)
    return [
        kind(
            side=scenario.sides[side],
            units=scenario.ids(mask_of(those)),
            hexes=(scenario.label(hex_),),
            rule=rule,
        )
        for hex_, those in by_hex.items()
        if hex_ >= 0
    ]


# -- questions ------------------------------------------------------------------------------------------


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    if question.kind == "recover":
        return Text("Too little supply to restore all internal stocks. Choose the units to restore first.")
    if question.kind == "trace":
        return Text("Only one part of this formation can trace supply. Choose the units that do.")
    hexes = len({state.at[unit] for unit in question.units})
    return Text(
        "Units in {places} have no trace supply. Feed them from dumps?", places=plural(hexes, "hex", "hexes")
    )


def answers(state: OcsState, question: Question) -> list[Order]:
    """List an answer for each unit or hex; an order may also name several units."""
    scenario = state.scenario
    if question.kind == "recover":
        return [Order("recover", units=scenario.names[unit]) for unit in question.units]
    if question.kind == "trace":
        return [Order("trace", units=scenario.ids(part)) for part in parts_to_trace(state, question)]
    found, fed = [Order("starve")], fed_and_payers(question.data)[0]
    for hex_ in sorted({state.at[unit] for unit in question.units}):
        label, there = scenario.label(hex_), mask_of(question.units) & state.here[hex_]
        found.append(Order("starve", target=label))
        if feeding_cost(state, fed | there) is not None:
            found.append(Order("eat", target=label))
        else:
            found += [
                Order("eat", target=label, units=scenario.names[unit])
                for unit in bits(there)
                if feeding_cost(state, fed | 1 << unit) is not None
            ]
    return found


def check_answer(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None."""
    scenario = state.scenario
    named = mask_of(scenario.index[id_] for id_ in order.units)
    if question.kind == "trace":
        if named in parts_to_trace(state, question):
            return None
        return Illegal("12.6f.2", "name all units that trace to the same HQ or the same source")
    others = scenario.ids(named & ~mask_of(question.units))
    if question.kind == "recover":
        if others:
            reason = "{unit} has full internal stocks or no supply in reach to restore them"
            return Illegal("12.10e.3", reason, unit=others[0])
        if not named or order.target:
            return Illegal("notation", "name the units to restore first")
        return check_payers(state, bits(named), order.words)
    if others:
        reason = "{unit} has trace supply, no dump in reach, is in Strat Mode, or was already decided"
        return Illegal("12.6c.2", reason, unit=others[0])
    return _check_feeding(state, question, order)


def _check_feeding(state: OcsState, question: Question, order: Order) -> Illegal | None:
    units = units_answered(state, question, order)
    if not units:
        return Illegal("12.6c.2", "no unit in {hex} needs feeding", hex=order.target)
    if order.target and units & ~state.here.get(state.scenario.hex(order.target), 0):
        return Illegal("notation", "not all the units are in {hex}", hex=order.target)
    fed, payers = fed_and_payers(question.data)
    if order.verb == "eat" and feeding_cost(state, fed | units, payers) is None:
        size = _size(state, units) / QUARTERS
        return Illegal("12.6c.1", "too little supply in reach to feed another {size:g} RE", size=size)
    return check_payers(state, bits(units), order.words)


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Carry out an answer and continue the phase."""
    state.questions.pop()
    changed(state)
    if question.kind == "recover":
        units_first = recovery_order(state, question, order)
        events = _recover(state, units_first, payers_named(state, order))
        return events + _ask_trace(state, question.side, dice)
    if question.kind == "trace":
        state.favoured |= mask_of(state.scenario.index[id_] for id_ in order.units)
        return _ask_trace(state, question.side, dice)
    units = units_answered(state, question, order)
    left = mask_of(question.units) & ~units
    fed, payers = fed_and_payers(question.data)
    payers += payers_named(state, order)
    fed |= units if order.verb == "eat" else 0
    if left and any(feeding_cost(state, fed | 1 << unit, payers) is not None for unit in bits(left)):
        data = (*bits(fed), *(~dump for dump in payers))
        ask(state, Question("eat", question.side, bits(left), -1, data))
        return []
    return _mark(state, question.side, fed, dice, payers)
