"""What if: a branch from the current position, played by one person for both sides.

The branch starts from a state that the seat can imagine from its view, never from the real one, so trying
things out reveals nothing.
"""

from __future__ import annotations

import random

from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.errors import bad_request, forbidden
from grognard.server.storage.games import Seat, StoredGame
from grognard.server.tables.registry import Tables, new_id
from grognard.server.tables.table import Table

TAG = "what if"
"""The tag of a branch, with the game that it comes from."""


async def branch(tables: Tables, table: Table, seat: Seat, client: str) -> schema.Created:
    """Start a branch for a seat; its client gets the seats of all sides."""
    if table.game.over:
        raise bad_request("the game is over; continue from an order instead")
    game = await table.query(lambda game: imagined_game(game, seat.side))
    record = game.record()
    record.tags = {TAG: table.id}
    stored = StoredGame(
        id=new_id(),
        record=record,
        chosen=False,
        name="",
        seats={side: Seat(side, "human", "") for side in game.sides},
    )
    return await tables.create(stored, game, client)


def imagined_game(game: Game, side: str) -> Game:
    """Return a new game from what a side can imagine now, with its own dice."""
    definition, scenario = game.definition, game.scenario
    state = definition.imagine(game.view(side), scenario, LooseDice(random.Random()))
    twin = Game(definition, scenario.name, scenario.options)
    twin.begin_from(state)
    return twin


async def discard(tables: Tables, table: Table) -> None:
    """Delete a branch; other games cannot be deleted like this."""
    if TAG not in table.stored.record.tags:
        raise forbidden("only what-if games can be discarded")
    await tables.delete([table.id])
