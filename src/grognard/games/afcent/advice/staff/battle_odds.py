"""What a battle brings on average by the combat table, in factors won and lost [11.9, 13.1]."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.afcent.combat.strength import Ground, automatic, table_result
from grognard.games.afcent.model.scenario import AfcentScenario

DIE = range(1, 7)
LOWEST, HIGHEST = -12, 16
"""Modifiers beyond these change nothing any more."""


class Chances(NamedTuple):
    """How likely each result is."""

    AE: float = 0.0
    AL: float = 0.0
    ENG: float = 0.0
    EX: float = 0.0
    DR: float = 0.0
    DL: float = 0.0
    DE: float = 0.0


class Stakes(NamedTuple):
    """What is at stake in a battle, in factors."""

    all_mine: float
    my_cheapest: float
    all_theirs: float
    their_cheapest: float
    alone: bool
    """Whether only one unit defends: its loss leaves the hex empty."""
    prize: float
    """What it is worth to have the hex, or to have the enemy out of it."""
    trapped: float = 0.0
    """What a retreat costs the defender beyond the ground."""


def gain(chances: Chances, stakes: Stakes) -> float:
    """What an attack gains on average."""
    cleared = stakes.prize if stakes.alone else 0.0
    return (
        chances.DE * (stakes.all_theirs + stakes.prize)
        + chances.DL * (stakes.their_cheapest + cleared)
        + chances.DR * (stakes.prize + stakes.trapped)
        + chances.EX * (stakes.their_cheapest - stakes.my_cheapest + cleared)
        - chances.AL * stakes.my_cheapest
        - chances.AE * stakes.all_mine
    )


@lru_cache(maxsize=1 << 12)
def chances(scenario: AfcentScenario, at: int, drm: int, ground: Ground, side: int) -> Chances:
    """How likely each result is for a side that attacks on a rung of the ladder, with a modifier [11.9]."""
    sure = automatic(scenario, at, side)
    results = [sure] if sure else [table_result(scenario, at, die + drm) for die in DIE]
    found = dict.fromkeys(Chances._fields, 0.0)
    for result in results:
        found[ground.retreat if result == "DR" else result] += 1 / len(results)
    return Chances(**found)


def mixed(scenario: AfcentScenario, at: int, drm: float, ground: Ground, side: int) -> Chances:
    """The same for a modifier that is known only on average."""
    bounded = max(LOWEST, min(HIGHEST, drm))
    low = int(bounded // 1)
    share = bounded - low
    one = chances(scenario, at, low, ground, side)
    if share < 0.01:
        return one
    two = chances(scenario, at, low + 1, ground, side)
    return Chances(*(a + share * (b - a) for a, b in zip(one, two, strict=True)))
