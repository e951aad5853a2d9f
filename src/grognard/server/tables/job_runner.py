"""Do the jobs in the queue of a PostgreSQL database: computer players, notifications, clocks, expiry."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from grognard.server.computer.pool import Urgency
from grognard.server.errors import ApiError
from grognard.server.storage import games as stored_games
from grognard.server.storage.jobs import Job, Jobs, Kind
from grognard.server.storage.presence import GONE
from grognard.server.tables import expiry
from grognard.server.tables.computer_turns import play_one_order
from grognard.server.tables.expiry import expire
from grognard.server.tables.matches import timekeeping
from grognard.server.tables.matches.matches import settle_pending
from grognard.server.tables.notifications import notify
from grognard.server.tables.registry import Tables

log = logging.getLogger("grognard.server")
MAX_ATTEMPTS = 10
"""Number of failures of a job, or crashes of its process, after which its game is set aside."""
_LOOK_EVERY = 1.0
"""Seconds between two checks of the queue if nothing is announced."""
_SHORT_JOBS = 8
"""Maximum number of notifications and other short jobs at once; they mostly wait."""


class JobRunner:
    """Takes jobs and does them, a few at once."""

    def __init__(self, tables: Tables) -> None:
        assert tables.others is not None, "jobs are in PostgreSQL"
        settings = tables.settings
        self._tables, self._others = tables, tables.others
        self._lease = settings.lease
        self._jobs = Jobs(
            tables.engine, self._others.process, settings.lease, settings.limits.thinking_each, GONE
        )
        self._running: set[int] = set()
        self.done = 0

    async def run(self) -> None:
        """Do jobs until cancelled."""
        lanes = [
            self._work(("think",), self._tables.settings.workers),
            self._work(("notify", "clock", "expire"), _SHORT_JOBS),
        ]
        await asyncio.gather(self._keep_renewing(), *lanes)

    async def _work(self, kinds: Sequence[Kind], slots: int) -> None:
        free, added = asyncio.Semaphore(slots), asyncio.Event()
        self._others.when_job_added.append(added.set)
        while True:
            await free.acquire()
            job = await self._next(kinds, added)
            self._running.add(job.id)
            self._tables.spawn(self._do(job)).add_done_callback(partial(self._ended, job.id, free))

    def _ended(self, id_: int, free: asyncio.Semaphore, _: asyncio.Task[None]) -> None:
        self._running.discard(id_)
        free.release()

    async def _next(self, kinds: Sequence[Kind], added: asyncio.Event) -> Job:
        """Wait for a job."""
        while True:
            added.clear()
            with contextlib.suppress(SQLAlchemyError, OSError):
                job = await self._jobs.take(kinds)
                if job is not None:
                    return job
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_EVERY):
                    await added.wait()

    async def _keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            if self._running:
                with contextlib.suppress(SQLAlchemyError, OSError):
                    await self._jobs.renew(list(self._running))

    async def _do(self, job: Job) -> None:
        """Do a job. If the database fails, the job is done again once its lease has run out."""
        try:
            if job.attempts > MAX_ATTEMPTS and job.game:
                await self._set_aside(job)
                return
            await self._carry_out(job)
            self.done += 1
        except ApiError as error:
            gone = error.status in (404, 410)
            log.warning("job failed kind=%s game=%s reason=%s", job.kind, job.game, error)
            with contextlib.suppress(SQLAlchemyError, OSError):
                await (self._jobs.finish(job) if gone else self._fail(job))
        except (SQLAlchemyError, OSError) as error:
            log.error("job failed kind=%s game=%s reason=%s", job.kind, job.game, type(error).__name__)
        except Exception:
            log.exception("job failed kind=%s game=%s", job.kind, job.game)
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self._fail(job)

    async def _carry_out(self, job: Job) -> None:
        tables = self._tables
        match job.kind:
            case "think":
                async with tables.using(job.game) as table:
                    await play_one_order(tables, table, Urgency(job.urgency))
                await self._jobs.finish(job)
            case "notify":
                await notify(tables, job.game, job.side)
                await self._jobs.finish(job, again=tables.settings.notify_every)
            case "expire":
                await expire(tables)
                await settle_pending(tables)
                await self._jobs.put_back(job, expiry.EVERY, failed=False)
            case "clock":
                await timekeeping.check_clocks(tables)
                await self._jobs.put_back(job, timekeeping.EVERY, failed=False)

    async def _fail(self, job: Job) -> None:
        await self._jobs.put_back(job, min(60.0, 2.0**job.attempts), failed=True)

    async def _set_aside(self, job: Job) -> None:
        """Set aside a game that has crashed one process after another."""
        reason = "the computer player could not continue it"
        log.error("set aside game=%s reason=%s", job.game, reason)
        await self._tables.writer.write(stored_games.put_attempts(job.game, job.attempts, reason))
        await self._jobs.finish(job)
