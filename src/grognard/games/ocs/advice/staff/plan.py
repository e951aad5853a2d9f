"""A plan: orders tried in sequence on a copy of the state."""

from __future__ import annotations

from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.dice import NoDice
from grognard.core.errors import NeedDice
from grognard.games.ocs.interface.legality import check
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.state import OcsState


class PlanEnded(Exception):
    """Raised when a plan cannot continue because of dice or a question."""


class Plan:
    """Orders of one side in one phase, up to the first dice roll or question."""

    def __init__(self, state: OcsState, side: int, intention: Intention = PLAIN) -> None:
        self.state, self.side, self.scenario = state.copy(), side, state.scenario
        self.intention = intention
        self.name = state.scenario.sides[side]
        self.orders: list[Order] = []

    def copy(self) -> Plan:
        """Return an independent copy."""
        copy = Plan(self.state, self.side, self.intention)
        copy.orders = self.orders[:]
        return copy

    def give(self, order: Order) -> bool:
        """Add an order if it is legal; raise `PlanEnded` if its outcome depends on dice or a question."""
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
            raise PlanEnded from None
        self.state = tried
        if tried.questions:
            raise PlanEnded
        return True
