"""Orders on the practice board, played or refused."""

from __future__ import annotations

from typing import Any, Self

from grognard.core.contract.events import Event
from grognard.core.errors import Illegal
from grognard.games.ocs import rules
from grognard.games.ocs.interface import legality
from grognard.games.ocs.interface.choices import choices, to_act
from grognard.games.ocs.movement import moves
from grognard.games.ocs.units.active_stack import mp_left
from tests.rules.ocs import notes
from tests.rules.ocs.field import Field

Places = dict[str, Any]
"""Counters and their hexes, to be spread over the arguments of a `Field` or `Manoeuvre`."""


def at(hex_: str, *ids: str) -> Places:
    """Return counters in one hex."""
    return {id_.replace("-", "_"): hex_ for id_ in ids}


class Manoeuvre(Field):
    """A situation in which orders are given: ``Manoeuvre("movement", g_pz1="08.07").give("move …")``."""

    def check(self, text: str) -> Illegal | None:
        """Return why an order is illegal for the active side, or None."""
        order = self.order(text)
        refusal = legality.check(self.state, to_act(self.state)[0], order)
        notes.checked(self.state, order, refusal)
        return refusal

    def refused(self, text: str) -> str:
        """Return the rule by which an order is refused; it must be illegal."""
        refusal = self.check(text)
        assert refusal is not None, f"{text} is allowed"
        return refusal.rule

    def give(self, text: str, *dice: int) -> list[Event]:
        """Play a legal order; all scripted dice must be used."""
        order, side, rolled = self.order(text), to_act(self.state)[0], self.dice(*dice)
        refusal = legality.check(self.state, side, order)
        assert refusal is None, f"{text}: {refusal}"
        notes.before(self.state, order)
        was = self.state.plain()
        events = rules.apply(self.state, side, legality.complete(self.state, side, order), rolled)
        notes.after(self.state, was, events)
        assert not rolled.scripted
        self.sound()
        return events

    def offered(self, actor: str, verb: str = "") -> set[str]:
        """Return the orders offered to a counter, of one verb or all."""
        decision = choices(self.state, to_act(self.state)[0])
        assert decision is not None
        return {str(order) for order in decision.orders(actor) if not verb or order.verb == verb}

    def reach(self, id_: str) -> set[str]:
        """Return the hexes to which a unit can move by itself."""
        return self.labels(moves.destinations(self.state, self.unit(id_)))

    def cost(self, ids: str, goal: str) -> float:
        """Return the MP cost of a move: the highest among the units."""
        units = tuple(self.unit(id_) for id_ in ids.split(","))
        return moves.costs(self.state, units)[self.hex(goal)]

    def left(self, id_: str) -> float:
        """Return the MP a unit has left."""
        return mp_left(self.state, self.unit(id_)) / 4

    def fuelled(self) -> Self:
        """Fuel all units."""
        self.state.primed = self.scenario.combat_units
        return self
