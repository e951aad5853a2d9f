"""The main effort: the units sent against the city that victory requires."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import on_map
from grognard.games.sww3.movement.movement_limits import limit


class MainEffort:
    """The units sent against one city, and the area where they fight."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        vital = situation.vital() if situation.side == SOVIET else None
        self.goal: Hex = -1 if vital is None else vital
        self.area: HexSet = 0
        self.units: CounterSet = 0
        if vital is not None:
            self.area = situation.scenario.grid.within(vital, situation.numbers.about)
            self.units = self._sent()

    def _sent(self) -> CounterSet:
        """Return the nearest units, as many as needed."""
        situation, state = self.situation, self.situation.state
        draws = situation.map_facts.draws[self.goal]
        fit = [
            c
            for c in bits(on_map(state, situation.scenario.units_of[SOVIET]))
            if situation.here >> state.at[c] & 1 and limit(state, c) >> self.goal & 1
        ]
        against = sum(
            situation.defence(c)
            for hex_ in bits(state.held[situation.foe] & self.area)
            for c in bits(state.here[hex_])
        )
        taken = state.red >> self.goal & 1
        factors = situation.defence if taken else situation.attack
        wanted = situation.numbers.enough[taken] * against + situation.numbers.besides[taken]
        wanted = min(wanted, situation.numbers.most * sum(map(factors, fit)))
        found: CounterSet = 0
        for c in sorted(fit, key=lambda c: (-draws[state.at[c]], c)):
            if wanted <= 0:
                break
            found |= 1 << c
            wanted -= factors(c)
        return found

    def pull(self, c: int, hex_: Hex) -> float:
        """Return how strongly a hex attracts a unit."""
        situation = self.situation
        if not self.units >> c & 1:
            return situation.pull[hex_]
        return (
            situation.numbers.drawn * situation.worth[self.goal] * situation.map_facts.draws[self.goal][hex_]
        )
