"""``grognard serve`` and ``grognard verify``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

import grognard.server
from tests.cli.conftest import Cli


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Record the arguments of servers instead of starting them."""
    found: list[dict[str, Any]] = []

    def start(**options: Any) -> int:
        found.append(options)
        return 0

    monkeypatch.setattr(grognard.server, "serve", start)
    return found


def test_serve_passes_its_arguments_on(cli: Cli, started: list[dict[str, Any]]) -> None:
    words = (
        "serve --host 0.0.0.0 --port 80 --database sqlite:///x --data d --public-url https://x.y "
        "--settings s --workers 0"
    )
    assert cli(*words.split(), "--open").status == 0
    assert started == [
        {
            "host": "0.0.0.0",
            "port": 80,
            "database": "sqlite:///x",
            "data": "d",
            "public_url": "https://x.y",
            "settings": "s",
            "workers": 0,
            "open_browser": True,
        }
    ]


def test_worker_needs_postgresql(cli: Cli, tmp_path: Path) -> None:
    outcome = cli("worker", "--data", str(tmp_path))
    assert outcome.status != 0 and "workers need a PostgreSQL database" in outcome.err


def test_serve_leaves_other_settings_to_the_file(cli: Cli, started: list[dict[str, Any]]) -> None:
    assert cli("serve").status == 0
    assert started[0].pop("open_browser") is False
    assert set(started[0].values()) == {None}


def test_without_a_command_the_lobby_opens(cli: Cli, started: list[dict[str, Any]]) -> None:
    assert cli().status == 0
    assert started[0].pop("open_browser") is True
    assert set(started[0].values()) == {None}


def test_without_a_command_and_server_packages_help_is_printed(
    cli: Cli, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "grognard.server.run", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    answer = cli()
    assert answer.status == 0 and "COMMAND" in answer.out and started == []


def test_serve_tells_how_to_install_missing_packages(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "grognard.server.run", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    answer = cli("serve")
    assert answer.status == 2
    assert "pip install -e" in answer.err and '[server]"' in answer.err and answer.err.count("\n") == 1


def test_serve_runs_until_stopped(here: Path) -> None:
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--data", "data"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        address = next(word for word in run.stdout.readline().split() if word.startswith("http"))
        assert httpx.get(f"{address}/health".replace("localhost", "127.0.0.1")).json()["well"] is True
        os.kill(run.pid, signal.SIGTERM)
        assert run.wait(30) == 0
    assert any((here / "data").iterdir())


def test_serve_refuses_an_invalid_port(cli: Cli) -> None:
    answer = cli("serve", "--port", "99999", "--data", "data")
    assert answer.status == 2 and answer.err.count("\n") == 1


# -- verify ------------------------------------------------------------------------------------------


@pytest.fixture
def finished(cli: Cli) -> str:
    """A finished game between computer players."""
    words = "play sfo/basic --us random --soviet random --seed 5 --record done.record"
    assert cli(*words.split()).status == 0
    return "done.record"


def test_verify_a_finished_record(cli: Cli, finished: str) -> None:
    answer = cli("verify", finished)
    assert answer.status == 0
    assert answer.out == "done.record: all rolls match the committed seed\n"
    assert cli("verify", finished, "--json").json == {"proved": True, "problems": []}


def test_verify_reports_a_wrong_seed(cli: Cli, finished: str, here: Path) -> None:
    file = here / finished
    file.write_text(file.read_text().replace("seed: 5\n", "seed: 6\n"))
    answer = cli("verify", finished)
    assert answer.status == 1
    assert answer.out.startswith("the seed does not match the commitment\n")
    told = cli("verify", finished, "--json")
    assert told.status == 1 and told.json["proved"] is False
    assert told.json["problems"] == answer.out.splitlines()


def test_verify_without_a_seed_or_a_file(cli: Cli, record: str) -> None:
    cli("order", record, "end", "--hide-seed")
    assert cli("verify", record).out == "the seed is secret until the game ends\n"
    missing = cli("verify", "none.record")
    assert missing.status == 2 and missing.err.count("\n") == 1
