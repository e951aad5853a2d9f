"""Answers to questions about a game, in a thread or in a worker process. They reveal no secrets."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice

from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import MAX_LENGTH, Order
from grognard.core.errors import Illegal, Unreadable
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.answers.outlooks import leads_to, without
from grognard.server.answers.overlays import overlay
from grognard.server.answers.suggestions import legal_order, why_not
from grognard.server.errors import Refused, bad_request, forbidden

MAX_ORDERS = 5_000
MAX_SUGGESTIONS = 4


def answered(game: Game, side: str, question: schema.AnyQuestion) -> schema.AnyAnswer:
    """Answer a question of a side (or of a spectator, ``""``)."""
    match question:
        case schema.AskOverlay(name=name, side=whose):
            return _overlay(game, side, name, whose)
        case schema.AskReach(units=units):
            return _reach(game, side, units)
        case schema.AskRange(units=units):
            return _ranges(game, side, units)
        case schema.AskOrders(actors=actors, limit=limit):
            return _orders(game, side, actors, limit)
        case schema.AskEvery():
            return schema.EveryAnswer(_offers(game.orders(side)))
        case schema.AskPath(order=said):
            order = _legal(game, side, said)
            lines = _preview(game, side, order).lines
            return schema.PathAnswer(game.definition.complete(game.state, side, order).path, lines)
        case schema.AskPreview(order=said):
            order = _legal(game, side, said)
            found = _preview(game, side, order)
            return schema.preview_answer(found, leads_to(game, side, order, found))
        case schema.AskWithout(order=said):
            order = _legal(game, side, said)
            return without(game, side, order, _preview(game, side, order))
        case schema.AskExplain(unit=unit):
            return schema.explain_answer(_explained(game, side, unit))
        case schema.AskCheck(order=said):
            try:
                _legal(game, side, said)
            except Refused as refused:
                return schema.CheckAnswer(False, refused.refusal)
            return schema.CheckAnswer(True, None)
        case schema.AskWhy(units=units, hex=hex_):
            illegal = why_not(game, side, _known_units(game, units), _known_hex(game, hex_))
            if illegal:
                return schema.WhyAnswer(refusal(game, illegal, side, " ".join(units)), None)
            legal = legal_order(game, side, units, hex_)
            return schema.WhyAnswer(None, None if legal is None else schema.offer(legal))


def read_order(game: Game, said: str | Order) -> Order:
    """Parse an order; one given as fields must match its text, which is recorded."""
    order = game.read(str(said))
    if isinstance(said, Order) and said != order:
        raise Unreadable(f"the fields do not match the order {str(said)!r}")
    return order


def refusal(game: Game, illegal: Illegal, side: str, said: str | Order) -> schema.Refusal:
    """Return a refusal with the text of its rule and a few legal orders."""
    named = set(said.units if isinstance(said, Order) else said[:MAX_LENGTH].replace(",", " ").split())
    instead = [schema.offer(order) for order in _suggestions(game, side, named)]
    says = game.definition.rulebook().says(illegal.rule)
    return schema.Refusal(illegal.rule, illegal.reason, illegal.text.parts, says, instead)


def _suggestions(game: Game, side: str, named: Collection[str]) -> list[Order]:
    """Return a few legal orders, first those of the named units."""
    decision = game.choices(side) if side and not game.over else None
    if decision is None:
        return []
    actors = decision.actors()
    found: list[Order] = []
    for actor in sorted(actors, key=lambda actor: (actor not in named, actor != NO_ACTOR)):
        found += decision.orders(actor)[: MAX_SUGGESTIONS - len(found)]
        if len(found) == MAX_SUGGESTIONS or actor in named:
            break
    return found


def _reach(game: Game, side: str, units: list[str]) -> schema.ReachAnswer:
    costs = game.definition.reach(game.state_as_seen_by(side), _known_units(game, units))
    label = game.scenario.board.grid.label
    return schema.ReachAnswer({label(hex_): cost for hex_, cost in costs.items()})


def _ranges(game: Game, side: str, units: list[str]) -> schema.RangeAnswer:
    found = game.definition.range_hexes(game.state_as_seen_by(side), _known_units(game, units))
    grid = game.scenario.board.grid
    return schema.RangeAnswer({name: grid.names(mask) for name, mask in found.items() if mask})


def _orders(game: Game, side: str, actors: list[str], limit: int | None) -> schema.OrdersAnswer:
    decision = game.choices(side)
    able = set(decision.actors()) if decision else set()
    found: dict[str, list[schema.Offer]] = {}
    for actor in actors:
        if limit is not None and sum(map(len, found.values())) >= limit:
            break
        found[actor] = _offers(decision.orders(actor)) if decision and actor in able else []
    return schema.OrdersAnswer(found)


def _offers(orders: Iterable[Order]) -> list[schema.Offer]:
    return [schema.offer(order) for order in islice(orders, MAX_ORDERS)]


def _legal(game: Game, side: str, said: str | Order) -> Order:
    """Return the parsed order; raise `Refused` if it is illegal."""
    try:
        order = read_order(game, said)
        illegal = game.check(order, side)
    except Illegal as unreadable:
        illegal = unreadable
    if illegal:
        raise Refused(refusal(game, illegal, side, said))
    return order


def _preview(game: Game, side: str, order: Order) -> Explanation:
    """Explain the odds or cost of an order, from what the side knows."""
    try:
        return game.definition.preview(game.state_as_seen_by(side), order)
    except Illegal as illegal:
        raise Refused(refusal(game, illegal, side, order)) from None


def _explained(game: Game, side: str, unit: str) -> Explanation:
    """Explain the status of one of the side's own units, if the game can."""
    if game.definition.explains is None:
        raise bad_request("this game does not explain its units")
    (unit,) = _known_units(game, [unit])
    if game.scenario.counters[game.scenario.index[unit]].side != side:
        raise forbidden("only the unit's own side may know that")
    return game.definition.explain(game.state_as_seen_by(side), unit)


def _overlay(game: Game, side: str, name: str, whose: str) -> schema.OverlayAnswer:
    if whose not in game.sides:
        raise bad_request(f"there is no side {whose!r}; sides: {', '.join(game.sides)}")
    known = ("zoc", "threat", "supply", *game.scenario.areas)
    if name not in known:
        raise bad_request(f"there is no overlay {name!r}; overlays: {', '.join(known)}")
    mask = overlay(game, game.state_as_seen_by(side).copy(), name, whose)
    return schema.OverlayAnswer(game.scenario.board.grid.names(mask))


def _known_units(game: Game, units: list[str]) -> list[str]:
    for unit in units:
        if unit not in game.scenario.index:
            raise bad_request(f"there is no counter {unit!r}")
    return units


def _known_hex(game: Game, label: str) -> str:
    if label and game.scenario.board.grid.find(label) is None:
        raise bad_request(f"there is no hex {label!r} on this board")
    return label
