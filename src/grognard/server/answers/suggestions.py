"""Explain why units have no legal order for a hex: try possible orders and return the most relevant refusal.

It knows no game: the game's file declares the arguments of each verb, the given units and hex fill them, and
the rules say what is wrong with the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.verbs import Arguments, UnitsArgument
from grognard.core.errors import Illegal
from grognard.core.play.game import Game

_MAX_ACTORS = 12
"""Maximum number of counters whose orders are searched for legal verbs."""
_FIRST_ACTORS = 3
"""Number of counters to try if none is given."""


def why_not(game: Game, side: str, units: list[str], hex_: str) -> Illegal | None:
    """Return why these units have no legal order for a hex (or at all); None if they have one."""
    decision = None if game.over else game.choices(side)
    seen = game.view(side).units
    if not units:
        units = [unit.id for unit in seen if unit.at == hex_ and unit.side == side and not unit.marker]
        hex_ = "" if units else hex_
    if decision is not None and _can(decision, units, hex_):
        return None
    now = _verbs(decision)
    refusals: list[tuple[Order, Illegal]] = []
    at = {unit.id: unit.at for unit in seen}
    orders = _possible_orders(game, units, hex_, at)
    if not units and decision is not None:
        actors = [actor for actor in decision.actors() if actor != NO_ACTOR][:_FIRST_ACTORS]
        orders = chain(orders, *(_possible_orders(game, [actor], hex_, at) for actor in actors))
    for order in orders:
        illegal = game.definition.check(game.state, side, order)
        if illegal is not None:
            refusals.append((order, illegal))
        elif hex_:  # without a hex, an adjacent one was tried, which is not the question
            return None
    return _most_relevant(refusals, now, units, hex_)


def legal_order(game: Game, side: str, units: list[str], hex_: str) -> Order | None:
    """Return a legal order of these units for a hex, if any; games do not list all legal orders."""
    if not units or not hex_ or game.over:
        return None
    at = {unit.id: unit.at for unit in game.view(side).units}
    orders = _possible_orders(game, units, hex_, at)
    return next((order for order in orders if game.definition.check(game.state, side, order) is None), None)


def _can(decision: Decision, units: list[str], hex_: str) -> bool:
    """Return whether one of the units has a legal order for the hex."""
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
    """Return the verbs that are legal now."""
    if decision is None:
        return set()
    actors = [actor for actor in decision.actors() if actor != NO_ACTOR][:_MAX_ACTORS]
    return {order.verb for actor in actors for order in decision.orders(actor)[:50]}


def _possible_orders(game: Game, units: Sequence[str], hex_: str, at: Mapping[str, str]) -> Iterator[Order]:
    """Yield an order of every verb with these units and this hex: together, then one by one."""
    for name, verb in game.scenario.game.verbs.items():
        takes = verb.takes
        if not (takes.units or takes.target) or (hex_ and not (takes.target or takes.path)):
            continue
        if units and not takes.units:  # not about these units
            continue
        words = _words(takes)
        for group in _groups(takes.units, units):
            start = at.get(group[0], "") if group else ""
            goal = hex_ or _beside(game, start)
            ends = (start, goal) if takes.path and takes.path.start and start else (goal,)
            path = ends if takes.path and goal else ()
            yield Order(name, goal if takes.target else "", group, path, words)


def _groups(takes: UnitsArgument | None, units: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the units in groups that a verb accepts."""
    if takes is None or len(units) < 2:
        return [tuple(units)]
    together = [] if takes.most and len(units) > takes.most else [tuple(units)]
    return together + [(unit,) for unit in units if takes.least < 2]


def _beside(game: Game, label: str) -> str:
    """Return a hex adjacent to one on the map."""
    grid = game.scenario.board.grid
    here = grid.find(label) if label else None
    return "" if here is None else next(iter(grid.names(grid.around[here])), "")


def _words(takes: Arguments) -> tuple[str, ...]:
    """Return the words that the verb requires."""
    needed = [word for word in takes.words if not word.optional]
    return tuple(next(iter(word.choices), "1") for word in needed)


def _most_relevant(
    refusals: list[tuple[Order, Illegal]], now: set[str], units: list[str], hex_: str
) -> Illegal | None:
    """Return the refusal that fits best: about a legal verb, these units and this hex, not too general."""
    if not refusals:
        return None
    often = Counter(illegal.rule for _, illegal in refusals)

    def relevance(found: tuple[Order, Illegal]) -> float:
        order, illegal = found
        score = 6.0 if order.verb in now else 0.0
        score -= 12.0 if illegal.rule == "notation" else 0.0
        score += 2.0 if hex_ and hex_ in illegal.reason else 0.0
        score += 1.0 if any(unit in illegal.reason for unit in units) else 0.0
        return score - 3.0 * often[illegal.rule] / len(refusals)

    return max(refusals, key=relevance)[1]
