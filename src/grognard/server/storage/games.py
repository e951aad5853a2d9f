"""Read and write games in the database. Knows no rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Executable, Row, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.play.record import Entry, Record
from grognard.server.storage import matches as stored_matches
from grognard.server.storage.database import is_shared
from grognard.server.storage.matches import Match
from grognard.server.storage.models import (
    ADD_ENTRY,
    accounts,
    analyses,
    entries,
    games,
    jobs,
    matches,
    messages,
    notes,
    notify,
    presence,
    reports,
    seats,
)
from grognard.server.storage.writer import Added, Change, Step


class Seat(msgspec.Struct):
    """The player of a side."""

    side: str
    kind: Literal["human", "computer"]
    level: str = ""
    secret: str = ""
    """The hash of the secret; empty for a computer."""
    account: int | None = None
    name: str = ""
    """Name of the linked account, if any."""
    webhook: str = ""
    email: str = ""
    told: float = 0.0
    """When the last "your move" was sent."""
    plan: tuple[str, ...] = ()
    """The plan of a computer player after its last order."""

    @property
    def is_computer(self) -> bool:
        """Whether the computer plays it."""
        return self.kind == "computer"


class UndoRequest(msgspec.Struct, frozen=True):
    """An open request for a takeback to an order, and the sides that agree so far."""

    side: str
    to: int
    agreed: tuple[str, ...]


class StoredGame(msgspec.Struct, kw_only=True):
    """A game as stored in the database."""

    id: str
    record: Record
    """The record, including the seed."""
    chosen: bool
    name: str
    undone: int = 0
    version: int = 0
    """Raised by every change of the game."""
    attempts: int = 0
    """Failed attempts to continue it."""
    broken: str = ""
    """Why it was set aside; usually empty."""
    undo_request: UndoRequest | None = None
    seats: dict[str, Seat] = {}
    match: Match = msgspec.field(default_factory=Match)


class GameSummary(msgspec.Struct, frozen=True):
    """A game in a list."""

    game: str
    scenario: str
    name: str
    side: str
    number: int
    waiting: tuple[str, ...]
    over: bool
    updated: float


# -- reading ---------------------------------------------------------------------------------------


class Known(NamedTuple):
    """How much of a game is known already."""

    number: int
    undone: int


async def load(engine: AsyncEngine, id_: str, known: Known | None = None) -> StoredGame | None:
    """Return everything needed to continue a game, as it is at one moment.

    If orders are known and none was undone since, return only later ones.
    """
    async with engine.connect() as connection:
        if is_shared(engine):
            await connection.execution_options(isolation_level="REPEATABLE READ")
        row = (await connection.execute(select(games).where(games.c.id == id_))).first()
        if row is None:
            return None
        same_seat = and_(notify.c.game == seats.c.game, notify.c.side == seats.c.side)
        seated = (
            select(seats, accounts.c.name, notify.c.webhook, notify.c.email, notify.c.sent)
            .select_from(seats.outerjoin(accounts).outerjoin(notify, same_seat))
            .where(seats.c.game == id_)
        )
        sitting = (await connection.execute(seated)).all()
        since = known.number if known and known.undone == row.undone else 0
        later = and_(entries.c.game == id_, entries.c.number > since)
        given = select(entries).where(later).order_by(entries.c.number)
        orders = (await connection.execute(given)).all()
        match = await stored_matches.load(connection, id_)
    return StoredGame(
        id=row.id,
        record=Record(
            scenario=row.scenario,
            pack=row.pack,
            options=row.options,
            seed=row.seed,
            commitment=row.commitment,
            tags=row.tags,
            start=row.start,
            entries=[_entry(order) for order in orders],
        ),
        chosen=row.chosen,
        name=row.name,
        undone=row.undone,
        version=row.version,
        attempts=row.attempts,
        broken=row.broken,
        undo_request=msgspec.convert(row.asked, UndoRequest) if row.asked else None,
        seats={seat.side: _seat(seat) for seat in sitting},
        match=match,
    )


def _seat(row: Row[Any]) -> Seat:
    words = (row.name or "", row.webhook or "", row.email or "")
    plan = tuple(row.plan) if isinstance(row.plan, list) else ()
    return Seat(row.side, row.kind, row.level, row.secret, row.account, *words, row.sent or 0.0, plan)


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.side, row.order, tuple(row.dice), row.by_hand)


async def computers_to_move(engine: AsyncEngine) -> list[str]:
    """Return the games that wait for a computer player."""
    query = (
        select(games.c.id, games.c.waiting, seats.c.side)
        .join(seats, seats.c.game == games.c.id)
        .where(and_(~games.c.over, games.c.broken == "", seats.c.kind == "computer"))
        .order_by(games.c.updated)
    )
    rows = await all_of(engine, query)
    return list(dict.fromkeys(row.id for row in rows if row.side in _sides(row.waiting)))


async def games_of(engine: AsyncEngine, account: int) -> list[GameSummary]:
    """Return the games in which an account has a seat, latest first.

    Only columns that can be read even if a row is damaged, so no JSON.
    """
    shown = [games.c[name] for name in ("id", "scenario", "name", "number", "waiting", "over", "updated")]
    query = (
        select(*shown, seats.c.side)
        .join(seats, seats.c.game == games.c.id)
        .where(seats.c.account == account)
        .order_by(games.c.updated.desc())
        .limit(200)
    )
    return [
        GameSummary(r.id, r.scenario, r.name, r.side, r.number, _sides(r.waiting), bool(r.over), r.updated)
        for r in await all_of(engine, query)
    ]


def _sides(waiting: object) -> tuple[str, ...]:
    """Return the sides in a column of a list, none if the row is damaged."""
    return tuple(waiting.split()) if isinstance(waiting, str) else ()


async def pending_notifications(engine: AsyncEngine) -> list[tuple[str, str, float]]:
    """Return the games and sides that must decide and were not notified, and when they last were."""
    query = (
        select(notify.c.game, notify.c.side, notify.c.sent, games.c.waiting)
        .join(games, games.c.id == notify.c.game)
        .where(and_(~games.c.over, games.c.broken == "", notify.c.sent < games.c.updated))
    )
    rows = await all_of(engine, query)
    return [(row.game, row.side, row.sent) for row in rows if row.side in _sides(row.waiting)]


async def attempts_of(engine: AsyncEngine, id_: str) -> int:
    """Return the number of failed attempts to continue a game."""
    row = await one(engine, select(games.c.attempts).where(games.c.id == id_))
    return row.attempts if row and isinstance(row.attempts, int) else 0


async def stored_by(engine: AsyncEngine, client: str) -> tuple[int, int]:
    """Return how many games a client has created, and their bytes."""
    size = func.coalesce(func.sum(games.c.size), 0)
    query = select(func.count().label("games"), size.label("size")).where(games.c.client == client)
    row = await one(engine, query)
    return (int(row.games), int(row.size)) if row else (0, 0)


async def expired(engine: AsyncEngine, keep_new: float, keep: float, most: int) -> list[str]:
    """Return unwatched games without orders older than `keep_new` days, and any older than `keep`."""
    now = time.time()
    old = or_(
        and_(games.c.number == 0, games.c.updated < now - keep_new * 86_400),
        games.c.updated < now - keep * 86_400,
    )
    watched = select(presence.c.game).where(presence.c.game == games.c.id).exists()
    return [row.id for row in await all_of(engine, select(games.c.id).where(old, ~watched).limit(most))]


async def count(engine: AsyncEngine) -> int:
    """Return the number of stored games."""
    async with engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(games))).scalar_one())


async def one(engine: AsyncEngine, query: Executable) -> Row[Any] | None:  # columns of any type
    """Return the first row of a query."""
    async with engine.connect() as connection:
        return (await connection.execute(query)).first()


async def all_of(engine: AsyncEngine, query: Executable) -> list[Row[Any]]:
    """Return all rows of a query."""
    async with engine.connect() as connection:
        return list((await connection.execute(query)).all())


# -- writing: steps for the writer -----------------------------------------------------------------


def size_of(record: Record) -> int:
    """Return about how many bytes a game takes in the database."""
    start = len(msgspec.json.encode(record.start)) if record.start is not None else 0
    return 1_000 + start + sum(100 + len(entry.order) for entry in record.entries)


def create(stored: StoredGame, waiting: tuple[str, ...], *, over: bool, client: str = "") -> Change:
    """Return the work that stores a new game of a client with its seats and first orders."""
    record, now = stored.record, time.time()
    game = {
        "id": stored.id,
        "scenario": record.scenario,
        "pack": record.pack,
        "options": record.options,
        "seed": record.seed,
        "chosen": stored.chosen,
        "commitment": record.commitment,
        "start": record.start,
        "tags": record.tags,
        "name": stored.name,
        "created": now,
        "updated": now,
        "number": len(record.entries),
        "undone": 0,
        "waiting": " ".join(waiting),
        "over": over,
        "asked": None,
        "version": 0,
        "client": client,
        "size": size_of(record),
        "broken": "",
        "attempts": 0,
    }
    sitting = [
        {
            "game": stored.id,
            "side": s.side,
            "kind": s.kind,
            "level": s.level,
            "secret": s.secret,
            "account": s.account,
        }
        for s in stored.seats.values()
    ]
    orders = [entry_row(stored.id, number, entry) for number, entry in enumerate(record.entries, start=1)]
    steps: list[Step] = [(insert(games), game), (insert(seats), sitting), (ADD_ENTRY, orders)]
    if stored.match != Match():
        steps += stored_matches.put(stored.id, stored.match)
    return Change(stored.id, None, steps)


def entry_row(game: str, number: int, entry: Entry) -> dict[str, object]:
    """Return the row of an order."""
    return {
        "game": game,
        "number": number,
        "side": entry.side,
        "order": entry.order,
        "dice": list(entry.dice),
        "by_hand": entry.by_hand,
        "at": time.time(),
    }


def moved_on(game: str, number: int, waiting: tuple[str, ...], *, over: bool) -> dict[str, object]:
    """Return the values of `MOVE_ON` for a game."""
    return {
        "game": game,
        "new_number": number,
        "now": time.time(),
        "now_waiting": " ".join(waiting),
        "now_over": over,
    }


def add(game: str, number: int, entry: Entry, waiting: tuple[str, ...], *, over: bool, seen: int) -> Added:
    """Return the work that stores an order given in the version `seen` of a game."""
    return Added(entry_row(game, number, entry), moved_on(game, number, waiting, over=over), seen)


def cut(game: str, number: int, undone: int, waiting: tuple[str, ...], *, seen: int) -> Change:
    """Return the work that undoes every order after the first `number`."""
    later = and_(entries.c.game == game, entries.c.number > number)
    now = {"number": number, "updated": time.time(), "waiting": " ".join(waiting), "over": False}
    back = update(games).where(games.c.id == game).values(**now, undone=undone, asked=None)
    return Change(game, seen, [(delete(entries).where(later), None), (back, None)])


def end(game: str) -> list[Step]:
    """Return the steps that end a game other than by its rules."""
    now = {"updated": time.time(), "waiting": "", "over": True, "asked": None}
    return [(update(games).where(games.c.id == game).values(**now), None)]


def put_undo_request(game: str, request: UndoRequest | None, *, seen: int) -> Change:
    """Return the work that stores or clears the request for a takeback."""
    plain = msgspec.to_builtins(request) if request else None
    return Change(game, seen, [(update(games).where(games.c.id == game).values(asked=plain), None)])


def say(game: str, side: str, text: str, at: float) -> list[Step]:
    """Return the steps that store a chat message."""
    return [(insert(messages), {"game": game, "side": side, "text": text, "at": at})]


def put_note(game: str, side: str, text: str) -> list[Step]:
    """Return the steps that replace a seat's private notes."""
    mine = and_(notes.c.game == game, notes.c.side == side)
    return [
        (delete(notes).where(mine), None),
        (insert(notes), {"game": game, "side": side, "text": text}),
    ]


def put_notify(game: str, side: str, webhook: str, email: str) -> list[Step]:
    """Return the steps that replace the notification addresses of a seat."""
    steps: list[Step] = [(delete(notify).where(and_(notify.c.game == game, notify.c.side == side)), None)]
    if webhook or email:
        steps.append((insert(notify), {"game": game, "side": side, "webhook": webhook, "email": email}))
    return steps


def put_notified(game: str, side: str, at: float) -> list[Step]:
    """Return the steps that store when a seat was last notified."""
    return [(update(notify).where(and_(notify.c.game == game, notify.c.side == side)).values(sent=at), None)]


def put_attempts(game: str, attempts: int, broken: str = "") -> list[Step]:
    """Return the steps that count failed attempts to continue a game, and set it aside for a reason."""
    values = {"attempts": attempts, "broken": broken[:300]}
    return [(update(games).where(games.c.id == game).values(**values), None)]


async def analysis_of(engine: AsyncEngine, game: str) -> str:
    """Return the stored analysis of a finished game; empty if there is none."""
    row = await one(engine, select(analyses.c.analysis).where(analyses.c.game == game))
    return str(row.analysis) if row else ""


def put_analysis(game: str, text: str) -> list[Step]:
    """Return the steps that store the analysis of a finished game."""
    old = delete(analyses).where(analyses.c.game == game)
    return [(old, None), (insert(analyses), {"game": game, "analysis": text})]


def put_plan(game: str, side: str, plan: Sequence[str]) -> list[Step]:
    """Return the steps that store the plan of a computer player."""
    seat = and_(seats.c.game == game, seats.c.side == side)
    return [(update(seats).where(seat).values(plan=list(plan)), None)]


def remove(ids: Sequence[str]) -> list[Step]:
    """Return the steps that delete games."""
    steps: list[Step] = [
        (delete(table).where(table.c.game.in_(ids)), None)
        for table in (analyses, entries, jobs, matches, messages, notes, notify, presence, reports, seats)
    ]
    return [*steps, (delete(games).where(games.c.id.in_(ids)), None)]


def put_secret(game: str, side: str, digest: str) -> list[Step]:
    """Return the steps that replace the hash of a seat's secret."""
    seat = and_(seats.c.game == game, seats.c.side == side)
    return [(update(seats).where(seat).values(secret=digest), None)]


def tie(game: str, side: str, account: int | None) -> list[Step]:
    """Return the steps that link a seat to an account."""
    seat = and_(seats.c.game == game, seats.c.side == side)
    return [(update(seats).where(seat).values(account=bindparam("who")), {"who": account})]
