"""Delete games and sessions that have expired, on servers that others can reach."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.people.sessions import LASTS
from grognard.server.storage import allowances
from grognard.server.storage import games as stored_games
from grognard.server.storage.models import sessions
from grognard.server.tables.registry import Tables

log = logging.getLogger("grognard.server")
EVERY = 3_600.0
"""Seconds between two runs."""
_AT_ONCE = 200


async def keep_expiring(tables: Tables) -> None:
    """Delete expired games and sessions every hour."""
    while True:
        try:
            await expire(tables)
        except (SQLAlchemyError, OSError) as error:
            log.error("not expired reason=%s", type(error).__name__)
        await asyncio.sleep(EVERY)


async def expire(tables: Tables) -> None:
    """Delete what has expired; games in use are left alone."""
    await tables.writer.write([(delete(sessions).where(sessions.c.created < time.time() - LASTS), None)])
    if tables.others is not None:
        await tables.writer.write(allowances.forget_old())
    limits = tables.settings.limits
    while tables.settings.expires:
        found = await stored_games.expired(tables.engine, limits.keep_new, limits.keep, _AT_ONCE)
        unused = [id_ for id_ in found if not (table := tables.in_memory.get(id_)) or not table.users]
        if not unused:
            return
        await tables.delete(unused)
        log.info("expired games=%d", len(unused))
