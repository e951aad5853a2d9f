"""Records with a start from outside: an impossible one is refused, and the server goes on."""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import grognard
from grognard.core.play.record import Mark, Record, write_record
from tests.server.harness import Server, from_address, until

SCENARIO = "pincher/race-to-the-rhine"


def record_from(plain: dict[str, Any], digest: str) -> str:
    return write_record(
        Record(scenario=SCENARIO, seed="1", start=plain, marks=[Mark(0, "now", digest)], entries=[])
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"aerial": -1}, "aerial must be a set of hexes"),
        ({"red": 1 << 10_000}, "red must be a set of hexes"),
        ({"closed": 1}, "play has ended in every theatre, but there is no result"),
        ({"step": 10**6}, "step must be from 0 to 10"),
        ({"at": []}, "at does not fit this scenario"),
        (
            {"stack": [{"kind": "lose", "side": 5, "units": [9999], "hex": -7, "data": []}]},
            "stack side must be from 0 to 1",
        ),
        ({"stack": [{"kind": "x", "side": 0}]}, "stack kind has an unknown value"),
        ({"result": {"winner": "nobody", "title": "", "reason": ""}}, "result winner has an unknown value"),
    ],
)
def test_impossible_start_is_refused(server: Server, change: dict[str, Any], reason: str) -> None:
    game = grognard.new(SCENARIO, seed=1)
    plain = {**game.state.plain(), **change}
    text = record_from(plain, "0" * 12)
    answer = server.http.post(
        "/api/records", json={"text": text, "players": {"soviet": {"kind": "computer"}}}
    )
    assert answer.status_code == 400, answer.text
    assert f"its start is not a state of this game: {reason}" in answer.json()["error"]
    assert server.http.get("/health").status_code == 200


def test_wrong_hash_is_not_corrected(server: Server) -> None:
    game = grognard.new(SCENARIO, seed=1)
    answer = server.http.post("/api/records", json={"text": record_from(game.state.plain(), "0" * 12)})
    assert answer.status_code == 400 and game.state.digest not in answer.text


def test_possible_start_is_accepted(server: Server) -> None:
    game = grognard.new(SCENARIO, seed=1)
    text = record_from(game.state.plain(), game.state.digest)
    assert server.http.post("/api/records", json={"text": text}).status_code == 201


# -- trials: a state that passes every check, but hangs or breaks the rules later ------------------------

FAULTY = """
import os, sys, time
from grognard.core.play.game import Game
from grognard.server.computer import worker
play, view = Game.play, Game.view

def faulty_play(game, *order):
    if game.record().start is not None and len(game.history) == 5:
        {fault}
    return play(game, *order)

{more}
Game.play = faulty_play
worker.main()
"""
FAULTS = {
    "hangs": ("while True: pass", "takes more than 4 seconds"),
    "raises": ("raise KeyError(7)", "cannot be played (KeyError)"),
    "uses up the memory": ("x = bytearray(1 << 40)", "cannot be played (MemoryError)"),
    "recurses": ("faulty_play(game, *order)", "cannot be played (RecursionError)"),
    "dies": ("os._exit(9)", "loading and playing it fails"),
}


def faulty(server: Server, fault: str, more: str = "") -> None:
    """Put a fault into the rules, only in the processes that try out records."""
    program = FAULTY.format(fault=fault, more=more)
    server.tables.trials.pool.command = (sys.executable, "-c", program)


def upload(server: Server, text: str, client: httpx.Client | None = None) -> httpx.Response:
    computers = {side: {"kind": "computer", "level": "random"} for side in ("soviet", "nato")}
    return (client or server.http).post("/api/records", json={"text": text, "players": computers})


@pytest.fixture
def possible() -> str:
    game = grognard.new(SCENARIO, seed=1)
    return record_from(game.state.plain(), game.state.digest)


@pytest.mark.parametrize("fault", FAULTS)
def test_state_that_breaks_the_rules_later_is_refused(tmp_path: Path, possible: str, fault: str) -> None:
    code, message = FAULTS[fault]
    with Server(tmp_path, trial=4.0 if fault == "hangs" else 60.0) as server:
        usual = server.tables.trials.pool.command
        faulty(server, code)
        answer = upload(server, possible)
        assert answer.status_code == 400 and message in answer.json()["error"], answer.text
        assert "\n" not in answer.json()["error"]
        health = server.http.get("/health").json()
        assert health["games"] == 0 and health["in_memory"] == 0
        server.tables.trials.pool.command = usual
        server.http.post("/api/games", json={"scenario": SCENARIO})
        assert server.http.get("/health").json()["games"] == 1


def test_state_that_cannot_be_seen_is_refused(tmp_path: Path, possible: str) -> None:
    blind = "def blind(game, side=''): raise ValueError(side)\nGame.view = blind"
    with Server(tmp_path) as server:
        faulty(server, "pass", blind)
        answer = upload(server, possible)
        assert answer.status_code == 400 and "cannot be played (ValueError)" in answer.json()["error"]


def test_others_play_during_a_trial_and_addresses_take_turns(tmp_path: Path, possible: str) -> None:
    with Server(tmp_path, trial=5.0) as server:
        faulty(server, "while True: pass")
        one, other = (server.client(transport=from_address(f"127.0.0.{n}")) for n in (2, 3))
        table = server.table()
        with ThreadPoolExecutor(8) as uploads:
            bad = [uploads.submit(upload, server, possible, one) for _ in range(5)]
            until(lambda: len(server.tables.trials.pool.busy) == 1, wait=120)
            assert table.get().status_code == 200
            ended = [each for each in bad if each.done() and each.result().status_code == 400]
            assert not ended, "others are answered while the first trial goes on"
            table.play_on(5)
            assert len(server.tables.trials.pool.busy) == 1, "an address has one trial at a time"
            good = write_record(grognard.new(SCENARIO, seed=1).record())
            assert upload(server, good, other).status_code == 201, "another address need not wait"
            assert not all(each.done() for each in bad)
            assert Counter(each.result().status_code for each in bad) == {400: 3, 429: 2}
