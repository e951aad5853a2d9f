"""Winning chances from the computer's evaluation of a position.

The evaluation goes from -1 to 1, but 0 need not mean that both sides win equally often. A scenario can say
how it relates to results (`chances` in its file, measured by ``python -m tools.calibrate``). Without that,
the chance is the evaluation itself on a scale from 0 to 1.
"""

from __future__ import annotations

import math

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.scenario import Calibration
from grognard.core.contract.state import State

_EDGE = 0.999
"""The greatest chance in a game that is not decided."""


def evidence(score: float) -> float:
    """Return an evaluation as log odds.

    >>> evidence(0.0), round(evidence(0.5), 2)
    (0.0, 1.1)
    """
    return 2 * math.atanh(max(-_EDGE, min(_EDGE, score)))


def chance_of(score: float, calibration: Calibration) -> float:
    """Return the winning chance of the first side from the evaluation of its position.

    >>> round(chance_of(0.5, Calibration()), 2), round(chance_of(0.5, Calibration(bias=-1.0)), 2)
    (0.75, 0.52)
    """
    return 1 / (1 + math.exp(-calibration.bias - calibration.slope * evidence(score)))


def chance_in(definition: AnyGame, state: State, side: str) -> float:
    """Return the winning chance of the first side in a state; 1, 0.5 or 0 when the game is over."""
    if state.result is not None:
        return (1 + state.result.score(side)) / 2
    return chance_of(definition.score(state, side), state.scenario.file.chances)
