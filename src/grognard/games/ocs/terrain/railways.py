"""Chapter 13.3: railways, their connections, tracks and gauges."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.cost_waves import shifted
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.core.hexes.trace import Barred, trace, trace_path
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.step_costs import ground


class Railways:
    """The railways of a scenario (read-only)."""

    def __init__(self, scenario: OcsScenario) -> None:
        here, grid = ground(scenario), scenario.grid
        joined, double = [0] * 6, [0] * 6
        for id_, line in scenario.charts.line.items():
            if line.tracks:
                for way, into in enumerate(here.lines[id_]):
                    left = shifted(grid, into, (way + 3) % 6)
                    joined[way] |= left
                    double[way] |= left if line.tracks > 1 else 0
        self.hexes: HexSet = 0
        """All hexes with a railway."""
        for left in joined:
            self.hexes |= left
        self.barred: Barred = [~left & grid.all for left in joined]
        """By direction the hexes without a railway that way."""
        self.barred_single: Barred = [~left & grid.all for left in double]
        """The same for multi-track railways [13.3a]."""
        self.joined = {
            hex_: tuple(
                to
                for way, to in enumerate(grid.neighbours[hex_])
                if to >= 0 and joined[way] >> hex_ & 1 and self.hexes >> to & 1
            )
            for hex_ in bits(self.hexes)
        }
        """For each rail hex the rail hexes connected to it."""


@lru_cache(maxsize=32)
def railways(scenario: OcsScenario) -> Railways:
    """Return a scenario's railways, compiled once."""
    return Railways(scenario)


def two_gauges(scenario: OcsScenario) -> bool:
    """Return whether the sides use different gauges [13.3f]."""
    one, other = scenario.side_data
    return one.rail_gauge != other.rail_gauge


def own_gauge(state: OcsState, side: int) -> HexSet:
    """Return the rail hexes of a side's gauge, under any control [13.3f]."""
    hexes = railways(state.scenario).hexes
    if not two_gauges(state.scenario):
        return hexes
    return hexes & state.wide if side else hexes & ~state.wide


def joined_to(scenario: OcsScenario, starts: HexSet, passable: HexSet, double: bool = False) -> HexSet:
    """Return the rail hexes connected to the starts through passable hexes, the starts included.

    With `double`, by multi-track railways only.
    """
    return _joined_to(scenario, starts & passable, passable, double)


@lru_cache(maxsize=4096)
def _joined_to(scenario: OcsScenario, starts: HexSet, passable: HexSet, double: bool) -> HexSet:
    lines = railways(scenario)
    barred = lines.barred_single if double else lines.barred
    return trace(scenario.grid, starts, passable, barred=barred)


def rail_path(scenario: OcsScenario, from_: Hex, to: Hex, passable: HexSet) -> list[Hex]:
    """Return a shortest rail path through passable hexes; empty for none."""
    if not passable >> from_ & passable >> to & 1:
        return []
    return trace_path(scenario.grid, from_, 1 << to, passable, barred=railways(scenario).barred)


def without_stubs(scenario: OcsScenario, hexes: HexSet, kept: HexSet) -> HexSet:
    """Return rail hexes without branches that lead to none of the kept ones."""
    return _without_stubs(scenario, hexes, kept)


@lru_cache(maxsize=1024)
def _without_stubs(scenario: OcsScenario, hexes: HexSet, kept: HexSet) -> HexSet:
    joined = railways(scenario).joined
    left = {hex_: [to for to in joined[hex_] if hexes >> to & 1] for hex_ in bits(hexes)}
    ends = [hex_ for hex_, near in left.items() if len(near) < 2 and not kept >> hex_ & 1]
    while ends:
        end = ends.pop()
        for near in left.pop(end):
            left[near].remove(end)
            if len(left[near]) < 2 and not kept >> near & 1 and near not in ends:
                ends.append(near)
    return sum(1 << hex_ for hex_ in left)
