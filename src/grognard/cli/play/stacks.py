"""Orders to a stack: a hex in the place of the units, as in ``move 0605-0705`` or ``attack 0506 0605``."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.errors import Unreadable
from grognard.core.play.game import Game

WORD = "stack"
"""May be typed where the units would be, for the reader's sake: ``move stack 0605-0705``."""


def expand(game: Game, text: str, side: str) -> list[str]:
    """Return the orders that a text stands for: one for each unit of a stack if the verb takes one unit."""
    words = text.split()
    order = game.read(" ".join([*words[:1], *(word for word in words[1:] if word.lower() != WORD)]))
    takes = game.scenario.game.verbs[order.verb].takes
    where, rest = _stack_of(game, order)
    if takes.units is None or order.units or not where:
        return [text]
    units = [unit.id for unit in game.at(where, side) if unit.side == side and not unit.marker]
    if not units:
        raise Unreadable("{hex} holds none of your units", hex=where)
    orders = [
        Order(order.verb, rest.target, named, rest.path, order.words)
        for named in ([tuple(units)] if takes.units.most != 1 else [(unit,) for unit in units])
    ]
    able = [one for one in orders if game.check(one, side) is None] or orders[:1]
    return [str(one) for one in able]


def _stack_of(game: Game, order: Order) -> tuple[str, Order]:
    """Return the hex of the stack that an order without units names, and the order without it."""
    takes = game.scenario.game.verbs[order.verb].takes
    if takes.path is not None and takes.target is None:
        hexes = tuple(filter(None, (order.target, *order.path)))
        return (hexes[0], Order(order.verb, path=hexes)) if len(hexes) > 1 else ("", order)
    if takes.target is not None and takes.path is None and len(order.path) == 1:
        return order.path[0], Order(order.verb, order.target)
    return "", order
