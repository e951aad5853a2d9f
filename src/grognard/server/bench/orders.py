"""Orders per second and their delay, of one server and of two on one database."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from collections.abc import Sequence

from grognard.core.errors import GrognardError
from grognard.server.bench.clients import Row, Script, Seat, percentile, script, sit_down
from grognard.server.bench.processes import UNLIMITED, cpu_seconds, running

IN_TIME = 0.1
"""Seconds in which 95 of 100 orders must be acknowledged."""


class Load:
    """Games on some servers, which get orders at a rate."""

    def __init__(self, scenario: str, games: int, orders: int) -> None:
        self.scenario = scenario
        self.scripts: list[Script] = [script(number, scenario, orders) for number in range(games)]
        self.tables: list[dict[str, Seat]] = []
        self.given = [0] * games
        self.delays: list[float] = []

    async def sit_down(self, urls: Sequence[str]) -> None:
        """Start all games, on the servers in turn."""
        import httpx

        async with contextlib.AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=url, verify=False, timeout=120))
                for url in urls
            ]
            for number, (seed, _) in enumerate(self.scripts):
                which = number % len(urls)
                _, seats = await sit_down(urls[which], clients[which], self.scenario, seed)
                self.tables.append(seats)

    async def give(self, rate: float, seconds: float) -> float:
        """Give orders at a rate in all games in turn; return the rate that was reached."""
        self.delays = []
        pause = len(self.scripts) / rate
        began = last = time.perf_counter()

        async def one(number: int) -> None:
            nonlocal last
            turn = 0
            while self.given[number] < len(self.scripts[number][1]):
                due = began + pause * (turn + number / len(self.scripts))
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                sent = time.perf_counter()
                if sent - began > seconds:
                    return
                given = self.given[number]
                side, order = self.scripts[number][1][given]
                answer = await self.tables[number][side].ask(
                    type="order", id=given, order=order, expect=given
                )
                if answer["type"] != "accepted":
                    raise GrognardError(f"an order was not accepted: {str(answer)[:300]}")
                last = time.perf_counter()
                self.delays.append(last - sent)
                self.given[number], turn = given + 1, turn + 1

        await asyncio.gather(*(one(number) for number in range(len(self.scripts))))
        return len(self.delays) / (last - began)

    async def leave(self) -> None:
        """End."""
        for table in self.tables:
            for seat in table.values():
                await seat.leave()


async def most_orders(scenario: str, rates: Sequence[float], seconds: float) -> list[Row]:
    """Try rates from the lowest until orders are late; return what was reached in time, and its price."""
    found: list[Row] = []
    for rate in rates:
        load = Load(scenario, max(10, min(200, int(rate / 2))), 60)
        with running(limits=UNLIMITED) as (url, pid):
            await load.sit_down([url])
            busy = cpu_seconds(pid)
            reached = await load.give(rate, seconds)
            busy = cpu_seconds(pid) - busy
            await load.leave()
        late = percentile(load.delays, 0.95)
        what = f"{scenario} at {rate:g} orders/s"
        found = [
            (f"{what}: reached", reached, "orders/s"),
            (f"{what}: median delay", statistics.median(load.delays) * 1000, "ms"),
            (f"{what}: 95th percentile", late * 1000, "ms"),
            (f"{what}: processor time per order", busy / len(load.delays) * 1000, "ms"),
            (f"{what}: orders per second of processor time", len(load.delays) / busy, "orders/s"),
        ]
        if late > IN_TIME or reached < 0.95 * rate:
            break
    return found


async def two_processes(scenario: str, rate: float, seconds: float, database: str) -> list[Row]:
    """Compare what two servers on one PostgreSQL database reach with what one reaches, both overloaded."""
    reached: list[float] = []
    for count in (1, 2):
        load = Load(scenario, 200, 60)
        with contextlib.ExitStack() as stack:
            options = {"database": database, "limits": UNLIMITED, "workers": 0}
            urls = [stack.enter_context(running(**options))[0] for _ in range(count)]
            await load.sit_down(urls)
            reached.append(await load.give(4 * rate, seconds))
            await load.leave()
    return [
        (f"{scenario} on PostgreSQL, one process, overloaded", reached[0], "orders/s"),
        (f"{scenario} on PostgreSQL, two processes, overloaded", reached[1], "orders/s"),
        ("two processes against one", reached[1] / reached[0], "×"),
    ]
