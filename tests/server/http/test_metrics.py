"""Metrics for Prometheus, and the id of a request."""

from __future__ import annotations

import logging
from pathlib import Path

from grognard.server.http.middleware import REQUEST_ID
from grognard.server.run import LineFormatter
from tests.server.harness import Server


def values(text: str) -> dict[str, float]:
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines()}


def test_metrics_count_requests_and_orders(tmp_path: Path) -> None:
    with Server(tmp_path, metrics=("127.0.0.1",)) as server:
        table = server.table()
        before = values(server.http.get("/metrics").text)
        assert table.give("move SA 0701", "soviet", 0).status_code == 200
        assert table.give("move SA 0701", "soviet", 0).status_code == 409
        with server.live(table.id) as live:
            live.hear("welcome")
            found = values(server.http.get("/metrics").text)
        assert found["grognard_orders_total"] == before["grognard_orders_total"] + 1 == 1
        assert found["grognard_connections"] == 1 and found["grognard_games_in_memory"] == 1
        refused = 'grognard_requests_total{method="POST",status="4xx"}'
        assert found[refused] == before.get(refused, 0) + 1
        assert found['grognard_request_seconds_bucket{le="+Inf"}'] == found["grognard_request_seconds_count"]


def test_labels_do_not_grow_with_what_clients_send(tmp_path: Path) -> None:
    with Server(tmp_path, metrics=("127.0.0.1",)) as server:
        for number in range(20):
            server.http.request(f"X{number}", f"/nowhere/{number}")
        lines = server.http.get("/metrics").text.splitlines()
        assert len(lines) < 80 and not [line for line in lines if "nowhere" in line or "X1" in line]


def test_metrics_are_only_for_those_in_the_settings(server: Server) -> None:
    assert server.http.get("/metrics").status_code == 404


def test_request_has_an_id_in_answer_and_log(server: Server) -> None:
    given = server.http.get("/health", headers={"x-request-id": "abc-123"})
    assert given.headers["x-request-id"] == "abc-123"
    for bad in ("a b", "x" * 65, '"', ""):
        made = server.http.get("/health", headers={"x-request-id": bad}).headers["x-request-id"]
        assert len(made) == 16 and made.isalnum()
    record = logging.LogRecord("x", logging.INFO, "", 0, "new game=%s", ("g",), None)
    token = REQUEST_ID.set("abc-123")
    try:
        assert LineFormatter().format(record).endswith("INFO new game=g request=abc-123")
    finally:
        REQUEST_ID.reset(token)
