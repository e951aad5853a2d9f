"""Metrics for Prometheus at `/metrics`, as text. Labels have few values, whatever clients send."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

from litestar import MediaType, Response, get
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.errors import not_found
from grognard.server.http.routes.parameters import AllTables, Asking
from grognard.server.storage.jobs import queue_lengths
from grognard.server.storage.presence import processes
from grognard.server.tables.registry import Tables

_METHODS = ("GET", "POST", "PUT", "HEAD", "LIVE")
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
Sample = tuple[str, dict[str, str], float]


class RequestMetrics:
    """Counts and times of the responses of this process."""

    def __init__(self) -> None:
        self._answers: Counter[tuple[str, str]] = Counter()
        self._within = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def count(self, method: str, status: int, seconds: float) -> None:
        """Count an answer; the time of a live connection does not count."""
        known = method if method in _METHODS else "other"
        self._answers[known, f"{status // 100}xx"] += 1
        if known != "LIVE":
            self._within[bisect_left(_BOUNDS, seconds)] += 1
            self._seconds += seconds

    def samples(self) -> Iterable[Sample]:
        """Return the counts and times as samples."""
        for (method, status), number in sorted(self._answers.items()):
            yield "grognard_requests_total", {"method": method, "status": status}, number
        total = 0
        for bound, number in zip((*map(str, _BOUNDS), "+Inf"), self._within, strict=True):
            total += number
            yield "grognard_request_seconds_bucket", {"le": bound}, total
        yield "grognard_request_seconds_sum", {}, self._seconds
        yield "grognard_request_seconds_count", {}, total


REQUESTS = RequestMetrics()


def _here(tables: Tables) -> Iterable[Sample]:
    """Return samples of this process."""
    in_memory = tables.in_memory.values()
    yield "grognard_orders_total", {}, tables.orders
    yield "grognard_commits_total", {}, tables.writer.commits
    yield "grognard_games_in_memory", {}, len(in_memory)
    yield "grognard_connections", {}, sum(len(table.connections) for table in in_memory)
    yield "grognard_thinking", {}, len(tables.workers.busy)


async def _everywhere(tables: Tables) -> list[Sample]:
    """Return samples of the queue and of all processes on the same database."""
    found: list[Sample] = []
    for kind, number, running, age in await queue_lengths(tables.engine):
        found.append(("grognard_jobs", {"kind": kind, "state": "running"}, running))
        found.append(("grognard_jobs", {"kind": kind, "state": "waiting"}, number - running))
        found.append(("grognard_queue_age_seconds", {"kind": kind}, age))
    for kind, number in (await processes(tables.engine)).items():
        found.append(("grognard_processes", {"kind": kind}, number))
    return found


def _line(sample: Sample) -> str:
    name, labels, value = sample
    inside = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"{name}{{{inside}}} {value:g}" if inside else f"{name} {value:g}"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Asking, tables: AllTables) -> Response[str]:
    """Return all metrics, to the addresses in the settings."""
    if not _may_read(request, tables):
        raise not_found("page")
    samples = [*REQUESTS.samples(), *_here(tables)]
    try:
        samples += await _everywhere(tables) if tables.others is not None else []
        samples.append(("grognard_database_up", {}, 1))
    except (SQLAlchemyError, OSError):
        samples.append(("grognard_database_up", {}, 0))
    return Response("\n".join(map(_line, samples)) + "\n", media_type="text/plain; version=0.0.4")


def _may_read(request: Asking, tables: Tables) -> bool:
    return request.client is not None and request.client.host in tables.settings.metrics
