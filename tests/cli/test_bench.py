"""``grognard bench`` measures, prints, and reports missing programs. The tests check no speeds."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import sys

import pytest

import grognard
from grognard.cli import play_bench
from grognard.cli.commands import bench, bench_web
from grognard.cli.play_bench import Pace
from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from tests.cli.conftest import Cli


def test_bench_rows(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_wall", lambda command: 0.1)
    monkeypatch.setattr(bench, "bench_kernels", lambda: [("a kernel", 12.0)])
    played = ("strike-force-one", "sandown")  # one without supply, one with
    monkeypatch.setattr(bench, "game_ids", lambda: played)
    answer = cli("bench", "--seconds", "0.001", "--json")
    assert answer.status == 0
    rows = answer.json["rows"]
    assert all(figure > 0 and unit in ("orders/s", "µs", "ms") for _, figure, unit in rows)
    assert {"random play strike-force-one/basic", "a kernel", "grognard games"} <= {
        row[0].partition(",")[0] for row in rows
    }


def test_random_play_reports_the_best_run(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = iter([Pace(100.0, 20.0), Pace(300.0, 21.0), Pace(200.0, 22.0)] * 100)
    monkeypatch.setattr(bench, "play_randomly", lambda *_: next(slices))
    for what, rate, _ in bench.random_play(["sfo/basic"], 1.0, peers=False):
        assert rate == 300.0 and "21 choices" in what


def test_bench_of_one_scenario_beside_chess(cli: Cli) -> None:
    answer = cli("bench", "sfo/basic", "--peers", "--seconds", "0.01", "--json")
    full, chess, ratio, whole, lazy = answer.json["rows"]
    assert "all counters, all orders of one" in full[0] and "python-chess" in chess[0]
    assert ratio[1:] == [pytest.approx(full[1] / chess[1]), "×"]
    assert "every legal order" in whole[0] and "lazy" in lazy[0]


def test_bench_without_python_chess_says_how_to_get_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    answer = cli("bench", "sfo/basic", "--peers", "--seconds", "0.01")
    assert answer.status == 2 and "pip install chess" in answer.err


def test_two_steps_list_every_counter_and_every_order_of_one() -> None:
    decision = grognard.new("strike-force-one/basic", seed=7).choices()
    assert decision is not None
    listed = play_bench.two_steps(decision, random.Random(3))
    assert any(listed == decision.orders(actor) for actor in decision.actors())


def test_two_steps_skip_counters_without_orders() -> None:
    order = Order("end")
    decision = Decision(
        "soviet", "movement", lambda: "Move.", lambda: ["A", "B", ""], lambda a: [] if a else [order]
    )
    assert all(play_bench.two_steps(decision, random.Random(seed)) == [order] for seed in range(5))


@pytest.mark.parametrize("program", ["chromium", "node"])
def test_web_bench_reports_missing_programs(cli: Cli, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == program else f"/usr/bin/{name}")
    answer = cli("bench", "--web")
    assert answer.status == 2 and answer.out == ""
    assert "bench --web needs" in answer.err and program in answer.err.lower() and answer.err.count("\n") == 1


@pytest.mark.skipif(not shutil.which("chromium"), reason="Chromium is not installed")
@pytest.mark.skipif(not (bench_web.STATIC / "index.html").is_file(), reason="the client is not built")
def test_web_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the smallest measurement, with fake frame times of the large board."""
    told = '{"hexes": 2500, "counters": 450, "drawn": 200, "frame95": 17, "cpu95": 5}'
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: Done(told))
    small = ["strike-force-one/basic"]
    served = [("orders", 7.0, "orders/s")]  # tests/server/test_bench.py measures the server
    monkeypatch.setattr("grognard.server.bench.rows", lambda *_: served)
    found = list(bench_web.rows(tries=1, boards=small, clicked=small, moves=1, orders=3, seconds=0.5))
    assert all(math.isfinite(figure) and figure > 0 for _, figure, _ in found)
    assert [unit for *_, unit in found] == ["KB", *["ms"] * 9, "orders/s"]
    assert "2,500 hexes, 450 counters" in " ".join(what for what, *_ in found)


class Done:
    """Result of a successful program."""

    returncode = 0
    stderr = ""

    def __init__(self, stdout: str) -> None:
        self.stdout = stdout
