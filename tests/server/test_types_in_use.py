"""Every type is built before the first request, since msgspec builds types unsafely on several threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from pathlib import Path
import httpx, msgspec
import grognard
from grognard.server import app
from grognard.server.types_in_use import build_types, _subclasses
built = set()
app.build_types = lambda: built.update(build_types())
from tests.server.harness import Server
with Server(Path(sys.argv[1])) as server:
    early = set(_subclasses(msgspec.Struct))
    assert early == built, early ^ built
    http = server.client()
    for game in http.get("/api/catalogue").json()["games"]:
        scenario = game["scenarios"][0]["id"]
        assert http.get(f"/api/boards/{scenario}").status_code == 200, scenario
        assert http.get(f"/api/rules/{game['id']}").status_code == 200
        table = server.table(scenario=scenario)
        table.now(), table.play_on(2)
        with server.live(table.id) as live:
            live.hear("welcome")
    late = set(_subclasses(msgspec.Struct)) - built
    assert not late, f"first used by a request: {late}"
"""

AT_ONCE = """
import sys, threading
from pathlib import Path
from tests.server.harness import Server
with Server(Path(sys.argv[1])) as server:
    go = threading.Barrier(16)
    def ask(path):
        client = server.client()
        go.wait()
        assert client.get(path).status_code == 200
    paths = ["/api/catalogue", "/api/rules/ocs", "/health", "/api/boards/pincher/race-to-the-rhine"] * 4
    threads = [threading.Thread(target=ask, args=(path,)) for path in paths]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
"""


def run(program: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr[-1500:]}"


def test_all_types_are_built_before_the_first_request(tmp_path: Path) -> None:
    run(PROGRAM, tmp_path)


@pytest.mark.slow
def test_simultaneous_first_requests(tmp_path: Path) -> None:
    for number in range(24):
        run(AT_ONCE, tmp_path / str(number))
