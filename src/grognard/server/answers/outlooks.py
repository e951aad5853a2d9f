"""What an order leads to: the result of an answer without dice, and attacks with fewer units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from grognard.core.contract.events import seen_by
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.dice import NoDice
from grognard.core.errors import Illegal, NeedDice
from grognard.core.play.game import Game
from grognard.core.text import Part, Words
from grognard.server import schema

MAX_TRIED = 24
"""Maximum number of smaller attacks to try."""
EQUAL_WITHIN = 1e-9
"""Values that differ by less count as equal."""
MAX_EVENTS = 6
"""Maximum number of events in an outlook."""


def leads_to(game: Game, side: str, order: Order, found: Explanation) -> tuple[Part, ...]:
    """Return what an answer to a question leads to before the next decision; empty if dice decide.

    Games with secrets are left out: what follows may depend on what the side cannot know.
    """
    if found.chances or found.lines or not game.state.questions or game.scenario.game.secrets:
        return ()
    state = game.state_as_seen_by(side).copy()
    try:
        events = seen_by(game.definition.apply(state, side, order, NoDice()), side)
    except (NeedDice, Illegal):
        return ()
    parts: list[Part] = []
    for event in events[:MAX_EVENTS]:
        parts += [Words("; ")] if parts else []
        parts += event.text.parts
    return tuple(parts)


def without(game: Game, side: str, order: Order, base: Explanation) -> schema.WithoutAnswer:
    """Return the best attack with one unit or stack fewer that is as good as this one, or better."""
    best: tuple[float, int, Order, Explanation] | None = None
    state = game.state_as_seen_by(side)
    for fewer in _fewer(game, side, order):
        if game.check(fewer, side) is not None:
            continue
        found = game.definition.preview(state, fewer)
        left_out = len(order.units) - len(fewer.units)
        if found.worth < base.worth - EQUAL_WITHIN or (best and (found.worth, left_out) <= best[:2]):
            continue
        best = (found.worth, left_out, fewer, found)
    if best is None:
        return schema.WithoutAnswer(None, (), False, "")
    worth, _, fewer, found = best
    units = tuple(unit for unit in order.units if unit not in fewer.units)
    shown = found.odds.ratio if found.odds else found.total
    return schema.WithoutAnswer(schema.offer(fewer), units, worth > base.worth + EQUAL_WITHIN, shown)


def _fewer(game: Game, side: str, order: Order) -> Iterator[Order]:
    """Yield the order without each of its units, and without each of its stacks."""
    places = {unit.id: unit.at for unit in game.view(side).units}
    stacks = [
        frozenset(group)
        for _, group in groupby(sorted(order.units, key=lambda unit: places.get(unit, "")), key=places.get)
    ]
    groups = dict.fromkeys([*(frozenset((unit,)) for unit in order.units), *stacks])
    for group in list(groups)[:MAX_TRIED]:
        units = tuple(unit for unit in order.units if unit not in group)
        if units:
            yield replace(order, units=units)
