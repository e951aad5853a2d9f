"""Jobs: work to be done for games, in a queue in PostgreSQL.

A job is added in the transaction of the order that causes it, so neither exists without the other. A process
takes one for a while and renews that as it works; if it dies, the job is free again a moment later. Doing
a job twice does no harm: an order is stored only in the version of the game that it was meant for.
All times are those of the database's clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.storage.announcements import JobAdded, announced

Kind = Literal["think", "notify", "clock", "expire"]

_NOW = "cast(extract(epoch from clock_timestamp()) as double precision)"
_ADD_THINKING = text(f"""
    insert into jobs (kind, game, side, client, due, wanted, taken, until, attempts)
    select 'think', g.id, '', g.client, {_NOW}, 0, '', 0, 0 from games g
    where (cast(:all as boolean) or g.id = any(:games)) and not g.over and g.broken = '' and exists (
        select 1 from seats s
        where s.game = g.id and s.kind = 'computer' and s.side = any(string_to_array(g.waiting, ' ')))
    order by g.id
    on conflict (kind, game, side) do update set wanted = jobs.wanted + 1
""")
_ADD_NOTIFYING = text(f"""
    insert into jobs (kind, game, side, client, due, wanted, taken, until, attempts)
    select 'notify', n.game, n.side, '', greatest({_NOW} + :after, n.sent + :every), 0, '', 0, 0
    from notify n join games g on g.id = n.game
    where (cast(:all as boolean) and n.sent < g.updated or g.id = any(:games)) and not g.over
        and g.broken = '' and n.side = any(string_to_array(g.waiting, ' '))
    order by n.game, n.side
    on conflict (kind, game, side) do update set wanted = jobs.wanted + 1
""")
_ADD_RECURRING = text(f"""
    insert into jobs (kind, game, side, client, due, wanted, taken, until, attempts)
    values ('expire', '', '', '', {_NOW}, 0, '', 0, 0), ('clock', '', '', '', {_NOW}, 0, '', 0, 0)
    on conflict do nothing
""")
_TAKE = text(f"""
    with line as (
        select j.id, j.due, j.client, case
            when j.kind <> 'think' then 0
            when exists (
                select 1 from presence p join seats s on s.game = p.game and s.side = p.side
                join processes o on o.id = p.process
                where p.game = j.game and s.kind = 'human' and o.seen > {_NOW} - :gone) then 0
            when exists (select 1 from seats s where s.game = j.game and s.kind = 'human') then 1
            else 2 end as urgency,
            row_number() over (partition by j.client order by j.due) as turn
        from jobs j where j.kind = any(:kinds) and j.due <= {_NOW} and j.until < {_NOW}
    ), running as (
        select client, count(*) as number from jobs
        where kind = any(:kinds) and until >= {_NOW} group by client
    ), next as (
        select l.id, l.urgency, row_number() over (
            order by l.urgency = 2, l.turn + coalesce(r.number, 0) + 3 * l.urgency, l.due) as place
        from line l left join running r on r.client = l.client
        where l.client = '' or coalesce(r.number, 0) < :each
    ), free as (
        select j.id, n.urgency from jobs j join next n on n.id = j.id
        where j.until < {_NOW} order by n.place limit 1 for update of j skip locked
    )
    update jobs set taken = :who, until = {_NOW} + :lease, attempts = attempts + 1
    from free where jobs.id = free.id
    returning jobs.id, kind, game, side, wanted, attempts, urgency
""")
_RENEW = text(f"update jobs set until = {_NOW} + :lease where taken = :who and id = any(:ids)")
_DONE = text("delete from jobs where id = :id and taken = :who and wanted = :wanted")
_AGAIN = text(f"""
    update jobs set taken = '', until = 0, due = {_NOW} + :pause,
        attempts = case when :failed then attempts else 0 end
    where id = :id and taken = :who
""")
_QUEUE = text(f"""
    select kind, count(*) as number, sum(case when until >= {_NOW} then 1 else 0 end) as running,
        coalesce(max(case when until < {_NOW} and due <= {_NOW} then {_NOW} - due end), 0) as age
    from jobs group by kind
""")


class Pauses(NamedTuple):
    """Seconds before "your move" is sent, and between two for the same seat."""

    after: float
    every: float


class Job(msgspec.Struct, frozen=True):
    """A job that this process has taken."""

    id: int
    kind: Kind
    game: str
    side: str
    wanted: int
    """How often it was asked for; if that has risen when it is done, it is done again."""
    attempts: int
    urgency: int


class QueueLength(NamedTuple):
    """How many jobs of a kind there are, how many of them run, and how long the oldest has waited."""

    kind: str
    number: int
    running: int
    age: float


def add_jobs(connection: Connection, pauses: Pauses, games: Sequence[str] | None) -> None:
    """Add the jobs that games (None: all games) need now."""
    which = {"games": list(games or ()), "all": games is None}
    found = connection.execute(_ADD_THINKING, which).rowcount
    found += connection.execute(_ADD_NOTIFYING, {**which, **pauses._asdict()}).rowcount
    if games is None:
        connection.execute(_ADD_RECURRING)
    if found:
        for statement, values in announced(JobAdded()):
            connection.execute(statement, values)


class Jobs:
    """The queue, as one process uses it."""

    def __init__(self, engine: AsyncEngine, process: str, lease: float, each: int, gone: float) -> None:
        self._engine, self._process, self._lease = engine, process, lease
        self._limits = {"each": each, "gone": gone}

    async def take(self, kinds: Sequence[Kind]) -> Job | None:
        """Take the next job: waiting players first, addresses in turn, none with too many at once."""
        values = {"kinds": list(kinds), "who": self._process, "lease": self._lease, **self._limits}
        async with self._engine.begin() as connection:
            row = (await connection.execute(_TAKE, values)).first()
        return Job(*row) if row else None

    async def renew(self, ids: Sequence[int]) -> None:
        """Renew the leases of running jobs."""
        async with self._engine.begin() as connection:
            await connection.execute(_RENEW, {"ids": list(ids), "who": self._process, "lease": self._lease})

    async def finish(self, job: Job, again: float = 0.0) -> None:
        """Remove a job, or do it again after some seconds if it was asked for meanwhile."""
        mine = {"id": job.id, "who": self._process}
        async with self._engine.begin() as connection:
            if not (await connection.execute(_DONE, {**mine, "wanted": job.wanted})).rowcount:
                await connection.execute(_AGAIN, {**mine, "pause": again, "failed": False})

    async def put_back(self, job: Job, pause: float, *, failed: bool) -> None:
        """Do a job again after some seconds."""
        values = {"id": job.id, "who": self._process, "pause": pause, "failed": failed}
        async with self._engine.begin() as connection:
            await connection.execute(_AGAIN, values)


async def queue_lengths(engine: AsyncEngine) -> list[QueueLength]:
    """Return the length of the queue by kind."""
    async with engine.connect() as connection:
        rows = (await connection.execute(_QUEUE)).all()
    return [QueueLength(row.kind, int(row.number), int(row.running), float(row.age)) for row in rows]
