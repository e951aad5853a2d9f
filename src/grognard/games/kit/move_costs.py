"""Costs of moving several units together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.core.hexes.grid import Hex


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
