""" "Your move" by webhook and email to absent players, not too often and not to private addresses."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from grognard.server.people.mail import Unreachable
from grognard.server.settings import Smtp
from grognard.server.tables import notifications
from grognard.server.tables.notifications import post
from tests.server.harness import Server, Table, until


class Hook:
    """A web server that records requests."""

    def __init__(self) -> None:
        heard: list[dict[str, Any]] = []
        failures = self.failures = [0]

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if failures[0]:
                    failures[0] -= 1
                    self.send_response(500)
                else:
                    heard.append({**json.loads(body), "host": self.headers["host"]})
                    self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.heard = heard
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}/moves"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    yield hook
    hook.close()


def test_webhook_notifies_absent_player(tmp_path: Path, hook: Hook) -> None:
    with Server(tmp_path, notify_after=0.0, private_webhooks=True) as server:
        table = server.table(name="Friday")
        assert table.put("/notify", "us", webhook=hook.url).status_code == 200
        table.give("end", "soviet", 0)
        table.give("end", "soviet", 1)
        (told,) = until(lambda: hook.heard)
        assert told["event"] == "your-move" and told["game"] == table.id and told["side"] == "us"
        assert told["name"] == "Friday" and told["url"].endswith(f"/games/{table.id}") and told["asked"]
        assert told["host"].startswith("localhost:")
        assert not any(secret in json.dumps(told) for secret in table.seats.values())
        play_a_round(table)
        time.sleep(0.2)
        assert len(hook.heard) == 1, "at most one notice in ten minutes"


def play_a_round(table: Table) -> None:
    """Play until it is the US player's move again."""
    for side in ("us", "us", "soviet", "soviet"):
        assert table.give("end", side).status_code == 200


def test_present_player_is_not_notified(tmp_path: Path, hook: Hook) -> None:
    with Server(tmp_path, notify_after=0.05, notify_every=0.0, private_webhooks=True) as server:
        table = server.table()
        table.put("/notify", "us", webhook=hook.url)
        with server.live(table.id, table.seats["us"]) as live:
            live.hear("welcome")
            table.give("end", "soviet", 0)
            table.give("end", "soviet", 1)
            time.sleep(0.3)
        assert hook.heard == []
        play_a_round(table)
        until(lambda: hook.heard)


def test_player_who_has_moved_is_not_notified(tmp_path: Path, hook: Hook) -> None:
    with Server(tmp_path, notify_after=0.3, private_webhooks=True) as server:
        table = server.table()
        table.put("/notify", "us", webhook=hook.url)
        for side in ("soviet", "soviet", "us", "us"):
            table.give("end", side)
        time.sleep(0.6)
        assert hook.heard == []


def test_invalid_addresses_are_refused(table: Table) -> None:
    for webhook in (
        "ftp://x/y",
        "nonsense",
        "http://",
        "http://[x/",
        "javascript:alert(1)",
        "http://x:99999/",
        "http://ä/",
    ):
        assert table.put("/notify", "us", webhook=webhook).status_code == 400
    assert "does not send email" in table.put("/notify", "us", email="a@b.org").json()["error"]
    assert table.put("/notify", webhook="https://example.org/").status_code == 403
    assert table.put("/notify", "us", webhook="https://example.org/").status_code == 200
    assert table.put("/notify", "us").status_code == 200


def test_only_a_seat_can_read_its_addresses(tmp_path: Path) -> None:
    hook = "https://example.org/moves?key=secret"
    with Server(tmp_path) as server:
        table = server.table()
        assert table.get("/notify", "us").json() == {
            "webhook": "",
            "email": "",
            "mail": False,
            "confirmed": False,
        }
        table.put("/notify", "us", webhook=hook)
    with Server(tmp_path, smtp=Smtp(host="localhost")) as server:  # saved, and loaded after a restart
        table.http = server.http
        assert table.get("/notify", "us").json() == {
            "webhook": hook,
            "email": "",
            "mail": True,
            "confirmed": False,
        }
        assert table.get("/notify", "soviet").json()["webhook"] == ""
        assert table.get("/notify").status_code == 403
        table.put("/notify", "us", email="anna@example.org")
        found = table.get("/notify", "us").json()
        assert found == {"webhook": "", "email": "anna@example.org", "mail": True, "confirmed": False}


@pytest.mark.parametrize("email", ["no", "a@b@c", "a b@c", "a@b\nBcc: x@y", "<a@b>"])
def test_invalid_email_addresses_are_refused(tmp_path: Path, email: str) -> None:
    from grognard.core.errors import GrognardError
    from grognard.server.schema import Notify
    from grognard.server.settings import Settings

    with pytest.raises(GrognardError, match="invalid email address"):
        notifications.check_address(Settings(data=tmp_path, smtp=Smtp(host="x")), Notify(email=email))


def test_private_addresses_are_refused(hook: Hook) -> None:
    with pytest.raises(Unreachable, match="private"):
        asyncio.run(post(hook.url, {}, private=False))
    assert hook.heard == []


def test_failing_webhook_is_retried(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "_TRIES", (0.0, 0.0, 0.0))
    hook.failures[0] = 2
    asyncio.run(post(hook.url, {"a": 1}, private=True))
    assert len(hook.heard) == 1
    hook.failures[0] = 3
    with pytest.raises(Unreachable, match="does not answer"):
        asyncio.run(post(hook.url, {"a": 1}, private=True))
    with pytest.raises(Unreachable, match="unknown webhook host"):
        asyncio.run(post("http://no-such-host.invalid/", {}, private=True))


class Flood:
    """A web server that sends its chunks again and again, until the client disconnects."""

    def __init__(self, head: bytes, chunk: bytes, pause: float = 0.0) -> None:
        self.sent = 0
        self._head, self._chunk, self._pause = head, chunk, pause
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            connection.recv(65536)
            try:
                connection.sendall(self._head)
                while self.sent < 64 * 1024 * 1024:
                    connection.sendall(self._chunk)
                    self.sent += len(self._chunk)
                    time.sleep(self._pause)
            except OSError:
                return

    def close(self) -> None:
        self._thread.join(10)
        self._listener.close()
        assert not self._thread.is_alive(), "the client never disconnected"


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_webhook_answer_is_not_read(encoding: str) -> None:
    bomb = gzip.compress(bytes(1024 * 1024)) if encoding == "gzip" else bytes(64 * 1024)
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: {encoding}\r\ncontent-length: 999999999\r\n\r\n"
    flood = Flood(head.encode(), bomb)
    asyncio.run(post(flood.url, {}, private=True))
    flood.close()
    assert flood.sent < 16 * 1024 * 1024, "no more than the buffers of the sockets hold"


def test_slow_webhook_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "_TIMEOUT", 0.3)
    monkeypatch.setattr(notifications, "_TRIES", (0.0,))
    flood = Flood(b"HTTP/1.1 200 OK\r\n", b"x: y\r\n", pause=0.05)
    began = time.monotonic()
    with pytest.raises(Unreachable, match="does not answer"):
        asyncio.run(post(flood.url, {}, private=True))
    assert time.monotonic() - began < 3
    flood.close()
