"""A variant of Strike Force One with secret moves and invisible enemy units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.view import View
from grognard.core.dice import Roller
from grognard.games.strike_force_one import rules
from grognard.games.strike_force_one.model.state import AWAY


def descend(put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Make the rules hide moves and enemy units; `put` sets an attribute of a module."""
    true_view, true_apply = rules.view, rules.apply

    def view(state: Any, side: str) -> View:
        seen = true_view(state, side)
        units = tuple(unit for unit in seen.units if unit.side == side)
        known: dict[str, Any] = {**seen.known, "at": state.at[:]}
        for unit, whose in enumerate(state.scenario.side_of):
            if state.scenario.sides[whose] != side:
                known["at"][unit] = AWAY
        return msgspec.structs.replace(seen, units=units, known=known)

    def apply(state: Any, side: str, order: Order, dice: Roller) -> list[Event]:
        events = true_apply(state, side, order, dice)
        return [msgspec.structs.replace(e, only=(side,)) if e.kind == "moved" else e for e in events]

    put(rules, "view", view)
    put(rules, "apply", apply)
