"""Analyses of finished games: computed once in a process of their own, and kept for those who ask again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

import msgspec

from grognard.analysis import Analysis
from grognard.core.play.record import write_record
from grognard.server.computer.analysing import AnalyseRequest
from grognard.server.computer.pool import BrokeDown, NoAnswer, WorkerPool
from grognard.server.errors import ApiError, forbidden
from grognard.server.settings import Settings
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
_PATIENCE = 4.0
"""An analysis is given up after this multiple of its time, and the time to replay a game."""
_REPLAYING = 60.0
_MAX_WAITING = 12
"""Maximum number of games that are or wait to be analysed."""
_MAX_KEPT = 200


class Analyses:
    """The analyses of a server."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.analysis
        self.pool = WorkerPool(1, _PATIENCE * settings.analysis + _REPLAYING)
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._waiting: dict[str, asyncio.Task[Analysis]] = {}

    async def of(self, table: Table, client: str) -> Analysis:
        """Return the analysis of a finished game; several who ask for the same one wait for it together."""
        if not table.game.over:
            raise forbidden("the game can be analysed when it is over")
        known = self._kept.get(table.id)
        if known is not None:
            self._kept.move_to_end(table.id)
            return known
        if table.id not in self._waiting:
            if len(self._waiting) >= _MAX_WAITING:
                raise ApiError(429, "too many games are being analysed; try again in a minute")
            self._waiting[table.id] = asyncio.create_task(self._analyse(table, client))
        return await asyncio.shield(self._waiting[table.id])

    async def _analyse(self, table: Table, client: str) -> Analysis:
        try:
            text = await table.query(lambda game: write_record(game.record()))
            found = await self.pool.analyse(AnalyseRequest(text, self._seconds), client)
        except (NoAnswer, BrokeDown) as error:
            log.warning("not analysed game=%s reason=%s", table.id, error)
            raise ApiError(503, "this game could not be analysed") from None
        finally:
            del self._waiting[table.id]
        self._kept[table.id] = analysis = msgspec.json.decode(found, type=Analysis)
        while len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return analysis

    async def stop(self) -> None:
        """End what is being analysed."""
        for task in self._waiting.values():
            task.cancel()
        await self.pool.stop()
