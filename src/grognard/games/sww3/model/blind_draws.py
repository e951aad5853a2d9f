"""Blind draws: counters drawn from a cup with a die of as many sides as there are counters left."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.dice import Roller


def draw(cup: Sequence[int], count: int, dice: Roller, what: str) -> list[int]:
    """Draw counters from a cup, or all of them if there are fewer [R-PIN-17]."""
    left = list(cup)
    return [left.pop(dice.roll(f"draw {what}", len(left)) - 1) for _ in range(min(count, len(left)))]
