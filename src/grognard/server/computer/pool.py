"""Worker processes for computer players. A worker that dies or does not answer is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import heapq
import itertools
import logging
import pickle
import sys

from grognard.core.errors import GrognardError
from grognard.server.computer.worker import HEAD, Answer, ThinkReply, ThinkRequest, pack

log = logging.getLogger("grognard.server")
_TRIES = 2


class NoAnswer(GrognardError):
    """Raised if a computer player gives no order."""


class Urgency(enum.IntEnum):
    """Who waits for a computer player; the lowest is served first."""

    PLAYER_PRESENT = 0
    """A player is connected and waits."""
    PLAYER_AWAY = 1
    """A human plays, but is not connected."""
    NOBODY = 2
    """Only computers play."""


class WorkerQueue:
    """Hands out workers: to the most urgent request first, then in turn to different games.

    Games that nobody waits for may use only a share of the workers, so that a player finds one free.
    """

    def __init__(self, workers: int) -> None:
        self._free: list[asyncio.subprocess.Process | None] = [None] * workers
        self._share = max(1, workers // 2)
        self._unattended = 0
        """Number of workers that think for games of computers only."""
        self._waiting: list[tuple[Urgency, int, int, asyncio.Future[asyncio.subprocess.Process | None]]] = []
        self._now = 0
        self._next: dict[str, int] = {}
        """By game the turn of its next request: a game that has asked often waits for the others."""
        self._arrivals = itertools.count()

    async def take(self, urgency: Urgency, game: str) -> asyncio.subprocess.Process | None:
        """Wait for a worker; None is one that has yet to be started."""
        future: asyncio.Future[asyncio.subprocess.Process | None]
        future = asyncio.get_running_loop().create_future()
        turn = max(self._now, self._next.get(game, 0))
        self._next[game] = turn + 1
        entry = (urgency, turn, next(self._arrivals), future)
        heapq.heappush(self._waiting, entry)
        self._hand_out()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(future.result(), urgency)
            raise

    def give_back(self, worker: asyncio.subprocess.Process | None, urgency: Urgency) -> None:
        """Return a worker; None if it has ended."""
        self._unattended -= urgency is Urgency.NOBODY
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give free workers to those who wait."""
        while self._free and self._waiting:
            urgency, turn, _, future = self._waiting[0]
            if future.done():  # cancelled
                heapq.heappop(self._waiting)
                continue
            if urgency is Urgency.NOBODY and self._unattended >= self._share:
                return
            heapq.heappop(self._waiting)
            self._unattended += urgency is Urgency.NOBODY
            self._now = max(self._now, turn)
            future.set_result(self._free.pop())
        if not self._waiting:
            self._next.clear()


class WorkerPool:
    """A few processes, started on first use, each with one request at a time."""

    def __init__(self, count: int, patience: float) -> None:
        self._patience = patience
        self._queue = WorkerQueue(count)
        self.busy: set[asyncio.subprocess.Process] = set()
        self._all: set[asyncio.subprocess.Process] = set()

    async def think(
        self, request: ThinkRequest, urgency: Urgency = Urgency.PLAYER_PRESENT, game: str = ""
    ) -> ThinkReply:
        """Return a player's decision; raise `NoAnswer` if no process gives an order."""
        reason = ""
        for _ in range(_TRIES):
            worker = await self._queue.take(urgency, game)
            try:
                worker = await self._alive(worker)
                kind, text, plan = await self._ask(worker, request)
            except (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError) as error:
                reason = f"its process broke down ({type(error).__name__})"
                log.warning("worker broke down level=%s reason=%s", request.level, type(error).__name__)
                await self._end(worker)
                worker = None
                continue
            except BaseException:
                await self._end(worker)
                worker = None
                raise
            finally:
                self._queue.give_back(worker, urgency)
            if kind == "order":
                return ThinkReply(text, plan)
            reason = text
            log.error("computer player failed level=%s\n%s", request.level, reason)
        raise NoAnswer(reason.strip().splitlines()[-1] if reason.strip() else "no reason given")

    async def _alive(self, worker: asyncio.subprocess.Process | None) -> asyncio.subprocess.Process:
        if worker is not None and worker.returncode is None:
            return worker
        pipe = asyncio.subprocess.PIPE
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "grognard.server.computer.worker",
            stdin=pipe,
            stdout=pipe,
            start_new_session=True,  # Ctrl-C in the terminal is only for the server
        )
        self._all.add(worker)
        return worker

    async def _ask(self, worker: asyncio.subprocess.Process, request: ThinkRequest) -> Answer:
        assert worker.stdin is not None and worker.stdout is not None
        self.busy.add(worker)
        try:
            async with asyncio.timeout(self._patience):
                worker.stdin.write(pack(request))
                await worker.stdin.drain()
                size = HEAD.unpack(await worker.stdout.readexactly(HEAD.size))[0]
                answer: Answer = pickle.loads(await worker.stdout.readexactly(size))
        finally:
            self.busy.discard(worker)
        return answer

    async def _end(self, worker: asyncio.subprocess.Process | None) -> None:
        if worker is None:
            return
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
        self._all.discard(worker)

    async def stop(self) -> None:
        """End all processes."""
        for worker in list(self._all):
            await self._end(worker)
