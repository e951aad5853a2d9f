"""Fitted values: the chance that a side wins from a position, by features that every game has.

The weights are data, one set for each turn and the side that has just moved, made with ``grognard train``
from games between computer players. They are an estimate, never a rule.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from pathlib import Path

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.outside.values import Values
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.files.files import read_as
from grognard.core.hexes.grid import HexGrid, HexSet

NEAR = 5
"""Distance in hexes at which a unit counts for an objective."""
FEATURES = ("bias", "score", "held", "occupied", "open", "strength", "front")
"""A constant, the game's score, objectives held, occupied and open to the enemy, strength, and near them."""


def chance(weights: tuple[float, ...], found: tuple[float, ...]) -> float:
    """Return the chance that the weights give to features."""
    total = sum(weight * feature for weight, feature in zip(weights, found, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def fitted_score(values: Values, definition: AnyGame, state: State, side: str, moved: str) -> float | None:
    """Return the value of a position for a side, from -1 to 1; None if there are no weights for it."""
    if state.result is not None:
        return state.result.score(side)
    found = next((m for m in values.moment if m.turn == state.turn and m.moved == moved), None)
    if found is None:
        return None
    first = state.scenario.sides[0]
    value = 2 * chance(found.weights, features(definition, state, first)) - 1
    return value if side == first else -value


def features(definition: AnyGame, state: State, side: str) -> tuple[float, ...]:
    """Return the features of a position for a side, as it sees it; each within -1 and 1."""
    view = definition.view(state, side)
    grid = state.scenario.board.grid
    goals = [(grid.find(goal.hex), goal.held_by) for goal in view.objectives]
    count = max(1, len(goals))
    held, near, strength = _strengths(view, grid)
    taken = occupied = open_ = 0
    front = [0, 0]
    for hex_, owner in goals:
        mine = owner == side
        if not owner or hex_ is None:
            continue
        sign = 1 if mine else -1
        taken += sign
        bit = 1 << hex_
        occupied += sign * bool(held[not mine] & bit)
        open_ -= sign * bool(near[mine] & bit and not held[not mine] & bit)
        around = grid.within(hex_, NEAR)
        for number in (0, 1):
            front[number] += sum(power for place, power in strength[number].items() if around >> place & 1)
    powers = [sum(part.values()) for part in strength]
    return (
        1.0,
        definition.score(state, side),
        taken / count,
        occupied / count,
        open_ / count,
        _lead(*powers),
        _lead(*front),
    )


def _lead(mine: float, theirs: float) -> float:
    return (mine - theirs) / max(1.0, mine + theirs)


def _strengths(view: View, grid: HexGrid) -> tuple[list[HexSet], list[HexSet], list[dict[int, int]]]:
    """Return for the side and its enemy: hexes with units, hexes near them, and factors by hex."""
    held, near = [0, 0], [0, 0]
    strength: list[dict[int, int]] = [{}, {}]
    for unit in view.units:
        hex_ = grid.find(unit.at)
        if hex_ is None or unit.marker or not unit.side:
            continue
        number = int(unit.side != view.side)
        held[number] |= 1 << hex_
        strength[number][hex_] = strength[number].get(hex_, 0) + (unit.values[0] if unit.values else 1)
    for number in (0, 1):
        for hex_ in strength[number]:
            near[number] |= grid.within(hex_, NEAR)
    return held, near, strength


@lru_cache
def _read(path: Path) -> Values | None:
    return read_as(path, Values) if path.exists() else None


def values_of(definition: AnyGame, scenario: Scenario) -> Values | None:
    """Return the fitted values of a scenario, if its game has any: those that were measured to be better."""
    return _read(definition.data / "values" / f"{scenario.name}.toml")
