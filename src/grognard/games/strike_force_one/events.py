"""Events of Strike Force One, as facts. `sentences` puts them into words."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event


class Moved(Event, frozen=True, kw_only=True):
    """A unit moved along a path, or entered the map [8]."""

    kind: str = "moved"
    entered: bool = False


class BattleFought(Event, frozen=True, kw_only=True):
    """A battle was resolved [9]."""

    kind: str = "battle"
    measure: Literal["attackers", "difference"]
    """What the columns of the combat table count."""
    value: int
    """The column that was used."""
    result: str
    """A result of the combat table."""
    effect: str
    """The row of the result chart that applies under the chosen options."""


class Returned(Event, frozen=True, kw_only=True):
    """Replacements that could not enter went back to the eliminated units [7.1-expert-repl-nosave]."""

    kind: str = "lost"


class Recovered(Event, frozen=True, kw_only=True):
    """Units recovered from disruption [9.4]."""

    kind: str = "recovered"


class Swapped(Event, frozen=True, kw_only=True):
    """The first unit took the place of the second in a replacement box [9.1-advanced-swap]."""

    kind: str = "swapped"


class EventRolled(Event, frozen=True, kw_only=True):
    """A side rolled or drew a random event [7]."""

    kind: str = "event"
    event: str
    """The id of the random event in the table."""


class EventChosen(Event, frozen=True, kw_only=True):
    """A side chose one of two random events [7-expert-guards, 13-expert-hardened]."""

    kind: str = "chose"
    event: str


class NoEffect(Event, frozen=True, kw_only=True):
    """A random event had no effect [7.1-expert-asplanned]."""

    kind: str = "as planned"
    cause: Literal["", "no enemy on map", "already arrived", "no losses"] = ""


class Arrived(Event, frozen=True, kw_only=True):
    """A unit arrived at the map edge, to enter in the movement phase [7, 8.4]."""

    kind: str = "arrived"
    towns: int = 0
    """The number of Soviet towns, if they called the reserve [7-advanced-us-trigger]."""


class Replaced(Event, frozen=True, kw_only=True):
    """Eliminated units returned to the map edge as replacements [7]."""

    kind: str = "replaced"


class Disrupted(Event, frozen=True, kw_only=True):
    """Friction disrupted a unit [7.1-expert-friction]."""

    kind: str = "disrupted"


class SupportPlaced(Event, frozen=True, kw_only=True):
    """A support chit was placed on a hex [7.1]."""

    kind: str = "placed"
