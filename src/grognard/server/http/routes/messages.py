"""Routes for chat, private notes and notifications."""

from __future__ import annotations

from litestar import Router, get, post, put
from litestar.params import JSONBody

from grognard.server import schema
from grognard.server.http.authentication import seat_asking, seat_or_spectator
from grognard.server.http.routes.account_settings import limit_emails, quietly
from grognard.server.http.routes.parameters import GAME, SEAT, AllRateLimits, AllTables, Asking, GameId
from grognard.server.people.mail import normal
from grognard.server.storage import games as stored_games
from grognard.server.tables import chat
from grognard.server.tables.notifications import check_address


@post("/{game_id:str}/chat", status_code=200, responses=SEAT)
async def post_chat(
    request: Asking, game_id: GameId, data: JSONBody[schema.PostChat], tables: AllTables
) -> schema.Done:
    """Post a chat message."""
    async with tables.using(game_id) as table:
        await chat.post(tables, game_id, seat_asking(table, request), data)
    return schema.Done()


@get("/{game_id:str}/chat", responses=GAME)
async def chat_log(request: Asking, game_id: GameId, tables: AllTables) -> schema.ChatLog:
    """Return the chat messages."""
    async with tables.using(game_id) as table:
        seat = seat_or_spectator(table, request)
        return await chat.history(tables, table, seat.side if seat else "")


@get("/{game_id:str}/notes", responses=SEAT)
async def notes(request: Asking, game_id: GameId, tables: AllTables) -> schema.Text:
    """Return a seat's private notes."""
    async with tables.using(game_id) as table:
        return await chat.private_notes(tables, game_id, seat_asking(table, request))


@put("/{game_id:str}/notes", responses=SEAT)
async def save_notes(
    request: Asking, game_id: GameId, data: JSONBody[schema.Notes], tables: AllTables
) -> schema.Done:
    """Save a seat's private notes."""
    async with tables.using(game_id) as table:
        await chat.save_notes(tables, game_id, seat_asking(table, request), data)
    return schema.Done()


@get("/{game_id:str}/notify", responses=SEAT)
async def notify_addresses(request: Asking, game_id: GameId, tables: AllTables) -> schema.NotifyAddresses:
    """Return where "your move" is sent; only the seat itself may know."""
    async with tables.using(game_id) as table:
        seat = seat_asking(table, request)
        confirmed = bool(seat.email) and await tables.mailer.wanted(seat.email)
        return schema.NotifyAddresses(seat.webhook, seat.email, tables.mailer.works, confirmed)


@put("/{game_id:str}/notify", responses=SEAT)
async def save_notify_addresses(
    request: Asking,
    game_id: GameId,
    data: JSONBody[schema.Notify],
    tables: AllTables,
    rate_limits: AllRateLimits,
) -> schema.Done:
    """Save where to send "your move" while the player is away; a new email address must be confirmed."""
    check_address(tables.settings, data)
    email = normal(data.email) if data.email else ""
    async with tables.locked(game_id) as table:
        seat = seat_asking(table, request)
        if email and email != seat.email and not await tables.mailer.wanted(email):
            await limit_emails(request, rate_limits)
            tables.spawn(quietly(tables.mailer.ask_to_confirm(email)))
        await tables.save_seat(table, stored_games.put_notify(game_id, seat.side, data.webhook, email))
        seat.webhook, seat.email = data.webhook, email
    return schema.Done()


def message_routes() -> list[Router]:
    """Return the routes of this module."""
    handlers = [post_chat, chat_log, notes, save_notes, notify_addresses, save_notify_addresses]
    return [Router("/api/games", route_handlers=handlers, tags=["messages"])]
