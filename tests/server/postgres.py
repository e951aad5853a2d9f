"""A real PostgreSQL server for tests, in a temporary folder, with a Unix socket."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest version; None if not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: float(path.parts[-3]))
    here = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(here).parent if here else None


class Cluster:
    """A database cluster in a folder."""

    def __init__(self, where: Path) -> None:
        self._where = where
        self._user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL does not run as root
        self.folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-U", "grognard", "-A", "trust", "-E", "UTF8", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://grognard@/postgres?host={self.folder}"

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def kill(self) -> None:
        """Kill its first process with all connections, and start it again."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        os.kill(pid, signal.SIGKILL)
        while True:
            try:
                self.start()
                return
            except subprocess.CalledProcessError:  # others of its processes have not noticed yet
                time.sleep(0.1)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._where / program), "-D", str(self.folder / "data"), *arguments]
        quiet, user = subprocess.DEVNULL, self._user
        subprocess.run(command, check=True, user=user, cwd=self.folder, stdout=quiet, stderr=quiet)


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Start an empty database cluster."""
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    found = Cluster(where)
    try:
        found.start()
        yield found
    finally:
        found.stop()
        shutil.rmtree(found.folder)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Start an empty database cluster and yield its URL."""
    with cluster() as found:
        yield found.url
