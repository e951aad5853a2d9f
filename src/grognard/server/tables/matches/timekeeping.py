"""The task that ends games in which a clock has run out."""

from __future__ import annotations

import asyncio
import logging
import time

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from grognard.core.errors import GrognardError
from grognard.server.storage import matches as stored_matches
from grognard.server.storage.matches import DAY
from grognard.server.tables.matches.clocks import out_of_time
from grognard.server.tables.matches.matches import end
from grognard.server.tables.registry import Tables

log = logging.getLogger("grognard.server")
EVERY = 1.0
"""Seconds between two checks of the clocks."""


async def keep_clocks(tables: Tables) -> None:
    """End games in which a clock has run out."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await check_clocks(tables)
        except (SQLAlchemyError, OSError) as error:
            log.error("clocks not checked reason=%s", type(error).__name__)


async def check_clocks(tables: Tables) -> None:
    """End games in which a clock has run out by now."""
    for id_ in await stored_matches.overdue(tables.engine, time.time()):
        await _check(tables, id_)


async def _check(tables: Tables, id_: str) -> None:
    try:
        async with tables.locked(id_) as table:
            match, now = table.stored.match, time.time()
            side = out_of_time(match, now)
            if not side or table.over:
                return
            account = table.seats[side].account
            until = await stored_matches.away_until(tables.engine, account, now) if account else 0.0
            if until and match.clock and match.clock.kind == "days":
                left = {**match.left, side: until + DAY - match.since}
                await tables.put_match(table, msgspec.structs.replace(match, left=left))
            else:
                await end(tables, table, "time", side)
    except GrognardError as error:
        log.warning("clock of game=%s reason=%s", id_, error)
