"""Matches: what players agree on besides the rules (open seats, clock, rating), and how it ended."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from grognard.server.storage.models import accounts, games, matches, ratings, results, seats, vacations
from grognard.server.storage.writer import Step

DAY = 86_400.0
_LISTED_FOR = 30 * DAY
_MAX_LISTED = 50


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time of each player.

    A live clock has `start` seconds for the whole game and `increment` more after every move.
    With days per move, every move has `start` seconds.
    """

    kind: Literal["live", "days"]
    start: Annotated[float, Meta(ge=60, le=30 * DAY)]
    increment: Annotated[float, Meta(ge=0, le=3_600)]


class Ended(msgspec.Struct, frozen=True):
    """How a game ended other than by its rules."""

    how: Literal["resigned", "agreed", "time", "cancelled"]
    winner: str = ""
    """The side that won; empty for a draw, or for a game that does not count."""
    side: str = ""
    """The side that resigned, ran out of time or cancelled."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What the players of a game agreed on, and the state of their clocks."""

    open: tuple[str, ...] = ()
    """The sides open to any player."""
    listed: bool = False
    rated: bool = False
    clock: Clock | None = None
    left: dict[str, float] = {}
    """Seconds on each clock at the time `since`."""
    since: float = 0.0
    running: tuple[str, ...] = ()
    """The sides whose clocks run."""
    draw: str = ""
    """The side that offers a draw."""
    ended: Ended | None = None
    rematch: str = ""
    """The id of the next game between the same players."""
    settled: bool = False
    """Whether its result has been rated, or need not be."""

    @property
    def deadline(self) -> float:
        """Return when the first clock runs out; 0 for never."""
        return min((self.since + self.left[side] for side in self.running), default=0.0)


class ListedGame(msgspec.Struct, frozen=True):
    """A game in the list of open games, or of games to watch."""

    game: str
    scenario: str
    name: str
    number: int
    created: float
    updated: float
    open: tuple[str, ...]
    rated: bool
    clock: Clock | None
    players: dict[str, str]
    """Names of accounts by side; empty for a player without an account."""
    ratings: dict[str, int]
    """Ratings by side, of those who have one."""


async def load(connection: AsyncConnection, game: str) -> Match:
    """Return the match of a game."""
    row = (await connection.execute(select(matches.c.match).where(matches.c.game == game))).first()
    return msgspec.convert(row.match, Match) if row else Match()


def put(game: str, match: Match) -> list[Step]:
    """Return the steps that store a match."""
    values = {
        "game": game,
        "open": " ".join(match.open),
        "listed": match.listed,
        "rated": match.rated,
        "settled": match.settled,
        "deadline": match.deadline,
        "match": msgspec.to_builtins(match),
    }
    return [(delete(matches).where(matches.c.game == game), None), (insert(matches), values)]


async def open_games(engine: AsyncEngine) -> list[ListedGame]:
    """Return the games with open seats, latest first."""
    return await _listed(engine, matches.c.open != "")


async def games_to_watch(engine: AsyncEngine) -> list[ListedGame]:
    """Return the listed games that have begun, latest first."""
    return await _listed(engine, and_(matches.c.listed, matches.c.open == "", games.c.number > 0))


async def _listed(engine: AsyncEngine, which: ColumnElement[bool]) -> list[ListedGame]:
    since = time.time() - _LISTED_FOR
    shown = [games.c[name] for name in ("id", "scenario", "name", "number", "created", "updated")]
    query = (
        select(*shown, matches.c.open, matches.c.rated, matches.c.match)
        .join(matches, matches.c.game == games.c.id)
        .where(and_(which, ~games.c.over, games.c.broken == "", games.c.updated > since))
        .order_by(games.c.updated.desc())
        .limit(_MAX_LISTED)
    )
    async with engine.connect() as connection:
        found: list[Any] = list((await connection.execute(query)).all())
        seated = await _seated(connection, [row.id for row in found])
    return [_listed_game(row, seated.get(row.id, [])) for row in found]


async def _seated(connection: AsyncConnection, ids: list[str]) -> dict[str, list[Row[Any]]]:
    """Return the seats of games, with the names and ratings of their accounts."""
    query = (
        select(seats.c.game, seats.c.side, accounts.c.name, ratings.c.family, ratings.c.mu)
        .select_from(seats.outerjoin(accounts).outerjoin(ratings, ratings.c.account == accounts.c.id))
        .where(and_(seats.c.game.in_(ids), seats.c.kind == "human"))
    )
    by_game: dict[str, list[Row[Any]]] = {}
    rows: list[Any] = list((await connection.execute(query)).all())
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    return by_game


def _listed_game(row: Row[Any], sitting: list[Row[Any]]) -> ListedGame:
    open_, family = tuple(row.open.split()), row.scenario.partition("/")[0]
    return ListedGame(
        row.id,
        row.scenario,
        row.name,
        row.number,
        row.created,
        row.updated,
        open_,
        row.rated,
        msgspec.convert(row.match, Match).clock,
        {seat.side: seat.name or "" for seat in sitting if seat.side not in open_},
        {seat.side: shown_rating(seat.mu) for seat in sitting if seat.family == family},
    )


async def overdue(engine: AsyncEngine, now: float) -> list[str]:
    """Return the games in which a clock has run out."""
    query = (
        select(matches.c.game)
        .join(games, games.c.id == matches.c.game)
        .where(and_(matches.c.deadline > 0, matches.c.deadline < now, ~games.c.over, games.c.broken == ""))
        .limit(200)
    )
    async with engine.connect() as connection:
        return [row.game for row in (await connection.execute(query)).all()]


async def unsettled(engine: AsyncEngine) -> list[str]:
    """Return finished rated games whose result has not been rated."""
    query = (
        select(matches.c.game)
        .join(games, games.c.id == matches.c.game)
        .where(and_(matches.c.rated, ~matches.c.settled, games.c.over, games.c.broken == ""))
        .limit(200)
    )
    async with engine.connect() as connection:
        return [row.game for row in (await connection.execute(query)).all()]


# -- ratings -----------------------------------------------------------------------------------------

MU, SIGMA = 25.0, 25.0 / 3
_CENTRE, _SCALE = 1_500, 40


def shown_rating(mu: float) -> int:
    """Return a rating on the scale that players know: 1500 for a newcomer."""
    return round(_CENTRE + _SCALE * (mu - MU))


class Rating(msgspec.Struct, frozen=True):
    """A player's rating in one game."""

    mu: float = MU
    sigma: float = SIGMA
    won: int = 0
    drawn: int = 0
    lost: int = 0


def locked_ratings(connection: Connection, family: str, ids: Sequence[int]) -> dict[int, Rating]:
    """Return the ratings of accounts in a game; until the transaction ends no other changes them."""
    lock = select(accounts.c.id).where(accounts.c.id.in_(ids)).order_by(accounts.c.id)
    connection.execute(lock.with_for_update(key_share=True)).all()  # an account may have no rating yet
    query = select(ratings).where(and_(ratings.c.family == family, ratings.c.account.in_(ids)))
    rows = connection.execute(query).all()
    found = {row.account: Rating(row.mu, row.sigma, row.won, row.drawn, row.lost) for row in rows}
    return {id_: found.get(id_, Rating()) for id_ in ids}


def put_rating(connection: Connection, account: int, family: str, rating: Rating) -> None:
    """Store a rating."""
    mine = and_(ratings.c.account == account, ratings.c.family == family)
    connection.execute(delete(ratings).where(mine))
    connection.execute(insert(ratings), {"account": account, "family": family, **msgspec.to_builtins(rating)})


def put_result(
    connection: Connection, game: str, scenario: str, side: str, account: int, score: float, rating: Rating
) -> None:
    """Store a rated result; it can be stored only once."""
    values = {
        "game": game,
        "side": side,
        "account": account,
        "family": scenario.partition("/")[0],
        "scenario": scenario,
        "score": score,
        "rating": shown_rating(rating.mu),
        "at": time.time(),
    }
    connection.execute(insert(results), values)


async def all_ratings(engine: AsyncEngine, account: int) -> list[Row[Any]]:
    """Return the ratings of an account, by game."""
    async with engine.connect() as connection:
        query = select(ratings).where(ratings.c.account == account).order_by(ratings.c.family)
        return list((await connection.execute(query)).all())


async def latest_results(engine: AsyncEngine, account: int, most: int = 50) -> list[Row[Any]]:
    """Return the latest results of an account."""
    query = select(results).where(results.c.account == account).order_by(results.c.at.desc()).limit(most)
    async with engine.connect() as connection:
        return list((await connection.execute(query)).all())


def forget(account: int) -> list[Step]:
    """Return the steps that delete the results, ratings and vacations of an account."""
    mine = (results, ratings, vacations)
    return [(delete(table).where(table.c.account == account), None) for table in mine]


# -- vacations ---------------------------------------------------------------------------------------

VACATION_DAYS = 30
"""Days of vacation in a year."""


async def away_until(engine: AsyncEngine, account: int, now: float) -> float:
    """Return the end of an account's current vacation; 0 if it is not away."""
    mine = and_(vacations.c.account == account, vacations.c.start <= now, vacations.c.until > now)
    async with engine.connect() as connection:
        found = (await connection.execute(select(func.max(vacations.c.until)).where(mine))).scalar()
    return float(found or 0.0)


async def vacation_used(engine: AsyncEngine, account: int, now: float) -> float:
    """Return the days of vacation of an account in the past year, planned ones included."""
    mine = and_(vacations.c.account == account, vacations.c.until > now - 365 * DAY)
    total = func.sum(vacations.c.until - vacations.c.start)
    async with engine.connect() as connection:
        return float((await connection.execute(select(total).where(mine))).scalar() or 0.0) / DAY


def go_away(account: int, now: float, until: float) -> list[Step]:
    """Return the steps that begin a vacation."""
    return [*come_back(account, now), (insert(vacations), {"account": account, "start": now, "until": until})]


def come_back(account: int, now: float) -> list[Step]:
    """Return the steps that end a vacation."""
    current = and_(vacations.c.account == account, vacations.c.until > now)
    return [(update(vacations).where(current).values(until=now), None)]
