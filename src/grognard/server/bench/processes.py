"""Servers in processes of their own, and what they use."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grognard.core.errors import GrognardError

_START = "import json, sys; from grognard.server import serve; sys.exit(serve(**json.loads(sys.argv[1])))"
UNLIMITED = {"connections": 1000, "sockets_each": 10_000, "local": 1000.0, "games_each": 100_000}
"""Limits for one client that plays all seats."""


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


def cpu_seconds(pid: int) -> float:
    """Return the processor time that the threads of a process have used."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def memory(pid: int) -> int:
    """Return the bytes of memory that a process holds and shares with no other."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024
