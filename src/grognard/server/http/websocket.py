"""Live connections: one WebSocket a guest, over which orders and questions come in and news goes out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.errors import Refused, Stale, Trouble, bad, forbidden
from grognard.server.http.authentication import seat_of_account, session_of
from grognard.server.http.rate_limits import Bucket, client_of
from grognard.server.http.routes.parameters import GameId, TheGates, TheHall
from grognard.server.storage.games import Seat
from grognard.server.tables import chat, commands
from grognard.server.tables.queries import answer
from grognard.server.tables.registry import Hall
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
_OUTBOX = 256
_GREETING = 15.0
_TOO_SLOW, _REFUSED, _TOO_LARGE = 1013, 1008, 1009

Message = dict[str, Any]


class Guest:
    """Somebody at a table: a player in a seat, or a spectator."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket
        self.seat: Seat | None = None
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(_OUTBOX)

    @property
    def side(self) -> str:
        """The side of the seat; empty for a spectator."""
        return self.seat.side if self.seat else ""

    def send(self, message: str) -> None:
        """Put a message into the outbox; who does not empty it is sent away."""
        if self._outbox.full():
            with contextlib.suppress(asyncio.QueueEmpty):
                while True:
                    self._outbox.get_nowait()
            self._outbox.put_nowait(None)
            return
        self._outbox.put_nowait(message)

    async def deliver(self) -> None:
        """Carry the outbox to the client."""
        with contextlib.suppress(Exception):  # a client that has gone is noticed by who listens to it
            while (message := await self._outbox.get()) is not None:
                await self.socket.send_text(message)
            await self.socket.close(code=_TOO_SLOW, reason="too slow")


class Hello(schema.In):
    """The first message: who one is, and how far one's knowledge goes."""

    seat: schema.Short | None = None
    since: schema.Number | None = None
    undone: schema.Number | None = None


@websocket("/api/games/{game_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], game_id: GameId, hall: TheHall, gates: TheGates) -> None:
    """A guest from greeting to leaving."""
    await socket.accept()
    guest = Guest(socket)
    client = client_of(socket.scope)
    try:
        async with gates.connected(client), hall.at(game_id) as table:
            delivery = hall.spawn(guest.deliver())
            try:
                await _stay(hall, table, guest, gates.requests.of(client))
            finally:
                table.guests.discard(guest)
                delivery.cancel()
                table.tell_presence()
    except (Trouble, TimeoutError) as error:
        reason = str(error) or "say hello first"
        with contextlib.suppress(Exception):
            await socket.send_text(schema.text({"type": "error", "error": reason}))
            await socket.close(code=_REFUSED, reason=reason)


async def _stay(hall: Hall, table: Table, guest: Guest, bucket: Bucket) -> None:
    while True:
        async with asyncio.timeout(None if guest in table.guests else _GREETING):
            received = await guest.socket.receive()
        if received["type"] == "websocket.disconnect":
            if received["code"] == _TOO_LARGE:
                log.info("message too large game=%s side=%s", table.id, guest.side or "-")
            return
        if received["type"] != "websocket.receive":
            continue
        await asyncio.sleep(bucket.take())
        raw = received.get("text") or received.get("bytes") or b""
        await _hear(hall, table, guest, raw)


async def _hear(hall: Hall, table: Table, guest: Guest, raw: str | bytes) -> None:
    """Do what a message asks and answer it; one that makes no sense changes nothing."""
    id_: Any = None
    try:
        message = _read(raw)
        id_ = message.pop("id", None)
        if not isinstance(id_, str | int | None):
            raise bad("an id is a number or a text")
        reply = await _do(hall, table, guest, message.pop("type", None), message)
    except Refused as refused:
        reply = {"type": "refused", "refusal": refused.refusal}
    except Stale as stale:
        reply = {"type": "stale", "now": stale.now}
    except (GrognardError, msgspec.ValidationError) as error:
        log.info("message refused game=%s side=%s reason=%.120s", table.id, guest.side or "-", error)
        reply = {"type": "error", "error": str(error)}
    except Exception:
        log.exception("broken game=%s side=%s", table.id, guest.side or "-")
        reply = {"type": "error", "error": "something broke on the server; nothing has changed"}
    if id_ is not None:
        reply["id"] = id_
    guest.send(schema.text(reply))
    if reply["type"] == "now":
        table.tell_presence()


def _read(raw: str | bytes) -> Message:
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise bad("a message is a JSON object") from None


async def _do(hall: Hall, table: Table, guest: Guest, kind: Any, message: Message) -> Message:
    if kind == "hello":
        return await _greet(hall, table, guest, msgspec.convert(message, Hello))
    if guest not in table.guests:
        raise bad("say hello first")
    if kind == "ask":
        question: schema.AnyQuestion = msgspec.convert(message, schema.AnyQuestion)
        return {"type": "answer", "answer": await answer(table, guest.side, question)}
    if kind not in ("order", "undo", "back", "chat"):
        raise bad("the types of messages are hello, order, ask, undo, back and chat")
    if guest.seat is None:
        raise forbidden("a spectator may only watch")
    seat = guest.seat
    match kind:
        case "order":
            give = msgspec.convert(message, schema.Give)
            now = await hall.unbroken(commands.give(hall, table.id, seat, give))
            return {"type": "accepted", "number": now.number}
        case "undo":
            take_back = msgspec.convert(message, schema.TakeBack)
            now = await hall.unbroken(commands.undo(hall, table.id, seat, take_back))
        case "back":
            back = msgspec.convert(message, schema.Back)
            now = await hall.unbroken(commands.back(hall, table.id, seat, back))
        case _:
            await chat.say(hall, table.id, seat, msgspec.convert(message, schema.Say))
            return {"type": "done"}
    return {"type": "done", "number": now.number}


async def _greet(hall: Hall, table: Table, guest: Guest, hello: Hello) -> Message:
    """Seat a guest and tell what it missed."""
    async with hall.locked(table.id):
        if hello.seat:
            guest.seat = table.seat(hello.seat)
        else:
            guest.seat = seat_of_account(table, session_of(guest.socket))
        table.guests.add(guest)
        since = table.number if hello.since is None else hello.since
        if hello.undone not in (None, table.kept.undone):
            since = 0
        now, missed = table.now(guest.side), table.log(since, guest.side)
        return {"type": "now", "now": now, "missed": missed}
