"""Run the server: read its options, open a socket, set up logs, open a browser, and shut down cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import signal
import socket
import sys
import threading
import time
import webbrowser
from http.client import HTTPConnection, HTTPException
from typing import Any

import msgspec
import uvicorn

from grognard.core.errors import GrognardError
from grognard.core.files.decoding_errors import reworded
from grognard.core.files.files import BadKey, bad_key, read_toml
from grognard.core.files.toml_shape import faults
from grognard.server.http.connections import allow_many_files, bounded_protocol
from grognard.server.http.middleware import REQUEST_ID
from grognard.server.settings import Settings, default_data

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_BACKLOG = 2048
_SHUTDOWN_SECONDS = 10
_KEEP_ALIVE = 75


class LineFormatter(logging.Formatter):
    """Formats an event as one line: time, level, message, and facts as key=value."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Replace control characters, so that an event is always one line."""
        record.message = _CONTROL.sub("?", record.message)
        if REQUEST_ID.get():
            record.message += f" request={REQUEST_ID.get()}"
        return super().formatMessage(record)


def set_up_logs(level: int = logging.INFO) -> None:
    """Log to standard error. Queries, bodies and headers are never logged."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter())
    for name in ("grognard.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level if name.startswith("grognard") else logging.WARNING)
        logger.propagate = False


def settings_from(options: dict[str, object]) -> Settings:
    """Return settings from options such as those of the command line; None means the default.

    The option `settings` names a TOML file with more settings; options take precedence over it.
    """
    given = {name: value for name, value in options.items() if value is not None}
    path = given.pop("settings", None)
    if path is not None:
        given = _settings_file(str(path)) | given
    given.setdefault("data", default_data())
    for fault in faults(given, Settings):
        raise GrognardError(f"invalid server settings: {BadKey(*fault)}")
    try:
        return msgspec.convert(given, Settings, dec_hook=lambda kind, value: kind(value))
    except msgspec.ValidationError as error:
        raise GrognardError(f"invalid server settings: {BadKey(*reworded(error))}") from None


def _settings_file(path: str) -> dict[str, object]:
    """Read the settings in a TOML file; keys may use hyphens or underscores."""
    plain = read_toml(path)
    written = {name.replace("-", "_"): name for name in plain}
    found = {name: plain[key] for name, key in written.items()}
    for (name, *rest), reason in faults({"data": "", **found}, Settings):
        raise bad_key(path, (written.get(str(name), name), *rest), reason)
    return found


def listen(settings: Settings) -> socket.socket:
    """Return the listening socket; raise `GrognardError` if the address is not available."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)  # early connections wait until the server is ready
    except OSError as error:
        listener.close()
        raise GrognardError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}"
        ) from None
    return listener


def run(settings: Settings, *, open_browser: bool = False) -> int:
    """Serve until stopped by Ctrl-C or SIGTERM, then finish pending work."""
    from grognard.server.app import create_app

    set_up_logs()
    allow_many_files()
    try:
        listener = listen(settings)
    except GrognardError:
        if not open_browser:
            raise
        if is_grognard(settings):
            print(f"Grognard is already running at {settings.url}", flush=True)
            webbrowser.open(settings.url)
            return 0
        settings = msgspec.structs.replace(settings, port=0)
        listener = listen(settings)
    if settings.port == 0:
        settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
    try:
        asyncio.run(_require_usable_database(settings))
    except GrognardError:
        listener.close()
        raise
    server = uvicorn.Server(config(settings, create_app(settings)))
    print(f"Grognard is running at {settings.url} (press Ctrl-C to stop)", flush=True)
    if open_browser:
        threading.Thread(target=_open_when_started, args=(server, settings.url), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again after the shutdown
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return 0 if server.started else 1


async def _require_usable_database(settings: Settings) -> None:
    """Refuse a database that cannot be used, with a message instead of a failed start."""
    from sqlalchemy.exc import SQLAlchemyError

    from grognard.server.storage.database import migrate, open_database, unusable
    from grognard.server.storage.ownership import Ownership

    engine = open_database(settings.database_url)
    ownership = Ownership(engine)
    try:
        await ownership.claim()
        await migrate(engine)
    except (SQLAlchemyError, OSError) as error:
        raise unusable(engine, error) from None
    finally:
        ownership.release()
        await engine.dispose()


def is_grognard(settings: Settings) -> bool:
    """Return whether another Grognard server already listens on the address."""
    connection = HTTPConnection(settings.host, settings.port, timeout=2)
    try:
        connection.request("GET", "/health")
        return b'"well":true' in connection.getresponse().read(1_000)
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def config(settings: Settings, app: Any) -> uvicorn.Config:
    """Return the configuration of the ASGI server."""
    return uvicorn.Config(
        app,
        access_log=False,  # the middleware writes its own, without queries
        log_config=None,
        server_header=False,
        date_header=True,
        http=bounded_protocol(settings.limits),
        ws="websockets-sansio",
        ws_max_size=settings.limits.body,
        ws_per_message_deflate=bool(settings.public_url) or not settings.only_local,
        h11_max_incomplete_event_size=32 * 1024,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        lifespan="on",
    )


def _open_when_started(server: uvicorn.Server, url: str) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.02)
    webbrowser.open(url)


def serve(**options: object) -> int:
    """Run a server with options: those of `Settings`, and `open_browser`."""
    open_browser = bool(options.pop("open_browser", False))
    return run(settings_from(options), open_browser=open_browser)
