"""Chapters 10.4 (Pincher) and 10.9 (Sandown): untried units, revealed in their first battle [R-SWW-24].

No values are dealt beforehand: a die picks one of those not yet revealed.
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
"""The faces of revealed units."""


def untried(state: Sww3State, units: CounterSet) -> list[int]:
    """Return the untried units among some."""
    return [c for c in bits(units & state.scenario.untried) if state.face[c] < 0]


def faces_left(state: Sww3State, unit: int) -> list[int]:
    """Return the faces an untried unit may still get: those of its mix not yet revealed."""
    mix = state.scenario.mix_of[unit]
    shown = {state.face[c] for c in bits(mix)}
    return [face for face in bits(mix) if face not in shown]


def draw(state: Sww3State, fight: Battle, dice: Roller) -> dict[int, int]:
    """Draw faces for the untried units of a battle [Pincher 10.4, Sandown 10.9, R-SWW-24]."""
    hand: dict[int, int] = {}
    for unit in untried(state, fight.attackers | fight.defenders):
        left = [face for face in faces_left(state, unit) if face not in hand.values()]
        hand[unit] = left[dice.roll("untried unit", len(left)) - 1]
    return hand


def without_zero_units(scenario: Sww3Scenario, fight: Battle, hand: Hand) -> Battle:
    """Return a battle after its untried units are revealed: without 0-0 units [R-SWW-24]."""
    empty = sum(1 << c for c, face in hand.items() if hollow(scenario, face))
    return fight._replace(
        attackers=fight.attackers & ~empty,
        defenders=fight.defenders & ~empty,
        hollow=(bool(fight.attackers & empty), bool(fight.defenders & empty)),
    )


def hollow(scenario: Sww3Scenario, face: int) -> bool:
    """Whether a face is 0-0."""
    return not scenario.attack[face][1] and not scenario.defence[face][1]


# -- probabilities ---------------------------------------------------------------------------------


class Turnout(NamedTuple):
    """One outcome of revealing the untried units of a side, as far as it matters to a battle."""

    quarters: int
    """Their strength in quarter factors."""
    left: CounterSet
    """The units left of the side; of indistinguishable units only one, if any is left."""
    hollow: bool
    """Whether a 0-0 unit was revealed."""


class Group(NamedTuple):
    """Untried units of a mix that differ only in their faces."""

    halved: int
    """How often their factors are halved."""
    one: CounterSet
    """One of them."""
    size: int


def turnouts(state: Sww3State, fight: Battle, units: CounterSet) -> dict[Turnout, float]:
    """Return every outcome of revealing a side's units, with its exact probability."""
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
    """Return the outcomes for units of one mix by counting the ways to deal them faces.

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
    for (gone, left), places in _placements_of_zero_units(groups).items():
        manned = Sums(*(size - none for size, none in zip(sizes, gone, strict=True)))
        deals = places * perm(empty, sum(gone)) * prod(map(factorial, manned))
        for quarters, count in sums.get(manned, {}).items() if deals else ():
            turnout = Turnout(quarters, left, any(gone))
            ways[turnout] = ways.get(turnout, 0) + deals * count
    every = perm(len(faces), len(units))
    return {turnout: count / every for turnout, count in ways.items()}


def _groups(state: Sww3State, fight: Battle, units: list[int]) -> list[Group]:
    """Group units alike in hex, nation, halving and disruption."""
    alike: dict[object, list[int]] = {}
    for unit in units:
        halved, shaken = halvings(state, fight, unit), state.disrupted >> unit & 1
        alike.setdefault((halved, state.at[unit], state.scenario.nation[unit], shaken), []).append(unit)
    return [Group(halvings(state, fight, same[0]), 1 << same[0], len(same)) for same in alike.values()]


def _placements_of_zero_units(groups: list[Group]) -> dict[tuple[Sums, CounterSet], int]:
    """Count the ways to distribute 0-0 units, by how often factors are halved and by the units left."""
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
    """Return the possible totals and their number of ways, by numbers of units per halving.

    The counts by total are the coefficients of a polynomial, kept as one large number: to deal a face
    is to shift it, which adds to the counts of all totals at once.
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
    """Return the non-zero coefficients of a packed polynomial."""
    found = {}
    room = (1 << width) - 1
    for place in range(packed.bit_length() // width + 1):
        count = packed >> place * width & room
        if count:
            found[place] = count
    return found


def _more(numbers: Sums, place: int, by: int) -> Sums:
    """Return the numbers with one of them increased."""
    changed = list(numbers)
    changed[place] += by
    return Sums(*changed)
