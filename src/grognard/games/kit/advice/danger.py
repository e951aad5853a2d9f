"""What the enemy could take in its next turn, how to prevent it cheaply, and which units take what.

Games supply the facts: where each enemy could march if no friendly unit blocked it (the blockers may be gone
by then), and where it could land from the air. Knows no rules of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grognard.core.contract.intentions import Guards
from grognard.core.hexes.grid import Hex, HexSet, bits


class Menace(NamedTuple):
    """An enemy unit or stack: its attack factors and the hexes it could enter in its next turn."""

    factors: int
    enters: HexSet


class Aim(NamedTuple):
    """Hexes of which a side needs some number at the end of the game."""

    needed: int
    hexes: HexSet
    vital: HexSet = 0
    """Those without which the game is lost."""


class Danger:
    """The objectives that a side holds and what threatens them."""

    def __init__(self, aims: Sequence[Aim], own: HexSet, menaces: Iterable[Menace], landings: HexSet) -> None:
        """`own` are the hexes that the side controls, `landings` where the enemy could land."""
        self.aims, self.own, self.landings = aims, own, landings
        self.vital: HexSet = 0
        for aim in aims:
            self.vital |= aim.vital
        self.force: dict[Hex, int] = {}
        """Enemy factors that could reach each objective that the side holds."""
        held = bits(own & _union(aim.hexes for aim in aims))
        for menace in menaces:
            for hex_ in held:
                if menace.enters >> hex_ & 1:
                    self.force[hex_] = self.force.get(hex_, 0) + menace.factors

    def enterable(self, hex_: Hex) -> bool:
        """Return whether the enemy could enter a held objective if it is empty."""
        return hex_ in self.force or bool((self.landings & self.own) >> hex_ & 1)

    def exposed(self, occupied: HexSet) -> HexSet:
        """Return the empty objectives that the side must have and the enemy could enter."""
        return _mask(h for h in bits(self.vital & self.own & ~occupied) if self.enterable(h))

    def to_guard(self, level: Guards, cheap: HexSet) -> list[Hex]:
        """Return the objectives to guard, the most important first; `cheap` ones are easy to guard.

        Of an aim with hexes to spare, as many as are needed and one more must be safe. A hex that no enemy
        can reach is safe without a guard.
        """
        if level == "none":
            return []
        chosen = [h for h in bits(self.vital & self.own) if self.enterable(h)]
        if level == "vital":
            return chosen
        for aim in self.aims:
            held = bits(aim.hexes & self.own & ~aim.vital)
            risky = [h for h in held if h in self.force and h not in chosen]
            enough = aim.needed + 1 - (len(held) - len(risky)) if level == "needed" else len(risky)
            risky.sort(key=lambda h: (not cheap >> h & 1, self.force[h], h))
            chosen += risky[: max(0, enough)]
        return chosen


def _union(masks: Iterable[HexSet]) -> HexSet:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _mask(hexes: Iterable[Hex]) -> HexSet:
    return _union(1 << hex_ for hex_ in hexes)


def assign(reach: Mapping[int, HexSet], targets: Sequence[Hex]) -> dict[Hex, int]:
    """Return a unit for as many targets as possible, the first ones before the others.

    An exact assignment: a target is left out only if those before it need all units that can reach it. Of
    several units the first one is preferred.

    >>> assign({1: 0b110, 2: 0b010}, [1, 2])
    {1: 2, 2: 1}
    """
    found: dict[Hex, int] = {}

    def place(target: Hex, tried: set[int]) -> bool:
        for unit, there in reach.items():
            if there >> target & 1 and unit not in tried:
                tried.add(unit)
                other = next((t for t, u in found.items() if u == unit), None)
                if other is None or place(other, tried):
                    found[target] = unit
                    return True
        return False

    for target in targets:
        place(target, set())
    return found
