"""What a game is made of: the scenario, which never changes in play, and the state, which does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.scenario import Scenario, ScenarioFile
from grognard.core.contract.state import State
from grognard.core.hexes.grid import HexSet, mask_of

DATA = Path(__file__).parent / "data"
NORTH, SOUTH = 0, 1
ELIMINATED = -1
"""A place off the map: hexes are numbered from 0."""
SEQUENCE = ((NORTH, "movement"), (NORTH, "combat"), (SOUTH, "movement"), (SOUTH, "combat"))


class CrossingFile(ScenarioFile, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What a scenario file of this game may hold. A misspelt key is refused with its line."""

    town: str
    setup: dict[str, str]
    terrain: dict[str, tuple[int, int]]


class CrossingScenario(Scenario):
    """A scenario with what the rules ask for often worked out once."""

    file_type: ClassVar[type[ScenarioFile]] = CrossingFile
    file: CrossingFile

    def __init__(self, name: str, options: Mapping[str, object], folder: Path = DATA) -> None:
        super().__init__(folder, name, options)
        self.grid = self.board.grid
        self.turns = self.file.turns
        self.strength = [counter.factors[0] for counter in self.counters]
        self.allowance = [counter.factors[1] for counter in self.counters]
        self.town = self.hex(self.file.town, "town")
        self.start = {id_: self.hex(label, "setup", id_) for id_, label in self.file.setup.items()}
        self.check_names(self.counter_ids, self.start, "place in the setup for", "setup")
        self.check_names(self.file.terrain, {kind.id for kind in self.board.legend}, "terrain", "terrain")
        self.cost_masks: list[HexSet] = [0] * (1 + max(cost for cost, _ in self.file.terrain.values()))
        for kind, (cost, _) in self.file.terrain.items():
            self.cost_masks[cost] |= self.board.terrain_mask(kind)

    def defence_bonus(self, hex_: int) -> int:
        """Return what the terrain of a hex adds to the defender [4.2]."""
        return self.file.terrain[self.board.terrain_at(hex_).id][1]


class CrossingState(State, kw_only=True):
    """`State` has the turn, the phase, open questions and where each counter is; this adds one column."""

    scenario: CrossingScenario
    acted: CounterSet = 0
    """Units that have moved or attacked in this phase."""

    @property
    def side(self) -> int:
        """The side whose phase it is."""
        return SEQUENCE[self.phase_index][0]

    @property
    def phase(self) -> str:
        """The current phase."""
        return SEQUENCE[self.phase_index][1]


def units_on_map(state: CrossingState, side: int) -> list[int]:
    """Return the units of a side on the map."""
    return [c for c, s in enumerate(state.scenario.side_of) if s == side and state.at[c] != ELIMINATED]


def held(state: CrossingState, side: int) -> HexSet:
    """Return the hexes with units of a side."""
    return mask_of(state.at[c] for c in units_on_map(state, side))


def zone(state: CrossingState, side: int) -> HexSet:
    """Return the zone of control of a side: the hexes adjacent to its units [3.2]."""
    return state.scenario.grid.spread(held(state, side))


def ready(state: CrossingState) -> CounterSet:
    """Return the units that can still act in this phase."""
    return mask_of(units_on_map(state, state.side)) & ~state.acted
