"""Socket messages, as two unions tagged by `type`.

On a socket, `welcome` comes before anything except an `error`. The numbers of `played` ascend without gaps
from the number in the last `welcome` or `undone`. `played` for an order comes before its `accepted`. Apart
from this, messages may come in any order.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from grognard.server.schema.requests import (
    AnyQuestion,
    In,
    Number,
    PlaceOrder,
    PostChat,
    RequestUndo,
    Short,
    Undo,
)
from grognard.server.schema.responses import (
    AnyAnswer,
    ChatLine,
    GameSnapshot,
    MatchState,
    Out,
    PlayedOrder,
    Player,
    Refusal,
)
from grognard.server.storage.games import UndoRequest

MessageId = int | Annotated[str, Meta(max_length=200)] | UnsetType
"""Any id chosen by the client; the reply has the same id."""


# -- from the client ----------------------------------------------------------------------------------


class HelloMessage(In, tag_field="type", tag="hello"):
    """The first message: the seat, and the last order that the client knows. A later one changes the seat."""

    seat: Short | None = None
    since: Number | None = None
    undone: Number | None = None
    id: MessageId = UNSET


class OrderMessage(PlaceOrder, tag_field="type", tag="order"):
    """Place an order."""

    id: MessageId = UNSET


class AskMessage(In, tag_field="type", tag="ask"):
    """Ask about the game."""

    question: AnyQuestion
    id: MessageId = UNSET


class UndoMessage(Undo, tag_field="type", tag="undo"):
    """Undo the seat's last order."""

    id: MessageId = UNSET


class RequestUndoMessage(RequestUndo, tag_field="type", tag="request_undo"):
    """Request a takeback, or answer a request."""

    id: MessageId = UNSET


class SayMessage(PostChat, tag_field="type", tag="chat"):
    """Post a chat message."""

    id: MessageId = UNSET


FromClient = HelloMessage | OrderMessage | AskMessage | UndoMessage | RequestUndoMessage | SayMessage


# -- from the server ----------------------------------------------------------------------------------


class Message(Out, tag_field="type"):
    """A message from the server."""


class Reply(Message, kw_only=True):
    """A message that answers one from the client."""

    id: MessageId = UNSET


class WelcomeMessage(Reply, tag="welcome"):
    """The current game, and what the client missed. Sent again if the server reloads the game."""

    now: GameSnapshot
    missed: list[PlayedOrder]


class AcceptedMessage(Reply, tag="accepted"):
    """The message was carried out; `number` counts the orders of the game."""

    number: int


class AnswerMessage(Reply, tag="answer"):
    """The answer to a question."""

    answer: AnyAnswer


class RefusedMessage(Reply, tag="refused"):
    """The order is illegal."""

    refusal: Refusal


class StaleMessage(Reply, tag="stale"):
    """The order was for an outdated situation; this is the current one."""

    now: GameSnapshot


class ErrorMessage(Reply, tag="error"):
    """The message was invalid or not allowed."""

    error: str


class PlayedMessage(PlayedOrder, tag_field="type", tag="played"):
    """An order was carried out."""

    now: GameSnapshot


class UndoneMessage(Message, tag="undone"):
    """Orders were undone."""

    now: GameSnapshot


class PresenceMessage(Message, tag="presence"):
    """The players and spectators who are connected."""

    players: dict[str, Player]
    watchers: int


class ThinkingMessage(Message, tag="thinking"):
    """A computer player is thinking."""

    side: str
    since: float


class ChatMessage(ChatLine, tag_field="type", tag="chat"):
    """A chat message."""


class UndoRequestedMessage(Message, tag="undo_requested"):
    """A takeback was requested, agreed to by another side, or (null) declined."""

    request: UndoRequest | None


class MatchMessage(Message, tag="match"):
    """What the players agreed on, or their clocks, have changed."""

    match: MatchState


AnyReply = WelcomeMessage | AcceptedMessage | AnswerMessage | RefusedMessage | StaleMessage | ErrorMessage
FromServer = (
    AnyReply | PlayedMessage | UndoneMessage | PresenceMessage | ThinkingMessage | ChatMessage
    | UndoRequestedMessage | MatchMessage
)  # fmt: skip

_encode = msgspec.json.Encoder().encode


def encoded(message: FromServer) -> str:
    """Encode a message."""
    return _encode(message).decode()
