"""Events of supply, logistics and fog of war: chapters 4.9, 12, 13, 16 and 19 and the Reinforcement Phase.

Amounts of supply are in tokens. The sentences are in `interface.sentences.supply`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.events import Event

# -- fog of war ------------------------------------------------------------------------------------


class Redacted(Event, frozen=True, kw_only=True, tag="redacted"):
    """What the enemy and spectators learn of a secret event [4.9].

    It has the kind of the event that it stands for, its side and hexes, but neither units nor amounts.
    """

    stands_for: str
    """The kind of that event."""

    @property
    def kind(self) -> str:
        """The kind of the event that it stands for."""
        return self.stands_for


class OrderGiven(Event, frozen=True, kw_only=True, tag="named"):
    """The text of an order that names units; only its side may read it."""

    order: str


class TopChosen(Event, frozen=True, kw_only=True, tag="top"):
    """A unit was put on top of its stack [4.8b]."""


# -- supply ----------------------------------------------------------------------------------------


class SupplyDraw(msgspec.Struct, frozen=True):
    """Tokens that one dump paid."""

    tokens: int
    holder: str
    """What held them: a dump or a kind of transport."""
    hex: str
    hq: str = ""
    """The id of the HQ that threw them; empty where they were drawn directly."""


class SupplyPaid(Event, frozen=True, kw_only=True, tag="paid"):
    """Supply was expended [12.2b, 12.10b]."""

    purpose: str
    """What it paid for, in a word or two."""
    consumers: tuple[str, ...] = ()
    """Ids of the units that it was paid for, where that is worth saying."""
    draws: tuple[SupplyDraw, ...] = ()
    stocks: tuple[str, ...] = ()
    """Ids of the units that used their internal stocks."""


class DumpBlown(Event, frozen=True, kw_only=True, tag="blown"):
    """A side tried to destroy its own dump [12.11a]."""

    _role = "supply"

    destroyed: int
    ordered: int


class AttritionRolled(Event, frozen=True, kw_only=True, tag="attrition"):
    """A hex with units Out of Supply checked for attrition [12.8b]."""

    _role = "supply"

    steps: int


class BreakoutRolled(Event, frozen=True, kw_only=True, tag="breakout"):
    """A unit tried to break out [12.8e]."""

    turns: int
    """In how many turns it returns; 0 when it is eliminated."""


class ExtenderMade(Event, frozen=True, kw_only=True, tag="extended"):
    """Transports became an Extender [12.7d]."""


class ExtenderFolded(Event, frozen=True, kw_only=True, tag="folded"):
    """An Extender became transports again [12.7d]."""


class ExtenderCollapsed(Event, frozen=True, kw_only=True, tag="collapsed"):
    """An Extender collapsed and its transports were placed elsewhere [9.14d]."""


class StocksRestored(Event, frozen=True, kw_only=True, tag="restocked"):
    """A unit recovered internal stocks [12.10e]."""

    level: str


class OutOfSupply(Event, frozen=True, kw_only=True, tag="out-of-supply"):
    """Units in a hex were marked Out of Supply [12.8a]."""

    _role = "supply"


class BackInSupply(Event, frozen=True, kw_only=True, tag="in-supply"):
    """Units in a hex lost their Out of Supply marker [12.8a]."""


# -- the Reinforcement Phase -----------------------------------------------------------------------


class SupplyRolled(Event, frozen=True, kw_only=True, tag="supply"):
    """The roll on the Supply Table [2.1]."""

    tokens: int


class ReplacementsRolled(Event, frozen=True, kw_only=True, tag="repls"):
    """The roll on the Variable Reinforcement Table [13.5]."""

    pax: int = 0
    eq: int = 0
    trucks: int = 0
    fighter: int = 0
    other_air: int = 0
    """Air steps [13.5f]."""


class ReinforcementsDue(Event, frozen=True, kw_only=True, tag="due"):
    """Scheduled units are ready to be placed [13.6]."""

    count: int


class UnitsArrived(Event, frozen=True, kw_only=True, tag="arrived"):
    """Reinforcements entered the map [13.6]."""

    _role = "arrival"


class StoresArrived(Event, frozen=True, kw_only=True, tag="arrived"):
    """Scheduled supply and transports entered the map [13.6]."""

    tokens: int = 0
    trucks: int = 0
    wagons: int = 0


class StoresLost(Event, frozen=True, kw_only=True, tag="lost"):
    """Scheduled supply and transports could not enter the map [13.6]."""


class SupplyDelivered(Event, frozen=True, kw_only=True, tag="delivered"):
    """New supply was placed at a source [2.1]."""

    tokens: int


class Forfeited(Event, frozen=True, kw_only=True, tag="forfeited"):
    """A unit, or without one new supply, could not enter the map and is out of the game [13.6]."""


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    """The scenario withdrew a unit [13.6]."""


class Refilled(Event, frozen=True, kw_only=True, tag="refilled"):
    """The scenario brought reduced air units back to full strength [13.6]."""


class CraftWithdrawn(Event, frozen=True, kw_only=True, tag="craft-left"):
    """Landing craft left the game by the schedule [SR-7]."""

    points: int


class Rebuilt(Event, frozen=True, kw_only=True, tag="rebuilt"):
    """Replacements rebuilt units or a step [13.5]."""

    pax: int = 0
    eq: int = 0


class Consolidated(Event, frozen=True, kw_only=True, tag="consolidated"):
    """Two units became one [13.9]."""

    merged: bool
    """Whether both were on the map; otherwise the second, a dead one, replaced the first."""


# -- transport and construction --------------------------------------------------------------------


class BoxPassed(Event, frozen=True, kw_only=True, tag="passed"):
    """Units left the map for their holding box, or came back in a hex [I.F]."""


class Railed(Event, frozen=True, kw_only=True, tag="railed"):
    """Units moved by rail [13.3e]."""

    _role = "move"


class Shipped(Event, frozen=True, kw_only=True, tag="shipped"):
    """Units moved by sea [19.0f]."""

    _role = "move"

    box: str = ""
    """The id of the box that they came from; empty where they came from a port on the map."""


class SupplyMoved(Event, frozen=True, kw_only=True, tag="freight"):
    """Supply moved by rail or by sea [13.3e, 19.0f]."""

    tokens: int
    by: Literal["rail", "sea"]


class Loaded(Event, frozen=True, kw_only=True, tag="loaded"):
    """A transport loaded supply [13.2f]."""

    tokens: int


class Unloaded(Event, frozen=True, kw_only=True, tag="unloaded"):
    """A transport unloaded supply [13.2f]."""

    tokens: int


class RailConverted(Event, frozen=True, kw_only=True, tag="converted"):
    """Rail hexes got the gauge of a side [13.3f]."""


class HedgehogChanged(Event, frozen=True, kw_only=True, tag="works"):
    """A hedgehog was built, improved or lowered [16.0]."""

    level: int


class PortChanged(Event, frozen=True, kw_only=True, tag="port"):
    """A port took a hit or was repaired [19.0c, 19.0d]."""

    hits: int
