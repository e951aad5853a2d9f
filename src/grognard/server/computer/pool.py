"""Worker processes for computer players. A worker that dies or does not answer is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import sys

from grognard.core.errors import GrognardError
from grognard.server.computer.worker import HEAD, Answer, ThinkReply, ThinkRequest, pack

log = logging.getLogger("grognard.server")
_TRIES = 2


class NoAnswer(GrognardError):
    """Raised if a computer player gives no order."""


class WorkerPool:
    """A few processes, started on first use, each with one request at a time."""

    def __init__(self, count: int, patience: float) -> None:
        self._patience = patience
        self._free: asyncio.Queue[asyncio.subprocess.Process | None] = asyncio.Queue()
        for _ in range(count):
            self._free.put_nowait(None)
        self.busy: set[asyncio.subprocess.Process] = set()
        self._all: set[asyncio.subprocess.Process] = set()

    async def think(self, request: ThinkRequest) -> ThinkReply:
        """Return a player's decision; raise `NoAnswer` if no process gives an order."""
        reason = ""
        for _ in range(_TRIES):
            worker = await self._free.get()
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
                self._free.put_nowait(worker)
            if kind == "order":
                return ThinkReply(text, plan)
            reason = text
        raise NoAnswer(reason)

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
