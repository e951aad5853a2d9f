"""What it costs to get somewhere, hex by hex, from the floods of one or several ways to go there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.core.hexes.grid import Hex, HexSet, bits


def costs_of(floods: Iterable[Sequence[HexSet]], scale: int) -> dict[Hex, float]:
    """The points each hex costs; where several floods get there, what the first of them says.

    >>> costs_of([[0b1, 0b10], [0b1, 0b110]], 2)
    {1: 0.5, 2: 0.5}
    """
    found: dict[Hex, float] = {}
    seen = 0
    for waves in floods:
        for spent, wave in enumerate(waves):
            new = wave & ~seen if spent else 0
            if new:
                seen |= new
                found.update(dict.fromkeys(bits(new), spent / scale))
    return found


def joint_reach(each: Iterable[Mapping[Hex, float]]) -> dict[Hex, float]:
    """Where several units can all get to, and what it costs the slowest of them; nowhere without units.

    >>> joint_reach([{1: 2, 5: 3}, {5: 1, 7: 1}])
    {5: 3}
    """
    shared: dict[Hex, float] | None = None
    for mine in each:
        if shared is None:
            shared = dict(mine)
        else:
            shared = {hex_: max(cost, shared[hex_]) for hex_, cost in mine.items() if hex_ in shared}
    return shared or {}
