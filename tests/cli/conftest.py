"""Run the command in tests, with a separate folder, separate autosaves and typed lines."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grognard.cli import main


class Answer(NamedTuple):
    """Exit status and output of the command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Cli = Callable[..., Answer]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder, and clear the terminal settings."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "TMUX", "WT_SESSION"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def cli(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run the command in this process; `typed` is the keyboard input, line by line."""

    def run(*words: str, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        status = main(words)
        said = capsys.readouterr()
        return Answer(status, said.out, said.err)

    return run


@pytest.fixture
def record(cli: Cli) -> str:
    """A Basic game after one Soviet move."""
    cli("new", "sfo/basic", "--seed", "7", "-o", "game.record")
    cli("order", "game.record", "move SA 0701")
    return "game.record"


@pytest.fixture
def autosaves(here: Path) -> Callable[[], list[Path]]:
    """Return the current autosaves."""
    return lambda: sorted((here.parent / "state" / "grognard").glob("autosave-*.record"))
