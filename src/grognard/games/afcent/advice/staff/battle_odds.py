"""Expected gains of battles by the combat table, in combat factors [11.9, 13.1]."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.afcent.combat.strength import Ground, automatic, table_result
from grognard.games.afcent.model.scenario import AfcentScenario

DIE = range(1, 7)
LOWEST, HIGHEST = -12, 16
"""DRMs beyond these have no further effect."""


class Chances(NamedTuple):
    """Probability of each result."""

    AE: float = 0.0
    AL: float = 0.0
    ENG: float = 0.0
    EX: float = 0.0
    DR: float = 0.0
    DL: float = 0.0
    DE: float = 0.0


class Stakes(NamedTuple):
    """What a battle can gain or cost, in combat factors."""

    all_mine: float
    my_cheapest: float
    all_theirs: float
    their_cheapest: float
    alone: bool
    """Whether a single unit defends, whose loss empties the hex."""
    prize: float
    """Value of the hex for the attacker."""
    trapped: float = 0.0
    """Cost of a retreat for the defender besides the hex."""
    opened: float = 0.0
    """Value of own cities left empty if all attackers are lost."""
    opened_by_one: float = 0.0
    """The same if one attacker is lost, whichever it is."""


def gain(chances: Chances, stakes: Stakes) -> float:
    """Return the expected gain of an attack."""
    cleared = stakes.prize if stakes.alone else 0.0
    return (
        chances.DE * (stakes.all_theirs + stakes.prize)
        + chances.DL * (stakes.their_cheapest + cleared)
        + chances.DR * (stakes.prize + stakes.trapped)
        + chances.EX * (stakes.their_cheapest - stakes.my_cheapest + cleared - stakes.opened_by_one)
        - chances.AL * (stakes.my_cheapest + stakes.opened_by_one)
        - chances.AE * (stakes.all_mine + stakes.opened)
    )


@lru_cache(maxsize=1 << 12)
def chances(scenario: AfcentScenario, at: int, drm: int, ground: Ground, side: int) -> Chances:
    """Return the probability of each result at given odds and DRM [11.9]."""
    sure = automatic(scenario, at, side)
    results = [sure] if sure else [table_result(scenario, at, die + drm) for die in DIE]
    found = dict.fromkeys(Chances._fields, 0.0)
    for result in results:
        found[ground.retreat if result == "DR" else result] += 1 / len(results)
    return Chances(**found)


def mixed(scenario: AfcentScenario, at: int, drm: float, ground: Ground, side: int) -> Chances:
    """Return the same for an average DRM."""
    bounded = max(LOWEST, min(HIGHEST, drm))
    low = int(bounded // 1)
    share = bounded - low
    one = chances(scenario, at, low, ground, side)
    if share < 0.01:
        return one
    two = chances(scenario, at, low + 1, ground, side)
    return Chances(*(a + share * (b - a) for a, b in zip(one, two, strict=True)))
