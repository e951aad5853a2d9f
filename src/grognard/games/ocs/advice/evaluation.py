"""Evaluation of positions for computer players; not a rule.

Victory points count most, then steps on the map by strength (less if they lack supply), then supply.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import bits
from grognard.games.kit.advice.evaluation import bounded, score_by
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import COMING, HOSTED, READY, OcsState, steps_left

STRENGTH = 2.5
"""Value of the whole strength of one side."""
TOWNS = 1.5
"""Value of all victory points for towns."""
SUPPLY = 0.004
"""Value of a token on the map."""
WEAKENED = 0.6
"""Factor for a unit that is Out of Supply or DG."""
WAITING = 0.7
"""Factor for a unit that is not on the map yet, or aboard landing craft or in a box."""


def score(state: OcsState, side: str) -> float:
    """Evaluate the position for a side, from -1 (lost) to 1 (won)."""
    return score_by(state, side, 0, lambda state: bounded(_first_value(state)))


def _first_value(state: OcsState) -> float:
    """Evaluate the position for the first side, without bounds."""
    strength = [_strength(state, side) for side in (0, 1)]
    whole = _whole(state.scenario)
    supply = state.ledger[0] - state.ledger[1]
    return STRENGTH * (strength[0] - strength[1]) / whole + TOWNS * _towns(state) + SUPPLY * supply


def _strength(state: OcsState, side: int) -> float:
    """Return the value of a side's units by their steps and condition."""
    scenario, weak = state.scenario, state.out | state.dg
    total = 0.0
    for c in bits(scenario.combat_units & scenario.of_side[side]):
        where = state.at[c]
        if where < 0 and where not in (COMING, READY, HOSTED):
            continue
        worth = _worth(scenario, c) * steps_left(state, c) / scenario.steps[c]
        total += worth * (WAITING if where < 0 else WEAKENED if weak >> c & 1 else 1.0)
    return total


@lru_cache(maxsize=8192)
def _worth(scenario: OcsScenario, counter: int) -> float:
    """Return the value of a full-strength unit by its strength or barrage and its Action Rating."""
    face = scenario.faces[counter][0]
    return max(face.strength, face.barrage / 3, 2.0) * (1 + scenario.ar[counter] / 5)


@lru_cache(maxsize=64)
def _whole(scenario: OcsScenario) -> float:
    units: CounterSet = scenario.combat_units
    return sum(_worth(scenario, c) for c in bits(units)) or 1.0


def _towns(state: OcsState) -> float:
    """Return the first side's lead in victory points for towns, as a share of all of them."""
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
