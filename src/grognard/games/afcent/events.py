"""Events of the AFCENT series: what happened, as facts. `sentences` puts them into words."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event
from grognard.games.kit.events import Declined, Fought

# -- air superiority and electronic warfare [5, 6] -------------------------------------------------


class SuperiorityRolled(Event, frozen=True, kw_only=True, tag="contest"):
    """A side rolled for air or electronic warfare superiority [5.0, 6.1]."""

    contest: Literal["air", "ew"]
    total: int
    bonus: int = 0
    """What the last dice added for superiority last turn."""


class AirSuperiority(Event, frozen=True, kw_only=True, tag="air"):
    """A side has air superiority and markers to place [5.0-markers]."""

    markers: int


class EwSuperiority(Event, frozen=True, kw_only=True, tag="ew"):
    """A side has electronic warfare superiority; no side after a tie [6.1]."""

    markers: int = 0


class EwPlaced(Event, frozen=True, kw_only=True, tag="jammed"):
    """An EW marker was placed on a stack [6.2]."""


class AirpowerRemoved(Event, frozen=True, kw_only=True, tag="air-cleared"):
    """An EW marker removed an airpower marker [6.5]."""


# -- support markers [4.7, 4.8, 11.4] --------------------------------------------------------------


class ArtilleryLost(Event, frozen=True, kw_only=True, tag="attrition"):
    """The losses of a nation cost it artillery markers [4.7]."""

    nation: str
    """As an adjective, such as ``Soviet``."""


class HelicopterChecked(Event, frozen=True, kw_only=True, tag="attrition"):
    """A helicopter marker that was used rolled for attrition [4.7.1]."""

    lost: bool


class AmmunitionRolled(Event, frozen=True, kw_only=True, tag="ammunition"):
    """A side rolled for the return of the artillery that it used [4.8]."""

    returns: int | None
    """The turn, or None if it does not return before the game ends."""


class SupportArrived(Event, frozen=True, kw_only=True, tag="support"):
    """Support markers became available [9.0-markers, 4.8-return]."""


class SupportPledged(Event, frozen=True, kw_only=True, tag="pledged"):
    """A side chose its support; only it knows what [11.4-secret]."""


class SupportDecided(Event, frozen=True, kw_only=True, tag="decided"):
    """A side chose its support; the others know only that [11.4-secret]."""


class SupportCommitted(Event, frozen=True, kw_only=True, tag="committed"):
    """A side revealed the support markers of a battle [11.4-drm]."""


# -- movement [3, 7, 10] ---------------------------------------------------------------------------


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """Units moved along a path [10.0]."""

    _role = "move"

    column: bool = False


class Flew(Event, frozen=True, kw_only=True, tag="flew"):
    """Heliborne units flew along a path [10.6]."""

    _role = "move"


class FlightRangeRolled(Event, frozen=True, kw_only=True, tag="endurance"):
    """A heliborne unit under an EW marker rolled for how far it can fly [6.3-heli-one]."""

    range: int


class FlightAttrition(Event, frozen=True, kw_only=True, tag="flak"):
    """A heliborne unit rolled for attrition in a hex of its flight [10.6.1]."""

    _role = "flak"

    drm: int
    lost: bool


class Overstacked(Event, frozen=True, kw_only=True, tag="overstacked"):
    """A stack is over its limit at the end of the phase and loses a unit [7.1-excess]."""


class RefugeesRolled(Event, frozen=True, kw_only=True, tag="refugees"):
    """The dice gave the number of refugee markers [10.10]."""

    markers: int


class RefugeesPlaced(Event, frozen=True, kw_only=True, tag="refugee-marker"):
    """A refugee marker was placed [10.10]."""


# -- combat [11] -----------------------------------------------------------------------------------


class Attacked(Event, frozen=True, kw_only=True, tag="attack"):
    """Units attacked a hex; both sides may commit support before the battle is rolled [11.4-before]."""


class BattleFought(Fought, frozen=True, kw_only=True, tag="battle"):
    """A battle was resolved; there are no dice where the odds are beyond the table [11.6]."""

    odds: str
    drm: int
    result: str
    """A result of the combat table."""


class MomentumDeclined(Declined, frozen=True, kw_only=True):
    """Units that advanced make no momentum attack [11.11]."""
