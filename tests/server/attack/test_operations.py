"""Operations: file permissions, damaged and newer databases, full disks, a database that is down."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from grognard.core.errors import GrognardError
from grognard.server.run import run, settings_from
from grognard.server.settings import Limits
from grognard.server.storage import writer
from tests.server.harness import Server, until


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_files_are_private(tmp_path: Path) -> None:
    data = tmp_path / "new"
    old = os.umask(0o022)
    try:
        with Server(data) as server:
            server.table()
            files = {path.name: mode(path) for path in data.iterdir()}
        assert mode(data) == 0o700
        assert {name for name in files if name.startswith("grognard.sqlite3")} >= {"grognard.sqlite3-wal"}
        assert set(files.values()) == {0o600}, files
    finally:
        os.umask(old)


def test_files_of_an_older_version_become_private(tmp_path: Path) -> None:
    file = tmp_path / "grognard.sqlite3"
    file.touch()
    file.chmod(0o644)
    with Server(tmp_path):
        assert mode(file) == 0o600


def start(data: Path, **options: Any) -> str:
    """Return the message with which a server refuses to start."""
    with pytest.raises(GrognardError) as error:
        run(settings_from({"data": str(data), "port": 0, **options}))
    return str(error.value)


def test_damaged_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "grognard.sqlite3").write_bytes(b"no database at all\n" * 500)
    assert "cannot use the database" in start(tmp_path) and "not a database" in start(tmp_path)


def test_truncated_database_is_reported(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.table()
    file = tmp_path / "grognard.sqlite3"
    file.write_bytes(file.read_bytes()[:5_000])
    assert "cannot use the database" in start(tmp_path)


def test_newer_database_is_reported(tmp_path: Path) -> None:
    with Server(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "grognard.sqlite3") as database:
        database.execute("update alembic_version set version_num = '9999'")
    database.close()
    message = start(tmp_path)
    assert "newer version of Grognard (9999" in message and "restore a backup" in message


def test_database_that_is_not_there_is_reported(tmp_path: Path) -> None:
    message = start(tmp_path, database="postgresql://me:secret@127.0.0.1:1/none")
    assert "cannot use the database" in message and "secret" not in message


def test_folder_that_cannot_be_used_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot use the database" in start(tmp_path / "file" / "data")


def full_disk(*_: object) -> None:
    raise OperationalError("insert", {}, sqlite3.OperationalError("database or disk is full"))


def test_full_disk_is_reported_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(tmp_path) as server:
        table, client = server.table(), server.client()
        assert client.get("/ready").status_code == 200 and client.get("/health").status_code == 200
        client.post("/api/accounts", json={"name": "Anna", "password": "correct horse"})
        monkeypatch.setattr(writer, "carry_out", full_disk)
        server.tables.readiness._checked = float("-inf")
        calls = [
            client.get("/ready"),
            client.get("/health"),
            client.post("/api/games", json={"scenario": "strike-force-one/basic"}),
            client.post("/api/accounts", json={"name": "Berta", "password": "correct horse"}),
            client.put("/api/account/seats", json={"game": table.id, "secret": table.seats["us"]}),
            table.give("move SA 0701", "soviet", 0),
            table.post("/chat", "us", text="hello"),
            table.put("/notes", "us", text="mine"),
            table.put("/notify", "us", webhook="https://example.org/x"),
            table.post("/claim", "us"),
            table.post("/request-undo", "us", to=0),
            table.post("/fork", "us", at=0),
        ]
        statuses = [answer.status_code for answer in calls]
        assert set(statuses) <= {503, 400}, statuses  # 400: no order to undo
        assert statuses.count(503) == 11 and all(answer.json()["error"] for answer in calls)
        monkeypatch.undo()
        assert client.get("/ready").status_code == 200
        assert table.give("move SA 0701", "soviet", 0).status_code == 200


def test_reads_fail_clearly_while_the_database_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(tmp_path) as server:
        table = server.table()
        server.tables.in_memory.clear()

        def down(*_: object, **__: object) -> Any:
            raise ConnectionRefusedError("refused")

        monkeypatch.setattr(server.tables.engine.sync_engine.pool, "connect", down)
        monkeypatch.setattr(type(server.tables.engine), "connect", down)
        for path in (f"/api/games/{table.id}", f"/api/games/{table.id}/chat", "/health"):
            answer = server.http.get(path)
            assert answer.status_code == 503 and "database" in answer.json()["error"]


def test_head_is_answered_like_get_without_a_body(server: Server) -> None:
    for path in ("/", "/health", "/api/catalogue", "/api/games/nosuchgame"):
        got, head = server.http.get(path), server.http.head(path)
        assert head.status_code == got.status_code and head.content == b""
        assert head.headers["content-type"] == got.headers["content-type"]


# -- requests that are never finished ------------------------------------------------------------------

QUICK = Limits(head_seconds=0.3, body_seconds=0.3, local=1.0, sockets=40, sockets_each=20)


def closed(connection: socket.socket) -> bool:
    connection.settimeout(0.001)
    try:
        while data := connection.recv(4096):
            assert data
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ",
        b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{",
    ],
    ids=["nothing", "head", "body"],
)
def test_unfinished_requests_are_closed(tmp_path: Path, sent: bytes) -> None:
    with Server(tmp_path, limits=QUICK) as server:
        held = []
        for _ in range(10):
            held.append(socket.create_connection(("127.0.0.1", server.port)))
            held[-1].sendall(sent)
        for connection in held:
            until(lambda connection=connection: closed(connection))
            connection.close()
        assert server.http.get("/health").status_code == 200


def test_head_of_a_request_is_bounded(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
        with pytest.raises(ConnectionError):
            for number in range(10_000):
                connection.sendall(b"x-%d: %s\r\n" % (number, b"y" * 1000))
        connection.close()


def test_address_has_a_maximum_of_connections(tmp_path: Path) -> None:
    limits = Limits(sockets_each=20, local=1.0)
    with Server(tmp_path, limits=limits) as server:
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
        until(lambda: sum(map(closed, held)) == 10)
        for connection in held:
            connection.close()
        assert until(lambda: _works(server))


def _works(server: Server) -> bool:
    import httpx

    try:
        return httpx.get(f"{server.url}/health", verify=False).status_code == 200
    except httpx.TransportError:
        return False


def test_slow_body_is_allowed_while_it_arrives_in_time(server: Server) -> None:
    async def send() -> bytes:
        reader, stream = await asyncio.open_connection("127.0.0.1", server.port)
        body = b'{"scenario": "strike-force-one/basic"}'
        stream.write(
            b"POST /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
            b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
        )
        for byte in body:
            stream.write(bytes([byte]))
            await stream.drain()
        answer = await reader.read()
        stream.close()
        return answer

    assert b" 201 " in asyncio.run(send()).split(b"\r\n")[0]
