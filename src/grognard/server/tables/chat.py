"""Chat between players, and the private notes of a seat."""

from __future__ import annotations

import time

from sqlalchemy import and_, func, select

from grognard.server import schema
from grognard.server.errors import forbidden
from grognard.server.storage import games as stored_games
from grognard.server.storage.announcements import Chatted, announced
from grognard.server.storage.games import Seat
from grognard.server.storage.models import messages, notes
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table

_MAX_MESSAGES = 500


async def post(tables: Tables, game: str, seat: Seat, said: schema.PostChat) -> None:
    """Post a chat message."""
    async with tables.using(game) as table:
        at = time.time()
        size = func.coalesce(func.sum(func.length(messages.c.text)), 0)
        query = select(func.count().label("number"), size.label("size")).where(messages.c.game == game)
        found, limits = await stored_games.one(tables.engine, query), tables.settings.limits
        if found and (found.number >= limits.messages or found.size + len(said.text) > limits.chat):
            raise forbidden("the chat of this game is full")
        steps = stored_games.say(game, seat.side, said.text, at)
        if tables.others is not None:
            steps += announced(Chatted(tables.others.process, game, seat.side, at))
        await tables.writer.write(steps)
        table.send_chat(schema.ChatMessage(seat.side, said.text, at))


async def history(tables: Tables, table: Table, side: str) -> schema.ChatLog:
    """Return the chat messages that a side does not block, latest last."""
    query = (
        select(messages)
        .where(messages.c.game == table.id)
        .order_by(messages.c.id.desc())
        .limit(_MAX_MESSAGES)
    )
    rows = await stored_games.all_of(tables.engine, query)
    seen = [row for row in reversed(rows) if not table.hides(side, row.side)]
    return schema.ChatLog([schema.ChatLine(row.side, row.text, row.at) for row in seen])


async def private_notes(tables: Tables, game: str, seat: Seat) -> schema.Text:
    """Return a seat's private notes."""
    mine = and_(notes.c.game == game, notes.c.side == seat.side)
    row = await stored_games.one(tables.engine, select(notes.c.text).where(mine))
    return schema.Text(row.text if row else "")


async def save_notes(tables: Tables, game: str, seat: Seat, said: schema.Notes) -> None:
    """Save a seat's private notes."""
    await tables.writer.write(stored_games.put_note(game, seat.side, said.text))
