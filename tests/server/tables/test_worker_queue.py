"""Workers go to players who wait first, then to different games in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from grognard.server.computer.pool import Urgency, WorkerQueue

PRESENT, AWAY, NOBODY = Urgency.PLAYER_PRESENT, Urgency.PLAYER_AWAY, Urgency.NOBODY


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def do(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 5))


def test_player_who_waits_comes_first() -> None:
    async def work() -> None:
        queue, served = WorkerQueue(1), []
        await queue.take(PRESENT, "first")

        async def ask(urgency: Urgency, game: str) -> None:
            await queue.take(urgency, game)
            served.append(game)

        asked = [(NOBODY, f"computers {n}") for n in range(20)] + [(AWAY, "away"), (PRESENT, "present")]
        tasks = [asyncio.create_task(ask(*each)) for each in asked]
        await settle()
        queue.give_back(None, PRESENT)
        for urgency in (PRESENT, AWAY, NOBODY):
            await settle()
            queue.give_back(None, urgency)
        await settle()
        assert served[:3] == ["present", "away", "computers 0"]
        for task in tasks:
            task.cancel()

    do(work())


def test_games_of_computers_leave_workers_free() -> None:
    async def work() -> None:
        queue = WorkerQueue(4)
        waiting = [asyncio.create_task(queue.take(NOBODY, f"computers {n}")) for n in range(10)]
        await settle()
        assert sum(task.done() for task in waiting) == 2
        await queue.take(PRESENT, "player")
        await queue.take(AWAY, "other player")
        queue.give_back(None, NOBODY)
        await settle()
        assert sum(task.done() for task in waiting) == 3
        for task in waiting:
            task.cancel()

    do(work())


def test_one_game_does_not_crowd_out_others() -> None:
    async def work() -> None:
        queue, served = WorkerQueue(1), []
        await queue.take(AWAY, "busy")

        async def ask(game: str) -> None:
            await queue.take(AWAY, game)
            served.append(game)

        tasks = [asyncio.create_task(ask(game)) for game in ("busy", "busy", "busy", "calm")]
        await settle()
        for _ in range(4):
            queue.give_back(None, AWAY)
            await settle()
        assert served == ["busy", "calm", "busy", "busy"] and all(task.done() for task in tasks)

    do(work())


def test_cancelled_request_returns_its_worker() -> None:
    async def work() -> None:
        queue = WorkerQueue(1)
        await queue.take(NOBODY, "a")
        waiting = asyncio.create_task(queue.take(NOBODY, "b"))
        await settle()
        waiting.cancel()
        await settle()
        queue.give_back(None, NOBODY)
        late = asyncio.create_task(queue.take(NOBODY, "c"))
        await settle()
        assert late.done()
        queue.give_back(None, NOBODY)
        await queue.take(NOBODY, "d")
        early = asyncio.create_task(queue.take(NOBODY, "e"))
        await settle()
        queue.give_back(None, NOBODY)
        early.cancel()  # after the worker was handed out, before the task knows
        await settle()
        await queue.take(NOBODY, "f")

    do(work())
