"""The writer: all changes go through it, with the orders of many games in one commit.

A commit waits for the disk. Meanwhile further work is queued, and the next commit takes all of it, so
hundreds of orders per second need only tens of commits. No request is answered before its commit is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.storage.database import embedded
from grognard.server.storage.models import ADD_ENTRY, MOVE_ON
from grognard.server.storage.ownership import Ownership

Values = Mapping[str, Any]
Step = tuple[Executable, Values | Sequence[Values] | None]
"""A statement and its values; a statement with an empty list is skipped."""
MAX_BATCH = 256


@dataclass(frozen=True, slots=True)
class Added:
    """A new order and the updated row of its game: by far the most frequent change."""

    entry: Values
    game: Values


Work = Added | Sequence[Step]


@dataclass(slots=True, eq=False)
class _Job:
    """Work to be done in one transaction."""

    work: Work
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def finish(self, error: Exception | None) -> None:
        if self.done.done():  # the caller was cancelled
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Takes work in order and commits everything in the queue at once."""

    def __init__(self, engine: AsyncEngine, ownership: Ownership | None = None) -> None:
        self._ownership = ownership or Ownership(engine)
        self._owns_itself = ownership is None
        self._embedded = embedded(engine)
        self._waiting: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "writer")
        self.commits = 0

    def start(self) -> None:
        """Start writing."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write pending work, then stop."""
        if self._task is not None:
            await self._waiting.put(None)
            await self._task
            self._task = None
            self._thread.shutdown()
            if self._owns_itself:
                await self._ownership.release()
            if self._embedded is not None:
                self._embedded.dispose()

    async def write(self, work: Work) -> None:
        """Do work in one transaction, and return when it is on disk."""
        if self._task is None or self._task.done():
            raise RuntimeError("the writer is not running")
        job = _Job(work)
        await self._waiting.put(job)
        await job.done

    async def _run(self) -> None:
        running = True
        while running:
            job = await self._waiting.get()
            jobs: list[_Job] = []
            while job is not None:
                jobs.append(job)
                if len(jobs) == MAX_BATCH or self._waiting.empty():
                    break
                job = self._waiting.get_nowait()
            running = job is not None
            if jobs:
                await self._finish(jobs)

    async def _finish(self, jobs: list[_Job]) -> None:
        """Commit jobs together; if that fails, one by one, so that only the faulty one fails."""
        failure: Exception | None = None
        try:
            await self._commit([job.work for job in jobs])
        except Exception as error:
            failure = error
        if failure is not None and len(jobs) > 1:
            for job in jobs:
                await self._finish([job])
            return
        for job in jobs:
            job.finish(failure)

    async def _commit(self, works: list[Work]) -> None:
        if self._embedded is None:
            async with self._ownership.writing() as connection:
                await connection.run_sync(carry_out, works)
        else:  # SQLite needs a third of the time if one thread does everything
            await asyncio.get_running_loop().run_in_executor(
                self._thread, _commit_here, self._embedded, works
            )
        self.commits += 1


def _commit_here(engine: Engine, works: list[Work]) -> None:
    with engine.begin() as connection:
        carry_out(connection, works)


def carry_out(connection: Connection, works: Sequence[Work]) -> None:
    """Execute all work, with only two statements for the orders of all games."""
    added = [work for work in works if isinstance(work, Added)]
    if added:
        connection.execute(ADD_ENTRY, [work.entry for work in added])
        connection.execute(MOVE_ON, [work.game for work in added])
    for work in works:
        if isinstance(work, Added):
            continue
        for statement, values in work:
            if values is None:
                connection.execute(statement)
            elif values:
                connection.execute(statement, values)
