"""The server benchmark."""

from __future__ import annotations

import asyncio

import pytest

from grognard.server.bench import SCENARIO
from grognard.server.bench.memory import connections, idle_games
from grognard.server.bench.orders import most_orders, two_processes
from tests.server.postgres import postgres


def test_bench_of_orders() -> None:
    rows = {
        what.rpartition(": ")[2]: figure
        for what, figure, _ in asyncio.run(most_orders(SCENARIO, [40.0], 0.5))
    }
    assert rows["reached"] > 0 and 0 < rows["median delay"] <= rows["95th percentile"]
    assert rows["processor time per order"] > 0


@pytest.mark.slow
def test_bench_of_two_processes() -> None:
    with postgres() as database:
        one, two, factor = (
            figure for _, figure, _ in asyncio.run(two_processes(SCENARIO, 20.0, 0.5, database))
        )
    assert one > 0 and two > 0 and factor == two / one


@pytest.mark.slow
def test_bench_of_memory() -> None:
    ((what, figure, unit),) = asyncio.run(connections(100))
    assert what and unit == "KB" and 0 <= figure < 1_000
    used, median, slowest = (figure for _, figure, _ in asyncio.run(idle_games(SCENARIO, 20, 3)))
    assert used < 50 and 0 < median <= slowest
