"""The compiled floods give the same results as the plain ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.cli import kernel_bench
from grognard.core.hexes import compiled as compiled_kernels
from grognard.core.hexes.grid import Hex, HexGrid, mask_of
from grognard.core.hexes.reach import Mover, flood
from grognard.core.hexes.trace import barriers, trace
from tests.core.hexes.test_reach import GRID, grids, hexsets, table_movers
from tests.core.hexes.test_trace import sides

with_numba = pytest.mark.skipif(not compiled_kernels.available(), reason="numba is not installed")


@with_numba
@settings(deadline=None)  # the first call compiles
@given(table_movers())
def test_compiled_flood_equals_plain_flood(case: tuple[HexGrid, Hex, Mover]) -> None:
    grid, start, mover = case
    plain, compiled = flood(grid, start, mover), compiled_kernels.flood(grid, start, mover)
    assert compiled.hexes == plain.hexes == mask_of(plain.cost)
    assert compiled.came == plain.came
    assert compiled.cost == plain.cost
    assert list(compiled.cost) == list(plain.cost)
    for goal in grid.hexes():
        assert compiled.path(goal) == plain.path(goal)


@with_numba
@settings(deadline=None)
@given(st.data())
def test_compiled_trace_equals_plain_trace(data: st.DataObject) -> None:
    grid = data.draw(grids())
    sources = data.draw(hexsets(grid)) & data.draw(hexsets(grid)) & data.draw(hexsets(grid))
    passable = data.draw(hexsets(grid)) | data.draw(hexsets(grid))
    limit = data.draw(st.none() | st.integers(0, 8))
    walls = data.draw(sides(grid))
    barred = barriers(walls) if walls else None
    plain = trace(grid, sources, passable, limit, barred=barred)
    assert compiled_kernels.trace(grid, sources, passable, limit, barred=barred) == plain


@with_numba
def test_compiled_trace_stops_at_a_barred_side() -> None:
    source, ring = GRID.hex("0504"), [(GRID.hex("0504"), direction) for direction in range(6)]
    assert compiled_kernels.trace(GRID, 1 << source, GRID.all, barred=barriers(ring)) == 1 << source
    assert compiled_kernels.trace(GRID, 1 << source, GRID.all, barred=barriers(ring[1:])) == GRID.all


@with_numba
def test_compiled_reach_has_no_other_attributes() -> None:
    reach = compiled_kernels.flood(GRID, GRID.hex("0504"), Mover(1, [1] * (6 * GRID.size)))
    with pytest.raises(AttributeError):
        _ = reach.price  # type: ignore[attr-defined]


def test_functions_are_refused() -> None:
    with pytest.raises(TypeError):
        compiled_kernels.flood(GRID, 0, Mover(3, lambda _, __: 1))
    with pytest.raises(TypeError):
        compiled_kernels.flood(GRID, 0, Mover(3, [1] * (6 * GRID.size), must_stop=bool))


def test_optional_packages_are_not_imported() -> None:
    code = (
        "import sys; from grognard.core.hexes import compiled; compiled.available(); "
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def once(call: Callable[[], object]) -> float:
        calls.append(call())
        return 1.0

    monkeypatch.setattr(kernel_bench, "_microseconds", once)
    names = [name for name, _ in kernel_bench.bench_kernels()]
    assert len(set(names)) == len(names) == len(calls) >= 11
