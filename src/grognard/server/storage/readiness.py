"""The readiness check: write a row, since a full or read-only disk can still be read."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import update

from grognard.server.storage.models import checks
from grognard.server.storage.writer import Writer

_AGE = 1.0
"""Seconds for which a result holds, so that a stream of checks costs no more than one write a second."""
_SECONDS = 5.0
"""Seconds that a write may take."""


class Readiness:
    """Whether the database can be written."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._checked = float("-inf")
        self._lock = asyncio.Lock()

    async def require(self) -> None:
        """Raise an error if the database cannot be written."""
        async with self._lock:
            if time.monotonic() - self._checked < _AGE:
                return
            async with asyncio.timeout(_SECONDS):
                statement = update(checks).where(checks.c.id == 1).values(at=time.time())
                await self._writer.write([(statement, None)])
            self._checked = time.monotonic()
