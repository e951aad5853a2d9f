"""How well a side stands in a game of two sides, and what its staff advises a computer player."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from typing import TypeVar

from grognard.core.contract.orders import Order
from grognard.core.contract.state import State

S = TypeVar("S", bound=State)
Advice = tuple[list[Order], str]
"""Orders to give one after the other, and why the first."""
NONE: Advice = ([], "")
"""The staff has no opinion."""


def score_by(state: S, side: str, first: int, judge: Callable[[S], float]) -> float:
    """The score of a side, from -1 (lost) to 1 (won): as the game ended, or else as the judge sees it.

    The judge says how well the `first` of the two sides stands.
    """
    if state.result is not None:
        return state.result.score(side)
    value = judge(state)
    return value if side == state.scenario.sides[first] else -value


def bounded(value: float) -> float:
    """A value without bounds, brought within those of a score that is not final.

    >>> bounded(0.0), round(bounded(100.0), 2)
    (0.0, 0.98)
    """
    return tanh(value) * 0.98
