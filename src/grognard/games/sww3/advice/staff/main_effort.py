"""The main effort: who marches on the city without which nothing is won, whatever else could be had."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.advice.staff.situation import Picture
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import on_map
from grognard.games.sww3.movement.movement_limits import limit

ABOUT = 4
"""Hexes around the city in which enemies count as its defenders, and are attacked on the way to it."""
ENOUGH = (3.0, 1.0)
"""Factors that are sent for each defence factor there, to attack the city and to keep it;"""
BESIDES = (60, 20)
"""so many besides, for those who will come;"""
MOST = 0.4
"""and not more than this share of all."""
DRAWN = 4.0
"""How many times as strongly the city draws those who are sent."""


class Effort:
    """Units that are sent against one city, and where they fight."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        vital = picture.vital() if picture.side == SOVIET else None
        self.goal: Hex = -1 if vital is None else vital
        self.area: HexSet = 0
        self.units: CounterSet = 0
        if vital is not None:
            self.area = picture.scenario.grid.within(vital, ABOUT)
            self.units = self._sent()

    def _sent(self) -> CounterSet:
        """The nearest units, as many as it takes."""
        picture, state = self.picture, self.picture.state
        draws = picture.atlas.draws[self.goal]
        fit = [
            c
            for c in bits(on_map(state, picture.scenario.units_of[SOVIET]))
            if picture.here >> state.at[c] & 1 and limit(state, c) >> self.goal & 1
        ]
        against = sum(
            picture.defence(c)
            for hex_ in bits(state.held[picture.foe] & self.area)
            for c in bits(state.here[hex_])
        )
        taken = state.red >> self.goal & 1
        factors = picture.defence if taken else picture.attack
        wanted = ENOUGH[taken] * against + BESIDES[taken]
        wanted = min(wanted, MOST * sum(map(factors, fit)))
        found: CounterSet = 0
        for c in sorted(fit, key=lambda c: (-draws[state.at[c]], c)):
            if wanted <= 0:
                break
            found |= 1 << c
            wanted -= factors(c)
        return found

    def pull(self, c: int, hex_: Hex) -> float:
        """How strongly a hex is drawn upon, for a unit."""
        picture = self.picture
        if not self.units >> c & 1:
            return picture.pull[hex_]
        return DRAWN * picture.worth[self.goal] * picture.atlas.draws[self.goal][hex_]
