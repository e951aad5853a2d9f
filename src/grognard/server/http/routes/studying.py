"""Routes to study a game: a hint, a what-if branch, and the analysis when it is over."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.params import JSONBody

from grognard.analysis import Analysis
from grognard.analysis.picture import picture
from grognard.server import schema
from grognard.server.errors import forbidden
from grognard.server.http.authentication import seat_asking
from grognard.server.http.leaving import while_connected
from grognard.server.http.rate_limits import client_of
from grognard.server.http.routes.games import limit_new_games
from grognard.server.http.routes.parameters import SEAT, AllRateLimits, AllTables, Asking, GameId
from grognard.server.tables.studying import what_if
from grognard.server.tables.studying.hints import hint


@get("/{game_id:str}/analysis", responses=SEAT)
async def analysis(request: Asking, game_id: GameId, tables: AllTables) -> Analysis:
    """Return the analysis of a finished game, which anyone may see; the first request takes a while."""
    async with tables.using(game_id) as table:
        return await while_connected(request, tables.analyses.of(table, client_of(request.scope)))


@get("/{game_id:str}/analysis.svg", media_type="image/svg+xml", responses=SEAT)
async def analysis_picture(request: Asking, game_id: GameId, tables: AllTables) -> Response[str]:
    """Return the analysis of a finished game as a picture to post."""
    async with tables.using(game_id) as table:
        found = await tables.analyses.of(table, client_of(request.scope))
        scenario = table.game.scenario
    title = f"{scenario.game.full_title}: {scenario.file.title}"
    colours = {side.id: side.colour for side in scenario.file.sides_in(scenario.game)}
    return Response(picture(found, title, colours), media_type="image/svg+xml")


@post("/{game_id:str}/hint", status_code=200, responses=SEAT)
async def ask_hint(
    request: Asking, game_id: GameId, data: JSONBody[schema.AskHint], tables: AllTables
) -> schema.Hint:
    """Return the order that the computer would give, from what the seat sees.

    Refused in a game with other players: the client must hold every human seat.
    """
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        holds = {seat.side, *(table.seat(secret).side for secret in data.seats)}
        people = {each.side for each in table.seats.values() if not each.is_computer}
        if not people <= holds:
            raise forbidden("no hints in a game with other players")
        return await while_connected(request, hint(tables, table, seat, client_of(request.scope)))


@post("/{game_id:str}/what-if", responses=SEAT)
async def branch(
    request: Asking, game_id: GameId, tables: AllTables, rate_limits: AllRateLimits
) -> schema.Created:
    """Start a private game from the current position, as far as the seat can see it."""
    await limit_new_games(request, rate_limits)
    async with tables.locked(game_id) as table:
        seat = seat_asking(table, request)
        client = client_of(request.scope)
        return await tables.run_to_completion(what_if.branch(tables, table, seat, client))


@post("/{game_id:str}/discard", status_code=200, responses=SEAT)
async def discard(request: Asking, game_id: GameId, tables: AllTables) -> schema.Done:
    """Delete a what-if branch."""
    async with tables.locked(game_id) as table:
        seat_asking(table, request)
        await tables.run_to_completion(what_if.discard(tables, table))
    return schema.Done()


def studying_routes() -> list[Router]:
    """Return the routes of this module."""
    handlers = [analysis, analysis_picture, ask_hint, branch, discard]
    return [Router("/api/games", route_handlers=handlers, tags=["studying"])]
