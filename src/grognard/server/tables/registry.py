"""The hall: all tables of the server. A game is read when somebody comes, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.computer.pool import Workers
from grognard.server.errors import Stale, Trouble, missing
from grognard.server.settings import Settings
from grognard.server.storage import games as kept_games
from grognard.server.storage.games import Kept, Seat
from grognard.server.storage.writer import Work, Writer
from grognard.server.tables.computer_turns import think_on
from grognard.server.tables.notifications import Notices
from grognard.server.tables.table import Table, hashed, resume

log = logging.getLogger("grognard.server")
T = TypeVar("T")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_TIDY_EVERY = 30.0


def new_id() -> str:
    """A name for a game that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class Hall:
    """All games of a server."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.writer = Writer(engine)
        self.workers = Workers(settings.workers, settings.patience)
        self.notices = Notices(self)
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.closing = False
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Open the hall; computer players that were to move go on."""
        self.writer.start()
        self.spawn(self._tidy())
        self.spawn(self._take_up(await kept_games.computers_to_move(self.engine)))

    async def stop(self) -> None:
        """Finish what is in hand and close."""
        self.closing = True
        for task in [t for t in self._tasks if t.get_name() != "order"]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.stop()
        await self.writer.stop()

    def spawn(self, work: Coroutine[Any, Any, T], name: str | None = None) -> asyncio.Task[T]:
        """Work that goes on by itself; an order in hand is finished even when the hall closes."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def unbroken(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked goes away in the middle."""
        return await asyncio.shield(self.spawn(work, "order"))

    # -- tables ------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def at(self, id_: str) -> AsyncIterator[Table]:
        """A game's table, kept in memory as long as one is busy with it."""
        table = self.tables.get(id_) or await self._open(id_)
        table.users += 1
        table.touched = time.monotonic()
        self.tables.move_to_end(id_)
        try:
            yield table
        finally:
            table.users -= 1

    @contextlib.asynccontextmanager
    async def locked(self, id_: str) -> AsyncIterator[Table]:
        """A game's table, with nobody else changing it and everything on it kept."""
        async with self.at(id_) as table, table.lock:
            if table.spoilt:
                await self._reload(table)
            yield table

    async def _open(self, id_: str) -> Table:
        if id_ not in self._loading:
            self._loading[id_] = asyncio.create_task(self._sit_down(id_))
        return await asyncio.shield(self._loading[id_])

    async def _sit_down(self, id_: str) -> Table:
        try:
            table = Table(*await self._load(id_))
            self.tables[id_] = table
            return table
        finally:
            del self._loading[id_]

    async def _load(self, id_: str) -> tuple[Kept, Game]:
        kept = await kept_games.load(self.engine, id_)
        if kept is None:
            raise missing("game")
        return kept, await asyncio.to_thread(resume, kept.record)

    async def _reload(self, table: Table) -> None:
        table.spoilt = True
        table.sit(*await self._load(table.id))
        table.spoilt = False

    async def _tidy(self) -> None:
        """Let games that nobody looks at leave the memory; they are on the disk."""
        while True:
            await asyncio.sleep(_TIDY_EVERY)
            self.tidy()

    def tidy(self) -> None:
        """Forget tables that are idle, or too many."""
        limits, now = self.settings.limits, time.monotonic()
        surplus = len(self.tables) - limits.tables
        for id_, table in list(self.tables.items()):
            idle = table.users == 0 and table.thinker is None and not table.lock.locked()
            if idle and (surplus > 0 or now - table.touched > limits.idle):
                del self.tables[id_]
                surplus -= 1

    async def _take_up(self, ids: list[str]) -> None:
        """Have computer players go on with games."""
        for id_ in ids:
            try:
                async with self.at(id_) as table:
                    self.move_on(table)
            except GrognardError as error:
                log.warning("computer cannot go on game=%s reason=%s", id_, error)

    async def create(self, kept: Kept, game: Game) -> schema.Created:
        """Seat everybody at a new game."""
        given: dict[str, str] = {}
        for side, seat in kept.seats.items():
            if not seat.is_computer:
                given[side] = secrets.token_urlsafe(24)
                seat.secret = hashed(given[side])
        await self.writer.write(kept_games.create(kept, game.waiting_for, over=game.over))
        self.tables[kept.id] = table = Table(kept, game)
        self.tidy()
        log.info("new game=%s scenario=%s orders=%d", kept.id, kept.record.scenario, len(game.history))
        self.move_on(table)
        return schema.Created(kept.id, given, kept.record.commitment)

    async def keep(self, table: Table, seat: Seat, work: Work) -> None:
        """Put a change on the disk; one that cannot be kept has not happened."""
        try:
            await self.writer.write(work)
        except IntegrityError:  # somebody else wrote to the same database
            await self._reload(table)
            raise Stale(table.now(seat.side)) from None
        except BaseException as error:
            table.spoilt = True
            log.error("not kept game=%s reason=%s", table.id, type(error).__name__)
            if not isinstance(error, Exception):
                raise
            raise Trouble(503, "the order could not be kept and has not happened; try again") from None

    def move_on(self, table: Table) -> None:
        """After a change: have a computer think, or somebody told that it is their move."""
        if self.closing or table.game.over:
            return
        if table.thinker is None and table.computer_to_move() is not None:
            table.thinker = self.spawn(think_on(self, table))
        self.notices.consider(table)
