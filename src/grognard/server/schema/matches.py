"""Requests and responses about matches between players, and their profiles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from grognard.server.schema.requests import In, Short
from grognard.server.schema.responses import Out
from grognard.server.storage.matches import ListedGame


class Join(In):
    """A seat to take in an open game."""

    side: Short


class OfferDraw(In):
    """Offer a draw, or answer an offer; with false, decline or withdraw it."""

    agree: bool = True


class Vacation(In):
    """Days of vacation from now on; 0 ends it."""

    days: Annotated[int, Meta(ge=0, le=30)]


class Rematch(Out):
    """The next game between the same players, with the secrets of the seats of the player who asked."""

    game: str
    scenario: str
    seats: dict[str, str]


class Lists(Out):
    """Games to join and to watch, latest first."""

    open: list[ListedGame]
    watch: list[ListedGame]


class Address(Out):
    """The address of this server for links to others."""

    url: str
    reachable: bool
    """Whether others can reach it; if not, the server listens on its own computer only."""


class GameRating(Out):
    """A rating in one game."""

    family: str
    """The id of the game."""
    rating: int
    provisional: bool
    won: int
    drawn: int
    lost: int


class PastResult(Out):
    """A rated result."""

    game: str
    scenario: str
    side: str
    score: float
    rating: int
    at: float


class Profile(Out):
    """A player's public profile."""

    name: str
    created: float
    away_until: float
    """The end of a vacation; 0 if there is none."""
    ratings: list[GameRating]
    results: list[PastResult]


class VacationState(Out):
    """A player's vacation."""

    away_until: float
    days_left: int
    """Days of vacation left this year."""
