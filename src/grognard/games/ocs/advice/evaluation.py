"""How well a side stands: a judgement for computer players, never a rule.

Points of victory count most; then the steps on the map, each for its strength and less when it lacks supply;
then the supply at hand.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import bits
from grognard.games.kit.evaluation import bounded, score_by
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import COMING, READY, OcsState, steps_left

STRENGTH = 2.5
"""What all the strength of one side would be worth."""
TOWNS = 1.5
"""What all the points for towns would be worth."""
SUPPLY = 0.004
"""What a token on the map is worth."""
HUNGRY = 0.6
"""What a unit Out of Supply counts for, or one that is disorganized."""
WAITING = 0.7
"""What a unit counts for that is still to come."""


def score(state: OcsState, side: str) -> float:
    """From -1 (lost) to 1 (won), 0 when even."""
    return score_by(state, side, 0, lambda state: bounded(_first_value(state)))


def _first_value(state: OcsState) -> float:
    """How well the first side stands, without bounds."""
    strength = [_strength(state, side) for side in (0, 1)]
    whole = _whole(state.scenario)
    supply = state.ledger[0] - state.ledger[1]
    return STRENGTH * (strength[0] - strength[1]) / whole + TOWNS * _towns(state) + SUPPLY * supply


def _strength(state: OcsState, side: int) -> float:
    """What the units of a side are worth by their steps and what ails them."""
    scenario, weak = state.scenario, state.out | state.dg
    total = 0.0
    for c in bits(scenario.combat_units & scenario.of_side[side]):
        where = state.at[c]
        if where < 0 and where not in (COMING, READY):
            continue
        worth = _worth(scenario, c) * steps_left(state, c) / scenario.steps[c]
        total += worth * (WAITING if where < 0 else HUNGRY if weak >> c & 1 else 1.0)
    return total


@lru_cache(maxsize=8192)
def _worth(scenario: OcsScenario, counter: int) -> float:
    """A whole unit: its strength or barrage, the better its rating the more."""
    face = scenario.faces[counter][0]
    return max(face.strength, face.barrage / 3, 2.0) * (1 + scenario.ar[counter] / 5)


@lru_cache(maxsize=64)
def _whole(scenario: OcsScenario) -> float:
    units: CounterSet = scenario.combat_units
    return sum(_worth(scenario, c) for c in bits(units)) or 1.0


def _towns(state: OcsState) -> float:
    """The share of the points for towns that the first side has more than the second."""
    scenario, towns = state.scenario, state.scenario.file.victory.towns
    whole = sum(towns.values())
    if not whole:
        return 0.0
    held = sum(
        points
        for name, points in towns.items()
        for hex_ in bits(scenario.hexes((name,)))
        if not state.second >> hex_ & 1
    )
    return (2 * held - whole) / whole
