"""A plan of orders, tried out one after the other on a copy of the state."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.dice import NoDice
from grognard.core.errors import NeedDice
from grognard.games.ocs.interface.legality import check
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.state import OcsState


class Stopped(Exception):
    """The plan ends here: dice or a question of the rules come next."""


class Plan:
    """Orders of one side in one phase, as far as they can be foreseen."""

    def __init__(self, state: OcsState, side: int) -> None:
        self.state, self.side, self.scenario = state.copy(), side, state.scenario
        self.name = state.scenario.sides[side]
        self.orders: list[Order] = []

    def twin(self) -> Plan:
        """The same plan, to try something on."""
        twin = Plan(self.state, self.side)
        twin.orders = self.orders[:]
        return twin

    def give(self, order: Order) -> bool:
        """Add an order if it is legal; raises `Stopped` when what comes of it cannot be foreseen."""
        if check(self.state, self.name, order) is not None:
            return False
        verb = VERBS.find(self.state.phase, order.verb)
        if verb is None:
            return False
        self.orders.append(order)
        tried = self.state.copy()
        try:
            verb.apply(tried, self.side, order, NoDice())
        except NeedDice:
            raise Stopped from None
        self.state = tried
        if tried.questions:
            raise Stopped
        return True
