"""What it costs to get somewhere, hex by hex, from the floods of one or several ways to go there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.hexes import Hex, HexSet, bits


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
