"""Routes for matches between players, their profiles and vacations."""

from __future__ import annotations

import time
from typing import Annotated

from litestar import Router, get, post, put
from litestar.params import JSONBody, PathParameter

from grognard.server import schema
from grognard.server.errors import bad_request, not_found
from grognard.server.http.authentication import seat_asking
from grognard.server.http.rate_limits import client_of
from grognard.server.http.routes.accounts import account_of, who
from grognard.server.http.routes.games import limit_new_games
from grognard.server.http.routes.parameters import SEAT, AllRateLimits, AllTables, Asking, GameId, problem
from grognard.server.people import accounts as people
from grognard.server.settings import Settings
from grognard.server.storage import matches as stored_matches
from grognard.server.storage.matches import DAY, SIGMA, VACATION_DAYS
from grognard.server.tables.matches import matches
from grognard.server.tables.registry import Tables

PlayerName = Annotated[str, PathParameter(max_length=40)]
_PROVISIONAL = SIGMA * 0.7
"""A rating with a larger deviation is marked as provisional."""


@get("/lists", responses=problem(429))
async def lists(tables: AllTables) -> schema.Lists:
    """Return games to join and to watch."""
    return schema.Lists(
        await stored_matches.open_games(tables.engine), await stored_matches.games_to_watch(tables.engine)
    )


@get("/address", sync_to_thread=False)
def address(request: Asking) -> schema.Address:
    """Return the address of this server for links to others."""
    settings: Settings = request.app.state.settings
    return schema.Address(settings.invite_url, bool(settings.public_url) or not settings.only_local)


@post("/games/{game_id:str}/join", status_code=200, responses=SEAT | problem(409))
async def join(
    request: Asking, game_id: GameId, data: JSONBody[schema.Join], tables: AllTables
) -> schema.ClaimedSeat:
    """Take a seat in an open game."""
    account = await account_of(request, tables)
    return await tables.run_to_completion(matches.join(tables, game_id, data.side, account))


@post("/games/{game_id:str}/resign", status_code=200, responses=SEAT)
async def resign(request: Asking, game_id: GameId, tables: AllTables) -> schema.Done:
    """Resign."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        await tables.run_to_completion(matches.resign(tables, game_id, seat))
    return schema.Done()


@post("/games/{game_id:str}/draw", status_code=200, responses=SEAT)
async def draw(
    request: Asking, game_id: GameId, data: JSONBody[schema.OfferDraw], tables: AllTables
) -> schema.Done:
    """Offer a draw, or answer an offer."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        await tables.run_to_completion(matches.offer_draw(tables, game_id, seat, data))
    return schema.Done()


@post("/games/{game_id:str}/leave", status_code=200, responses=SEAT)
async def leave(request: Asking, game_id: GameId, tables: AllTables) -> schema.Done:
    """Give up the seat, so that any player may take it."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        await tables.run_to_completion(matches.leave(tables, game_id, seat))
    return schema.Done()


@post("/games/{game_id:str}/rematch", status_code=200, responses=SEAT | problem(409))
async def rematch(
    request: Asking, game_id: GameId, tables: AllTables, rate_limits: AllRateLimits
) -> schema.Rematch:
    """Play again with sides exchanged: return the next game of the same players and the seat in it."""
    client = client_of(request.scope)
    await limit_new_games(request, rate_limits)
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        return await tables.run_to_completion(matches.rematch(tables, game_id, seat, client))


@get("/players/{name:str}", responses=problem(400, 404, 429))
async def profile(name: PlayerName, tables: AllTables) -> schema.Profile:
    """Return a player's public profile."""
    row = await people.by_key(tables.engine, people.checked_name(name)[1])
    if row is None or row.disabled:
        raise not_found("player")
    rated = await stored_matches.all_ratings(tables.engine, row.id)
    played = await stored_matches.latest_results(tables.engine, row.id)
    return schema.Profile(
        row.name,
        row.created,
        await stored_matches.away_until(tables.engine, row.id, time.time()),
        [
            schema.GameRating(
                r.family, stored_matches.shown_rating(r.mu), r.sigma > _PROVISIONAL, r.won, r.drawn, r.lost
            )
            for r in rated
        ],
        [schema.PastResult(r.game, r.scenario, r.side, r.score, r.rating, r.at) for r in played],
    )


@get("/account/vacation", responses=problem(401))
async def vacation(request: Asking, tables: AllTables) -> schema.VacationState:
    """Return the vacation of the account that is logged in."""
    return await _vacation(tables, who(request))


async def _vacation(tables: Tables, id_: int) -> schema.VacationState:
    now = time.time()
    used = await stored_matches.vacation_used(tables.engine, id_, now)
    until = await stored_matches.away_until(tables.engine, id_, now)
    return schema.VacationState(until, max(0, int(VACATION_DAYS - used + 0.01)))


@put("/account/vacation", responses=problem(400, 401, 503))
async def save_vacation(
    request: Asking, data: JSONBody[schema.Vacation], tables: AllTables
) -> schema.VacationState:
    """Begin or end a vacation, in which clocks of days per move do not run out."""
    id_, now = who(request), time.time()
    await tables.writer.write(stored_matches.come_back(id_, now))
    if data.days:
        used = await stored_matches.vacation_used(tables.engine, id_, now)
        if data.days > VACATION_DAYS - used + 0.01:
            raise bad_request(
                f"you have {max(0, int(VACATION_DAYS - used + 0.01))} days of vacation left this year"
            )
        await tables.writer.write(stored_matches.go_away(id_, now, now + data.days * DAY))
    return await _vacation(tables, id_)


def match_routes() -> list[Router]:
    """Return the routes of this module."""
    handlers = [lists, address, join, resign, draw, leave, rematch, profile, vacation, save_vacation]
    return [Router("/api", route_handlers=handlers, tags=["matches"])]
