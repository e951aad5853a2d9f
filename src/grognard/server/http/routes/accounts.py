"""Routes for accounts: optional names that seats can be linked to."""

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
from grognard.server.errors import ApiError, bad_request
from grognard.server.http.authentication import COOKIE, SESSION, session_of
from grognard.server.http.rate_limits import RateLimits, client_of
from grognard.server.http.routes.parameters import GAME, AllRateLimits, AllTables, Asking, problem
from grognard.server.storage import games as stored_games
from grognard.server.storage.models import accounts
from grognard.server.tables.registry import Tables

_NO_HASH = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$3Tq1y3tKk2rX3l7Wm0z3Yz0hKk7T1v3mYJvQ2m9l0aE"
"""A hash that matches no password, so that an unknown name takes as long as a wrong password."""


@post("/accounts", responses=problem(400, 409, 413, 429))
async def register(
    request: Asking, data: JSONBody[schema.Credentials], tables: AllTables, rate_limits: AllRateLimits
) -> Response[schema.Account]:
    """Create an account."""
    _limit_logins(request, rate_limits)
    name, key = _name(data.name)
    password = await asyncio.to_thread(_hash, data.password)
    row = {"name": name, "key": key, "password": password, "created": time.time()}
    try:
        await tables.writer.write([(insert(accounts), row)])
    except IntegrityError:
        raise ApiError(409, "that name is taken") from None
    return await _logged_in(request, tables, key, 201)


@post("/login", status_code=200, responses=problem(400, 401, 413, 429))
async def login(
    request: Asking, data: JSONBody[schema.Credentials], tables: AllTables, rate_limits: AllRateLimits
) -> Response[schema.Account]:
    """Log in."""
    _limit_logins(request, rate_limits)
    key = _name(data.name)[1]
    row = await stored_games.one(tables.engine, select(accounts).where(accounts.c.key == key))
    if not await asyncio.to_thread(_matches, row.password if row else _NO_HASH, data.password):
        raise ApiError(401, "wrong name or password")
    return await _logged_in(request, tables, key, 200)


@post("/logout", status_code=200, sync_to_thread=False)
def logout(request: Asking) -> Response[schema.Done]:
    """Log out."""
    return Response(schema.Done(), cookies=[_cookie(request, "", 0)])


@get("/account", responses=problem(401))
async def account(request: Asking, tables: AllTables) -> schema.Account:
    """Return the account's name and games."""
    id_ = _who(request)
    return await _account(tables, id_)


@put("/account/seats", responses=GAME)
async def tie(request: Asking, data: JSONBody[schema.TieSeat], tables: AllTables) -> schema.LinkedSeat:
    """Link a seat to the account, and exchange its secret for one that only the account's player has."""
    id_ = _who(request)
    async with tables.locked(data.game) as table:
        seat = table.seat(data.secret)
        if seat.account not in (None, id_):
            raise ApiError(409, "this seat is linked to another account")
        name = (await _account(tables, id_)).name
        claimed = await tables.run_to_completion(tables.claim_seat(table, seat, (id_, name)))
        table.send_presence()
    account = await _account(tables, id_)
    return schema.LinkedSeat(account.name, account.games, claimed.side, claimed.secret)


def _limit_logins(request: Asking, rate_limits: RateLimits) -> None:
    if rate_limits.logins.of(client_of(request.scope)).take() > 0.0:
        raise ApiError(429, "too many attempts; wait a moment")


def _name(text: str) -> tuple[str, str]:
    """Return a name as displayed, and normalised for comparison."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name.isprintable() or not 2 <= len(name) <= 40:
        raise bad_request("a name must have 2 to 40 characters")
    key = name.casefold()
    if len(key) > 40:
        raise bad_request("a name must have 2 to 40 characters")
    return name, key


def _hash(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def _matches(stored: str, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return PasswordHasher().verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False


def _who(request: Asking) -> int:
    id_ = session_of(request)
    if id_ is None:
        raise ApiError(401, "log in first")
    return id_


async def _account(tables: Tables, id_: int) -> schema.Account:
    row = await stored_games.one(tables.engine, select(accounts.c.name).where(accounts.c.id == id_))
    if row is None:
        raise ApiError(401, "log in first")
    return schema.Account(row.name, await stored_games.games_of(tables.engine, id_))


async def _logged_in(request: Asking, tables: Tables, key: str, status: int) -> Response[schema.Account]:
    row = await stored_games.one(tables.engine, select(accounts.c.id).where(accounts.c.key == key))
    assert row is not None
    token: str = request.app.state.signer.dumps(row.id)
    body = await _account(tables, row.id)
    return Response(body, status_code=status, cookies=[_cookie(request, token, SESSION)])


def _cookie(request: Asking, value: str, lasts: int) -> Cookie:
    secure = request.app.state.settings.secure
    return Cookie(
        COOKIE, value=value, max_age=lasts, httponly=True, samesite="strict", secure=secure, path="/"
    )


def account_routes() -> list[Router]:
    """Return the routes of this module."""
    return [Router("/api", route_handlers=[register, login, logout, account, tie], tags=["accounts"])]
