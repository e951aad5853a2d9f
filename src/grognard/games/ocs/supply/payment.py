"""Cases 12.1 to 12.3: paying supply. Which dumps a unit can reach, proposed payments, and expenditure.

A dump is any counter that holds tokens: supply on the ground or loaded on Transport Points [12.1b].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.errors import Illegal
from grognard.core.facts import Cache, Notes, changed, keep
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, where
from grognard.games.ocs.model.supply_events import SupplyDraw, SupplyPaid
from grognard.games.ocs.supply.supply_paths import drawn, serves, thrown, throws
from grognard.games.ocs.supply.tokens import use

DIRECT = NO_COUNTER
"""In place of an HQ: supply is drawn directly [12.3a]."""


class Draw(NamedTuple):
    """Tokens from one dump."""

    holder: int
    """The dump or Transport Point."""
    tokens: int
    via: int = DIRECT
    """The HQ that throws them, or `DIRECT`."""


class Payment(NamedTuple):
    """What pays for something: dumps, internal stocks, or nothing."""

    draws: tuple[Draw, ...] = ()
    stocks: CounterSet = 0
    """Units that use up their internal stocks [12.10]."""
    unpaid: CounterSet = 0
    """Units that go unsupplied [9.5]."""
    wasted: int = 0
    """Tokens among the draws that have no effect [12.10h]."""

    @property
    def tokens(self) -> int:
        """Total number of tokens spent."""
        return sum(draw.tokens for draw in self.draws)


FREE = Payment()


# -- dumps in reach -------------------------------------------------------------------------------------


def holders(state: OcsState, side: int) -> dict[Hex, tuple[int, ...]]:
    """Return the counters of a side that hold supply, by hex; only that side can use it [12.1b, 12.1d]."""
    key = ("holders", side)
    found: dict[Hex, tuple[int, ...]] | None = state.cache.get(key)
    if found is None:
        reads = state.stamps[side], tuple(state.tokens)
        found = state.cache[key] = keep(state, key, reads, lambda: _holders(state, side))
    return found


def _holders(state: OcsState, side: int) -> dict[Hex, tuple[int, ...]]:
    scenario, at, tokens = state.scenario, state.at, state.tokens
    found: dict[Hex, tuple[int, ...]] = {}
    for counter in bits((scenario.dumps | scenario.transports) & scenario.of_side[side]):
        if tokens[counter] and at[counter] >= 0:
            found[at[counter]] = (*found.get(at[counter], ()), counter)
    return found


def _net(state: OcsState, side: int) -> Cache:
    """Return notes on which units can use which dumps; they hold while dumps, HQs and paths stay the same."""
    key = ("supply net", side)
    found: Notes | None = state.cache.get(key)
    if found is None:
        reads = throws(state, side), holders(state, side)
        found = state.cache[key] = keep(state, key, reads, Notes)
    return found


def pool(state: OcsState, unit: int) -> tuple[int, ...]:
    """Return the dumps from which a unit can draw, or an HQ for others, Organic Trucks included [12.3a]."""
    side = state.scenario.side_of[unit]
    notes, key = _net(state, side), ("pool", unit, state.at[unit])
    found: tuple[int, ...] | None = notes.get(key)
    if found is None:
        by_hex = holders(state, side)
        reach = drawn(state, unit, mask_of(by_hex))
        found = tuple(holder for hex_, there in by_hex.items() if reach >> hex_ & 1 for holder in there)
        notes[key] = found
    return found


def draws_from(state: OcsState, unit: int, hex_: Hex) -> bool:
    """Whether a unit can draw directly from a hex [12.3a]."""
    return bool(drawn(state, unit, 1 << hex_))


def throwers(state: OcsState, unit: int) -> tuple[int, ...]:
    """Return the HQs that can throw supply to a unit [12.3b, 13.1d]."""
    scenario, here = state.scenario, state.at[unit]
    if here < 0:
        return ()
    side = scenario.side_of[unit]
    notes, key = throws(state, side), ("throwers", unit, here)
    found: tuple[int, ...] | None = notes.get(key)
    if found is None:
        found = notes[key] = tuple(
            hq
            for hq in bits(scenario.hqs & scenario.of_side[side])
            if state.at[hq] >= 0 and serves(scenario, hq, 1 << unit) and thrown(state, hq, 1 << here)
        )
    return found


def open_to(scenario: OcsScenario, holder: int, unit: int) -> bool:
    """Whether a unit may use a dump: Organic Trucks supply only their own formation [13.2g-B]."""
    if not scenario.organic >> holder & 1:
        return True
    return scenario.formation_of[holder] == scenario.formation_of[unit]


def direct(state: OcsState, unit: int) -> Mapping[int, int]:
    """Return the dumps a unit can use without an HQ [12.3a], supply afloat among them [12.3c]."""
    scenario = state.scenario
    ashore = pool(state, unit) if state.at[unit] >= 0 else ()  # passengers have no other [18.6a-B]
    found = {holder: DIRECT for holder in ashore if open_to(scenario, holder, unit)}
    return {**found, **dict.fromkeys(afloat(state, unit), DIRECT)}


def afloat(state: OcsState, unit: int) -> tuple[int, ...]:
    """Return the landing craft with supply in a unit's hex or next to it [12.3c.2, 18.5e.2]."""
    scenario, hex_ = state.scenario, where(state, unit)
    own = scenario.craft & scenario.of_side[scenario.side_of[unit]]
    if not own or hex_ < 0:
        return ()
    near = scenario.grid.around[hex_] | 1 << hex_
    return tuple(c for c in bits(own) if state.tokens[c] and state.at[c] >= 0 and near >> state.at[c] & 1)


def _craft_by_hex(state: OcsState, side: int) -> dict[Hex, tuple[int, ...]]:
    """Return a side's landing craft with supply by their hexes [18.5e.2]."""
    found: dict[Hex, list[int]] = {}
    for c in bits(state.scenario.craft & state.scenario.of_side[side]):
        if state.tokens[c] and state.at[c] >= 0:
            found.setdefault(state.at[c], []).append(c)
    return {hex_: tuple(craft) for hex_, craft in found.items()}


def has_supply(state: OcsState, side: int) -> bool:
    """Return whether a side has supply on the map at all, ashore or afloat."""
    return bool(holders(state, side) or _craft_by_hex(state, side))


def reachable(state: OcsState, unit: int) -> Mapping[int, int]:
    """Return the dumps a unit can use, each with the HQ that throws or `DIRECT` [12.3]."""
    scenario = state.scenario
    notes = state.cache if scenario.craft else _net(state, scenario.side_of[unit])  # craft move with supply
    key = ("reachable", unit, state.at[unit])
    found: dict[int, int] | None = notes.get(key)
    if found is None:
        found = dict(direct(state, unit))
        if state.at[unit] >= 0 and holders(state, scenario.side_of[unit]):
            for hq in throwers(state, unit):
                for holder in pool(state, hq):
                    if open_to(scenario, holder, unit):
                        found.setdefault(holder, hq)
        notes[key] = found
    return found


def reachable_by_any(state: OcsState, units: Iterable[int]) -> dict[int, int]:
    """Return the dumps that at least one of some units can use, each with the HQ that throws."""
    found: dict[int, int] = {}
    for unit in units:
        for holder, via in reachable(state, unit).items():
            if via == DIRECT or holder not in found:
                found[holder] = via
    return found


def available(state: OcsState, units: Iterable[int], *, organic: bool = True) -> int:
    """Return how many tokens some units can draw, with or without those on Organic Trucks."""
    left_out = 0 if organic else state.scenario.organic
    return sum(state.tokens[h] for h in reachable_by_any(state, units) if not left_out >> h & 1)


def check_payers(state: OcsState, units: Iterable[int], names: Iterable[str]) -> Illegal | None:
    """Refuse to pay from a dump, or through an HQ, that none of some units can use [12.3]."""
    units, index = tuple(units), state.scenario.index
    for name in names:
        payer = index.get(name, NO_COUNTER)
        if payer == NO_COUNTER:
            return Illegal("notation", "there is no dump {word!r}", word=name)
        if payer in reachable_by_any(state, units) or any(payer in throwers(state, unit) for unit in units):
            continue
        reason = "{unit_dump} holds no supply that these units can use; name a dump in reach, or none"
        return Illegal("12.3.1", reason, unit_dump=name)
    return None


def common_sources(
    state: OcsState, members: CounterSet, serving: int = NO_COUNTER
) -> list[tuple[CounterSet, dict[int, int]]]:
    """List the sources that units can share: each dump, craft with supply, each HQ that throws [13.7a].

    Each comes with the units that use it and its dumps by HQ (`DIRECT` for none). If `serving` names a unit,
    list only the sources of that unit.
    """
    scenario, at = state.scenario, state.at
    found = []
    side = scenario.side_of[members.bit_length() - 1]
    reach = {unit: drawn(state, unit) for unit in bits(members)}
    for hex_, there in holders(state, side).items():
        if serving == NO_COUNTER or reach[serving] >> hex_ & 1:
            shared = mask_of(unit for unit, hexes in reach.items() if hexes >> hex_ & 1)
            if shared:
                found.append((shared, dict.fromkeys(there, DIRECT)))
    for hex_, there in _craft_by_hex(state, side).items():
        near_by = scenario.grid.around[hex_] | 1 << hex_
        shared = mask_of(unit for unit in bits(members) if at[unit] >= 0 and near_by >> at[unit] & 1)
        if shared and (serving == NO_COUNTER or shared >> serving & 1):
            found.append((shared, dict.fromkeys(there, DIRECT)))
    hqs = bits(scenario.hqs & scenario.of_side[side])
    if serving != NO_COUNTER:
        hqs = tuple(hq for hq in hqs if hq == serving or hq in throwers(state, serving))
    for hq in hqs:
        behind = pool(state, hq) if at[hq] >= 0 else ()
        if behind:
            hexes = thrown(state, hq)
            near = serves(scenario, hq, members) | members & 1 << hq
            shared = mask_of(unit for unit in bits(near) if hexes >> at[unit] & 1)
            if shared:
                found.append((shared, dict.fromkeys(behind, hq)))
    return found


# -- proposals ------------------------------------------------------------------------------------------


def nearest_first(
    state: OcsState, units: Iterable[int], reach: Mapping[int, int], prefer: Sequence[int] = ()
) -> list[int]:
    """Return dumps in the order in which units pay from them [R-OCS-140].

    First those that `prefer` names, or that an HQ in it throws. Then the units' own hex, then the nearest;
    of two as near, the one that fewer other units depend on. Ground comes before loads in a hex, direct draw
    before a throw, and Organic Trucks, which no rule makes the owner spend, come last [12.10a, 12.10e-B].
    """
    if len(reach) < 2:
        return list(reach)
    hexes = {where(state, unit) for unit in units}
    named = {counter: place - len(prefer) for place, counter in enumerate(prefer)}
    loaded, organic, at = state.scenario.transports, state.scenario.organic, state.at

    def first(holder: int) -> tuple[int, ...]:
        wanted = named.get(holder, named.get(reach[holder], 0))
        far = _distance(state, hexes, holder)
        return wanted, organic >> holder & 1, far, loaded >> holder & 1

    ranks = {holder: first(holder) for holder in reach}
    needed: Mapping[Hex, int] = {}
    if len(set(ranks.values())) < len({(at[holder], rank) for holder, rank in ranks.items()}):
        needed = _dependants(state, state.scenario.side_of[next(iter(reach))])

    def rank(holder: int) -> tuple[int, ...]:
        thrown_ = int(reach[holder] != DIRECT)
        return *ranks[holder], needed.get(at[holder], 0), thrown_, -state.tokens[holder], holder

    return sorted(reach, key=rank)


def _distance(state: OcsState, hexes: Iterable[Hex], holder: int) -> int:
    """Return how many hexes a dump is from the nearest of some hexes."""
    distance = state.scenario.grid.distance
    return min(distance(hex_, state.at[holder]) for hex_ in hexes)


def _dependants(state: OcsState, side: int) -> Mapping[Hex, int]:
    """Return for each hex with supply of a side how many of its units have no supply nearer than that."""
    key = ("dependants", side)
    found: dict[Hex, int] | None = state.cache.get(key)
    if found is None:
        scenario, at = state.scenario, state.at
        hexes = tuple(holders(state, side))
        found = dict.fromkeys(hexes, 0)
        for unit in bits(scenario.combat_units & scenario.of_side[side]):
            if at[unit] >= 0:
                for hex_ in _nearest(scenario, at[unit], hexes):
                    found[hex_] += 1
        state.cache[key] = found
    return found


@lru_cache(maxsize=8192)
def _nearest(scenario: OcsScenario, start: Hex, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the hexes among some that are nearest to another; cached, because dumps seldom move."""
    away = [scenario.grid.distance(start, hex_) for hex_ in hexes]
    nearest = min(away, default=0)  # none if all supply is aboard landing craft [18.5e]
    return tuple(hex_ for hex_, far in zip(hexes, away, strict=True) if far == nearest)


def propose(
    state: OcsState,
    units: Iterable[int],
    tokens: int,
    *,
    prefer: Sequence[int] = (),
    organic: bool = True,
) -> Payment | None:
    """Return a payment for units of which any may draw, or None if there is too little supply [12.3.1]."""
    units, left_out = tuple(units), 0 if organic else state.scenario.organic
    reach = {h: via for h, via in reachable_by_any(state, units).items() if not left_out >> h & 1}
    return _collect(state, units, reach, tokens, prefer)


def collect(
    state: OcsState, reach: Mapping[int, int], tokens: int, prefer: Sequence[int], *units: int
) -> Payment | None:
    """Return a payment from those of some dumps that all units may use, or None if there is too little."""
    scenario = state.scenario
    usable = {h: via for h, via in reach.items() if all(open_to(scenario, h, unit) for unit in units)}
    return _collect(state, units, usable, tokens, prefer)


def _collect(
    state: OcsState, units: Iterable[int], reach: Mapping[int, int], tokens: int, prefer: Sequence[int]
) -> Payment | None:
    if sum(state.tokens[holder] for holder in reach) < tokens:
        return None
    draws, due = [], tokens
    for holder in nearest_first(state, units, reach, prefer):
        if due:
            part = min(due, state.tokens[holder])
            draws.append(Draw(holder, part, reach[holder]))
            due -= part
    return Payment(tuple(draws))


def propose_from_one(
    state: OcsState, units: Sequence[int], tokens: int, *, prefer: Sequence[int] = ()
) -> Payment | None:
    """Return a payment for a barrage: through one HQ from all its dumps, or from one dump [R-OCS-84].

    `prefer` may name an HQ as well as dumps. Without an HQ a dump is all supply in one hex.
    """
    found: list[tuple[tuple[int, ...], Payment]] = []
    side = state.scenario.side_of[units[0]]
    sources = [
        dict.fromkeys(there, DIRECT)
        for hex_, there in holders(state, side).items()
        if all(draws_from(state, unit, hex_) for unit in units)
    ]
    common = set(throwers(state, units[0])).intersection(*(throwers(state, unit) for unit in units[1:]))
    sources += [dict.fromkeys(pool(state, hq), hq) for hq in sorted(common)]
    for place, source in enumerate(sources):
        payment = collect(state, source, tokens, prefer, *units)
        if payment is not None:
            found.append(((*effort(state, units, payment, prefer), place), payment))
    return min(found, key=lambda item: item[0])[1] if found else None


def effort(state: OcsState, units: Iterable[int], payment: Payment, prefer: Sequence[int]) -> tuple[int, ...]:
    """Return the sort key of payments from different sources, by the order of `nearest_first` [R-OCS-140]."""
    hexes = {state.at[unit] for unit in units}
    loaded, organic = state.scenario.transports, state.scenario.organic
    named = organic_tokens = far = loads = others = 0
    for draw in payment.draws:
        named += draw.tokens * (draw.holder in prefer or draw.via in prefer)
        organic_tokens += draw.tokens * (organic >> draw.holder & 1)
        far += draw.tokens * _distance(state, hexes, draw.holder)
        loads += draw.tokens * (loaded >> draw.holder & 1)
    for draw in payment.draws:
        others += _dependants(state, state.scenario.side_of[draw.holder]).get(state.at[draw.holder], 0)
    return -named, organic_tokens, far, loads, others


# -- paying ---------------------------------------------------------------------------------------------


def amount(tokens: int) -> str:
    """Return an amount of supply in words: Supply Points and tokens [12.1a].

    >>> amount(9), amount(8), amount(3), amount(0)
    ('2 SP 1T', '2 SP', '3T', '0T')
    """
    points, rest = divmod(tokens, TOKENS)
    parts = [f"{points} SP"] if points else []
    if rest or not points:
        parts.append(f"{rest}T")
    return " ".join(parts)


def kind_of(scenario: OcsScenario, holder: int) -> str:
    """Return the kind of a counter that holds supply."""
    if scenario.dumps >> holder & 1:
        return "dump"
    if scenario.organic >> holder & 1:
        return "Organic Truck"
    if scenario.craft >> holder & 1:
        return "landing craft"
    return "truck" if scenario.trucks >> holder & 1 else "wagon"


def place_of(state: OcsState, draw: Draw) -> str:
    """Return in words where tokens come from: the dump and the HQ that throws."""
    scenario = state.scenario
    where = f"the {kind_of(scenario, draw.holder)} in {scenario.place_name(state.at[draw.holder])}"
    return where if draw.via == DIRECT else f"{where} through {scenario.called[draw.via]}"


def described(state: OcsState, payment: Payment) -> str:
    """Return a payment in words."""
    parts = [f"{amount(draw.tokens)} from {place_of(state, draw)}" for draw in payment.draws]
    if payment.stocks:
        units = [state.scenario.called[unit] for unit in bits(payment.stocks)]
        parts.append(f"internal stocks of {', '.join(units)}")
    return "; ".join(parts) or "nothing"


def pay(
    state: OcsState, payment: Payment, purpose: str, rule: str, *, consumers: CounterSet = 0
) -> list[Event]:
    """Expend the tokens and internal stocks of a payment [12.2b, 12.10b]."""
    if not payment.draws and not payment.stocks:
        return []
    scenario = state.scenario
    first = payment.draws[0].holder if payment.draws else bits(payment.stocks)[0]
    side = scenario.sides[scenario.side_of[first]]
    draws = tuple(
        SupplyDraw(
            tokens=draw.tokens,
            holder=kind_of(scenario, draw.holder),
            hex=scenario.label(state.at[draw.holder]),
            hq="" if draw.via == DIRECT else scenario.counter_ids[draw.via],
        )
        for draw in payment.draws
    )
    for draw in payment.draws:
        use(state, draw.holder, draw.tokens)
    deplete(state, payment.stocks)
    return [
        SupplyPaid(
            purpose=purpose,
            consumers=scenario.ids(consumers),
            draws=draws,
            stocks=scenario.ids(payment.stocks),
            side=side,
            hexes=tuple(dict.fromkeys(draw.hex for draw in draws)),
            rule=rule,
        )
    ]


def deplete(state: OcsState, units: CounterSet) -> None:
    """Deplete the internal stocks of units: to Low, and to Exhausted the second time [12.10b]."""
    second = units & state.low
    state.low = state.low & ~second | units & ~second
    state.exhausted |= second
    changed(state)
