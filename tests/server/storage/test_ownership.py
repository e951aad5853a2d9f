"""One server process per SQLite database: a second one is refused; the lock of a dead one does not remain."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.core.errors import GrognardError
from grognard.server.run import run
from grognard.server.settings import Settings
from grognard.server.storage import ownership
from grognard.server.storage.database import open_database
from grognard.server.storage.ownership import InUse, Ownership
from tests.server.harness import Server


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "_PAUSE", 0.05)


def claim(settings: Settings) -> None:
    async def work() -> None:
        engine = open_database(settings.database_url)
        owner = Ownership(engine)
        try:
            await owner.claim()
        finally:
            owner.release()
            await engine.dispose()

    asyncio.run(work())


def test_second_server_is_refused(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=0)
    with Server(tmp_path) as server:
        table = server.table()
        with pytest.raises(InUse, match="another Grognard server is using this database; stop it"):
            claim(settings)
        with pytest.raises(GrognardError, match="another Grognard server"):
            run(settings)
        assert table.give("move SA 0701", "soviet", 0).status_code == 200
    claim(settings)


def test_lock_of_killed_process_is_free(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    program = (
        "import asyncio, sys\n"
        "from grognard.server.storage.database import open_database\n"
        "from grognard.server.storage.ownership import Ownership\n"
        "async def work():\n"
        "    owner = Ownership(open_database(sys.argv[1]))\n"
        "    await owner.claim()\n"
        "    print('claimed', flush=True)\n"
        "    await asyncio.sleep(100)\n"
        "asyncio.run(work())\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program, settings.database_url], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"claimed\n"
    with pytest.raises(InUse):
        claim(settings)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    claim(settings)
