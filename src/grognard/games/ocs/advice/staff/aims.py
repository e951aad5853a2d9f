"""What the goals of a drill still ask of a side: planes, targets and hexes that matter more than others."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.files import Goal
from grognard.games.ocs.model.state import OcsState, units_at, where
from grognard.games.ocs.turn import victory

AIM = 12.0
"""Value of meeting a goal, in strength."""


class Aims:
    """The goals of a side that are not met yet."""

    def __init__(self, state: OcsState, side: int) -> None:
        self.state, self.side, self.scenario = state, side, state.scenario
        goals = self.scenario.file.victory.goals
        self.goals: list[Goal] = [
            goal
            for number, goal in enumerate(goals)
            if victory.side_of(self.scenario, goal) == side and not victory.achieved(state, number)
        ]

    def of_kind(self, kind: str) -> list[Goal]:
        """Return the open goals of a kind."""
        return [goal for goal in self.goals if goal.kind == kind]

    def _named(self, kind: str, mode: str = "") -> CounterSet:
        found = 0
        for goal in self.of_kind(kind):
            if goal.mode == mode:
                found |= victory.units_of(self.scenario, goal)
        return found

    def fire_at(self, hex_: Hex) -> bool:
        """Return whether enemy units in a hex are to be disorganized."""
        there = units_at(self.state, hex_, 1 - self.side)
        return bool(there & self._named("mode", "dg") & ~self.state.dg)

    def fire_hexes(self) -> HexSet:
        """Return the hexes with enemy units that are to be disorganized."""
        units = self._named("mode", "dg") & self.scenario.of_side[1 - self.side] & ~self.state.dg
        return sum({1 << self.state.at[unit] for unit in bits(units) if self.state.at[unit] >= 0})

    def ground(self, planes: CounterSet) -> bool:
        """Return whether enemy planes are to be made Inactive."""
        return bool(planes & self._named("grounded"))

    def bust_hexes(self) -> HexSet:
        """Return the hexes of which one or more need a Trainbusting marker."""
        return sum({self.scenario.hexes(goal.hexes) for goal in self.of_kind("bust")})

    def stations(self) -> list[tuple[CounterSet, HexSet]]:
        """Return planes that are to be at bases in certain hexes, with those hexes."""
        found = []
        for goal in self.of_kind("active"):
            hexes = self.scenario.hexes(goal.hexes)
            planes = victory.units_of(self.scenario, goal)
            away = sum(1 << c for c in bits(planes) if not hexes >> max(where(self.state, c), 0) & 1)
            if hexes and away:
                found.append((away, hexes))
        return found

    def ready(self) -> CounterSet:
        """Return the planes that are to be Active."""
        return self._named("active")

    def held_back(self) -> CounterSet:
        """Return the units that are to be in trace supply, now or at the end; they stay where they are."""
        goals = [goal for goal in self.scenario.file.victory.goals if goal.kind == "supplied"]
        return sum({victory.units_of(self.scenario, goal) for goal in goals})

    def stock(self) -> dict[Hex, int]:
        """Return the hexes that need supply, with the tokens that they lack."""
        found: dict[Hex, int] = {}
        for goal in self.of_kind("stock"):
            for hex_ in bits(self.scenario.hexes(goal.hexes)):
                found[hex_] = max(goal.count, 1)
        return found
