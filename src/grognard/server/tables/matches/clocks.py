"""Clocks of players: live, or days per move. Pure functions of a match, and the task that ends games in time.

A player's clock runs while the side must decide and all seats are taken. A computer has no clock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from grognard.core.errors import GrognardError
from grognard.server.storage import matches as stored_matches
from grognard.server.storage.matches import DAY, Match
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
EVERY = 1.0
"""Seconds between two looks at the clocks."""


def left_now(match: Match, now: float) -> dict[str, float]:
    """Return the seconds on each clock."""
    passed = now - match.since
    return {side: left - passed if side in match.running else left for side, left in match.left.items()}


def moved(match: Match, waiting: Iterable[str], players: Iterable[str], now: float) -> Match:
    """Return a match after its game has changed: `waiting` sides must decide, and `players` have clocks."""
    if match.clock is None:
        return match
    people = tuple(players)
    running = tuple(side for side in waiting if side in people) if not match.open and not match.ended else ()
    before = left_now(match, now)
    left = {side: before.get(side, match.clock.start) for side in people}
    for side in set(match.running) - set(running):
        left[side] = match.clock.start if match.clock.kind == "days" else left[side] + match.clock.increment
    return msgspec.structs.replace(match, left=left, running=running, since=now)


def clocked(table: Table, match: Match, waiting: Iterable[str]) -> Match:
    """Return the match of a table with its clocks set for the sides that must decide."""
    players = [seat.side for seat in table.seats.values() if not seat.is_computer]
    return moved(match, waiting, players, time.time())


def out_of_time(match: Match, now: float) -> str:
    """Return the side whose clock has run out; empty if there is none."""
    left = left_now(match, now)
    late = [side for side in match.running if left[side] <= 0]
    return min(late, key=left.__getitem__) if late else ""


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
    from grognard.server.tables.matches.matches import end  # which sets clocks

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
