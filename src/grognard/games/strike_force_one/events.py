"""Events of Strike Force One, as facts. `sentences` puts them into words."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event
from grognard.games.kit.events import Fought


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A unit moved along a path, or entered the map [8]."""

    _role = "move"

    entered: bool = False


class BattleFought(Fought, frozen=True, kw_only=True, tag="battle"):
    """A battle was resolved [9]."""

    measure: Literal["attackers", "difference"]
    """What the columns of the combat table count."""
    value: int
    """The column that was used."""
    result: str
    """A result of the combat table."""
    effect: str
    """The row of the result chart that applies under the chosen options."""
    breakthrough: bool = False
    """Whether the defenders must retreat two hexes [9.2-expert-open-two]."""


class Returned(Event, frozen=True, kw_only=True, tag="lost"):
    """Replacements that could not enter went back to the eliminated units [7.1-expert-repl-nosave]."""


class Recovered(Event, frozen=True, kw_only=True, tag="recovered"):
    """Units recovered from disruption [9.4]."""


class Swapped(Event, frozen=True, kw_only=True, tag="swapped"):
    """The first unit took the place of the second in a replacement box [9.1-advanced-swap]."""


class EventRolled(Event, frozen=True, kw_only=True, tag="event"):
    """A side rolled or drew a random event [7]."""

    event: str
    """The id of the random event in the table."""


class EventChosen(Event, frozen=True, kw_only=True, tag="chose"):
    """A side chose one of two random events [7-expert-guards, 13-expert-hardened]."""

    event: str


class NoEffect(Event, frozen=True, kw_only=True, tag="as planned"):
    """A random event had no effect [7.1-expert-asplanned]."""

    cause: Literal["", "no enemy on map", "already arrived", "no losses"] = ""


class Arrived(Event, frozen=True, kw_only=True, tag="arrived"):
    """A unit arrived at the map edge, to enter in the movement phase [7, 8.4]."""

    _role = "arrival"

    towns: int = 0
    """The number of Soviet towns, if they called the reserve [7-advanced-us-trigger]."""


class Replaced(Event, frozen=True, kw_only=True, tag="replaced"):
    """Eliminated units returned to the map edge as replacements [7]."""

    _role = "arrival"


class Disrupted(Event, frozen=True, kw_only=True, tag="disrupted"):
    """Friction disrupted a unit [7.1-expert-friction]."""


class SupportPlaced(Event, frozen=True, kw_only=True, tag="placed"):
    """A support chit was placed on a hex [7.1]."""
