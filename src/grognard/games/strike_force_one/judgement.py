"""How well a side stands: a rough judgement for computer players, never a rule."""

from __future__ import annotations

from grognard.core.hexes import bits
from grognard.games.strike_force_one.scenario import SOVIET
from grognard.games.strike_force_one.state import SfoState


def score(state: SfoState, side: str) -> float:
    """From -1 (lost) to 1 (won), 0 when even."""
    sign = 1.0 if side == state.scenario.sides[SOVIET] else -1.0
    if state.result is not None:
        if not state.result.winner:
            return 0.0
        return 1.0 if state.result.winner == side else -1.0
    held = sum(state.held[SOVIET] >> town & 1 for town in state.scenario.towns)
    soviet = len(bits(state.held[SOVIET]))
    return sign * max(-0.9, min(0.9, 0.3 * (held - 1.5) + 0.02 * soviet))
