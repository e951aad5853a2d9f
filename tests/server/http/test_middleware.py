"""Host names, origins, sizes, rate limits, security headers and the log."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from grognard.server.http.rate_limits import Bucket, ClientBuckets, client_of
from grognard.server.settings import Limits
from tests.server.harness import Live, Server, Table


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "10.0.0.1"]
)
def test_foreign_host_is_refused(server: Server, table: Table, host: str) -> None:
    for path in ("/", "/health", f"/api/games/{table.id}"):
        assert server.http.get(path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8421", "127.0.0.1:1", "[::1]:8421", "[::1]"])
def test_local_hosts_are_allowed(server: Server, host: str) -> None:
    assert server.http.get("/health", headers={"host": host}).status_code == 200


def test_public_server_allows_addresses_and_its_public_name(tmp_path: Path) -> None:
    with Server(tmp_path, host="0.0.0.0", public_url="https://play.example") as server:
        client = server.http
        for host in ("play.example", "192.168.1.5:8421", "[fd00::1]:8421", "localhost"):
            assert client.get("/health", headers={"host": host}).status_code == 200
        assert client.get("/health", headers={"host": "evil.example"}).status_code == 421
        answer = client.get("/health")
        assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:5173"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_requests_from_other_origins_are_refused(
    server: Server, table: Table, headers: dict[str, str]
) -> None:
    said = {"order": "move SA 0701", "expect": 0}
    seat = table.headers("soviet")
    call = f"/api/games/{table.id}/orders"
    assert server.http.post(call, json=said, headers={**seat, **headers}).status_code == 403
    assert server.http.get("/api/catalogue", headers=headers).status_code == 403
    assert table.now()["number"] == 0


def test_requests_from_the_same_origin_are_allowed(server: Server, table: Table) -> None:
    headers = {**table.headers("soviet"), "origin": server.url, "sec-fetch-site": "same-origin"}
    said = {"order": "move SA 0701", "expect": 0}
    assert server.http.post(f"/api/games/{table.id}/orders", json=said, headers=headers).status_code == 200


def test_origin_of_a_development_client_can_be_allowed(tmp_path: Path) -> None:
    with Server(tmp_path, allowed_origins=("http://localhost:5173",)) as server:
        fine = {"origin": "http://localhost:5173", "sec-fetch-site": "same-site"}
        assert server.http.get("/api/catalogue", headers=fine).status_code == 200


def test_links_from_other_pages_are_allowed(server: Server) -> None:
    assert server.http.get("/games/abc", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_websockets_from_other_origins_are_refused(server: Server, table: Table, origin: str) -> None:
    url = f"ws://127.0.0.1:{server.port}/api/games/{table.id}/live"
    with pytest.raises(InvalidStatus, match="403"):
        connect(url, additional_headers={"origin": origin})
    with pytest.raises(InvalidStatus, match="403"):
        connect(url, additional_headers={"host": "evil.example"})


def test_security_headers(server: Server, table: Table) -> None:
    for path in ("/", "/health", "/api/catalogue", "/api/none", f"/api/games/{table.id}"):
        headers = server.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert server.http.get(f"/api/games/{table.id}").headers["cache-control"] == "no-store"


def test_large_requests_are_refused(server: Server, table: Table) -> None:
    answer = table.post("/orders", "soviet", order="x" * 100_000, expect=0)
    assert answer.status_code == 413 and answer.json()["error"]

    def pieces() -> object:
        yield b'{"order": "'
        for _ in range(100):
            yield b"x" * 1000
        yield b'", "expect": 0}'

    call = f"/api/games/{table.id}/orders"
    headers = {**table.headers("soviet"), "content-type": "application/json"}
    answer = server.http.post(call, content=pieces(), headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "application/json"),
        (b"nonsense", "application/json"),
        (b"[" * 20_000, "application/json"),
        (b"\xff", "application/json"),
        (b"null", "application/json"),
        (b"order=end", "application/x-www-form-urlencoded"),
    ],
    ids=["empty", "nonsense", "deep", "no text", "null", "form"],
)
def test_malformed_requests_are_refused(server: Server, table: Table, content: bytes, kind: str) -> None:
    headers = {**table.headers("soviet"), "content-type": kind}
    for call in ("orders", "ask", "undo", "request-undo", "chat"):
        answer = server.http.post(f"/api/games/{table.id}/{call}", content=content, headers=headers)
        assert answer.status_code in (400, 415) and answer.json()["error"]
    assert table.now()["number"] == 0


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(requests=1, burst=5, local=1)) as server:
        statuses = [server.http.get("/health").status_code for _ in range(8)]
        assert statuses[:4] == [200] * 4 and statuses[-1] == 429
        assert server.http.get("/health").headers["retry-after"] == "1"


def test_too_many_new_games_are_refused(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(new_games=0.01, local=1)) as server:
        wanted = {"scenario": "strike-force-one/basic"}
        statuses = [server.http.post("/api/games", json=wanted).status_code for _ in range(11)]
        assert statuses == [201] * 10 + [429]


def test_too_many_websockets_are_refused(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(connections=2, local=1)) as server:
        table = server.table()
        with server.live(table.id) as one, server.live(table.id) as two:
            assert one.next() and two.next()
            with connect(f"ws://127.0.0.1:{server.port}/api/games/{table.id}/live") as three:
                assert Live(three).next() == {"type": "error", "error": "too many connections"}
        with server.live(table.id) as again:
            assert again.next()["type"] == "welcome"


def test_buckets_refill() -> None:
    bucket = Bucket(rate=1000.0, burst=2)
    assert bucket.take() == 0.0 and bucket.take() == 0.0
    assert 0.0 < bucket.take() <= 0.003
    buckets = ClientBuckets("requests", 1, 1, local=100)
    assert buckets.of("127.0.0.1").burst == 100 and buckets.of("10.0.0.1").burst == 1
    assert buckets.of("10.0.0.1") is buckets.of("10.0.0.1")


def test_ipv6_network_counts_as_one_client() -> None:
    def scope(host: str) -> object:
        return {"client": (host, 1)}

    assert client_of(scope("2001:db8::1")) == client_of(scope("2001:db8::2"))  # type: ignore[arg-type]
    assert client_of(scope("2001:db8::1")) != client_of(scope("2001:db8:1::1"))  # type: ignore[arg-type]
    assert client_of({}) == ""  # type: ignore[arg-type]


def test_log_contains_no_secrets(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="grognard"):
        table = server.table()
        table.give("move SA 0101", "soviet", 0)
        table.give("move SA 0701", "soviet", 9)
        table.give("move SA 0701", "soviet", 0)
        server.http.get(f"/api/games/{table.id}?seat={table.seats['us']}")
        server.http.post("/api/login", json={"name": "anna", "password": "hunter2hunter2"})
        with server.live(table.id, table.seats["us"]) as live:
            live.ask("order", order="end", expect=0)
        seed = server.tables.in_memory[table.id].stored.record.seed
    text = caplog.text
    assert "refused game=" in text and "stale game=" in text and f"/api/games/{table.id}" in text
    for secret in (*table.seats.values(), seed, "hunter2", "anna"):
        assert secret is not None and secret not in text
