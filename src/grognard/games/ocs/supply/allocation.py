"""Case 12.3: supply allocated among units that reach different dumps."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.payment import FREE, Draw, Payment, nearest_first, reachable


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
        self._prefer = prefer
        self._order: dict[int, list[int]] = {}
        """The dumps of each unit in the order in which it pays from them."""
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
        """Allocate one token to a unit, if need be from another unit that can draw elsewhere."""
        usable = [holder for holder in self._dumps(unit) if holder not in tried]
        for holder in usable:
            if self._left[holder]:
                self._left[holder] -= 1
                self._add(unit, holder, 1)
                return True
        for holder in usable:
            if holder in tried:
                continue
            tried.add(holder)
            for (other, from_), tokens in list(self._taken.items()):
                if from_ == holder and tokens and self._one(other, tried):
                    self._add(other, holder, -1)
                    self._add(unit, holder, 1)
                    return True
        return False

    def _dumps(self, unit: int) -> list[int]:
        """Return the dumps that a unit can use, the one to pay from first at the head."""
        if unit not in self._order:
            reach = {h: via for h, via in reachable(self.state, unit).items() if not self._kept >> h & 1}
            self._order[unit] = nearest_first(self.state, (unit,), reach, self._prefer)
        return self._order[unit]

    def _add(self, unit: int, holder: int, tokens: int) -> None:
        self._taken[unit, holder] = self._taken.get((unit, holder), 0) + tokens

    def draws(self) -> tuple[Draw, ...]:
        """Return all allocated tokens by dump and HQ."""
        found: dict[tuple[int, int], int] = {}
        for (unit, holder), tokens in self._taken.items():
            via = reachable(self.state, unit)[holder]
            found[holder, via] = found.get((holder, via), 0) + tokens
        return tuple(Draw(holder, tokens, via) for (holder, via), tokens in sorted(found.items()) if tokens)
