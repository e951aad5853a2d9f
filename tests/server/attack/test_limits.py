"""Quotas, expiry, computing time, games that break the rules, and what is pending at a restart."""

from __future__ import annotations

import sqlite3
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from grognard.server.http.rate_limits import Bucket
from grognard.server.settings import Limits
from grognard.server.tables import loading
from tests.server.harness import BASIC, Server, until


def sql(data: Path, statement: str, *values: object) -> list[Any]:
    database = sqlite3.connect(data / "grognard.sqlite3")
    try:
        with database:
            return database.execute(statement, values).fetchall()
    finally:
        database.close()


def test_games_per_address_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(games_each=3, local=1.0)) as server:
        statuses = [server.http.post("/api/games", json={"scenario": BASIC}).status_code for _ in range(5)]
        assert statuses == [201] * 3 + [429] * 2
        (client,) = {row[0] for row in sql(tmp_path, "select client from games")}
        assert len(client) == 64 and "127" not in client[:3], "a hash, not the address"


def test_bytes_per_address_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(bytes_each=2_500, local=1.0)) as server:
        statuses = [server.http.post("/api/games", json={"scenario": BASIC}).status_code for _ in range(4)]
        assert statuses == [201] * 2 + [429] * 2


def test_chat_of_a_game_is_bounded(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(messages=3)) as server:
        table = server.table()
        statuses = [table.post("/chat", "us", text="x" * 2_000).status_code for _ in range(5)]
        assert statuses == [200] * 3 + [403] * 2


def test_old_games_expire_on_servers_that_others_can_reach(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        new, played, fresh = server.table(), server.table(), server.table()
        played.give("end", "soviet", 0)
        new.post("/chat", "us", text="hello")
        month = time.time() - 30 * 86_400
        sql(tmp_path, "update games set updated = ? where id != ?", month, fresh.id)
    with Server(tmp_path) as server:  # for one computer: nothing expires
        assert new.on(server).get().status_code == 200
    with Server(tmp_path, public_url="https://play.example") as server:
        until(lambda: sql(tmp_path, "select count(*) from games") == [(2,)])  # one in use would be left alone
        assert new.on(server).get().status_code == 404
        assert played.on(server).get().status_code == 200
        assert fresh.on(server).get().status_code == 200
    assert sql(tmp_path, "select count(*) from messages") == [(0,)]
    sql(tmp_path, "update games set updated = ? where id = ?", month - 365 * 86_400, played.id)
    with Server(tmp_path, public_url="https://play.example") as server:
        until(lambda: sql(tmp_path, "select count(*) from games") == [(1,)])
        assert played.on(server).get().status_code == 404


def test_computing_time_is_charged() -> None:
    bucket = Bucket(rate=1.0, burst=2.0)
    bucket.charge(1.5)
    assert bucket.debt() == 0.0
    bucket.charge(3.0)
    assert 1.5 < bucket.debt() <= 2.0, "the debt is at most the burst"


def test_expensive_questions_are_limited_by_their_cost(tmp_path: Path) -> None:
    limits = Limits(compute=0.001, compute_burst=0.02, local=1.0)
    with Server(tmp_path, limits=limits) as server:
        table = server.table()
        statuses = []
        for _ in range(200):
            statuses.append(
                table.post("/ask", "soviet", what="overlay", name="threat", side="us").status_code
            )
            if statuses[-1] == 429:
                break
        assert statuses[-1] == 429 and 200 in statuses
        answer = table.get()
        assert answer.status_code == 429 and "computing time" in answer.json()["error"]
        assert server.http.get("/health").status_code == 200, "cheap calls are still answered"


def test_game_that_breaks_the_rules_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(tmp_path, admins=("Boss",)) as server:
        boss = server.client()
        boss.post("/api/accounts", json={"name": "Boss", "password": "correct horse"})
        bad, good = server.table(), server.table()
        broken = server.tables.in_memory[bad.id].stored.record.seed
        resume = loading.resume

        def fail(record: Any, number: int | None = None) -> Any:
            if record.seed == broken:
                raise ZeroDivisionError
            return resume(record, number)

        monkeypatch.setattr(loading, "resume", fail)
        for _ in range(loading.MAX_ATTEMPTS):
            server.tables.in_memory.clear()
            answer = bad.get()
            assert answer.status_code == 410 and "damaged" in answer.json()["error"]
        monkeypatch.undo()
        answer = bad.get()
        assert answer.status_code == 410 and "set aside: the rules fail in it" in answer.json()["error"]
        assert good.get().status_code == 200
        (found,) = boss.get("/api/admin").json()["broken"]
        assert found["game"] == bad.id
        assert boss.post(f"/api/admin/games/{bad.id}/retry").json()["broken"] == []
        assert bad.get().status_code == 200


def test_game_that_stops_the_server_is_not_continued_for_ever(tmp_path: Path) -> None:
    computer = {"soviet": {"kind": "computer", "level": "random"}}
    with Server(tmp_path, workers=0) as server:
        bad, good = server.table(players=computer), server.table(players=computer)
    sql(tmp_path, "update games set attempts = ? where id = ?", loading.MAX_ATTEMPTS, bad.id)
    with Server(tmp_path) as server:
        until(lambda: good.on(server).now()["number"] > 0, wait=60)
        answer = bad.on(server).get()
        assert answer.status_code == 410 and "set aside: the server stopped" in answer.json()["error"]


def test_pending_notifications_survive_a_restart(tmp_path: Path) -> None:
    heard: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.path)
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    hook = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=hook.serve_forever)
    thread.start()
    try:
        with Server(tmp_path, notify_after=600.0, private_webhooks=True) as server:
            table = server.table()
            table.put("/notify", "us", webhook=f"http://127.0.0.1:{hook.server_port}/moves")
            table.give("end", "soviet", 0)
            table.give("end", "soviet", 1)
        with Server(tmp_path, notify_after=0.05, private_webhooks=True):
            until(lambda: heard)
        with Server(tmp_path, notify_after=0.05, private_webhooks=True):
            time.sleep(0.5)
        assert heard == ["/moves"], "told once"
    finally:
        hook.shutdown()
        thread.join()
        hook.server_close()
