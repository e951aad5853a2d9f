"""One server process per database: a second one is refused, and the lock of a dead one does not remain."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from grognard.core.errors import GrognardError
from grognard.server.run import run
from grognard.server.settings import Settings
from grognard.server.storage import ownership
from grognard.server.storage.database import open_database
from grognard.server.storage.ownership import InUse, Ownership
from tests.server.harness import Server
from tests.server.postgres import postgres


@pytest.fixture(scope="module")
def pg() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "_PAUSE", 0.05)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("pg")


def claim(settings: Settings) -> None:
    async def work() -> None:
        engine = open_database(settings.database_url)
        owner = Ownership(engine)
        try:
            await owner.claim()
        finally:
            await owner.release()
            await engine.dispose()

    asyncio.run(work())


def test_second_server_is_refused(tmp_path: Path, database: str) -> None:
    settings = Settings(data=tmp_path, database=database, port=0)
    with Server(tmp_path, database=database) as server:
        table = server.table()
        with pytest.raises(InUse, match="another Grognard server is using this database; stop it"):
            claim(settings)
        with pytest.raises(GrognardError, match="another Grognard server"):
            run(settings)
        assert table.give("move SA 0701", "soviet", 0).status_code == 200
    claim(settings)


def test_lock_of_killed_process_is_free(tmp_path: Path, database: str) -> None:
    settings = Settings(data=tmp_path, database=database)
    program = (
        "import asyncio, sys\n"
        "from grognard.server.storage.database import open_database\n"
        "from grognard.server.storage.ownership import Ownership\n"
        "async def work():\n"
        "    owner = Ownership(open_database(sys.argv[1]))\n"
        "    await owner.claim()\n"
        "    print('claimed', flush=True)\n"
        "    await asyncio.sleep(100)\n"
        "asyncio.run(work())\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program, settings.database_url], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"claimed\n"
    with pytest.raises(InUse):
        claim(settings)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    claim(settings)


def test_lost_lock_stops_writes(tmp_path: Path, pg: str) -> None:
    """While another process owns the database, orders are refused; afterwards games are loaded again."""
    with Server(tmp_path, database=pg) as server:
        table = server.table()
        assert table.give("move SA 0701", "soviet", 0).status_code == 200

        async def take_over() -> None:
            engine = open_database(Settings(data=tmp_path, database=pg).database_url)
            other = Ownership(engine)
            async with engine.begin() as connection:
                await connection.execute(
                    text("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'")
                )
            await other.claim()
            answer = await asyncio.to_thread(table.give, "move SB 0707", "soviet", 1)
            assert answer.status_code == 503, answer.text
            await other.release()
            await engine.dispose()

        asyncio.run(take_over())
        assert table.now()["number"] == 1
        assert table.give("move SB 0707", "soviet", 1).status_code == 200
