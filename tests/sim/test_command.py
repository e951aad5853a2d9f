from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grognard.core.errors import GrognardError
from grognard.sim.command import main, results_beside
from grognard.sim.progress import progress_bar

WORDS = ["strike-force-one/basic", "--red", "random", "--blue", "random", "--games", "3", "--jobs", "1"]


def test_the_command_plays_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "out.json", tmp_path / "out.html"
    assert main([*WORDS, "--json", str(out), "--report", str(page)]) == 0
    said = capsys.readouterr()
    assert "Won by side" in said.out
    assert "3 of 3 games" in said.err
    assert "\x1b" not in said.out + said.err
    assert json.loads(out.read_text())["complete"] is True
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert len((tmp_path / "out.games.jsonl").read_text().splitlines()) == 4
    assert main([*WORDS, "--json", str(out), "--quiet"]) == 0
    again = capsys.readouterr()
    assert "3 games were already in the results file" in again.out
    assert again.err == ""


def test_games_go_beside_the_json() -> None:
    assert results_beside("a/out.json") == Path("a/out.games.jsonl")
    assert results_beside(None) is None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["strike-force-one/basic", "--games", "x"], "--games"),
        (["strike-force-one/basic", "--seconds", "1", "--iterations", "5"], "not allowed with"),
        (["strike-force-one/basic", "--red", "genius"], "genius"),
        (["strike-force-one/basic", "--json", "no/such/folder/out.json"], "no such folder"),
        (["strike-force-one"], "there is no scenario"),
    ],
)
def test_wrong_words_get_one_clear_line(words: list[str], says: str) -> None:
    with pytest.raises(GrognardError, match=says) as refusal:
        main(words)
    assert "\n" not in str(refusal.value)


def test_a_terminal_gets_a_bar_and_a_pipe_gets_lines() -> None:
    bar, pipe = StringIO(), StringIO()
    with progress_bar(Console(file=bar, force_terminal=True, width=80)) as show:
        show(1, 4, "[bold]1 won")
    assert "1/4" in bar.getvalue() and "[bold]" in bar.getvalue()
    with progress_bar(Console(file=pipe, width=20)) as show:
        for done in range(5):
            show(done, 4, "[bold]1 won")
    assert pipe.getvalue() == "4 of 4 games, [bold]1 won\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to the group of processes")
def test_ctrl_c_in_a_terminal_keeps_the_games_and_says_how_to_go_on(tmp_path: Path) -> None:
    results = tmp_path / "games.jsonl"
    words = [
        "strike-force-one/basic",
        "--red",
        "random",
        "--blue",
        "random",
        "--games",
        "100000",
        "--jobs",
        "2",
    ]
    run = subprocess.Popen(
        [sys.executable, "-m", "grognard.sim.command", *words, "--results", str(results)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        both_at_work = 500  # games after which the second worker has started too
        while time.monotonic() < deadline and (
            not results.exists() or results.read_bytes().count(b"\n") < both_at_work
        ):
            assert run.poll() is None, run.communicate()
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    finally:
        if run.poll() is None:
            run.kill()
    assert run.returncode == 130, err
    assert "Traceback" not in err
    assert f"continues from {results}" in err
    assert "interrupted" in out
    lines = results.read_bytes().splitlines()[1:]
    assert len({json.loads(line)["index"] for line in lines}) == len(lines) >= 2
