"""The compiled floods give the same results as those in Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.cli import kernel_bench
from grognard.core.hexes import kernel
from grognard.core.hexes.cost_waves import (
    flood_all,
    flood_costs,
    flood_path,
    flood_waves,
    path_in_waves,
    plain_waves,
    ways_of,
)
from grognard.core.hexes.grid import OFF, bits, union
from grognard.core.hexes.terms import Terms
from grognard.core.hexes.trace import barriers, plain_trace, trace
from tests.core.hexes.test_reach import GRID, grids, hexsets
from tests.core.hexes.test_trace import sides
from tools.kernel import build_kernel

compiled = pytest.mark.skipif(not kernel.available(), reason="there was no C compiler")


@compiled
@given(st.data())
def test_compiled_flood_equals_plain_flood(data: st.DataObject) -> None:
    grid = data.draw(grids())
    some = hexsets(grid)
    prices = data.draw(st.lists(st.integers(1, 9), max_size=4, unique=True))
    free = [grid.all] * 6
    entered = {}
    for price in prices:  # for each direction a hex has one price at most
        entered[price] = [data.draw(some) & left for left in free]
        free = [left & ~taken for left, taken in zip(free, entered[price], strict=True)]
    ways = ways_of(grid, entered)
    start, budget = data.draw(st.sampled_from([OFF, *grid.hexes()])), data.draw(st.integers(0, 30))
    gate = st.tuples(st.integers(1, 9), some)
    terms = Terms(
        zone=data.draw(some),
        enter_zone=data.draw(st.integers(0, 5)),
        leave_zone=data.draw(st.integers(0, 5)),
        closed=data.draw(some) & data.draw(some),
        halt=data.draw(some) & data.draw(some),
        gates=data.draw(st.lists(gate, max_size=3)),
    )
    plain = plain_waves(grid, start, budget, ways, **terms)
    assert flood_waves(grid, start, budget, ways, **terms) == plain
    assert flood_all(grid, start, budget, ways, **terms) == union(plain)
    costs = {hex_: cost for cost, wave in enumerate(plain) for hex_ in bits(wave)}
    assert flood_costs(grid, start, budget, ways, **terms) == costs
    rest = {name: value for name, value in terms.items() if name != "closed"}
    for goal in grid.hexes():
        path = path_in_waves(grid, plain, ways, goal, **rest)  # type: ignore[arg-type]
        assert flood_path(grid, start, budget, ways, goal, **terms) == path


@compiled
@given(st.data())
def test_compiled_trace_equals_plain_trace(data: st.DataObject) -> None:
    grid = data.draw(grids())
    sources = data.draw(hexsets(grid)) & data.draw(hexsets(grid)) & data.draw(hexsets(grid))
    passable = data.draw(hexsets(grid)) | data.draw(hexsets(grid))
    limit = data.draw(st.none() | st.integers(0, 8))
    walls = data.draw(sides(grid))
    barred = barriers(walls) if walls else None
    plain = plain_trace(grid, sources, passable, limit, barred=barred)
    assert trace(grid, sources, passable, limit, barred=barred) == plain


@compiled
def test_compiled_trace_stops_at_a_barred_side() -> None:
    source, ring = GRID.hex("0504"), [(GRID.hex("0504"), direction) for direction in range(6)]
    assert trace(GRID, 1 << source, GRID.all, barred=barriers(ring)) == 1 << source
    assert trace(GRID, 1 << source, GRID.all, barred=barriers(ring[1:])) == GRID.all


@compiled
def test_a_library_of_another_source_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel.load(kernel.LIBRARY) is not None
    monkeypatch.setattr(kernel, "INTERFACE", 0)
    assert kernel.load(kernel.LIBRARY) is None


def test_without_a_library_floods_are_in_python(tmp_path: Path) -> None:
    assert kernel.load(tmp_path / "kernel.lib") is None
    (tmp_path / "kernel.lib").write_text("not a library", encoding="utf-8")
    assert kernel.load(tmp_path / "kernel.lib") is None


def test_without_a_compiler_nothing_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "src" / "grognard" / "core" / "hexes"
    folder.mkdir(parents=True)
    (folder / "kernel.c").write_text("this is no C", encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    assert not build_kernel(tmp_path)
    monkeypatch.setenv("CC", str(tmp_path / "no-such-compiler"))
    assert not build_kernel(tmp_path)
    assert "no-such-compiler" in capsys.readouterr().err
    assert list(folder.iterdir()) == [folder / "kernel.c"]


def test_plays_the_same_game_without_the_library() -> None:
    """The same random orders are chosen from the same lists."""
    play = (
        "import random, sys\n"
        "import grognard.core.hexes.kernel as kernel\n"
        "kernel._LIBRARY = None if sys.argv[1] == 'plain' else kernel._LIBRARY\n"
        "import grognard\n"
        "for name in ('ocs/drill-8-battle', 'sandown/campaign'):\n"
        "    game, source = grognard.new(name, seed=3), random.Random(3)\n"
        "    for _ in range(120):\n"
        "        if game.over: break\n"
        "        game.play(game.choices().random_order(source))\n"
        "    print(game.state.digest)\n"
    )
    plain, quick = (
        subprocess.run([sys.executable, "-c", play, how], check=True, capture_output=True, text=True).stdout
        for how in ("plain", "quick")
    )
    assert plain == quick


def test_every_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def once(call: Callable[[], object]) -> float:
        calls.append(call())
        return 1.0

    monkeypatch.setattr(kernel_bench, "_microseconds", once)
    names = [name for name, _ in kernel_bench.bench_kernels()]
    assert len(set(names)) == len(names) == len(calls) >= 14


@compiled
@pytest.mark.parametrize(
    ("start", "budget", "goal"), [(0, -2, 0), (GRID.size, 3, 0), (-2, 3, 0), (0, 3, -1), (0, 3, GRID.size)]
)
def test_numbers_beyond_the_board_never_reach_the_library(start: int, budget: int, goal: int) -> None:
    with pytest.raises(IndexError):
        flood_path(GRID, start, budget, ways_of(GRID, {}), goal)
