"""Why not? Tries what a player may have meant and returns the most telling refusal of the rules.

It knows no game: the shapes of orders come from the examples of the game's own verbs, the units and the hex
of the question take the places of those in the example, and the rules say what is wrong with the outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard.core.decisions import NOBODY, Decision
from grognard.core.errors import GrognardError, Illegal
from grognard.core.game import Game
from grognard.core.orders import Order

_ENOUGH_ACTORS = 12


def why_not(game: Game, side: str, units: list[str], hex_: str) -> Illegal | None:
    """Why these units can do nothing with that hex (or nothing at all); None when they can."""
    decision = None if game.over else game.choices(side)
    if not units:
        here = [unit for unit in game.view(side).units if unit.at == hex_ and not unit.marker]
        units = [unit.id for unit in here if unit.side == side]
        hex_ = "" if units else hex_
    if decision is not None and _can(decision, units, hex_):
        return None
    now = _verbs(decision)
    refusals: list[tuple[Order, Illegal]] = []
    for order in _meant(game, units, hex_):
        illegal = game.rules.check(game.state, side, order)
        if illegal is not None:
            refusals.append((order, illegal))
        elif hex_:  # without a hex the example's own was tried, which nobody asked about
            return None
    return _most_telling(refusals, now, units, hex_)


def meant(game: Game, side: str, units: list[str], hex_: str) -> Order | None:
    """A legal order of these units about a hex; games do not offer every one that they take."""
    if not units or not hex_ or game.over:
        return None
    orders = _meant(game, units, hex_)
    return next((order for order in orders if game.rules.check(game.state, side, order) is None), None)


def _can(decision: Decision, units: list[str], hex_: str) -> bool:
    """Whether one of the units has an order now that has to do with the hex."""
    able = [unit for unit in units if unit in decision.actors()]
    if not hex_:
        return bool(units) and len(able) == len(units)
    for unit in able:
        for order in decision.orders(unit):
            if hex_ == order.target or hex_ in order.path[-1:]:
                if set(units) <= set(order.units):
                    return True
    return False


def _verbs(decision: Decision | None) -> set[str]:
    """The verbs that can be used now."""
    if decision is None:
        return set()
    actors = [actor for actor in decision.actors() if actor != NOBODY][:_ENOUGH_ACTORS]
    return {order.verb for actor in actors for order in decision.orders(actor)[:50]}


def _meant(game: Game, units: list[str], hex_: str) -> Iterator[Order]:
    """Every order of the game with these units and this hex in it: together, then one by one."""
    for shape in _shapes(game):
        if not (shape.units or shape.target) or (hex_ and not (shape.target or shape.path)):
            continue
        if units and not shape.units:  # it was not asked what others could do there
            continue
        groups = [tuple(units)] if units else [shape.units]
        if shape.units and len(units) > 1:
            groups += [(unit,) for unit in units]
        for group in groups:
            target = (hex_ or shape.target) if shape.target else ""
            path = ((hex_,) if hex_ else shape.path[-1:]) if shape.path else ()
            yield Order(shape.verb, target, group if shape.units else (), path, shape.words)


def _shapes(game: Game) -> Iterator[Order]:
    for verb in game.scenario.game.verbs.values():
        try:
            yield game.read(verb.example)
        except GrognardError:  # an example for another scenario of the game
            continue


def _most_telling(
    refusals: list[tuple[Order, Illegal]], now: set[str], units: list[str], hex_: str
) -> Illegal | None:
    """Rather about the verb of the moment, these units and this hex, and not what is said of everything."""
    if not refusals:
        return None
    often = Counter(illegal.rule for _, illegal in refusals)

    def worth(found: tuple[Order, Illegal]) -> float:
        order, illegal = found
        score = 6.0 if order.verb in now else 0.0
        score -= 12.0 if illegal.rule == "notation" else 0.0
        score += 2.0 if hex_ and hex_ in illegal.reason else 0.0
        score += 1.0 if any(unit in illegal.reason for unit in units) else 0.0
        return score - 3.0 * often[illegal.rule] / len(refusals)

    return max(refusals, key=worth)[1]
