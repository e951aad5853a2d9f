"""Other processes on the same PostgreSQL database: follow what they do to games in the memory of this one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Protocol

from sqlalchemy import and_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.errors import not_found
from grognard.server.storage import games as stored_games
from grognard.server.storage import presence
from grognard.server.storage.announcements import (
    AccountLeft,
    Announcement,
    BlocksChanged,
    Changed,
    Chatted,
    JobAdded,
    Presence,
    SessionEnded,
    announced,
)
from grognard.server.storage.jobs import Pauses, add_jobs
from grognard.server.storage.listener import Listener
from grognard.server.storage.models import messages
from grognard.server.storage.writer import Writer
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
_LIFE_EVERY = presence.GONE / 3


class Remembering(Protocol):
    """The games and connections of this process, as far as others concern them."""

    engine: AsyncEngine
    writer: Writer

    @property
    def in_memory(self) -> Mapping[str, Table]:
        """The games in the memory of this process."""

    def spawn(self, work: Coroutine[object, object, None], /) -> object:
        """Run work in the background."""

    def forget(self, id_: str, /) -> None:
        """Drop a game that was deleted."""

    async def catch_up(self, table: Table, /) -> None:
        """Load what has changed; the caller holds the lock."""

    async def refresh_blocks(self, account: int, /) -> None:
        """Load again whom an account blocks."""

    def disconnect_session(self, session: str, /) -> None:
        """Disconnect the clients of a session."""

    def disconnect_account(self, account: int, /) -> None:
        """Disconnect the clients of an account."""


class Others:
    """What other processes do, as far as it concerns the games and connections of this one."""

    def __init__(self, tables: Remembering, pauses: Pauses) -> None:
        self._tables, self._pauses = tables, pauses
        self._listener = Listener(tables.engine)
        self._listener.heard = self._heard
        self._listener.reconnected = self._look_at_all
        self._telling: dict[str, asyncio.Lock] = {}
        self.process = secrets.token_hex(8)
        """The name of this process among them."""
        self.kind = "server"
        self.when_job_added: list[Callable[[], None]] = []
        """Called when a job may be waiting."""

    async def start(self) -> None:
        """Begin to listen, and add the jobs that are missing, such as those of games of an older version."""
        await presence.record_life(self._tables.engine, self.process, self.kind)
        async with self._tables.engine.begin() as connection:
            await connection.run_sync(add_jobs, self._pauses, None)
        self._tables.spawn(self._listener.keep_listening())
        self._tables.spawn(self._keep_alive())

    async def stop(self) -> None:
        """Leave."""
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._tables.writer.write(presence.leave(self.process))
        await self._listener.stop()

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(_LIFE_EVERY)
            try:
                await presence.record_life(self._tables.engine, self.process, self.kind)
            except (SQLAlchemyError, OSError) as error:
                log.error("no sign of life reason=%s", type(error).__name__)

    async def tell(self, announcement: Announcement) -> None:
        """Announce something that is stored already."""
        await self._tables.writer.write(announced(announcement))

    # -- games -----------------------------------------------------------------------------------------

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

    async def introduce(self, table: Table) -> None:
        """Set what other processes know about a newly loaded table: connections, and who is thinking."""
        table.elsewhere = await presence.elsewhere(self._tables.engine, self.process, table.id)
        table.show_thinking()

    async def tell_presence(self, table: Table) -> None:
        """Tell the others who is connected here."""
        async with self._telling.setdefault(table.id, asyncio.Lock()):
            sides = table.connected()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self._tables.writer.write(presence.put(self.process, table.id, sides))
        if not sides:
            self._telling.pop(table.id, None)

    # -- announcements ---------------------------------------------------------------------------------

    def _heard(self, announcement: Announcement) -> None:
        tables = self._tables
        match announcement:
            case Changed(games=games):
                for id_, version in games.items():
                    table = tables.in_memory.get(id_)
                    if table and table.connections and table.stored.version < version:
                        tables.spawn(self._show(table))
            case Chatted(game=game):
                self._spawn_for(game, self._show_chat, announcement)
            case Presence(game=game):
                self._spawn_for(game, self._show_presence)
            case SessionEnded(token=token):
                tables.disconnect_session(token)
            case AccountLeft(account=account):
                tables.disconnect_account(account)
            case BlocksChanged(account=account):
                tables.spawn(tables.refresh_blocks(account))
            case JobAdded():
                self._call_for_work()

    def _call_for_work(self) -> None:
        for call in self.when_job_added:
            call()

    def _spawn_for(
        self, game: str, work: Callable[..., Coroutine[object, object, None]], *more: object
    ) -> None:
        """Do something for a game in the memory of this process."""
        table = self._tables.in_memory.get(game)
        if table is not None:
            self._tables.spawn(work(table, *more))

    def _look_at_all(self) -> None:
        """Check all games with connected clients: announcements may have been missed."""
        for table in self._tables.in_memory.values():
            if table.connections:
                self._tables.spawn(self._show(table))
        self._call_for_work()

    async def _show(self, table: Table) -> None:
        """Show connected clients what another process did."""
        try:
            await self.follow(table)
        except (GrognardError, SQLAlchemyError, OSError) as error:
            log.warning("not followed game=%s reason=%s", table.id, error)

    async def _show_presence(self, table: Table) -> None:
        with contextlib.suppress(SQLAlchemyError, OSError):
            found = await presence.elsewhere(self._tables.engine, self.process, table.id)
            if found != table.elsewhere:
                table.elsewhere = found
                table.send_presence()

    async def _show_chat(self, table: Table, said: Chatted) -> None:
        if said.process == self.process:
            return  # shown already
        one = and_(messages.c.game == said.game, messages.c.side == said.side, messages.c.at == said.at)
        with contextlib.suppress(SQLAlchemyError, OSError):
            row = await stored_games.one(self._tables.engine, select(messages.c.text).where(one))
            if row is not None:
                table.send_chat(schema.ChatMessage(said.side, row.text, said.at))
