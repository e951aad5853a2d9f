"""Measure a server under load, as `grognard bench --web` does: each figure is (what, value, unit).

Servers run in processes of their own, and every order is on disk before it is acknowledged. Wall-clock
figures need a quiet machine; figures of processor time hold on a busy one, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from grognard.server.bench.clients import SCENARIO, Row, percentile, script
from grognard.server.bench.memory import connections, idle_games
from grognard.server.bench.orders import most_orders, two_processes
from grognard.server.bench.processes import running

__all__ = ["SCENARIO", "Row", "percentile", "rows", "running", "script"]
LOADS = {
    SCENARIO: (300.0, 400.0, 500.0, 600.0),
    "pincher/race-to-the-rhine": (150.0, 225.0, 300.0, 400.0),
    "ocs/counterstroke": (50.0, 100.0, 150.0, 200.0),
}
"""Orders per second that are tried, by scenario."""


def rows(seconds: float = 10.0, database: str = "") -> Iterator[Row]:
    """Measure everything; two processes against one only with the URL of a PostgreSQL database."""
    for scenario, rates in LOADS.items():
        yield from asyncio.run(most_orders(scenario, rates, seconds))
    if database:
        yield from asyncio.run(two_processes(SCENARIO, LOADS[SCENARIO][-1], seconds, database))
    yield from asyncio.run(connections(2_000))
    for scenario in LOADS:
        yield from asyncio.run(idle_games(scenario, 1_000))
