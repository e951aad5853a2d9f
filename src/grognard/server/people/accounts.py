"""Accounts: create, find, change, export and delete them; block other accounts."""

from __future__ import annotations

import time
import unicodedata
from typing import Any

import msgspec
from sqlalchemy import Row, Select, Table, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.server.errors import ApiError, bad_request, not_found
from grognard.server.people import mail, passwords, sessions
from grognard.server.storage import games as stored_games
from grognard.server.storage import matches
from grognard.server.storage.models import accounts, blocks, entries, games, messages, notes, notify, seats
from grognard.server.storage.writer import Step, Writer

_MAX_BLOCKS = 200


def checked_name(text: str) -> tuple[str, str]:
    """Return a name as displayed, and normalised for comparison."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name.isprintable() or not 2 <= len(name) <= 40:
        raise bad_request("a name must have 2 to 40 characters")
    key = name.casefold()
    if len(key) > 40:
        raise bad_request("a name must have 2 to 40 characters")
    return name, key


async def by_key(engine: AsyncEngine, key: str) -> Row[Any] | None:
    """Return an account by its normalised name."""
    return await stored_games.one(engine, select(accounts).where(accounts.c.key == key))


async def by_id(engine: AsyncEngine, id_: int) -> Row[Any]:
    """Return an account that is logged in."""
    row = await stored_games.one(engine, select(accounts).where(accounts.c.id == id_))
    if row is None:
        raise ApiError(401, "log in first")
    return row


async def create(writer: Writer, name: str, key: str, password: str) -> None:
    """Create an account."""
    row = {
        "name": name,
        "key": key,
        "password": await passwords.hash_of(password),
        "created": time.time(),
        "email": "",
        "disabled": False,
    }
    try:
        await writer.write([(insert(accounts), row)])
    except IntegrityError:
        raise ApiError(409, "that name is taken") from None


def change(id_: int, **values: object) -> list[Step]:
    """Return the steps that change columns of an account."""
    return [(update(accounts).where(accounts.c.id == id_).values(**values), None)]


async def require_password(row: Row[Any], password: str) -> None:
    """Refuse a wrong password of an account."""
    if not await passwords.matches(row.password, password):
        raise ApiError(401, "wrong password")


async def set_password(writer: Writer, id_: int, password: str) -> None:
    """Change a password and end all sessions."""
    await writer.write([*change(id_, password=await passwords.hash_of(password)), *sessions.end_all(id_)])


def remove(id_: int, email: str) -> list[Step]:
    """Return the steps that delete an account; the seats stay, for the holders of their secrets."""
    mine = select(seats.c.game).where(seats.c.account == id_)
    return [
        *sessions.end_all(id_),
        (update(games).where(games.c.id.in_(mine)).values(version=games.c.version + 1), None),
        (delete(blocks).where(or_(blocks.c.account == id_, blocks.c.blocked == id_)), None),
        (update(seats).where(seats.c.account == id_).values(account=None), None),
        *matches.forget(id_),
        (delete(accounts).where(accounts.c.id == id_), None),
        *(mail.forget(email) if email else []),
    ]


async def exported(engine: AsyncEngine, row: Row[Any]) -> dict[str, object]:
    """Return everything that the server knows about an account, and what its player did."""
    mine = select(seats.c.game, seats.c.side).where(seats.c.account == row.id)
    found: list[dict[str, object]] = []
    for seat in await stored_games.all_of(engine, mine):
        found.append(await _exported_seat(engine, seat.game, seat.side))
    return {
        "name": row.name,
        "created": row.created,
        "email": row.email,
        "blocked": await blocked_names(engine, row.id),
        "seats": found,
    }


async def _exported_seat(engine: AsyncEngine, game: str, side: str) -> dict[str, object]:
    def of(table: Table, *columns: Any) -> Select[*tuple[Any, ...]]:
        return select(*columns).where(and_(table.c.game == game, table.c.side == side))

    about = await stored_games.one(
        engine, select(games.c.scenario, games.c.name, games.c.created).where(games.c.id == game)
    )
    said = await stored_games.all_of(
        engine, of(messages, messages.c.text, messages.c.at).order_by(messages.c.id)
    )
    given = await stored_games.all_of(
        engine, of(entries, entries.c.number, entries.c.order, entries.c.at).order_by(entries.c.number)
    )
    written = await stored_games.one(engine, of(notes, notes.c.text))
    told = await stored_games.one(engine, of(notify, notify.c.webhook, notify.c.email))
    return {
        "game": game,
        "side": side,
        **(dict(about._mapping) if about else {}),
        "notes": written.text if written else "",
        "notify": dict(told._mapping) if told else {},
        "chat": [dict(line._mapping) for line in said],
        "orders": [dict(order._mapping) for order in given],
    }


# -- blocks ------------------------------------------------------------------------------------------


class Blocks(msgspec.Struct, frozen=True):
    """Who blocks whom among some accounts."""

    pairs: frozenset[tuple[int, int]] = frozenset()

    def blocked(self, account: int | None, other: int | None) -> bool:
        """Return whether an account blocks another."""
        return (account, other) in self.pairs


async def blocks_among(engine: AsyncEngine, ids: set[int]) -> Blocks:
    """Return who blocks whom among accounts."""
    if len(ids) < 2:
        return Blocks()
    query = select(blocks).where(and_(blocks.c.account.in_(ids), blocks.c.blocked.in_(ids)))
    return Blocks(frozenset((row.account, row.blocked) for row in await stored_games.all_of(engine, query)))


async def blocked_names(engine: AsyncEngine, id_: int) -> list[str]:
    """Return the names of the accounts that an account blocks."""
    query = (
        select(accounts.c.name).join(blocks, blocks.c.blocked == accounts.c.id).where(blocks.c.account == id_)
    )
    return sorted(row.name for row in await stored_games.all_of(engine, query))


async def block(engine: AsyncEngine, writer: Writer, id_: int, name: str, *, blocked: bool) -> None:
    """Block or unblock the account with a name."""
    other = await by_key(engine, checked_name(name)[1])
    if other is None:
        raise not_found("account")
    if other.id == id_:
        raise bad_request("you cannot block yourself")
    pair = and_(blocks.c.account == id_, blocks.c.blocked == other.id)
    steps: list[Step] = [(delete(blocks).where(pair), None)]
    if blocked:
        if len(await blocked_names(engine, id_)) >= _MAX_BLOCKS:
            raise bad_request(f"you can block at most {_MAX_BLOCKS} players")
        steps.append((insert(blocks), {"account": id_, "blocked": other.id}))
    await writer.write(steps)
