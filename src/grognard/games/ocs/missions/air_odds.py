"""Chapter 14.3: exact chances of an Air Combat, with the best choices of both sides.

A memo on the planes still there: choices are made for the expected worth of the mission planes that go on.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grognard.core.hexes.grid import bits
from grognard.games.ocs.air.combat import Outcome, outcome_of, rating
from grognard.games.ocs.air.planes import values
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState

FACES = range(1, 7)
LIFT_WORTH = 2
"""What a token of lift counts for in the choices of an Air Combat; half tokens are lifted as well."""
WAYS = len(FACES) ** 2
Ends = dict[tuple[int, int], Fraction]
"""The chance of each end of an Air Combat: the mission planes and enemy planes left, as sets of places."""


class Craft(NamedTuple):
    """A plane in an Air Combat."""

    rating: int
    paren: bool
    """Whether its rating is in parentheses, so that it cannot attack [14.3a]."""
    worth: int = 0
    """What it does for its mission: Barrage Strength, or lift."""


def craft(state: OcsState, plane: int, mission: Mission | None = None) -> Craft:
    """Return a plane as it is now, on a mission, by default the one being flown."""
    face = values(state, plane)
    worth = face.barrage or int(face.lift * LIFT_WORTH)
    return Craft(rating(state, plane, mission), face.paren, worth)


@lru_cache(maxsize=64)
def round_chances(gap: int) -> dict[Outcome, Fraction]:
    """Return the chances of a round by the attacker's rating less the defender's [14.3e-C].

    >>> {who: str(chance) for who, chance in round_chances(1).items()}
    {'attacker': '5/18', 'both': '5/36', 'defender': '7/12'}
    """
    found: dict[Outcome, Fraction] = {"attacker": Fraction(0), "both": Fraction(0), "defender": Fraction(0)}
    for total in (a + b for a in FACES for b in FACES):
        found[outcome_of(total + gap)] += Fraction(1, WAYS)
    return found


@lru_cache(maxsize=512)
def air_combat(ours: tuple[Craft, ...], foes: tuple[Craft, ...], ours_attack: bool) -> Ends:
    """Return how an Air Combat of mission planes ends: each state of it is worked out once [14.3e].

    The mission side wants worth to go on, the enemy does not. `ours_attack` says who begins it; the roles
    switch while that side has only ratings in parentheses [14.3c].
    """
    memo: dict[tuple[int, int], Ends] = {}

    def able(fleet: tuple[Craft, ...], left: int) -> tuple[int, ...]:
        return tuple(n for n in bits(left) if not fleet[n].paren)

    def worth(ends: Ends) -> Fraction:
        going_on = ((chance, bits(left)) for (left, _), chance in ends.items())
        return sum((chance * sum(ours[n].worth for n in some) for chance, some in going_on), Fraction(0))

    def fought(left: int, right: int, own: int, foe: int, attacking: bool) -> Ends:
        gap = ours[own].rating - foes[foe].rating
        found: Ends = {}
        for who, chance in round_chances(gap if attacking else -gap).items():
            mine = who == "both" or (who == "attacker") == attacking
            theirs = who == "both" or (who == "attacker") != attacking
            after = left & ~(mine << own), right & ~(theirs << foe)
            for end, further in solve(*after).items():
                found[end] = found.get(end, Fraction(0)) + chance * further
        return found

    def solve(left: int, right: int) -> Ends:
        if (left, right) in memo:
            return memo[left, right]
        attackers = {True: able(ours, left), False: able(foes, right)}
        attacking = ours_attack if attackers[ours_attack] else not ours_attack
        if not left or not right or not attackers[attacking]:
            ends: Ends = {(left, right): Fraction(1)}
        elif attacking:
            ends = max(
                (
                    min((fought(left, right, own, foe, True) for foe in bits(right)), key=worth)
                    for own in attackers[True]
                ),
                key=worth,
            )
        else:
            ends = min(
                (
                    max((fought(left, right, own, foe, False) for own in bits(left)), key=worth)
                    for foe in attackers[False]
                ),
                key=worth,
            )
        memo[left, right] = ends
        return ends

    return solve((1 << len(ours)) - 1, (1 << len(foes)) - 1)


def none_left(ends: Ends, among: int) -> Fraction:
    """Return the chance that no mission plane goes on, of those in some places."""
    return sum((chance for (left, _), chance in ends.items() if not left & among), Fraction(0))
