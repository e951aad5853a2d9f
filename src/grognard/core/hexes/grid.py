"""Hex grids: numbering, geometry and sets of hexes. Knows no terrain and no game.

A hex is a small integer. Columns are straight (flat-topped hexes) and run west to east; the slots of a
column run north to south, followed by one guard slot that is never a hex. So a hex's integer is also
its bit in a *bitboard* (a Python integer as a set of hexes), and the neighbours of a set take a few shifts.
Printed numbers such as ``0302`` or ``B10.10`` are used only for input and output: `label` and `hex` convert.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache, reduce
from itertools import compress, count
from operator import or_
from typing import Generic, Literal, TypeVar

import msgspec

Hex = int
"""A hex as an index; `OFF` means off the board."""
HexSet = int
"""A set of hexes as a bitboard: bit h is set if hex h is in it."""
Hexside = tuple[Hex, int]
"""A hexside: a hex and the direction of the side."""
OFF: Hex = -1


class Direction(IntEnum):
    """The six directions from a flat-topped hex, clockwise."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        """The opposite direction.

        >>> Direction.NE.opposite.name
        'SW'
        """
        return Direction((self + 3) % 6)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One map sheet: how its hexes are numbered, and its offset in the whole grid."""

    columns: tuple[int, int]
    """First and last column number, west to east."""
    rows: tuple[int, int]
    """Lowest and highest row number."""
    prefix: str = ""
    """Prefix of every number, such as the map letter ``B``."""
    west: int = 0
    """Number of columns of the whole grid west of this sheet."""
    north: int = 0
    """Number of rows of the whole grid north of this sheet."""


class Numbering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a board's hexes are numbered. Every board does it differently, so nothing here is a constant."""

    sheets: tuple[Sheet, ...]
    digits: Literal["CCRR", "RRCC"] = "CCRR"
    """Column number first, or row number first."""
    rows_grow: Literal["south", "north"] = "south"
    low_columns: Literal["even", "odd"] = "even"
    """Which columns (by the numbers of the first sheet) are half a hex further south."""
    separator: str = ""
    width: int = 2
    """Digits of a column or row number."""
    missing: tuple[str, ...] = ()
    """Numbers inside the rectangle that are not on the board (irregular outlines)."""


_Item = TypeVar("_Item")
_TO_FLAGS = bytes.maketrans(b"01", b"\0\1")
_TO_DIGITS = bytes.maketrans(b"\0\1", b"01")


def bits(mask: HexSet) -> tuple[Hex, ...]:
    """Return the members of a bitboard in ascending order.

    >>> bits(0b10110)
    (1, 2, 4)
    """
    return _members(mask) if mask.bit_length() <= _SHORT else _members.__wrapped__(mask)


_SHORT = 768
"""Maximum length in bits of bitboards whose members are cached: counters, and hexes of a small board.

The same sets of counters are asked for again and again, such as all HQs of a side.
"""


@lru_cache(maxsize=1 << 13)
def _members(mask: HexSet) -> tuple[Hex, ...]:
    first = max((mask & -mask).bit_length() - 1, 0)
    if mask.bit_count() * 6 > mask.bit_length() - first:  # dense: converting to text is faster than a loop
        return tuple(compress(count(first), bin(mask >> first)[:1:-1].encode().translate(_TO_FLAGS)))
    found = []
    while mask:
        last = mask.bit_length() - 1
        found.append(last)
        mask ^= 1 << last  # from the top, so that the integer becomes shorter
    return tuple(found[::-1])


def chosen(items: Sequence[_Item], mask: HexSet) -> list[_Item]:
    """Return the items whose indexes are in a bitboard.

    >>> chosen("abcdef", 0b10110)
    ['b', 'c', 'e']
    """
    return list(compress(items, bin(mask)[:1:-1].encode().translate(_TO_FLAGS)))


def nth(mask: HexSet, place: int) -> Hex:
    """Return the member of a bitboard at a place in ascending order, without listing them all.

    >>> nth(0b10110, 0), nth(0b10110, 2)
    (1, 4)
    """
    if not 0 <= place < mask.bit_count():
        raise IndexError(place)
    below, width = 0, mask.bit_length()
    while width > 1:
        half = width >> 1
        lower = mask & (1 << half) - 1
        count = lower.bit_count()
        if place < count:
            mask, width = lower, half
        else:
            mask, width = mask >> half, width - half
            place -= count
            below += half
    return below


def mask_of(hexes: Iterable[Hex]) -> HexSet:
    """Return the bitboard of some hexes.

    >>> mask_of([1, 2, 4]) == 0b10110
    True
    """
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def marked(flags: Iterable[bool]) -> HexSet:
    """Return the bitboard of the places with a true flag.

    >>> marked([False, True, True, False, True]) == 0b10110
    True
    """
    return int(bytes(flags)[::-1].translate(_TO_DIGITS) or b"0", 2)


def union(sets: Iterable[HexSet]) -> HexSet:
    """Return the union of bitboards.

    >>> union([0b100, 0b110, 0]) == 0b110
    True
    """
    return reduce(or_, sets, 0)


class Same(Generic[_Item]):
    """A long list or tuple as a dictionary key, compared by identity."""

    __slots__ = ("it",)

    def __init__(self, it: _Item) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it


class HexGrid:
    """The hexes of one board: their numbers, neighbours, distances and sets.

    >>> grid = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))
    >>> [grid.label(h) for h in grid.adjacent[grid.hex("0206")]]
    ['0205', '0306', '0307', '0207', '0107', '0106']
    >>> grid.distance(grid.hex("0101"), grid.hex("0908"))
    11
    """

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        sheets = numbering.sheets
        if not sheets:
            raise ValueError("a grid needs at least one sheet")
        self.columns = max(s.west + s.columns[1] - s.columns[0] + 1 for s in sheets)
        self.rows = max(s.north + s.rows[1] - s.rows[0] + 1 for s in sheets)
        self.stride = self.rows + 1
        """Slots per column, including the guard slot."""
        self.size = self.columns * self.stride
        """Length of arrays indexed by hex."""
        parity = 0 if numbering.low_columns == "even" else 1
        self._low_parity = (parity - sheets[0].columns[0] + sheets[0].west) % 2
        self._axial = [self._axial_of(hex_) for hex_ in range(self.size)]
        """Axial coordinates of every hex."""
        self.labels: list[str] = self._number()
        """Printed number of every hex; empty where there is no hex."""
        self._index = {label: h for h, label in enumerate(self.labels) if label}
        self.all: HexSet = mask_of(self._index.values())
        self._low: HexSet = mask_of(h for h in self._index.values() if self.is_low(h))
        self._high: HexSet = self.all & ~self._low
        self.neighbours: list[tuple[Hex, ...]] = [self._six(h) for h in range(self.size)]
        """For each hex its six neighbours by `Direction`; `OFF` beyond the edge."""
        self.adjacent: list[tuple[Hex, ...]] = [tuple(n for n in six if n != OFF) for six in self.neighbours]
        """For each hex its neighbours on the board."""
        self.around: list[HexSet] = [mask_of(near) for near in self.adjacent]
        """For each hex its neighbours as a bitboard."""

    # -- numbers ------------------------------------------------------------------------------

    def _number(self) -> list[str]:
        numbering = self.numbering
        labels = [""] * self.size
        for sheet in numbering.sheets:
            (first_column, last_column), (low_row, high_row) = sheet.columns, sheet.rows
            for column in range(first_column, last_column + 1):
                for row in range(low_row, high_row + 1):
                    down = row - low_row if numbering.rows_grow == "south" else high_row - row
                    slot = (sheet.west + column - first_column) * self.stride + sheet.north + down
                    if labels[slot]:
                        raise ValueError(f"hex {labels[slot]} is on two map sheets")
                    labels[slot] = self._spell(sheet.prefix, column, row)
        slots = {label: slot for slot, label in enumerate(labels) if label}
        for label in numbering.missing:
            if label not in slots:
                raise ValueError(f"hex {label!r} is listed as missing but is not in the rectangle")
            labels[slots[label]] = ""
        return labels

    def _spell(self, prefix: str, column: int, row: int) -> str:
        width, separator = self.numbering.width, self.numbering.separator
        pair = (column, row) if self.numbering.digits == "CCRR" else (row, column)
        return f"{prefix}{pair[0]:0{width}d}{separator}{pair[1]:0{width}d}"

    def label(self, hex_: Hex) -> str:
        """Return the printed number of a hex."""
        return self.labels[hex_]

    def hex(self, label: str) -> Hex:
        """Return the hex with this printed number; raise `KeyError` if there is none."""
        return self._index[label]

    def find(self, label: str) -> Hex | None:
        """Return the hex with this printed number, or None."""
        return self._index.get(label)

    def hexes(self) -> tuple[Hex, ...]:
        """Return all hexes of the board."""
        return bits(self.all)

    # -- geometry -----------------------------------------------------------------------------

    def column(self, hex_: Hex) -> int:
        """Return the index of the hex's column, from the west."""
        return hex_ // self.stride

    def row(self, hex_: Hex) -> int:
        """Return the index of the hex in its column, from the north."""
        return hex_ % self.stride

    def is_low(self, hex_: Hex) -> bool:
        """Return whether the hex's column is half a hex further south."""
        return (hex_ // self.stride) % 2 == self._low_parity

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """Return the centre of the hex, x to the east and y to the south, in hexside lengths."""
        return (
            1.5 * self.column(hex_),
            math.sqrt(3) * (self.row(hex_) + (0.5 if self.is_low(hex_) else 0.0)),
        )

    def _six(self, hex_: Hex) -> tuple[Hex, ...]:
        if not self.labels[hex_]:
            return (OFF,) * 6
        column, row = self.column(hex_), self.row(hex_)
        up = row if self.is_low(hex_) else row - 1  # row of the NE and NW neighbours
        return (
            self._at(column, row - 1),
            self._at(column + 1, up),
            self._at(column + 1, up + 1),
            self._at(column, row + 1),
            self._at(column - 1, up + 1),
            self._at(column - 1, up),
        )

    def _at(self, column: int, row: int) -> Hex:
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return OFF
        slot = column * self.stride + row
        return slot if self.labels[slot] else OFF

    def _axial_of(self, hex_: Hex) -> tuple[int, int]:
        column, row = self.column(hex_), self.row(hex_)
        shift = column - (column & 1) if self._low_parity else column + (column & 1)
        return column, row - shift // 2

    def _from_axial(self, q: int, r: int) -> Hex:
        shift = q - (q & 1) if self._low_parity else q + (q & 1)
        return self._at(q, r + shift // 2)

    def neighbour(self, hex_: Hex, direction: int) -> Hex:
        """Return the adjacent hex in a direction, or `OFF`."""
        return self.neighbours[hex_][direction]

    def direction(self, from_: Hex, to: Hex) -> Direction | None:
        """Return the direction to an adjacent hex; None if the two are not adjacent."""
        six = self.neighbours[from_]
        return Direction(six.index(to)) if to != OFF and to in six else None

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the distance between two hexes in hexes."""
        (aq, ar), (bq, br) = self._axial[a], self._axial[b]
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """Return the hexes on a straight line, including both ends; missing hexes are left out."""
        steps = self.distance(a, b)
        (aq, ar), (bq, br) = self._axial[a], self._axial[b]
        path = []
        for step in range(steps + 1):
            part = step / steps if steps else 0.0
            # slightly off the exact line, so that a line along hexsides always picks the same hexes
            q, r = aq + (bq - aq) * part + 1e-6, ar + (br - ar) * part + 2e-6
            hex_ = self._from_axial(*_nearest(q, r))
            if hex_ != OFF:
                path.append(hex_)
        return path

    # -- sets ---------------------------------------------------------------------------------

    def spread(self, mask: HexSet) -> HexSet:
        """Return all neighbours of a set of hexes; a member is included only if adjacent to another."""
        sideways = mask | (mask & self._low) << 1 | (mask & self._high) >> 1
        stride = self.stride
        return (mask << 1 | mask >> 1 | sideways << stride | sideways >> stride) & self.all

    def within(self, hex_: Hex, distance: int) -> HexSet:
        """Return all hexes within a distance, including the hex itself."""
        mask = 1 << hex_
        for _ in range(distance):
            mask |= self.spread(mask)
        return mask

    def window(self, a: Hex, b: Hex) -> HexSet:
        """Return the hexes of the rectangle between a western and an eastern corner."""
        columns = range(self.column(a), self.column(b) + 1)
        rows = range(min(self.row(a), self.row(b)), max(self.row(a), self.row(b)) + 1)
        return mask_of(h for h in bits(self.all) if self.column(h) in columns and self.row(h) in rows)

    def mask(self, labels: Iterable[str]) -> HexSet:
        """Return the bitboard of hexes given by their numbers."""
        return mask_of(self.hex(label) for label in labels)

    def names(self, mask: HexSet) -> list[str]:
        """Return the sorted numbers of a set of hexes."""
        return sorted(self.labels[h] for h in bits(mask))


def _nearest(q: float, r: float) -> tuple[int, int]:
    """Round fractional axial coordinates to the hex that contains them."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr
