"""The one writer: everything that is kept goes through it, many games' orders in one commit.

A commit waits for the disk. While one is under way further work gathers, and the next commit takes all of it,
so that hundreds of orders a second cost only tens of commits. Nobody is answered before the commit is done.
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

Values = Mapping[str, Any]
Step = tuple[Executable, Values | Sequence[Values] | None]
"""A statement and what fills it; nothing is done with an empty list."""
MOST_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Added:
    """One more order of a game, and where the game stands after it: what is written most often by far."""

    entry: Values
    game: Values


Work = Added | Sequence[Step]


@dataclass(slots=True, eq=False)
class _Job:
    """Work that belongs together: all of it is carried out, or nothing."""

    work: Work
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, error: Exception | None) -> None:
        if self.done.done():  # whoever waited has gone away
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Takes work in order and commits as much as is waiting in one go."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._embedded = embedded(engine)
        self._waiting: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "writer")
        self.commits = 0

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what is in hand, then stop."""
        if self._task is not None:
            await self._waiting.put(None)
            await self._task
            self._task = None
            self._thread.shutdown()
            if self._embedded is not None:
                self._embedded.dispose()

    async def write(self, work: Work) -> None:
        """Have work carried out in one transaction; returns when it is on the disk."""
        if self._task is None or self._task.done():
            raise RuntimeError("the writer does not run")
        job = _Job(work)
        await self._waiting.put(job)
        await job.done

    async def _run(self) -> None:
        going_on = True
        while going_on:
            job = await self._waiting.get()
            jobs: list[_Job] = []
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST_AT_ONCE or self._waiting.empty():
                    break
                job = self._waiting.get_nowait()
            going_on = job is not None
            if jobs:
                await self._settle(jobs)

    async def _settle(self, jobs: list[_Job]) -> None:
        """Commit jobs together; if that fails, each alone, so that only the one at fault fails."""
        failure: Exception | None = None
        try:
            await self._commit([job.work for job in jobs])
        except Exception as error:
            failure = error
        if failure is not None and len(jobs) > 1:
            for job in jobs:
                await self._settle([job])
            return
        for job in jobs:
            job.settle(failure)

    async def _commit(self, works: list[Work]) -> None:
        if self._embedded is None:
            async with self._engine.begin() as connection:
                await connection.run_sync(carry_out, works)
        else:  # an embedded database takes a third of the work when one thread does all of it
            await asyncio.get_running_loop().run_in_executor(
                self._thread, _commit_here, self._embedded, works
            )
        self.commits += 1


def _commit_here(engine: Engine, works: list[Work]) -> None:
    with engine.begin() as connection:
        carry_out(connection, works)


def carry_out(connection: Connection, works: Sequence[Work]) -> None:
    """Do all the work; orders, which are most of it, in two statements for all games."""
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
