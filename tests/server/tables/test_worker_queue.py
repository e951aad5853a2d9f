"""Workers go to different addresses in turn, and games that nobody waits for delay no player."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from grognard.server.computer.pool import Urgency, WorkerPool, WorkerQueue
from grognard.server.computer.worker import ThinkReply, ThinkRequest
from tests.server.harness import Server, Table, from_address, until

PRESENT, AWAY, NOBODY = Urgency.PLAYER_PRESENT, Urgency.PLAYER_AWAY, Urgency.NOBODY


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def do(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 5))


def served(*asked: tuple[str, Urgency]) -> list[str]:
    """Return the order in which requests get the only worker."""
    queue, order = WorkerQueue(1), list[str]()

    async def ask(client: str, urgency: Urgency) -> None:
        await queue.take(client, urgency)
        order.append(client)

    async def work() -> None:
        await queue.take("before", PRESENT)
        tasks = [asyncio.create_task(ask(*each)) for each in asked]
        await settle()
        for _ in tasks:
            queue.give_back(None)
            await settle()
        assert all(task.done() for task in tasks)

    do(work())
    return order


def test_player_who_waits_comes_first() -> None:
    assert served(("a", AWAY), ("b", AWAY), ("c", PRESENT)) == ["c", "a", "b"]


def test_one_address_does_not_crowd_out_others() -> None:
    many = [("busy", PRESENT)] * 20
    assert served(*many, ("calm", PRESENT))[:2] == ["busy", "calm"]
    assert served(*many, ("one", PRESENT), ("two", PRESENT), ("one", PRESENT))[:4] == [
        "busy", "one", "two", "busy",
    ]  # fmt: skip


def test_absent_player_is_not_starved_by_one_who_is_present() -> None:
    order = served(*[("busy", PRESENT)] * 20, ("absent", AWAY))
    assert 2 <= order.index("absent") <= 5


def test_newcomer_is_not_ahead_of_those_who_have_waited() -> None:
    """Turns of the past count only as long as somebody waits."""

    async def work() -> None:
        queue = WorkerQueue(1)
        for _ in range(50):
            await queue.take("early", PRESENT)
            queue.give_back(None)
        await queue.take("other", PRESENT)
        early = asyncio.create_task(queue.take("early", PRESENT))
        await settle()
        late = asyncio.create_task(queue.take("late", PRESENT))
        await settle()
        queue.give_back(None)
        await settle()
        assert early.done() and not late.done()
        queue.give_back(None)
        await settle()
        assert late.done()

    do(work())


def test_cancelled_request_returns_its_worker() -> None:
    async def work() -> None:
        queue = WorkerQueue(1)
        await queue.take("a", AWAY)
        waiting = asyncio.create_task(queue.take("b", AWAY))
        await settle()
        waiting.cancel()
        await settle()
        queue.give_back(None)
        late = asyncio.create_task(queue.take("c", AWAY))
        await settle()
        assert late.done()
        queue.give_back(None)
        await queue.take("d", AWAY)
        early = asyncio.create_task(queue.take("e", AWAY))
        await settle()
        queue.give_back(None)
        early.cancel()  # after the worker was handed out, before the task knows
        await settle()
        await queue.take("f", AWAY)

    do(work())


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_games_of_computers_leave_workers_free(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        pool, running, done = WorkerPool(workers, 5), list[Urgency](), asyncio.Event()

        async def alive(worker: object, urgency: Urgency) -> Any:
            running.append(urgency)
            await done.wait()
            raise OSError

        monkeypatch.setattr(pool, "_alive", alive)
        request = ThinkRequest("", {}, None, "random", 0.1)  # type: ignore[arg-type]
        tasks = [asyncio.create_task(pool.think(request, NOBODY, f"{n}")) for n in range(10)]
        await settle()
        assert running == [NOBODY] * max(1, workers // 2)
        tasks += [asyncio.create_task(pool.think(request, PRESENT, "player")) for _ in range(workers)]
        await settle()
        assert running.count(PRESENT) == workers
        for task in tasks:
            task.cancel()

    do(work())


def computers(level: str) -> dict[str, Any]:
    return {side: {"kind": "computer", "level": level} for side in ("soviet", "us")}


def test_player_does_not_wait_for_games_of_computers(tmp_path: Path) -> None:
    """A player's computer opponent gives its orders while twenty games of computers go on.

    Counted in orders, not in seconds, so that it does not matter how fast the machine is.
    """
    with Server(tmp_path, workers=1, seconds=0.1) as server:
        crowd = [server.client(transport=from_address(f"127.0.0.{2 + n}")) for n in range(2)]
        others = [Table(server, crowd[n % 2], {"players": computers("search")}) for n in range(20)]
        person = Table(
            server,
            server.client(transport=from_address("127.0.0.9")),
            {"players": {"us": {"kind": "computer", "level": "search"}}},
        )
        until(lambda: sum(table.now()["number"] for table in others) > 3, wait=60)
        before = sum(table.now()["number"] for table in others)
        with server.live(person.id, person.seats["soviet"]):
            assert person.give("end", "soviet").status_code == 200
            assert person.give("end", "soviet").status_code == 200
            until(lambda: person.now()["view"]["to_act"] == ["soviet"], wait=60)
        answers = person.now()["number"] - 2
        meanwhile = sum(table.now()["number"] for table in others) - before
        assert meanwhile < 6 * answers + 10, f"{meanwhile} orders of others for {answers} of the opponent"


def test_turns_are_counted_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Urgency, str]] = []

    async def think(_: ThinkRequest, urgency: Urgency, client: str) -> ThinkReply:
        asked.append((urgency, client))
        await asyncio.sleep(3600)
        raise AssertionError

    with Server(tmp_path) as server:
        monkeypatch.setattr(server.tables.workers, "think", think)
        one, two = (server.client(transport=from_address(f"127.0.0.{n}")) for n in (2, 3))
        Table(server, one, {"players": computers("random")})
        until(lambda: asked)
        assert asked.pop() == (NOBODY, "127.0.0.2")
        table = Table(server, one, {"players": {"us": {"kind": "computer", "level": "random"}}})
        table.http = two
        table.give("end", "soviet"), table.give("end", "soviet")
        until(lambda: asked)
        assert asked.pop() == (AWAY, "127.0.0.3"), "the address of the player, not of the creator"
