"""Hints: the order that a computer player would give, from what the asking side sees."""

from __future__ import annotations

from grognard.ai.levels import DEFAULT
from grognard.core.contract.view import View
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.computer.pool import NoAnswer
from grognard.server.computer.worker import ThinkRequest
from grognard.server.errors import ApiError, bad_request
from grognard.server.storage.games import Seat
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table


async def hint(tables: Tables, table: Table, seat: Seat, client: str) -> schema.Hint:
    """Return what a good computer player would order for a seat that has a decision."""

    def look(game: Game) -> View:
        if game.over or game.choices(seat.side) is None:
            raise bad_request("you have no decision now")
        return game.view(seat.side)

    game, number = table.game, table.number
    view = await table.query(look)
    request = ThinkRequest(game.scenario.id, game.options, view, DEFAULT, tables.settings.seconds)
    try:
        reply = await tables.workers.think(request, client=client)
    except NoAnswer:
        raise ApiError(503, "the computer has no hint now; try again") from None
    return schema.Hint(number, schema.offer(game.read(reply.order)), reply.why)
