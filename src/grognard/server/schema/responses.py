"""Responses: what the server says over HTTP, and the parts that socket messages are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.contract.view import View
from grognard.core.text import Part
from grognard.server.storage.games import GameSummary, UndoRequest


class Out(msgspec.Struct):
    """A response, or a part of one."""


class Problem(Out):
    """What went wrong, in a sentence for the user."""

    error: str


class Offer(Out):
    """A legal order."""

    text: str
    verb: str
    units: tuple[str, ...]
    target: str
    path: tuple[str, ...]
    words: tuple[str, ...]


class Refusal(Out):
    """Why an order is illegal: the rule, the reason here, the rule's sentence, and some legal orders."""

    rule: str
    reason: str
    parts: tuple[Part, ...]
    """The reason again, with its units, hexes and sides as references."""
    says: str
    instead: list[Offer]


class EventMessage(Out):
    """An event with its sentence."""

    kind: str
    text: str
    parts: tuple[Part, ...]
    """The sentence again, with its units, hexes and sides as references."""
    side: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    dice: tuple[int, ...]
    rule: str
    details: dict[str, Any]
    """What events of this kind say besides: the number of the turn that began, for instance."""


class PlayedOrder(Out):
    """An order that was carried out; its text is empty where this seat may not know it."""

    number: int
    side: str
    order: str
    events: list[EventMessage]
    turn: int
    """Turn and phase after the order."""
    phase: str


class Log(Out):
    """What happened, order by order."""

    played: list[PlayedOrder]


class Player(Out):
    """Who plays a side."""

    kind: Literal["human", "computer"]
    level: str
    name: str
    present: bool


class OpenDecision(Out):
    """What a seat must or may decide now."""

    side: str
    kind: str
    sentence: str
    parts: tuple[Part, ...]
    """The sentence again, with its units, hexes and sides as references."""
    hexes: tuple[str, ...]
    """The hexes that the question is about."""
    units: tuple[str, ...]
    """The counters that the question is about."""
    must: bool
    actors: list[str]
    free: list[Offer]


PublicView = msgspec.defstruct(
    "PublicView",
    [(f.name, f.type) for f in msgspec.structs.fields(View) if f.name != "known"],
    frozen=True,
    module=__name__,
)
"""A `View` without the state behind it; every field is always sent."""


class GameSnapshot(Out):
    """The game now, as a seat or a spectator sees it."""

    game: str
    scenario: str
    name: str
    number: int
    undone: int
    side: str
    players: dict[str, Player]
    view: PublicView  # type: ignore[valid-type]
    decision: OpenDecision | None
    can_undo: bool
    undo_request: UndoRequest | None
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


# -- answers to questions -----------------------------------------------------------------------------


class Answer(Out, tag_field="what"):
    """The answer to a question, tagged as the question is."""


class OrdersAnswer(Answer, tag="orders"):
    """The legal orders of each counter that was asked about."""

    orders: dict[str, list[Offer]]


class EveryAnswer(Answer, tag="every"):
    """Every legal order, up to a limit."""

    orders: list[Offer]


class ReachAnswer(Answer, tag="reach"):
    """Hexes in reach, with the movement points they cost."""

    costs: dict[str, float]


class PathAnswer(Answer, tag="path"):
    """The path of an order, and what each hex costs."""

    path: tuple[str, ...]
    lines: tuple[Line, ...]


class PreviewAnswer(Answer, tag="preview"):
    """The number behind an order, line by line, and the chances of its results."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...]


class ExplainAnswer(Answer, tag="explain"):
    """How a unit stands, line by line."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...]


class CheckAnswer(Answer, tag="check"):
    """Whether an order is legal, and if not, why."""

    legal: bool
    refusal: Refusal | None


class WhyAnswer(Answer, tag="why"):
    """Why not; where it is legal after all, the order that was meant."""

    refusal: Refusal | None
    order: Offer | None


class OverlayAnswer(Answer, tag="overlay"):
    """The hexes of an overlay."""

    hexes: list[str]


AnyAnswer = (
    OrdersAnswer | EveryAnswer | ReachAnswer | PathAnswer | PreviewAnswer | ExplainAnswer | CheckAnswer
    | WhyAnswer | OverlayAnswer
)  # fmt: skip


# -- beside the play ----------------------------------------------------------------------------------


class ChatLine(Out):
    """Something a player said."""

    side: str
    text: str
    at: float


class ChatLog(Out):
    """What was said so far."""

    said: list[ChatLine]


class Text(Out):
    """Some text."""

    text: str


class NotifyAddresses(Out):
    """Where "your move" goes while the player is away; empty for nowhere."""

    webhook: str
    email: str
    mail: bool
    """Whether this server sends mail at all."""


class Account(Out):
    """The name of an account, and its games."""

    name: str
    games: list[GameSummary]


class Health(Out):
    """How the server is."""

    well: bool
    version: str
    games: int
    in_memory: int


class Done(Out):
    """The request was carried out."""

    done: bool = True


# -- from the engine's types to these -----------------------------------------------------------------


def offer(order: Order) -> Offer:
    """Return an order as clients see it."""
    return Offer(str(order), order.verb, order.units, order.target, order.path, order.words)


def event_message(event: Event, titles: Mapping[str, str]) -> EventMessage:
    """Return an event as clients see it, with sides by their titles in its sentence."""
    text = event.text
    own = [name for name in event.__struct_fields__ if name not in Event.__struct_fields__]
    return EventMessage(
        kind=event.kind,
        text=text.spoken(titles),
        parts=text.parts,
        side=event.side,
        units=event.units,
        hexes=event.hexes,
        dice=event.dice,
        rule=event.rule,
        details={name: msgspec.to_builtins(getattr(event, name)) for name in own},
    )


def public_view(view: View) -> Any:
    """Return a view as clients see it."""
    return PublicView(**{name: getattr(view, name) for name in PublicView.__struct_fields__})


def preview_answer(found: Explanation) -> PreviewAnswer:
    """Return the preview of an order as clients see it."""
    return PreviewAnswer(found.title, found.lines, found.total, found.chances)


def explain_answer(found: Explanation) -> ExplainAnswer:
    """Return the account of a unit as clients see it."""
    return ExplainAnswer(found.title, found.lines, found.total, found.chances)
