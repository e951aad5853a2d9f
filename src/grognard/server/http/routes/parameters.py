"""Parameters and responses shared by routes."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from grognard.server import schema
from grognard.server.http.rate_limits import RateLimits
from grognard.server.schema.requests import NO_NUL
from grognard.server.tables.registry import Tables

Asking = Request[Any, Any, Any]  # user, login and state of Litestar, which are not used
AllTables = NamedDependency[Tables]
AllRateLimits = NamedDependency[RateLimits]
GameId = Annotated[str, PathParameter(max_length=16, pattern=NO_NUL, description="the game")]
Token = Annotated[str, QueryParameter(max_length=1_000, description="from a link in an email")]

Specs = dict[int, ResponseSpec]


def problem(*statuses: int) -> Specs:
    """Return responses with a sentence for the user."""
    return {
        status: ResponseSpec(schema.Problem, generate_examples=False, description=_MEANING[status])
        for status in statuses
    }


_MEANING = {
    400: "invalid request",
    401: "wrong secret, or wrong name or password",
    403: "this seat may not do that now",
    404: "not found",
    409: "not possible in this situation",
    410: "this version cannot continue the game",
    413: "too large",
    429: "too many requests",
    503: "it could not be saved and was not carried out",
}

REFUSED: Specs = {422: ResponseSpec(schema.Refusal, generate_examples=False, description="illegal order")}
STALE: Specs = {
    409: ResponseSpec(
        schema.GameSnapshot,
        generate_examples=False,
        description="the game has moved on; this is the current state",
    )
}
GAME = problem(400, 401, 404, 410, 413, 429, 503)
"""Responses of any route about one game."""
SEAT = GAME | problem(403)
"""Responses of any route for seats only."""
