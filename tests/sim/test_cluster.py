"""Studies on a Dask cluster: a scheduler and workers as processes of their own on the loopback interface."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("distributed")

from grognard.core import packs
from grognard.core.errors import GrognardError
from grognard.sim import GameSummary, Study, simulate
from grognard.sim.command import main
from tests.packs import write_folder
from tests.sim.players import careless, deadly, hanging

ROOT = Path(__file__).parents[2]
STUDY = Study("strike-force-one/basic", "random", "other@1", games=12, seed=5, both=True)
PATIENCE = 60.0
"""Maximum number of seconds to wait for another process."""


@contextmanager
def dask(*words: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Dask process until the end of the test."""
    run = subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard", "--dashboard-address", "127.0.0.1:0"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield run
    finally:
        run.kill()
        run.wait()


def wait_until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_scheduler(tmp_path_factory.mktemp("dask")) as (address, _):
        yield address


@contextmanager
def running_scheduler(folder: Path, **variables: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a scheduler on a free port."""
    file = folder / "scheduler.json"
    address = ""

    def written() -> bool:
        nonlocal address
        with suppress(OSError, ValueError, KeyError):
            address = json.loads(file.read_text())["address"]
        return bool(address)

    words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    with dask(*words, **variables) as run:
        wait_until(written)
        yield address, run


@contextmanager
def worker(address: str, *words: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker with one thread; without its nanny, so that it can be killed for good."""
    with TemporaryDirectory() as folder:
        where = ("--host", "127.0.0.1", "--local-directory", folder, "--death-timeout", "60")
        with dask(
            "worker", address, "--nthreads", "1", *where, *(words or ("--no-nanny",)), **variables
        ) as run:
            yield run


def test_same_numbers_as_on_one_core_although_a_worker_is_killed_in_a_game(
    scheduler: str, tmp_path: Path
) -> None:
    alone = simulate(STUDY, make_player=careless)
    flag = tmp_path / "flag"
    seen: list[int] = []

    def progress(games: list[GameSummary], total: int) -> None:
        seen.append(len(games))

    with worker(scheduler, GROGNARD_TEST_HANG=str(flag)) as doomed, worker(scheduler):

        def kill() -> None:
            wait_until(flag.exists)  # it is in the middle of a game, and would be for ever
            doomed.send_signal(signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        file = tmp_path / "games.jsonl"
        report = simulate(STUDY, cluster=scheduler, results=file, progress=progress, make_player=hanging)
        killer.join()
        assert doomed.wait(PATIENCE) == -signal.SIGKILL
    assert report.complete and not report.failures
    assert report.digest == alone.digest
    assert sum(seen) == STUDY.settled().total and len(seen) > 3
    resumed = simulate(STUDY, cluster="tcp://127.0.0.1:1", results=file, make_player=careless)
    assert resumed.digest == alone.digest  # complete, so it does not even connect


def test_pack_travels_to_the_workers(scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with worker(scheduler):  # started without the pack
        monkeypatch.setenv(packs.VARIABLE, str(write_folder(tmp_path / "pack")))
        study = Study("strike-force-one/river-raids:night-crossing", "random", "random", games=4)
        report = simulate(study, cluster=scheduler)
    assert not report.failures
    assert report.digest == simulate(study).digest


def test_player_that_a_worker_does_not_have_is_refused_before_play(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("from grognard.ai.baselines import RandomPlayer as Own\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    study = Study("strike-force-one/basic", "mine:only_here.Own", "random", games=1)
    assert not simulate(study).failures
    with (
        worker(scheduler),
        pytest.raises(GrognardError, match=r"worker tcp://.* No module named 'only_here'"),
    ):
        simulate(study, cluster=scheduler)


def test_local_workers_resume_a_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["strike-force-one/basic", "--red", "random", "--blue", "random", "--quiet"]
    out = tmp_path / "out.json"
    assert main([*words, "--games", "2", "--jobs", "1", "--json", str(out)]) == 0
    assert main([*words, "--games", "6", "--cluster", "local:2", "--json", str(out)]) == 0
    assert "2 games were already in the results file" in capsys.readouterr().out
    digest = json.loads(out.read_text())["digest"]
    assert digest == simulate(Study("strike-force-one/basic", "random", "random", games=6)).digest


def test_loss_of_the_scheduler_ends_the_study_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.sim.cluster.WAIT_FOR_SCHEDULER", 2.0)
    file = tmp_path / "games.jsonl"
    with running_scheduler(tmp_path) as (address, run), worker(address):

        def kill(games: list[GameSummary], total: int) -> None:
            if games:
                run.kill()

        with pytest.raises(GrognardError, match="no longer answers; games in a results file are saved"):
            simulate(STUDY, cluster=address, results=file, progress=kill, make_player=careless)
    resumed = simulate(STUDY, results=file, make_player=careless)
    assert "already in the results file" in resumed.notes[0]
    assert resumed.digest == simulate(STUDY, make_player=careless).digest


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("local:0", "is not a cluster"),
        ("localhost:8786", "is not a cluster"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers"),
    ],
)
def test_wrong_addresses_are_refused(address: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.sim.cluster.WAIT_FOR_SCHEDULER", 0.5)
    with pytest.raises(GrognardError, match=says):
        simulate(STUDY, cluster=address, make_player=careless)


def test_cluster_without_workers_is_refused(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.sim.cluster.WAIT_FOR_WORKERS", 0.2)
    with pytest.raises(GrognardError, match="has no workers; start some: dask worker tcp://"):
        simulate(STUDY, cluster=scheduler, make_player=careless)


@pytest.mark.slow  # workers must start again and again
def test_game_that_kills_its_workers_is_a_failure(tmp_path: Path) -> None:
    study = Study("strike-force-one/basic", "random", "random", games=3, seed=9).settled()
    local = simulate(study, jobs=2, make_player=deadly)
    assert 0 < len(local.failures) < 3
    once = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with running_scheduler(tmp_path, **once) as (address, _), worker(address, "--nanny"):
        report = simulate(study, cluster=address, make_player=deadly)
    assert [game.index for game in report.failures] == [game.index for game in local.failures]
