"""Untried units: what they may turn out to be in their first battle [Pincher 10.4, Sandown 10.9, R-SWW-24].

No values are dealt beforehand: an untried unit has none until a die picks one that has not turned up yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, factorial, perm, prod
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.sww3.combat.strength import QUARTERS, Battle, Sums, halvings
from grognard.games.sww3.model.scenario import Sww3Scenario
from grognard.games.sww3.model.state import Sww3State

Hand = Mapping[int, int]
"""Faces that untried units turn out to have."""


def untried(state: Sww3State, units: CounterSet) -> list[int]:
    """Those of the units whose strength nobody knows yet."""
    return [c for c in bits(units & state.scenario.untried) if state.face[c] < 0]


def faces_left(state: Sww3State, unit: int) -> list[int]:
    """The faces that an untried unit may still turn out to have: those of its mix that nobody shows."""
    mix = state.scenario.mix_of[unit]
    shown = {state.face[c] for c in bits(mix)}
    return [face for face in bits(mix) if face not in shown]


def draw(state: Sww3State, fight: Battle, dice: Roller) -> dict[int, int]:
    """Turn over the untried units of a battle [Pincher 10.4, Sandown 10.9, R-SWW-24]."""
    hand: dict[int, int] = {}
    for unit in untried(state, fight.attackers | fight.defenders):
        left = [face for face in faces_left(state, unit) if face not in hand.values()]
        hand[unit] = left[dice.roll("untried unit", len(left)) - 1]
    return hand


def without_hollow(scenario: Sww3Scenario, fight: Battle, hand: Hand) -> Battle:
    """A battle once its untried units are turned over: 0-0 units leave first [R-SWW-24]."""
    empty = sum(1 << c for c, face in hand.items() if hollow(scenario, face))
    return fight._replace(
        attackers=fight.attackers & ~empty,
        defenders=fight.defenders & ~empty,
        hollow=(bool(fight.attackers & empty), bool(fight.defenders & empty)),
    )


def hollow(scenario: Sww3Scenario, face: int) -> bool:
    """Whether a face is one of the 0-0 units."""
    return not scenario.attack[face][1] and not scenario.defence[face][1]


# -- what may turn up ------------------------------------------------------------------------------


class Turnout(NamedTuple):
    """How the untried units of one side may turn out, as far as a battle asks."""

    quarters: int
    """What they bring to it, in quarters of a factor."""
    left: CounterSet
    """Who is left of the side; of units that cannot be told apart only one where any is."""
    hollow: bool
    """Whether a 0-0 unit turned up."""


class Group(NamedTuple):
    """Untried units of a mix that nothing but their faces tells apart in a battle."""

    halved: int
    """How often their factors are halved."""
    one: CounterSet
    """One of them."""
    size: int


def turnouts(state: Sww3State, fight: Battle, units: CounterSet) -> dict[Turnout, float]:
    """All the ways in which a side's units may turn out, with their exact probabilities."""
    unknown = untried(state, units)
    found = {Turnout(0, units & ~mask_of(unknown), False): 1.0}
    scenario = state.scenario
    for mix in {scenario.mix_of[unit]: None for unit in unknown}:
        mine = [unit for unit in unknown if scenario.mix_of[unit] == mix]
        drawn = _drawn(state, fight, mine)
        joined: dict[Turnout, float] = {}
        for before, chance in found.items():
            for more, share in drawn.items():
                quarters, left = before.quarters + more.quarters, before.left | more.left
                both = Turnout(quarters, left, before.hollow or more.hollow)
                joined[both] = joined.get(both, 0.0) + chance * share
        found = joined
    return found


def _drawn(state: Sww3State, fight: Battle, units: list[int]) -> dict[Turnout, float]:
    """How units of one mix may turn out: every way to deal them its faces, counted and not walked through.

    The 0-0 units are dealt first, and then the others by how often their factors are halved.
    """
    scenario = state.scenario
    faces = faces_left(state, units[0])
    values = scenario.attack if fight.attackers >> units[0] & 1 else scenario.defence
    factors = [values[face][1] for face in faces if not hollow(scenario, face)]
    empty = len(faces) - len(factors)
    groups = _groups(state, fight, units)
    sizes = Sums(*(sum(group.size for group in groups if group.halved == times) for times in range(3)))
    sums = _sums(factors, sizes)
    ways: dict[Turnout, int] = {}
    for (gone, left), places in _places_of_hollow(groups).items():
        manned = Sums(*(size - none for size, none in zip(sizes, gone, strict=True)))
        deals = places * perm(empty, sum(gone)) * prod(map(factorial, manned))
        for quarters, count in sums.get(manned, {}).items() if deals else ():
            turnout = Turnout(quarters, left, any(gone))
            ways[turnout] = ways.get(turnout, 0) + deals * count
    every = perm(len(faces), len(units))
    return {turnout: count / every for turnout, count in ways.items()}


def _groups(state: Sww3State, fight: Battle, units: list[int]) -> list[Group]:
    """Units that cannot be told apart: in one hex, of one nation, halved alike and disrupted or not alike."""
    alike: dict[object, list[int]] = {}
    for unit in units:
        halved, shaken = halvings(state, fight, unit), state.disrupted >> unit & 1
        alike.setdefault((halved, state.at[unit], state.scenario.nation[unit], shaken), []).append(unit)
    return [Group(halvings(state, fight, same[0]), 1 << same[0], len(same)) for same in alike.values()]


def _places_of_hollow(groups: list[Group]) -> dict[tuple[Sums, CounterSet], int]:
    """In how many ways 0-0 units can be spread, by how often their factors are halved and by who is left."""
    found: dict[tuple[Sums, CounterSet], int] = {(Sums(0, 0, 0), 0): 1}
    for group in groups:
        spread: dict[tuple[Sums, CounterSet], int] = {}
        for (gone, left), count in found.items():
            for empty in range(group.size + 1):
                key = (_more(gone, group.halved, empty), left | group.one if empty < group.size else left)
                spread[key] = spread.get(key, 0) + count * comb(group.size, empty)
        found = spread
    return found


def _sums(factors: list[int], sizes: Sums) -> dict[Sums, dict[int, int]]:
    """For numbers of units that are halved so often: the totals they may bring, and in how many ways.

    The counts by total are the coefficients of a polynomial, kept as one large number: to deal a face
    is to shift it, and adds to the counts of all totals at once.
    """
    width = 2 * len(factors) + 1  # a face goes to one of three places, or to none
    found = {Sums(0, 0, 0): 1}
    for factor in factors:
        more = dict(found)
        for taken, packed in found.items():
            for times, quarters in enumerate(QUARTERS):
                if taken[times] < sizes[times]:
                    key = _more(taken, times, 1)
                    more[key] = more.get(key, 0) + (packed << width * quarters * factor)
        found = more
    return {taken: _unpacked(packed, width) for taken, packed in found.items()}


def _unpacked(packed: int, width: int) -> dict[int, int]:
    """The coefficients in a packed polynomial that are not 0."""
    found = {}
    room = (1 << width) - 1
    for place in range(packed.bit_length() // width + 1):
        count = packed >> place * width & room
        if count:
            found[place] = count
    return found


def _more(numbers: Sums, place: int, by: int) -> Sums:
    """The numbers with one of them increased."""
    changed = list(numbers)
    changed[place] += by
    return Sums(*changed)
