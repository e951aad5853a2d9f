"""Routes for new games, orders, queries, undo, logs and records."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import MediaType, Response, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from grognard.server import schema
from grognard.server.errors import ApiError, bad_request, forbidden
from grognard.server.http.authentication import clients_of, seat_asking, seat_or_spectator, secret_of
from grognard.server.http.leaving import while_connected
from grognard.server.http.rate_limits import client_of
from grognard.server.http.routes.accounts import account_of
from grognard.server.http.routes.parameters import (
    GAME,
    REFUSED,
    SEAT,
    STALE,
    AllRateLimits,
    AllTables,
    Asking,
    GameId,
    problem,
)
from grognard.server.tables import commands, new_games
from grognard.server.tables.queries import answer
from grognard.server.tables.studying import looking_back

Since = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Number = Annotated[int, PathParameter(ge=0, le=1_000_000)]
As = Annotated[str | None, QueryParameter(name="as", max_length=40)]


@post("/api/games", responses=problem(400, 413, 429, 503))
async def new_game(
    request: Asking, data: JSONBody[schema.NewGame], tables: AllTables, rate_limits: AllRateLimits
) -> schema.Created:
    """Start a game."""
    await limit_new_games(request, rate_limits)
    owner = await account_of(request, tables)
    return await tables.run_to_completion(new_games.new_game(tables, data, client_of(request.scope), owner))


@post("/api/games/{game_id:str}/fork", responses=SEAT)
async def fork(
    request: Asking,
    game_id: GameId,
    data: JSONBody[schema.Fork],
    tables: AllTables,
    rate_limits: AllRateLimits,
) -> schema.Created:
    """Continue from an order as a new game."""
    await limit_new_games(request, rate_limits)
    async with tables.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        client = client_of(request.scope)
        return await tables.run_to_completion(new_games.fork(tables, table, seat, data, client))


async def limit_new_games(request: Asking, rate_limits: AllRateLimits) -> None:
    """Refuse a client that starts too many games."""
    if not await rate_limits.new_games.allows(*clients_of(request)):
        raise ApiError(429, "too many new games; wait a moment")


@get("/api/games/{game_id:str}", responses=GAME)
async def snapshot(request: Asking, game_id: GameId, tables: AllTables) -> schema.GameSnapshot:
    """Return the current game."""
    async with tables.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        return await table.snapshot(seat.side if seat else "")


@get("/api/games/{game_id:str}/at/{number:int}", responses=SEAT)
async def past_snapshot(
    request: Asking, game_id: GameId, number: Number, tables: AllTables, whose: As = None
) -> schema.GameSnapshot:
    """Return the game after a number of orders; when it is over, as any side saw it."""
    async with tables.using(game_id) as table:
        seat = seat_or_spectator(table, request)
        side = seat.side if seat else ""
        if whose is not None and whose != side:
            if whose not in ("", *table.game.sides):
                raise bad_request(f"there is no side {whose!r}; sides: {', '.join(table.game.sides)}")
            if not table.over:
                raise forbidden("you can see the other sides' views when the game is over")
            side = whose
        if number > table.number:
            raise bad_request(f"the game has {table.number} orders, not {number}")
        looking = looking_back.past_snapshot(tables, table, number, side, client_of(request.scope))
        return await while_connected(request, looking)


@get("/api/games/{game_id:str}/log", responses=GAME)
async def log(request: Asking, game_id: GameId, tables: AllTables, since: Since = 0) -> schema.Log:
    """Return what happened after order `since`."""
    async with tables.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        return schema.Log(await table.log(since, seat.side if seat else ""))


@post("/api/games/{game_id:str}/claim", status_code=200, responses=SEAT)
async def claim(request: Asking, game_id: GameId, tables: AllTables) -> schema.ClaimedSeat:
    """Exchange the secret of an invite link for one that only the claimer has."""
    async with tables.locked(game_id) as table:
        seat = table.seat(secret_of(request))
        return await tables.run_to_completion(tables.claim_seat(table, seat))


@post("/api/games/{game_id:str}/orders", status_code=200, responses=SEAT | STALE | REFUSED)
async def place_order(
    request: Asking, game_id: GameId, data: JSONBody[schema.PlaceOrder], tables: AllTables
) -> schema.GameSnapshot:
    """Place an order."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        table.client = client_of(request.scope)
        return await tables.run_to_completion(commands.place_order(tables, game_id, seat, data))


@post("/api/games/{game_id:str}/ask", status_code=200, responses=SEAT | REFUSED)
async def ask(
    request: Asking, game_id: GameId, data: JSONBody[schema.AnyQuestion], tables: AllTables
) -> schema.AnyAnswer:
    """Answer a question about the game."""
    async with tables.using(game_id) as table:
        seat = seat_or_spectator(table, request)
        work = answer(tables, table, seat.side if seat else "", data, client_of(request.scope))
        return cast(schema.AnyAnswer, await while_connected(request, work))


@post("/api/games/{game_id:str}/undo", status_code=200, responses=SEAT | STALE)
async def undo(
    request: Asking, game_id: GameId, data: JSONBody[schema.Undo], tables: AllTables
) -> schema.GameSnapshot:
    """Undo the seat's last order."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        return await tables.run_to_completion(commands.undo(tables, game_id, seat, data))


@post("/api/games/{game_id:str}/request-undo", status_code=200, responses=SEAT | problem(409))
async def request_undo(
    request: Asking, game_id: GameId, data: JSONBody[schema.RequestUndo], tables: AllTables
) -> schema.GameSnapshot:
    """Request a takeback, or answer a request."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        return await tables.run_to_completion(commands.request_undo(tables, game_id, seat, data))


@get("/api/games/{game_id:str}/record", media_type=MediaType.TEXT, responses=SEAT)
async def record(request: Asking, game_id: GameId, tables: AllTables) -> Response[str]:
    """Return the record as text."""
    async with tables.locked(game_id) as table:
        text = await new_games.record_text(table, seat_or_spectator(table, request))
        name = f'attachment; filename="{game_id}.grog"'
        return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": name})


def game_routes(most: int) -> list[Router]:
    """Return the routes of this module; a record may be larger than other requests."""

    @post("/api/records", request_max_body_size=most, responses=problem(400, 413, 429, 503))
    async def from_record(
        request: Asking, data: JSONBody[schema.NewRecord], tables: AllTables, rate_limits: AllRateLimits
    ) -> schema.Created:
        """Start a game from a record."""
        await limit_new_games(request, rate_limits)
        return await while_connected(request, new_games.from_record(tables, data, client_of(request.scope)))

    handlers = [
        new_game,
        from_record,
        fork,
        snapshot,
        past_snapshot,
        claim,
        log,
        place_order,
        ask,
        undo,
        request_undo,
        record,
    ]
    return [Router("/", route_handlers=handlers, tags=["games"])]
