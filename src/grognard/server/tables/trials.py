"""Trials of uploads: which record is tried out when, and what the uploader is told.

Every address has one trial at a time. Others of the same address wait, and too many are refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from grognard.server.computer.pool import BrokeDown, WorkerPool
from grognard.server.computer.trial import TrialRequest
from grognard.server.errors import ApiError, bad_request
from grognard.server.settings import Settings

log = logging.getLogger("grognard.server")
_PROCESSES = 2
_MAX_EACH = 3
"""Maximum number of trials of one address that run or wait."""
_MAX_ALL = 20
"""Maximum number of trials that run or wait."""


class Trials:
    """The trials of a server, in processes of their own."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.trial
        self._orders = settings.limits.orders
        self.pool = WorkerPool(_PROCESSES, settings.trial)
        self._open: Counter[str] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}
        self._passed: set[str] = set()
        """Positions of packs that have passed."""

    async def of_record(self, text: str, client: str) -> None:
        """Refuse a record that cannot be loaded and played."""
        await self._require(TrialRequest(text, self._orders), client, "invalid record")

    async def of_position(self, scenario: str, client: str) -> None:
        """Refuse the position of a pack if it cannot be played."""
        if scenario not in self._passed:
            await self._require(TrialRequest("", self._orders, scenario), client, scenario)
            self._passed.add(scenario)

    async def _require(self, request: TrialRequest, client: str, what: str) -> None:
        if self._open.total() >= _MAX_ALL or self._open[client] >= _MAX_EACH:
            raise ApiError(429, "too many records are being checked; try again in a moment")
        self._open[client] += 1
        lock = self._locks.setdefault(client, asyncio.Lock())
        try:
            async with lock:
                fault = await self.pool.try_out(request, client)
        except BrokeDown as error:
            log.warning("trial broke down late=%s", error.late)
            late = f"it takes more than {self._seconds:g} seconds to load and play"
            fault = late if error.late else "loading and playing it fails"
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client], self._locks[client]
        if fault:
            raise bad_request(f"{what}: {fault}")
