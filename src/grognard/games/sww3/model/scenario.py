"""The scenarios of Stalin's World War III, compiled for play: theatres, counters, sequence of play.

A theatre is one of the two maps with the rules of its own booklet as data. Pincher and Sandown have one each,
the Grand Campaign both, side by side on one board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from grognard.core.contract.counters import Counter, CounterSet, Nation
from grognard.core.contract.scenario import Scenario, ScenarioFile, nations_of
from grognard.core.files.files import read_shaped
from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import Chart
from grognard.core.hexes.grid import Hex, HexSet, bits, union
from grognard.core.hexes.trace import Barred
from grognard.games.sww3.model.table_shapes import SHAPES
from grognard.games.sww3.model.theatre import Theatre, compile_theatre, impassable_sides

SOVIET, ALLIED = 0, 1
"""The sides: Communist, and NATO or UN [R-PIN-30]."""

SHARED = Path(__file__).parents[1] / "data"
"""What the three games share: charts, boards, second formation divisions."""


class Step(NamedTuple):
    """One phase of a game turn."""

    theatre: int
    side: int
    phase: str
    """`air`, `declare`, `first`, `second`, `mobilization`, `reinforcement`, `victory` or `admin`."""


class Forces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of counters used in a scenario."""

    counters: str
    without: tuple[str, ...] = ()
    """Nations and tags of counters that are not used [14.5, 14.6]."""
    theatre: str = ""
    """The theatre they belong to; empty if they may serve in any."""


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of cities that the Soviets must hold."""

    says: str
    count: int
    places: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    oil: bool = False


class Sww3Counter(Counter, frozen=True, forbid_unknown_fields=True):
    """A counter of the family."""

    kind: Literal[
        "airborne", "armour", "armoured-cavalry", "artillery", "infantry", "marine", "mechanised",
        "motorised", "mountain", "static",
    ]  # fmt: skip
    steps: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1


class Sww3File(ScenarioFile, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A scenario file of this family."""

    theatres: Annotated[tuple[Literal["pincher", "sandown"], ...], msgspec.Meta(min_length=1)]
    """Which theatres are played; their tables are `tables-NAME.toml`."""
    hexes: tuple[str, ...] = ()
    """Corners (north-west, south-east) of the part of the board in play; all of it when empty."""
    forces: tuple[Forces, ...] = ()
    """Files of counters, where they are not all in the game's own."""
    deployment: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """A ready-made setup: the counters in each hex, or in a pool named as in `state.PLACES`."""
    victory: tuple[Need, ...] = ()
    """What the Soviets must hold at the end of a short scenario; campaigns use the victory rules."""
    control: dict[Literal["soviet", "allied"], tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Hexes whose control at the start differs from that of their country."""
    swaps: int = 0
    """Drawn divisions that the ready-made setup exchanged, each for victory points [Sandown 4.4]."""
    prestige: int = 0
    """Prestige at the start where it differs from the tables."""


class Sww3Scenario(Scenario):
    """A scenario with everything precomputed that the rules need often."""

    file_type: ClassVar[type[ScenarioFile]] = Sww3File
    file: Sww3File
    counter_type: ClassVar[type[Counter]] = Sww3Counter
    shared: ClassVar[tuple[Path, ...]] = (
        SHARED,
        *(SHARED.parents[1] / game / "data" for game in ("pincher", "sandown")),
    )
    """The Grand Campaign is played with the counters of the other two [14.5]."""

    def __init__(self, folder: Path, name: str, chosen: Mapping[str, object] | None = None) -> None:
        super().__init__(folder, name, chosen)
        file: Sww3File = self.file
        self.grid = self.board.grid
        self.theatres: tuple[Theatre, ...] = tuple(
            compile_theatre(self.board, tables(name), name, charts_path(name)) for name in file.theatres
        )
        self._theatre_of = {h: number for number, map_ in enumerate(self.theatres) for h in bits(map_.hexes)}
        self.stack_steps: int = min(theatre.charts["limits"]["stack_steps"] for theatre in self.theatres)
        """Stacking limit of a hex in steps [7.3]."""
        self.barred: Barred = impassable_sides(self.board)
        """All-sea and all-lake hexsides between land hexes [11.13]."""
        self.land: HexSet = self._land()
        self.cities: HexSet = union(theatre.cities for theatre in self.theatres)
        """Cities of every kind, on all maps [11.15]."""
        self.sequence: tuple[Step, ...] = _sequence(self.theatres)
        self.phases = tuple(
            tuple(_phase_of(step, fight_first) for step in self.sequence) for fight_first in (False, True)
        )
        """The phase of each step of the sequence, by whether the side fights first [5.3]."""
        self._check_victory()
        self._compile_counters()

    @property
    def in_play(self) -> HexSet:
        """The hexes between the corners named in the file."""
        return self.part(self.file.hexes)

    def read_counters(self, folder: Path) -> tuple[Counter, ...]:
        """Return the counters of all files, with the side ids of this game."""
        ally = self.game.sides[ALLIED].id
        found: list[Counter] = []
        self.origin: list[str] = []
        """The theatre of each counter; empty if it may serve in any [14.5]."""
        for number, force in enumerate(self._forces):
            listed = self.counters_in(force.counters, *self._force_key(number))
            names = {name for counter in listed for name in (counter.nation, *counter.tags)}
            self.check_names(force.without, names, "nation or tag", "forces", number, "without")
            if force.theatre and force.theatre not in self.file.theatres:
                reason = f"the scenario has no theatre {force.theatre!r}"
                raise self.fault(reason, "forces", number, "theatre")
            for counter in listed:
                self._check_factors(counter)
                if counter.nation in force.without or any(tag in force.without for tag in counter.tags):
                    continue
                side = counter.side if counter.side == "soviet" else ally
                found.append(msgspec.structs.replace(counter, side=side))
                self.origin.append(force.theatre)
        return tuple(found)

    def _check_factors(self, counter: Counter) -> None:
        """Factors are attack, defence and movement, on both sides of a counter that has two [2.2]."""
        for key, values in (("factors", counter.factors), ("reduced", counter.reduced)):
            if len(values) not in (0, 3):
                raise self.counter_fault(counter.id, key, "must be three numbers: attack, defence, movement")

    def _check_victory(self) -> None:
        """Places and countries that the conditions of victory name are on the board."""
        for number, need in enumerate(self.file.victory):
            self.check_names(need.places, self.board.places, "place", "victory", number, "places")
            self.check_names(need.countries, self.board.regions, "country", "victory", number, "countries")

    def counter_sides(self) -> tuple[str, ...]:
        """Soviet, or what the Allies are called in one of the games [14.5]."""
        return ("soviet", "nato", "un", "allied")

    def read_nations(self, folder: Path) -> dict[str, Nation]:
        """Return the nations of all files; the first file wins where two differ."""
        found: dict[str, Nation] = {}
        for number, force in enumerate(self._forces):
            path = self.data_file(force.counters, *self._force_key(number))
            found = nations_of(path, self.counter_type) | found
        return found

    def _force_key(self, number: int) -> Where:
        return ("forces", number, "counters") if self.file.forces else ("counters",)

    @property
    def _forces(self) -> tuple[Forces, ...]:
        return self.file.forces or (Forces(self.file.counters),)

    def _land(self) -> HexSet:
        board = self.board
        land = 0
        for terrain in board.legend:
            if not {"water", "impassable"} & set(terrain.tags):
                land |= board.terrain_mask(terrain.id)
        return land & self.in_play

    def _compile_counters(self) -> None:
        counters = self.counters
        units = [c for c, counter in enumerate(counters) if not counter.marker]
        self.attack = [_by_steps(counter.factors, counter.reduced, 0) for counter in counters]
        """Attack factor of each counter by its remaining steps; entry 0 is unused."""
        self.defence = [_by_steps(counter.factors, counter.reduced, 1) for counter in counters]
        self.movement = [_by_steps(counter.factors, counter.reduced, 2) for counter in counters]
        self.full = [counter.steps for counter in counters]
        """Steps of each counter at full strength [2.11]."""
        self.nation = [counter.nation for counter in counters]
        self.called = [self.full_name(counter, counter.look or counter.nation) for counter in counters]
        """The display name of each counter: its nation and its title."""

        def those(test: Callable[[Counter], bool]) -> CounterSet:
            return sum(1 << c for c in units if test(counters[c]))

        def of_side(side: str) -> CounterSet:
            return those(lambda u: u.side == side)

        self.units_of = tuple(map(of_side, self.sides))
        self.soviet_units = those(lambda u: u.nation == "SU")
        """Soviet units proper, without satellites [1.4]."""
        self.artillery = those(lambda u: u.kind == "artillery")
        self.mountaineers = those(lambda u: u.kind == "mountain")
        self.static = those(lambda u: u.kind == "static")
        self.paratroops = those(lambda u: "drop" in u.tags)
        """Units that may be dropped from the air [10.2, 10.7]."""
        self.javelins = those(lambda u: "javelin" in u.tags)
        self.fillers = those(lambda u: u.steps == 1 and u.size in FILLER_SIZES)
        """Small units that can be used to rebuild a division [Pincher 10.6]."""
        self.untried = those(lambda u: "untried" in u.tags)
        """Untried units, whose strength is unknown before their first battle [Pincher 10.4, Sandown 10.9]."""
        self.second = those(lambda u: "second" in u.tags)
        """Soviet second formation divisions [Sandown 10.9]."""
        self.mixes: dict[str, CounterSet] = {}
        """The untried units of each nation or formation, which share one set of values."""
        for c in bits(self.untried):
            mix = counters[c].nation + ("-2" if "second" in counters[c].tags else "")
            self.mixes[mix] = self.mixes.get(mix, 0) | 1 << c
        self.mix_of = {c: mix for mix in self.mixes.values() for c in bits(mix)}

    def theatre_at(self, hex_: Hex) -> int:
        """Return the theatre of a hex."""
        return self._theatre_of[hex_]


FILLER_SIZES = ("X", "[X]", "III", "[III]", "[XX]")


def _by_steps(factors: tuple[int, ...], reduced: tuple[int, ...], which: int) -> tuple[int, int, int]:
    full = factors[which] if which < len(factors) else 0
    return (0, reduced[which] if reduced else full, full)


def _sequence(theatres: tuple[Theatre, ...]) -> tuple[Step, ...]:
    """Return the phases of a game turn; Europe goes first in each player turn [5.2, 14.3, R-GC-03]."""
    numbers = range(len(theatres))
    steps = [Step(t, SOVIET, "air") for t in numbers]
    for side in (SOVIET, ALLIED):
        for t in numbers:
            steps += [Step(t, side, phase) for phase in ("declare", "first", "second")]
            if side == ALLIED:
                steps += [Step(t, side, phase) for phase in theatres[t].arrival_phases]
    steps += [Step(t, SOVIET, "victory") for t in numbers]
    return (*steps, Step(0, SOVIET, "admin"))


def _phase_of(step: Step, fight_first: bool) -> str:
    """Return the phase of a step: movement and combat come in the declared order [5.3]."""
    if step.phase in ("first", "second"):
        return "combat" if (step.phase == "first") == fight_first else "movement"
    return step.phase


@lru_cache
def tables(name: str) -> Chart:
    """Return the charts of a theatre."""
    return read_shaped(charts_path(name), SHAPES[name])


def charts_path(name: str) -> Path:
    """Return the file with the charts of a theatre."""
    return SHARED / f"tables-{name}.toml"
