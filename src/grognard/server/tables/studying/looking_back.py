"""Earlier moments of a game, for clients that step through it."""

from __future__ import annotations

from grognard.server import schema
from grognard.server.computer.questions import PastRequest
from grognard.server.tables.loading import resume
from grognard.server.tables.registry import Tables
from grognard.server.tables.seeing import Seen, encoded_view
from grognard.server.tables.table import Table
from grognard.server.tables.visitors import LONG


async def past_snapshot(
    tables: Tables, table: Table, number: int, side: str, client: str = ""
) -> schema.GameSnapshot:
    """Return the game as a side saw it after order `number`; a long way back is replayed elsewhere."""
    record = table.record(number)
    if number > LONG:
        key = (table.id, table.stored.undone)
        view = await tables.visitors.past(PastRequest(key, record, side), client)
    else:
        view = await table.run(lambda: encoded_view(resume(record), side))
    return table.assemble(side, Seen(view, None, False), number)
