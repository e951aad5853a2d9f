"""The one writer: everything that is kept goes through it, many games' orders in one commit.

A commit waits for the disk. While one is under way further work gathers, and the next commit takes all of it, so
that hundreds of orders a second cost only tens of commits. Nobody is answered before the commit is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from grognard.server.storage.models import ADD_ENTRY, MOVE_ON

Step = tuple[Executable, Mapping[str, Any] | Sequence[Mapping[str, Any]] | None]
"""A statement and what fills it."""
MOST_AT_ONCE = 256


@dataclass(slots=True, eq=False)
class _Job:
    """Steps that belong together: all are carried out, or none."""

    steps: tuple[Step, ...]
    done: asyncio.Future[None]

    @property
    def is_order(self) -> bool:
        return [id(statement) for statement, _ in self.steps] == [id(ADD_ENTRY), id(MOVE_ON)]


class Writer:
    """Takes jobs in order and commits as many as are waiting in one go."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
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

    async def write(self, *steps: Step) -> None:
        """Have steps carried out in one transaction; returns when they are on the disk."""
        if self._task is None or self._task.done():
            raise RuntimeError("the writer does not run")
        job = _Job(steps, asyncio.get_running_loop().create_future())
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
            await self._settle(jobs)

    async def _settle(self, jobs: list[_Job]) -> None:
        """Commit jobs together; if that fails, each alone, so that only the one at fault fails."""
        try:
            await self._commit(jobs)
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    await self._settle([job])
                return
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(error)
            return
        for job in jobs:
            if not job.done.done():
                job.done.set_result(None)

    async def _commit(self, jobs: list[_Job]) -> None:
        if not jobs:
            return
        orders = [job.steps for job in jobs if job.is_order]
        async with self._engine.begin() as connection:
            if orders:
                await connection.execute(ADD_ENTRY, [added for (_, added), _ in orders])
                await connection.execute(MOVE_ON, [moved for _, (_, moved) in orders])
            for job in jobs:
                if not job.is_order:
                    await _carry_out(connection, job.steps)
        self.commits += 1


async def _carry_out(connection: AsyncConnection, steps: Sequence[Step]) -> None:
    for statement, values in steps:
        if values is None:
            await connection.execute(statement)
        elif values:
            await connection.execute(statement, values)
