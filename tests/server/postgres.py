"""A real PostgreSQL server for tests, in a temporary folder, with a Unix socket."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest version; None if not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: float(path.parts[-3]))
    here = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(here).parent if here else None


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Start an empty database cluster and yield its URL."""
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL does not run as root
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    if user:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        command = [str(where / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(
            command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
        )

    run("initdb", "-U", "grognard", "-A", "trust", "-E", "UTF8", "--no-sync")
    run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -c listen_addresses=''", "start")
    try:
        yield f"postgresql://grognard@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)
