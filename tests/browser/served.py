"""A real server with the built client, as a process that can be killed and started again."""

from __future__ import annotations

import fcntl
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tools import browser_client

ROOT = Path(__file__).parents[2]
PATIENCE = 60
PYTHON = (sys.executable,)
GROGNARD = "grognard"
FOGGY = "tests.browser.foggy"
"""Programs to serve with: the real one, and the real one with secrets in its game."""


def build_client(lock: Path) -> None:
    """Build the client when it is not there yet or older than its source; one process at a time."""
    with lock.open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        browser_client.build_client()


class Served:
    """A server on a port and a folder of its own."""

    def __init__(self, folder: Path, program: str = GROGNARD, python: Sequence[str] = PYTHON) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = door.getsockname()[1]
        self.folder = folder
        self.program = program
        self.python = python
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "server.toml").write_text(
            "seconds = 0.1\n", encoding="utf-8"
        )  # the computer thinks quickly

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [*self.python, "-m", self.program, "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder / "data"), "--settings", str(self.folder / "server.toml")]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        end = time.monotonic() + PATIENCE
        with httpx.Client(verify=False) as http:
            while True:
                assert self.process.poll() is None, f"the server ended:\n{self.log}"
                assert time.monotonic() < end, f"the server does not answer:\n{self.log}"
                try:
                    if http.get(f"{self.url}/health").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """As if somebody pulled the plug."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """Ask it to end in good order."""
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, program: str = GROGNARD, python: Sequence[str] = PYTHON) -> Iterator[Served]:
    """A server while one needs it."""
    served = Served(folder, program, python)
    served.start()
    try:
        yield served
    finally:
        served.stop()
