"""Scenarios of Strike Force One, compiled for play: costs, factors and sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from grognard.core.contract.counters import Counter
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario, ScenarioFile
from grognard.core.files.files import read_shaped
from grognard.core.files.toml_shape import Chart
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.hexes.zones import zone_masks
from grognard.games.strike_force_one.model.table_shapes import TABLES

DATA = Path(__file__).parents[1] / "data"
SOVIET, US = 0, 1
ENTRY_EDGE = ("east-edge", "west-edge")


@lru_cache
def tables() -> Chart:
    """Return the charts."""
    return read_shaped(DATA / "tables.toml", TABLES)


class SfoCounter(Counter, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit, or a support chit [7.1]."""

    kind: Literal["infantry", "armour", "pioneer", "air", "artillery", "spetsnaz"]
    factors: tuple[int, int, int]
    """Offence, defence, movement [3.2]."""


class SfoFile(ScenarioFile, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A scenario file of this game."""

    level: Literal["basic", "advanced", "expert"]
    first: Literal["soviet", "us"]
    """The side that moves first in every turn."""
    victory: Literal["towns", "points"]
    setup: Literal["marks"] | dict[str, str]
    """On the lettered hexes of the board, or hexes by counter."""
    arrivals: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Reinforcements by turn."""
    arrivals_rule: str = ""
    """The rule that schedules them."""
    turns_long: int = 6
    """The number of turns with the option six-turns."""


class SfoScenario(Scenario):
    """A scenario with precomputed facts for the rules."""

    file_type: ClassVar[type[ScenarioFile]] = SfoFile
    file: SfoFile
    counter_type: ClassVar[type[Counter]] = SfoCounter

    def __init__(self, name: str, options: Mapping[str, object] | None = None, folder: Path = DATA) -> None:
        super().__init__(folder, name, options)
        charts = tables()
        file: SfoFile = self.file
        self.level = file.level
        self.first = self.side_index[file.first]
        self.sequence = [
            (side, phase) for side in (self.first, 1 - self.first) for phase in charts["phases"][self.level]
        ]
        """The phases of a turn as (side, name) [5]."""
        self.turns = file.turns_long if self.on("six-turns") else file.turns
        points = file.victory == "points" or self.on("victory-points")
        self.victory = "points" if points else "towns"
        self.night_turn: int = charts["night-turn"] if self.on("night") else 0
        self.in_the_open = self.on("in-the-open")
        self.by_chits = self.options.get("event-draw") == "chits"
        self.event_rolls = (2 if self.on("guards") else 1, 2 if self.on("hardened-nato") else 1)
        self._moves: dict[tuple[int, int], list[Order]] = {}
        self._compile_counters()
        self._compile_board(charts)
        self._compile_combat(charts)
        self.setup = self._starting_hexes(file)
        """Starting hexes of units: lettered on the board, or given in the file [3.1, 11–13]."""
        self.arrivals = self._arrivals(file)
        """Scheduled reinforcements by turn [12, 13]."""

    def _starting_hexes(self, file: SfoFile) -> dict[int, Hex]:
        if file.setup == "marks":
            marks = self.board.marks
            if missing := [side for side in self.sides if side not in marks]:
                raise self.fault(f"the board has no marks for {missing[0]}", "setup")
            return {
                self.counter(id_, "setup"): hex_ for side in self.sides for id_, hex_ in marks[side].items()
            }
        found = {
            self.counter(id_, "setup", id_): self.hex(label, "setup", id_)
            for id_, label in file.setup.items()
        }
        for unit in found:
            counter = self.counters[unit]
            if counter.marker or (counter.tags and self.level not in counter.tags):
                reason = f"{counter.id} is not a unit of the {self.level} game"
                raise self.fault(reason, "setup", counter.id)
        return found

    def _arrivals(self, file: SfoFile) -> dict[int, list[int]]:
        turns = {str(turn) for turn in range(1, self.turns + 1)}
        found: dict[int, list[int]] = {}
        seen = dict.fromkeys(self.setup, "set up")
        for turn, ids in file.arrivals.items():
            if turn not in turns:
                raise self.fault(f"turns are 1 to {self.turns}", "arrivals", turn)
            for number, id_ in enumerate(ids):
                where = ("arrivals", turn, number)
                unit = self.counter(id_, *where)
                if unit in seen:
                    raise self.fault(f"{id_} is already {seen[unit]} and cannot arrive", *where)
                seen[unit] = f"due to arrive on turn {turn}"
                found.setdefault(int(turn), []).append(unit)
        return found

    def _compile_counters(self) -> None:
        counters = self.counters
        self.offence = [counter.factors[0] for counter in counters]
        self.defence = [counter.factors[1] for counter in counters]
        self.movement = [counter.factors[2] for counter in counters]
        self.units_of = tuple(
            sum(1 << c for c in range(self.unit_count) if self.side_of[c] == side) for side in (SOVIET, US)
        )
        """The units of each side as a set of counters."""
        self.chits_of = tuple(
            {counters[c].kind: c for c in range(self.unit_count, len(counters)) if self.side_of[c] == side}
            for side in (SOVIET, US)
        )
        """The support chits of each side by kind [7.1]."""
        self.tanks = sum(1 << c for c in range(self.unit_count) if counters[c].kind == "armour")  # [R-SFO-27]

    def _compile_board(self, charts: Chart) -> None:
        board, grid = self.board, self.board.grid
        self.grid = grid
        costs: dict[str, int] = charts["move"][self.level]
        self.cost_masks = tuple(
            sum((board.terrain_mask(t) for t, c in costs.items() if c == cost), 0)
            for cost in range(max(costs.values()) + 1)
        )
        """Hexes by the MP cost to enter them [8.1]."""
        self._costs = [
            next((c for c, mask in enumerate(self.cost_masks) if mask >> hex_ & 1), 0)
            for hex_ in range(grid.size)
        ]
        self.passable: HexSet = sum(self.cost_masks)
        self.clear: HexSet = board.terrain_mask("clear")
        bonus = charts["defence-bonus"][self.level]
        self.defence_bonus = [
            bonus.get(board.legend[kind].id, 0) if kind >= 0 else 0 for kind in board.terrain
        ]
        self.stacking: int = charts["stacking"][self.level]
        self.zone = zone_masks(grid)
        """The ZOC of a unit in each hex: the hex and its neighbours [6]."""
        if missing := [edge for edge in ENTRY_EDGE if edge not in board.regions]:
            raise self.fault(f"the board has no region {missing[0]}", "board")
        self.entry = tuple(board.regions[edge].mask for edge in ENTRY_EDGE)
        self.towns = {place.hex: place for place in board.places.values() if place.kind == "town"}

    def _compile_combat(self, charts: Chart) -> None:
        basic = self.level == "basic"
        self.measure: Literal["attackers", "difference"] = "attackers" if basic else "difference"
        """What the columns of the combat table count [9]."""
        self.combat: Chart = charts["combat"][self.measure]
        exchange = "exchange" if self.level == "expert" else self.options.get("advanced-exchange")
        variant = {"AE": self.options.get("elimination", "one"), "EX": exchange or "retreat"}
        variant["DE"] = variant["AE"]
        self.effects = {
            result: f"{result}-{variant[result]}" if result in variant else result
            for result in ("AE", "AR", "NE", "EX", "DR", "DE")
        }
        """The row of the result chart for each result under the chosen options [R-SFO-05, R-SFO-06]."""
        self.results: dict[str, Chart] = {
            result: charts["results"][row] for result, row in self.effects.items()
        }
        """What each combat result does [9]."""

    def cost(self, hex_: int) -> int:
        """Return the MP cost to enter a hex; 0 if units cannot enter."""
        return self._costs[hex_]

    def moves(self, unit: int, start: int) -> list[Order]:
        """Return a unit's orders to each hex of the board from its place, cached."""
        found = self._moves.get((unit, start))
        if found is None:
            labels, name = self.grid.labels, self.names[unit]
            if start < 0:
                found = [Order("enter", "", name, (there,)) for there in labels]
            else:
                found = [Order("move", "", name, (labels[start], there)) for there in labels]
            self._moves[unit, start] = found
        return found
