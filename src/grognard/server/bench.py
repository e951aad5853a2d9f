"""Measure how many live games a server can handle: orders per second, their delay, and memory per idle game.

`rows()` returns the measurements as (what, value, unit). The server runs in a separate process. Two players
are connected to every game, and every order is on disk before it is acknowledged.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grognard
from grognard.core.errors import GrognardError
from grognard.core.play.record import Record

SCENARIO = "strike-force-one/basic"
Row = tuple[str, float, str]
_START = "import json, sys; from grognard.server import serve; sys.exit(serve(**json.loads(sys.argv[1])))"


def rows(games: int = 200, rate: float = 300.0, seconds: float = 10.0) -> list[Row]:
    """Measure everything."""
    return [*asyncio.run(live_games(games, rate, seconds)), memory()]


def percentile(figures: Sequence[float], share: float) -> float:
    """Return a percentile; `share` is from 0 to 1."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]


@contextmanager
def running(**options: Any) -> Iterator[tuple[str, int]]:
    """Run a server in a separate process with a temporary folder; yield its address and process id."""
    with tempfile.TemporaryDirectory() as data:
        given = json.dumps({"data": data, "port": 0, "workers": 1, **options})
        command = [sys.executable, "-c", _START, given]
        out, err = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(command, stdout=out, stderr=err, text=True) as process:
            assert process.stdout is not None
            try:
                words = process.stdout.readline().split()
                url = next((word for word in words if word.startswith("http")), "")
                if not url:
                    raise GrognardError("the server did not start")
                yield url.replace("localhost", "127.0.0.1"), process.pid
            finally:
                process.send_signal(signal.SIGTERM)


# -- orders per second -------------------------------------------------------------------------------


class Seat:
    """A connected player."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            kind = message[:30]
            if '"played"' not in kind and '"presence"' not in kind:  # these are no replies
                self.answers.put_nowait(json.loads(message))

    async def ask(self, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for the reply."""
        await self.socket.send(json.dumps(fields))
        return await self.answers.get()


async def live_games(games: int, rate: float, seconds: float) -> list[Row]:
    """Play `games` games at `rate` orders per second in all; return the rate reached and the delays."""
    import httpx
    from websockets.asyncio.client import connect

    scripts = [script(number) for number in range(games)]
    delays: list[float] = []
    with running(limits={"connections": 1000, "local": 1000.0}) as (url, pid):
        async with httpx.AsyncClient(base_url=url, verify=False, timeout=60) as client:
            seats = []
            for seed, _ in scripts:
                made = (await client.post("/api/games", json={"scenario": SCENARIO, "seed": seed})).json()
                pair = {}
                for side, secret in made["seats"].items():
                    live = f"{url.replace('http', 'ws')}/api/games/{made['game']}/live"
                    pair[side] = Seat(await connect(live, compression=None))
                    await pair[side].ask(type="hello", seat=secret)
                seats.append(pair)
        busy = _cpu_seconds(pid)
        spent = await _play(scripts, seats, rate, seconds, delays)
        busy = _cpu_seconds(pid) - busy
        for pair in seats:
            for seat in pair.values():
                seat.reader.cancel()
                await seat.socket.close()
    what = f"{games} live games"
    return [
        (f"{what}: orders saved to disk and acknowledged", len(delays) / spent, "orders/s"),
        (f"{what}: median delay of an order", statistics.median(delays) * 1000, "ms"),
        (f"{what}: 95th percentile", percentile(delays, 0.95) * 1000, "ms"),
        (f"{what}: CPU time per order, two players notified", busy / len(delays) * 1000, "ms"),
    ]


def script(number: int) -> tuple[str, list[tuple[str, str]]]:
    """Play a whole game, and return its seed and its orders with their sides."""
    seed = f"bench {number}"
    game = grognard.new(SCENARIO, seed=seed)
    source = random.Random(number)
    while not game.over:
        decision = game.choices()
        assert decision is not None
        game.play(source.choice(decision.orders(source.choice(decision.actors()))))
    return seed, [(entry.side, entry.order) for entry in game.history]


async def _play(
    scripts: list[tuple[str, list[tuple[str, str]]]],
    seats: list[dict[str, Seat]],
    rate: float,
    seconds: float,
    delays: list[float],
) -> float:
    """Give orders in all games in turn at the given rate; return the seconds taken."""
    pause = len(scripts) / rate
    began = last = time.perf_counter()

    async def one(number: int) -> None:
        nonlocal last
        await asyncio.sleep(pause * number / len(scripts))
        for given, (side, order) in enumerate(scripts[number][1]):
            due = began + pause * (given + number / len(scripts))
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent = time.perf_counter()
            if sent - began > seconds:
                return
            answer = await seats[number][side].ask(type="order", id=given, order=order, expect=given)
            if answer["type"] != "accepted":
                raise GrognardError(f"an order was not accepted: {answer}")
            last = time.perf_counter()
            delays.append(last - sent)

    await asyncio.gather(*(one(number) for number in range(len(scripts))))
    return last - began


# -- memory ------------------------------------------------------------------------------------------


def memory(games: int = 60) -> Row:
    """Measure the memory of a half-finished game, as Python's allocator counts it."""
    from grognard.server.storage.games import StoredGame
    from grognard.server.tables.table import Table, resume

    async def fill() -> float:
        tables = []
        for number in range(-1, games):
            seed, orders = script(number % 20)
            if number == 0:
                gc.collect()
                tracemalloc.start()
            game = grognard.new(SCENARIO, seed=seed)
            for side, order in orders[: len(orders) // 2]:
                game.play(order, side)
            record = Record(scenario=SCENARIO, seed=seed, entries=[step.entry for step in game.history])
            tables.append(Table(StoredGame(id="", record=record, chosen=True, name=""), resume(record)))
            del game
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return held / games

    return ("memory of a half-finished game, no connections", asyncio.run(fill()) / 1024, "KB")


def _cpu_seconds(pid: int) -> float:
    """Return the CPU seconds that the threads of a process have used."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


if __name__ == "__main__":
    for what, figure, unit in rows():
        print(f"{what:<70} {figure:>10,.1f} {unit}")
