"""Rules that hang are stopped at a deadline, and the server goes on."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from pathlib import Path

import pytest

from grognard.core.play.game import Game
from grognard.server.tables import rules_threads
from grognard.server.tables.rules_threads import TooSlow, run_rules
from tests.server.harness import Server, until


def hang(*_: object) -> None:
    while True:
        pass


def test_thread_is_stopped_and_can_be_used_again() -> None:
    async def many() -> list[str]:
        before = threading.active_count()
        for _ in range(5):
            with pytest.raises(TooSlow):
                await run_rules(0.1, "g", hang)
        assert threading.active_count() <= before + 5
        return [await run_rules(5.0, "g", str, number) for number in range(100)]

    assert asyncio.run(many()) == [str(number) for number in range(100)]


def test_call_in_time_leaves_its_thread_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[object] = []
    monkeypatch.setattr(rules_threads, "_raise_in", lambda *what: raised.append(what))
    assert asyncio.run(run_rules(5.0, "g", str, 1)) == "1"
    assert raised == []


def test_errors_and_results_pass_through() -> None:
    def broken() -> None:
        raise KeyError(7)

    with pytest.raises(KeyError):
        asyncio.run(run_rules(5.0, "g", broken))
    assert asyncio.run(run_rules(5.0, "g", sum, (1, 2))) == 3


def test_time_in_the_queue_does_not_count() -> None:
    """All threads are busy for longer than the deadline of the call that waits for one."""

    async def crowd() -> list[None]:
        return await asyncio.gather(*(run_rules(1.0, "g", time.sleep, 0.2) for _ in range(4 * 40)))

    assert len(asyncio.run(crowd())) == 160


def hang_after(monkeypatch: pytest.MonkeyPatch, orders: int) -> None:
    """Let the rules hang when a game is to be shown after some orders."""
    view = Game.view

    def hanging_view(game: Game, side: str = "") -> object:
        if len(game.history) >= orders:
            hang()
        return view(game, side)

    monkeypatch.setattr(Game, "view", hanging_view)


def test_order_that_hangs_is_answered_and_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(tmp_path, rules=0.5) as server:
        table = server.table()
        hang_after(monkeypatch, 1)
        with caplog.at_level(logging.ERROR, "grognard.server"):
            answer = table.post("/orders", "soviet", order="move SA 0701", expect=0)
        assert answer.status_code == 503
        assert answer.json()["error"] == "the rules take too long in this game; nothing has changed"
        assert f"rules too slow game={table.id} seconds=0.5" in caplog.text
        assert table.now("soviet")["number"] == 0
        with server.live(table.id, table.seats["soviet"]) as live:
            live.hear("welcome")
            reply = live.ask("order", order="move SA 0701", expect=0, undone=0)
            assert reply["type"] == "error" and "too long" in reply["error"]
        monkeypatch.undo()
        assert table.post("/orders", "soviet", order="move SA 0701", expect=0).status_code == 200


def test_computer_stops_and_resuming_skips_a_game_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(tmp_path, rules=0.5) as server:
        computers = {side: {"kind": "computer", "level": "random"} for side in ("soviet", "us")}
        hang_after(monkeypatch, 3)
        with caplog.at_level(logging.ERROR, "grognard.server"):
            table = server.table(players=computers)
            until(lambda: f"computer stopped game={table.id}" in caplog.text)
        assert server.table().now("soviet")["number"] == 0, "other games go on"
    caplog.clear()
    with Server(tmp_path, rules=0.5) as server, caplog.at_level(logging.ERROR, "grognard.server"):
        until(lambda: f"rules too slow game={table.id}" in caplog.text)
        assert server.http.get("/health").status_code == 200
        until(lambda: f"computer stopped game={table.id}" in caplog.text)
