"""Middleware: host and origin checks, rate limits, security headers, access log."""

from __future__ import annotations

import ipaddress
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import cast
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.http.authentication import ACCOUNT, clients_in, token_in
from grognard.server.http.metrics import REQUESTS
from grognard.server.http.rate_limits import RateLimits, client_of
from grognard.server.settings import Settings
from grognard.server.tables.rules_threads import PAYERS

log = logging.getLogger("grognard.server.access")

_CSP = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
_HEADERS = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in _CSP.items()),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
RequestScope = HTTPScope | WebSocketScope
_MAX_ID = 64
REQUEST_ID: ContextVar[str] = ContextVar("request id", default="")
"""The id of the current request or connection, in its answer and in all that is logged about it."""


AccountOf = Callable[[str], Awaitable[int | None]]
"""Returns the account that is logged in with a token."""


class Guard:
    """Wraps the whole application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, rate_limits: RateLimits, account_of: AccountOf
    ) -> None:
        self._app = app
        self._account_of = account_of
        self._settings = settings
        self._rate_limits = rate_limits
        headers = dict(_HEADERS)
        if settings.secure:
            headers["strict-transport-security"] = "max-age=31536000"
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or refuse a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        id_ = _request_id(scope)
        REQUEST_ID.set(id_)
        head = scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD"
        if head:  # answered like GET, without the body
            scope = cast(HTTPScope, {**scope, "method": "GET"})

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message["headers"])
                if scope["path"].startswith("/api/") and not _has(headers, b"cache-control"):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = [*headers, *self._headers, (b"x-request-id", id_.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            elif head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        refused = self._refusal(scope) or await self._log_in(scope) or self._debt(scope)
        try:
            if refused:
                await _refuse(scope, sending, *refused)
            else:
                await self._app(scope, receive, sending)
        finally:
            method = "HEAD" if head else scope.get("method", "LIVE")
            took = (time.perf_counter() - began) * 1000
            REQUESTS.count(str(method), status, took / 1000)
            level = logging.DEBUG if status < 400 else logging.INFO
            log.log(level, "%s %s status=%d ms=%.1f", method, scope["path"], status, took)

    def _refusal(self, scope: RequestScope) -> tuple[int, str] | None:
        """Return the status and the reason to refuse a request, or None."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._is_ours(host):
            return 421, "unknown host name; add it to the server's settings"
        if scope["path"].startswith("/api/") and not self._may_ask(headers, host):
            return 403, "requests from other websites are not allowed"
        wait = self._rate_limits.requests.of(client_of(scope)).take()
        if wait > 0.0:
            return 429, "too many requests; wait a moment"
        return None

    async def _log_in(self, scope: RequestScope) -> tuple[int, str] | None:
        """Put the account of a request in its scope; return an error if the database is not responding."""
        token = token_in(scope["headers"]) if scope["path"].startswith("/api/") else ""
        if token:
            try:
                cast(dict[str, object], scope)[ACCOUNT] = await self._account_of(token)
            except (SQLAlchemyError, OSError):
                return 503, "the database is not responding; nothing has changed, try again"
        return None

    def _debt(self, scope: RequestScope) -> tuple[int, str] | None:
        """Charge the request to its address and account; return an error if either is in debt."""
        if not scope["path"].startswith("/api/"):
            return None
        account = cast(dict[str, object], scope).get(ACCOUNT)
        clients = clients_in(scope, account)
        if any(self._rate_limits.requests.of(client).take() > 0.0 for client in clients[1:]):
            return 429, "too many requests; wait a moment"
        payers = [self._rate_limits.computing.of(client) for client in clients]
        if any(payer.debt() > 0.0 for payer in payers):
            return 429, "your requests have taken too much computing time; wait a moment"
        PAYERS.set(tuple(payers))
        return None

    def _is_ours(self, host: str) -> bool:
        """Return whether a host is allowed: unknown names may be DNS rebinding, plain addresses are safe."""
        name = _name(host)
        if name in self._settings.hosts:
            return True
        if self._settings.only_local:
            return False
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _may_ask(self, headers: dict[bytes, str], host: str) -> bool:
        """Return whether the origin is allowed; programs other than browsers send none."""
        origin = headers.get(b"origin")
        if origin is not None:
            return _netloc(origin) == host or origin in self._settings.origins
        return headers.get(b"sec-fetch-site", "none") in ("same-origin", "none")


def _request_id(scope: RequestScope) -> str:
    """Return the id of a request: the proxy's, if it is plain, or a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and len(value) <= _MAX_ID and value.replace(b"-", b"").isalnum():
            return value.decode("ascii")
    return secrets.token_hex(8)


def _name(host: str) -> str:
    """Return the name in a Host header, without the port."""
    head, colon, port = host.rpartition(":")
    return (head if colon and port.isdigit() else host).lower()


def _netloc(origin: str) -> str | None:
    """Return the host and port of an origin, or None if it is not an address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _has(headers: list[tuple[bytes, bytes]], name: bytes) -> bool:
    return any(found.lower() == name for found, _ in headers)


async def _refuse(scope: RequestScope, send: Send, status: int, reason: str) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = msgspec.json.encode({"error": reason})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
