"""Routes for reports, and for administrators."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, PathParameter

from grognard.server import schema
from grognard.server.errors import forbidden
from grognard.server.http.authentication import seat_asking
from grognard.server.http.routes.accounts import is_admin, who
from grognard.server.http.routes.parameters import SEAT, AllTables, Asking, GameId, problem
from grognard.server.people import accounts as people
from grognard.server.people import moderation
from grognard.server.storage.announcements import AccountLeft
from grognard.server.tables.registry import Tables

ReportId = Annotated[int, PathParameter(ge=0, le=2**31 - 1)]
_ADMIN = problem(400, 401, 403, 404, 413, 429, 503)


@post("/games/{game_id:str}/report", status_code=200, responses=SEAT)
async def report(
    request: Asking, game_id: GameId, data: JSONBody[schema.NewReport], tables: AllTables
) -> schema.Done:
    """Report abuse in a game to the administrators."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        await moderation.report(tables.engine, tables.writer, game_id, seat.side, data.text)
    return schema.Done()


@get("/admin", responses=problem(401, 403, 503))
async def overview(request: Asking, tables: AllTables) -> schema.Moderation:
    """Return open reports, games that were set aside, and disabled accounts."""
    await _require_admin(request, tables)
    return await moderation.overview(tables.engine)


@post("/admin/reports/{report_id:int}/close", status_code=200, responses=_ADMIN)
async def close_report(request: Asking, report_id: ReportId, tables: AllTables) -> schema.Moderation:
    """Mark a report as dealt with."""
    await _require_admin(request, tables)
    await moderation.close_report(tables.writer, report_id)
    return await moderation.overview(tables.engine)


@post("/admin/accounts", status_code=200, responses=_ADMIN)
async def disable(
    request: Asking, data: JSONBody[schema.DisableAccount], tables: AllTables
) -> schema.Moderation:
    """Disable an account, or enable it again."""
    await _require_admin(request, tables)
    id_ = await moderation.disable(tables.engine, tables.writer, data.name, disabled=data.disabled)
    tables.disconnect_account(id_)
    await tables.tell_others(AccountLeft(id_))
    return await moderation.overview(tables.engine)


@post("/admin/games/{game_id:str}/retry", status_code=200, responses=_ADMIN)
async def retry(request: Asking, game_id: GameId, tables: AllTables) -> schema.Moderation:
    """Let a game that was set aside be opened again."""
    await _require_admin(request, tables)
    await moderation.try_again(tables.writer, game_id)
    return await moderation.overview(tables.engine)


@post("/admin/games/{game_id:str}/delete", status_code=200, responses=_ADMIN)
async def delete_game(request: Asking, game_id: GameId, tables: AllTables) -> schema.Moderation:
    """Delete a game."""
    await _require_admin(request, tables)
    await tables.delete([game_id])
    return await moderation.overview(tables.engine)


async def _require_admin(request: Asking, tables: Tables) -> None:
    row = await people.by_id(tables.engine, who(request))
    if not is_admin(tables, row.name):
        raise forbidden("only administrators can do that")


def moderation_routes() -> list[Router]:
    """Return the routes of this module."""
    handlers = [report, overview, close_report, disable, retry, delete_game]
    return [Router("/api", route_handlers=handlers, tags=["moderation"])]
