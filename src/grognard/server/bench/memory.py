"""Memory of live connections and of idle games, and how fast an idle game comes back."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

from grognard.core.errors import GrognardError
from grognard.server.bench.clients import Row, percentile, script, sit_down
from grognard.server.bench.processes import UNLIMITED, memory, running
from grognard.server.http.connections import allow_many_files


async def connections(number: int) -> list[Row]:
    """Measure the memory of live connections: spectators of one game."""
    import httpx
    from websockets.asyncio.client import connect

    allow_many_files()
    limits = {**UNLIMITED, "connections": 10_000}
    with running(limits=limits) as (url, pid):
        async with httpx.AsyncClient(base_url=url, verify=False, timeout=120) as client:
            made = (await client.post("/api/games", json={"scenario": "sfo/basic"})).json()
            live = f"{url.replace('http', 'ws')}/api/games/{made['game']}/live"
            sockets: list[Any] = []

            async def watch(count: int) -> None:
                for _ in range(count):
                    socket = await connect(live, compression=None, max_queue=1)
                    await socket.send('{"type": "hello"}')
                    await socket.recv()
                    sockets.append(socket)

            await watch(20)
            before = memory(pid)
            for _ in range(0, number, 100):
                await watch(100)
            used = (memory(pid) - before) / number
            await asyncio.gather(*(socket.close() for socket in sockets))
    return [(f"memory of each of {number} live connections", used / 1024, "KB")]


async def idle_games(scenario: str, number: int, orders: int = 25) -> list[Row]:
    """Measure the memory of idle games, and the time until one is back."""
    import httpx

    limits = {**UNLIMITED, "tables": 1, "idle": 0.001}
    times: list[float] = []
    played = [script(n, scenario, orders) for n in range(10)]
    with running(limits=limits) as (url, pid):
        async with httpx.AsyncClient(base_url=url, verify=False, timeout=120) as client:
            games: list[str] = []
            before = 0
            for n in range(number + 10):
                game, seats = await sit_down(url, client, scenario, played[n % 10][0])
                for given, (side, order) in enumerate(played[n % 10][1]):
                    answer = await seats[side].ask(type="order", order=order, expect=given)
                    if answer["type"] != "accepted":
                        raise GrognardError(f"an order was not accepted: {str(answer)[:300]}")
                for seat in seats.values():
                    await seat.leave()
                games.append(game)
                if n == 9:
                    before = await _idle(client, pid)
            used = await _idle(client, pid) - before
            for game in games[:: max(1, number // 50)]:
                began = time.perf_counter()
                (await client.get(f"/api/games/{game}")).raise_for_status()
                times.append(time.perf_counter() - began)
    what = f"{scenario}, {number} idle games of {orders} orders"
    return [
        (f"{what}: memory", used / 1024 / 1024, "MB"),
        (f"{what}: time to return, median", statistics.median(times) * 1000, "ms"),
        (f"{what}: time to return, 95th percentile", percentile(times, 0.95) * 1000, "ms"),
    ]


async def _idle(client: Any, pid: int) -> int:
    """Wait until no game is in use and memory stays as it is; return it."""
    while (await client.get("/health")).json()["in_memory"] > 1:
        await asyncio.sleep(0.5)
    known = memory(pid)
    while True:
        await asyncio.sleep(6.0)  # longer than the server takes to look for idle games
        now = memory(pid)
        if abs(now - known) < 0.01 * known:
            return now
        known = now
