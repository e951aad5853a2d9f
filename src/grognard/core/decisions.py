"""Decisions: what the rules ask of a side now, as data on the state's stack and as choices for a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import msgspec

from grognard.core.orders import Order

NOBODY = ""
"""The actor of orders that no counter gives, such as the end of a phase."""


class Frame(msgspec.Struct, frozen=True):
    """A procedure that stopped in the middle to ask somebody something."""

    kind: str
    side: int
    units: tuple[int, ...] = ()
    hex: int = -1
    data: tuple[int, ...] = ()


class Decision:
    """The open question to one side. Choices come as a player's hand does it: who, then what."""

    __slots__ = ("_actors", "_all", "_orders", "kind", "sentence", "side")

    def __init__(
        self,
        side: str,
        kind: str,
        sentence: Callable[[], str],
        actors: Callable[[], list[str]],
        orders: Callable[[str], list[Order]],
        every: Callable[[], list[Order]] | None = None,
    ) -> None:
        self.side = side
        self.kind = kind
        self.sentence = sentence
        """What is asked, in a plain sentence (made only when somebody reads it)."""
        self._actors = actors
        self._orders = orders
        self._all = every

    def actors(self) -> list[str]:
        """Ids of the counters that can do something, and `NOBODY` for orders without a counter."""
        return self._actors()

    def orders(self, actor: str) -> list[Order]:
        """What this one can do."""
        return self._orders(actor)

    def all(self) -> Iterator[Order]:
        """Every legal order, each once, listed as they are asked for."""
        if self._all is not None:
            return iter(self._all())
        return chain.from_iterable(map(self._orders, self._actors()))
