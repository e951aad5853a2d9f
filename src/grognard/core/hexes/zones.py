"""Zones of control, updated as counters move. Knows where counters are, not what their ZOCs do."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, bits
from grognard.core.hexes.trace import Barred


def zone_masks(grid: HexGrid, own_hex: bool = True, barred: Barred | None = None) -> list[HexSet]:
    """Return for each hex the ZOC of a counter there: the adjacent hexes and, with `own_hex`, the hex itself.

    `barred` (see `trace.barriers`) are the hexsides across which ZOCs do not extend.
    """
    zones = list(grid.around)
    for direction, mask in enumerate(barred or ()):
        for here in bits(mask):
            across = grid.neighbours[here][direction]
            if across != OFF:
                zones[here] &= ~(1 << across)
    if own_hex:
        for here in bits(grid.all):
            zones[here] |= 1 << here
    return zones


def zone_of(zones: Sequence[HexSet], hexes: Iterable[Hex]) -> HexSet:
    """Return the combined ZOC of counters in these hexes; the fastest method for few counters.

    >>> zone_of([0b011, 0b111, 0b110], [0, 2]) == 0b111
    True
    """
    mask = 0
    for here in hexes:
        mask |= zones[here]
    return mask


class ZoneMap:
    """The ZOCs of one side: the number of counters that exert a ZOC on each hex, and the set of these hexes.

    Pass `zones` (from `zone_masks`) to share it between maps.

    >>> from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
    >>> grid = HexGrid(Numbering((Sheet((1, 3), (1, 3)),)))
    >>> zoc = ZoneMap(grid, hexes=[grid.hex("0101")])
    >>> grid.names(zoc.mask)
    ['0101', '0102', '0201']
    >>> zoc.move(grid.hex("0101"), grid.hex("0303"))
    >>> grid.names(zoc.mask)
    ['0202', '0203', '0302', '0303']
    """

    __slots__ = ("_members", "counts", "mask", "zones")

    def __init__(
        self, grid: HexGrid, zones: Sequence[HexSet] | None = None, hexes: Iterable[Hex] = ()
    ) -> None:
        self.zones: Sequence[HexSet] = zone_masks(grid) if zones is None else zones
        """For each hex the ZOC of a counter there."""
        self.counts = array("H", bytes(2 * grid.size))
        """For each hex the number of counters that exert a ZOC on it."""
        self.mask: HexSet = 0
        """All hexes in a ZOC."""
        self._members: dict[Hex, list[Hex]] = {}
        for here in hexes:
            self.add(here)

    def add(self, hex_: Hex) -> None:
        """Add a counter in a hex."""
        counts = self.counts
        for member in self._zone(hex_):
            counts[member] += 1
        self.mask |= self.zones[hex_]

    def remove(self, hex_: Hex) -> None:
        """Remove a counter from a hex."""
        counts, gone = self.counts, 0
        for member in self._zone(hex_):
            counts[member] -= 1
            if not counts[member]:
                gone |= 1 << member
        self.mask ^= gone

    def move(self, from_: Hex, to: Hex) -> None:
        """Move a counter from one hex to another."""
        self.remove(from_)
        self.add(to)

    def copy(self) -> ZoneMap:
        """Return an independent copy that shares the constant parts."""
        copy = object.__new__(ZoneMap)
        copy.zones, copy._members = self.zones, self._members
        copy.counts, copy.mask = self.counts[:], self.mask
        return copy

    def _zone(self, hex_: Hex) -> list[Hex]:
        members = self._members.get(hex_)
        if members is None:  # computed once for each hex that ever holds a counter
            zone = self.zones[hex_]
            first = (zone & -zone).bit_length() - 1  # `bits` is faster on a short integer
            members = self._members[hex_] = [first + b for b in bits(zone >> first)] if zone else []
        return members
