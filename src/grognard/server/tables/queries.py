"""Queries: where a question about a game is answered. They change nothing.

What takes a moment is answered in a thread, on a copy of the game. What may take more than a few milliseconds
(listing the orders of many counters, enemy reach, the odds of an attack in a large game) is answered in a
worker process, with a time limit, and given up if the client leaves.
"""

from __future__ import annotations

import msgspec

from grognard.core.contract.scenario import Scenario
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.answers.answers import answered
from grognard.server.computer.questions import AskRequest, Position
from grognard.server.errors import forbidden
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table
from grognard.server.tables.visitors import is_large

_FEW_ACTORS = 3
"""Number of counters whose orders are quickly listed even in a large game."""


async def answer(
    tables: Tables, table: Table, side: str, question: schema.AnyQuestion, client: str = ""
) -> msgspec.Raw:
    """Answer a question of a side (or of a spectator, ``""``), as JSON."""
    if not side and not isinstance(question, schema.AskOverlay | schema.AskReach | schema.AskRange):
        raise forbidden("spectators have no decisions")
    if not takes_long(table.game.scenario, question):
        return await table.query(
            lambda game: msgspec.Raw(msgspec.json.encode(answered(game, side, question)))
        )
    key = (table.id, table.number, table.stored.undone)

    def position(game: Game) -> Position:
        return Position(key, game.scenario.id, game.options, game.state.plain())

    request = AskRequest(await table.query(position), side, question)
    return await tables.visitors.ask(request, client)


def takes_long(scenario: Scenario, question: schema.AnyQuestion) -> bool:
    """Return whether a question may take more than a few milliseconds."""
    if not is_large(scenario):
        return False
    match question:
        case schema.AskOverlay(name=name):
            return name != "zoc"
        case schema.AskOrders(actors=actors):
            return len(actors) > _FEW_ACTORS
        case schema.AskEvery() | schema.AskPreview() | schema.AskWithout() | schema.AskWhy():
            return True
    return False


def _encoded(found: schema.AnyAnswer) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(found))
