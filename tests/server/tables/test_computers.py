"""Computer players finish games, and a game continues if their process dies or fails."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from pathlib import Path

import pytest

import grognard
from grognard.server.computer.pool import NoAnswer, WorkerPool
from grognard.server.computer.worker import ThinkReply, ThinkRequest, think
from tests.server.harness import BASIC, Server, until


def thought(level: str = "greedy", seconds: float = 0.01) -> ThinkRequest:
    game = grognard.new(BASIC, seed=1)
    return ThinkRequest(BASIC, {}, game.view("soviet"), level, seconds)


@pytest.mark.parametrize("level", ["recruit", "regular", "veteran", "general", "commander"])
def test_whole_game_against_the_computer(server: Server, level: str) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": level}})
    now = table.play_on(10_000)
    assert now["over"] and now["view"]["result"]
    assert {played["side"] for played in table.get("/log").json()["played"]} == {"soviet", "us"}


def test_computer_posts_its_plans_after_the_game(server: Server) -> None:
    drill = "ocs/drill-8-battle"
    table = server.table(scenario=drill, players={"german": {"kind": "computer", "level": "veteran"}})
    until(lambda: "soviet" in table.now()["view"]["to_act"], 120)
    assert table.get("/chat").json()["said"] == [], "a plan is a secret"
    assert table.give("concede", "soviet").status_code == 200
    until(lambda: table.get("/chat").json()["said"], 60)
    (told,) = table.get("/chat").json()["said"]
    assert told["side"] == "german" and told["text"].startswith("My plans were: Turn 1. ")


def test_computer_against_computer(server: Server) -> None:
    computer = {"kind": "computer", "level": "random"}
    table = server.table(players={"us": computer, "soviet": computer})
    assert table.seats == {}
    until(lambda: table.now()["over"])


def test_request_contains_only_the_view() -> None:
    own = {"level", "seconds", "plan"}  # its budget and its plan
    assert set(ThinkRequest.__struct_fields__) == {"scenario", "options", "view", *own}
    assert grognard.new(BASIC).check(think(thought()).order) is None


def test_planner_continues_its_plan() -> None:
    game = grognard.new(BASIC, seed=1)
    asked = ThinkRequest(BASIC, {}, game.view("soviet"), "planner", 0.1)
    first = think(asked)
    assert first.plan[1:], "it has settled the phase"
    game.play(first.order)
    second = think(ThinkRequest(BASIC, {}, game.view("soviet"), "planner", 0.1, first.plan))
    assert second.order == first.plan[1]
    assert second.plan == (first.plan[0], *first.plan[2:])


def test_dead_worker_is_replaced() -> None:
    async def scene() -> None:
        workers = WorkerPool(1, 30)
        try:
            assert (await workers.think(thought())).order
            (worker,) = workers._all
            os.kill(worker.pid, signal.SIGKILL)
            assert (await workers.think(thought())).order
            (other,) = workers._all
            assert other.pid != worker.pid
            asking = asyncio.create_task(workers.think(thought("search", 1.0)))
            while not workers.busy:
                await asyncio.sleep(0.01)
            os.kill(other.pid, signal.SIGKILL)
            assert (await workers.think(thought())).order
            asking.cancel()
        finally:
            await workers.stop()

    asyncio.run(scene())


def test_unresponsive_worker_is_replaced() -> None:
    async def scene() -> None:
        workers = WorkerPool(1, 0.2)
        try:
            with pytest.raises(NoAnswer, match="did not answer in time"):
                await workers.think(thought("search", 60.0))
        finally:
            await workers.stop()
        assert not workers._all

    asyncio.run(scene())


def test_failed_player_reports_the_reason() -> None:
    async def scene() -> None:
        workers = WorkerPool(1, 30)
        try:
            with pytest.raises(NoAnswer, match="unknown player"):
                await workers.think(thought("genius"))
            assert (await workers.think(thought("random"))).order
        finally:
            await workers.stop()

    asyncio.run(scene())


@pytest.mark.parametrize("fault", ["silent", "illegal"])
def test_game_continues_after_a_player_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    async def err(_: ThinkRequest, *__: object) -> ThinkReply:
        if fault == "silent":
            raise NoAnswer("it had no idea")
        return ThinkReply("move SA 0101")

    with Server(tmp_path) as server:
        monkeypatch.setattr(server.tables.workers, "think", err)
        table = server.table(players={"us": {"kind": "computer", "level": "search"}})
        with server.live(table.id, table.seats["soviet"]) as live:
            table.give("end", "soviet", 0)
            table.give("end", "soviet", 1)
            told = live.hear("chat")
            assert told["side"] == "us" and "is a simple order" in told["text"]
        until(lambda: table.now()["view"]["to_act"] == ["soviet"])
        assert "is a simple order" in table.get("/chat").json()["said"][0]["text"]


def test_failure_of_a_player_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        workers = WorkerPool(1, 30.0)
        try:
            with pytest.raises(NoAnswer, match="unknown player"):
                await workers.think(thought("nonsense"))
        finally:
            await workers.stop()

    logger = logging.getLogger("grognard.server")
    logger.addHandler(caplog.handler)
    try:
        asyncio.run(scene())
    finally:
        logger.removeHandler(caplog.handler)
    assert "Traceback (most recent call last)" in caplog.text and "worker.py" in caplog.text


def test_server_responds_while_a_computer_thinks(tmp_path: Path) -> None:
    with Server(tmp_path, seconds=3.0) as server:
        table = server.table(players={"us": {"kind": "computer", "level": "search"}})
        table.give("end", "soviet", 0)
        table.give("end", "soviet", 1)
        until(lambda: server.tables.workers.busy)
        for _ in range(20):
            assert server.http.get("/health").elapsed.total_seconds() < 1.0
        assert table.now()["thinking"] == "us"
        back = table.post("/request-undo", "soviet", to=0)
        assert back.json()["number"] == 0, "one need not wait for the computer to go back"
