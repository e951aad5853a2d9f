"""Case 12.3: supply allocated among units that reach different dumps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.payment import DIRECT, FREE, Draw, Payment, direct, pool, preference, reachable


class SupplyAllocator:
    """Allocates supply among units that reach different dumps, reallocating tokens where that helps."""

    def __init__(
        self, state: OcsState, *, prefer: Sequence[int] = (), organic: bool = True, after: Payment = FREE
    ) -> None:
        """`after` is an earlier payment; without `organic` the loads of Organic Trucks are not used."""
        self.state = state
        self._left = state.tokens[:]
        for draw in after.draws:
            self._left[draw.holder] -= draw.tokens
        self._kept = 0 if organic else state.scenario.organic
        self._has_preference = bool(prefer)
        self._rank = preference(state, prefer)
        self._taken: dict[tuple[int, int], int] = {}
        """Tokens by unit and dump."""

    def allocate(self, unit: int, tokens: int) -> bool:
        """Allocate a number of tokens to a unit, or none if there are too few."""
        left, taken = self._left[:], dict(self._taken)
        for _ in range(tokens):
            if not self._one(unit, set()):
                self._left, self._taken = left, taken
                return False
        return True

    def waste(self, unit: int, most: int) -> int:
        """Expend what a unit can still reach, although it is too little [12.10h, 12.10e-C]."""
        spent = 0
        while spent < most and self._one(unit, set()):
            spent += 1
        return spent

    def _one(self, unit: int, tried: set[int]) -> bool:
        """Allocate one token to a unit, if need be from another unit that can draw elsewhere.

        Direct draw comes first, unless the owner prefers other dumps.
        """
        if not self._has_preference and self._from(unit, direct(self.state, unit), tried):
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
        """Allocate one token to a unit from some dumps, if any is left."""
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
        """Return all allocated tokens by dump and HQ."""
        found: dict[tuple[int, int], int] = {}
        for (unit, holder), tokens in self._taken.items():
            via = DIRECT if holder in pool(self.state, unit) else reachable(self.state, unit)[holder]
            found[holder, via] = found.get((holder, via), 0) + tokens
        return tuple(Draw(holder, tokens, via) for (holder, via), tokens in sorted(found.items()) if tokens)
