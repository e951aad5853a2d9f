"""Limits on connections: how many, and how long a client may take to send a request.

A request that is never finished costs its sender nothing, but the server a file descriptor. So a request must
arrive in time, its head must be short, and every address has a maximum number of connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from grognard.server.http.rate_limits import is_local
from grognard.server.settings import Limits

log = logging.getLogger("grognard.server.access")
_SPARE_FILES = 256
"""File descriptors that are not for connections: database, worker processes, log."""


def allow_many_files() -> None:
    """Raise the number of files that this process may open as far as the system allows."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))


def max_connections(limits: Limits) -> int:
    """Return the number of connections that the server accepts, live ones not counted."""
    most = limits.sockets
    with contextlib.suppress(ImportError):
        import resource

        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if soft > 0:
            most = min(most, max(16, (soft - _SPARE_FILES) // 2))
    return most


def bounded_protocol(limits: Limits) -> type[HttpToolsProtocol]:
    """Return a protocol for uvicorn that keeps to these limits."""
    most = max_connections(limits)
    open_: Counter[str] = Counter()

    class Bounded(HttpToolsProtocol):
        """One connection. It counts until it is closed or becomes a WebSocket."""

        _counted = ""
        _timer: asyncio.TimerHandle | None = None
        _head: int | None = 0
        """Bytes of the head so far; None while a body arrives."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            each = limits.sockets_each * (limits.local if is_local(address) else 1.0)
            if open_.total() >= most or open_[address] >= each:
                log.info("connection refused open=%d", open_.total())
                transport.abort()
                return
            self._counted = address or "-"
            open_[self._counted] += 1
            self._allow(limits.head_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self) -> None:
            self._forget()
            super().handle_websocket_upgrade()

        def data_received(self, data: bytes) -> None:
            if self._head is not None:
                self._head += len(data)
            super().data_received(data)
            if self._head is not None and self._head > limits.head and not self.transport.is_closing():
                self._refuse("the head of the request is too large")

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._timer is None:
                self._allow(limits.head_seconds)

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._head = None
            self._allow(limits.body_seconds)

        def on_message_complete(self) -> None:
            super().on_message_complete()
            self._head = 0
            self._stop_timer()

        def _allow(self, seconds: float) -> None:
            self._stop_timer()
            self._timer = self.loop.call_later(seconds, self._refuse, "the request did not arrive in time")

        def _refuse(self, reason: str) -> None:
            log.info("connection closed reason=%s", reason)
            self.transport.abort()

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _forget(self) -> None:
            self._stop_timer()
            if self._counted:
                open_[self._counted] -= 1
                if not open_[self._counted]:
                    del open_[self._counted]
                self._counted = ""

    return Bounded
