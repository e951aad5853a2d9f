"""The server benchmark."""

from __future__ import annotations

import asyncio

from grognard.server import bench


def test_bench_of_live_games() -> None:
    rate, median, slowest, busy = (row[1] for row in asyncio.run(bench.live_games(3, 60.0, 0.5)))
    assert 0 < rate <= 70 and 0 < median <= slowest and busy > 0


def test_bench_of_memory() -> None:
    what, figure, unit = bench.memory(40)
    assert what and unit == "KB" and figure < 200
