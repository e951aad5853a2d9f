"""A computer player at a table: while it must decide, it thinks in a worker process and gives its order."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from grognard.ai import player
from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.computer.pool import Speechless
from grognard.server.computer.worker import Decided, Thought, think
from grognard.server.errors import Refused, Stale, Trouble
from grognard.server.storage.games import Seat
from grognard.server.tables.table import Table

if TYPE_CHECKING:
    from grognard.server.tables.registry import Hall

log = logging.getLogger("grognard.server")
_BREATH = 1.0
"""Seconds before another try when an order could not be kept."""


async def think_on(hall: Hall, table: Table) -> None:
    """Give orders for the computer players of a table until none has to decide."""
    table.users += 1
    try:
        while await _one_order(hall, table):
            pass
    except GrognardError as error:
        log.error("computer stopped game=%s reason=%s", table.id, error)
    finally:
        table.users -= 1
        table.thinking, table.thinker = "", None


async def _one_order(hall: Hall, table: Table) -> bool:
    """One order; False when there is none to give."""
    async with hall.locked(table.id):
        seat = table.computer_to_move()
        if seat is None:
            return False
        number, undone, game = table.number, table.kept.undone, table.game
        thought = Thought(
            game.scenario.id,
            game.options,
            game.view(seat.side),
            seat.level,
            hall.settings.seconds,
            table.plans.get(seat.side, ()),
        )
        if table.thinking != seat.side:
            table.thinking = seat.side
            table.tell({"type": "thinking", "side": seat.side, "since": time.time()})
    decided = await _thought(hall, table, thought)
    table.plans[seat.side] = decided.plan
    await hall.unbroken(_give(hall, table, seat, decided.order, number, undone))
    return True


async def _thought(hall: Hall, table: Table, thought: Thought) -> Decided:
    """What a player decides; should the player fail, some legal one, so that the game goes on."""
    try:
        return await hall.workers.think(thought)
    except Speechless as error:
        log.error("computer failed game=%s level=%s reason=%s", table.id, thought.level, error)
        return think(Thought(thought.scenario, thought.options, thought.view, "random", 0.0))


async def _give(hall: Hall, table: Table, seat: Seat, order: str, number: int, undone: int) -> None:
    from grognard.server.tables.commands import give

    said = schema.Give(order, number, undone)
    try:
        await give(hall, table.id, seat, said)
    except Stale:
        return  # somebody was quicker: look again
    except Refused as refused:
        log.error("computer refused game=%s order=%s reason=%s", table.id, order, refused)
        game = table.game
        choice = player("random").choose(game.definition, game.scenario, game.view(seat.side))
        await give(hall, table.id, seat, schema.Give(str(choice), number, undone))
    except Trouble as trouble:
        if trouble.status != 503:
            raise
        await asyncio.sleep(_BREATH)
