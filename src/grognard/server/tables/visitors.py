"""Long requests of visitors, in worker processes: questions, replays, earlier moments of a game.

Everything has a time limit, is given up when its client leaves, and is charged to the client by the processor
time that it took.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os

import msgspec

from grognard.core.contract.scenario import Scenario
from grognard.core.play.frozen import thaw
from grognard.core.play.game import Game
from grognard.core.play.record import Record
from grognard.games import definition_of
from grognard.server import schema
from grognard.server.computer.pool import BrokeDown, WorkerPool
from grognard.server.computer.questions import (
    AskRequest,
    PastRequest,
    PrepareRequest,
    ReplayRequest,
    VisitorRequest,
)
from grognard.server.computer.worker import Answer
from grognard.server.errors import ApiError, Refused
from grognard.server.settings import Settings
from grognard.server.tables.rules_threads import REPLAY, TooSlow, charge

log = logging.getLogger("grognard.server")
LARGE = 40
"""Number of counters from which a game counts as large."""
LONG = 100
"""Number of orders from which a game is replayed in another process."""
_PREPARING = 60.0
"""Seconds to load a scenario."""
_MAX_WAITING = 200
"""Maximum number of questions being answered or waiting."""


class RulesFailed(ApiError):
    """The rules failed, or ended a process."""

    def __init__(self) -> None:
        super().__init__(503, "the rules fail in this game; nothing has changed")


class Visitors:
    """The worker processes for visitors: some for questions, some for replays, which take longer."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.question
        self._replay_seconds = REPLAY * settings.rules
        processes = max(2, os.cpu_count() or 2)
        self.questions = WorkerPool(processes, settings.question)
        self.replays = WorkerPool(2, self._replay_seconds)
        self._waiting = 0
        self._prepared: set[str] = set()

    async def ask(self, request: AskRequest, client: str) -> msgspec.Raw:
        """Return the answer to a question, as JSON."""
        return msgspec.Raw(await self._answer(self.questions, request, client, self._seconds))

    async def prepare(self, game: Game) -> None:
        """Let a process load the scenario of a large game: its first question would take long otherwise."""
        if is_large(game.scenario) and game.scenario.id not in self._prepared:
            self._prepared.add(game.scenario.id)
            with contextlib.suppress(ApiError):
                request = PrepareRequest(game.scenario.id, game.options)
                await self._answer(self.questions, request, "", _PREPARING)

    async def past(self, request: PastRequest, client: str = "") -> msgspec.Raw:
        """Return the view of a side at the end of a record, as JSON."""
        return msgspec.Raw(await self._answer(self.replays, request, client, self._replay_seconds))

    async def replayed(self, record: Record, client: str = "") -> Game:
        """Return the game of a record that this program stored."""
        request = ReplayRequest(msgspec.structs.replace(record, marks=[], next_dice=()))
        try:
            frozen = await self._answer(self.replays, request, client, self._replay_seconds)
        except ApiError as error:
            if error.status != 400:
                raise
            raise ApiError(410, f"this version cannot continue this game: {error}") from None
        return await asyncio.to_thread(thaw, definition_of(record.scenario.partition("/")[0]), frozen)

    async def _answer(self, pool: WorkerPool, request: VisitorRequest, client: str, seconds: float) -> bytes:
        if self._waiting >= _MAX_WAITING:
            raise ApiError(429, "too many questions at once; try again in a moment")
        self._waiting += 1
        began = asyncio.get_running_loop().time()
        try:
            answer = await pool.answer(request, client, seconds)
        except BrokeDown as error:
            charge(asyncio.get_running_loop().time() - began)
            log.error("visitor not answered kind=%s reason=%s", type(request).__name__, error)
            if error.late:
                raise TooSlow from None
            raise RulesFailed from None
        finally:
            self._waiting -= 1
        charge(answer.seconds)
        return _data(answer)

    async def stop(self) -> None:
        """End all processes."""
        await self.questions.stop()
        await self.replays.stop()


def is_large(scenario: Scenario) -> bool:
    """Return whether questions about a scenario may take more than a few milliseconds."""
    return len(scenario.counters) >= LARGE


def _data(answer: Answer) -> bytes:
    match answer.kind:
        case "answer":
            return answer.data
        case "refused":
            raise Refused(msgspec.json.decode(answer.text, type=schema.Refusal))
        case "error":
            raise ApiError(answer.status, answer.text)
    log.error("visitor not answered\n%s", answer.text)
    raise RulesFailed
