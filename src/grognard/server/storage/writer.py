"""The writer: all changes go through it, with the orders of many games in one commit.

A commit waits for the disk. Meanwhile further work is queued, and the next commit takes all of it, so
hundreds of orders per second need only tens of commits. No request is answered before its commit is done.

Several processes may write to one PostgreSQL database. A change of a game says which version of it was seen,
and is lost if there is a newer one; every change of a game raises its version and is announced to all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sqlalchemy import Connection, Engine, Executable, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.storage.announcements import Changed, announced
from grognard.server.storage.database import embedded
from grognard.server.storage.models import ADD_ENTRY, MOVE_ON, games

Values = Mapping[str, object]
Statement = tuple[Executable, Values | Sequence[Values] | None]
"""A statement and its values; a statement with an empty list is skipped."""
Step = Statement | Callable[[Connection], None]
"""A statement, or a function that reads what it needs and writes, in the same transaction."""
MAX_BATCH = 256


@dataclass(frozen=True, slots=True)
class Added:
    """A new order and the updated row of its game: by far the most frequent change."""

    entry: Values
    game: Values
    seen: int = 0
    """The version of the game that the order was given in."""
    also: Sequence[Step] = ()

    @property
    def id(self) -> str:
        """The game."""
        return str(self.entry["game"])


@dataclass(frozen=True, slots=True)
class Change:
    """Any other change of a game."""

    id: str
    seen: int | None
    """The version of the game that was changed; None for a new one."""
    also: Sequence[Step]


class Lost(Exception):
    """Raised if another process changed a game first; nothing was written."""


Work = Added | Change | Sequence[Step]
After = Callable[[Connection, Sequence[str]], None]
"""Called in the transaction of a change, with the games that have changed."""


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

    def __init__(self, engine: AsyncEngine, after: After | None = None) -> None:
        self._engine, self._after = engine, after
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
        lost: set[int] = set()
        try:
            lost = await self._commit([job.work for job in jobs])
        except Exception as error:
            failure = error
        if failure is not None and len(jobs) > 1:
            for job in jobs:
                await self._finish([job])
            return
        for number, job in enumerate(jobs):
            job.finish(Lost() if number in lost else failure)

    async def _commit(self, works: list[Work]) -> set[int]:
        """Commit work; return the indexes of lost work."""
        if self._embedded is None:
            async with self._engine.begin() as connection:
                lost = await connection.run_sync(carry_out, works, self._after)
        else:  # SQLite needs a third of the time if one thread does everything
            lost = await asyncio.get_running_loop().run_in_executor(
                self._thread, _commit_here, self._embedded, works
            )
        self.commits += 1
        return lost


def _commit_here(engine: Engine, works: list[Work]) -> set[int]:
    with engine.begin() as connection:
        return carry_out(connection, works)


def carry_out(connection: Connection, works: Sequence[Work], after: After | None = None) -> set[int]:
    """Execute all work that is not lost, with only two statements for the orders of all games.

    Then call `after` in the same transaction. Return the indexes of what was lost.
    """
    shared = connection.dialect.name == "postgresql"
    versions = _lock_games(connection, works) if shared else {}
    lost: set[int] = set()
    for number, work in enumerate(works):
        if shared and isinstance(work, Added | Change):
            if versions.get(work.id) != work.seen:  # both are None for a new game
                lost.add(number)
            else:
                versions[work.id] = 0 if work.seen is None else work.seen + 1
    kept = [work for number, work in enumerate(works) if number not in lost]
    added = [work for work in kept if isinstance(work, Added)]
    if added:
        connection.execute(ADD_ENTRY, [work.entry for work in added])
        connection.execute(MOVE_ON, [work.game for work in added])
    for work in kept:
        for step in work.also if isinstance(work, Added | Change) else work:
            _carry_out_step(connection, step)
        if isinstance(work, Change) and work.seen is not None:
            raised = update(games).where(games.c.id == work.id).values(version=games.c.version + 1)
            connection.execute(raised)
    if shared:
        changed = {work.id: versions[work.id] for work in kept if isinstance(work, Added | Change)}
        for statement, values in announced(Changed(changed)) if changed else ():
            connection.execute(statement, values)
        if changed and after is not None:
            after(connection, sorted(changed))
    return lost


def _carry_out_step(connection: Connection, step: Step) -> None:
    if callable(step):
        step(connection)
        return
    statement, values = step
    if values is None:
        connection.execute(statement)
    elif values:
        connection.execute(statement, values)


def _lock_games(connection: Connection, works: Sequence[Work]) -> dict[str, int]:
    """Lock the rows of all games that change, always in the same order, and return their versions."""
    ids = {work.id for work in works if isinstance(work, Added | Change)}
    if not ids:
        return {}
    query = select(games.c.id, games.c.version).where(games.c.id.in_(ids)).order_by(games.c.id)
    return {row.id: row.version for row in connection.execute(query.with_for_update())}
