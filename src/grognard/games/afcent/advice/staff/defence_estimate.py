"""Estimates of Pact attacks against each hex and of the survival of NATO units there."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.cost_waves import Ways, flood_waves
from grognard.core.hexes.grid import Hex, HexGrid, bits, union
from grognard.games.afcent.advice.staff.battle_odds import Chances, mixed
from grognard.games.afcent.advice.staff.map_facts import DAY
from grognard.games.afcent.advice.staff.numbers import Numbers
from grognard.games.afcent.combat.strength import ground_of
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, factor_of
from grognard.games.afcent.movement.step_costs import ways
from grognard.games.kit.odds import rung

Outlook = tuple[float, float]
"""Probability that a hex holds, and expected loss of each unit in it."""


class Threat:
    """Pact strength that can reach each hex within two turns."""

    def __init__(self, state: AfcentState, numbers: Numbers) -> None:
        self.state, self.scenario, self.numbers = state, state.scenario, numbers
        self.soon, self.later = _reached(state)

    def stand(self, hex_: Hex, units: CounterSet) -> Outlook:
        """Return how units in a hex fare over this turn and the next."""
        soon = self._attacked(hex_, units, self.soon[hex_])
        later = self._attacked(hex_, units, self.later[hex_])
        return self.numbers.soon * soon[0] + (1 - self.numbers.soon) * later[0], self.numbers.soon * soon[
            1
        ] + (1 - self.numbers.soon) * later[1]

    def _attacked(self, hex_: Hex, units: CounterSet, danger: int) -> Outlook:
        state, scenario = self.state, self.scenario
        open_ = scenario.grid.around[hex_] & scenario.firm & ~state.held[NATO]
        sides = min(self.numbers.surrounded, open_.bit_count())
        force = int(min(self.numbers.attacking * danger, self.numbers.beside * max(1.0, sides)))
        defence = sum(factor_of(state, c) for c in bits(units))
        if not force or not defence:
            return (0.0, 0.0) if force else (1.0, 0.0)
        city = bool(scenario.cities >> hex_ & 1)
        ground = ground_of(state, hex_)
        drm = ground.drm + sides - 1 + (0.0 if units & scenario.armour else 1.0)
        chances = mixed(scenario, rung(force, defence), drm + self.numbers.support[city], ground, PACT)
        return _outlook(chances, units.bit_count())


def _outlook(chances: Chances, units: int) -> Outlook:
    last = chances.EX + chances.DL if units == 1 else 0.0
    held = 1.0 - chances.DE - chances.DR - last
    return held, chances.DE + (chances.EX + chances.DL) / units


def _reached(state: AfcentState) -> tuple[list[int], list[int]]:
    """Return the combat factors that the Pact could bring against each hex next turn and the turn after."""
    scenario, grid = state.scenario, state.scenario.grid
    soon, later = [0] * grid.size, [0] * grid.size
    prices = ways(state, PACT, False)
    for hex_ in bits(state.held[PACT]):
        factors = sum(factor_of(state, c) for c in bits(state.here[hex_] & ~scenario.heliborne))
        if factors:
            for hexes, field in zip(_march(grid, prices, hex_), (soon, later), strict=True):
                for there in hexes:
                    field[there] += factors
    return soon, later


@lru_cache(maxsize=1 << 11)
def _march(grid: HexGrid, prices: Ways, start: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes that can be attacked after one turn of movement, and after two."""
    waves = flood_waves(grid, start, 2 * DAY, prices)
    found = []
    for budget in (DAY, 2 * DAY):
        mask = union(waves[: budget + 1])
        found.append(bits(mask | grid.spread(mask)))
    return found[0], found[1]
