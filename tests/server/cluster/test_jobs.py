"""Jobs in PostgreSQL: waiting players come first, and no job is lost with the process that does it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.play.record import Record
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage.database import migrate, open_database
from grognard.server.storage.games import Seat, StoredGame
from grognard.server.storage.jobs import Job, Jobs, Kind, queue_lengths
from grognard.server.storage.models import jobs as jobs_table
from grognard.server.storage.writer import Writer
from tests.server.harness import Server, Table, until

COMPUTER = {"us": {"kind": "computer", "level": "random"}}
BOTH = {side: {"kind": "computer", "level": "random"} for side in ("us", "soviet")}
Work = Callable[[AsyncEngine], Awaitable[None]]
THINK: tuple[Kind] = ("think",)


@pytest.fixture(scope="module")
def idle(database: str) -> str:
    """A database without servers, which would do the jobs."""

    async def make() -> None:
        engine = open_database(Settings(data=Path(), database=database).database_url)
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(text("create database idle"))
        await engine.dispose()

    asyncio.run(make())
    return database.replace("/postgres?", "/idle?")


def with_jobs(
    database: str, work: Callable[[AsyncEngine], Awaitable[None]], *rows: tuple[str, float]
) -> None:
    """Do something with a queue that has jobs of some clients, due some seconds ago."""

    async def scene() -> None:
        engine = open_database(Settings(data=Path(), database=database).database_url)
        await migrate(engine)
        try:
            async with engine.begin() as connection:
                await connection.execute(text("delete from jobs"))
                now = (await connection.execute(text("select extract(epoch from now())"))).scalar_one()
                for number, (client, age) in enumerate(rows):
                    new: dict[str, Any] = {
                        "kind": "think",
                        "game": f"{number:03}",
                        "side": "",
                        "client": client,
                    }
                    new |= {
                        "side": "",
                        "due": float(now) - age,
                        "wanted": 0,
                        "taken": "",
                        "until": 0,
                        "attempts": 0,
                    }
                    await connection.execute(insert(jobs_table), new)
            await work(engine)
        finally:
            await engine.dispose()

    asyncio.run(scene())


def jobs(engine: AsyncEngine, process: str = "p", lease: float = 60.0, each: int = 100) -> Jobs:
    return Jobs(engine, process, lease, each, gone=30.0)


async def taken(queue: Jobs, number: int) -> list[str]:
    found = [await queue.take(THINK) for _ in range(number)]
    return [job.game for job in found if job is not None]


BUSY = [("busy", 9.0 - n) for n in range(4)]


def test_addresses_take_turns(idle: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        assert await taken(jobs(engine), 6) == ["000", "004", "001", "002", "003"]

    with_jobs(idle, work, *BUSY, ("calm", 1.0))


def test_no_address_has_more_than_its_share(idle: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        assert await taken(jobs(engine, each=2), 6) == ["000", "004", "001"]

    with_jobs(idle, work, *BUSY, ("calm", 1.0))


def test_waiting_players_come_first(idle: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = Writer(engine)
        writer.start()
        for number, kind in enumerate(("computer", "human", "human")):
            seats = {"us": Seat("us", kind)}  # type: ignore[arg-type]
            record = Record(scenario="x", seed="s", commitment="c")
            stored = StoredGame(id=f"{number:03}", record=record, chosen=False, name="", seats=seats)
            await writer.write(stored_games.create(stored, (), over=False))
        await writer.stop()
        async with engine.begin() as connection:
            await connection.execute(
                text("insert into processes values ('s', 'server', extract(epoch from now()))")
            )
            await connection.execute(text("insert into presence values ('s', '002', 'us', 1)"))
        queue = jobs(engine)
        found = [await queue.take(THINK) for _ in range(3)]
        assert [(job.game, job.urgency) for job in found if job] == [("002", 0), ("001", 1), ("000", 2)]

    with_jobs(idle, work, ("a", 9.0), ("b", 8.0), ("c", 0.0))


def test_job_of_a_dead_process_is_done_by_another(idle: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        one, two = jobs(engine, "one", lease=0.3), jobs(engine, "two")
        first = await one.take(THINK)
        assert first
        await one.renew([first.id])
        second: Job | None = None
        while second is None:
            second = await two.take(THINK)
        assert (second.id, second.attempts) == (first.id, 2)
        await one.finish(first)  # it is too late, so this does nothing
        assert [found.number for found in await queue_lengths(engine)] == [1]
        await two.finish(second)
        assert await queue_lengths(engine) == []

    with_jobs(idle, work, ("a", 1.0))


def test_job_that_is_being_done_is_left_alone(idle: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        assert await jobs(engine, "one").take(THINK) and await jobs(engine, "two").take(THINK) is None

    with_jobs(idle, work, ("a", 1.0))


def test_job_wanted_again_meanwhile_is_done_again(idle: str) -> None:
    async def work(engine: AsyncEngine) -> None:
        queue = jobs(engine)
        first = await queue.take(THINK)
        async with engine.begin() as connection:
            await connection.execute(text("update jobs set wanted = wanted + 1"))
        assert first
        await queue.finish(first)
        second = await queue.take(THINK)
        assert second and (second.id, second.attempts) == (first.id, 1)

    with_jobs(idle, work, ("a", 1.0))


def test_computer_thinks_wherever_there_is_time(servers: tuple[Server, Server]) -> None:
    table = servers[0].table(players=COMPUTER)
    twin = table.on(servers[1])
    with servers[1].live(table.id) as watcher:
        watcher.hear("welcome")
        table.play_on(25)
        assert watcher.hear("thinking")["side"] == "us"
        assert watcher.hear("played")["number"] > 1
    until(lambda: "us" not in twin.now()["view"]["to_act"], 60)
    assert table.get("/log").json() == twin.get("/log").json()


def _over(table: Table) -> bool:
    return bool(table.now()["over"])


def test_games_of_computers_end(servers: tuple[Server, Server]) -> None:
    tables = [servers[n % 2].table(players=BOTH) for n in range(3)]
    for table in tables:
        until(partial(_over, table), 120)


def test_presence_and_chat_reach_the_other_server(servers: tuple[Server, Server]) -> None:
    table = servers[0].table()
    with servers[0].live(table.id, table.seats["us"]) as us:
        us.hear("welcome")
        with servers[1].live(table.id, table.seats["soviet"]) as soviet:
            soviet.hear("welcome")
            while not us.hear("presence")["players"]["soviet"]["present"]:
                pass
            until(lambda: table.on(servers[1]).now()["players"]["us"]["present"])
            soviet.ask("chat", text="hello")
            assert us.hear("chat")["text"] == "hello"
        while us.hear("presence")["players"]["soviet"]["present"]:
            pass


def test_notification_is_sent_once(idle: str, tmp_path: Path) -> None:
    received: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    hook = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    options: dict[str, Any] = {"database": idle, "private_webhooks": True, "notify_after": 0.1}
    with Server(tmp_path, **options) as one, Server(tmp_path, **options) as two:
        table = one.table()
        url = f"http://127.0.0.1:{hook.server_port}/"
        assert table.put("/notify", "us", webhook=url, email="").status_code == 200
        while "us" not in table.play_on(1)["view"]["to_act"]:
            pass
        until(lambda: received, 30)
        assert [(plain["game"], plain["side"]) for plain in received] == [(table.id, "us")]
        table.on(two).play_on(1)
        assert len(received) == 1
    hook.shutdown()
    hook.server_close()
