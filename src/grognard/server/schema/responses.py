"""What the server says: answers and news."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.contract.view import View


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
    turn: int
    """The turn and phase the game stood in afterwards."""
    phase: str


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
    hexes: tuple[str, ...]
    """The hexes that the question is about."""
    units: tuple[str, ...]
    """The counters that the question is about."""
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
    [(f.name, f.type) for f in msgspec.structs.fields(View) if f.name != "known"],
    frozen=True,
    module=__name__,
)
"""A `View` without the state behind it; every field is always sent."""


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

    costs: dict[str, float]


class Way(Out):
    """The way an order would go, and what each hex costs."""

    path: tuple[str, ...]
    lines: tuple[Line, ...]


class Checked(Out):
    """Whether an order is legal, and if not, why."""

    legal: bool
    refusal: Refusal | None


class Why(Out):
    """Why not; where it is legal after all, the order that was meant."""

    refusal: Refusal | None
    order: Offer | None


class Hexes(Out):
    """Some hexes."""

    hexes: list[str]


AnyAnswer = Offers | Reach | Way | Explanation | Checked | Why | Hexes


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


class Told(Out):
    """Where "your move" goes while one is away; empty for nowhere."""

    webhook: str
    email: str
    mail: bool
    """Whether this server sends mail at all."""


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
