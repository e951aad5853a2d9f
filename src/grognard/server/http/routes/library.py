"""Routes for health, catalogue, boards, rules and symbols."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.params import PathParameter
from sqlalchemy.exc import SQLAlchemyError

from grognard import __version__
from grognard.server import schema
from grognard.server.errors import ApiError
from grognard.server.http.routes.parameters import AllTables, Asking, problem
from grognard.server.library import game_library
from grognard.server.library.symbols import sprite
from grognard.server.storage import games as stored_games

SQUEEZED = {"squeezed": True}
"""It is compressed already."""
Part = Annotated[str, PathParameter(max_length=60)]


@get("/health", responses=problem(503))
async def health(tables: AllTables) -> schema.Health:
    """Health check: the database can be read and written."""
    try:
        await tables.readiness.require()
        games = await stored_games.count(tables.engine)
    except (SQLAlchemyError, OSError):
        raise ApiError(503, "the database does not answer") from None
    return schema.Health(True, __version__, games, len(tables.in_memory))


@get("/ready", responses=problem(503))
async def ready(tables: AllTables) -> schema.Done:
    """Readiness check: the database can be written. A server that fails it should get no requests."""
    try:
        await tables.readiness.require()
    except (SQLAlchemyError, OSError):
        raise ApiError(503, "the database cannot be written") from None
    return schema.Done()


@get("/api/catalogue", sync_to_thread=True, opt=SQUEEZED)
def catalogue(request: Asking) -> Response[game_library.Catalogue]:
    """Return all games, scenarios, options, sides, verbs and computer players."""
    return _cacheable(request, game_library.catalogue())


@get("/api/boards/{game:str}/{scenario:str}", responses=problem(400, 404), sync_to_thread=True, opt=SQUEEZED)
def board(request: Asking, game: Part, scenario: Part) -> Response[game_library.BoardEntry]:
    """Return everything needed to draw a board."""
    return _cacheable(request, game_library.board_entry(game, scenario))


@get("/api/rules/{game:str}", responses=problem(400, 404), sync_to_thread=True, opt=SQUEEZED)
def rules(request: Asking, game: Part) -> Response[game_library.RuleBook]:
    """Return the rules of a game, case by case."""
    return _cacheable(request, game_library.rule_book(game))


@get(
    "/api/symbols/{name:str}",
    media_type="image/svg+xml",
    responses=problem(400, 404),
    sync_to_thread=True,
    opt=SQUEEZED,
)
def symbols(request: Asking, name: Part) -> Response[str]:
    """Return the unit symbols of a game as one sprite: `GAME.svg`."""
    return _cacheable(request, sprite(name.removesuffix(".svg")), "image/svg+xml")


class Packed(NamedTuple):
    """A response that is the same for everybody, encoded and compressed once."""

    body: bytes
    compressed: bytes
    etag: str


_MAX_PACKED = 512
_all_packed: OrderedDict[int, tuple[object, Packed]] = OrderedDict()


def _packed(content: Any) -> Packed:
    """Return content that the library has cached as it is sent; the same object is packed only once."""
    known = _all_packed.get(id(content))
    if known is not None and known[0] is content:
        return known[1]
    body = content.encode() if isinstance(content, str) else msgspec.json.encode(content)
    packed = Packed(body, gzip.compress(body, 9), f'"{hashlib.sha256(body).hexdigest()[:20]}"')
    _all_packed[id(content)] = content, packed
    if len(_all_packed) > _MAX_PACKED:
        _all_packed.popitem(last=False)
    return packed


def _cacheable(request: Asking, content: Any, kind: str = MediaType.JSON) -> Response[Any]:
    """Return a response that browsers cache and revalidate by its ETag."""
    packed = _packed(content)
    headers = {"etag": packed.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if packed.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed.compressed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(packed.body, media_type=kind, headers=headers)


def library_routes() -> list[Router]:
    """Return the routes of this module."""
    return [Router("/", route_handlers=[health, ready, catalogue, board, rules, symbols], tags=["library"])]
