"""Moderation: reports of players, disabled accounts, games that were set aside."""

from __future__ import annotations

import time

from sqlalchemy import and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server import schema
from grognard.server.errors import ApiError, not_found
from grognard.server.people import accounts as people
from grognard.server.people import sessions
from grognard.server.storage import games as stored_games
from grognard.server.storage.models import accounts, games, reports, seats
from grognard.server.storage.writer import Writer

_MAX_OPEN = 5
"""Maximum number of open reports about one game."""
_MAX_LISTED = 200


async def report(engine: AsyncEngine, writer: Writer, game: str, side: str, text: str) -> None:
    """Store a report about a game."""
    about = and_(reports.c.game == game, ~reports.c.closed)
    found = await stored_games.one(engine, select(func.count()).select_from(reports).where(about))
    if found and found[0] >= _MAX_OPEN:
        raise ApiError(429, "this game has been reported already; an administrator will look at it")
    row = {"game": game, "side": side, "text": text, "at": time.time(), "closed": False}
    await writer.write([(insert(reports), row)])


async def overview(engine: AsyncEngine) -> schema.Moderation:
    """Return the open reports, the games that were set aside, and disabled accounts."""
    query = select(reports).where(~reports.c.closed).order_by(reports.c.id).limit(_MAX_LISTED)
    rows = await stored_games.all_of(engine, query)
    sitting = (
        select(seats.c.game, seats.c.side, accounts.c.name)
        .join(accounts, accounts.c.id == seats.c.account)
        .where(seats.c.game.in_({row.game for row in rows}))
    )
    names: dict[str, dict[str, str]] = {}
    for seat in await stored_games.all_of(engine, sitting):
        names.setdefault(seat.game, {})[seat.side] = seat.name
    aside = (
        select(games.c.id, games.c.scenario, games.c.broken).where(games.c.broken != "").limit(_MAX_LISTED)
    )
    off = select(accounts.c.name).where(accounts.c.disabled).order_by(accounts.c.name).limit(_MAX_LISTED)
    return schema.Moderation(
        [schema.Report(r.id, r.game, r.side, r.text, r.at, names.get(r.game, {})) for r in rows],
        [schema.BrokenGame(g.id, g.scenario, g.broken) for g in await stored_games.all_of(engine, aside)],
        [row.name for row in await stored_games.all_of(engine, off)],
    )


async def close_report(writer: Writer, id_: int) -> None:
    """Mark a report as dealt with."""
    await writer.write([(update(reports).where(reports.c.id == id_).values(closed=True), None)])


async def disable(engine: AsyncEngine, writer: Writer, name: str, *, disabled: bool) -> int:
    """Disable an account and end its sessions, or enable it again; return its id."""
    row = await people.by_key(engine, people.checked_name(name)[1])
    if row is None:
        raise not_found("account")
    await writer.write([*people.change(row.id, disabled=disabled), *sessions.end_all(row.id)])
    return int(row.id)


async def try_again(writer: Writer, game: str) -> None:
    """Let a game that was set aside be opened again."""
    await writer.write([(update(games).where(games.c.id == game).values(broken="", attempts=0), None)])
