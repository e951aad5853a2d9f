"""Decisions: questions on the state's stack, and the choices that they offer a player."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, filterfalse

import msgspec

from grognard.core.contract.orders import Order, by_verb
from grognard.core.errors import GrognardError
from grognard.core.text import Text, as_text

NO_ACTOR = ""
"""The actor of orders that no counter gives, such as the end of a phase."""

CROWD = 16
"""If more counters than this can act, random play chooses an order without a counter 1 time in `CROWD`."""


class Question(msgspec.Struct, frozen=True):
    """A choice that interrupts a procedure."""

    kind: str
    side: int
    units: tuple[int, ...] = ()
    hex: int = -1
    data: tuple[int, ...] = ()


class Decision:
    """What one side must or may decide now. Choices come in two steps: who acts, then the order.

    >>> import grognard
    >>> g = grognard.new("strike-force-one/basic", seed=7)
    >>> decision = g.choices()
    >>> decision
    <Decision of soviet: movement, 7 actors>
    >>> print(decision)
    soviet: Move your units, then end the phase.
    >>> [str(order) for order in decision.orders("SA")][:2]
    ['move SA 0801-0401', 'move SA 0801-0402']
    """

    __slots__ = (
        "_actors",
        "_all",
        "_kinds",
        "_likely_actors",
        "_orders",
        "_sentence",
        "decline_order",
        "hexes",
        "kind",
        "known",
        "side",
        "units",
    )

    def __init__(
        self,
        side: str,
        kind: str,
        sentence: Callable[[], str | Text],
        actors: Callable[[], list[str]],
        orders: Callable[[str], Sequence[Order]],
        every: Callable[[], Iterable[Order]] | None = None,
        decline_order: Order | None = None,
        likely_actors: Callable[[], list[str]] | None = None,
        kinds: Callable[[str], Mapping[str, Sequence[Order]]] | None = None,
        hexes: tuple[str, ...] = (),
        units: tuple[str, ...] = (),
    ) -> None:
        self.side = side
        self.kind = kind
        self._sentence = sentence
        self.decline_order = decline_order
        """The order that declines, if the side only has the option to interrupt."""
        self.hexes = hexes
        """The hexes that the decision is about, such as the one to advance into."""
        self.units = units
        """The counters that the decision is about, such as those that must retreat."""
        self.known: Container[str] | None = None
        """The ids of all counters, if `orders` shall refuse others."""
        self._actors = actors
        self._orders = orders
        self._all = every
        self._likely_actors = likely_actors or actors
        self._kinds = kinds or (lambda actor: by_verb(orders(actor)))

    def __repr__(self) -> str:
        count = len(self.actors())
        return f"<Decision of {self.side}: {self.kind}, {count} {'actor' if count == 1 else 'actors'}>"

    def __str__(self) -> str:
        return f"{self.side}: {self.sentence()}"

    def sentence(self) -> Text:
        """Return the prompt, a sentence with typed gaps.

        >>> import grognard
        >>> print(grognard.new("strike-force-one/basic", seed=7).choices().sentence())
        Move your units, then end the phase.
        """
        return as_text(self._sentence())

    def actors(self) -> list[str]:
        """Return the ids of the counters that have an order, and `NO_ACTOR` for orders without a counter.

        >>> import grognard
        >>> d = grognard.new("strike-force-one/basic", seed=7).choices()
        >>> d.actors()
        ['SA', 'SB', 'SV', 'SG', 'SD', 'SE', '']
        """
        return self._actors()

    def orders(self, actor: str) -> Sequence[Order]:
        """Return the legal orders of one actor; none if it cannot act.

        They may be written out only when they are read: read them before the next order is given.

        >>> import grognard
        >>> d = grognard.new("strike-force-one/basic", seed=7).choices()
        >>> [str(order) for order in d.orders("")]
        ['end']
        """
        if actor and self.known is not None and actor not in self.known:
            raise GrognardError(f"there is no counter {actor!r}")
        return self._orders(actor)

    def free_orders(self) -> Sequence[Order]:
        """Return the orders that no counter gives, such as the end of the phase; there may be none now.

        >>> import grognard
        >>> [str(order) for order in grognard.new("strike-force-one/basic", seed=7).choices().free_orders()]
        ['end']
        """
        return self._orders(NO_ACTOR) if NO_ACTOR in self._actors() else []

    def sample_orders(self, source: random.Random) -> Sequence[Order]:
        """Return the orders of one verb of a random actor.

        The game may give a fast estimate of actors and verbs; those without legal orders are skipped.

        >>> import grognard, random
        >>> d = grognard.new("strike-force-one/basic", seed=7).choices()
        >>> len({order.verb for order in d.sample_orders(random.Random(1))})
        1
        """
        actors = self._likely_actors()
        while actors:
            place = source.randrange(len(actors))
            if len(actors) > CROWD and actors[-1] == NO_ACTOR and not source.randrange(CROWD):
                place = len(actors) - 1  # otherwise a phase with many counters would hardly ever end
            kinds = self._kinds(actors[place])
            verbs = sorted(kinds)
            while verbs:
                verb = source.choice(verbs) if len(verbs) > 1 else verbs[0]
                orders = kinds[verb]
                if orders:
                    return orders
                verbs.remove(verb)
            actors = actors[:place] + actors[place + 1 :]
        raise GrognardError(f"{self.side} must decide ({self.kind}) but has no legal orders")

    def random_order(self, source: random.Random) -> Order:
        """Choose a random actor, then a verb, then an order, so that no long list crowds out the others.

        >>> import grognard, random
        >>> d = grognard.new("strike-force-one/basic", seed=7).choices()
        >>> d.random_order(random.Random(1)) in list(d.all())
        True
        """
        return source.choice(self.sample_orders(source))

    def all(self) -> Iterator[Order]:
        """Yield every legal order once, lazily.

        >>> import grognard
        >>> d = grognard.new("strike-force-one/basic", seed=7).choices()
        >>> [str(order) for order in d.all()][-1]
        'end'
        """
        if self._all is not None:
            return iter(self._all())
        return chain.from_iterable(map(self._orders, self._actors()))


def each_once(batches: Iterable[Iterable[Order]]) -> Iterator[Order]:
    """Yield the orders of several lists lazily, each order once."""
    seen: set[Order] = set()
    for batch in batches:
        fresh = dict.fromkeys(filterfalse(seen.__contains__, batch))
        seen.update(fresh)
        yield from fresh
