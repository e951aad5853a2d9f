"""Storage on SQLite and on a real PostgreSQL: migrations, the writer, no duplicates."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import func, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.play.record import Entry, Record
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage.database import alembic_config, migrate, newest, open_database, revision
from grognard.server.storage.games import Seat, StoredGame, UndoRequest
from grognard.server.storage.models import entries, games, metadata
from grognard.server.storage.writer import Lost, Writer
from tests.server.harness import Server
from tests.server.postgres import postgres


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    url: str = request.getfixturevalue("cluster")
    name = f"test{random.randrange(1 << 40)}"

    async def create() -> None:
        engine = open_database(Settings(data=tmp_path, database=url).database_url)
        async with engine.connect() as connection:
            bare = await connection.execution_options(isolation_level="AUTOCOMMIT")
            await bare.execute(text(f"create database {name}"))
        await engine.dispose()

    asyncio.run(create())
    return url.replace("/postgres?", f"/{name}?")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[AsyncEngine, Writer]]:
    engine = open_database(Settings(data=Path(), database=url).database_url)
    await migrate(engine)
    writer = Writer(engine)
    writer.start()
    try:
        yield engine, writer
    finally:
        await writer.stop()
        await engine.dispose()


def some_game(id_: str = "g1") -> StoredGame:
    record = Record(scenario="sfo/basic", options={"a": True}, seed="s", commitment="c", tags={"event": "x"})
    seats = {"us": Seat("us", "human", secret="h"), "soviet": Seat("soviet", "computer", "greedy")}
    return StoredGame(id=id_, record=record, chosen=False, name="name", seats=seats)


def do(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_migrations_create_the_tables(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, _):
            await migrate(engine)  # repeated migration changes nothing
            async with engine.connect() as connection:
                assert await connection.run_sync(revision) == newest()
                head = await connection.run_sync(lambda c: ScriptDirectory.from_config(alembic_config(c)))
                assert head.get_current_head() == newest()
                names = await connection.run_sync(lambda c: set(inspect(c).get_table_names()))
        assert names == {*metadata.tables, "alembic_version"}

    do(scene())


def test_migrations_match_the_models(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, _), engine.begin() as connection:
            await connection.run_sync(lambda c: command.check(alembic_config(c)))

    do(scene())


def test_migrations_can_be_downgraded(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, _), engine.begin() as connection:
            await connection.run_sync(lambda c: command.downgrade(alembic_config(c), "base"))
            names = await connection.run_sync(lambda c: set(inspect(c).get_table_names()))
        assert names == {"alembic_version"}

    do(scene())


def test_game_is_stored_completely(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, writer):
            assert await stored_games.load(engine, "g1") is None
            await writer.write(stored_games.create(some_game(), ("soviet",), over=False))
            entry = Entry("soviet", "attack 0506 SA", (4, 2), 1)
            await writer.write(stored_games.add("g1", 1, entry, ("us",), over=False, seen=0))
            await writer.write(stored_games.put_undo_request("g1", UndoRequest("us", 0, ("us",)), seen=1))
            await writer.write(stored_games.put_notify("g1", "us", "http://x", "a@b"))
            await writer.write(stored_games.put_notify("g1", "us", "http://y", ""))
            stored = await stored_games.load(engine, "g1")
            assert stored is not None
            assert stored.record.entries == [entry] and stored.record.options == {"a": True}
            assert (stored.record.seed, stored.record.commitment, stored.record.start) == ("s", "c", None)
            assert stored.record.tags == {"event": "x"} and stored.undo_request == UndoRequest(
                "us", 0, ("us",)
            )
            assert stored.seats["us"].webhook == "http://y" and stored.seats["us"].email == ""
            assert stored.seats["soviet"].is_computer and stored.seats["soviet"].level == "greedy"
            assert await stored_games.count(engine) == 1

    do(scene())


def test_order_cannot_be_stored_twice(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, writer):
            await writer.write(stored_games.create(some_game(), (), over=False))
            one = stored_games.add("g1", 1, Entry("us", "end"), (), over=False, seen=0)
            await writer.write(one)
            with pytest.raises((IntegrityError, Lost)):
                await writer.write(one)
            stored = await stored_games.load(engine, "g1")
            assert stored is not None and len(stored.record.entries) == 1

    do(scene())


def test_orders_share_a_commit_and_fail_separately(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, writer):
            for number in range(20):
                await writer.write(stored_games.create(some_game(f"g{number}"), (), over=False))
            before = writer.commits
            works = [
                stored_games.add(f"g{n}", 1, Entry("us", "end"), ("us",), over=False, seen=0)
                for n in range(20)
            ]
            await asyncio.gather(*(writer.write(work) for work in works))
            assert writer.commits - before <= 3
            again = [
                stored_games.add(f"g{n}", 2 if n else 1, Entry("us", "x"), (), over=True, seen=1)
                for n in range(5)
            ]
            done = await asyncio.gather(*(writer.write(work) for work in again), return_exceptions=True)
            assert [type(outcome) for outcome in done] == [IntegrityError] + [type(None)] * 4
            async with engine.connect() as connection:
                total = (await connection.execute(select(func.count()).select_from(entries))).scalar_one()
                rows = await connection.execute(
                    select(games.c.number).order_by(games.c.id).where(games.c.over)
                )
                assert total == 24 and [row.number for row in rows] == [2] * 4

    do(scene())


def test_undo_and_waiting_sides(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, writer):
            await writer.write(stored_games.create(some_game(), ("us",), over=False))
            assert await stored_games.computers_to_move(engine) == []
            for number in range(1, 5):
                await writer.write(
                    stored_games.add(
                        "g1", number, Entry("us", "end"), ("soviet",), over=False, seen=number - 1
                    )
                )
            assert await stored_games.computers_to_move(engine) == ["g1"]
            await writer.write(stored_games.cut("g1", 2, 1, ("us",), seen=4))
            stored = await stored_games.load(engine, "g1")
            assert stored is not None and len(stored.record.entries) == 2 and stored.undone == 1
            assert await stored_games.computers_to_move(engine) == []

    do(scene())


def test_pending_work_is_written_before_the_writer_stops(database: str) -> None:
    async def scene() -> None:
        async with opened(database) as (engine, writer):
            await writer.write(stored_games.create(some_game(), (), over=False))
            waiting = asyncio.create_task(
                writer.write(stored_games.add("g1", 1, Entry("us", "end"), (), over=False, seen=0))
            )
            await asyncio.sleep(0)
            await writer.stop()
            await waiting
            stored = await stored_games.load(engine, "g1")
            assert stored is not None and len(stored.record.entries) == 1
            with pytest.raises(RuntimeError):
                await writer.write([])

    do(scene())


def test_sqlite_commits_are_durable(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            opened(f"sqlite:///{tmp_path / 'x.sqlite3'}") as (engine, _),
            engine.connect() as connection,
        ):
            values = [
                (await connection.execute(text(f"pragma {name}"))).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert values == ["wal", 2, 1]

    do(scene())


def test_whole_games_are_played_and_resumed(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database=database) as server:
        tables = [server.table(players={"us": {"kind": "computer", "level": "random"}}) for _ in range(3)]
        players = [threading.Thread(target=table.on(server).play_on, args=(10_000,)) for table in tables]
        for player in players:
            player.start()
        for player in players:
            player.join()
        logs = [table.get("/log").json() for table in tables]
        assert all(table.now()["over"] for table in tables)
    with Server(tmp_path, database=database) as server:
        assert [table.on(server).get("/log").json() for table in tables] == logs
