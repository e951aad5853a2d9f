"""Events of the exclusive rules of Objective Nuremberg [12], as facts. `sentences` puts them into words."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event

# -- setup [12.1] ----------------------------------------------------------------------------------


class Placed(Event, frozen=True, kw_only=True):
    """Units were set up in a hex [12.1]."""

    kind: str = "placed"


class Withheld(Event, frozen=True, kw_only=True):
    """A unit was withheld, to enter from a country [12.1.4.2]."""

    kind: str = "placed"
    country: str


class TakenBack(Event, frozen=True, kw_only=True):
    """A unit was taken off the map, to be set up again."""

    kind: str = "placed"


class RestPlaced(Event, frozen=True, kw_only=True):
    """A side set up the rest of its units as in the ready-made setup."""

    kind: str = "placed"
    count: int


class AttackOrderReceived(Event, frozen=True, kw_only=True):
    """The Pact has its attack order; only it knows which [12.1.4.1]."""

    kind: str = "attack-order"
    title: str = ""
    """Empty in what NATO learns."""


class DropPlanWritten(Event, frozen=True, kw_only=True):
    """The Pact wrote down a turn or a hex for its drop, in secret [12.1.4.3]."""

    kind: str = "planned"
    line: Literal["arrive", "primary", "secondary"]
    turn: int = 0


class DropPlanned(Event, frozen=True, kw_only=True):
    """The drop plan is complete; NATO learns only that [12.1.4.3]."""

    kind: str = "planned"


# -- the drop of the 103G [12.4.1] -----------------------------------------------------------------


class DropRevealed(Event, frozen=True, kw_only=True):
    """The turn of the drop has come, and the plan is revealed [12.4.1.a]."""

    kind: str = "revealed"


class DropCancelled(Event, frozen=True, kw_only=True):
    """The drop was cancelled by circumstances [R-NUR-27, R-NUR-29]."""

    kind: str = "recalled"
    cause: Literal["no air superiority", "hexes occupied"]


class DropAnnihilated(Event, frozen=True, kw_only=True):
    """Enemy units are in both drop hexes, and the division is eliminated [12.4.1.c]."""

    kind: str = "eliminated"


class DropDecided(Event, frozen=True, kw_only=True):
    """The Pact decided in secret whether to cancel the drop [R-NUR-28]."""

    kind: str = "aside"
    cancelled: bool


class DropRolled(Event, frozen=True, kw_only=True):
    """A die of the drop and its result [12.4.1.d, 12.4.1.g]."""

    kind: str = "drop"
    modified: int
    result: str


# -- entering, landing and leaving [9, 12.4.2, 12.5.2] ---------------------------------------------


class Landed(Event, frozen=True, kw_only=True):
    """A unit of the air landing brigade or the Home Guard was placed [12.4.2]."""

    kind: str = "landed"


class NoLandingCity(Event, frozen=True, kw_only=True):
    """Home Guard units have no city to be placed in and are eliminated [R-NUR-33]."""

    kind: str = "eliminated"


class Entered(Event, frozen=True, kw_only=True):
    """Units entered the map [9.0-phase]."""

    kind: str = "entered"
    column: bool = False


class Exited(Event, frozen=True, kw_only=True):
    """Pact units left the map for good [12.5.2-exit]."""

    kind: str = "exited"
