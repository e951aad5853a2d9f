"""Upgrades of databases that earlier versions filled; backup and restore as the documentation says."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Boolean, MetaData, create_engine, delete, insert, select

from grognard.server.settings import Settings
from grognard.server.storage.database import alembic_config, newest, open_database
from tests.server.harness import Server, Table, until
from tests.server.postgres import postgres, programs
from tests.server.processes import Process

FIXTURES = Path(__file__).parents[2] / "fixtures" / "databases"
VERSIONS = sorted(path.stem[1:] for path in FIXTURES.glob("v*.sql"))


@pytest.fixture
def cluster() -> Iterator[str]:
    with postgres() as url:
        yield url


def facts(version: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIXTURES / f"v{version}.json").read_text())
    return found


def sqlite_of(version: str, path: Path) -> None:
    database = sqlite3.connect(path)
    database.executescript((FIXTURES / f"v{version}.sql").read_text(encoding="utf-8"))
    database.close()


def test_previous_version_has_a_database() -> None:
    assert VERSIONS and int(VERSIONS[-1]) == int(newest()) - 1, "add a database filled by the last release"


@pytest.mark.parametrize("version", VERSIONS)
def test_sqlite_is_upgraded(tmp_path: Path, version: str) -> None:
    sqlite_of(version, tmp_path / "grognard.sqlite3")
    with Server(tmp_path) as server:
        check(server, facts(version))


@pytest.mark.parametrize("version", VERSIONS)
def test_postgresql_is_upgraded(tmp_path: Path, version: str, cluster: str) -> None:
    sqlite_of(version, tmp_path / "old.sqlite3")
    asyncio.run(copy_to(cluster, version, tmp_path / "old.sqlite3"))
    with Server(tmp_path, database=cluster) as server:
        check(server, facts(version))


async def copy_to(url: str, version: str, path: Path) -> None:
    """Create the tables of a version in PostgreSQL, and copy the rows of a SQLite file into them."""
    engine = open_database(Settings(data=path.parent, database=url).database_url)
    old, tables = create_engine(f"sqlite:///{path}"), MetaData()
    async with engine.begin() as connection:
        await connection.run_sync(lambda c: command.upgrade(alembic_config(c), version))
        await connection.run_sync(tables.reflect)
        for table in tables.sorted_tables:
            if table.name == "alembic_version":
                continue
            with old.connect() as source:
                found = MetaData()
                found.reflect(source, only=[table.name])
                rows = [dict(row._mapping) for row in source.execute(select(found.tables[table.name]))]
            flags = [column.name for column in table.columns if isinstance(column.type, Boolean)]
            for row in rows:
                row.update({name: bool(row[name]) for name in flags})
            await connection.execute(delete(table))  # what a migration put there
            if rows:
                await connection.execute(insert(table), rows)
    old.dispose()
    await engine.dispose()


def check(server: Server, known: dict[str, Any]) -> None:
    """Use everything that the earlier version stored."""
    table = Table.__new__(Table)
    table.server, table.http, table.id = server, server.client(), known["game"]
    table.seats = {"soviet": known["soviet"], "us": known["us"]}
    assert [played["order"] for played in table.get("/log").json()["played"]] == known["log"]
    assert table.get("/chat").json()["said"][0]["text"] == "hello"
    assert table.get("/notes", "us").json()["text"] == "my plan"
    assert table.get("/notify", "us").json()["webhook"] == "https://example.org/moves"
    now = table.play_on(3)
    assert now["number"] == known["number"] + 3 or now["over"]
    said = {"name": known["name"], "password": known["password"]}
    games = server.client().post("/api/login", json=said).json()["games"]
    assert [game["game"] for game in games] == [known["game"]]
    assert table.http.get(f"/api/games/{known['done']}").json()["over"] is True
    assert table.http.get(f"/api/games/{known['pincher']}").status_code == 200
    against = table.http.get(f"/api/games/{known['computer']}")
    assert against.status_code == 200


# -- backup and restore ----------------------------------------------------------------------------------


def commands(what: str) -> list[str]:
    """Return the blocks of commands in the documentation that contain a word."""
    text = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
    return [block for block in re.findall(r"```sh\n(.*?)```", text, re.S) if what in block]


def carry_out(block: str, data: Path, backup: Path, **more: str) -> None:
    script = block.replace("/var/lib/grognard", str(data)).replace("/backup", str(backup))
    path = f"{programs()}:{os.environ['PATH']}"
    subprocess.run(["sh", "-ec", script], check=True, env={**os.environ, "PATH": path, **more})


def test_sqlite_is_restored_after_a_crash(tmp_path: Path) -> None:
    """What was played after the backup, and is still in the old -wal file, must not come back."""
    data, backup = tmp_path / "data", tmp_path / "backup"
    backup.mkdir()
    (save,), (restore,) = commands(".backup"), commands("-wal")
    with Process(data) as server:
        server.wait()
        import httpx

        def give(order: str, number: int) -> None:
            said = {"order": order, "expect": number}
            headers = {"authorization": f"Bearer {made['seats']['soviet']}"}
            answer = httpx.post(
                f"{server.url}/api/games/{made['game']}/orders", json=said, headers=headers, verify=False
            )
            assert answer.status_code == 200, answer.text

        wanted = {"scenario": "strike-force-one/basic"}
        made = httpx.post(f"{server.url}/api/games", json=wanted, verify=False).json()
        give("move SA 0701", 0)
        carry_out(save, data, backup)
        give("move SB 0707", 1)
        server.end(signal.SIGKILL)
        assert (data / "grognard.sqlite3-wal").stat().st_size > 0
        carry_out(restore, data, backup)
        server.start()
        server.wait()
        log = httpx.get(f"{server.url}/api/games/{made['game']}/log", verify=False).json()["played"]
        assert [played["order"] for played in log] == ["move SA 0801-0701"]
        give("move SB 0707", 1)
        server.end(signal.SIGTERM)


def test_postgresql_is_restored(tmp_path: Path) -> None:
    (save,), (restore,) = commands("pg_dump"), commands("pg_restore")
    with postgres() as url:
        with Server(tmp_path, database=url) as server:
            table = server.table()
            table.give("move SA 0701", "soviet", 0)
            carry_out(save, tmp_path, tmp_path, DATABASE=url)
            table.give("move SB 0707", "soviet", 1)
        carry_out(restore, tmp_path, tmp_path, DATABASE=url)
        with Server(tmp_path, database=url) as server:
            again = table.on(server)
            assert again.now()["number"] == 1
            assert again.give("move SB 0707", "soviet", 1).status_code == 200
            until(lambda: again.now()["number"] == 2)
