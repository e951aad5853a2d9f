"""Odds of attack to defence: rungs of a ladder that knows only whole numbers, always to one side."""

from __future__ import annotations


def rung(attack: int, defence: int) -> int:
    """The rung of the odds ladder: 0 is 1:1, 1 is 2:1, -1 is 1:2; rounded for the defender.

    >>> rung(26, 7), rung(5, 7), rung(5, 11)
    (2, -1, -2)
    """
    if attack >= defence:
        return attack // defence - 1
    return 1 + defence // -attack


def odds_of(at: int) -> str:
    """A rung as people say it.

    >>> odds_of(2), odds_of(-2)
    ('3:1', '1:3')
    """
    return f"{at + 1}:1" if at >= 0 else f"1:{1 - at}"


def rung_of(odds: str) -> int:
    """The rung that a column of a combat table stands for.

    >>> rung_of("3:1"), rung_of("1:3")
    (2, -2)
    """
    attack, defence = odds.split(":")
    return rung(int(attack), int(defence))
