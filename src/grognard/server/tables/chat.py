"""What people say to each other, and what they note for themselves."""

from __future__ import annotations

import time

from sqlalchemy import and_, select

from grognard.server import schema
from grognard.server.storage import games as kept_games
from grognard.server.storage.games import Seat
from grognard.server.storage.models import messages, notes
from grognard.server.tables.registry import Hall

_MOST = 500


async def say(hall: Hall, game: str, seat: Seat, said: schema.Say) -> None:
    """Say something to everybody at the table."""
    async with hall.at(game) as table:
        at = time.time()
        await hall.writer.write(kept_games.say(game, seat.side, said.text, at))
        table.tell({"type": "said", "side": seat.side, "text": said.text, "at": at})


async def said(hall: Hall, game: str) -> schema.Chat:
    """What was said, the latest last."""
    query = select(messages).where(messages.c.game == game).order_by(messages.c.id.desc()).limit(_MOST)
    rows = await kept_games.all_of(hall.engine, query)
    return schema.Chat([schema.Said(row.side, row.text, row.at) for row in reversed(rows)])


async def notes_of(hall: Hall, game: str, seat: Seat) -> schema.Text:
    """A seat's private notes."""
    mine = and_(notes.c.game == game, notes.c.side == seat.side)
    row = await kept_games.one(hall.engine, select(notes.c.text).where(mine))
    return schema.Text(row.text if row else "")


async def note(hall: Hall, game: str, seat: Seat, said: schema.Notes) -> None:
    """Write a seat's private notes."""
    await hall.writer.write(kept_games.put_note(game, seat.side, said.text))
