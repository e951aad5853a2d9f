"""The listener: one connection to PostgreSQL that hears announcements and compares versions of games.

Many requests ask for versions at the same time. Those that arrive while a query is running share the next
one, so the cost of the comparison falls as the load rises.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from grognard.server.storage.announcements import CHANNEL, Announcement, read_announcement

log = logging.getLogger("grognard.server")
_VERSIONS = "select id, version from games where id = any($1)"
_CHECK_EVERY = 5.0
"""Seconds between two checks of an idle connection, which may have died silently."""
_SECONDS = 10.0
"""Seconds that the database may take for an answer."""


class Listener:
    """Hears what other processes announce."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        """The connection of the driver, asyncpg."""
        self._asked: dict[str, asyncio.Future[int | None]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self.heard: Callable[[Announcement], None] = lambda announcement: None
        """Called with each announcement."""
        self.reconnected: Callable[[], None] = lambda: None
        """Called if announcements may have been missed."""

    async def keep_listening(self) -> None:
        """Connect again whenever the connection is lost."""
        while True:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self._fetch([])
            await asyncio.sleep(_CHECK_EVERY)

    async def stop(self) -> None:
        """Disconnect."""
        if self._asking is not None:
            self._asking.cancel()
        await self._drop()

    async def version(self, game: str) -> int | None:
        """Return the version of a game in the database; None if it is not there."""
        future = self._asked.get(game)
        if future is None:
            future = self._asked[game] = asyncio.get_running_loop().create_future()
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(future)

    async def _ask(self) -> None:
        """Ask for all versions that are wanted, until none is."""
        try:
            while self._asked:
                asked, self._asked = self._asked, {}
                try:
                    found = await self._fetch(list(asked))
                except (SQLAlchemyError, OSError) as error:
                    for future in asked.values():
                        future.set_exception(error)
                        future.exception()  # the caller may be gone
                    continue
                for game, future in asked.items():
                    future.set_result(found.get(game))
        finally:
            self._asking = None

    async def _fetch(self, games: list[str]) -> dict[str, int]:
        """Ask once; if the connection is lost, once more with a new one."""
        async with self._lock:
            for last in (False, True):
                try:
                    await self._connect()
                    rows = await self._driver.fetch(_VERSIONS, games, timeout=_SECONDS)
                    return {row["id"]: row["version"] for row in rows}
                except (SQLAlchemyError, OSError):
                    await self._drop()
                    if last:
                        raise
                except Exception as error:  # the driver has errors of its own
                    await self._drop()
                    if last:
                        raise ConnectionError(type(error).__name__) from None
        raise AssertionError

    async def _connect(self) -> None:
        if self._driver is not None and not self._driver.is_closed():
            return
        await self._drop()
        connection = await self._engine.connect()
        try:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            await driver.add_listener(CHANNEL, self._receive)
        except BaseException:
            await connection.close()
            raise
        self._connection, self._driver = connection, driver
        self.reconnected()

    async def _drop(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()  # it must not go back to the pool, as it listens
            with contextlib.suppress(Exception):
                await connection.close()

    def _receive(self, _driver: object, _pid: int, _channel: str, payload: str) -> None:
        announcement = read_announcement(payload)
        if announcement is not None:
            self.heard(announcement)
