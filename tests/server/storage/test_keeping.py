"""Stored games survive restarts and eviction from memory."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import update

from grognard.server.settings import Limits, Settings, Smtp
from grognard.server.storage.models import games
from grognard.server.tables.registry import Tables
from tests.server.harness import Server, Table, until


def whole(table: Table) -> list[object]:
    return [table.now(side) for side in ("soviet", "us", "")] + [table.get("/log").json()]


def test_game_survives_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table(name="long")
        table.play_on(25)
        table.put("/notes", "us", text="attack at dawn")
        table.post("/chat", "us", text="hello")
        table.post("/request-undo", "soviet", to=4)
        before = whole(table)
    with Server(tmp_path) as server:
        again = table.on(server)
        assert whole(again) == before
        assert again.get("/notes", "us").json() == {"text": "attack at dawn"}
        assert [said["text"] for said in again.get("/chat").json()["said"]] == ["hello"]
        assert again.post("/request-undo", "us", answer=True).json()["number"] == 4
        assert again.play_on(5)["number"] == 9


def test_computer_continues_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table(players={"us": {"kind": "computer", "level": "greedy"}})
        server.tables.closing = True  # no computer thinks from now on
        table.give("end", "soviet", 0)
        table.give("end", "soviet", 1)
        assert table.now()["view"]["to_act"] == ["us"]
    with Server(tmp_path) as server:
        again = table.on(server)
        until(lambda: again.now()["view"]["to_act"] == ["soviet"])


def test_idle_games_are_evicted_and_reloaded(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(tables=3)) as server:
        tables = [server.table() for _ in range(6)]
        assert len(server.tables.in_memory) <= 3
        for table in tables:
            table.play_on(3)
        server.tables.evict()
        assert len(server.tables.in_memory) == 3 and tables[0].id not in server.tables.in_memory
        assert tables[0].now()["number"] == 3
        with server.live(tables[5].id) as live:
            live.hear("welcome")
            for sat_at in server.tables.in_memory.values():
                sat_at.touched -= 10_000
            server.tables.evict()
            assert list(server.tables.in_memory) == [tables[5].id]


def test_order_that_cannot_be_stored_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(tmp_path) as server:
        table = server.table()

        async def fail(*_: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(server.tables.writer, "_commit", fail)
        answer = table.give("move SA 0701", "soviet", 0)
        assert answer.status_code == 503 and "was not carried out" in answer.json()["error"]
        monkeypatch.undo()
        assert table.now("soviet")["number"] == 0
        assert table.give("move SA 0701", "soviet", 0).status_code == 200


def test_order_stored_by_another_program_first_is_stale(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        assert table.now()["number"] == 0
        row = (table.id, 1, "soviet", "move SA 0801-0701", "[]", 0, 0.0)
        with contextlib.closing(sqlite3.connect(tmp_path / "grognard.sqlite3")) as database:
            database.execute("insert into entries values (?, ?, ?, ?, ?, ?, ?)", row)
            database.commit()
        late = table.give("move SB 0707", "soviet", 0)
        assert late.status_code == 409 and late.json()["number"] == 1
        assert table.get("/log").json()["played"][0]["order"] == "move SA 0801-0701"


def test_game_of_other_rules_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        table.play_on(4)
        forget(server.tables, table)
        answer = table.get()
        assert answer.status_code == 410 and "cannot continue" in answer.json()["error"]


def forget(tables: Tables, table: Table) -> None:
    """Change the stored game so that it cannot be replayed."""
    import asyncio

    from grognard.server.storage.database import open_database

    async def spoil() -> None:
        engine = open_database(tables.settings.database_url)
        async with engine.begin() as connection:
            await connection.execute(update(games).where(games.c.id == table.id).values(scenario="sfo/gone"))
        await engine.dispose()

    asyncio.run(spoil())
    del tables.in_memory[table.id]


def test_health_reports_a_missing_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: object) -> int:
        raise OSError

    with Server(tmp_path) as server:
        monkeypatch.setattr("grognard.server.storage.games.count", gone)
        assert server.http.get("/health").status_code == 503


def test_default_settings(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    assert settings.database_url == f"sqlite+aiosqlite:///{tmp_path}/grognard.sqlite3"
    assert settings.only_local and settings.url == "http://localhost:8421"
    key = settings.key()
    assert len(key) == 64 and settings.key() == key
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0
    public = Settings(data=tmp_path, host="0.0.0.0", public_url="https://play.example/", smtp=Smtp(host="x"))
    assert public.url == "https://play.example" and public.secure and not public.only_local
    assert "play.example" in public.hosts and "https://play.example" in public.origins
    assert Settings(data=tmp_path, database="postgres://u@h/d").database_url == "postgresql+asyncpg://u@h/d"
    with pytest.raises(Exception, match="begins with"):
        _ = Settings(data=tmp_path, database="mysql://h/d").database_url
