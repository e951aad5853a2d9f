"""Decisions: what the rules ask of a side now, as data on the state's stack and as choices for a player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, filterfalse

import msgspec

from grognard.core.contract.orders import Order, by_verb
from grognard.core.errors import GrognardError
from grognard.core.text import Text, as_text

NO_ACTOR = ""
"""The actor of orders that no counter gives, such as the end of a phase."""

CROWD = 16
"""Among more counters than these, random play gives an order without a counter once in so many times."""


class Question(msgspec.Struct, frozen=True):
    """A procedure that stopped in the middle to ask somebody something."""

    kind: str
    side: int
    units: tuple[int, ...] = ()
    hex: int = -1
    data: tuple[int, ...] = ()


class Decision:
    """The open question to one side. Choices come as a player's hand does it: who, then what."""

    __slots__ = (
        "_actors",
        "_all",
        "_kinds",
        "_likely_actors",
        "_orders",
        "decline_order",
        "hexes",
        "kind",
        "sentence",
        "side",
        "units",
    )

    def __init__(
        self,
        side: str,
        kind: str,
        sentence: Callable[[], str | Text],
        actors: Callable[[], list[str]],
        orders: Callable[[str], list[Order]],
        every: Callable[[], Iterable[Order]] | None = None,
        decline_order: Order | None = None,
        likely_actors: Callable[[], list[str]] | None = None,
        kinds: Callable[[str], Mapping[str, Sequence[Order]]] | None = None,
        hexes: tuple[str, ...] = (),
        units: tuple[str, ...] = (),
    ) -> None:
        self.side = side
        self.kind = kind
        self.sentence: Callable[[], Text] = lambda: as_text(sentence())
        """What is asked, as a sentence with typed gaps (made only when it is read)."""
        self.decline_order = decline_order
        """Where a side is merely offered to break in: the order of one who does not want to be asked."""
        self.hexes = hexes
        """The hexes that the question is about, such as the one to advance into."""
        self.units = units
        """The counters that the question is about, such as those that must retreat."""
        self._actors = actors
        self._orders = orders
        self._all = every
        self._likely_actors = likely_actors or actors
        self._kinds = kinds or (lambda actor: by_verb(orders(actor)))

    def actors(self) -> list[str]:
        """Ids of the counters that may have something to do, and `NO_ACTOR` for orders without a counter.

        On a large board this is a quick answer: one of them may turn out to have no order after all.
        """
        return self._actors()

    def orders(self, actor: str) -> list[Order]:
        """What this one can do; nothing for somebody who cannot act (any more)."""
        return self._orders(actor)

    def sample_orders(self, source: random.Random) -> Sequence[Order]:
        """The orders of one kind that somebody at random can give.

        Who can act and what is seen at a glance where the game can (`LazyOrders`): one who has no order
        after all is passed over.
        """
        actors = self._likely_actors()
        while actors:
            place = source.randrange(len(actors))
            if len(actors) > CROWD and actors[-1] == NO_ACTOR and not source.randrange(CROWD):
                place = len(actors) - 1  # in a crowd nobody would ever end a phase
            kinds = self._kinds(actors[place])
            verbs = sorted(kinds)
            while verbs:
                verb = source.choice(verbs) if len(verbs) > 1 else verbs[0]
                orders = kinds[verb]
                if orders:
                    return orders
                verbs.remove(verb)
            actors = actors[:place] + actors[place + 1 :]
        raise GrognardError(f"{self.side} is asked ({self.kind}) but has no order to give")

    def random_order(self, source: random.Random) -> Order:
        """Somebody at random, then a kind of order, then one of them: no long list drowns the others."""
        return source.choice(self.sample_orders(source))

    def all(self) -> Iterator[Order]:
        """Every legal order, each once, listed as they are asked for."""
        if self._all is not None:
            return iter(self._all())
        return chain.from_iterable(map(self._orders, self._actors()))


def each_once(batches: Iterable[Iterable[Order]]) -> Iterator[Order]:
    """Yield the orders of several lists, each order once, and list no more than is asked for."""
    seen: set[Order] = set()
    for batch in batches:
        fresh = dict.fromkeys(filterfalse(seen.__contains__, batch))
        seen.update(fresh)
        yield from fresh
