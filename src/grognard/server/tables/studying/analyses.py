"""Analyses of finished games: each is computed once, in a worker process, and stored."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.analysis import Analysis
from grognard.core.play.record import write_record
from grognard.server.computer.analysing import AnalyseRequest
from grognard.server.computer.pool import BrokeDown, NoAnswer, WorkerPool
from grognard.server.errors import ApiError, forbidden
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage.writer import Writer
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
_PATIENCE = 4.0
"""An analysis is abandoned after this multiple of its time, plus the time to replay a game."""
_REPLAYING = 60.0
_MAX_WAITING = 12
"""Maximum number of games being analysed or waiting for it."""


class Analyses:
    """The analyses of a server."""

    def __init__(self, settings: Settings, engine: AsyncEngine, writer: Writer) -> None:
        self._seconds = settings.analysis
        self._engine, self._writer = engine, writer
        self.pool = WorkerPool(1, _PATIENCE * settings.analysis + _REPLAYING)
        self._waiting: dict[str, asyncio.Task[Analysis]] = {}

    async def of(self, table: Table, client: str) -> Analysis:
        """Return the analysis of a finished game; several requests for the same one share it."""
        if not table.game.over:
            raise forbidden("the game can be analysed when it is over")
        if table.id not in self._waiting:
            if len(self._waiting) >= _MAX_WAITING:
                raise ApiError(429, "too many games are being analysed; try again in a minute")
            self._waiting[table.id] = asyncio.create_task(self._analysis(table, client))
        return await asyncio.shield(self._waiting[table.id])

    async def _analysis(self, table: Table, client: str) -> Analysis:
        try:
            return await self._stored(table) or await self._analyse(table, client)
        finally:
            del self._waiting[table.id]

    async def _stored(self, table: Table) -> Analysis | None:
        """Return the stored analysis; None if there is none, or it is of another version of the program."""
        text = await stored_games.analysis_of(self._engine, table.id)
        try:
            return msgspec.json.decode(text, type=Analysis) if text else None
        except msgspec.MsgspecError:
            return None

    async def _analyse(self, table: Table, client: str) -> Analysis:
        try:
            text = await table.query(lambda game: write_record(game.record()))
            found = await self.pool.analyse(AnalyseRequest(text, self._seconds), client)
        except (NoAnswer, BrokeDown) as error:
            log.warning("not analysed game=%s reason=%s", table.id, error)
            raise ApiError(503, "this game could not be analysed") from None
        with contextlib.suppress(SQLAlchemyError, OSError):  # stored by another process, or not at all
            await self._writer.write(stored_games.put_analysis(table.id, found))
        return msgspec.json.decode(found, type=Analysis)

    async def stop(self) -> None:
        """End what is being analysed."""
        for task in self._waiting.values():
            task.cancel()
        await self.pool.stop()
