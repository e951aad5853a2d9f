"""The floods of `cost_waves` and `trace` in C, where a compiler was found when Grognard was installed.

`kernel.c` is compiled by the build hook to a plain shared library, for any version of Python. Without it the
floods in Python give the same results. Callers need not know which of the two they use.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Unpack

from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, Same
from grognard.core.hexes.terms import Gates, Terms

INTERFACE = 2
"""Must equal the library's: one built from older source is not used."""
LIBRARY = Path(__file__).with_name("kernel.lib")
"""The compiled library, if there is one."""


class Flood(ctypes.Structure):
    """What a flood depends on, as the library reads it."""

    _fields_ = (
        ("neighbours", ctypes.c_char_p),
        ("prices", ctypes.c_char_p),
        ("size", ctypes.c_int),
        ("width", ctypes.c_int),
        ("start", ctypes.c_int),
        ("budget", ctypes.c_int),
        ("closed", ctypes.c_char_p),
        ("halt", ctypes.c_char_p),
        ("zone", ctypes.c_char_p),
        ("enter_zone", ctypes.c_int),
        ("leave_zone", ctypes.c_int),
        ("gate_prices", ctypes.c_char_p),
        ("gates", ctypes.c_char_p),
        ("gate_count", ctypes.c_int),
    )


def load(path: Path) -> ctypes.PyDLL | None:
    """Load the library; None if it is missing, or of another machine or version."""
    try:
        library = ctypes.PyDLL(str(path))  # keeps the interpreter's lock, as the calls are short
        if library.kernel_interface() != INTERFACE:
            return None
    except (OSError, AttributeError):
        return None
    number, data, flood = ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(Flood)
    numbers = ctypes.POINTER(number)
    library.kernel_flood.argtypes = (flood, data, data)
    library.kernel_costs.argtypes = (flood, numbers, numbers)
    library.kernel_path.argtypes = (flood, number, numbers)
    library.kernel_prices.argtypes = (data, number, number, data, data, number, data)
    library.kernel_prices.restype = None
    library.kernel_trace.argtypes = (data, number, number, data, data, number, data)
    return library


_LIBRARY = load(LIBRARY)


def available() -> bool:
    """Return whether the compiled floods are in use."""
    return _LIBRARY is not None


class Board:
    """A grid as the library reads it."""

    __slots__ = ("neighbours", "new_list", "new_set", "size", "width")

    def __init__(self, grid: HexGrid) -> None:
        self.size = grid.size
        self.width = (grid.size + 7) // 8
        self.neighbours = array("i", [to for six in grid.neighbours for to in six]).tobytes()
        self.new_set = ctypes.c_char * self.width
        """Makes an empty set of hexes for the library to fill."""
        self.new_list = ctypes.c_int * self.size
        """Makes a list of numbers for the library to fill."""


@lru_cache(maxsize=64)
def board_of(grid: HexGrid) -> Board:
    """Return a grid for the library, prepared once."""
    return Board(grid)


def price_table(grid: HexGrid, ways: Sequence[tuple[int, Sequence[HexSet], HexSet]]) -> bytes:
    """Return the price of every step as `flood` reads it: by the hex it leaves and the direction."""
    assert _LIBRARY is not None
    board, all_ = board_of(grid), grid.all
    width = board.width
    table = ctypes.create_string_buffer(board.size * 24)
    prices = array("i", [price for price, _, _ in ways]).tobytes()
    entered = b"".join([(hexes & all_).to_bytes(width, "little") for _, six, _ in ways for hexes in six])
    _LIBRARY.kernel_prices(board.neighbours, board.size, width, prices, entered, len(ways), table)
    return table.raw


def _prepared(
    grid: HexGrid,
    prices: bytes,
    start: Hex,
    budget: int,
    *,
    zone: HexSet = 0,
    enter_zone: int = 0,
    leave_zone: int = 0,
    closed: HexSet = 0,
    halt: HexSet = 0,
    gates: Gates = (),
) -> Flood:
    """Return a flood as the library reads it; `prices` is a `price_table`."""
    board, all_ = board_of(grid), grid.all
    width = board.width
    if budget < 0 or not OFF <= start < board.size:  # the library would write beyond its memory
        raise IndexError(f"no flood from hex {start} with a budget of {budget}")
    return Flood(
        board.neighbours,
        prices,
        board.size,
        width,
        start,
        budget,
        (closed & all_).to_bytes(width, "little") if closed else None,
        (halt & all_).to_bytes(width, "little") if halt else None,
        (zone & all_).to_bytes(width, "little") if zone else None,
        enter_zone,
        leave_zone,
        array("i", [price for price, _ in gates]).tobytes() if gates else None,
        b"".join([(hexes & all_).to_bytes(width, "little") for _, hexes in gates]) if gates else None,
        len(gates),
    )


def flood(grid: HexGrid, prices: bytes, start: Hex, budget: int, **terms: Unpack[Terms]) -> HexSet:
    """Do the same as `cost_waves.flood_all`."""
    assert _LIBRARY is not None
    found = board_of(grid).new_set()
    if not _LIBRARY.kernel_flood(_prepared(grid, prices, start, budget, **terms), found, None):
        raise MemoryError
    return int.from_bytes(found, "little")


def waves(grid: HexGrid, prices: bytes, start: Hex, budget: int, **terms: Unpack[Terms]) -> list[HexSet]:
    """Do the same as `cost_waves.flood_waves`."""
    assert _LIBRARY is not None
    width = board_of(grid).width
    by_cost = ctypes.create_string_buffer(width * (budget + 1))
    if not _LIBRARY.kernel_flood(_prepared(grid, prices, start, budget, **terms), None, by_cost):
        raise MemoryError
    found = by_cost.raw
    return [int.from_bytes(found[at : at + width], "little") for at in range(0, len(found), width)]


def costs(
    grid: HexGrid, prices: bytes, start: Hex, budget: int, points: Sequence[float], **terms: Unpack[Terms]
) -> dict[Hex, float]:
    """Do the same as `cost_waves.flood_costs`; `points` are those of each cost."""
    assert _LIBRARY is not None
    board = board_of(grid)
    hexes, paid = board.new_list(), board.new_list()
    count = _LIBRARY.kernel_costs(_prepared(grid, prices, start, budget, **terms), hexes, paid)
    if count < 0:
        raise MemoryError
    return dict(zip(hexes[:count], map(points.__getitem__, paid[:count]), strict=True))


def path(
    grid: HexGrid, prices: bytes, start: Hex, budget: int, goal: Hex, **terms: Unpack[Terms]
) -> list[Hex]:
    """Do the same as `cost_waves.flood_path`."""
    assert _LIBRARY is not None
    found = board_of(grid).new_list()
    if not 0 <= goal < grid.size:
        raise IndexError(f"no path to hex {goal}")
    length = _LIBRARY.kernel_path(_prepared(grid, prices, start, budget, **terms), goal, found)
    if length < 0:
        raise MemoryError
    return found[:length][::-1]


@lru_cache(maxsize=64)
def _sides(grid: HexGrid, barred: Same[Sequence[HexSet]]) -> bytes:
    """Return barred hexsides for the library, prepared once: they are those of a board."""
    width = board_of(grid).width
    return b"".join((side & grid.all).to_bytes(width, "little") for side in barred.it)


def trace(
    grid: HexGrid, sources: HexSet, passable: HexSet, limit: int, barred: Sequence[HexSet] | None
) -> HexSet:
    """Do the same as `trace.trace`."""
    assert _LIBRARY is not None
    board, all_ = board_of(grid), grid.all
    width = board.width
    reached = ctypes.create_string_buffer((sources & all_).to_bytes(width, "little"), width)
    sides = _sides(grid, Same(barred)) if barred else None
    passes = (passable & all_).to_bytes(width, "little")
    if not _LIBRARY.kernel_trace(board.neighbours, board.size, width, passes, sides, limit, reached):
        raise MemoryError
    return int.from_bytes(reached, "little")
