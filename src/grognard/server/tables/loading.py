"""Games come from the database: replayed from their orders, or thawed if they were in memory a while ago.

A game whose rules fail again and again is set aside, so that it harms no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Sequence

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.contract.definition import AnyGame
from grognard.core.errors import GrognardError
from grognard.core.play.frozen import freeze, thaw
from grognard.core.play.game import Game
from grognard.core.play.record import Entry, Record
from grognard.core.play.replay import replay
from grognard.games import definition_of
from grognard.server.errors import ApiError, not_found
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage.games import Known, StoredGame
from grognard.server.storage.writer import Writer
from grognard.server.tables.rules_threads import REPLAY, TooSlow, run_rules
from grognard.server.tables.visitors import LONG, RulesFailed, Visitors

log = logging.getLogger("grognard.server")
MAX_ATTEMPTS = 3
"""Failed attempts to continue a game after which it is set aside."""


def resume(record: Record, number: int | None = None) -> Game:
    """Return the game of a stored record after order `number` (by default the last)."""
    entries = record.entries[:number]
    try:
        definition = definition_of(record.scenario.partition("/")[0])
        return replay(definition, msgspec.structs.replace(record, entries=entries, marks=[], next_dice=()))
    except GrognardError as error:
        raise ApiError(410, f"this version cannot continue this game: {error}") from None


def continued(game: Game, entries: Sequence[Entry]) -> Game:
    """Return a game after further orders from storage."""
    game = game.copy()
    for entry in entries:
        game.replay_entry(entry)
    return game


class FrozenGames:
    """Games that left memory, in a few kilobytes each; the least recently used are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[tuple[str, Game, Known]] = deque()
        self._frozen: OrderedDict[str, tuple[bytes, Known, AnyGame]] = OrderedDict()
        self.size = 0
        """Bytes of all of them."""

    def __len__(self) -> int:
        return len(self._frozen)

    def add(self, id_: str, game: Game, known: Known) -> None:
        """Take a game to be frozen later."""
        self._waiting.append((id_, game, known))

    async def freeze_all(self) -> None:
        """Freeze what was added, one game after the other in a thread."""
        while self._waiting:
            id_, game, known = self._waiting[0]
            frozen = await asyncio.to_thread(freeze, game)
            if self._waiting and self._waiting[0][1] is game:  # it was not wanted meanwhile
                self._waiting.popleft()
                self._put(id_, frozen, known, game.definition)

    def _put(self, id_: str, frozen: bytes, known: Known, definition: AnyGame) -> None:
        self.drop(id_)
        self._frozen[id_] = frozen, known, definition
        self.size += len(frozen)
        while self.size > self._most:
            self.drop(next(iter(self._frozen)))

    async def take(self, id_: str) -> tuple[Game, Known] | None:
        """Return a game that left memory, and how much of it was known then."""
        for waiting in self._waiting:
            if waiting[0] == id_:
                self._waiting.remove(waiting)
                return waiting[1], waiting[2]
        frozen = self._frozen.get(id_)
        self.drop(id_)
        if frozen is None:
            return None
        data, known, definition = frozen
        return await asyncio.to_thread(thaw, definition, data), known

    def drop(self, id_: str) -> None:
        """Forget a game."""
        frozen = self._frozen.pop(id_, None)
        self.size -= len(frozen[0]) if frozen else 0


class Loading:
    """Loads the games of a server."""

    def __init__(self, settings: Settings, engine: AsyncEngine, writer: Writer, visitors: Visitors) -> None:
        self._seconds = settings.rules
        self._engine, self._writer, self._visitors = engine, writer, visitors
        self.frozen = FrozenGames(settings.limits.frozen)

    async def load(
        self, id_: str, game: Game | None = None, known: Known | None = None
    ) -> tuple[StoredGame, Game]:
        """Load a game, or only the orders after those of the game that is known."""
        stored: StoredGame | None = None
        try:
            if game is None:
                game, known = await self.frozen.take(id_) or (None, None)
            stored = await stored_games.load(self._engine, id_, known)
            if stored is None:
                raise not_found("game")
            if stored.broken:
                raise ApiError(410, f"this game was set aside: {stored.broken}")
            if game is not None and known is not None and known.undone == stored.undone:
                entries = stored.record.entries
                game = await run_rules(REPLAY * self._seconds, id_, continued, game, entries)
            else:
                game = await self.resumed(id_, stored.record)
            _require_seats(stored, game)
        except TooSlow:
            await self._failed(stored, "the rules take too long in it")
            raise
        except RulesFailed:
            await self._failed(stored, "the rules fail in it")
            raise ApiError(410, "the stored game is damaged and cannot be opened") from None
        except (GrognardError, SQLAlchemyError, OSError):
            raise
        except Exception as error:
            log.exception("damaged game=%s", id_)
            await self._failed(stored, f"the rules fail in it ({type(error).__name__})")
            raise ApiError(410, "the stored game is damaged and cannot be opened") from None
        return stored, game

    async def resumed(self, id_: str, record: Record) -> Game:
        """Return the game of a stored record: a long one is replayed in another process."""
        if len(record.entries) > LONG:
            return await self._visitors.replayed(record)
        return await run_rules(REPLAY * self._seconds, id_, resume, record)

    async def _failed(self, stored: StoredGame | None, reason: str) -> None:
        """Count a failed attempt to continue a game; after a few, set it aside."""
        if stored is None:
            return
        stored.attempts += 1
        aside = stored.attempts >= MAX_ATTEMPTS
        if aside:
            log.error("set aside game=%s reason=%s", stored.id, reason)
        steps = stored_games.put_attempts(stored.id, stored.attempts, reason if aside else "")
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._writer.write(steps)

    async def note_attempt(self, id_: str) -> None:
        """Count an attempt to continue a game before it begins: it may end the whole process."""
        attempts = await stored_games.attempts_of(self._engine, id_)
        if attempts >= MAX_ATTEMPTS:
            reason = "the server stopped several times while it was opened"
            await self._writer.write(stored_games.put_attempts(id_, attempts, reason))
            log.error("set aside game=%s reason=%s", id_, reason)
            raise ApiError(410, f"this game was set aside: {reason}")
        await self._writer.write(stored_games.put_attempts(id_, attempts + 1))


def _require_seats(stored: StoredGame, game: Game) -> None:
    """Refuse a stored game without a valid seat for each side."""
    if set(stored.seats) != set(game.sides) or any(
        seat.kind not in ("human", "computer") for seat in stored.seats.values()
    ):
        raise ApiError(410, "the stored game is damaged and cannot be opened")
