"""Areas of a side, each worked out only when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grognard.core.hexes.grid import HexSet


class LazyAreas(Mapping[str, HexSet]):
    """Sets of hexes by name.

    >>> LazyAreas({"control": lambda: 0b11})["control"]
    3
    """

    def __init__(self, areas: Mapping[str, Callable[[], HexSet]]) -> None:
        self._areas = areas

    def __getitem__(self, name: str) -> HexSet:
        return self._areas[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._areas)

    def __len__(self) -> int:
        return len(self._areas)
