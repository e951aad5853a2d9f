"""WebSockets: receive orders and questions, send replies and updates."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from msgspec import UNSET

from grognard.core.errors import GrognardError
from grognard.core.files.decoding_errors import reworded
from grognard.core.files.files import BadKey
from grognard.server import schema
from grognard.server.errors import ApiError, Refused, Stale, bad_request, forbidden
from grognard.server.http.authentication import seat_by, session_of, token_in
from grognard.server.http.leaving import Inbox
from grognard.server.http.rate_limits import Bucket, client_of
from grognard.server.http.routes.parameters import AllRateLimits, AllTables, GameId
from grognard.server.people.sessions import digest
from grognard.server.storage.games import Seat
from grognard.server.tables import chat, commands
from grognard.server.tables.queries import answer, takes_long
from grognard.server.tables.registry import Tables
from grognard.server.tables.rules_threads import PAYERS
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
_OUTBOX = 256
_GREETING = 15.0
_TOO_SLOW, _REFUSED, _TOO_LARGE = 1013, 1008, 1009


class SocketConnection:
    """A client at a table: a player in a seat, or a spectator."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket
        self.seat: Seat | None = None
        self.account = session_of(socket)
        self.session = digest(token_in(socket.scope["headers"]))
        """The hash of the session's token, so that the connection ends with the session."""
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(_OUTBOX)

    @property
    def side(self) -> str:
        """The side of the seat; empty for a spectator."""
        return self.seat.side if self.seat else ""

    def send(self, message: str) -> None:
        """Put a message into the outbox; a client that does not read it is disconnected."""
        if self._outbox.full():
            with contextlib.suppress(asyncio.QueueEmpty):
                while True:
                    self._outbox.get_nowait()
            self._outbox.put_nowait(None)
            return
        self._outbox.put_nowait(message)

    def leave(self) -> None:
        """Give up the seat and disconnect; the client may come back with a valid secret."""
        self.seat = None
        with contextlib.suppress(asyncio.QueueFull):
            self._outbox.put_nowait(None)

    async def deliver(self) -> None:
        """Send what is in the outbox."""
        with contextlib.suppress(Exception):  # `_stay` notices that the client has gone
            while (message := await self._outbox.get()) is not None:
                await self.socket.send_text(message)
            await self.socket.close(code=_TOO_SLOW, reason="too slow")


@websocket("/api/games/{game_id:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any], game_id: GameId, tables: AllTables, rate_limits: AllRateLimits
) -> None:
    """Serve a client from its first message to its last."""
    await socket.accept()
    connection = SocketConnection(socket)
    client = client_of(socket.scope)
    try:
        async with rate_limits.connected(client), tables.using(game_id) as table:
            delivery = tables.spawn(connection.deliver())
            try:
                await _stay(tables, table, connection, rate_limits.requests.of(client))
            finally:
                table.connections.discard(connection)
                delivery.cancel()
                tables.tell_presence(table)
    except (ApiError, TimeoutError) as error:
        reason = str(error) or "send a hello message first"
        with contextlib.suppress(Exception):
            await socket.send_text(schema.encoded(schema.ErrorMessage(reason)))
            await socket.close(code=_REFUSED, reason=reason)


async def _stay(tables: Tables, table: Table, connection: SocketConnection, bucket: Bucket) -> None:
    inbox = Inbox(connection.socket)
    try:
        while True:
            async with asyncio.timeout(None if connection in table.connections else _GREETING):
                received = await inbox.next()
            if received["type"] == "websocket.disconnect":
                if received["code"] == _TOO_LARGE:
                    log.info("message too large game=%s side=%s", table.id, connection.side or "-")
                return
            if received["type"] != "websocket.receive":
                continue
            await asyncio.sleep(bucket.take() + sum(payer.debt() for payer in PAYERS.get()))
            raw = received.get("text") or received.get("bytes") or b""
            await _receive(tables, table, connection, raw, inbox)
    finally:
        inbox.close()


async def _receive(
    tables: Tables, table: Table, connection: SocketConnection, raw: str | bytes, inbox: Inbox
) -> None:
    """Carry out a message and reply; an invalid message changes nothing."""
    id_: schema.MessageId = UNSET
    reply: schema.AnyReply
    try:
        plain = _decoded(raw)
        if "id" in plain:
            id_ = msgspec.convert(plain["id"], int | str)
        message = msgspec.convert(plain, schema.FromClient)
        if isinstance(message, schema.HelloMessage):
            await _greet(tables, table, connection, message)
            return
        reply = await _reply(tables, table, connection, message, inbox)
    except Refused as refused:
        reply = schema.RefusedMessage(refused.refusal)
    except Stale as stale:
        reply = schema.StaleMessage(stale.now)
    except (GrognardError, msgspec.ValidationError) as error:
        problem = error if isinstance(error, GrognardError) else BadKey(*reworded(error))
        log.info("message refused game=%s side=%s reason=%.120s", table.id, connection.side or "-", problem)
        reply = schema.ErrorMessage(str(problem))
    except Exception:
        log.exception("broken game=%s side=%s", table.id, connection.side or "-")
        reply = schema.ErrorMessage("server error; nothing has changed")
    reply.id = id_
    connection.send(schema.encoded(reply))


def _decoded(raw: str | bytes) -> dict[str, object]:
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise bad_request("a message must be a JSON object") from None


async def _greet(
    tables: Tables, table: Table, connection: SocketConnection, message: schema.HelloMessage
) -> None:
    """Seat a client and send what it missed, before any other message."""
    async with tables.locked(table.id):
        seat = seat_by(table, message.seat, connection.socket)
        welcome = await table.welcome(seat.side if seat else "", message.since, message.undone)
        welcome.id = message.id
        connection.seat = seat
        if seat is not None:
            table.client = client_of(connection.socket.scope)
            tables.spawn(tables.visitors.prepare(table.game))
        table.connections.add(connection)
        connection.send(schema.encoded(welcome))
    tables.tell_presence(table)


async def _reply(
    tables: Tables,
    table: Table,
    connection: SocketConnection,
    message: schema.OrderMessage
    | schema.AskMessage
    | schema.UndoMessage
    | schema.RequestUndoMessage
    | schema.SayMessage,
    inbox: Inbox,
) -> schema.AnyReply:
    if connection not in table.connections:
        raise bad_request("send a hello message first")
    if isinstance(message, schema.AskMessage):
        client = client_of(connection.socket.scope)
        asking = answer(tables, table, connection.side, message.question, client)
        long = takes_long(table.game.scenario, message.question)
        found = await (inbox.finish(asking) if long else asking)
        return schema.AnswerMessage(cast(schema.AnyAnswer, found))
    seat = connection.seat
    if seat is None:
        raise forbidden("spectators can only watch")
    match message:
        case schema.OrderMessage():
            work = commands.place_order(tables, table.id, seat, message)
        case schema.UndoMessage():
            work = commands.undo(tables, table.id, seat, message)
        case schema.RequestUndoMessage():
            work = commands.request_undo(tables, table.id, seat, message)
        case schema.SayMessage():
            await chat.post(tables, table.id, seat, message)
            return schema.AcceptedMessage(table.number)
    return schema.AcceptedMessage((await tables.run_to_completion(work)).number)
