"""`LegalOrders`: what a side can do now, why not, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from grognard.core.contract.decisions import Decision
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.errors import BadArgument, Illegal, Unreadable
from grognard.core.play.situation import Situation


class LegalOrders(Situation):
    """What can be done in a game in progress; the second part of `Game`."""

    def choices(self, side: str | None = None) -> Decision | None:
        """Return the open decision of a side (by default the one to act).

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> decision = g.choices()
        >>> decision.actors()[:3]
        ['SA', 'SB', 'SV']
        """
        side = side or self.to_act
        decision = self.definition.choices(self.state, self._known(side)) if side else None
        if decision is not None:
            decision.known = self.scenario.index
        return decision

    def orders(self, side: str | None = None) -> Iterator[Order]:
        """Yield every legal order.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> [str(order) for order in g.orders()][-1]
        'end'
        """
        decision = self.choices(side)
        if decision is not None:
            yield from decision.all()

    def read(self, order: str | Order) -> Order:
        """Parse the text of an order.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.read("move sa 0701")
        Order(verb='move', target='', units=('SA',), path=('0701',), words=())
        """
        if isinstance(order, str):
            order = self.scenario.notation.parse(order)
        elif isinstance(order, Order):
            self._check_names(order)
        else:
            raise BadArgument(f'an order is text such as "move SA 0701" or an Order, not {order!r}')
        verb = self.scenario.game.verbs.get(order.verb)
        if verb is None:
            raise Unreadable(f"{order.verb!r} is not an order of this game")
        if order.words and not verb.takes.words:
            raise Unreadable(self.scenario.notation.explain_words(order))
        path = verb.takes.path
        if path is not None and path.start and len(order.path) == 1:
            return self._from_where_they_are(order)
        return order

    def _from_where_they_are(self, order: Order) -> Order:
        """Return an order whose path names only its goal with the hex of its units before it."""
        places = {self.state.at[self.scenario.index[unit]] for unit in order.units}
        start = next(iter(places), -1)
        if len(places) != 1 or start < 0:
            return order
        label = self.scenario.board.grid.label(start)
        return order if label in order.path else msgspec.structs.replace(order, path=(label, *order.path))

    def _check_names(self, order: Order) -> None:
        """Refuse an `Order` whose parts are not names of this game's hexes and counters."""
        lists = (order.units, order.path, order.words)
        if not all(isinstance(part, tuple) for part in lists) or not all(
            isinstance(part, str) for part in (order.verb, order.target, *chain.from_iterable(lists))
        ):
            raise BadArgument(f"the parts of an order are text and tuples of text, not {order!r}")
        for unit in order.units:
            if unit not in self.scenario.index:
                raise Unreadable(self.scenario.notation.no_counter(unit))
        for label in filter(None, (order.target, *order.path)):
            if self.scenario.board.grid.find(label) is None:
                raise Unreadable(f"there is no hex {label} on this board")

    def check(self, order: str | Order, side: str | None = None) -> Illegal | None:
        """Return why the order is illegal, or None if it is legal.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.check("move SA 0701")
        >>> g.check("move SA 0101").rule
        '8-all-afford'
        """
        try:
            order = self.read(order)
        except Illegal as refusal:
            return refusal
        side = side or self.to_act
        if side is None:
            return Illegal("over", "the game is over")
        return self.definition.check(self.state, self._known(side), order)

    def preview(self, order: str | Order, side: str | None = None) -> Explanation:
        """Return the explained number behind an order, with the exact chances of its outcomes.

        With a side, from what that side knows.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.preview("move SA 0701").total
        '1 of 4 points'
        """
        order = self.read(order)
        refusal = self.check(order, side)
        if refusal:
            raise refusal
        return self.definition.preview(self.state_as_seen_by(side) if side else self.state, order)

    def reach(self, *units: str, side: str = "") -> dict[str, float]:
        """Return where units can move together, with the MP cost; with a side, as far as it knows.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.reach("SA")["0701"]
        1
        """
        units = tuple(map(self._counter, units))
        side = self._known(side) if side else ""
        label = self.scenario.board.grid.label
        costs = self.definition.reach(self.state_as_seen_by(side) if side else self.state, units)
        return {label(h): cost for h, cost in costs.items()}

    def zoc(self, side: str) -> list[str]:
        """Return the numbers of the hexes in a side's zone of control.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> len(g.zoc("us"))
        23
        """
        return self._names(self.definition.zoc(self.state, self._known(side)))

    def supply(self, side: str) -> list[str] | None:
        """Return the hexes where a side's units are in supply; None in a game without supply.

        >>> import grognard
        >>> grognard.new("strike-force-one/basic", seed=7).supply("us") is None
        True
        >>> "20.10" in grognard.new("ocs/drill-6-trace", seed=7).supply("german")
        True
        """
        mask = self.definition.supply_hexes(self.state, self._known(side))
        return None if mask is None else self._names(mask)

    def score(self, side: str) -> float:
        """Return how well a side is doing as far as it knows, from -1 to 1.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> -1 <= g.score("us") <= 1
        True
        """
        return self.definition.score(self.state_as_seen_by(self._known(side)), side)
