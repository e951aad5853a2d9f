from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grognard.core.errors import GrognardError
from grognard.sim.command import main, results_beside
from grognard.sim.progress import progress_bar

WORDS = ["strike-force-one/basic", "--red", "random", "--blue", "random", "--games", "3", "--jobs", "1"]


def test_command_plays_prints_and_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "out.json", tmp_path / "out.html"
    assert main([*WORDS, "--json", str(out), "--report", str(page)]) == 0
    said = capsys.readouterr()
    assert "Wins by side" in said.out
    assert "3 of 3 games" in said.err
    assert "\x1b" not in said.out + said.err
    assert json.loads(out.read_text())["complete"] is True
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert len((tmp_path / "out.games.jsonl").read_text().splitlines()) == 4
    assert main([*WORDS, "--json", str(out), "--quiet"]) == 0
    again = capsys.readouterr()
    assert "3 games were already in the results file" in again.out
    assert again.err == ""


def test_results_file_is_beside_the_json() -> None:
    assert results_beside("a/out.json") == Path("a/out.games.jsonl")
    assert results_beside(None) is None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["strike-force-one/basic", "--games", "x"], "--games"),
        (["strike-force-one/basic", "--seconds", "1", "--iterations", "5"], "not allowed with"),
        (["strike-force-one/basic", "--red", "genius"], "genius"),
        (["strike-force-one/basic", "--json", "no/such/folder/out.json"], "no such folder"),
        (["strike-force-one"], "which scenario"),
    ],
)
def test_invalid_arguments_give_one_line_of_error(words: list[str], says: str) -> None:
    with pytest.raises(GrognardError, match=says) as refusal:
        main(words)
    assert "\n" not in str(refusal.value)


def test_progress_is_a_bar_in_a_terminal_and_lines_in_a_pipe() -> None:
    bar, pipe = StringIO(), StringIO()
    with progress_bar(Console(file=bar, force_terminal=True, width=80)) as show:
        show(1, 4, "[bold]1 won")
    assert "1/4" in bar.getvalue() and "[bold]" in bar.getvalue()
    with progress_bar(Console(file=pipe, width=20)) as show:
        for done in range(5):
            show(done, 4, "[bold]1 won")
    assert pipe.getvalue() == "4 of 4 games, [bold]1 won\n"


on_posix = pytest.mark.skipif(os.name == "nt", reason="signals are sent to the group of processes")


@contextmanager
def long_series(results: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a long series of games with two workers in its own session, as in a terminal."""
    words = [*WORDS[:5], "--games", "100000", "--jobs", "2", "--results", str(results)]
    run = subprocess.Popen(
        [sys.executable, "-m", "grognard.sim.command", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield run
    finally:
        if run.poll() is None:
            run.kill()


def wait_until(run: subprocess.Popen[str], ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not ready():
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


@on_posix
def test_ctrl_c_saves_the_games_and_tells_how_to_resume(tmp_path: Path) -> None:
    results = tmp_path / "games.jsonl"
    with long_series(results) as run:
        wait_until(run, lambda: results.exists() and results.read_bytes().count(b"\n") > 2)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 130, err
    assert "Traceback" not in err
    assert f"resume from {results}" in err
    assert "interrupted" in out
    lines = results.read_bytes().splitlines()[1:]
    assert len({json.loads(line)["index"] for line in lines}) == len(lines) >= 2


def workers_of(pid: int) -> dict[str, bool]:
    """Return the worker processes of a process, and whether each ignores Ctrl-C."""
    found = {}
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                status = Path(f"/proc/{child}/status").read_text()
                masks = re.findall(r"^Sig(?:Blk|Ign):\s*(\w+)", status, re.MULTILINE)
                found[child] = any(int(mask, 16) >> (signal.SIGINT - 1) & 1 for mask in masks)
    return found


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("count", [1, 2])
def test_ctrl_c_while_workers_start_prints_no_traceback(tmp_path: Path, count: int) -> None:
    with long_series(tmp_path / "games.jsonl") as run:
        wait_until(run, lambda: len(workers_of(run.pid)) >= count)
        assert all(workers_of(run.pid).values())  # from the start
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130, err
    assert "Traceback" not in err
