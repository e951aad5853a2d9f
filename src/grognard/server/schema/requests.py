"""Requests: bodies of HTTP calls, and questions about a game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.core.contract.orders import MAX_LENGTH, Order
from grognard.server.storage.matches import Clock

NO_NUL = r"^[^\x00]*$"
"""PostgreSQL cannot store this character."""
Name = Annotated[str, Meta(max_length=100, pattern=NO_NUL)]
Words = Annotated[str, Meta(max_length=MAX_LENGTH)]
Short = Annotated[str, Meta(max_length=200, pattern=NO_NUL)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
AnyOrder = Words | Order
"""An order as text or as fields."""


class In(msgspec.Struct, forbid_unknown_fields=True):
    """A request, or a part of one."""


class Seating(In):
    """The player of a side."""

    kind: Literal["human", "computer"] = "human"
    level: Short = ""


Players = Annotated[dict[Short, Seating], Meta(max_length=20)]
"""Players by side."""


class NewMatch(In):
    """What the players of a new game agree on."""

    open: Annotated[tuple[Short, ...], Meta(max_length=20)] = ()
    """The sides open to any player; their secrets are not returned."""
    listed: bool = False
    """Whether the game is in the list of games to watch."""
    rated: bool = False
    clock: Clock | None = None


class NewGame(In):
    """A game to start; a human plays any side that is not listed."""

    scenario: Name
    options: Annotated[dict[Short, bool | Short], Meta(max_length=100)] = {}
    players: Players = {}
    name: Name = ""
    seed: Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)] | None = None
    match: NewMatch | None = None


class NewRecord(In):
    """A record to continue from."""

    text: Annotated[str, Meta(pattern=NO_NUL)]
    players: Players = {}
    name: Name = ""


class PlaceOrder(In):
    """Place an order."""

    order: AnyOrder
    expect: Number
    """Number of orders that the client knows."""
    undone: Number | None = None
    """Number of undos that the client knows; not compared if left out."""


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
    players: Players = {}
    name: Name = ""
    seats: Annotated[list[Short], Meta(max_length=20)] = []
    """Secrets of further seats, for a client that holds several."""


class AskHint(In):
    """Ask what the computer would order."""

    seats: Annotated[list[Short], Meta(max_length=20)] = []
    """Secrets of further seats, for a client that holds several."""


class PostChat(In):
    """A chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000, pattern=NO_NUL)]


class Notes(In):
    """A seat's private notes."""

    text: Annotated[str, Meta(max_length=20_000, pattern=NO_NUL)]


class Notify(In):
    """Where to send "your move" while the player is away; empty for nowhere."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Short = ""


class Credentials(In):
    """Name and password."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


Password = Annotated[str, Meta(min_length=8, max_length=200)]


class NewPassword(In):
    """A new password for the account that is logged in."""

    old: Annotated[str, Meta(max_length=200)]
    password: Password


class ResetPassword(In):
    """A new password for the account that a link in an email names."""

    token: Annotated[str, Meta(max_length=1_000)]
    password: Password


class AccountName(In):
    """The name of an account."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]


class AccountEmail(In):
    """The email address of the account that is logged in; empty for none."""

    email: Short
    password: Annotated[str, Meta(max_length=200)]


class ConfirmPassword(In):
    """The password of the account that is logged in."""

    password: Annotated[str, Meta(max_length=200)]


class BlockPlayer(In):
    """Block or unblock an account."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    blocked: bool = True


class EmailToken(In):
    """The token in a link of an email."""

    token: Annotated[str, Meta(max_length=1_000)]


class NewReport(In):
    """A report about a game: abuse in the chat, or a broken game."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000, pattern=NO_NUL)]


class DisableAccount(In):
    """Disable or enable an account."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    disabled: bool = True


class TieSeat(In):
    """A seat to link to an account."""

    game: Short
    secret: Short


# -- questions --------------------------------------------------------------------------------------


class Question(In, tag_field="what"):
    """A question about a game."""


class AskOrders(Question, tag="orders"):
    """The legal orders of counters."""

    actors: Annotated[list[Short], Meta(min_length=1, max_length=200)]
    limit: Number | None = None
    """Maximum number of orders, after which no further counters are answered for."""


class AskEvery(Question, tag="every"):
    """Every legal order."""


class AskReach(Question, tag="reach"):
    """Where units can move together."""

    units: Annotated[list[Short], Meta(min_length=1, max_length=50)]


class AskRange(Question, tag="range"):
    """Which hexes are in range of all these units, to fire at or fly to."""

    units: Annotated[list[Short], Meta(min_length=1, max_length=50)]


class AskPath(Question, tag="path"):
    """The path of an order."""

    order: AnyOrder


class AskPreview(Question, tag="preview"):
    """The odds or cost of an order, explained."""

    order: AnyOrder


class AskWithout(Question, tag="without"):
    """Whether an attack would be as good or better without one of its units or stacks."""

    order: AnyOrder


class AskExplain(Question, tag="explain"):
    """The status of one of the side's own units: the source of its supply, the cost to act."""

    unit: Short


class AskCheck(Question, tag="check"):
    """Whether an order is legal."""

    order: AnyOrder


class AskWhy(Question, tag="why"):
    """Why these units have no legal order for a hex."""

    units: Annotated[list[Short], Meta(max_length=50)] = []
    hex: Short = ""


class AskOverlay(Question, tag="overlay"):
    """The hexes of an overlay."""

    name: Short
    """`zoc`, `threat`, `supply`, or one of the game's own areas."""
    side: Short


AnyQuestion = (
    AskOrders | AskEvery | AskReach | AskRange | AskPath | AskPreview | AskExplain | AskCheck | AskWhy
    | AskOverlay | AskWithout
)  # fmt: skip
