"""Evaluation of a position for computer players.

Progress towards the Pact objective counts most, then strength by its distance to the objective, then support
and the expected outcome of an open battle.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from grognard.core.hexes.grid import HexSet, bits
from grognard.games.afcent.combat.battle_report import chances
from grognard.games.afcent.combat.strength import Battle
from grognard.games.afcent.combat.support import battle_of
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import (
    AIRBORNE,
    AVAILABLE,
    AWAY,
    COMING,
    EXITED,
    LOST,
    RECALLED,
    AfcentState,
    factor_of,
)
from grognard.games.kit.advice.evaluation import bounded, score_by

PROGRESS = 2.2
"""Value of completing the objective."""
STRENGTH = 3.0
"""Value of all combat strength in play."""
NEAR = 1.5
"""Extra weight of a unit near the objective."""
FADES = 7.0
"""Distance in hexes over which that falls to about a third."""
WAITING = 0.6
"""Weight of a unit off the map."""
SUPPORT = 0.35
"""Value of an available support marker, in combat factors."""
GROUND = 1.5
"""Value of a captured hex, in combat factors."""


def score(state: AfcentState, side: str) -> float:
    """Evaluate the position for a side, from -1 (lost) to 1 (won)."""
    return score_by(state, side, PACT, lambda state: bounded(_pact_value(state)))


def _pact_value(state: AfcentState) -> float:
    """Evaluate the position for the Pact, without bounds."""
    scenario = state.scenario
    if not state.turn:
        return 0.0
    share, aims = scenario.exclusive.aims(state)
    urgent = 0.4 + 0.6 * state.turn / scenario.turns
    margin = _strength(state, _closeness(scenario, aims)) + _pending(state)
    return PROGRESS * (share - urgent) * urgent + STRENGTH * margin / _whole(scenario)


def _strength(state: AfcentState, near: list[float]) -> float:
    """Return the difference of combat factors, weighted by position."""
    scenario, at = state.scenario, state.at
    gone = (LOST, AWAY, EXITED, RECALLED, *((AIRBORNE,) if state.recalled else ()))
    total = 0.0
    for c in range(scenario.unit_count):
        where = at[c]
        if where in gone:
            continue
        worth = factor_of(state, c) * (1.0 + NEAR * near[where] if where >= 0 else WAITING)
        total += worth if scenario.side_of[c] == PACT else -worth
    for side, sign in ((PACT, 1), (NATO, -1)):
        ready = sum(at[c] in (AVAILABLE, COMING) for c in bits(scenario.support_of[side]))
        total += sign * SUPPORT * ready
    return total


def _pending(state: AfcentState) -> float:
    """Return the expected gain of the Pact from the open battle, in combat factors."""
    if not state.questions or state.questions[-1].kind != "commit":
        return 0.0
    fight = battle_of(state.questions[-1])
    pact, nato = (max(0, pledge) for pledge in state.pledged)
    likely = chances(state, fight, (pact, nato))
    gain = sum(share * _gain(state, fight, result) for result, share in likely.items())
    committed = SUPPORT * (nato.bit_count() - pact.bit_count())
    return (gain if fight.side == PACT else -gain) + committed


def _gain(state: AfcentState, fight: Battle, result: str) -> float:
    """Return the gain of the attacker from a result, in combat factors."""
    ours = sorted(factor_of(state, c) for c in bits(fight.attackers))
    theirs = sorted(factor_of(state, c) for c in bits(fight.defenders))
    match result:
        case "AE":
            return -float(sum(ours))
        case "AL":
            return -float(ours[0])
        case "EX":
            return float(theirs[0] - ours[0]) + (GROUND if len(theirs) == 1 else 0.0)
        case "DR":
            return GROUND
        case "DL":
            return float(theirs[0]) + (GROUND if len(theirs) == 1 else 0.0)
        case "DE":
            return float(sum(theirs)) + GROUND
    return 0.0


@lru_cache(maxsize=16)
def _whole(scenario: AfcentScenario) -> float:
    """Return the total strength of both sides."""
    return float(sum(scenario.factor[: scenario.unit_count]))


@lru_cache(maxsize=256)
def _closeness(scenario: AfcentScenario, aims: HexSet) -> list[float]:
    """Return the closeness of each hex to the Pact objectives: 1 in them, less with distance."""
    grid = scenario.grid
    found = [0.0] * grid.size
    ring, seen, steps = aims, aims, 0
    while ring:
        for hex_ in bits(ring):
            found[hex_] = exp(-steps / FADES)
        ring = grid.spread(seen) & scenario.land & ~seen
        seen |= ring
        steps += 1
    return found
