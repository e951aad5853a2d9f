"""Clocks of players, live or in days per move, as pure functions of a match; see `timekeeping`.

A player's clock runs while the side must decide and all seats are taken. A computer has no clock.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec

from grognard.server.storage.matches import Match
from grognard.server.tables.table import Table


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
