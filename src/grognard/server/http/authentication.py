"""Authentication: a seat by its secret or by its account; anyone else is a spectator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Scope

from grognard.server.errors import ApiError, forbidden
from grognard.server.http.rate_limits import client_of, is_local
from grognard.server.storage.games import Seat
from grognard.server.tables.table import Table

COOKIE = "grognard"
ACCOUNT = "grognard.account"
"""Key of the logged-in account in the scope of a request; the middleware looks it up."""

HttpConnection = ASGIConnection[Any, Any, Any, Any]


def session_of(connection: HttpConnection) -> int | None:
    """Return the logged-in account, if any."""
    account = dict(connection.scope).get(ACCOUNT)
    return account if isinstance(account, int) else None


def clients_of(connection: HttpConnection) -> list[str]:
    """Return whom limits count for a request: its address, and its account unless it is on this computer."""
    return clients_in(connection.scope, session_of(connection))


def clients_in(scope: Scope, account: object) -> list[str]:
    """Return whom limits count for a request of an account, if any."""
    client = client_of(scope)
    return [client] if account is None or is_local(client) else [client, f"account {account}"]


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the token of the session in a request; empty if it has none."""
    for name, value in headers:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                key, _, token = part.strip().partition("=")
                if key == COOKIE:
                    return token
    return ""


def seat_of_account(table: Table, account: int | None) -> Seat | None:
    """Return the seat of an account; of several, one that must decide."""
    if account is None:
        return None
    mine = [seat for seat in table.seats.values() if seat.account == account]
    due = [seat for seat in mine if seat.side in table.game.waiting_for]
    return next(iter(due or mine), None)


def secret_of(connection: HttpConnection) -> str:
    """Return the secret in a request."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise ApiError(401, "send the seat's secret in the header: Authorization: Bearer SECRET")
    return secret.strip()


def seat_by(table: Table, secret: str | None, connection: HttpConnection) -> Seat | None:
    """Return the seat of a secret or else of the account; None for a spectator.

    A secret that was replaced does not keep out the player whose account holds the seat: the reply with the
    new secret may still be on its way, or lost.
    """
    mine = seat_of_account(table, session_of(connection))
    try:
        return table.seat(secret) if secret else mine
    except ApiError:
        if mine is None:
            raise
        return mine


def seat_or_spectator(table: Table, connection: HttpConnection) -> Seat | None:
    """Return the seat of a request; None for a spectator."""
    return seat_by(table, secret_of(connection), connection)


def seat_asking(table: Table, connection: HttpConnection) -> Seat:
    """Return the seat of a request that is not for spectators."""
    seat = seat_or_spectator(table, connection)
    if seat is None:
        raise forbidden("only players of this game can do that")
    return seat
