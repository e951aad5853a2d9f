"""Paying with supply: which dumps a unit can reach, what is proposed, what is taken where [12.1, 12.3].

A dump is any counter that holds tokens: supply on the ground or loaded on transport points [12.1b].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState
from grognard.games.ocs.supply.supply_paths import drawn, serves, thrown
from grognard.games.ocs.supply.tokens import use

DIRECT = NO_COUNTER
"""Stands for the HQ where supply is drawn directly [12.3a]."""


class Draw(NamedTuple):
    """Tokens out of one dump."""

    holder: int
    """The dump or transport point."""
    tokens: int
    via: int = DIRECT
    """The HQ that throws them, or `DIRECT`."""


class Payment(NamedTuple):
    """Who pays for something: dumps, internal stocks, or nobody."""

    draws: tuple[Draw, ...] = ()
    stocks: CounterSet = 0
    """Units that use up their internal stocks [12.10]."""
    unpaid: CounterSet = 0
    """Units that go without [9.5]."""
    wasted: int = 0
    """Tokens among the draws that help nobody [12.10h]."""

    @property
    def tokens(self) -> int:
        """All tokens that are spent."""
        return sum(draw.tokens for draw in self.draws)


FREE = Payment()


# -- what is in reach -----------------------------------------------------------------------------------


def holders(state: OcsState, side: int) -> dict[Hex, tuple[int, ...]]:
    """By hex the counters of a side that hold supply: its own to use, and only its own [12.1b, 12.1d]."""
    key = ("holders", side)
    found: dict[Hex, tuple[int, ...]] | None = state.cache.get(key)
    if found is None:
        scenario, at, tokens = state.scenario, state.at, state.tokens
        found = {}
        for counter in bits((scenario.dumps | scenario.transports) & scenario.of_side[side]):
            if tokens[counter] and at[counter] >= 0:
                found[at[counter]] = (*found.get(at[counter], ()), counter)
        state.cache[key] = found
    return found


def pool(state: OcsState, unit: int) -> tuple[int, ...]:
    """The dumps from which a unit can draw directly, or an HQ for others; organic trucks too [12.3a]."""
    key = ("pool", unit)
    found: tuple[int, ...] | None = state.cache.get(key)
    if found is None:
        reach = drawn(state, unit)
        side = state.scenario.side_of[unit]
        found = tuple(
            holder for hex_, there in holders(state, side).items() if reach >> hex_ & 1 for holder in there
        )
        state.cache[key] = found
    return found


def draws_from(state: OcsState, unit: int, hex_: Hex) -> bool:
    """Whether a unit can draw directly out of a hex [12.3a]."""
    return bool(drawn(state, unit) >> hex_ & 1)


def throwers(state: OcsState, unit: int) -> tuple[int, ...]:
    """The HQs that can throw supply to a unit [12.3b, 13.1d]."""
    scenario, here = state.scenario, state.at[unit]
    own = scenario.hqs & scenario.of_side[scenario.side_of[unit]] if here >= 0 else 0
    return tuple(
        hq
        for hq in bits(own)
        if state.at[hq] >= 0 and serves(scenario, hq, 1 << unit) and thrown(state, hq) >> here & 1
    )


def open_to(scenario: OcsScenario, holder: int, unit: int) -> bool:
    """Whether a unit may use a dump: loads of organic trucks are for their formation alone [13.2g-B]."""
    if not scenario.organic >> holder & 1:
        return True
    return scenario.formation_of[holder] == scenario.formation_of[unit]


def direct(state: OcsState, unit: int) -> Mapping[int, int]:
    """The dumps a unit can use without an HQ [12.3a]."""
    scenario = state.scenario
    return {holder: DIRECT for holder in pool(state, unit) if open_to(scenario, holder, unit)}


def reachable(state: OcsState, unit: int) -> Mapping[int, int]:
    """The dumps a unit can use, and by which HQ (`DIRECT` where none is needed) [12.3]."""
    key = ("reachable", unit)
    found: dict[int, int] | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        found = dict(direct(state, unit))
        if holders(state, scenario.side_of[unit]):
            for hq in throwers(state, unit):
                for holder in pool(state, hq):
                    if open_to(scenario, holder, unit):
                        found.setdefault(holder, hq)
        state.cache[key] = found
    return found


def reachable_by_any(state: OcsState, units: Iterable[int]) -> dict[int, int]:
    """The dumps that at least one of some units can use, and by which HQ."""
    found: dict[int, int] = {}
    for unit in units:
        for holder, via in reachable(state, unit).items():
            if via == DIRECT or holder not in found:
                found[holder] = via
    return found


def available(state: OcsState, units: Iterable[int], *, organic: bool = True) -> int:
    """How many tokens some units can get at, those on organic trucks with them or without."""
    left_out = 0 if organic else state.scenario.organic
    return sum(state.tokens[h] for h in reachable_by_any(state, units) if not left_out >> h & 1)


def common_sources(
    state: OcsState, members: CounterSet, serving: int = NO_COUNTER
) -> list[tuple[CounterSet, dict[int, int]]]:
    """What some units may share: each dump they draw from, each HQ that throws to them [13.7a].

    For each the units that use it, and the dumps behind it with the HQ (`DIRECT` for none). If one of them
    is named, only what is `serving` it.
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


def preference(state: OcsState, prefer: Sequence[int] = ()) -> Callable[[int], tuple[int, ...]]:
    """How gladly each dump is used: as asked, ground, loads, organic trucks; fullest first [R-OCS-140]."""
    wanted = {holder: place - len(prefer) for place, holder in enumerate(prefer)}
    loaded, organic, tokens = state.scenario.transports, state.scenario.organic, state.tokens

    def rank(holder: int) -> tuple[int, ...]:
        kind = (organic >> holder & 1) + (loaded >> holder & 1)
        return wanted.get(holder, 0), kind, -tokens[holder], holder

    return rank


class Till:
    """Shares supply out among units that reach different dumps; a token is moved over where that helps."""

    def __init__(
        self, state: OcsState, *, prefer: Sequence[int] = (), organic: bool = True, after: Payment = FREE
    ) -> None:
        """`after` is a payment that is made before; without `organic` loads of organic trucks stay."""
        self.state = state
        self._left = state.tokens[:]
        for draw in after.draws:
            self._left[draw.holder] -= draw.tokens
        self._kept = 0 if organic else state.scenario.organic
        self._asked = bool(prefer)
        self._rank = preference(state, prefer)
        self._taken: dict[tuple[int, int], int] = {}
        """By unit and dump the tokens that it gets there."""

    def serve(self, unit: int, tokens: int) -> bool:
        """Give a unit so many tokens, or none when there are too few for it."""
        left, taken = self._left[:], dict(self._taken)
        for _ in range(tokens):
            if not self._one(unit, set()):
                self._left, self._taken = left, taken
                return False
        return True

    def waste(self, unit: int, most: int) -> int:
        """Give a unit what it can still reach, though that is not enough [12.10h, 12.10e-C]."""
        spent = 0
        while spent < most and self._one(unit, set()):
            spent += 1
        return spent

    def _one(self, unit: int, tried: set[int]) -> bool:
        """One token for a unit, taken from another one if that finds its own elsewhere.

        What it can draw itself comes first, unless somebody asks for other dumps.
        """
        if not self._asked and self._from(unit, direct(self.state, unit), tried):
            return True
        reach = reachable(self.state, unit)
        if self._from(unit, reach, tried):
            return True
        for holder in reach:
            if holder in tried or self._kept >> holder & 1:
                continue
            tried.add(holder)
            for (other, from_), tokens in list(self._taken.items()):
                if from_ == holder and tokens and self._one(other, tried):
                    self._add(other, holder, -1)
                    self._add(unit, holder, 1)
                    return True
        return False

    def _from(self, unit: int, reach: Iterable[int], tried: set[int]) -> bool:
        """One token for a unit out of some dumps, if there is any left."""
        open_ = [h for h in reach if self._left[h] and not self._kept >> h & 1 and h not in tried]
        if not open_:
            return False
        holder = min(open_, key=self._rank)
        self._left[holder] -= 1
        self._add(unit, holder, 1)
        return True

    def _add(self, unit: int, holder: int, tokens: int) -> None:
        self._taken[unit, holder] = self._taken.get((unit, holder), 0) + tokens

    def draws(self) -> tuple[Draw, ...]:
        """What is taken in all, by dump and HQ."""
        found: dict[tuple[int, int], int] = {}
        for (unit, holder), tokens in self._taken.items():
            via = DIRECT if holder in pool(self.state, unit) else reachable(self.state, unit)[holder]
            found[holder, via] = found.get((holder, via), 0) + tokens
        return tuple(Draw(holder, tokens, via) for (holder, via), tokens in sorted(found.items()) if tokens)


def propose(
    state: OcsState,
    units: Iterable[int],
    tokens: int,
    *,
    prefer: Sequence[int] = (),
    organic: bool = True,
) -> Payment | None:
    """A payment that any of some units may draw, for all of them; None when there is too little [12.3.1].

    What they can draw without an HQ comes first, unless other dumps are asked for.
    """
    units, left_out = tuple(units), 0 if organic else state.scenario.organic
    near = {h: DIRECT for unit in units for h in direct(state, unit) if not left_out >> h & 1}
    paid = None if prefer else _collect(state, near, tokens, prefer)
    if paid is not None:
        return paid
    reach = {h: via for h, via in reachable_by_any(state, units).items() if not left_out >> h & 1}
    return _collect(state, reach, tokens, prefer)


def collect(
    state: OcsState, reach: Mapping[int, int], tokens: int, prefer: Sequence[int], *units: int
) -> Payment | None:
    """A payment out of some dumps, as far as some units may use them; None when there is too little."""
    scenario = state.scenario
    usable = {h: via for h, via in reach.items() if all(open_to(scenario, h, unit) for unit in units)}
    return _collect(state, usable, tokens, prefer)


def _collect(state: OcsState, reach: Mapping[int, int], tokens: int, prefer: Sequence[int]) -> Payment | None:
    rank = preference(state, prefer)
    draws, due = [], tokens
    for holder in sorted(reach, key=rank):
        if due:
            part = min(due, state.tokens[holder])
            draws.append(Draw(holder, part, reach[holder]))
            due -= part
    return None if due else Payment(tuple(draws))


def propose_from_one(
    state: OcsState, units: Sequence[int], tokens: int, *, prefer: Sequence[int] = ()
) -> Payment | None:
    """A payment for a barrage: by one HQ for all, out of all its dumps, or from one dump without [R-OCS-84].

    `prefer` may name an HQ as well as dumps. Without an HQ a dump is all that lies in one hex.
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
            liked = any(draw.holder in prefer or draw.via in prefer for draw in payment.draws)
            found.append(((not liked, *_costs(state, payment), place), payment))
    return min(found, key=lambda item: item[0])[1] if found else None


def _costs(state: OcsState, payment: Payment) -> tuple[int, ...]:
    """How much it hurts: loads before supply on the ground, then small dumps before large ones."""
    loads = state.scenario.transports
    return (
        sum(draw.tokens for draw in payment.draws if loads >> draw.holder & 1),
        -max(state.tokens[draw.holder] for draw in payment.draws),
    )


# -- paying ---------------------------------------------------------------------------------------------


def amount(tokens: int) -> str:
    """Supply in words: points and tokens [12.1a].

    >>> amount(9), amount(8), amount(3), amount(0)
    ('2 SP 1T', '2 SP', '3T', '0T')
    """
    points, rest = divmod(tokens, TOKENS)
    parts = [f"{points} SP"] if points else []
    if rest or not points:
        parts.append(f"{rest}T")
    return " ".join(parts)


def kind_of(scenario: OcsScenario, holder: int) -> str:
    """What holds supply, in a word."""
    if scenario.dumps >> holder & 1:
        return "dump"
    if scenario.organic >> holder & 1:
        return "organic trucks"
    return "trucks" if scenario.trucks >> holder & 1 else "wagons"


def place_of(state: OcsState, draw: Draw) -> str:
    """Where tokens come from, in words: the dump and the HQ that throws."""
    scenario = state.scenario
    where = f"the {kind_of(scenario, draw.holder)} in {scenario.place_name(state.at[draw.holder])}"
    return where if draw.via == DIRECT else f"{where} through {scenario.called[draw.via]}"


def described(state: OcsState, payment: Payment) -> str:
    """A payment in words."""
    parts = [f"{amount(draw.tokens)} from {place_of(state, draw)}" for draw in payment.draws]
    if payment.stocks:
        units = [state.scenario.called[unit] for unit in bits(payment.stocks)]
        parts.append(f"internal stocks of {', '.join(units)}")
    return "; ".join(parts) or "nothing"


def pay(state: OcsState, payment: Payment, what: str, rule: str) -> list[Event]:
    """Take the tokens out of their dumps and use up the internal stocks [12.2b, 12.10b]."""
    if not payment.draws and not payment.stocks:
        return []
    scenario = state.scenario
    first = payment.draws[0].holder if payment.draws else bits(payment.stocks)[0]
    side = scenario.sides[scenario.side_of[first]]
    says = f"{what}: {described(state, payment)}"
    hexes = dict.fromkeys(scenario.label(state.at[draw.holder]) for draw in payment.draws)
    for draw in payment.draws:
        use(state, draw.holder, draw.tokens)
    deplete(state, payment.stocks)
    return [Event("paid", says, side=side, hexes=tuple(hexes), rule=rule, only=(side,))]


def deplete(state: OcsState, units: CounterSet) -> None:
    """Units fight out of their internal stocks: they are Low, and Exhausted the second time [12.10b]."""
    second = units & state.low
    state.low = state.low & ~second | units & ~second
    state.exhausted |= second
    changed(state)
