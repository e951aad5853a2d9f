"""Records with a start from outside: an impossible one is refused, and the server goes on."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.play.record import Mark, Record, write_record
from tests.server.harness import Server

SCENARIO = "pincher/race-to-the-rhine"


def record_from(plain: dict[str, Any], digest: str) -> str:
    return write_record(
        Record(scenario=SCENARIO, seed="1", start=plain, marks=[Mark(0, "now", digest)], entries=[])
    )


@pytest.mark.parametrize(
    "change",
    [
        {"aerial": -1},
        {"red": 1 << 10_000},
        {"closed": 1},
        {"step": 10**6},
        {"at": []},
        {"stack": [{"kind": "lose", "side": 5, "units": [9999], "hex": -7, "data": []}]},
        {"stack": [{"kind": "x", "side": 0}]},
        {"result": {"winner": "nobody", "title": "", "reason": ""}},
    ],
)
def test_impossible_start_is_refused(server: Server, change: dict[str, Any]) -> None:
    game = grognard.new(SCENARIO, seed=1)
    plain = {**game.state.plain(), **change}
    text = record_from(plain, "0" * 12)
    answer = server.http.post(
        "/api/records", json={"text": text, "players": {"soviet": {"kind": "computer"}}}
    )
    assert answer.status_code == 400, answer.text
    assert "its start is not a state of this game" in answer.json()["error"]
    assert server.http.get("/health").status_code == 200


def test_wrong_hash_is_not_corrected(server: Server) -> None:
    game = grognard.new(SCENARIO, seed=1)
    answer = server.http.post("/api/records", json={"text": record_from(game.state.plain(), "0" * 12)})
    assert answer.status_code == 400 and game.state.digest not in answer.text


def test_possible_start_is_accepted(server: Server) -> None:
    game = grognard.new(SCENARIO, seed=1)
    text = record_from(game.state.plain(), game.state.digest)
    assert server.http.post("/api/records", json={"text": text}).status_code == 201
