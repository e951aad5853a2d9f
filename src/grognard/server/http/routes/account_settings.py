"""Routes to change, export and delete an account, for its email address, and to block players."""

from __future__ import annotations

import logging
from collections.abc import Coroutine

import msgspec
from litestar import MediaType, Response, Router, get, post, put
from litestar.params import JSONBody

from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.errors import ApiError, bad_request
from grognard.server.http.authentication import clients_of
from grognard.server.http.rate_limits import RateLimits
from grognard.server.http.routes.accounts import cookie, described, limit_logins, logged_in, who
from grognard.server.http.routes.parameters import AllRateLimits, AllTables, Asking, Token, problem
from grognard.server.people import accounts as people
from grognard.server.people import mail
from grognard.server.storage.announcements import AccountLeft, BlocksChanged

log = logging.getLogger("grognard.server")


@put("/account/password", responses=problem(400, 401, 413, 429, 503))
async def change_password(
    request: Asking, data: JSONBody[schema.NewPassword], tables: AllTables, rate_limits: AllRateLimits
) -> Response[schema.Account]:
    """Change the password. All other sessions end."""
    row = await people.by_id(tables.engine, who(request))
    await limit_logins(request, rate_limits, row.key)
    await people.require_password(row, data.old)
    await people.set_password(tables.writer, row.id, data.password)
    tables.disconnect_account(row.id)
    await tables.tell_others(AccountLeft(row.id))
    return await logged_in(request, tables, row.key, 200)


@post("/account/reset", status_code=200, responses=problem(400, 413, 429, 503))
async def request_reset(
    request: Asking, data: JSONBody[schema.AccountName], tables: AllTables, rate_limits: AllRateLimits
) -> schema.Done:
    """Send a link for a new password, if the account has an email address. The answer is always the same."""
    await limit_emails(request, rate_limits)
    row = await people.by_key(tables.engine, people.checked_name(data.name)[1])
    if row is not None and row.email:
        tables.spawn(quietly(tables.mailer.send_reset(row.email, row.id, row.name, row.password)))
    return schema.Done()


@put("/account/reset", responses=problem(400, 413, 429, 503))
async def reset_password(
    request: Asking, data: JSONBody[schema.ResetPassword], tables: AllTables, rate_limits: AllRateLimits
) -> schema.Done:
    """Set a new password with the link in an email, which works once. All sessions end."""
    await limit_logins(request, rate_limits)
    id_, old = tables.mailer.reset(data.token)
    try:
        row = await people.by_id(tables.engine, id_)
    except ApiError:
        raise bad_request("this link is not valid or has expired") from None
    if not row.password.endswith(old):
        raise bad_request("this link is not valid or has expired")
    await people.set_password(tables.writer, id_, data.password)
    tables.disconnect_account(id_)
    await tables.tell_others(AccountLeft(id_))
    return schema.Done()


@put("/account/email", responses=problem(400, 401, 413, 429, 503))
async def change_email(
    request: Asking, data: JSONBody[schema.AccountEmail], tables: AllTables, rate_limits: AllRateLimits
) -> schema.Account:
    """Change the email address for password resets."""
    row = await people.by_id(tables.engine, who(request))
    await limit_logins(request, rate_limits, row.key)
    await people.require_password(row, data.password)
    address = mail.normal(data.email) if data.email else ""
    if address and not tables.mailer.works:
        raise bad_request("this server does not send email")
    if address:
        await limit_emails(request, rate_limits)
    await tables.writer.write(people.change(row.id, email=address))
    if address and not await tables.mailer.wanted(address):
        tables.spawn(quietly(tables.mailer.ask_to_confirm(address)))
    return await described(tables, row.id)


@post("/account/delete", status_code=200, responses=problem(400, 401, 413, 429, 503))
async def delete_account(
    request: Asking, data: JSONBody[schema.ConfirmPassword], tables: AllTables, rate_limits: AllRateLimits
) -> Response[schema.Done]:
    """Delete the account. Its games stay, without its name."""
    row = await people.by_id(tables.engine, who(request))
    await limit_logins(request, rate_limits, row.key)
    await people.require_password(row, data.password)
    await tables.writer.write(people.remove(row.id, row.email))
    tables.forget_account(row.id)
    await tables.tell_others(AccountLeft(row.id))
    return Response(schema.Done(), cookies=[cookie(request, "", 0)])


@get("/account/export", responses=problem(401, 429), media_type=MediaType.JSON)
async def export(request: Asking, tables: AllTables, rate_limits: AllRateLimits) -> Response[bytes]:
    """Return everything the server knows about the account, as a file."""
    await limit_logins(request, rate_limits)
    row = await people.by_id(tables.engine, who(request))
    body = msgspec.json.format(msgspec.json.encode(await people.exported(tables.engine, row)))
    headers = {"content-disposition": 'attachment; filename="grognard-account.json"'}
    return Response(body, media_type=MediaType.JSON, headers=headers)


@put("/account/blocks", responses=problem(400, 401, 404, 413, 429, 503))
async def block(request: Asking, data: JSONBody[schema.BlockPlayer], tables: AllTables) -> schema.Account:
    """Block a player, or unblock them: you do not see their messages, and they cannot join your games."""
    id_ = who(request)
    await people.block(tables.engine, tables.writer, id_, data.name, blocked=data.blocked)
    await tables.refresh_blocks(id_)
    await tables.tell_others(BlocksChanged(id_))
    return await described(tables, id_)


@post("/email/confirm", status_code=200, responses=problem(400, 413, 429, 503))
async def confirm_email(data: JSONBody[schema.EmailToken], tables: AllTables) -> schema.Done:
    """Confirm an email address with the link sent to it."""
    await tables.mailer.confirm(data.token)
    return schema.Done()


@post("/email/stop", status_code=200, responses=problem(400, 413, 429, 503))
async def stop_email(tables: AllTables, token: Token) -> schema.Done:
    """Unsubscribe an address from all email; mail programs call this too."""
    await tables.mailer.stop(token)
    return schema.Done()


async def limit_emails(request: Asking, rate_limits: RateLimits) -> None:
    """Refuse too many requests that send email."""
    if not await rate_limits.emails.allows(*clients_of(request)):
        raise ApiError(429, "too many emails; wait a few minutes")


async def quietly(sending: Coroutine[object, object, None]) -> None:
    """Send an email; the requester must not learn whether that worked."""
    try:
        await sending
    except GrognardError as error:
        log.warning("email not sent reason=%s", error)


def account_settings_routes() -> list[Router]:
    """Return the routes of this module."""
    handlers = [
        change_password, request_reset, reset_password, change_email, delete_account, export, block,
        confirm_email, stop_email,
    ]  # fmt: skip
    return [Router("/api", route_handlers=handlers, tags=["accounts"])]
