"""Presence: which processes are alive, and how many clients are connected to each (on PostgreSQL)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.storage.announcements import Presence, announced
from grognard.server.storage.writer import Step

GONE = 30.0
"""Seconds without a sign of life after which a process counts as gone."""
_NOW = "cast(extract(epoch from clock_timestamp()) as double precision)"
_ALIVE = text(f"""
    insert into processes (id, kind, seen) values (:id, :kind, {_NOW})
    on conflict (id) do update set seen = excluded.seen
""")
_FORGET_PRESENCE = text(f"""
    delete from presence where process not in (select id from processes where seen > {_NOW} - :gone)
    returning game
""")
_FORGET = text(f"delete from processes where seen < {_NOW} - :gone")
_LEAVE = text("delete from presence where process = :id")
_RELEASE = text("update jobs set taken = '', until = 0, attempts = 0 where taken = :id")
_LEFT = text("delete from processes where id = :id")
_CLEAR = text("delete from presence where process = :process and game = :game")
_PUT = text("insert into presence (process, game, side, number) values (:process, :game, :side, :number)")
_ELSEWHERE = text(f"""
    select p.side, sum(p.number) as number from presence p join processes o on o.id = p.process
    where p.game = :game and p.process <> :process and o.seen > {_NOW} - :gone group by p.side
""")
_PROCESSES = text(f"""
    select kind, count(*) as number from processes where seen > {_NOW} - :gone group by kind
""")


async def record_life(engine: AsyncEngine, process: str, kind: str) -> None:
    """Record that a process is alive, and forget dead ones."""
    async with engine.begin() as connection:
        await connection.execute(_ALIVE, {"id": process, "kind": kind})
        left = (await connection.execute(_FORGET_PRESENCE, {"gone": GONE})).all()
        await connection.execute(_FORGET, {"gone": GONE})
        for game in {row.game for row in left}:
            for statement, values in announced(Presence(game)):
                await connection.execute(statement, values)


def leave(process: str) -> list[Step]:
    """Return the steps that forget a process which ends, and leave its jobs to others."""
    return [(statement, {"id": process}) for statement in (_LEAVE, _RELEASE, _LEFT)]


def put(process: str, game: str, sides: Mapping[str, int]) -> list[Step]:
    """Return the steps that store how many clients of a game are connected to a process, by side."""
    rows = [{"process": process, "game": game, "side": side, "number": n} for side, n in sides.items()]
    return [(_CLEAR, {"process": process, "game": game}), (_PUT, rows), *announced(Presence(game))]


async def elsewhere(engine: AsyncEngine, process: str, game: str) -> dict[str, int]:
    """Return how many clients of a game are connected to other processes, by side."""
    async with engine.connect() as connection:
        values = {"process": process, "game": game, "gone": GONE}
        rows = (await connection.execute(_ELSEWHERE, values)).all()
    return {row.side: int(row.number) for row in rows}


async def processes(engine: AsyncEngine) -> dict[str, int]:
    """Return the number of live processes by kind."""
    async with engine.connect() as connection:
        return {row.kind: int(row.number) for row in await connection.execute(_PROCESSES, {"gone": GONE})}
