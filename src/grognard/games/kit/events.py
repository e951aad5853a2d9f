"""Events that several games have in common."""

from __future__ import annotations

from grognard.core.contract.battles import Battle
from grognard.core.contract.events import Event
from grognard.core.contract.state import Result


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn"):
    """A game turn began."""

    turn: int
    date: str = ""
    """The date or time of day on the turn track, if it has one."""


class PhaseEnded(Event, frozen=True, kw_only=True, tag="ended"):
    """The side that decides ended the phase."""

    phase: str
    """The id of the phase, as in the sequence of play: movement, clean-up."""
    title: str = ""
    """The phase as printed, where it is not its id followed by "Phase"."""


class SetupEnded(Event, frozen=True, kw_only=True, tag="ended"):
    """A side completed its setup."""


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """A side made no use of what it was offered."""


class AdvanceDeclined(Declined, frozen=True, kw_only=True):
    """A side makes no further advance after combat."""


class OrderDeclared(Event, frozen=True, kw_only=True, tag="declared"):
    """A side declared in which order its units move and fight."""

    fight_first: bool


class AirTied(Event, frozen=True, kw_only=True, tag="air-tie"):
    """The rolls for air superiority were equal and are repeated."""


class AirpowerPlaced(Event, frozen=True, kw_only=True, tag="air-marker"):
    """A side placed an airpower marker."""


class CityCaptured(Event, frozen=True, kw_only=True, tag="captured"):
    """A side took control of a city."""

    _role = "capture"

    city: str
    """Empty where the map does not name it."""


class Fought(Event, frozen=True, kw_only=True):
    """A battle was resolved. Games add the result as their combat tables name it."""

    _role = "battle"

    battle: Battle | None = None
    """The facts on its card."""


class Probed(Event, frozen=True, kw_only=True, tag="probed"):
    """Units probed into a hex."""


class Eliminated(Event, frozen=True, kw_only=True, tag="lost"):
    """A unit was eliminated in a hex."""

    _role = "loss"


class NoRetreat(Event, frozen=True, kw_only=True, tag="trapped"):
    """A force had no legal retreat from its hex."""

    _role = "trapped"


class Retreated(Event, frozen=True, kw_only=True, tag="retreated"):
    """Units retreated from the first hex to the last."""

    _role = "retreat"


class Advanced(Event, frozen=True, kw_only=True, tag="advanced"):
    """A unit advanced after combat from the first hex to the last."""

    _role = "advance"


class GameOver(Event, frozen=True, kw_only=True, tag="over"):
    """The game ended."""

    winner: str
    """The side that won; empty for a draw."""
    title: str
    """The degree of victory in words."""
    reason: str = ""


class Conceded(GameOver, frozen=True, kw_only=True):
    """A side conceded, which ended the game."""


def game_over(result: Result) -> GameOver:
    """Return the event of a result."""
    return GameOver(winner=result.winner, title=result.title, reason=result.reason, rule=result.rule)


def conceded(side: str, result: Result) -> Conceded:
    """Return the event of a result by which a side lost because it conceded."""
    return Conceded(side=side, winner=result.winner, title=result.title, rule=result.rule)
