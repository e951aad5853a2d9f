"""Limits hold for all servers together, and results of several servers do not overwrite each other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.http.rate_limits import RateLimits
from grognard.server.settings import Limits, Settings
from grognard.server.storage.database import migrate, open_database
from grognard.server.tables.matches.matches import settle
from tests.server.harness import Server
from tests.server.postgres import postgres
from tests.server.tables.test_matches import member, rated_game

SLOW = Limits(local=1.0, logins=0.001, new_games=0.001, compute=0.001, compute_burst=10.0)


@pytest.fixture(scope="module")
def empty() -> Iterator[str]:
    with postgres() as url:
        yield url


def test_logins_and_new_games_are_counted_together(empty: str, tmp_path: Path) -> None:

    options = {"database": empty, "limits": SLOW, "workers": 0}
    with Server(tmp_path, **options) as one, Server(tmp_path, **options) as two:
        both = [one.client(), two.client()]
        body = {"name": "Nobody", "password": "wrong horse"}
        logins = [both[n % 2].post("/api/login", json=body).status_code for n in range(14)]
        assert logins == [401] * 10 + [429] * 4
        games = [
            both[n % 2].post("/api/games", json={"scenario": "sfo/basic"}).status_code for n in range(14)
        ]
        assert games == [201] * 10 + [429] * 4


def test_computing_time_is_compared_with_other_servers(empty: str, tmp_path: Path) -> None:
    async def scene(engine: AsyncEngine) -> None:
        await migrate(engine)
        one, two = RateLimits(SLOW, engine), RateLimits(SLOW, engine)
        for each in (one, two):
            each.computing.of("192.0.2.7").charge(7.0)
            each.requests.of("192.0.2.7").charge(1.0)
            assert each.computing.of("192.0.2.7").debt() == 0.0
        await one.share()
        await two.share()
        assert two.computing.of("192.0.2.7").debt() > 0.0, "7 and 7 seconds are more than 10"
        assert one.computing.of("192.0.2.7").debt() == 0.0, "it has not heard of them yet"
        one.computing.of("192.0.2.7").charge(0.1)
        await one.share()
        assert one.computing.of("192.0.2.7").debt() > 0.0
        assert one.computing.of("192.0.2.8").debt() == 0.0
        assert two.requests.of("192.0.2.7").spent == 1.0, "little was used, so nobody was asked"

    async def run() -> None:
        engine = open_database(Settings(data=tmp_path, database=empty).database_url)
        try:
            await scene(engine)
        finally:
            await engine.dispose()

    asyncio.run(run())


def test_what_could_not_be_told_is_told_later(empty: str, tmp_path: Path) -> None:
    async def run() -> None:
        nowhere = open_database(Settings(data=tmp_path, database=f"{empty}-nowhere").database_url)
        limits = RateLimits(SLOW, nowhere)
        limits.computing.of("192.0.2.9").charge(7.0)
        with pytest.raises(OSError):
            await limits.share()
        assert limits.computing.of("192.0.2.9").spent == 7.0
        await nowhere.dispose()

    asyncio.run(run())


def test_results_rated_at_once_by_two_servers_all_count(servers: tuple[Server, Server]) -> None:
    ada, bob = member(servers[0], "Ada Rated"), member(servers[0], "Bob Rated")
    games = [rated_game(servers[0], ada, bob) for _ in range(6)]
    kept = [(server, list(server.tables.after_end)) for server in servers]
    for server in servers:
        server.tables.after_end.clear()
    try:
        for table in games:
            table.play_on(1)
            table.post("/resign", "soviet")

        async def rate(server: Server, ids: list[str]) -> None:
            await asyncio.gather(*(settle(server.tables, id_) for id_ in ids))

        halves = [[table.id for table in games[n::2]] for n in range(2)]
        threads = [
            threading.Thread(target=server.run, args=(rate(server, ids),))
            for server, ids in zip(servers, halves, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for server, listeners in kept:
            server.tables.after_end += listeners
    ratings = servers[1].client().get("/api/players/Bob Rated").json()["ratings"]
    assert ratings[0]["won"] == 6
