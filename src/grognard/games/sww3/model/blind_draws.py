"""Blind draws: counters pulled unseen from a cup, by dice with as many sides as counters are left."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.dice import Roller


def draw(cup: Sequence[int], count: int, dice: Roller, what: str) -> list[int]:
    """Pull some counters from a cup; what is left when there are fewer [R-PIN-17]."""
    left = list(cup)
    return [left.pop(dice.roll(f"draw {what}", len(left)) - 1) for _ in range(min(count, len(left)))]
