"""Ownership of a SQLite database: one server process at a time. Only PostgreSQL decides between several.

The owner locks a file beside the database, which the system unlocks when the process ends, however it ends.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.errors import GrognardError
from grognard.server.storage.database import is_shared

_TRIES, _PAUSE = 6, 0.5
"""How often and how far apart to try, since a process that was killed may need a moment to go."""


class InUse(GrognardError):
    """Raised if another process uses the database."""

    def __init__(self) -> None:
        super().__init__(
            "another Grognard server is using this database; stop it, or use another database "
            "(several servers can use one PostgreSQL database)"
        )


class Ownership:
    """The claim of this process on a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        path = engine.url.database
        in_memory = not path or path == ":memory:"
        self._path = None if is_shared(engine) or in_memory else Path(f"{path}.lock")
        self._file: int | None = None

    async def claim(self) -> None:
        """Claim the database; raise `InUse` if another process has it."""
        if self._path is None:
            return
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(_PAUSE)
            self._file = _locked(self._path)
            if self._file is not None:
                return
        raise InUse

    def release(self) -> None:
        """Let other processes claim the database."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


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
