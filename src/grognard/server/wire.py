"""What goes over the wire: requests, answers and messages, as the API's description shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.core.breakdown import Breakdown, Line
from grognard.core.events import Event
from grognard.core.orders import Order
from grognard.core.view import View

Name = Annotated[str, Meta(max_length=100)]
Words = Annotated[str, Meta(max_length=4_000)]
Short = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class In(msgspec.Struct, forbid_unknown_fields=True):
    """Something a client says."""


# -- what clients say -------------------------------------------------------------------------------


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

    order: Words
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

    order: Words


class AskPreview(Question, tag="preview"):
    """The explained number behind an order."""

    order: Words


class AskCheck(Question, tag="check"):
    """Whether an order is legal."""

    order: Words


class AskWhy(Question, tag="why"):
    """Why these units cannot do anything with that hex."""

    units: Annotated[list[Short], Meta(max_length=50)] = []
    hex: Short = ""


class AskOverlay(Question, tag="overlay"):
    """Hexes to hatch."""

    name: Literal["zoc", "threat", "supply"]
    side: Short


AnyQuestion = (
    AskOrders | AskEvery | AskReach | AskPath | AskPreview | AskCheck | AskWhy | AskOverlay
)  # fmt: skip


# -- what the server says ----------------------------------------------------------------------------


class Out(msgspec.Struct):
    """Something the server says."""


class Problem(Out):
    """What went wrong, in a sentence for people."""

    error: str


class Offer(Out):
    """An order that can be given."""

    text: str
    verb: str
    units: tuple[str, ...]
    target: str
    path: tuple[str, ...]
    words: tuple[str, ...]


class Refusal(Out):
    """Why an order is not legal: rule, reason here, the rule's sentence, and what would be legal."""

    rule: str
    reason: str
    says: str
    instead: list[Offer]


class Happening(Out):
    """An event in words."""

    kind: str
    text: str
    side: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    dice: tuple[int, ...]
    rule: str


class Played(Out):
    """An order that was carried out; its text is empty where this seat may not know it."""

    number: int
    side: str
    order: str
    events: list[Happening]


class Log(Out):
    """What happened, order by order."""

    played: list[Played]


class Player(Out):
    """Who plays a side."""

    kind: str
    level: str
    name: str
    present: bool


class Open(Out):
    """What a seat must or may decide now."""

    side: str
    kind: str
    sentence: str
    must: bool
    actors: list[str]
    free: list[Offer]


class AskedBack(Out):
    """Somebody wants to go back."""

    side: str
    to: int
    agreed: tuple[str, ...]


Sight = msgspec.defstruct(
    "Sight",
    [(f.name, f.type, f.default) if f.default is not msgspec.NODEFAULT else (f.name, f.type)
     for f in msgspec.structs.fields(View) if f.name != "known"],
    frozen=True,
    module=__name__,
)  # fmt: skip
"""A `View` without the state behind it."""


class Now(Out):
    """The game now, as a seat or a spectator sees it."""

    game: str
    scenario: str
    name: str
    number: int
    undone: int
    side: str
    players: dict[str, Player]
    view: Sight  # type: ignore[valid-type]
    decision: Open | None
    can_undo: bool
    asked_back: AskedBack | None
    thinking: str
    over: bool
    commitment: str
    dice: Literal["secret", "chosen"]
    seed: str | None


class Created(Out):
    """A new game: the secrets of the seats that people take."""

    game: str
    seats: dict[str, str]
    commitment: str


class Offers(Out):
    """Orders that can be given."""

    orders: list[Offer]


class Reach(Out):
    """Hexes with the points it costs to get there."""

    costs: dict[str, int]


class Way(Out):
    """The way an order would go, and what each hex costs."""

    path: tuple[str, ...]
    lines: tuple[Line, ...]


class Checked(Out):
    """Whether an order is legal, and if not, why."""

    legal: bool
    refusal: Refusal | None


class Why(Out):
    """Why not; nothing where it is legal after all."""

    refusal: Refusal | None


class Hexes(Out):
    """Some hexes."""

    hexes: list[str]


AnyAnswer = Offers | Reach | Way | Breakdown | Checked | Why | Hexes


class Said(Out):
    """Something that was said."""

    side: str
    text: str
    at: float


class Chat(Out):
    """What was said so far."""

    said: list[Said]


class Text(Out):
    """Some text."""

    text: str


class Done(Out):
    """It is done."""

    done: bool = True


# -- from the engine's words to these -----------------------------------------------------------------


def offer(order: Order) -> Offer:
    """An order as clients see it."""
    return Offer(str(order), order.verb, order.units, order.target, order.path, order.words)


def happening(event: Event) -> Happening:
    """An event as clients see it."""
    return Happening(
        event.kind, str(event), event.side, event.units, event.hexes, event.dice, event.rule
    )  # fmt: skip


def sight(view: View) -> Any:
    """A view as clients see it."""
    return Sight(**{name: getattr(view, name) for name in Sight.__struct_fields__})


def plain(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of an answer, to put into a message."""
    return msgspec.structs.asdict(value)


_encode = msgspec.json.Encoder().encode


def text(message: Any) -> str:
    """A message as it is sent."""
    return _encode(message).decode()
