"""The situation as a staff sees it: what the Pact is probably after, its ways, what units count."""

from __future__ import annotations

from functools import cached_property
from math import exp

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.advice.staff.map_facts import DAY, FAR, Field, atlas, spread_of
from grognard.games.afcent.model.game_rules import Prospect
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import WITHHELD, WITHHELD_SOUTH, AfcentState, factor_of, on_map, zone
from grognard.games.afcent.movement.step_costs import ways

CITY = 7.0
"""Factors that a city is worth when cities are wanted."""
EXIT = 9.0
"""Factors that an exit is worth when units have to leave."""
NEAR_BORDER = 0.7
"""What a city next to the border is worth to NATO, of what another one is."""
OPEN = 4.5
"""Factors that it is worth to clear the shortest way."""
CLEARED = 1.0
"""Factors that it is worth to throw an enemy out of any hex."""
NARROW = 7.0
"""Parts of a point beyond the shortest way over which a hex falls to a third of that."""
LEAVER = 1.5
"""What a unit is worth beyond its factor when units have to leave the map."""
FLOOR = 0.1
"""How likely everything is thought to be at least."""
PACE = 0.2
"""What part of what it needs the Pact takes in a turn when hexes are what it is after."""
EVERYWHERE = 1.3
"""How much it counts before anything is seen that hexes all over the map may be wanted."""
AT_HAND = 24
"""Parts of a point from the Pact's country at which a prospect counts as any other."""
LEADERS = 10
"""So many of the Pact's units that are nearest tell what it is after."""
SHARP = 6.0
"""How much that counts."""
DEAR = (0.6, 1.0)
"""How dear own losses may seem: the many can afford them, the few cannot."""


class Picture:
    """One side's picture of the map; with other `eyes`, as that side imagines it."""

    def __init__(self, state: AfcentState, side: int, eyes: int | None = None) -> None:
        self.state, self.side, self.foe = state, side, 1 - side
        self.eyes = side if eyes is None else eyes
        self.scenario, self.grid = state.scenario, state.scenario.grid
        self.atlas = atlas(state.scenario)
        self._obstacles = zone(state, NATO), state.held[NATO]
        self.weights = self._weights()
        self.leaves = any(
            w > 0.5 and p.leaves for w, p in zip(self.weights, self.atlas.prospects, strict=True)
        )
        """Whether the Pact is thought to be leaving the map."""
        strength = [sum(factor_of(state, c) for c in bits(self._alive(s))) + 1 for s in (PACT, NATO)]
        self.dear = max(DEAR[0], min(DEAR[1], strength[self.foe] / strength[side]))
        """What a factor of one's own counts against one of the enemy's."""

    def _alive(self, side: int) -> CounterSet:
        at = self.state.at
        return mask_of(
            c for c in bits(self.scenario.units_of[side]) if at[c] >= 0 or at[c] in (WITHHELD, WITHHELD_SOUTH)
        )

    # -- what the Pact is after --------------------------------------------------------------------

    def _weights(self) -> list[float]:
        """How much each prospect counts: the Pact knows its own, NATO judges by what is to be seen."""
        state, prospects = self.state, self.atlas.prospects
        if len(prospects) == 1:
            return [1.0]
        if self.eyes == PACT:
            return [1.0 if number == state.order else 0.0 for number in range(len(prospects))]
        signs = [
            self._likely(number, prospect) * exp(SHARP * self._sign(number, prospect))
            for number, prospect in enumerate(prospects)
        ]
        return [FLOOR + (1 - len(signs) * FLOOR) * sign / sum(signs) for sign in signs]

    def _likely(self, number: int, prospect: Prospect) -> float:
        """How much a prospect counts before anything is seen: what is near is the first danger."""
        near = 2 * AT_HAND / (self.atlas.start[number] + AT_HAND)
        return near**3 if prospect.leaves else EVERYWHERE

    def _sign(self, number: int, prospect: Prospect) -> float:
        """How far the Pact seems to have come towards a prospect, from 0 to 1."""
        state = self.state
        if not prospect.leaves:
            held = sum(state.red >> hex_ & 1 for hex_ in prospect.hexes)
            return min(1.0, held / (prospect.need * min(1.0, PACE * max(1, state.turn))))
        field, start = self.atlas.to_prospect[number], self.atlas.start[number]
        units = on_map(state, self.scenario.units_of[PACT] & ~self.scenario.heliborne)
        near = sorted(field[state.at[c]] for c in bits(units))[:LEADERS]
        gone = sum(state.exits[self._exits.index(hex_)] for hex_ in prospect.hexes)
        way = 1.0 - sum(near) / max(1, len(near)) / (start + DAY)
        return max(0.0, way) + gone / prospect.need

    @cached_property
    def _exits(self) -> tuple[Hex, ...]:
        return self.scenario.exclusive.edges(self.scenario)[0]

    def missing(self, hex_: Hex) -> int:
        """How many units must still leave at a hex, whatever leaves elsewhere."""
        for prospect, weight in zip(self.atlas.prospects, self.weights, strict=True):
            if weight > 0.5:
                for at, count in prospect.quota:
                    if at == hex_:
                        return max(0, count - self.state.exits[self._exits.index(at)])
        return 0

    # -- ways --------------------------------------------------------------------------------------

    def look_past(self, watched: HexSet, held: HexSet) -> None:
        """Think of NATO's units as if they watched and held some hexes, and no others."""
        self._obstacles = (watched, held)
        for name in ("to_goal", "lead", "slack"):
            self.__dict__.pop(name, None)

    def way_to(self, goals: HexSet) -> Field:
        """How far the Pact has to some hexes from everywhere, past NATO's units."""
        watched, held = self._obstacles
        return spread_of(self.grid, ways(self.state, PACT, False), goals, 0, watched, held)

    @cached_property
    def to_goal(self) -> list[Field]:
        """The same for each prospect that counts; cities of the Pact's own are no goals any more."""
        return [self.way_to(self.goals(number)) if w > 0.05 else () for number, w in enumerate(self.weights)]

    def goals(self, number: int) -> HexSet:
        """The hexes of a prospect that the Pact still wants."""
        prospect = self.atlas.prospects[number]
        hexes = mask_of(prospect.hexes)
        if prospect.leaves:
            return hexes
        wanted = hexes & ~self.state.red or hexes
        return wanted & self.atlas.rear[number] or wanted if self.side == NATO else wanted

    @cached_property
    def lead(self) -> Field:
        """How far every hex is from the Pact's nearest unit, past NATO's units."""
        state, watched, held = self.state, *self._obstacles
        units = bits(self.scenario.units_of[PACT] & ~self.scenario.heliborne)
        there = mask_of(state.at[c] for c in units if state.at[c] >= 0)
        doors = 0
        if any(state.at[c] in (WITHHELD, WITHHELD_SOUTH) for c in units):
            doors = mask_of(self.scenario.exclusive.edges(self.scenario)[1]) & state.red
        return spread_of(self.grid, ways(state, PACT, False), there, doors & ~there, watched, held)

    @cached_property
    def slack(self) -> list[list[int]]:
        """For each prospect how much longer the Pact's way through a hex is than its shortest."""
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
        """How much a hex and its neighbours lie on the Pact's way, from 0 to 1."""
        near = (hex_, *self.grid.adjacent[hex_])
        total = 0.0
        for weight, slack in zip(self.weights, self.slack, strict=True):
            if slack:
                total += weight * exp(-min(slack[h] for h in near) / NARROW)
        return total

    # -- worth -------------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> dict[Hex, float]:
        """Factors that each hex is worth that counts for victory."""
        found: dict[Hex, float] = {}
        for number, (prospect, weight) in enumerate(zip(self.atlas.prospects, self.weights, strict=True)):
            have = self.scenario.exclusive.attained(self.state, number)
            urgent = 0.6 + 1.8 * min(1.0, have / prospect.need) ** 3
            each = weight * urgent * (EXIT if prospect.leaves else CITY)
            for hex_ in prospect.hexes:
                decides = self.side == PACT or self.atlas.rear[number] >> hex_ & 1
                found[hex_] = found.get(hex_, 0.0) + (each if decides else each * NEAR_BORDER)
        return found

    def prize(self, target: Hex) -> float:
        """What it is worth to throw the enemy out of a hex."""
        value = CLEARED + self.worth.get(target, 0.0)
        return value + OPEN * self.on_the_way(target)

    def unit_worth(self, c: int) -> float:
        """What a unit counts for."""
        extra = LEAVER if self.leaves and self.scenario.side_of[c] == PACT else 0.5
        return factor_of(self.state, c) + extra
