"""Matches between players: join, resign, draw, leave, rematch, and ratings of results.

Like other commands, these hold the table's lock, store the change, and then send it.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Literal

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.errors import ApiError, forbidden
from grognard.server.people import accounts as people
from grognard.server.people.ratings import rated
from grognard.server.storage import games as stored_games
from grognard.server.storage import matches as stored_matches
from grognard.server.storage.games import Seat
from grognard.server.storage.matches import Ended, Match
from grognard.server.tables import new_games
from grognard.server.tables.matches.clocks import clocked
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
How = Literal["resigned", "agreed", "time", "cancelled"]


async def join(tables: Tables, id_: str, side: str, account: tuple[int, str] | None) -> schema.ClaimedSeat:
    """Take an open seat, for an account if there is one."""
    async with tables.locked(id_) as table:
        match = table.stored.match
        _require_running(table)
        if side not in match.open:
            raise ApiError(409, "this seat has been taken")
        others = {seat.account for seat in table.seats.values() if seat.account is not None}
        if match.rated and account is None:
            raise forbidden("the game is rated; log in to join it")
        if account:
            if account[0] in others:
                raise ApiError(409, "you already play in this game")
            among = await people.blocks_among(tables.engine, others | {account[0]})
            if any(among.blocked(other, account[0]) for other in others):
                raise forbidden("a player of this game has blocked you")
            table.blocks = among
        open_ = tuple(other for other in match.open if other != side)
        now = clocked(table, msgspec.structs.replace(match, open=open_), table.game.waiting_for)
        also = stored_matches.put(id_, now)
        claimed = await tables.claim_seat(table, table.seats[side], account, also)
        tables.show_match(table, now)
        table.send_presence()
        return claimed


async def resign(tables: Tables, id_: str, seat: Seat) -> None:
    """Resign; before a side's first order the game is cancelled and does not count."""
    async with tables.locked(id_) as table:
        _require_running(table)
        begun = any(step.side == seat.side for step in table.game.history)
        await end(tables, table, "resigned" if begun else "cancelled", seat.side)


async def offer_draw(tables: Tables, id_: str, seat: Seat, wanted: schema.OfferDraw) -> None:
    """Offer a draw, or answer an offer. Of several other players, any can accept; a computer declines."""
    async with tables.locked(id_) as table:
        _require_running(table)
        match = table.stored.match
        if sum(not other.is_computer for other in table.seats.values()) < 2:
            raise forbidden("the computer does not accept a draw")
        if not wanted.agree:
            await tables.put_match(table, msgspec.structs.replace(match, draw=""))
        elif match.draw and match.draw != seat.side:
            await end(tables, table, "agreed", seat.side)
        else:
            await tables.put_match(table, msgspec.structs.replace(match, draw=seat.side))


async def leave(tables: Tables, id_: str, seat: Seat) -> None:
    """Give up a seat, so that any player may take it."""
    async with tables.locked(id_) as table:
        _require_running(table)
        match = table.stored.match
        if match.rated:
            raise forbidden("the game is rated; resign instead")
        if sum(not other.is_computer for other in table.seats.values()) < 2:
            raise forbidden("you are the only player; remove the game from your list")
        open_ = tuple(dict.fromkeys((*match.open, seat.side)))
        now = clocked(table, msgspec.structs.replace(match, open=open_, draw=""), table.game.waiting_for)
        also = [*stored_games.tie(id_, seat.side, None), *stored_matches.put(id_, now)]
        await tables.claim_seat(table, seat, also=also)  # nobody knows the new secret
        seat.account, seat.name = None, ""
        tables.show_match(table, now)
        table.send_presence()


async def end(tables: Tables, table: Table, how: How, side: str) -> None:
    """End a game other than by its rules; the caller holds the lock."""
    others = [other for other in table.game.sides if other != side]
    wins = how in ("resigned", "time") and len(others) == 1
    ended = Ended(how, others[0] if wins else "", "" if how == "agreed" else side)
    match = clocked(table, msgspec.structs.replace(table.stored.match, ended=ended, draw="", open=()), ())
    await tables.save_seat(table, [*stored_games.end(table.id), *stored_matches.put(table.id, match)])
    table.stored.match = match
    log.info("ended game=%s how=%s side=%s", table.id, how, side)
    await table.send_current()
    tables.changed(table)


async def rematch(tables: Tables, id_: str, seat: Seat, client: str) -> schema.Rematch:
    """Return the next game of the same players, with their sides exchanged; the first who asks creates it."""
    async with tables.locked(id_) as table:
        if not table.over:
            raise forbidden("the game is not over")
        match = table.stored.match
        if not match.rematch:
            match = await _create_rematch(tables, table, client)
        mine = _next_side(table, seat.side)
    async with tables.locked(match.rematch) as next_:
        new = next_.seats[mine]
        if new.account is not None and new.account != seat.account:
            raise ApiError(409, "this seat has been taken")
        account = (seat.account, seat.name) if seat.account is not None else None
        claimed = await tables.claim_seat(next_, new, account)
        return schema.Rematch(match.rematch, next_.game.scenario.id, {mine: claimed.secret})


def _next_side(table: Table, side: str) -> str:
    """Return the side of a player in a rematch: the next one."""
    sides = table.game.sides
    return sides[(sides.index(side) + 1) % len(sides)]


async def _create_rematch(tables: Tables, table: Table, client: str) -> Match:
    """Create the next game of the same players; the caller holds the lock of this one."""
    old = table.stored
    players = {
        _next_side(table, side): schema.Seating(seat.kind, seat.level) for side, seat in table.seats.items()
    }
    options = msgspec.convert(old.record.options, dict[str, bool | str])
    agreed = schema.NewMatch((), old.match.listed, old.match.rated, old.match.clock)
    wanted = schema.NewGame(old.record.scenario, options, players, old.name, match=agreed)
    made = await new_games.new_game(tables, wanted, client)
    match = msgspec.structs.replace(old.match, rematch=made.game)
    await tables.put_match(table, match)
    return match


# -- results -------------------------------------------------------------------------------------------


async def settle_pending(tables: Tables) -> None:
    """Rate results that were not rated when the server stopped."""
    try:
        for id_ in await stored_matches.unsettled(tables.engine):
            await settle(tables, id_)
    except (SQLAlchemyError, OSError) as error:
        log.error("results not rated reason=%s", type(error).__name__)


def settle_later(tables: Tables, table: Table) -> None:
    """Rate the result of a game that has just ended."""
    tables.spawn(settle(tables, table.id))


async def settle(tables: Tables, id_: str) -> None:
    """Rate the result of a finished game, once."""
    try:
        async with tables.locked(id_) as table:
            if table.over and table.stored.match.rated and not table.stored.match.settled:
                await _settle(tables, table)
    except (GrognardError, SQLAlchemyError, OSError) as error:
        log.error("not rated game=%s reason=%s", id_, type(error).__name__)


async def _settle(tables: Tables, table: Table) -> None:
    match, seats = table.stored.match, list(table.seats.values())
    done = msgspec.structs.replace(match, settled=True)
    steps = stored_matches.put(table.id, done)
    ids = [seat.account for seat in seats if seat.account is not None]
    counts = match.ended is None or match.ended.how != "cancelled"
    if counts and len(ids) == len(seats) == len(set(ids)):
        sides, scores = [seat.side for seat in seats], [table.score(seat.side) for seat in seats]
        steps = [*steps, partial(_rate, table.id, table.game.scenario.id, ids, sides, scores)]
    await tables.save_seat(table, steps)
    table.stored.match = done


def _rate(
    game: str, scenario: str, ids: list[int], sides: list[str], scores: list[float], connection: Connection
) -> None:
    """Rate a result in its transaction: another game of the same players may end at the same time."""
    family = scenario.partition("/")[0]
    before = stored_matches.locked_ratings(connection, family, ids)
    after = rated([before[id_] for id_ in ids], scores)
    for id_, side, score, rating in zip(ids, sides, scores, after, strict=True):
        stored_matches.put_rating(connection, id_, family, rating)
        stored_matches.put_result(connection, game, scenario, side, id_, score, rating)


def _require_running(table: Table) -> None:
    if table.over:
        raise forbidden("the game is over")
