"""Events of supply, logistics and fog of war: chapters 4.9, 12, 13, 16 and 19 and the Reinforcement Phase.

Amounts of supply are in tokens. The sentences are in `interface.sentences.supply`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.events import Event

# -- fog of war ------------------------------------------------------------------------------------


class Redacted(Event, frozen=True, kw_only=True):
    """What the enemy and spectators learn of a secret event [4.9].

    It has the kind of the event that it stands for, its side and hexes, but neither units nor amounts.
    """


class OrderGiven(Event, frozen=True, kw_only=True):
    """The text of an order that names units; only its side may read it."""

    kind: str = "named"
    order: str


class TopChosen(Event, frozen=True, kw_only=True):
    """A unit was put on top of its stack [4.8b]."""

    kind: str = "top"


# -- supply ----------------------------------------------------------------------------------------


class SupplyDraw(msgspec.Struct, frozen=True):
    """Tokens that one dump paid."""

    tokens: int
    holder: str
    """What held them: a dump or a kind of transport."""
    hex: str
    hq: str = ""
    """The id of the HQ that threw them; empty where they were drawn directly."""


class SupplyPaid(Event, frozen=True, kw_only=True):
    """Supply was expended [12.2b, 12.10b]."""

    kind: str = "paid"
    purpose: str
    """What it paid for, in a word or two."""
    consumers: tuple[str, ...] = ()
    """Ids of the units that it was paid for, where that is worth saying."""
    draws: tuple[SupplyDraw, ...] = ()
    stocks: tuple[str, ...] = ()
    """Ids of the units that used their internal stocks."""


class DumpBlown(Event, frozen=True, kw_only=True):
    """A side tried to destroy its own dump [12.11a]."""

    kind: str = "blown"
    destroyed: int
    ordered: int


class AttritionRolled(Event, frozen=True, kw_only=True):
    """A hex with units Out of Supply checked for attrition [12.8b]."""

    kind: str = "attrition"
    steps: int


class BreakoutRolled(Event, frozen=True, kw_only=True):
    """A unit tried to break out [12.8e]."""

    kind: str = "breakout"
    turns: int
    """In how many turns it returns; 0 when it is eliminated."""


class ExtenderMade(Event, frozen=True, kw_only=True):
    """Transports became an Extender [12.7d]."""

    kind: str = "extended"


class ExtenderFolded(Event, frozen=True, kw_only=True):
    """An Extender became transports again [12.7d]."""

    kind: str = "folded"


class ExtenderCollapsed(Event, frozen=True, kw_only=True):
    """An Extender collapsed and its transports were placed elsewhere [9.14d]."""

    kind: str = "collapsed"


class StocksRestored(Event, frozen=True, kw_only=True):
    """A unit recovered internal stocks [12.10e]."""

    kind: str = "restocked"
    level: str


class OutOfSupply(Event, frozen=True, kw_only=True):
    """Units in a hex were marked Out of Supply [12.8a]."""

    kind: str = "out-of-supply"


class BackInSupply(Event, frozen=True, kw_only=True):
    """Units in a hex lost their Out of Supply marker [12.8a]."""

    kind: str = "in-supply"


# -- the Reinforcement Phase -----------------------------------------------------------------------


class SupplyRolled(Event, frozen=True, kw_only=True):
    """The roll on the Supply Table [2.1]."""

    kind: str = "supply"
    tokens: int


class ReplacementsRolled(Event, frozen=True, kw_only=True):
    """The roll on the Variable Reinforcement Table [13.5]."""

    kind: str = "repls"
    pax: int = 0
    eq: int = 0
    trucks: int = 0


class ReinforcementsDue(Event, frozen=True, kw_only=True):
    """Scheduled units are ready to be placed [13.6]."""

    kind: str = "due"
    count: int


class UnitsArrived(Event, frozen=True, kw_only=True):
    """Reinforcements entered the map [13.6]."""

    kind: str = "arrived"


class StoresArrived(Event, frozen=True, kw_only=True):
    """Scheduled supply and transports entered the map [13.6]."""

    kind: str = "arrived"
    tokens: int = 0
    trucks: int = 0
    wagons: int = 0


class StoresLost(Event, frozen=True, kw_only=True):
    """Scheduled supply and transports could not enter the map [13.6]."""

    kind: str = "lost"


class SupplyDelivered(Event, frozen=True, kw_only=True):
    """New supply was placed at a source [2.1]."""

    kind: str = "delivered"
    tokens: int


class Forfeited(Event, frozen=True, kw_only=True):
    """A unit, or without one new supply, could not enter the map and is out of the game [13.6]."""

    kind: str = "forfeited"


class Withdrawn(Event, frozen=True, kw_only=True):
    """The scenario withdrew a unit [13.6]."""

    kind: str = "withdrawn"


class Rebuilt(Event, frozen=True, kw_only=True):
    """Replacements rebuilt units or a step [13.5]."""

    kind: str = "rebuilt"
    pax: int = 0
    eq: int = 0


class Consolidated(Event, frozen=True, kw_only=True):
    """Two units became one [13.9]."""

    kind: str = "consolidated"
    merged: bool
    """Whether both were on the map; otherwise the second, a dead one, replaced the first."""


# -- transport and construction --------------------------------------------------------------------


class BoxPassed(Event, frozen=True, kw_only=True):
    """Units left the map for their holding box, or came back in a hex [I.F]."""

    kind: str = "passed"


class Railed(Event, frozen=True, kw_only=True):
    """Units moved by rail [13.3e]."""

    kind: str = "railed"


class Shipped(Event, frozen=True, kw_only=True):
    """Units moved by sea [19.0f]."""

    kind: str = "shipped"


class SupplyMoved(Event, frozen=True, kw_only=True):
    """Supply moved by rail or by sea [13.3e, 19.0f]."""

    kind: str = "freight"
    tokens: int
    by: Literal["rail", "sea"]


class Loaded(Event, frozen=True, kw_only=True):
    """A transport loaded supply [13.2f]."""

    kind: str = "loaded"
    tokens: int


class Unloaded(Event, frozen=True, kw_only=True):
    """A transport unloaded supply [13.2f]."""

    kind: str = "unloaded"
    tokens: int


class RailConverted(Event, frozen=True, kw_only=True):
    """Rail hexes got the gauge of a side [13.3f]."""

    kind: str = "converted"


class HedgehogChanged(Event, frozen=True, kw_only=True):
    """A hedgehog was built, improved or lowered [16.0]."""

    kind: str = "works"
    level: int


class PortChanged(Event, frozen=True, kw_only=True):
    """A port took a hit or was repaired [19.0c, 19.0d]."""

    kind: str = "port"
    hits: int
