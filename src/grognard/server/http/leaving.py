"""Stop work for clients that have left."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request, WebSocket

from grognard.server.errors import ApiError

T = TypeVar("T")


_READ_AHEAD = 16
"""Maximum number of messages that are read while another is answered."""


class ClientLeft(ApiError):
    """Raised if the client has left; no reply is read."""

    def __init__(self) -> None:
        super().__init__(400, "the client has left")


async def while_connected(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """Do work for a request, until it is done or its client disconnects."""

    async def left() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return await _unless(left(), work)


class Inbox:
    """The messages of a WebSocket; while one is answered, it reads ahead to notice that the client leaves."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self._read: deque[Any] = deque()
        self._reading: asyncio.Task[Any] | None = None

    async def next(self) -> Any:
        """Wait for the next message, or for the end of the connection."""
        if self._read:
            return self._read.popleft()
        return await self._socket.receive() if self._reading is None else await self._finish_reading()

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do work until it is done or the client leaves."""
        return await _unless(self._left(), work)

    async def _left(self) -> None:
        """Wait until the client leaves; one that sends much more meanwhile is not watched further."""
        while not self._read or self._read[-1]["type"] != "websocket.disconnect":
            if len(self._read) >= _READ_AHEAD:
                await asyncio.Event().wait()
            if self._reading is None:
                self._reading = asyncio.ensure_future(self._socket.receive())
            self._read.append(await self._finish_reading())

    async def _finish_reading(self) -> Any:
        """Wait for the message that is being read; if that is given up, it is still read."""
        assert self._reading is not None
        received = await asyncio.shield(self._reading)
        self._reading = None
        return received

    def close(self) -> None:
        """Stop reading."""
        if self._reading is not None:
            self._reading.cancel()


async def _unless(left: Coroutine[Any, Any, None], work: Coroutine[Any, Any, T]) -> T:
    """Do work unless a client leaves first."""
    doing, leaving = asyncio.create_task(work), asyncio.create_task(left)
    try:
        await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise ClientLeft
        return doing.result()
    finally:
        for task in (doing, leaving):
            if not task.done():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task
