"""What the files of a scenario of the series say: the game booklet as data [I, IV, 13.3b, 13.6, 19.0].

The series rules leave much to each game; every such thing is a field here. Amounts of supply are written in
points with a quarter as the smallest part (``2.25`` is 2 SP 1T) [12.1a].
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.scenario import ScenarioFile
from grognard.games.ocs.model.counters import Face, Mobility


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of the tables of a scenario file: unknown keys are faults."""


class Span(Part, frozen=True):
    """A capacity that holds in some turns, first and last included."""

    turns: tuple[int, int]
    points: float
    ports: tuple[str, ...] = ()
    """For Sea Cap: the only ports it may be used at; all when empty."""


class Extender(Part, frozen=True):
    """What makes an Extender and how far it reaches back [12.7]."""

    points: int = 5
    range: int = 0
    mobility: Mobility = "truck"


class Generic(Part, frozen=True):
    """Counters that have no names: how many of each kind a side may have on the map at a time."""

    dumps: int = 12
    hedgehogs: int = 6
    pax: int = 0
    eq: int = 0
    trucks: int = 0
    wagons: int = 0
    breakdowns: dict[str, int] = {}
    """For each pool how many [20.0g]."""


class Breakdown(Part, frozen=True):
    """Printed values of the Breakdowns of a pool [20.0]."""

    strength: int
    move_strength: int = 0
    ar: int = 0
    ma: int = 0
    move_ma: int = 0


class SideData(Part, frozen=True):
    """What a scenario gives a side."""

    reserve_markers: int = 0
    rail_cap: tuple[Span, ...] = ()
    sea_cap: tuple[Span, ...] = ()
    rail_gauge: str = "standard"
    truck_limit: int = 0
    """Truck points it can ever have [13.5e]."""
    extender: Extender | None = None
    breakout_return: tuple[str, ...] = ()
    """Sources where units that broke out come back, and where replacements and new supply arrive."""
    entry_supply: tuple[str, ...] = ()
    """Sources at which the supply of the turn and replacements appear."""
    rear: tuple[str, ...] = ()
    """Hexes through which its units pass to and from its off-map holding box, if it has one [I.F]."""
    supply_share: float = 0.5
    """The share of a turn's supply that one source can take."""
    pax: Face = Face()
    """Printed values of Repl counters [13.5]; they are Attack-Capable units in Move Mode."""
    pax_ar: int = 0
    eq: Face = Face()
    eq_ar: int = 0
    truck: Face = Face(ma=45, mobility="truck")
    wagon: Face = Face(ma=10, mobility="leg")
    breakdowns: dict[str, Breakdown] = {}
    """For each pool the values of its Breakdowns [20.0]."""
    generic: Generic = Generic()


class Source(Part, frozen=True):
    """A supply source of its own right [12.6a]."""

    id: str
    side: str
    hex: str
    rail: bool = True
    turns: tuple[int, int] = (0, 999)
    rail_from: int = 0
    """The first turn in which its railway works."""


class Port(Part, frozen=True):
    """A printed port [19.0]."""

    hex: str
    capacity: float
    owner: str
    source_for: tuple[str, ...] = ()
    track: tuple[float, ...] = ()
    """Its own capacities by hits, in place of the general ones [19.0b]."""
    hits: int = 0


class Base(Part, frozen=True):
    """An air base as a place; its planes are another module's [15]."""

    hex: str
    side: str
    level: int = 1


class Hedgehog(Part, frozen=True):
    """A hedgehog that is there at the start, printed or built [3.3c]."""

    hex: str
    side: str
    level: int = 1


class Placed(Part, frozen=True):
    """Counters of the ready-made set-up [IV]."""

    hex: str
    units: tuple[str, ...] = ()
    within: int = 0
    """For free set-up: how far from the hex they may go [IV.A]."""
    zone: tuple[str, ...] = ()
    """For free set-up: regions, places or hexes where they may go, besides those within reach."""
    boundary: tuple[str, ...] = ()
    """The line of hexes that bounds the zone."""
    inclusive: bool = True
    """Whether the boundary belongs to the zone [IV.H]."""
    mode: str = "combat"
    """`combat`, `move`, `reserve`, `reserve-move` or `strat` [IV.B]."""
    lost: int = 0
    """Steps each has lost [IV.G]."""
    loaded: float = 0
    """Supply points on each transport point among them [IV.C, IV.D]."""
    side: str = ""
    supply: float = 0
    """A dump of the side [12.1b]."""
    trucks: int = 0
    wagons: int = 0
    extender: bool = False


class Arrival(Part, frozen=True):
    """Reinforcements [13.6]: units come at one of the places, the owner's choice."""

    turn: int
    at: tuple[str, ...]
    """Hexes or sources."""
    side: str = ""
    units: tuple[str, ...] = ()
    supply: float = 0
    trucks: int = 0
    wagons: int = 0
    lost: int = 0


class Withdrawal(Part, frozen=True):
    """Units that leave the map in the Reinforcement Phase of a turn."""

    turn: int
    units: tuple[str, ...]


class Formation(Part, frozen=True):
    """A multi-unit formation [3.1c, 13.7]; its units name it."""

    id: str
    title: str


GoalKind = Literal["hold", "reach", "kill", "keep", "supplied", "mode", "stock", "fortify", "points"]


class Goal(Part, frozen=True):
    """One thing that a scenario's victory asks for; which fields count depends on the kind."""

    kind: GoalKind
    """What is asked, by the kinds that `victory.py` knows."""
    says: str
    """What a player reads."""
    side: str = ""
    """Whose goal it is; `winner` of the victory when empty."""
    hexes: tuple[str, ...] = ()
    """Hexes, places or regions."""
    units: tuple[str, ...] = ()
    """Ids of counters, or tags or formations, which stand for all of theirs."""
    count: int = 0
    """At least so many of the hexes, units, steps, tokens, levels or points; 0: all of them."""
    mode: str = ""
    by_turn: int = 0
    """Once met by the end of this turn it stays so, and later it cannot be met any more."""


class Level(Part, frozen=True):
    """A degree of victory by net points."""

    title: str
    winner: str = ""
    """Nobody when empty: a draw."""
    at_least: int = -9999


class Losses(Part, frozen=True):
    """What a side's losses are worth to its enemy: one point for so many; nothing when 0."""

    mobile: int = 0
    """Armor and mech units that are dead."""
    steps: int = 0
    """Steps that other units have lost."""


class Victory(Part, frozen=True):
    """How a scenario is won: by goals, all of which must be met, or by points."""

    goals: tuple[Goal, ...] = ()
    winner: str = ""
    """The side that wins when all goals are met; the other one wins otherwise."""
    check: Literal["phase", "turn", "end"] = "turn"
    """When goals are looked at: after every phase, every turn, or the last turn only."""
    towns: dict[str, int] = {}
    """Points by name of place (or hex) for the side named in `points_for`."""
    points_for: str = ""
    losses: dict[str, Losses] = {}
    """By side."""
    levels: tuple[Level, ...] = ()
    sudden: tuple[Goal, ...] = ()
    """Met at the end of any turn, all of them: `winner` wins at once."""
    sudden_title: str = ""


Ruling = Literal["R-OCS-91", "4.5a-F.2", "12.4.3"]
"""Rulings that a scenario may switch."""


class OcsFile(ScenarioFile, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A scenario file of the series; see docs/scenarios-ocs.md."""

    charts: str
    """The terrain, weather, supply and replacement charts: a file in ``charts/``."""
    first: str = "roll"
    """The side that goes first in the first turn, or `roll` [2.3, R-OCS-40]."""
    initiative: bool = True
    """Whether the first player of later turns is rolled for; if not, the order never changes."""
    calendar: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    """For drills: the only phases in which anybody is asked; all when empty."""
    hexes: tuple[str, ...] = ()
    """Corners (north-west, south-east) of the part of the board in play; all of it when empty."""
    weather: str = ""
    """A ground condition that holds all game; rolled for when empty."""
    sides: dict[str, SideData]
    formation: tuple[Formation, ...] = ()
    source: tuple[Source, ...] = ()
    port: tuple[Port, ...] = ()
    base: tuple[Base, ...] = ()
    hedgehog: tuple[Hedgehog, ...] = ()
    broad_gauge: tuple[str, ...] = ()
    """Rail hexes that are of the second side's gauge at the start [13.3d]."""
    second_holds: tuple[str, ...] = ()
    """A region of the board, or hexes, that the second side holds at the start; the rest is the first's."""
    setup: tuple[Placed, ...] = ()
    arrival: tuple[Arrival, ...] = ()
    withdrawal: tuple[Withdrawal, ...] = ()
    only: tuple[str, ...] = ()
    """Ids and tags of the counters that take part; all when empty."""
    without: tuple[str, ...] = ()
    victory: Victory
    rulings: dict[Ruling, bool] = msgspec.field(default_factory=dict)
    """Rulings that are reversed or switched on, by id."""
