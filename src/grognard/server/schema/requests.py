"""What clients say: requests, messages and questions."""

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
    """Something a client says."""


class Seating(In):
    """Who is to play a side."""

    kind: Literal["human", "computer"] = "human"
    level: Short = ""


class NewGame(In):
    """A game to begin; a side that is not named is played by a person."""

    scenario: Name
    options: dict[str, bool | str] = {}
    players: dict[str, Seating] = {}
    name: Name = ""
    seed: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class NewRecord(In):
    """A record to go on from."""

    text: str
    players: dict[str, Seating] = {}
    name: Name = ""


class Give(In):
    """An order."""

    order: AnyOrder
    expect: Number
    """How many orders had been given when this one was thought of."""
    undone: Number | None = None
    """How often orders had been taken back then, if the client wants that compared too."""


class TakeBack(In):
    """Take back one's last order."""

    expect: Number


class Back(In):
    """Ask to go back to an order, or answer who asked."""

    to: Number | None = None
    answer: bool | None = None


class Fork(In):
    """Play on from there as a new game."""

    at: Number
    players: dict[str, Seating] = {}
    name: Name = ""
    seats: list[Short] = []
    """Secrets of further seats, for one who holds several."""


class Say(In):
    """Something to say to all."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000)]


class Notes(In):
    """A seat's private notes."""

    text: Annotated[str, Meta(max_length=20_000)]


class Notify(In):
    """Where "your move" goes while one is away; empty for nowhere."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Short = ""


class Credentials(In):
    """Name and password."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class TieSeat(In):
    """A seat to tie to one's account."""

    game: Short
    secret: Short


# -- questions --------------------------------------------------------------------------------------


class Question(In, tag_field="what"):
    """Something one may ask about a game."""


class AskOrders(Question, tag="orders"):
    """What a counter can do."""

    actor: Short


class AskEvery(Question, tag="every"):
    """Every legal order."""


class AskReach(Question, tag="reach"):
    """Where units can move together."""

    units: Annotated[list[Short], Meta(min_length=1, max_length=50)]


class AskPath(Question, tag="path"):
    """The way an order would go."""

    order: AnyOrder


class AskPreview(Question, tag="preview"):
    """The explained number behind an order."""

    order: AnyOrder


class AskExplain(Question, tag="explain"):
    """How a unit of one's own stands: where its supply comes from, what it would cost to act."""

    unit: Short


class AskCheck(Question, tag="check"):
    """Whether an order is legal."""

    order: AnyOrder


class AskWhy(Question, tag="why"):
    """Why these units cannot do anything with that hex."""

    units: Annotated[list[Short], Meta(max_length=50)] = []
    hex: Short = ""


class AskOverlay(Question, tag="overlay"):
    """Hexes to hatch."""

    name: Short
    """`zoc`, `threat`, `supply`, or one of the game's own areas."""
    side: Short


AnyQuestion = (
    AskOrders | AskEvery | AskReach | AskPath | AskPreview | AskExplain | AskCheck | AskWhy | AskOverlay
)  # fmt: skip
