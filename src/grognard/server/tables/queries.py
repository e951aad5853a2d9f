"""Answers to what players ask about a game. Nothing here changes a game or gives a secret away."""

from __future__ import annotations

import asyncio
from typing import Any

from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.errors import Refused, bad, forbidden
from grognard.server.library.overlays import overlay
from grognard.server.tables.suggestions import meant, why_not
from grognard.server.tables.table import Table

_MOST_OFFERS = 5_000


async def answer(table: Table, side: str, question: schema.AnyQuestion) -> schema.AnyAnswer:
    """The answer to a question of a side (or of a spectator, `""`)."""
    match question:
        case schema.AskOverlay(name=name, side=whose):
            return await _overlay(table, side, name, whose)
        case schema.AskReach(units=units):
            return _reach(table, side, units)
    if not side:
        raise forbidden("a spectator has nothing to decide")
    game = table.game
    match question:
        case schema.AskOrders(actor=actor):
            decision = game.choices(side)
            known = decision is not None and actor in decision.actors()
            return schema.Offers(_offers(decision.orders(actor)) if decision and known else [])
        case schema.AskEvery():
            return schema.Offers(_offers(game.orders(side)))
        case schema.AskPath(order=said):
            order = _legal(table, side, said)
            lines = _preview(table, side, order).lines
            return schema.Way(game.definition.complete(game.state, side, order).path, lines)
        case schema.AskPreview(order=said):
            return _preview(table, side, _legal(table, side, said))
        case schema.AskExplain(unit=unit):
            return _explained(table, side, unit)
        case schema.AskCheck(order=said):
            try:
                _legal(table, side, said)
            except Refused as refused:
                return schema.Checked(False, refused.refusal)
            return schema.Checked(True, None)
        case schema.AskWhy(units=units, hex=hex_):
            illegal = why_not(game, side, _known_units(game, units), _known_hex(game, hex_))
            if illegal:
                return schema.Why(table.refusal(illegal, side, " ".join(units)), None)
            wish = meant(game, side, units, hex_)
            return schema.Why(None, None if wish is None else schema.offer(wish))


def _offers(orders: Any) -> list[schema.Offer]:
    found = []
    for order in orders:
        found.append(schema.offer(order))
        if len(found) == _MOST_OFFERS:
            break
    return found


def _legal(table: Table, side: str, said: str | Order) -> Order:
    """The order that is meant; `Refused` when it is not legal."""
    try:
        order = table.read(said)
        illegal = table.game.check(order, side)
    except Illegal as unreadable:
        illegal = unreadable
    if illegal:
        raise Refused(table.refusal(illegal, side, said))
    return order


def _preview(table: Table, side: str, order: Order) -> Explanation:
    """The explained number, from what this side knows."""
    try:
        return table.game.definition.preview(table.game.state_as_seen_by(side), order)
    except Illegal as illegal:
        raise Refused(table.refusal(illegal, side, str(order))) from None


def _explained(table: Table, side: str, unit: str) -> Explanation:
    """The account of a unit of the asking side, in games that give one."""
    game = table.game
    if game.definition.explains is None:
        raise bad("this game gives no account of its units")
    (unit,) = _known_units(game, [unit])
    if game.scenario.counters[game.scenario.index[unit]].side != side:
        raise forbidden("only its own side may know that")
    return game.definition.explain(table.game.state_as_seen_by(side), unit)


def _reach(table: Table, side: str, units: list[str]) -> schema.Reach:
    game = table.game
    state = table.game.state_as_seen_by(side)
    label = game.scenario.board.grid.label
    costs = game.definition.reach(state, _known_units(game, units))
    return schema.Reach({label(hex_): cost for hex_, cost in costs.items()})


async def _overlay(table: Table, side: str, name: str, whose: str) -> schema.Hexes:
    game = table.game
    if whose not in game.sides:
        raise bad(f"there is no side {whose!r}; sides: {', '.join(game.sides)}")
    known = ("zoc", "threat", "supply", *game.scenario.game.areas)
    if name not in known:
        raise bad(f"there is no overlay {name!r}; there are: {', '.join(known)}")
    state = table.game.state_as_seen_by(side).copy()
    mask: HexSet = await asyncio.to_thread(overlay, game, state, name, whose)
    return schema.Hexes(game.scenario.board.grid.names(mask))


def _known_units(game: Game, units: list[str]) -> list[str]:
    for unit in units:
        if unit not in game.scenario.index:
            raise bad(f"there is no counter {unit!r}")
    return units


def _known_hex(game: Game, label: str) -> str:
    if label and game.scenario.board.grid.find(label) is None:
        raise bad(f"there is no hex {label!r} on this board")
    return label
