"""The situation for computer players: probable Pact objectives, its paths, and the value of units."""

from __future__ import annotations

from functools import cached_property
from math import exp

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.advice.staff.map_facts import DAY, FAR, Field, atlas, spread_of
from grognard.games.afcent.advice.staff.numbers import numbers
from grognard.games.afcent.model.game_rules import Prospect
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import WITHHELD, WITHHELD_SOUTH, AfcentState, factor_of, on_map, zone
from grognard.games.afcent.movement.step_costs import ways


class Picture:
    """The map as one side sees it; with another `viewer`, as that side imagines it."""

    def __init__(
        self, state: AfcentState, side: int, viewer: int | None = None, intention: Intention = PLAIN
    ) -> None:
        self.state, self.side, self.foe = state, side, 1 - side
        self.viewer = side if viewer is None else viewer
        self.intention, self.numbers = intention, numbers(intention)
        self.scenario, self.grid = state.scenario, state.scenario.grid
        self.atlas = atlas(state.scenario, self.numbers)
        self._obstacles = zone(state, NATO), state.held[NATO]
        self.weights = self._weights()
        self.leaves = any(
            w > 0.5 and p.leaves for w, p in zip(self.weights, self.atlas.prospects, strict=True)
        )
        """Whether the Pact probably wants to exit."""
        strength = [sum(factor_of(state, c) for c in bits(self._alive(s))) + 1 for s in (PACT, NATO)]
        self.dear = max(self.numbers.dear[0], min(self.numbers.dear[1], strength[self.foe] / strength[side]))
        """Value of a friendly combat factor relative to an enemy one."""

    def _alive(self, side: int) -> CounterSet:
        at = self.state.at
        return mask_of(
            c for c in bits(self.scenario.units_of[side]) if at[c] >= 0 or at[c] in (WITHHELD, WITHHELD_SOUTH)
        )

    # -- Pact objectives ---------------------------------------------------------------------------

    def _weights(self) -> list[float]:
        """Return the weight of each objective: the Pact knows its own, NATO estimates."""
        state, prospects = self.state, self.atlas.prospects
        if len(prospects) == 1:
            return [1.0]
        if self.viewer == PACT:
            return [1.0 if number == state.order else 0.0 for number in range(len(prospects))]
        signs = [
            self._likely(number, prospect) * exp(self.numbers.sharp * self._sign(number, prospect))
            for number, prospect in enumerate(prospects)
        ]
        return [
            self.numbers.least_chance + (1 - len(signs) * self.numbers.least_chance) * sign / sum(signs)
            for sign in signs
        ]

    def _likely(self, number: int, prospect: Prospect) -> float:
        """Return the prior weight of an objective."""
        near = 2 * self.numbers.at_hand / (self.atlas.start[number] + self.numbers.at_hand)
        return near**3 if prospect.leaves else self.numbers.everywhere

    def _sign(self, number: int, prospect: Prospect) -> float:
        """Return the visible progress of the Pact towards an objective, from 0 to 1."""
        state = self.state
        if not prospect.leaves:
            held = sum(state.red >> hex_ & 1 for hex_ in prospect.hexes)
            return min(1.0, held / (prospect.need * min(1.0, self.numbers.pace * max(1, state.turn))))
        field, start = self.atlas.to_prospect[number], self.atlas.start[number]
        units = on_map(state, self.scenario.units_of[PACT] & ~self.scenario.heliborne)
        near = sorted(field[state.at[c]] for c in bits(units))[: self.numbers.leaders]
        gone = sum(state.exits[self._exits.index(hex_)] for hex_ in prospect.hexes)
        way = 1.0 - sum(near) / max(1, len(near)) / (start + DAY)
        return max(0.0, way) + gone / prospect.need

    @cached_property
    def _exits(self) -> tuple[Hex, ...]:
        return self.scenario.exclusive.edges(self.scenario)[0]

    def missing(self, hex_: Hex) -> int:
        """Return how many units must still exit at a hex."""
        for prospect, weight in zip(self.atlas.prospects, self.weights, strict=True):
            if weight > 0.5:
                for at, count in prospect.quota:
                    if at == hex_:
                        return max(0, count - self.state.exits[self._exits.index(at)])
        return 0

    # -- paths -------------------------------------------------------------------------------------

    def assume_positions(self, watched: HexSet, held: HexSet) -> None:
        """Assume that NATO units occupy and cover only some hexes."""
        self._obstacles = (watched, held)
        for name in ("to_goal", "lead", "slack"):
            self.__dict__.pop(name, None)

    def way_to(self, goals: HexSet) -> Field:
        """Return the Pact's distance to some hexes from everywhere, past NATO units."""
        watched, held = self._obstacles
        return spread_of(self.grid, ways(self.state, PACT, False), goals, 0, watched, held, self.numbers.stop)

    @cached_property
    def to_goal(self) -> list[Field]:
        """Distance fields for each objective; captured cities are no longer goals."""
        return [self.way_to(self.goals(number)) if w > 0.05 else () for number, w in enumerate(self.weights)]

    def goals(self, number: int) -> HexSet:
        """Return the hexes of an objective that the Pact still needs."""
        prospect = self.atlas.prospects[number]
        hexes = mask_of(prospect.hexes)
        if prospect.leaves:
            return hexes
        wanted = hexes & ~self.state.red or hexes
        return wanted & self.atlas.rear[number] or wanted if self.side == NATO else wanted

    @cached_property
    def lead(self) -> Field:
        """Distance of every hex from the nearest Pact unit, past NATO units."""
        state, watched, held = self.state, *self._obstacles
        units = bits(self.scenario.units_of[PACT] & ~self.scenario.heliborne)
        there = mask_of(state.at[c] for c in units if state.at[c] >= 0)
        entry_hexes = 0
        if any(state.at[c] in (WITHHELD, WITHHELD_SOUTH) for c in units):
            entry_hexes = mask_of(self.scenario.exclusive.edges(self.scenario)[1]) & state.red
        return spread_of(
            self.grid,
            ways(state, PACT, False),
            there,
            entry_hexes & ~there,
            watched,
            held,
            self.numbers.stop,
        )

    @cached_property
    def slack(self) -> list[list[int]]:
        """Detour of the Pact's path through each hex, by objective."""
        found: list[list[int]] = []
        for field in self.to_goal:
            if not field:
                found.append([])
                continue
            sums = [a + b for a, b in zip(self.lead, field, strict=True)]
            best = min(sums)
            found.append([min(FAR, s - best) for s in sums])
        return found

    def on_the_way(self, hex_: Hex) -> float:
        """Return how much a hex and its neighbours lie on the Pact's path, from 0 to 1."""
        near = (hex_, *self.grid.adjacent[hex_])
        total = 0.0
        for weight, slack in zip(self.weights, self.slack, strict=True):
            if slack:
                total += weight * exp(-min(slack[h] for h in near) / self.numbers.narrow)
        return total

    # -- values ------------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> dict[Hex, float]:
        """Value of each objective hex, in combat factors."""
        found: dict[Hex, float] = {}
        for number, (prospect, weight) in enumerate(zip(self.atlas.prospects, self.weights, strict=True)):
            have = self.scenario.exclusive.attained(self.state, number)
            urgent = 0.6 + 1.8 * min(1.0, have / prospect.need) ** 3
            each = weight * urgent * (self.numbers.exit if prospect.leaves else self.numbers.city)
            for hex_ in prospect.hexes:
                decides = self.side == PACT or self.atlas.rear[number] >> hex_ & 1
                found[hex_] = found.get(hex_, 0.0) + (each if decides else each * self.numbers.near_border)
        return found

    def prize(self, target: Hex) -> float:
        """Return the value of driving the enemy out of a hex."""
        value = self.numbers.cleared + self.worth.get(target, 0.0)
        return value + self.numbers.opened * self.on_the_way(target)

    def unit_worth(self, c: int) -> float:
        """Return the value of a unit."""
        extra = self.numbers.leaver if self.leaves and self.scenario.side_of[c] == PACT else 0.5
        return factor_of(self.state, c) + extra
