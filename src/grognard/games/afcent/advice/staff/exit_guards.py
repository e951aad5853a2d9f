"""Guards: NATO units in the exits that the Pact may reach soon."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.hexes.grid import Hex, bits
from grognard.games.afcent.advice.staff.map_facts import Field
from grognard.games.afcent.advice.staff.movement import March
from grognard.games.afcent.model.state import AfcentState, factor_of
from grognard.games.afcent.movement.stacking import is_legal_stack


class Guards(March):
    """Moves that place units in hexes for the phase."""

    def __init__(self, state: AfcentState, side: int, intention: Intention = PLAIN) -> None:
        super().__init__(state, side, intention=intention)
        self.posted: dict[Hex, CounterSet] = {}
        """The units placed in each hex."""

    def factors(self, units: CounterSet) -> int:
        """Return the combat factors of units."""
        return sum(factor_of(self.state, c) for c in bits(units))

    def post(self, units: CounterSet, place: Hex) -> None:
        """Place units in a hex, or leave them where they are."""
        if not self.go(units, place):
            place = self.state.at[bits(units)[0]]
        self.posted[place] = self.posted.get(place, 0) | units
        self.done |= units

    def exits(self) -> dict[Hex, float]:
        """Return the exits the Pact may use, with probabilities."""
        prospects = zip(self.picture.atlas.prospects, self.picture.weights, strict=True)
        return {hex_: weight for prospect, weight in prospects if prospect.leaves for hex_ in prospect.hexes}

    def guard(self, lead: Field) -> None:
        """Place a stack in every exit near the Pact and one unit in the others; `lead` is its distance."""
        exits, adjacent = self.exits(), self.scenario.grid.adjacent
        away = {exit_: min(lead[hex_] for hex_ in (exit_, *adjacent[exit_])) for exit_ in exits}
        for exit_ in sorted(exits, key=lambda hex_: (away[hex_], hex_)):
            if away[exit_] <= self.numbers.alarm and exits[exit_] > self.numbers.likely:
                self._man(exit_)
            elif away[exit_] <= self.numbers.warning:
                self._watch(exit_)

    def _watch(self, hex_: Hex) -> None:
        """Place the weakest available unit in an empty hex."""
        state = self.state
        there = (self.posted.get(hex_, 0) | state.here.get(hex_, 0)) & ~self.scenario.garrisons
        able = [c for c in bits(there or self.ground_movers()) if not self.done >> c & 1]
        able = [c for c in able if state.at[c] == hex_ or self.reach(1 << c) >> hex_ & 1]
        if able and not self.posted.get(hex_, 0):
            self.post(1 << min(able, key=lambda c: (factor_of(state, c), c)), hex_)

    def _man(self, hex_: Hex) -> None:
        """Place stacks in a hex, nearest then strongest first, until it is well defended."""
        state, scenario = self.state, self.scenario
        held = self.posted.get(hex_, 0) | state.here.get(hex_, 0) & ~self.ground_movers()
        stacks = [state.here.get(hex_, 0) & self.ground_movers(), *(group.units for group in self.groups())]
        stacks = [units for units in dict.fromkeys(stacks) if units and self.reach(units) >> hex_ & 1]
        stacks.sort(key=lambda units: (state.at[bits(units)[0]] != hex_, -self.factors(units), units))
        for units in stacks:
            if (held & ~scenario.garrisons).bit_count() >= self.numbers.strong:
                return
            if not units & self.done and is_legal_stack(scenario, held | units):
                self.post(units, hex_)
                held |= units
