"""Responses of the HTTP API, and the parts of socket messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from grognard.core.contract.battles import Battle, Odds
from grognard.core.contract.events import Event, EventRole
from grognard.core.contract.explanation import Consequence, Explanation, Line, Outcome, Reminder, Stage
from grognard.core.contract.orders import Order
from grognard.core.contract.view import View
from grognard.core.text import Part
from grognard.server.storage.games import GameSummary, UndoRequest
from grognard.server.storage.matches import Clock, Ended


class Out(msgspec.Struct):
    """A response, or a part of one."""


class Problem(Out):
    """An error, in a sentence for the user."""

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
    """Why an order is illegal: the rule, the reason, the text of the rule, and some legal orders."""

    rule: str
    reason: str
    parts: tuple[Part, ...]
    """The reason with its units, hexes and sides as references."""
    says: str
    instead: list[Offer]


class EventMessage(Out, omit_defaults=True):
    """An event with its sentence."""

    kind: str
    role: EventRole
    """What the event means in the story of a turn; empty for most."""
    text: str
    parts: tuple[Part, ...]
    """The sentence with its units, hexes and sides as references."""
    side: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    dice: tuple[int, ...]
    rule: str
    details: dict[str, Any]  # plain values; msgspec knows no other name for them
    """Further fields of this kind of event, such as the number of the new turn."""
    battle: Battle | None = None
    """The facts of the battle, if it is one."""


class PlayedOrder(Out):
    """An order that was carried out; its text is empty if this seat may not know it."""

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
    """The player of a side."""

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
    """The sentence with its units, hexes and sides as references."""
    hexes: tuple[str, ...]
    """The hexes that the decision is about."""
    units: tuple[str, ...]
    """The counters that the decision is about."""
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


class MatchState(Out):
    """What the players of a game agreed on, and their clocks."""

    open: tuple[str, ...]
    listed: bool
    rated: bool
    clock: Clock | None
    left: dict[str, float]
    """Seconds on each clock when the message was sent."""
    running: tuple[str, ...]
    draw: str
    ended: Ended | None
    rematch: str


class GameSnapshot(Out):
    """The current game as a seat or a spectator sees it."""

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
    match: MatchState
    commitment: str
    dice: Literal["secret", "chosen"]
    seed: str | None
    areas: dict[str, str]
    """Labels of the overlays of a side besides zones of control and supply, by name."""


class Created(Out):
    """A new game, with the secrets of the human seats."""

    game: str
    seats: dict[str, str]
    commitment: str


class Hint(Out):
    """The order that the computer would give, and why."""

    number: int
    """Number of orders in the game when the hint was computed."""
    order: Offer
    why: str


class ClaimedSeat(Out):
    """A seat with its new secret; earlier ones no longer work."""

    side: str
    secret: str


# -- answers to questions -----------------------------------------------------------------------------


class Answer(Out, tag_field="what"):
    """The answer to a question, with the same tag."""


class OrdersAnswer(Answer, tag="orders"):
    """The legal orders of each requested counter."""

    orders: dict[str, list[Offer]]


class EveryAnswer(Answer, tag="every"):
    """Every legal order, up to a limit."""

    orders: list[Offer]


class ReachAnswer(Answer, tag="reach"):
    """Hexes in reach, with their MP costs."""

    costs: dict[str, float]


class RangeAnswer(Answer, tag="range"):
    """Hexes in range, by the names of ranges in the catalogue."""

    ranges: dict[str, list[str]]


class PathAnswer(Answer, tag="path"):
    """The path of an order, and the cost of each hex."""

    path: tuple[str, ...]
    lines: tuple[Line, ...]


class PreviewAnswer(Answer, tag="preview", omit_defaults=True):
    """The odds or cost of an order, line by line, the probabilities of its results, and its stages."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...]
    stages: tuple[Stage, ...]
    odds: Odds | None = None
    cost: tuple[Part, ...] = ()
    risk: tuple[Part, ...] = ()
    left: tuple[Reminder, ...] = ()
    consequence: Consequence | None = None
    leads: tuple[Part, ...] = ()
    """What an answer without dice leads to, in a sentence; empty if that is not known."""


class WithoutAnswer(Answer, tag="without"):
    """An attack with fewer units that is as good or better; None if there is none."""

    order: Offer | None
    units: tuple[str, ...]
    """The units that it leaves out."""
    better: bool
    """Whether it is better; otherwise it is as good."""
    total: str


class ExplainAnswer(Answer, tag="explain"):
    """The status of a unit, line by line."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...]


class CheckAnswer(Answer, tag="check"):
    """Whether an order is legal, and if not, why."""

    legal: bool
    refusal: Refusal | None


class WhyAnswer(Answer, tag="why"):
    """Why there is no legal order; or the order, if there is one after all."""

    refusal: Refusal | None
    order: Offer | None


class OverlayAnswer(Answer, tag="overlay"):
    """The hexes of an overlay."""

    hexes: list[str]


AnyAnswer = (
    OrdersAnswer | EveryAnswer | ReachAnswer | RangeAnswer | PathAnswer | PreviewAnswer | ExplainAnswer
    | CheckAnswer | WhyAnswer | OverlayAnswer | WithoutAnswer
)  # fmt: skip


# -- chat, accounts, health ---------------------------------------------------------------------------


class ChatLine(Out):
    """A chat message."""

    side: str
    text: str
    at: float


class ChatLog(Out):
    """All chat messages."""

    said: list[ChatLine]


class Text(Out):
    """A text."""

    text: str


class NotifyAddresses(Out):
    """Where "your move" is sent while the player is away; empty for nowhere."""

    webhook: str
    email: str
    mail: bool
    """Whether this server can send email."""
    confirmed: bool
    """Whether the owner of the email address has confirmed it; until then nothing is sent."""


class Account(Out):
    """The name of an account, and its games."""

    name: str
    games: list[GameSummary]
    email: str = ""
    """Email address for password resets; empty for none."""
    confirmed: bool = False
    """Whether that address has been confirmed."""
    blocked: list[str] = []
    """Names of blocked accounts."""
    admin: bool = False


class LinkedSeat(Account, kw_only=True):
    """An account with a seat that was linked to it; earlier secrets of the seat no longer work."""

    side: str
    secret: str


class Health(Out):
    """The state of the server."""

    well: bool
    version: str
    games: int
    in_memory: int


class Report(Out):
    """A player's report about a game."""

    id: int
    game: str
    side: str
    text: str
    at: float
    names: dict[str, str]
    """The names of accounts in the game, by side."""


class BrokenGame(Out):
    """A game that was set aside because the rules failed in it."""

    game: str
    scenario: str
    reason: str


class Moderation(Out):
    """What administrators see."""

    reports: list[Report]
    broken: list[BrokenGame]
    disabled: list[str]
    """Names of disabled accounts."""


class Done(Out):
    """The request was carried out."""

    done: bool = True


# -- conversion from the engine's types ---------------------------------------------------------------


def offer(order: Order) -> Offer:
    """Return an order as sent to clients."""
    return Offer(str(order), order.verb, order.units, order.target, order.path, order.words)


def event_message(event: Event, titles: Mapping[str, str]) -> EventMessage:
    """Return an event as sent to clients, with the titles of sides in its sentence."""
    text = event.text
    own = [name for name in event.__struct_fields__ if name not in (*Event.__struct_fields__, "battle")]
    return EventMessage(
        kind=event.kind,
        role=event.role,
        text=text.spoken(titles),
        parts=text.parts,
        side=event.side,
        units=event.units,
        hexes=event.hexes,
        dice=event.dice,
        rule=event.rule,
        battle=event.battle,
        details={name: msgspec.to_builtins(getattr(event, name)) for name in own},
    )


def public_view(view: View) -> Any:
    """Return a view as sent to clients."""
    return PublicView(**{name: getattr(view, name) for name in PublicView.__struct_fields__})


def preview_answer(found: Explanation, leads: tuple[Part, ...] = ()) -> PreviewAnswer:
    """Return the preview of an order as sent to clients."""
    return PreviewAnswer(
        found.title,
        found.lines,
        found.total,
        found.chances,
        found.stages,
        found.odds,
        found.cost,
        found.risk,
        found.left,
        found.consequence,
        leads,
    )


def explain_answer(found: Explanation) -> ExplainAnswer:
    """Return the status of a unit as sent to clients."""
    return ExplainAnswer(found.title, found.lines, found.total, found.chances)
