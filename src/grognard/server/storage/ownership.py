"""Ownership of the database: one server process at a time, since games are played in its memory.

On SQLite the owner locks a file beside the database, which the system unlocks when the process ends, however
it ends. On PostgreSQL it holds an advisory lock, and all writes go through the connection that holds it: if
the connection is lost, nothing more can be written until the lock is held again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from grognard.core.errors import GrognardError

log = logging.getLogger("grognard.server")
ADVISORY_KEY = 7_201_944_086
"""The key of the advisory lock, the same for all versions."""
_TRIES, _PAUSE = 6, 0.5
"""How often and how far apart to try, since a process that was killed may need a moment to go."""


class InUse(GrognardError):
    """Raised if another process uses the database."""

    def __init__(self) -> None:
        super().__init__("another Grognard server is using this database; stop it, or use another database")


class Ownership:
    """The claim of this process on a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._file: int | None = None
        self._connection: AsyncConnection | None = None
        self.regained: Callable[[], None] = lambda: None
        """Called if ownership was lost and is back: others may have written meanwhile."""

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a SQLite file (or in memory)."""
        return self._engine.dialect.name == "sqlite"

    async def claim(self) -> None:
        """Claim the database; raise `InUse` if another process has it."""
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(_PAUSE)
            if await self._try_claim():
                return
        raise InUse

    async def release(self) -> None:
        """Let other processes claim the database."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        await self._drop_connection()

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Yield the connection that owns a PostgreSQL database, in a transaction."""
        connection = await self._owning_connection()
        try:
            async with connection.begin():
                yield connection
        except BaseException:
            if connection.invalidated or connection.closed:
                await self._drop_connection()
            raise

    async def _try_claim(self) -> bool:
        if not self.is_sqlite:
            return await self._try_connection()
        path = self._engine.url.database
        if not path or path == ":memory:":
            return True
        self._file = _locked(Path(f"{path}.lock"))
        return self._file is not None

    async def _try_connection(self) -> bool:
        connection = await self._engine.connect()
        try:
            statement = text("select pg_try_advisory_lock(:key)")
            owned = bool((await connection.execute(statement, {"key": ADVISORY_KEY})).scalar())
            await connection.commit()
        except BaseException:
            await connection.close()
            raise
        if owned:
            self._connection = connection
        else:
            await connection.close()
        return owned

    async def _owning_connection(self) -> AsyncConnection:
        """Return the connection that holds the lock, or take the lock again if it was lost."""
        if self._connection is not None:
            try:
                await self._connection.execute(text("select 1"))
                await self._connection.rollback()
                return self._connection
            except (SQLAlchemyError, OSError):
                log.error("connection to the database lost; no orders are saved until it is back")
                await self._drop_connection()
        if not await self._try_connection():
            raise InUse
        log.info("connection to the database is back")
        self.regained()
        assert self._connection is not None
        return self._connection

    async def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()  # ends the session, and with it the lock
            with contextlib.suppress(Exception):
                await connection.close()


def _locked(path: Path) -> int | None:
    """Lock a file for as long as it is open and return it; None if another process has locked it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        return None
    return handle


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
