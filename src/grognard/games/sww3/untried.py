"""Untried units: what they may turn out to be in their first battle [Pincher 10.4, Sandown 10.9, R-SWW-24].

No values are dealt beforehand: an untried unit has none until a die picks one that has not turned up yet.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.dice import Roller
from grognard.core.hexes import bits
from grognard.games.sww3.scenario import CounterSet, Sww3Scenario
from grognard.games.sww3.state import Sww3State
from grognard.games.sww3.strength import Battle, Hand, halvings


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


class Pile(NamedTuple):
    """Faces of one mix that count alike in a battle."""

    mix: CounterSet
    factor: int
    hollow: bool
    faces: list[int]


def _piles(state: Sww3State, fight: Battle, units: list[int]) -> list[Pile]:
    """What may turn up in a battle; all units of a mix are on one side, so only one of the factors counts."""
    scenario = state.scenario
    piles: dict[tuple[CounterSet, int, bool], list[int]] = {}
    for mix, unit in {scenario.mix_of[unit]: unit for unit in units}.items():
        factors = scenario.attack if fight.attackers >> unit & 1 else scenario.defence
        for face in faces_left(state, unit):
            piles.setdefault((mix, factors[face][1], hollow(scenario, face)), []).append(face)
    return [Pile(*key, faces) for key, faces in piles.items()]


def hands(state: Sww3State, fight: Battle) -> list[tuple[Hand, float]]:
    """Every way the untried units of a battle can turn out, with its probability.

    Hands that no reckoning can tell apart are merged: what counts is how much of each pile is gone, the sums
    of factors that are halved alike, and the spots (hexes of attackers, above all) that keep a unit.
    """
    scenario = state.scenario
    units = untried(state, fight.attackers | fight.defenders)
    piles = _piles(state, fight, units)
    spots: dict[object, int] = {}
    Key = tuple[tuple[int, ...], tuple[int, ...], int]
    found: dict[Key, tuple[dict[int, int], float]] = {((0,) * len(piles), (0,) * 6, 0): ({}, 1.0)}
    for unit in units:
        attacking = fight.attackers >> unit & 1
        slot = halvings(state, fight, unit) + 3 * attacking
        kind = (attacking, state.at[unit], scenario.nation[unit], state.disrupted >> unit & 1)
        spot = 1 << spots.setdefault(kind, len(spots))
        mine = [i for i, pile in enumerate(piles) if pile.mix == scenario.mix_of[unit]]
        merged: dict[Key, tuple[dict[int, int], float]] = {}
        for (used, sums, kept), (hand, probability) in found.items():
            free = sum(len(piles[i].faces) - used[i] for i in mine)
            for i in mine:
                pile, gone = piles[i], used[i]
                share = probability * (len(pile.faces) - gone) / free
                if not share:
                    continue
                key = _more(used, i, 1), _more(sums, slot, pile.factor), kept if pile.hollow else kept | spot
                if key in merged:
                    merged[key] = (merged[key][0], merged[key][1] + share)
                else:
                    merged[key] = ({**hand, unit: pile.faces[gone]}, share)
        found = merged
    return list(found.values())


def _more(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The numbers with one of them increased."""
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])
