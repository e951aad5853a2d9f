"""The tables of the series, and each game's charts of terrain, weather, supply and replacements."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from grognard.core.files.files import read_as, read_shaped, stamp
from grognard.core.files.toml_shape import Chart
from grognard.games.ocs.model.counters import Mobility
from grognard.games.ocs.model.table_shapes import SERIES

DATA = Path(__file__).parents[1] / "data"

MOBILITIES: tuple[Mobility, ...] = get_args(Mobility)
"""The mobility types [3.1a], in the order of charts."""
LEG, TRUCK, TRACK = range(3)
CATEGORIES = ("armor", "mech", "other")
"""The combat categories [3.2a], in the order of charts."""
SCALE = 4
"""Parts of an MP: Reserves move a quarter of their allowance [5.7a, 6.1h]."""

Price = float | Literal["all", "P"]
"""MP, the whole allowance, or prohibited except by road."""
Prices = tuple[Price, Price, Price]
Multipliers = tuple[str, str, str]
"""Fractions such as ``1/3``."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of the tables of a chart file; unknown keys are errors."""


class Terrain(Part, frozen=True):
    """The effects of a terrain on movement and combat [6.2, 9.3, 9.4]."""

    category: str
    """`open`, `close`, `very-close` or `extremely-close`: the line of the Combat Table [9.3]."""
    attack: Multipliers = ("1", "1", "1")
    defend: Multipliers = ("1", "1", "1")
    move: Prices | None = None
    """None: the other terrain of the hex decides."""
    frozen_move: Prices | None = None
    frozen_category: str = ""
    freezes_with: str = ""
    """The kind of ice of a weather condition that freezes it."""
    sea: bool = False
    """Whether only ships can be in it [18.1c]."""
    landing: str = ""
    """Its row of the Amphibious Landing Table; empty if units cannot land there [18.5f]."""


class Hexside(Part, frozen=True):
    """The effects of a hexside terrain [6.2b, 9.4b]."""

    move: Prices = (0, 0, 0)
    """Added to the cost of the hex entered."""
    attack: Multipliers = ("1", "1", "1")
    frozen_move: Prices | None = None
    frozen_attack: Multipliers | None = None
    freezes_with: str = ""
    bridged_as: str = ""
    """The hexside it counts as when bridged; ``none`` for no cost at all [13.8b]."""
    water: bool = True
    """Whether it is a river or lake; of several on one hexside the cheapest counts [6.2d]."""


class Line(Part, frozen=True):
    """The cost of steps along a road, track or railway [6.2a]."""

    move: Prices
    tracks: int = 0
    """For railways: 1, or more for multi-track ones [13.3]; 0 for roads."""


class Condition(Part, frozen=True):
    """The effects of a ground condition [17.0a]."""

    title: str
    frozen: tuple[str, ...] = ()
    """The kinds of ice that units can cross, as `freezes_with` names them."""
    leg_only: tuple[str, ...] = ()
    """Kinds of ice that only leg units can cross."""
    off_road_extra: tuple[float, float, float] = (0, 0, 0)
    off_road_times: tuple[float, float, float] = (1, 1, 1)
    lines: dict[str, Prices] = {}
    """Changed costs along lines."""
    ma_times: tuple[float, float, float] = (1, 1, 1)
    supply_shift: int = 0
    """Number of bands by which the supply roll is lowered."""
    instead: dict[str, str] = {}
    """For a side the condition that replaces this one [17.0b]."""


class ByTurn(Part, frozen=True):
    """A row of a table by turn: the result of each roll."""

    turns: tuple[int, int]
    results: dict[str, tuple[int, int]]
    """For each result the lowest and highest roll."""


MissionPhase = Literal["movement", "reaction", "exploitation"]
EVERY_PHASE: tuple[MissionPhase, ...] = get_args(MissionPhase)


class Flight(Part, frozen=True):
    """When missions can be flown in some flying weather [14.1f, 14.1g]."""

    phases: tuple[MissionPhase, ...] = EVERY_PHASE
    sides: dict[str, tuple[MissionPhase, ...]] = {}
    """For a side phases that replace these."""


def _flights() -> dict[str, Flight]:
    return {"none": Flight(phases=()), "limited": Flight(phases=("movement",)), "normal": Flight()}


class Landing(Part, frozen=True):
    """A game's own modifiers of the Amphibious Landing Table [18.5f]."""

    first_turn: int = 0
    swell: int = 0
    no_beach: int = 0
    """In a coastal hex that is not among the scenario's `beaches`."""
    later: bool = False
    """Whether the lines of the later table hold: ships in support, an enemy ZOC, and marines [R-OCS-320]."""
    supplied: bool = False
    """Whether units that land need no trace supply in the turn in which they land [SR-10]."""


class Weather(Part, frozen=True):
    """The weather of a game [17.0]; without a table the first condition holds."""

    dice: int = 1
    """Number of dice."""
    ground: tuple[ByTurn, ...] = ()
    flight: tuple[ByTurn, ...] = ()
    sea: tuple[ByTurn, ...] = ()
    """`calm` or `swell`, by turn."""
    flights: dict[str, Flight] = msgspec.field(default_factory=_flights)
    """What each flying weather allows."""
    conditions: dict[str, Condition] = msgspec.field(default_factory=lambda: {"normal": Condition("Normal")})


class SupplyRow(Part, frozen=True):
    """Supply points of a side in some turns, by band of the roll."""

    turns: tuple[int, int]
    points: tuple[float, ...]


class SupplyTable(Part, frozen=True):
    """Supply received each turn, by two dice [2.1]."""

    bands: tuple[tuple[int, int], ...] = ((2, 12),)
    sides: dict[str, tuple[SupplyRow, ...]] = {}


class ReplRow(Part, frozen=True):
    """Replacements of one line of the Variable Reinforcement Table [13.5]."""

    roll: tuple[int, int]
    pax: int = 0
    eq: int = 0
    trucks: int = 0
    fighter: int = 0
    other_air: int = 0


class Rebuild(Part, frozen=True):
    """The cost to rebuild a unit or a step, and how many units it buys [13.5d]."""

    pax: int = 0
    eq: int = 0
    units: int = 1


class GameCharts(Part, frozen=True):
    """A file of ``charts/``: what the series leaves to each game."""

    terrain: dict[str, Terrain]
    hexside: dict[str, Hexside] = {}
    line: dict[str, Line] = {}
    weather: Weather = Weather()
    supply: SupplyTable = SupplyTable()
    replacements: dict[str, tuple[ReplRow, ...]] = {}
    rebuild: dict[str, Rebuild] = {}
    landing: Landing = Landing()


def fractions(multipliers: Multipliers) -> tuple[Fraction, ...]:
    """Return the multipliers of a chart as exact fractions [4.2].

    >>> fractions(("1/3", "1", "2"))[0] * 3
    Fraction(1, 1)
    """
    return tuple(map(Fraction, multipliers))


def quarters(points: float) -> int:
    """Convert MP to quarters."""
    return int(points * SCALE)


@lru_cache
def series_tables() -> Chart:
    """Return the tables of the series."""
    return read_shaped(DATA / "tables.toml", SERIES)


def game_charts(path: Path) -> GameCharts:
    """Return the charts of a game, read again only when the file has changed."""
    return _game_charts(path, stamp(path))


@lru_cache
def _game_charts(path: Path, _stamp: tuple[int, int]) -> GameCharts:
    return read_as(path, GameCharts)
