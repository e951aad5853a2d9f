"""Servers and workers in processes of their own, which can be killed and started again."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import time
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["grognard.server.app", "grognard.server.worker", "alembic.command"])
"""It imports everything once, because importing takes most of a start."""


def _start(what: str, options: dict[str, Any]) -> None:
    from grognard.server import serve
    from grognard.server.worker import work

    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    sys.exit(work(**options) if what == "worker" else serve(**options))


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Process:
    """A server (or a worker) in a separate process that can be restarted."""

    def __init__(self, data: Path, what: str = "server", **options: Any) -> None:
        self.what, self.options = what, {"data": str(data), "workers": 1, **options}
        if what == "server":
            self.options["port"] = free_port()
            self.url = f"http://127.0.0.1:{self.options['port']}"
        self._process: ForkServerProcess
        self.start()

    def start(self) -> None:
        """Start it."""
        self._process = _FORKS.Process(target=_start, args=(self.what, self.options))
        self._process.start()

    def start_if_ended(self) -> None:
        """Start it again if it ended, as it does while its database is down."""
        if not self._process.is_alive():
            self.start()

    def wait(self) -> None:
        """Wait until it answers."""
        while True:
            self.start_if_ended()
            try:
                httpx.get(f"{self.url}/health", verify=False)
                return
            except httpx.TransportError:
                time.sleep(0.01)

    def end(self, how: signal.Signals) -> int | None:
        """End it with a signal, and return its exit status."""
        assert self._process.pid is not None
        if self._process.is_alive():  # its number may belong to another process otherwise
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, how)
        self._process.join()
        return self._process.exitcode

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
