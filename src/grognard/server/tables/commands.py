"""Commands (orders, undo, takebacks): the only code that changes a game.

Each takes the table's lock, checks that the client is up to date, plays on a copy of the game, stores the
change, swaps the copy in, and sends updates. A change that could not be stored has not happened. The lock is
only for this process; between processes the database decides.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.answers.answers import read_order, refusal
from grognard.server.errors import ApiError, Refused, Stale, bad_request, forbidden
from grognard.server.storage import games as stored_games
from grognard.server.storage.games import Seat, UndoRequest
from grognard.server.storage.matches import put
from grognard.server.storage.writer import Lost, Step
from grognard.server.tables.matches.clocks import clocked, out_of_time
from grognard.server.tables.registry import Tables
from grognard.server.tables.seeing import Seen, can_undo, see_all
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
Command = Callable[[Table], Awaitable[schema.GameSnapshot]]


async def _carried_out(tables: Tables, id_: str, seat: Seat, command: Command) -> schema.GameSnapshot:
    """Carry out a command of a seat; if another process changed the game first, try again after it."""
    secret = seat.secret
    async with tables.locked(id_) as table:
        while True:
            if seat.secret != secret:  # it was claimed meanwhile
                raise ApiError(401, "this secret has been replaced")
            try:
                return await command(table)
            except Lost:
                log.info("lost game=%s side=%s version=%d", id_, seat.side, table.stored.version)
                await tables.catch_up(table)


async def place_order(
    tables: Tables, id_: str, seat: Seat, wanted: schema.PlaceOrder, also: Sequence[Step] = ()
) -> schema.GameSnapshot:
    """Carry out an order, and other steps in the same transaction.

    `Stale` and `Refused` are raised before anything has changed.
    """

    async def command(table: Table) -> schema.GameSnapshot:
        if wanted.undone != table.stored.undone or not table.decides_since(wanted.expect, seat.side):
            await _require_current(table, seat, wanted.expect, wanted.undone)
        if table.number >= tables.settings.limits.orders:
            raise forbidden("this game has reached the maximum number of orders")
        if table.stored.match.ended:
            raise forbidden("the game is over")
        if out_of_time(table.stored.match, time.time()):
            raise forbidden("your time has run out")
        game, sides = table.game.copy(), {seat.side} | table.sides_connected()
        try:
            seen = await table.run(_play, game, wanted.order, seat.side, sides)
        except Illegal as illegal:
            log.info("refused game=%s side=%s rule=%s", id_, seat.side, illegal.rule)
            raise Refused(await table.run(refusal, game, illegal, seat.side, wanted.order)) from None
        number = len(game.history)
        entry, version = game.history[-1].entry, table.stored.version
        match = clocked(table, table.stored.match, () if game.over else game.waiting_for)
        added = stored_games.add(id_, number, entry, game.waiting_for, over=game.over, seen=version)
        clock = () if match is table.stored.match else put(id_, match)
        await tables.save(table, replace(added, also=(*also, *clock)))
        table.stored.match = match
        log.debug("order game=%s number=%d side=%s", id_, number, seat.side)
        now = table.move_on(game, seen)
        table.send_played(number, now)
        tables.changed(table)
        return now[seat.side]

    return await _carried_out(tables, id_, seat, command)


def _play(game: Game, order: str | Order, side: str, sides: Iterable[str]) -> dict[str, Seen]:
    """Carry out an order and return what the given sides see after it."""
    game.play(read_order(game, order), side)
    return see_all(game, sides)


async def undo(tables: Tables, id_: str, seat: Seat, wanted: schema.Undo) -> schema.GameSnapshot:
    """Undo a side's last order, but not past dice or revealed information."""

    async def command(table: Table) -> schema.GameSnapshot:
        await _require_current(table, seat, wanted.expect)
        _require_running(table)
        if not can_undo(table.game, seat.side):
            raise forbidden("you have no order to undo now")
        game = table.game.copy()
        game.undo()
        return await _go_back(tables, table, seat, game)

    return await _carried_out(tables, id_, seat, command)


async def request_undo(
    tables: Tables, id_: str, seat: Seat, wanted: schema.RequestUndo
) -> schema.GameSnapshot:
    """Request a takeback, or answer a request; it is carried out once all players agree."""

    async def command(table: Table) -> schema.GameSnapshot:
        _require_running(table)
        request = _next_request(table, seat, wanted)
        people = {s.side for s in table.seats.values() if not s.is_computer}
        if request is not None and people <= set(request.agreed):
            game = await tables.loading.resumed(id_, table.record(request.to))
            return await _go_back(tables, table, seat, game)
        await tables.save(table, stored_games.put_undo_request(id_, request, seen=table.stored.version))
        table.stored.undo_request = request
        table.send_all(schema.UndoRequestedMessage(request))
        return await table.snapshot(seat.side)

    return await _carried_out(tables, id_, seat, command)


def _require_running(table: Table) -> None:
    """Refuse to change a finished game, since its seed is public."""
    if table.over:
        raise forbidden("the game is over; you can continue from any point as a new game")


async def _require_current(table: Table, seat: Seat, number: int, undone: int | None = None) -> None:
    if number != table.number or undone not in (None, table.stored.undone):
        log.info("stale game=%s side=%s expect=%d number=%d", table.id, seat.side, number, table.number)
        raise Stale(await table.snapshot(seat.side))


def _next_request(table: Table, seat: Seat, wanted: schema.RequestUndo) -> UndoRequest | None:
    """Return the open request; None if a side declined it."""
    request = table.stored.undo_request
    if wanted.to is not None and wanted.answer is None:
        if wanted.to >= table.number:
            raise bad_request(f"the game has {table.number} orders; choose an earlier one")
        return UndoRequest(seat.side, wanted.to, (seat.side,))
    if wanted.to is not None or wanted.answer is None:
        raise bad_request("send either the order to go back to, or an answer")
    if request is None:
        raise ApiError(409, "there is no takeback request")
    if not wanted.answer:
        return None
    return UndoRequest(request.side, request.to, tuple(dict.fromkeys((*request.agreed, seat.side))))


async def _go_back(tables: Tables, table: Table, seat: Seat, game: Game) -> schema.GameSnapshot:
    """Replace the game by one with fewer orders."""
    undone, number = table.stored.undone + 1, len(game.history)
    seen = await table.run(see_all, game, {seat.side} | table.sides_connected())
    match, version = clocked(table, table.stored.match, game.waiting_for), table.stored.version
    cut = stored_games.cut(table.id, number, undone, game.waiting_for, seen=version)
    also = () if match is table.stored.match else put(table.id, match)
    await tables.save(table, replace(cut, also=[*cut.also, *also]))
    table.stored.match = match
    log.info("undone game=%s to=%d side=%s", table.id, number, seat.side)
    table.stored.undone, table.stored.undo_request = undone, None
    now = table.move_on(game, seen)
    table.send_each(lambda side: schema.UndoneMessage(now[side]))
    tables.changed(table)
    return now[seat.side]
