"""Events of the exclusive rules of Objective Nuremberg [12], as facts. `sentences` puts them into words."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event

# -- setup [12.1] ----------------------------------------------------------------------------------


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """Units were set up in a hex [12.1]."""


class Withheld(Event, frozen=True, kw_only=True, tag="placed"):
    """A unit was withheld, to enter from a country [12.1.4.2]."""

    country: str


class TakenBack(Event, frozen=True, kw_only=True, tag="placed"):
    """A unit was taken off the map, to be set up again."""


class RestPlaced(Event, frozen=True, kw_only=True, tag="placed"):
    """A side set up the rest of its units as in the ready-made setup."""

    count: int


class AttackOrderReceived(Event, frozen=True, kw_only=True, tag="attack-order"):
    """The Pact has its attack order; only it knows which [12.1.4.1]."""

    title: str = ""
    """Empty in what NATO learns."""


class DropPlanWritten(Event, frozen=True, kw_only=True, tag="planned"):
    """The Pact wrote down a turn or a hex for its drop, in secret [12.1.4.3]."""

    line: Literal["arrive", "primary", "secondary"]
    turn: int = 0


class DropPlanned(Event, frozen=True, kw_only=True, tag="planned"):
    """The drop plan is complete; NATO learns only that [12.1.4.3]."""


# -- the drop of the 103G [12.4.1] -----------------------------------------------------------------


class DropRevealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """The turn of the drop has come, and the plan is revealed [12.4.1.a]."""


class DropCancelled(Event, frozen=True, kw_only=True, tag="recalled"):
    """The drop was cancelled by circumstances [R-NUR-27, R-NUR-29]."""

    cause: Literal["no air superiority", "hexes occupied"]


class DropAnnihilated(Event, frozen=True, kw_only=True, tag="eliminated"):
    """Enemy units are in both drop hexes, and the division is eliminated [12.4.1.c]."""


class DropDecided(Event, frozen=True, kw_only=True, tag="aside"):
    """The Pact decided in secret whether to cancel the drop [R-NUR-28]."""

    cancelled: bool


class DropRolled(Event, frozen=True, kw_only=True, tag="drop"):
    """A die of the drop and its result [12.4.1.d, 12.4.1.g]."""

    modified: int
    result: str


# -- entering, landing and leaving [9, 12.4.2, 12.5.2] ---------------------------------------------


class Landed(Event, frozen=True, kw_only=True, tag="landed"):
    """A unit of the air landing brigade or the Home Guard was placed [12.4.2]."""

    _role = "arrival"


class NoLandingCity(Event, frozen=True, kw_only=True, tag="eliminated"):
    """Home Guard units have no city to be placed in and are eliminated [R-NUR-33]."""


class Entered(Event, frozen=True, kw_only=True, tag="entered"):
    """Units entered the map [9.0-phase]."""

    _role = "arrival"

    column: bool = False


class Exited(Event, frozen=True, kw_only=True, tag="exited"):
    """Pact units left the map for good [12.5.2-exit]."""
