"""The results of an analysis. Chances are those of the first side, from 0 to 1; the other has the rest."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result


class Point(msgspec.Struct, frozen=True):
    """The winning chance after an order."""

    number: int
    """Number of orders given."""
    at: float
    """Its place in the game, from 0 to 1; all turns have the same share."""
    turn: int
    phase: str
    chance: float


class Suggestion(msgspec.Struct, frozen=True):
    """The order that the computer would have given."""

    order: Order
    why: str
    """Its reason, in the words of the computer player."""
    same: bool
    """Whether it is the order that was given."""
    average: float
    """The chance after it, on average over the dice."""


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """An order that changed the chances much, with the answers to the questions that it raised."""

    first: int
    """The number of the order."""
    last: int
    """The number of the last answer, or of the order itself."""
    at: float
    """Its place in the game, as that of a point of the curve."""
    turn: int
    phase: str
    side: str
    """The side that gave the order."""
    order: Order
    dice: tuple[int, ...]
    hex: str = ""
    """Where it happened, if that is one place."""
    before: float
    average: float | None
    """The chance after the order on average over the dice; None if it rolled none or was not measured."""
    after: float
    computer: Suggestion | None = None
    """What the computer would have ordered, at key moments."""


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """What a roll decided: the difference between the chance after it and the average over all rolls."""

    number: int
    side: str
    """The side that gave the order."""
    order: Order
    dice: tuple[int, ...]
    hex: str = ""
    points: float
    """The difference for the first side; what is good for it is bad for the other."""


class TurnFigures(msgspec.Struct, frozen=True):
    """Figures at the end of a turn."""

    turn: int
    number: int
    """Number of orders given by then."""
    losses: dict[str, int]
    """What each side lost in the turn, in steps or units."""
    held: dict[str, int]
    """How many objectives each side held at its end."""


class Series(msgspec.Struct, frozen=True):
    """Points or progress towards a goal, at the end of each turn."""

    label: str
    side: str
    target: int | None
    unit: str
    values: tuple[int | None, ...]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Everything found out about a finished game."""

    scenario: str
    sides: tuple[str, ...]
    titles: dict[str, str]
    result: Result | None
    turns: int
    """The number of turns played."""
    orders: int
    curve: tuple[Point, ...]
    """The chances from the start to the end."""
    turning_points: tuple[TurningPoint, ...]
    """In the order of play."""
    luck: tuple[Luck, ...]
    """What rolls decided, the most decisive first."""
    luck_total: float
    """The sum for the first side over all rolls measured."""
    rolls: int
    """Number of orders with dice."""
    measured: int
    """How many of them were measured in the time given."""
    lost: Literal["steps", "units"]
    """What losses are counted in."""
    by_turn: tuple[TurnFigures, ...]
    series: tuple[Series, ...]
