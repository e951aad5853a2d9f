"""Scenario files: the game booklet as data [I, IV, 13.3b, 13.6, 19.0].

Everything that the series rules leave to each game is a field here. Supply is written in points, with a
quarter as the smallest part (``2.25`` is 2 SP 1T) [12.1a].
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.scenario import ScenarioFile
from grognard.games.ocs.model.counters import Face, Mobility


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of the tables of a scenario file; unknown keys are errors."""


class Span(Part, frozen=True):
    """A capacity in a range of turns, first and last included."""

    turns: tuple[int, int]
    points: float
    ports: tuple[str, ...] = ()
    """For Sea Cap: the ports where it can be used; all if empty."""


class Extender(Part, frozen=True):
    """The Transport Points of an Extender and its range [12.7]."""

    points: int = 5
    range: int = 0
    mobility: Mobility = "truck"


class Generic(Part, frozen=True):
    """Generic counters: how many of each kind a side has. Counters do not limit supply [R-OCS-153]."""

    dumps: int = 12
    hedgehogs: int = 6
    pax: int = 0
    eq: int = 0
    trucks: int = 0
    wagons: int = 0
    bases: int = 0
    """Air bases that can be built besides those of the scenario [15.3]."""
    landing_craft: int = 0
    lsts: int = 0
    dukws: int = 0
    """Counters of landing craft; each can stand for several points [18.4]."""
    breakdowns: dict[str, int] = {}
    """Number by pool [20.0g]."""


class Breakdown(Part, frozen=True):
    """Printed values of the Breakdowns of a pool [20.0]."""

    strength: int
    move_strength: int = 0
    ar: int = 0
    ma: int = 0
    move_ma: int = 0


class Hold(Part, frozen=True):
    """An order that keeps the units of a nation in a part of the map until the end of a turn [R-OCS-335]."""

    nation: str
    hexes: tuple[str, ...]
    """Hexes or regions that they may not leave by sea or air."""
    until: int


class SideData(Part, frozen=True):
    """The data of a side."""

    reserve_markers: int = 0
    rail_cap: tuple[Span, ...] = ()
    sea_cap: tuple[Span, ...] = ()
    rail_gauge: str = "standard"
    truck_limit: int = 0
    """Maximum number of truck points [13.5e]."""
    extender: Extender | None = None
    breakout_return: tuple[str, ...] = ()
    """Sources where units that broke out return, and where replacements and supply arrive."""
    entry_supply: tuple[str, ...] = ()
    """Sources at which the supply of the turn and replacements appear."""
    rear: tuple[str, ...] = ()
    """Hexes through which its units pass to and from its off-map holding box, if it has one [I.F]."""
    supply_share: float = 0.5
    """The share of a turn's supply that one source can take."""
    hq_serves: dict[str, tuple[str, ...]] = {}
    """By the nation of an HQ, the nations that it throws supply to; all if it is not named [R-OCS-333]."""
    holds: tuple[Hold, ...] = ()
    """Orders from above that keep troops where they are [R-OCS-335]."""
    ports_receive: bool = False
    """Whether new supply, replacements and units that broke out also arrive at its ports [R-OCS-331]."""
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
    hip_shoot: tuple[str, ...] = ()
    """Nations whose aircraft can Hip Shoot [14.7d-B]."""
    air_strips: bool = False
    """Whether it can build air strips [15.2]."""
    gliders: bool = False
    """Whether it can build gliders [14.10e-A]."""


class Source(Part, frozen=True):
    """A supply source [12.6a]."""

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
    """An air base [15]."""

    hex: str
    side: str
    level: int = 1
    """0 for an air strip [15.2]."""
    gliders: int = 0
    """Glider Points there at the start [14.10e]."""


class Box(Part, frozen=True):
    """An off-map box that holds aircraft, units and supply [I.F]."""

    id: str
    side: str
    column: int
    row: int
    """Where it would be if the hex numbers went on beyond the board; ranges are counted to it."""
    title: str = ""
    refit: int = 0
    """How many air units it refits in a turn, free of supply."""
    active: int = 0
    """How many Active air units it can hold."""
    gliders: int = 0
    """Glider Points there at the start [14.10e]."""
    port: float = 0
    """Its capacity as a port, in supply points; 0 if it is none."""
    entry: tuple[str, ...] = ()
    """Hexes or regions where ships enter the map from it."""


class Convoy(Part, frozen=True):
    """Landing craft that arrive loaded [18.4]."""

    hex: str
    side: str
    turn: int = 1
    landing_craft: int = 0
    lsts: int = 0
    dukws: int = 0
    """Points of each kind, on one counter."""
    units: tuple[str, ...] = ()
    supply: float = 0


class DropPlan(Part, frozen=True):
    """A Drop Plan made before the game [14.10b]."""

    hex: str
    turn: int
    units: tuple[str, ...]


class Hedgehog(Part, frozen=True):
    """A hedgehog at the start, printed or built [3.3c]."""

    hex: str
    side: str
    level: int = 1
    printed: bool = False
    """Whether it is printed on the map; only then capture never lowers it [21.11c]."""


class Placed(Part, frozen=True):
    """Counters of the setup [IV]."""

    hex: str
    """A hex or place; for air units the hex of their base, or the id of a box or carrier."""
    units: tuple[str, ...] = ()
    within: int = 0
    """For free setup: how far from the hex they can be placed [IV.A]."""
    zone: tuple[str, ...] = ()
    """For free setup: regions, places or hexes where they can also be placed."""
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
    inactive: bool = False
    """Whether the air units among them start Inactive [14.1a]."""


class Arrival(Part, frozen=True):
    """Reinforcements [13.6]: units enter at one of the places, the owner's choice."""

    turn: int
    at: tuple[str, ...]
    """Hexes, sources or off-map boxes; for ships sea hexes, or boxes from which they sail."""
    side: str = ""
    units: tuple[str, ...] = ()
    supply: float = 0
    trucks: int = 0
    wagons: int = 0
    lost: int = 0


class Withdrawal(Part, frozen=True):
    """Units that leave the map in the Reinforcement Phase of a turn."""

    turn: int
    units: tuple[str, ...] = ()
    side: str = ""
    """Whose landing craft leave."""
    landing_craft: int = 0
    lsts: int = 0
    """Points of landing craft that leave, as soon as they carry nothing [R-OCS-275]."""


class Refill(Part, frozen=True):
    """Reduced air units that return to full strength in the Reinforcement Phase of a turn, free of charge."""

    turn: int
    units: tuple[str, ...]


class ResolveStep(Part, frozen=True):
    """What lowers the resolve of a nation by 1: the loss of all of some hexes, or a date."""

    lost: tuple[str, ...] = ()
    turn: int = 0
    """The first turn of the date; 0 if hexes are meant."""


class Resolve(Part, frozen=True):
    """The will of a nation's troops to fight on [R-OCS-334]."""

    nation: str
    start: int
    steps: tuple[ResolveStep, ...] = ()
    backed_by: str = ""
    """Units of this nation in the hex raise it by 1."""


class Formation(Part, frozen=True):
    """A multi-unit formation [3.1c, 13.7]; its units name it."""

    id: str
    title: str


GoalKind = Literal[
    "hold",
    "reach",
    "kill",
    "keep",
    "supplied",
    "mode",
    "stock",
    "fortify",
    "points",
    "active",
    "grounded",
    "bust",
]


class Goal(Part, frozen=True):
    """A victory goal of a scenario; which fields apply depends on the kind."""

    kind: GoalKind
    """The kind of goal: see `turn/victory.py`."""
    says: str
    """The goal as shown to players."""
    side: str = ""
    """The side that has to meet it; the `winner` if empty."""
    hexes: tuple[str, ...] = ()
    """Hexes, places or regions."""
    units: tuple[str, ...] = ()
    """Ids of counters, or tags and formations for all of their counters."""
    count: int = 0
    """Minimum number of hexes, units, steps, tokens, levels or points; 0 for all."""
    mode: str = ""
    by_turn: int = 0
    """The turn by whose end it must be met; once met it stays met."""


class Level(Part, frozen=True):
    """A degree of victory by net points."""

    title: str
    winner: str = ""
    """Empty for a draw."""
    at_least: int = -9999


class Losses(Part, frozen=True):
    """How many losses of a side are worth a point to its enemy; 0 for none."""

    mobile: int = 0
    """Armor and mech units eliminated."""
    steps: int = 0
    """Steps lost by other units."""
    ships: int = 0
    """Ships sunk."""
    craft: int = 0
    """Points of landing craft lost."""
    all_steps: int = 0
    """Steps lost by all units, armor and mech units among them."""


class Early(Part, frozen=True):
    """Points for taking a place early: for each turn before a given one at whose end it is first held."""

    place: str
    points: int
    """For each turn."""
    before: int


class NationSteps(Part, frozen=True):
    """Points for the steps of a nation's units: destroyed, left in a part of the map, or got away."""

    nation: str
    hexes: tuple[str, ...]
    """Hexes or regions in which they count as left behind when the game ends."""
    lost: float = 0
    """For each step lost or left behind."""
    away: float = 0
    """For each step elsewhere, off the map included."""


class Victory(Part, frozen=True):
    """How a scenario is won: by meeting all goals, or by points."""

    goals: tuple[Goal, ...] = ()
    winner: str = ""
    """The side that wins if all goals are met; otherwise the other side wins."""
    check: Literal["phase", "turn", "end"] = "turn"
    """When goals are checked: after every phase, every turn, or the last turn only."""
    towns: dict[str, int] = {}
    """Points by place or hex for the side in `points_for`."""
    points_for: str = ""
    losses: dict[str, Losses] = {}
    """By side."""
    early: tuple[Early, ...] = ()
    """Places that are worth more the earlier `points_for` takes them."""
    nation_steps: tuple[NationSteps, ...] = ()
    levels: tuple[Level, ...] = ()
    sudden: tuple[Goal, ...] = ()
    """Goals for sudden death: if all are met at the end of a turn, `winner` wins at once."""
    sudden_title: str = ""


class WithOption(Part, frozen=True):
    """What an option adds to a scenario. A base in the hex of another one replaces it."""

    more_counters: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    base: tuple[Base, ...] = ()
    box: tuple[Box, ...] = ()
    flak: dict[str, int] = {}
    setup: tuple[Placed, ...] = ()
    arrival: tuple[Arrival, ...] = ()
    withdrawal: tuple[Withdrawal, ...] = ()
    refill: tuple[Refill, ...] = ()
    hip_shoot: dict[str, tuple[str, ...]] = {}
    """By side the nations whose aircraft can Hip Shoot [14.7d-B]."""


Ruling = Literal["R-OCS-91", "4.5a-F.2", "12.4.3"]
"""Rulings that a scenario may switch."""


class OcsFile(ScenarioFile, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A scenario file of the series; see docs/scenarios-ocs.md."""

    charts: str
    """The terrain, weather, supply and replacement charts: a file in ``charts/``."""
    more_counters: tuple[str, ...] = ()
    """Further files of counters, in the colours of the first one's nations."""
    with_option: dict[str, WithOption] = msgspec.field(default_factory=dict)
    """What options add, by option."""
    first: str = "roll"
    """The side that goes first in the first turn, or `roll` [2.3, R-OCS-40]."""
    initiative: bool = True
    """Whether to roll for the first player in later turns; if not, the order never changes."""
    calendar: tuple[str, ...] = ()
    late_war: int = 0
    """The first turn in June 1943 or later, for the late-war Flak of a house rule [HR-14]; 0 for none."""
    destroyers_in_ports: bool = False
    """Whether Destroyers can enter ports; other ships in a port are DG [18.1c.4]."""
    early_drops: tuple[str, ...] = ()
    """Nations whose drops are less sure: the Allies in Europe until August 1944 [14.10d]."""
    phases: tuple[str, ...] = ()
    """For drills: the phases that are played; all if empty."""
    hexes: tuple[str, ...] = ()
    """Corners (north-west, south-east) of the part of the board in play; all of it if empty."""
    weather: str = ""
    """A ground condition for the whole game; rolled for if empty."""
    flight: str = ""
    """Flying weather for the whole game; rolled for if empty, or normal if `weather` is set [R-OCS-244]."""
    sides: dict[str, SideData]
    formation: tuple[Formation, ...] = ()
    source: tuple[Source, ...] = ()
    port: tuple[Port, ...] = ()
    base: tuple[Base, ...] = ()
    box: tuple[Box, ...] = ()
    convoy: tuple[Convoy, ...] = ()
    plan: tuple[DropPlan, ...] = ()
    flak: dict[str, int] = msgspec.field(default_factory=dict)
    """Flak Points printed on the map, by hex or place [14.4e]."""
    beaches: tuple[str, ...] = ()
    """Hexes or regions with a beach."""
    no_landings: tuple[str, ...] = ()
    """Hexes or regions where units cannot land or assault a beach [SR-11]."""
    hedgehog: tuple[Hedgehog, ...] = ()
    broad_gauge: tuple[str, ...] = ()
    """Rail hexes of the second side's gauge at the start [13.3d]."""
    second_holds: tuple[str, ...] = ()
    """Regions or hexes that the second side controls at the start; the first side controls the rest."""
    setup: tuple[Placed, ...] = ()
    arrival: tuple[Arrival, ...] = ()
    withdrawal: tuple[Withdrawal, ...] = ()
    refill: tuple[Refill, ...] = ()
    fixed_supply: dict[str, tuple[Span, ...]] = msgspec.field(default_factory=dict)
    """By side the supply of each turn, in place of the Supply Table [R-OCS-336]."""
    resolve: tuple[Resolve, ...] = ()
    only: tuple[str, ...] = ()
    """Ids and tags of the counters in play; all if empty."""
    without: tuple[str, ...] = ()
    victory: Victory
    rulings: dict[Ruling, bool] = msgspec.field(default_factory=dict)
    """Rulings that are reversed or turned on, by id."""
