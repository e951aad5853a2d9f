"""Worker processes: for computer players, and for requests of visitors that may take long.

A worker that dies or does not answer in time is replaced, and so is one whose client has left: a moment
later, since most answers come sooner than a new process starts.
"""

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
from grognard.server.computer.analysing import AnalyseRequest
from grognard.server.computer.questions import VisitorRequest
from grognard.server.computer.trial import TrialRequest
from grognard.server.computer.worker import (
    BACKGROUND,
    HEAD,
    Answer,
    Request,
    ThinkReply,
    ThinkRequest,
    pack,
)

log = logging.getLogger("grognard.server")
_TRIES = 2
_START = 120.0
"""Seconds that a new process may take to start."""
_GRACE = 0.5
"""Seconds that a worker may still take after its client has left."""
_MAX_CLIENTS = 10_000
_HANDICAP = 3
"""Number of turns that a game whose player is away waits for others."""


class NoAnswer(GrognardError):
    """Raised if a computer player gives no order."""


class BrokeDown(GrognardError):
    """Raised if a worker process dies, or does not answer in time; `late` says which."""

    def __init__(self, late: bool) -> None:
        super().__init__("its process did not answer in time" if late else "its process broke down")
        self.late = late


class Urgency(enum.IntEnum):
    """Who waits for a computer player."""

    PLAYER_PRESENT = 0
    """A player is connected and waits."""
    PLAYER_AWAY = 1
    """A human plays, but is not connected."""
    NOBODY = 2
    """Only computers play."""


class WorkerQueue:
    """Hands out workers to different addresses in turn.

    An address that has asked often waits for the others. Among those who have asked equally often, players
    who are present come first.
    """

    def __init__(self, workers: int) -> None:
        self._free: list[asyncio.subprocess.Process | None] = [None] * workers
        self._waiting: list[tuple[int, int, int, asyncio.Future[asyncio.subprocess.Process | None]]] = []
        self._now = 0
        self._next: dict[str, int] = {}
        """By address the turn of its next request."""
        self._arrivals = itertools.count()

    async def take(self, client: str, urgency: Urgency) -> asyncio.subprocess.Process | None:
        """Wait for a worker; None is one that has yet to be started."""
        future: asyncio.Future[asyncio.subprocess.Process | None]
        future = asyncio.get_running_loop().create_future()
        turn = max(self._now, self._next.get(client, 0))
        if len(self._next) > _MAX_CLIENTS:
            self._next = {each: later for each, later in self._next.items() if later > self._now}
        self._next[client] = turn + 1
        due = turn + (_HANDICAP if urgency is Urgency.PLAYER_AWAY else 0)
        heapq.heappush(self._waiting, (due, next(self._arrivals), turn, future))
        self._hand_out()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(future.result())
            raise

    def give_back(self, worker: asyncio.subprocess.Process | None) -> None:
        """Return a worker; None if it has ended."""
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give free workers to those who wait."""
        while self._free and self._waiting:
            _, _, turn, future = heapq.heappop(self._waiting)
            if not future.done():  # not cancelled
                self._now = max(self._now, turn)
                future.set_result(self._free.pop())
        if not self._waiting:
            self._next.clear()


class WorkerPool:
    """A few processes, started on first use, each with one request at a time.

    Games that nobody waits for have processes of their own, which leave the processors to all others.
    """

    def __init__(self, count: int, patience: float) -> None:
        self._patience = patience
        self._attended = WorkerQueue(count)
        self._unattended = WorkerQueue(min(count, max(1, count // 2)))
        self.command: tuple[str, ...] = (sys.executable, "-m", "grognard.server.computer.worker")
        self.busy: set[asyncio.subprocess.Process] = set()
        self._all: set[asyncio.subprocess.Process] = set()

    async def think(
        self, request: ThinkRequest, urgency: Urgency = Urgency.PLAYER_PRESENT, client: str = ""
    ) -> ThinkReply:
        """Return a player's decision; raise `NoAnswer` if no process gives an order."""
        reason = ""
        for _ in range(_TRIES):
            try:
                answer = await self._run(request, urgency, client)
            except BrokeDown as error:
                reason = str(error)
                log.warning("worker broke down level=%s late=%s", request.level, error.late)
                continue
            if answer.kind == "order":
                return ThinkReply(answer.text, answer.plan, answer.why)
            reason = answer.text
            log.error("computer player failed level=%s\n%s", request.level, reason)
        raise NoAnswer(reason.strip().splitlines()[-1] if reason.strip() else "no reason given")

    async def try_out(self, request: TrialRequest, client: str = "") -> str:
        """Return what is wrong with an uploaded record; raise `BrokeDown` if it breaks a process."""
        answer = await self._run(request, Urgency.PLAYER_PRESENT, client)
        if answer.kind != "fault":
            log.error("trial failed\n%s", answer.text)
            return "it cannot be tried out"
        return answer.text

    async def analyse(self, request: AnalyseRequest, client: str = "") -> str:
        """Return the analysis of a finished game as JSON; raise `NoAnswer` or `BrokeDown` if it fails."""
        answer = await self._run(request, Urgency.NOBODY, client)
        if answer.kind != "analysis":
            log.error("analysis failed\n%s", answer.text)
            raise NoAnswer("the game could not be analysed")
        return answer.text

    async def answer(self, request: VisitorRequest, client: str, seconds: float | None = None) -> Answer:
        """Answer what a visitor asks; raise `BrokeDown` if it breaks a process, or takes too many seconds."""
        return await self._run(request, Urgency.PLAYER_PRESENT, client, seconds)

    async def _run(
        self, request: Request, urgency: Urgency, client: str, seconds: float | None = None
    ) -> Answer:
        """Return a worker's answer."""
        queue = self._unattended if urgency is Urgency.NOBODY else self._attended
        worker = await queue.take(client, urgency)
        asking = asyncio.create_task(self._answer(queue, worker, request, urgency, seconds))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(_GRACE, asking.cancel)
            asking.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody waits for it
            raise

    async def _answer(
        self,
        queue: WorkerQueue,
        worker: asyncio.subprocess.Process | None,
        request: Request,
        urgency: Urgency,
        seconds: float | None,
    ) -> Answer:
        """Let a worker answer, and return it to the queue."""
        try:
            worker = await self._alive(worker, urgency)
            return await self._ask(worker, request, self._patience if seconds is None else seconds)
        except (OSError, EOFError, asyncio.IncompleteReadError) as error:  # a TimeoutError is an OSError
            await self._end(worker)
            worker = None
            raise BrokeDown(isinstance(error, TimeoutError)) from None
        except BaseException:
            await self._end(worker)
            worker = None
            raise
        finally:
            queue.give_back(worker)

    async def _alive(
        self, worker: asyncio.subprocess.Process | None, urgency: Urgency
    ) -> asyncio.subprocess.Process:
        if worker is not None and worker.returncode is None:
            return worker
        pipe = asyncio.subprocess.PIPE
        worker = await asyncio.create_subprocess_exec(
            *self.command,
            *([BACKGROUND] if urgency is Urgency.NOBODY else []),
            stdin=pipe,
            stdout=pipe,
            start_new_session=True,  # Ctrl-C in the terminal is only for the server
        )
        self._all.add(worker)
        try:
            async with asyncio.timeout(_START):
                await self._receive(worker)
        except BaseException:
            await self._end(worker)
            raise
        return worker

    async def _ask(self, worker: asyncio.subprocess.Process, request: Request, seconds: float) -> Answer:
        assert worker.stdin is not None
        self.busy.add(worker)
        try:
            async with asyncio.timeout(seconds):
                if worker.stdin.is_closing():  # it died at once; writing would be a RuntimeError in uvloop
                    raise BrokenPipeError
                worker.stdin.write(pack(request))
                await worker.stdin.drain()
                return await self._receive(worker)
        finally:
            self.busy.discard(worker)

    async def _receive(self, worker: asyncio.subprocess.Process) -> Answer:
        """Read one frame of a worker."""
        assert worker.stdout is not None
        size = HEAD.unpack(await worker.stdout.readexactly(HEAD.size))[0]
        return Answer(*pickle.loads(await worker.stdout.readexactly(size)))

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
