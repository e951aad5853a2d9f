"""Routes for accounts: optional names that seats can be linked to."""

from __future__ import annotations

from litestar import Response, Router, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from grognard.server import schema
from grognard.server.errors import ApiError, forbidden
from grognard.server.http.authentication import COOKIE, session_of, token_in
from grognard.server.http.rate_limits import RateLimits, client_of
from grognard.server.http.routes.parameters import GAME, AllRateLimits, AllTables, Asking, problem
from grognard.server.people import accounts as people
from grognard.server.people import passwords, sessions
from grognard.server.storage import games as stored_games
from grognard.server.storage.announcements import SessionEnded
from grognard.server.tables.registry import Tables


@post("/accounts", responses=problem(400, 409, 413, 429, 503))
async def register(
    request: Asking, data: JSONBody[schema.Credentials], tables: AllTables, rate_limits: AllRateLimits
) -> Response[schema.Account]:
    """Create an account."""
    await limit_logins(request, rate_limits)
    name, key = people.checked_name(data.name)
    await people.create(tables.writer, name, key, data.password)
    return await logged_in(request, tables, key, 201)


@post("/login", status_code=200, responses=problem(400, 401, 403, 413, 429, 503))
async def login(
    request: Asking, data: JSONBody[schema.Credentials], tables: AllTables, rate_limits: AllRateLimits
) -> Response[schema.Account]:
    """Log in."""
    key = people.checked_name(data.name)[1]
    await limit_logins(request, rate_limits, key)
    row = await people.by_key(tables.engine, key)
    if not await passwords.matches(row.password if row else passwords.NO_HASH, data.password):
        raise ApiError(401, "wrong name or password")
    if row is not None and row.disabled:
        raise forbidden("this account has been disabled")
    return await logged_in(request, tables, key, 200)


@post("/logout", status_code=200, responses=problem(503))
async def logout(request: Asking, tables: AllTables) -> Response[schema.Done]:
    """Log out: the session ends, in this browser and wherever else its cookie is."""
    token = token_in(request.scope["headers"])
    if token:
        await tables.writer.write(sessions.end(token))
        tables.disconnect_session(sessions.digest(token))
        await tables.tell_others(SessionEnded(sessions.digest(token)))
    return Response(schema.Done(), cookies=[cookie(request, "", 0)])


@get("/account", responses=problem(401))
async def account(request: Asking, tables: AllTables) -> schema.Account:
    """Return the account's name and games."""
    return await described(tables, who(request))


@put("/account/seats", responses=GAME | problem(403, 409, 503))
async def tie(request: Asking, data: JSONBody[schema.TieSeat], tables: AllTables) -> schema.LinkedSeat:
    """Link a seat to the account, and exchange its secret for one that only the account's player has."""
    id_ = who(request)
    name = (await people.by_id(tables.engine, id_)).name
    async with tables.locked(data.game) as table:
        seat = table.seat(data.secret)
        if seat.account not in (None, id_):
            raise ApiError(409, "this seat is linked to another account")
        others = {other.account for other in table.seats.values() if other.account is not None}
        among = await people.blocks_among(tables.engine, others | {id_})
        if any(among.blocked(other, id_) for other in others):
            raise forbidden("a player of this game has blocked you")
        claimed = await tables.run_to_completion(tables.claim_seat(table, seat, (id_, name)))
        table.blocks = among
        table.send_presence()
    found = await described(tables, id_)
    return schema.LinkedSeat(
        found.name,
        found.games,
        found.email,
        found.confirmed,
        found.blocked,
        found.admin,
        side=claimed.side,
        secret=claimed.secret,
    )


async def limit_logins(request: Asking, rate_limits: RateLimits, account: str = "") -> None:
    """Refuse too many attempts from an address, or on an account."""
    clients = (client_of(request.scope), *([f"account {account}"] if account else []))
    if not await rate_limits.logins.allows(*clients):
        raise ApiError(429, "too many attempts; wait a moment")


def who(request: Asking) -> int:
    """Return the account that is logged in."""
    id_ = session_of(request)
    if id_ is None:
        raise ApiError(401, "log in first")
    return id_


async def account_of(request: Asking, tables: Tables) -> tuple[int, str] | None:
    """Return the id and name of the account that is logged in, if any."""
    id_ = session_of(request)
    return (id_, (await people.by_id(tables.engine, id_)).name) if id_ is not None else None


async def described(tables: Tables, id_: int) -> schema.Account:
    """Return an account as its player sees it."""
    row = await people.by_id(tables.engine, id_)
    return schema.Account(
        row.name,
        await stored_games.games_of(tables.engine, id_),
        row.email,
        bool(row.email) and await tables.mailer.wanted(row.email),
        await people.blocked_names(tables.engine, id_),
        is_admin(tables, row.name),
    )


def is_admin(tables: Tables, name: str) -> bool:
    """Return whether the account with a name is an administrator."""
    return name.casefold() in {admin.casefold() for admin in tables.settings.admins}


async def logged_in(request: Asking, tables: Tables, key: str, status: int) -> Response[schema.Account]:
    """Begin a session."""
    row = await people.by_key(tables.engine, key)
    assert row is not None
    token = await sessions.begin(tables.writer, row.id)
    body = await described(tables, row.id)
    return Response(body, status_code=status, cookies=[cookie(request, token, sessions.LASTS)])


def cookie(request: Asking, value: str, lasts: int) -> Cookie:
    """Return the cookie of a session."""
    secure = request.app.state.settings.secure
    return Cookie(
        COOKIE, value=value, max_age=lasts, httponly=True, samesite="strict", secure=secure, path="/"
    )


def account_routes() -> list[Router]:
    """Return the routes of this module."""
    return [Router("/api", route_handlers=[register, login, logout, account, tie], tags=["accounts"])]
