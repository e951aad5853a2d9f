"""Calls that play: the game now and then, orders, questions, taking back."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import MediaType, Response, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from grognard.server import schema
from grognard.server.errors import Trouble, bad, forbidden
from grognard.server.http.authentication import seat_asking, seat_or_spectator
from grognard.server.http.rate_limits import client_of
from grognard.server.http.routes.parameters import (
    GAME,
    REFUSED,
    SEAT,
    STALE,
    Asking,
    GameId,
    TheGates,
    TheHall,
    problem,
)
from grognard.server.tables import commands, new_games
from grognard.server.tables.queries import answer

Since = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Number = Annotated[int, PathParameter(ge=0, le=1_000_000)]
As = Annotated[str | None, QueryParameter(name="as", max_length=40)]


@post("/api/games", responses=problem(400, 413, 429, 503))
async def new_game(
    request: Asking, data: JSONBody[schema.NewGame], hall: TheHall, gates: TheGates
) -> schema.Created:
    """Begin a game."""
    _one_more(request, gates)
    return await hall.unbroken(new_games.new_game(hall, data))


@post("/api/games/{game_id:str}/fork", responses=SEAT)
async def fork(
    request: Asking, game_id: GameId, data: JSONBody[schema.Fork], hall: TheHall, gates: TheGates
) -> schema.Created:
    """Play on from some point as a new game."""
    _one_more(request, gates)
    async with hall.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        return await hall.unbroken(new_games.fork(hall, table, seat, data))


def _one_more(request: Asking, gates: TheGates) -> None:
    if gates.new_games.of(client_of(request.scope)).take() > 0.0:
        raise Trouble(429, "too many new games; wait a moment")


@get("/api/games/{game_id:str}", responses=GAME)
async def now(request: Asking, game_id: GameId, hall: TheHall) -> schema.Now:
    """The game now."""
    async with hall.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        return table.now(seat.side if seat else "")


@get("/api/games/{game_id:str}/at/{number:int}", responses=SEAT)
async def then(
    request: Asking, game_id: GameId, number: Number, hall: TheHall, whose: As = None
) -> schema.Now:
    """The game as it stood after so many orders; when it is over, as any side saw it."""
    async with hall.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        side = seat.side if seat else ""
        if whose is not None and whose != side:
            if whose not in ("", *table.game.sides):
                raise bad(f"there is no side {whose!r}; sides: {', '.join(table.game.sides)}")
            if not table.game.over:
                raise forbidden("what the others saw is shown when the game is over")
            side = whose
        if number > table.number:
            raise bad(f"there are {table.number} orders, not {number}")
        return table.now(side, await asyncio.to_thread(table.look_back, number))


@get("/api/games/{game_id:str}/log", responses=GAME)
async def log(request: Asking, game_id: GameId, hall: TheHall, since: Since = 0) -> schema.Log:
    """What happened after the first so many orders."""
    async with hall.locked(game_id) as table:
        seat = seat_or_spectator(table, request)
        return schema.Log(table.log(since, seat.side if seat else ""))


@post("/api/games/{game_id:str}/orders", status_code=200, responses=SEAT | STALE | REFUSED)
async def give(request: Asking, game_id: GameId, data: JSONBody[schema.Give], hall: TheHall) -> schema.Now:
    """Give an order."""
    async with hall.at(game_id) as table:
        seat = seat_asking(table, request)
        return await hall.unbroken(commands.give(hall, game_id, seat, data))


@post("/api/games/{game_id:str}/ask", status_code=200, responses=SEAT | REFUSED)
async def ask(
    request: Asking, game_id: GameId, data: JSONBody[schema.AnyQuestion], hall: TheHall
) -> schema.AnyAnswer:
    """Ask something about the game."""
    async with hall.at(game_id) as table:
        seat = seat_or_spectator(table, request)
        return await answer(table, seat.side if seat else "", data)


@post("/api/games/{game_id:str}/undo", status_code=200, responses=SEAT | STALE)
async def undo(
    request: Asking, game_id: GameId, data: JSONBody[schema.TakeBack], hall: TheHall
) -> schema.Now:
    """Take back one's last order."""
    async with hall.at(game_id) as table:
        seat = seat_asking(table, request)
        return await hall.unbroken(commands.undo(hall, game_id, seat, data))


@post("/api/games/{game_id:str}/back", status_code=200, responses=SEAT | problem(409))
async def back(request: Asking, game_id: GameId, data: JSONBody[schema.Back], hall: TheHall) -> schema.Now:
    """Ask to go back, or answer who asked."""
    async with hall.at(game_id) as table:
        seat = seat_asking(table, request)
        return await hall.unbroken(commands.back(hall, game_id, seat, data))


@get("/api/games/{game_id:str}/record", media_type=MediaType.TEXT, responses=SEAT)
async def record(request: Asking, game_id: GameId, hall: TheHall) -> Response[str]:
    """The record as text."""
    async with hall.locked(game_id) as table:
        text = new_games.record_text(table, seat_or_spectator(table, request))
        name = f'attachment; filename="{game_id}.grog"'
        return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": name})


def playing_routes(most: int) -> list[Router]:
    """These calls, and the one that takes a whole record."""

    @post("/api/records", request_max_body_size=most, responses=problem(400, 413, 429, 503))
    async def from_record(
        request: Asking, data: JSONBody[schema.NewRecord], hall: TheHall, gates: TheGates
    ) -> schema.Created:
        """Begin a game from a record."""
        _one_more(request, gates)
        return await hall.unbroken(new_games.from_record(hall, data))

    handlers = [new_game, from_record, fork, now, then, log, give, ask, undo, back, record]
    return [Router("/", route_handlers=handlers, tags=["playing"])]
