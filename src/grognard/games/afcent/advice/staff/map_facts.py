"""What a staff knows of a map before it is played: how far everything is from what the Pact may be after."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import Ways, flood_waves
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, bits, mask_of
from grognard.games.afcent.model.game_rules import Prospect
from grognard.games.afcent.model.scenario import PACT, AfcentScenario
from grognard.games.afcent.model.state import empty
from grognard.games.afcent.movement.step_costs import ways

FAR = 150
"""Parts of a point beyond which nobody looks."""
STOP = 16
"""What an enemy zone costs on the way, in parts of a point: it ends a day's march."""

Field = tuple[int, ...]
"""For every hex its distance from something, in parts of a movement point."""


@lru_cache(maxsize=256)
def spread_of(
    grid: HexGrid, prices: Ways, from_: HexSet, later: HexSet, zone: HexSet, closed: HexSet
) -> Field:
    """How far every hex is from some hexes, `later` ones a day further, by steps of such prices."""
    gates = [(1, from_)] + ([(DAY, later)] if later else [])
    waves = flood_waves(
        grid, OFF, FAR, prices, zone=zone, enter_zone=STOP if zone else 0, closed=closed & ~from_, gates=gates
    )
    field = [FAR] * grid.size
    for spent, wave in enumerate(waves):
        for hex_ in bits(wave):
            field[hex_] = spent - 1
    return tuple(field)


GIVEN = 0.6
"""What part of the hexes that are needed the Pact takes in any case."""
DAY = 12
"""What a unit can spend in a turn, in parts of a point."""


class Atlas:
    """Distances of a scenario that do not change."""

    def __init__(self, scenario: AfcentScenario) -> None:
        prices, grid = ways(empty(scenario), PACT, False), scenario.grid
        self.prospects = scenario.exclusive.prospects(scenario)
        goals = {hex_ for prospect in self.prospects for hex_ in prospect.hexes}
        self.far: dict[Hex, Field] = {
            goal: spread_of(grid, prices, 1 << goal, 0, 0, 0) for goal in sorted(goals)
        }
        """For each hex that counts how far all others are from it, for the Pact."""
        self.to_prospect = [
            spread_of(grid, prices, mask_of(prospect.hexes), 0, 0, 0) for prospect in self.prospects
        ]
        """The same for the nearest hex of each prospect."""
        red = bits(scenario.red_land)
        self.start = [min((field[hex_] for hex_ in red), default=FAR) for field in self.to_prospect]
        """How far the Pact has to go from its own country."""
        self.rear = [self._rear(prospect, red) for prospect in self.prospects]
        """Of each prospect the hexes that decide: not those so near that the Pact has them anyhow."""

    def _rear(self, prospect: Prospect, red: tuple[Hex, ...]) -> HexSet:
        if prospect.leaves:
            return mask_of(prospect.hexes)
        ranked = sorted(
            prospect.hexes, key=lambda hex_: (min((self.far[hex_][h] for h in red), default=0), hex_)
        )
        return mask_of(ranked[int(prospect.need * GIVEN) :])


@lru_cache(maxsize=16)
def atlas(scenario: AfcentScenario) -> Atlas:
    """The atlas of a scenario, drawn once."""
    return Atlas(scenario)
