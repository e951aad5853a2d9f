"""Retreats: who can go where, and what each hex on the way does to them [9.12].

A retreat of n hexes never comes nearer to its start again and ends exactly n hexes from it [R-OCS-71].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, bits
from grognard.games.kit.states import changed
from grognard.games.ocs.combat import specialized
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.state import MOVE_FACE, OcsState, face, put
from grognard.games.ocs.terrain.engineers import bridges
from grognard.games.ocs.terrain.step_costs import one_hex
from grognard.games.ocs.terrain.zones import attack_capable, guarded, zone
from grognard.games.ocs.units.modes import disorganize
from grognard.games.ocs.units.step_losses import eliminate


class Way(NamedTuple):
    """One way back and what it costs."""

    loss: int
    """Steps, or Strat Mode units, that enemy zones cost on it [9.12e, 5.8a]."""
    dg: bool
    path: tuple[Hex, ...]
    """The start not included."""


# -- who can go at all -----------------------------------------------------------------------------


def turned_face(state: OcsState, unit: int) -> int:
    """The face a unit retreats with: HQs and those who cannot move turn over [9.12b, 13.1c, R-OCS-75]."""
    up = face(state, unit)
    if (state.reserve | state.strat) >> unit & 1:
        return up
    still = not state.scenario.faces[unit][up].ma
    return MOVE_FACE if still or state.scenario.hqs >> unit & 1 else up


def _steps(state: OcsState, group: CounterSet) -> tuple[HexSet, ...]:
    """By direction the hexes that every unit of a group may enter, roads and bridges counted [9.12, 6.2c]."""
    scenario = state.scenario
    side = scenario.side_of[group.bit_length() - 1]
    kinds = set()
    for c in bits(group):
        up = turned_face(state, c)
        if not scenario.faces[c][up].ma:
            return (0,) * 6
        kinds.add(scenario.mobility[c][up])
    found: tuple[HexSet, ...] = (scenario.land,) * 6
    for mobility in kinds:
        ways = one_hex(scenario, mobility, state.ground, True, bridges(state, side))
        found = tuple(a & b for a, b in zip(found, ways, strict=True))
    return found


def closed_to(state: OcsState, fight: Fight, group: CounterSet) -> HexSet:
    """Hexes a group may not retreat into: those of enemy combat units, also at the start of the combat.

    Those of other enemy things only with an Attack-Capable unit [9.12f, 4.8c].
    """
    side = state.scenario.side_of[group.bit_length() - 1]
    closed = state.held[1 - side] | (1 << fight.target if side == fight.side else fight.origin)
    if not group & attack_capable(state):
        closed |= guarded(state, side)
    return closed


# -- where to --------------------------------------------------------------------------------------


def ways_back(state: OcsState, fight: Fight, group: CounterSet, hexes: int) -> dict[Hex, Way]:
    """For each hex where a group in one hex may end a retreat the least costly way there [9.12c]."""
    key = ("ways back", fight.side, fight.target, fight.origin, group, hexes)
    found: dict[Hex, Way] | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _latitude(state, fight, group, hexes)[1]
    return found


def _latitude(state: OcsState, fight: Fight, group: CounterSet, hexes: int) -> tuple[_Field, dict[Hex, Way]]:
    """How freely a group may choose its way, and the ways that leaves [9.12c, R-OCS-143].

    Every step leads away from the start, and so never nearer to the enemies of the combat, who stand next
    to it. Only where each such way costs something, or there is none, the group may make a detour.
    """
    field = _Field(state, fight, group, hexes, detour=False)
    found = _search(field, bool(group & state.dg))
    if not any(not way.loss for way in found.values()):
        field = _Field(state, fight, group, hexes, detour=True)
        found = _search(field, bool(group & state.dg))
    return field, found


def _search(field: _Field, dg: bool) -> dict[Hex, Way]:
    """The least costly way to each hex at the full distance; `dg` says whether somebody is DG already."""
    best: dict[tuple[Hex, bool, bool], tuple[int, int]] = {}
    found: dict[Hex, Way] = {}
    queue: list[tuple[int, bool, int, tuple[Hex, ...]]] = [(0, dg, 0, ())]
    while queue:
        loss, dg, length, path = heappop(queue)
        here = path[-1] if path else field.start
        if path and field.complete(here) and here not in found:
            found[here] = Way(loss, dg, path)
        for to in field.onward(here):
            cost, shaken = field.toll(to, length + 1, dg)
            key, price = (to, length >= 1, shaken), (loss + cost, length + 1)
            if key not in best or price < best[key]:
                best[key] = price
                heappush(queue, (loss + cost, shaken, length + 1, (*path, to)))
    return found


@lru_cache(maxsize=4096)
def _distances(grid: HexGrid, centre: Hex, radius: int) -> dict[Hex, int]:
    """How far the hexes around a hex are from it."""
    return {hex_: grid.distance(hex_, centre) for hex_ in bits(grid.within(centre, radius))}


class _Field:
    """The ground around a hex that a group retreats from."""

    def __init__(self, state: OcsState, fight: Fight, group: CounterSet, hexes: int, *, detour: bool) -> None:
        scenario = state.scenario
        side = scenario.side_of[group.bit_length() - 1]
        self.grid = scenario.grid
        self.start = state.at[group.bit_length() - 1]
        self.far = _distances(self.grid, self.start, hexes)
        """From the start, for all hexes that matter."""
        self.hexes = hexes
        self.detour = detour
        self.steps = _steps(state, group)
        self.closed = closed_to(state, fight, group)
        self.zone = zone(state, 1 - side)
        self.strat = (group & state.strat).bit_count()

    def complete(self, here: Hex) -> bool:
        """Whether a retreat may end in a hex: at its full distance from the start [9.12c]."""
        return self.far[here] == self.hexes

    def onward(self, here: Hex) -> Iterator[Hex]:
        """The next hexes: further from the start, or in a detour no nearer, never beyond its end [9.12c]."""
        least = self.far[here] + (0 if self.detour else 1)
        for way, to in enumerate(self.grid.neighbours[here]):
            if to == OFF or not self.steps[way] >> to & 1 or self.closed >> to & 1 or to == self.start:
                continue
            if least <= self.far.get(to, -1):
                yield to

    def toll(self, to: Hex, taken: int, dg: bool) -> tuple[int, bool]:
        """What a hex costs in steps and Strat Mode units, and whether the group is DG after it [9.12e]."""
        watched = bool(self.zone >> to & 1)
        cost = (1 if dg else 0) + self.strat if watched else 0
        return cost, dg or watched or taken >= 2


def legal_path(state: OcsState, fight: Fight, group: CounterSet, path: tuple[Hex, ...], hexes: int) -> bool:
    """Whether a way that the owner spelled out is one he may take."""
    field, _ = _latitude(state, fight, group, hexes)
    here = field.start
    for to in path:
        if to not in field.onward(here):
            return False
        here = to
    return field.complete(here)


# -- on the way ------------------------------------------------------------------------------------


def set_out(state: OcsState, group: CounterSet, path: tuple[Hex, ...]) -> None:
    """A group begins its retreat; it goes hex by hex, since each may cost something."""
    scenario = state.scenario
    for c in bits(group):
        if turned_face(state, c) == MOVE_FACE:
            state.turned |= 1 << c
    changed(state)
    side, first = scenario.side_of[group.bit_length() - 1], bits(group)[0]
    ask(state, Question("march", side, bits(group), state.at[first], (0, *path)))


def go_on(state: OcsState, question: Question, dice: Roller, events: list[Event]) -> bool:
    """One hex of a retreat: enemy things there, zones, disorganization [9.12a, 9.12e, 9.12f]."""
    state.questions.pop()
    scenario, side = state.scenario, question.side
    taken, to, *rest = question.data
    group = sum(1 << c for c in question.units if state.at[c] >= 0)
    if not group:
        return True
    watched = bool(zone(state, 1 - side) >> to & 1)
    doomed = group & state.strat if watched else 0  # nobody in Strat Mode enters a zone [5.8a.3]
    for c in bits(doomed):
        events += eliminate(state, c, "5.8a.3")
    group &= ~doomed
    shaken = group & state.dg
    for c in bits(group):
        put(state, c, to)
    if not group:
        return True
    if rest:
        ask(state, Question("march", side, bits(group), to, (taken + 1, *rest)))
    if guarded(state, side) >> to & 1:
        events += specialized.enter_hex(state, group, to, dice)
    if (watched or taken) and group & scenario.combat_units:
        events += disorganize(state, to, side)
    if watched and shaken:
        ask(state, Question("shed", side, bits(shaken), to, (1,)))
    return True
