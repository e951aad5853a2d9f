"""Requests: bodies of HTTP calls, and questions about a game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.core.contract.orders import Order

Name = Annotated[str, Meta(max_length=100)]
Words = Annotated[str, Meta(max_length=4_000)]
Short = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
AnyOrder = Words | Order
"""An order as text or as fields."""


class In(msgspec.Struct, forbid_unknown_fields=True):
    """A request, or a part of one."""


class Seating(In):
    """Who plays a side."""

    kind: Literal["human", "computer"] = "human"
    level: Short = ""


class NewGame(In):
    """A game to start; a person plays any side that is not named."""

    scenario: Name
    options: dict[str, bool | str] = {}
    players: dict[str, Seating] = {}
    name: Name = ""
    seed: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class NewRecord(In):
    """A record to continue from."""

    text: str
    players: dict[str, Seating] = {}
    name: Name = ""


class PlaceOrder(In):
    """Place an order."""

    order: AnyOrder
    expect: Number
    """The number of orders so far, as the client knows it."""
    undone: Number | None = None
    """The number of times orders were undone, as the client knows it; not compared when left out."""


class Undo(In):
    """Undo the seat's last order."""

    expect: Number


class RequestUndo(In):
    """Request a takeback to an order, or answer a request."""

    to: Number | None = None
    answer: bool | None = None


class Fork(In):
    """Continue from an order as a new game."""

    at: Number
    players: dict[str, Seating] = {}
    name: Name = ""
    seats: list[Short] = []
    """Secrets of further seats, for a client that holds several."""


class PostChat(In):
    """Say something to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000)]


class Notes(In):
    """A seat's private notes."""

    text: Annotated[str, Meta(max_length=20_000)]


class Notify(In):
    """Where "your move" goes while the player is away; empty for nowhere."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Short = ""


class Credentials(In):
    """Name and password."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class TieSeat(In):
    """A seat to tie to an account."""

    game: Short
    secret: Short


# -- questions --------------------------------------------------------------------------------------


class Question(In, tag_field="what"):
    """A question about a game."""


class AskOrders(Question, tag="orders"):
    """The legal orders of counters."""

    actors: Annotated[list[Short], Meta(min_length=1, max_length=200)]
    limit: Number | None = None
    """Answer for no further counters once there are this many orders."""


class AskEvery(Question, tag="every"):
    """Every legal order."""


class AskReach(Question, tag="reach"):
    """Where units can move together."""

    units: Annotated[list[Short], Meta(min_length=1, max_length=50)]


class AskPath(Question, tag="path"):
    """The path of an order."""

    order: AnyOrder


class AskPreview(Question, tag="preview"):
    """The explained number behind an order."""

    order: AnyOrder


class AskExplain(Question, tag="explain"):
    """How a unit of the asking side stands: where its supply comes from, what it would cost to act."""

    unit: Short


class AskCheck(Question, tag="check"):
    """Whether an order is legal."""

    order: AnyOrder


class AskWhy(Question, tag="why"):
    """Why these units cannot do anything with that hex."""

    units: Annotated[list[Short], Meta(max_length=50)] = []
    hex: Short = ""


class AskOverlay(Question, tag="overlay"):
    """The hexes of an overlay."""

    name: Short
    """`zoc`, `threat`, `supply`, or one of the game's own areas."""
    side: Short


AnyQuestion = (
    AskOrders | AskEvery | AskReach | AskPath | AskPreview | AskExplain | AskCheck | AskWhy | AskOverlay
)  # fmt: skip
