"""Other processes on the same PostgreSQL database: follow what they do to games that this one remembers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from grognard.core.errors import GrognardError
from grognard.server.errors import not_found
from grognard.server.storage.announcements import Announcement, Changed
from grognard.server.storage.listener import Listener
from grognard.server.tables.table import Table

if TYPE_CHECKING:
    from grognard.server.tables.registry import Tables

log = logging.getLogger("grognard.server")


class Others:
    """What other processes do, as far as it concerns the games and connections of this one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._listener = Listener(tables.engine)
        self._listener.heard = self._heard
        self._listener.reconnected = self._follow_all

    async def keep_listening(self) -> None:
        """Listen until cancelled."""
        await self._listener.keep_listening()

    async def stop(self) -> None:
        """Disconnect."""
        await self._listener.stop()

    async def follow(self, table: Table) -> None:
        """Bring a table up to date; the caller does not hold its lock."""
        version = await self._listener.version(table.id)
        if version is None:
            self._tables.forget(table.id)
            raise not_found("game")
        if version > table.stored.version:
            async with table.lock:
                if version > table.stored.version:
                    await self._tables.catch_up(table)

    def _heard(self, announcement: Announcement) -> None:
        match announcement:
            case Changed(games=games):
                for id_, version in games.items():
                    table = self._tables.in_memory.get(id_)
                    if table and table.connections and table.stored.version < version:
                        self._tables.spawn(self._show(table))

    def _follow_all(self) -> None:
        """Look at all games that somebody watches: announcements may have been missed."""
        for table in self._tables.in_memory.values():
            if table.connections:
                self._tables.spawn(self._show(table))

    async def _show(self, table: Table) -> None:
        """Show connected clients what another process did."""
        try:
            await self.follow(table)
        except (GrognardError, SQLAlchemyError, OSError) as error:
            log.warning("not followed game=%s reason=%s", table.id, error)
