"""The floods of `reach` and `trace` compiled by numba, with the same results, for long-running workers.

numba is imported only on first use, because loading it takes about a second.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet
from grognard.core.hexes.reach import BARRED, Mover, Reach, Same, flags
from grognard.core.hexes.trace import Barred


def available() -> bool:
    """Return whether numba is installed (the extra ``fast``)."""
    return find_spec("numba") is not None


def flood(grid: HexGrid, start: Hex, mover: Mover) -> Reach:
    """Do the same as `reach.flood`, for movers with a cost table and without a `must_stop` function."""
    if not isinstance(mover.costs, list) or mover.must_stop is not None:
        raise TypeError("the compiled flood takes a cost table and no functions")
    np, size = _numpy(), grid.size
    answer = np.empty((3, size), np.int32)
    found = _compiled(_flood)(
        _neighbours(grid),
        _table(Same(mover.costs)),
        start,
        mover.budget,
        np.frombuffer(flags(mover.halt, size), np.uint8),
        np.frombuffer(flags(mover.closed, size), np.uint8),
        mover.zone_to_zone,
        np.frombuffer(flags(mover.zone, size), np.uint8),
        mover.enter_zone,
        mover.leave_zone,
        np.empty((2, mover.budget + 1), np.int32),
        np.empty((2, 6 * size + 1), np.int32),
        np.empty((2, size), np.int32),
        answer,
    )
    return _Unread(start, answer[:, :found].copy())


class _Unread(Reach):
    """A reach stored as an array of hex, cost and previous hex; converted to dictionaries on first access.

    The conversion takes far longer than the flood itself.
    """

    __slots__ = ("_answer",)

    def __init__(self, start: Hex, answer: Any) -> None:
        self.start = start
        self._answer = answer

    def __getattr__(self, name: str) -> Any:  # called while the slots of `Reach` are empty
        if name not in {"cost", "came"}:
            raise AttributeError(name)
        hexes, cost, came = self._answer.tolist()
        self.cost = dict(zip(hexes, cost, strict=True))
        # the start is always first and has no previous hex
        self.came = dict(zip(hexes[1:], came[1:], strict=True))
        return getattr(self, name)

    @property
    def hexes(self) -> HexSet:
        """The hexes in reach, as a bitboard."""
        np, hexes = _numpy(), self._answer[0]
        marks = np.zeros(hexes.max() + 1, np.uint8)
        marks[hexes] = 1
        return _packed(marks)


def trace(
    grid: HexGrid,
    sources: HexSet,
    passable: HexSet,
    limit: int | None = None,
    *,
    barred: Barred | None = None,
) -> HexSet:
    """Do the same as `trace.trace`."""
    np, size = _numpy(), grid.size
    width = (size + 7) // 8

    def unpacked(mask: HexSet) -> Any:
        packed = np.frombuffer(mask.to_bytes(width, "little"), np.uint8)
        return np.unpackbits(packed, bitorder="little")

    reached = unpacked(sources)
    sides = np.stack([unpacked(mask & grid.all) for mask in barred or ()] or [np.empty(0, np.uint8)])
    _compiled(_trace)(
        _neighbours(grid),
        unpacked(passable & grid.all),
        sides,
        size if limit is None else limit,
        np.empty(size, np.int32),
        reached,
    )
    return _packed(reached)


def _packed(marks: Any) -> HexSet:
    return int.from_bytes(_numpy().packbits(marks, bitorder="little").tobytes(), "little")


# -- compiled by numba: plain loops over arrays that the callers allocate -------------------------


def _flood(
    neighbours: Any,
    table: Any,
    start: int,
    budget: int,
    halts: Any,
    shut: Any,
    zone_to_zone: bool,
    zone: Any,
    enter_zone: int,
    leave_zone: int,
    ends: Any,
    queue: Any,
    notes: Any,
    answer: Any,
) -> int:
    """Write hex, cost and previous hex of everything in reach to `answer`, and return their number.

    Buckets are linked lists, first in first out as in `reach.flood`, so that both choose the same of several
    equal paths: `ends` has the first and last entry for each cost, `queue` has hex and next entry, `notes`
    has the lowest cost so far and the previous hex.
    """
    ends[0, :] = OFF
    best, before = notes[0], notes[1]
    best[:] = budget + 1
    found = 0
    entries = 1
    best[start] = 0
    before[start] = OFF
    ends[0, 0] = ends[1, 0] = 0
    queue[0, 0] = start
    queue[1, 0] = OFF
    for spent in range(budget + 1):
        entry = ends[0, spent]
        while entry != OFF:
            here = queue[0, entry]
            if best[here] == spent:
                answer[0, found] = here
                answer[1, found] = spent
                answer[2, found] = before[here]
                found += 1
                if not halts[here] or here == start:
                    tied = halts[here] and not zone_to_zone
                    base = spent + (leave_zone if zone[here] else 0)
                    for direction in range(6):
                        price = table[here * 6 + direction]
                        if price >= BARRED:
                            continue
                        to = neighbours[here, direction]
                        total = base + price + (enter_zone if zone[to] else 0)
                        if total >= best[to] or shut[to] or (tied and halts[to]):
                            continue
                        best[to] = total
                        before[to] = here
                        queue[0, entries] = to
                        queue[1, entries] = OFF
                        if ends[0, total] == OFF:
                            ends[0, total] = entries
                        else:
                            queue[1, ends[1, total]] = entries
                        ends[1, total] = entries
                        entries += 1
            entry = queue[1, entry]
    return found


def _trace(neighbours: Any, passable: Any, sides: Any, limit: int, queue: Any, reached: Any) -> None:
    """Add all hexes that can trace to the sources in `reached`."""
    end = 0
    for here in range(len(neighbours)):
        if reached[here]:
            queue[end] = here
            end += 1
    begin = 0
    for _ in range(limit):
        if begin == end:
            break
        layer_end = end
        for entry in range(begin, layer_end):
            here = queue[entry]
            for direction in range(6):
                to = neighbours[here, direction]
                if to == OFF or reached[to] or not passable[to]:
                    continue
                if len(sides) == 6 and sides[direction, here]:
                    continue
                reached[to] = 1
                queue[end] = to
                end += 1
        begin = layer_end


# -- cached values -------------------------------------------------------------------------------


@cache
def _numpy() -> Any:
    return import_module("numpy")  # installed with numba, and equally optional


@cache
def _compiled(kernel: Any) -> Any:
    njit = import_module("numba").njit
    try:
        return njit(cache=True)(kernel)
    except RuntimeError:  # no writable cache: compile in every process
        return njit(kernel)


@lru_cache(maxsize=8)
def _neighbours(grid: HexGrid) -> Any:
    return _numpy().array(grid.neighbours, _numpy().int32)


@lru_cache(maxsize=64)
def _table(table: Same) -> Any:
    return _numpy().array(table.it, _numpy().int32)
