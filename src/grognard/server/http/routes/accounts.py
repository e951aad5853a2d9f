"""Calls about accounts: optional names that seats can be tied to."""

from __future__ import annotations

import asyncio
import time
import unicodedata

from litestar import Response, Router, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from grognard.server import schema
from grognard.server.errors import Trouble, bad
from grognard.server.http.authentication import COOKIE, SESSION, session_of
from grognard.server.http.rate_limits import Gates, client_of
from grognard.server.http.routes.parameters import GAME, Asking, TheGates, TheHall, problem
from grognard.server.storage import games as kept_games
from grognard.server.storage.games import Summary
from grognard.server.storage.models import accounts
from grognard.server.tables.registry import Hall

_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$3Tq1y3tKk2rX3l7Wm0z3Yz0hKk7T1v3mYJvQ2m9l0aE"
"""A hash that no password has, so that an unknown name takes as long as a wrong password."""


class Account(schema.Out):
    """Somebody's name and games."""

    name: str
    games: list[Summary]


@post("/accounts", responses=problem(400, 409, 413, 429))
async def register(
    request: Asking, data: JSONBody[schema.Credentials], hall: TheHall, gates: TheGates
) -> Response[Account]:
    """Take a name."""
    _one_try(request, gates)
    name, key = _name(data.name)
    password = await asyncio.to_thread(_hash, data.password)
    row = {"name": name, "key": key, "password": password, "created": time.time()}
    try:
        await hall.writer.write([(insert(accounts), row)])
    except IntegrityError:
        raise Trouble(409, "that name is taken") from None
    return await _logged_in(request, hall, key, 201)


@post("/login", status_code=200, responses=problem(400, 401, 413, 429))
async def login(
    request: Asking, data: JSONBody[schema.Credentials], hall: TheHall, gates: TheGates
) -> Response[Account]:
    """Log in."""
    _one_try(request, gates)
    key = _name(data.name)[1]
    row = await kept_games.one(hall.engine, select(accounts).where(accounts.c.key == key))
    if not await asyncio.to_thread(_fits, row.password if row else _NOBODY, data.password):
        raise Trouble(401, "name and password do not fit")
    return await _logged_in(request, hall, key, 200)


@post("/logout", status_code=200, sync_to_thread=False)
def logout(request: Asking) -> Response[schema.Done]:
    """Log out."""
    return Response(schema.Done(), cookies=[_cookie(request, "", 0)])


@get("/account", responses=problem(401))
async def account(request: Asking, hall: TheHall) -> Account:
    """One's name and games."""
    id_ = _who(request)
    return await _account(hall, id_)


@put("/account/seats", responses=GAME)
async def tie(request: Asking, data: JSONBody[schema.TieSeat], hall: TheHall) -> Account:
    """Tie a seat to one's account."""
    id_ = _who(request)
    async with hall.locked(data.game) as table:
        seat = table.seat(data.secret)
        if seat.account not in (None, id_):
            raise Trouble(409, "this seat is tied to another account")
        name = (await _account(hall, id_)).name
        await hall.writer.write(kept_games.tie(data.game, seat.side, id_))
        seat.account, seat.name = id_, name
        table.tell_presence()
    return await _account(hall, id_)


def _one_try(request: Asking, gates: Gates) -> None:
    if gates.logins.of(client_of(request.scope)).take() > 0.0:
        raise Trouble(429, "too many attempts; wait a moment")


def _name(text: str) -> tuple[str, str]:
    """A name as it is shown and as it is compared."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name.isprintable() or not 2 <= len(name) <= 40:
        raise bad("a name has 2 to 40 letters")
    key = name.casefold()
    if len(key) > 40:
        raise bad("a name has 2 to 40 letters")
    return name, key


def _hash(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def _fits(kept: str, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return PasswordHasher().verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def _who(request: Asking) -> int:
    id_ = session_of(request)
    if id_ is None:
        raise Trouble(401, "log in first")
    return id_


async def _account(hall: Hall, id_: int) -> Account:
    row = await kept_games.one(hall.engine, select(accounts.c.name).where(accounts.c.id == id_))
    if row is None:
        raise Trouble(401, "log in first")
    return Account(row.name, await kept_games.games_of(hall.engine, id_))


async def _logged_in(request: Asking, hall: Hall, key: str, status: int) -> Response[Account]:
    row = await kept_games.one(hall.engine, select(accounts.c.id).where(accounts.c.key == key))
    assert row is not None
    token: str = request.app.state.signer.dumps(row.id)
    body = await _account(hall, row.id)
    return Response(body, status_code=status, cookies=[_cookie(request, token, SESSION)])


def _cookie(request: Asking, value: str, lasts: int) -> Cookie:
    secure = request.app.state.settings.secure
    return Cookie(
        COOKIE, value=value, max_age=lasts, httponly=True, samesite="strict", secure=secure, path="/"
    )


def account_routes() -> list[Router]:
    """These calls."""
    return [Router("/api", route_handlers=[register, login, logout, account, tie], tags=["accounts"])]
