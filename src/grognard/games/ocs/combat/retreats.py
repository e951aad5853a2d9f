"""Chapter 9.12: where units can retreat to, and what each hex on the way does to them.

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
from grognard.core.facts import changed
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, bits
from grognard.games.ocs.combat import specialized
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.state import MOVE_FACE, OcsState, face, put
from grognard.games.ocs.terrain.engineers import bridged_hexes
from grognard.games.ocs.terrain.step_costs import enterable_steps
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable, enemy_asset_hexes, zoc
from grognard.games.ocs.units.modes import disorganize
from grognard.games.ocs.units.step_losses import eliminate


class RetreatPath(NamedTuple):
    """A retreat path and its cost."""

    loss: int
    """Steps, or Strat Mode units, lost to enemy ZOCs on it [9.12e, 5.8a]."""
    dg: bool
    path: tuple[Hex, ...]
    """The start not included."""


# -- units that can retreat ------------------------------------------------------------------------


def retreat_face(state: OcsState, unit: int) -> int:
    """Return the face a unit retreats with: HQs and units that cannot move flip [9.12b, 13.1c, R-OCS-75]."""
    up = face(state, unit)
    if (state.reserve | state.strat) >> unit & 1:
        return up
    still = not state.scenario.faces[unit][up].ma
    return MOVE_FACE if still or state.scenario.hqs >> unit & 1 else up


def _steps(state: OcsState, group: CounterSet) -> tuple[HexSet, ...]:
    """Return by direction the hexes that every unit of a group can enter, roads included [9.12, 6.2c]."""
    scenario = state.scenario
    side = scenario.side_of[group.bit_length() - 1]
    kinds = set()
    for c in bits(group):
        up = retreat_face(state, c)
        if not scenario.faces[c][up].ma:
            return (0,) * 6
        kinds.add(scenario.mobility[c][up])
    found: tuple[HexSet, ...] = (scenario.ground,) * 6
    for mobility in kinds:
        ways = enterable_steps(scenario, mobility, ground_of(state, side), True, bridged_hexes(state, side))
        found = tuple(a & b for a, b in zip(found, ways, strict=True))
    return found


def closed_hexes(state: OcsState, fight: Fight, group: CounterSet) -> HexSet:
    """Return the hexes a group cannot retreat into: those that held enemy combat units in this combat.

    Other enemy counters close a hex unless an Attack-Capable unit is in the group [9.12f, 4.8c].
    """
    side = state.scenario.side_of[group.bit_length() - 1]
    closed = state.held[1 - side] | (1 << fight.target if side == fight.side else fight.origin)
    if not group & attack_capable(state):
        closed |= enemy_asset_hexes(state, side)
    return closed


# -- paths -----------------------------------------------------------------------------------------


def retreat_paths(state: OcsState, fight: Fight, group: CounterSet, hexes: int) -> dict[Hex, RetreatPath]:
    """Return the cheapest path to each hex where a group in one hex can end its retreat [9.12c]."""
    if state.assaulting and state.scenario.side_of[group.bit_length() - 1] == fight.side:
        return {}  # options of a Beach Assault are steps [18.6a-C]
    key = ("ways back", fight.side, fight.target, fight.origin, group, hexes)
    found: dict[Hex, RetreatPath] | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _search_paths(state, fight, group, hexes)[1]
    return found


def _search_paths(
    state: OcsState, fight: Fight, group: CounterSet, hexes: int
) -> tuple[_RetreatArea, dict[Hex, RetreatPath]]:
    """Return the retreat paths of a group, with detours only if they are allowed [9.12c, R-OCS-143].

    Every step leads away from the start, and so never nearer to the enemies in the combat, who are adjacent
    to it. The group can make a detour only if every such path costs something, or there is none.
    """
    field = _RetreatArea(state, fight, group, hexes, detour=False)
    found = _search(field, bool(group & state.dg))
    if not any(not way.loss for way in found.values()):
        field = _RetreatArea(state, fight, group, hexes, detour=True)
        found = _search(field, bool(group & state.dg))
    return field, found


def _search(field: _RetreatArea, dg: bool) -> dict[Hex, RetreatPath]:
    """Return the cheapest path to each hex at the full distance; `dg`: whether a unit is already DG."""
    best: dict[tuple[Hex, bool, bool], tuple[int, int]] = {}
    found: dict[Hex, RetreatPath] = {}
    queue: list[tuple[int, bool, int, tuple[Hex, ...]]] = [(0, dg, 0, ())]
    while queue:
        loss, dg, length, path = heappop(queue)
        here = path[-1] if path else field.start
        if path and field.complete(here) and here not in found:
            found[here] = RetreatPath(loss, dg, path)
        for to in field.onward(here):
            cost, shaken = field.toll(to, length + 1, dg)
            key, price = (to, length >= 1, shaken), (loss + cost, length + 1)
            if key not in best or price < best[key]:
                best[key] = price
                heappush(queue, (loss + cost, shaken, length + 1, (*path, to)))
    return found


@lru_cache(maxsize=4096)
def _distances(grid: HexGrid, centre: Hex, radius: int) -> dict[Hex, int]:
    """Return the distances of the hexes around a hex."""
    return {hex_: grid.distance(hex_, centre) for hex_ in bits(grid.within(centre, radius))}


class _RetreatArea:
    """The map around a hex that a group retreats from."""

    def __init__(self, state: OcsState, fight: Fight, group: CounterSet, hexes: int, *, detour: bool) -> None:
        scenario = state.scenario
        side = scenario.side_of[group.bit_length() - 1]
        self.grid = scenario.grid
        self.start = state.at[group.bit_length() - 1]
        self.far = _distances(self.grid, self.start, hexes)
        """Distances from the start, for all hexes that matter."""
        self.hexes = hexes
        self.detour = detour
        self.steps = _steps(state, group)
        self.closed = closed_hexes(state, fight, group)
        self.zone = zoc(state, 1 - side)
        self.strat = (group & state.strat).bit_count()

    def complete(self, here: Hex) -> bool:
        """Return whether a retreat can end in a hex: at its full distance from the start [9.12c]."""
        return self.far[here] == self.hexes

    def onward(self, here: Hex) -> Iterator[Hex]:
        """Yield the next hexes: further from the start, or on a detour no nearer [9.12c]."""
        least = self.far[here] + (0 if self.detour else 1)
        for way, to in enumerate(self.grid.neighbours[here]):
            if to == OFF or not self.steps[way] >> to & 1 or self.closed >> to & 1 or to == self.start:
                continue
            if least <= self.far.get(to, -1):
                yield to

    def toll(self, to: Hex, taken: int, dg: bool) -> tuple[int, bool]:
        """Return the steps and Strat Mode units a hex costs, and whether the group is DG after it [9.12e]."""
        watched = bool(self.zone >> to & 1)
        cost = (1 if dg else 0) + self.strat if watched else 0
        return cost, dg or watched or taken >= 2


def legal_path(state: OcsState, fight: Fight, group: CounterSet, path: tuple[Hex, ...], hexes: int) -> bool:
    """Return whether a path that the owner named hex by hex is legal."""
    field, _ = _search_paths(state, fight, group, hexes)
    here = field.start
    for to in path:
        if to not in field.onward(here):
            return False
        here = to
    return field.complete(here)


# -- the retreat -----------------------------------------------------------------------------------


def begin_retreat(state: OcsState, group: CounterSet, path: tuple[Hex, ...]) -> None:
    """Begin the retreat of a group; it moves hex by hex, since each hex can cost something."""
    scenario = state.scenario
    for c in bits(group):
        if retreat_face(state, c) == MOVE_FACE:
            state.turned |= 1 << c
    changed(state)
    side, first = scenario.side_of[group.bit_length() - 1], bits(group)[0]
    ask(state, Question("march", side, bits(group), state.at[first], (0, *path)))


def retreat_one_hex(state: OcsState, question: Question, dice: Roller, events: list[Event]) -> bool:
    """Retreat one hex and apply captures, enemy ZOCs and disorganization [9.12a, 9.12e, 9.12f]."""
    state.questions.pop()
    scenario, side = state.scenario, question.side
    taken, to, *rest = question.data
    group = sum(1 << c for c in question.units if state.at[c] >= 0)
    if not group:
        return True
    watched = bool(zoc(state, 1 - side) >> to & 1)
    doomed = group & state.strat if watched else 0  # no unit in Strat Mode survives in an enemy ZOC [5.8a.3]
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
    if enemy_asset_hexes(state, side) >> to & 1:
        events += specialized.capture_hex(state, group, to, dice)
    if (watched or taken) and group & scenario.combat_units:
        events += disorganize(state, to, side)
    if watched and shaken:
        ask(state, Question("shed", side, bits(shaken), to, (1,)))
    return True
