"""Distances on the map from the possible Pact objectives, computed once per scenario."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import Ways, flood_waves
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, bits, mask_of
from grognard.games.afcent.advice.staff.numbers import Numbers
from grognard.games.afcent.model.game_rules import Prospect
from grognard.games.afcent.model.scenario import PACT, AfcentScenario
from grognard.games.afcent.model.state import empty
from grognard.games.afcent.movement.step_costs import ways

FAR = 150
"""Maximum distance computed, in parts of a point."""

Field = tuple[int, ...]
"""Distance of every hex, in parts of a movement point."""


@lru_cache(maxsize=256)
def spread_of(
    grid: HexGrid, prices: Ways, from_: HexSet, later: HexSet, zone: HexSet, closed: HexSet, stop: int
) -> Field:
    """Return the distance of every hex from some hexes; `later` ones are a turn further away.

    A hex of the zone costs `stop` more.
    """
    gates = [(1, from_)] + ([(DAY, later)] if later else [])
    waves = flood_waves(
        grid, OFF, FAR, prices, zone=zone, enter_zone=stop if zone else 0, closed=closed & ~from_, gates=gates
    )
    field = [FAR] * grid.size
    for spent, wave in enumerate(waves):
        for hex_ in bits(wave):
            field[hex_] = spent - 1
    return tuple(field)


DAY = 12
"""MP of a unit in a turn, in parts of a point."""


class Atlas:
    """Fixed distances of a scenario."""

    def __init__(self, scenario: AfcentScenario, numbers: Numbers) -> None:
        prices, grid = ways(empty(scenario), PACT, False), scenario.grid
        self.prospects = scenario.exclusive.prospects(scenario)
        goals = {hex_ for prospect in self.prospects for hex_ in prospect.hexes}
        self.far: dict[Hex, Field] = {
            goal: spread_of(grid, prices, 1 << goal, 0, 0, 0, 0) for goal in sorted(goals)
        }
        """Distance of all hexes from each objective hex, for the Pact."""
        self.to_prospect = [
            spread_of(grid, prices, mask_of(prospect.hexes), 0, 0, 0, 0) for prospect in self.prospects
        ]
        """Distance from the nearest hex of each objective."""
        red = bits(scenario.red_land)
        self.start = [min((field[hex_] for hex_ in red), default=FAR) for field in self.to_prospect]
        """Distance from the Pact countries."""
        self.rear = [self._rear(prospect, red, numbers.given) for prospect in self.prospects]
        """The decisive hexes of each objective, without those close to the border."""

    def _rear(self, prospect: Prospect, red: tuple[Hex, ...], given: float) -> HexSet:
        if prospect.leaves:
            return mask_of(prospect.hexes)
        ranked = sorted(
            prospect.hexes, key=lambda hex_: (min((self.far[hex_][h] for h in red), default=0), hex_)
        )
        return mask_of(ranked[int(prospect.need * given) :])


@lru_cache(maxsize=64)
def atlas(scenario: AfcentScenario, numbers: Numbers) -> Atlas:
    """Return the atlas of a scenario."""
    return Atlas(scenario, numbers)
