"""The ASGI application."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial

import msgspec
from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import SQLAlchemyError

from grognard import add_pack
from grognard.core.errors import GrognardError
from grognard.core.files.decoding_errors import UNKNOWN, reworded
from grognard.core.files.files import BadKey
from grognard.core.packs import packs_in_use
from grognard.games import game_ids, scenario_listing
from grognard.server import schema
from grognard.server.errors import ApiError, Refused, Stale
from grognard.server.http.metrics import metrics
from grognard.server.http.middleware import Guard
from grognard.server.http.rate_limits import RateLimits
from grognard.server.http.routes.account_settings import account_settings_routes
from grognard.server.http.routes.accounts import account_routes
from grognard.server.http.routes.games import game_routes
from grognard.server.http.routes.library import library_routes
from grognard.server.http.routes.matches import match_routes
from grognard.server.http.routes.messages import message_routes
from grognard.server.http.routes.moderation import moderation_routes
from grognard.server.http.routes.parameters import Asking
from grognard.server.http.routes.studying import studying_routes
from grognard.server.http.static_files import client
from grognard.server.http.websocket import live
from grognard.server.openapi import described
from grognard.server.people.sessions import account_of
from grognard.server.settings import Settings
from grognard.server.storage.database import is_shared, open_database
from grognard.server.tables.computer_turns import tell_plans, wake
from grognard.server.tables.expiry import keep_expiring
from grognard.server.tables.job_runner import JobRunner
from grognard.server.tables.matches.matches import settle_later, settle_pending
from grognard.server.tables.matches.timekeeping import keep_clocks
from grognard.server.tables.notifications import Notifications
from grognard.server.tables.registry import Tables
from grognard.server.tables.table import Table
from grognard.server.types_in_use import build_types

log = logging.getLogger("grognard.server")


def create_app(settings: Settings) -> Litestar:
    """Return the server as an ASGI application."""
    use_packs(settings)
    engine = open_database(settings.database_url)
    tables = Tables(settings, engine)
    share_work(tables)
    rate_limits = RateLimits(settings.limits, engine if is_shared(engine) else None)
    tables.on_start.append(rate_limits.keep_sharing)

    @contextlib.asynccontextmanager
    async def serve_tables(_: Litestar) -> AsyncIterator[None]:
        await tables.start()
        log.info("open url=%s database=%s", settings.url, engine.url.get_backend_name())
        try:
            yield
        finally:
            await tables.stop()
            await engine.dispose()
            log.info("closed")

    app = Litestar(
        [
            *library_routes(),
            *game_routes(settings.limits.record),
            *message_routes(),
            *match_routes(),
            *account_routes(),
            *account_settings_routes(),
            *moderation_routes(),
            *studying_routes(),
            live,
            metrics,
            client,
        ],
        lifespan=[serve_tables],
        dependencies={
            "tables": Provide(lambda: tables, sync_to_thread=False),
            "rate_limits": Provide(lambda: rate_limits, sync_to_thread=False),
        },
        state=State({"settings": settings, "tables": tables}),
        exception_handlers={
            ApiError: _api_error,
            Stale: _stale,
            Refused: _refused,
            GrognardError: _invalid,
            HTTPException: _http,
            SQLAlchemyError: _no_database,
            OSError: _no_database,
            Exception: _server_error,
        },
        request_max_body_size=settings.limits.body,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1_000, gzip_compress_level=5, exclude_opt_key="squeezed"
        ),
        openapi_config=described(),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Guard(app.asgi_handler, settings, rate_limits, partial(account_of, engine))
    build_types()  # of the routes too, so after them
    return app


def share_work(tables: Tables) -> None:
    """Run computer players, notifications and expiry, in this process or through the job queue."""
    tables.after_end += [partial(settle_later, tables), partial(tell_plans, tables)]
    if tables.others is None:
        notifications = Notifications(tables)
        tables.after_change += [partial(wake, tables), notifications.consider]
        tables.on_start += [notifications.resume, partial(keep_expiring, tables)]
        tables.on_start += [partial(keep_clocks, tables), partial(settle_pending, tables)]
        return
    tables.after_change.append(Table.show_thinking)
    if tables.settings.workers:
        tables.on_start.append(JobRunner(tables).run)


def use_packs(settings: Settings) -> None:
    """Add the packs of the settings; log packs that cannot be used."""
    for path in settings.packs:
        add_pack(path)
    problems = dict(packs_in_use().problems)
    for id_ in game_ids():
        problems |= scenario_listing(id_).problems
    for what, why in problems.items():
        log.warning("pack left out: %s: %s", what, why)


# -- error responses ---------------------------------------------------------------------------------

_MESSAGES = {
    404: "no such page or route",
    405: "method not allowed",
    413: "the request is too large",
}
_MAX_PARTS, _MAX_KEY, _MAX_MESSAGE = 5, 100, 300
"""Maximum number of faults in a response, and maximum lengths of a key and of a message."""


def _problem(status: int, text: str) -> Response[schema.Problem]:
    return Response(schema.Problem(text), status_code=status)


def _api_error(_: Asking, error: ApiError) -> Response[schema.Problem]:
    return _problem(error.status, str(error))


def _stale(_: Asking, error: Stale) -> Response[schema.GameSnapshot]:
    return Response(error.now, status_code=409)


def _refused(_: Asking, error: Refused) -> Response[schema.Refusal]:
    return Response(error.refusal, status_code=422)


def _invalid(_: Asking, error: GrognardError) -> Response[schema.Problem]:
    return _problem(400, str(error))


def _http(_: Asking, error: HTTPException) -> Response[schema.Problem]:
    text = _MESSAGES.get(error.status_code) or _reworded(error.detail)
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        text = "; ".join(map(_part, error.extra[:_MAX_PARTS])) or text
    return _problem(error.status_code, text)


def _part(part: dict[str, object]) -> str:
    """Return what is wrong with a part of a request."""
    key = str(part.get("key", "data"))[:_MAX_KEY].replace("[...]", "")
    return f"{'the request' if key == 'data' else key}: {_reworded(str(part.get('message', '')))}"


def _reworded(message: str) -> str:
    """Return a message of the framework in our own words if it comes from msgspec."""
    fault = reworded(ValueError(message))
    if fault.reason == UNKNOWN and "`" not in message:
        return message[:_MAX_MESSAGE]
    return str(BadKey(*fault))


def _no_database(request: Asking, error: Exception) -> Response[schema.Problem]:
    """Answer while the disk is full or the database is down; nothing was changed."""
    if isinstance(error, TimeoutError):
        return _problem(503, "the server is too busy; nothing has changed, try again")
    log.error("database failed path=%s reason=%s", request.url.path, type(error).__name__)
    return _problem(503, "the database is not responding; nothing has changed, try again")


def _server_error(request: Asking, error: Exception) -> Response[schema.Problem]:
    if isinstance(error, UnicodeDecodeError):
        return _problem(400, "invalid request: not UTF-8 text")
    if isinstance(error, RecursionError):
        return _problem(400, "invalid request: nested too deeply")
    if isinstance(error, msgspec.ValidationError | msgspec.DecodeError):
        return _problem(400, f"invalid request: {BadKey(*reworded(error))}")
    log.error("broken path=%s", request.url.path, exc_info=error)
    return _problem(500, "server error; nothing has changed")
