"""Everything that changes a game under way: orders, taking back, going back.

Every change is the same walk: take the table's lock, compare what the client expected, ask the rules, have
the writer put it on the disk, then tell everybody. What could not be kept has not happened: the table is read
again.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache

from grognard.core.errors import Illegal
from grognard.server import schema
from grognard.server.errors import Refused, Stale, Trouble, bad, forbidden
from grognard.server.storage import games as kept_games
from grognard.server.storage.games import Asked, Seat
from grognard.server.tables.registry import Hall
from grognard.server.tables.table import Table, resume

log = logging.getLogger("grognard.server")


async def give(hall: Hall, id_: str, seat: Seat, said: schema.Give) -> schema.Now:
    """Give an order; raises `Stale` or `Refused`, and then nothing has changed."""
    async with hall.locked(id_) as table:
        if said.undone != table.kept.undone or not table.asked_since(said.expect, seat.side):
            _expect(table, seat, said.expect, said.undone)
        if table.number >= hall.settings.limits.orders:
            raise forbidden("this game has all the orders a game may have")
        try:
            table.game.play(table.read(said.order), seat.side)
        except Illegal as illegal:
            log.info("refused game=%s side=%s rule=%s", id_, seat.side, illegal.rule)
            raise Refused(table.refusal(illegal, seat.side, said.order)) from None
        number, game = table.number, table.game
        added = kept_games.add(id_, number, game.history[-1].entry, game.waiting_for, over=game.over)
        await hall.keep(table, seat, added)
        log.debug("order game=%s number=%d side=%s", id_, number, seat.side)
        now = cache(table.now)
        table.tell_each(
            lambda side: {"type": "played", **schema.plain(table.played(number, side)), "now": now(side)}
        )
        answer = now(seat.side)
    hall.move_on(table)
    return answer


async def undo(hall: Hall, id_: str, seat: Seat, said: schema.TakeBack) -> schema.Now:
    """Take back a side's own last order, not past dice or a reveal."""
    async with hall.locked(id_) as table:
        _expect(table, seat, said.expect)
        _still_on(table)
        if not table.now(seat.side).can_undo:
            raise forbidden("there is no order of yours that can be taken back now")
        table.game.undo()
        await _cut(hall, table, seat)
        now = table.now(seat.side)
    hall.move_on(table)
    return now


async def back(hall: Hall, id_: str, seat: Seat, said: schema.Back) -> schema.Now:
    """Ask the others to go back, or answer them; once everybody consents it happens."""
    async with hall.locked(id_) as table:
        _still_on(table)
        asked = _asked(table, seat, said)
        people = {s.side for s in table.seats.values() if not s.is_computer}
        if asked is not None and people <= set(asked.agreed):
            table.game = await asyncio.to_thread(resume, table.record(asked.to))
            await _cut(hall, table, seat)
        else:
            await hall.keep(table, seat, kept_games.ask_back(id_, asked))
            table.kept.asked = asked
            table.tell({"type": "asked-back", "asked_back": asked})
        now = table.now(seat.side)
    hall.move_on(table)
    return now


def _still_on(table: Table) -> None:
    """Once a game is over its seed is shown, so nothing of it may be played again."""
    if table.game.over:
        raise forbidden("the game is over: nothing is taken back, but you can play on from any moment of it")


def _expect(table: Table, seat: Seat, number: int, undone: int | None = None) -> None:
    if number != table.number or undone not in (None, table.kept.undone):
        log.info("stale game=%s side=%s expect=%d number=%d", table.id, seat.side, number, table.number)
        raise Stale(table.now(seat.side))


def _asked(table: Table, seat: Seat, said: schema.Back) -> Asked | None:
    """What is asked after this was said; None when somebody is against it."""
    asked = table.kept.asked
    if said.to is not None and said.answer is None:
        if said.to >= table.number:
            raise bad(f"there are {table.number} orders; one goes back to an earlier one")
        return Asked(seat.side, said.to, (seat.side,))
    if said.to is not None or said.answer is None:
        raise bad("say either where to go back to, or what you answer")
    if asked is None:
        raise Trouble(409, "nobody asks to go back")
    if not said.answer:
        return None
    return Asked(asked.side, asked.to, tuple(dict.fromkeys((*asked.agreed, seat.side))))


async def _cut(hall: Hall, table: Table, seat: Seat) -> None:
    """Keep that the orders after the present one are gone."""
    undone = table.kept.undone + 1
    steps = kept_games.cut(table.id, table.number, undone, table.game.waiting_for)
    await hall.keep(table, seat, steps)
    table.kept.undone, table.kept.asked = undone, None
    log.info("taken back game=%s to=%d side=%s", table.id, table.number, seat.side)
    table.tell_each(lambda side: {"type": "undone", "now": table.now(side)})
