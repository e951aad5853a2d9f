"""All tables of the server: loads games on demand, saves changes, and evicts unused games."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import ipaddress
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.computer.pool import WorkerPool
from grognard.server.errors import ApiError
from grognard.server.people import accounts as people
from grognard.server.people.mail import Mailer
from grognard.server.settings import Settings
from grognard.server.storage import games as stored_games
from grognard.server.storage import matches as stored_matches
from grognard.server.storage.announcements import Announcement
from grognard.server.storage.database import is_shared, migrate
from grognard.server.storage.games import Known, Seat, StoredGame
from grognard.server.storage.jobs import Pauses, add_jobs
from grognard.server.storage.matches import Match
from grognard.server.storage.ownership import Ownership
from grognard.server.storage.readiness import Readiness
from grognard.server.storage.writer import Added, Change, Lost, Step, Writer
from grognard.server.tables.loading import Loading
from grognard.server.tables.others import Others
from grognard.server.tables.seeing import match_state
from grognard.server.tables.studying.analyses import Analyses
from grognard.server.tables.table import Connection, Table, hashed
from grognard.server.tables.trials import Trials
from grognard.server.tables.visitors import Visitors

log = logging.getLogger("grognard.server")
T = TypeVar("T")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_EVICT_EVERY = 5.0


def new_id() -> str:
    """Return an unguessable id for a game."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class Tables:
    """All games of a server."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.ownership = Ownership(engine)
        pauses = Pauses(settings.notify_after, settings.notify_every)
        self.writer = Writer(engine, lambda connection, games: add_jobs(connection, pauses, games))
        self.others = Others(self, pauses) if is_shared(engine) else None
        """The other processes on the same database; None if there can be none."""
        self.mailer = Mailer(settings, engine, self.writer)
        self.readiness = Readiness(self.writer)
        self.workers = WorkerPool(settings.workers, settings.patience)
        self.visitors = Visitors(settings)
        self.trials = Trials(settings)
        self.loading = Loading(settings, engine, self.writer, self.visitors)
        self.analyses = Analyses(settings, engine, self.writer)
        self.in_memory: OrderedDict[str, Table] = OrderedDict()
        self.after_change: list[Callable[[Table], None]] = []
        """Called after every change of an unfinished game, with the table's lock held."""
        self.after_end: list[Callable[[Table], None]] = []
        """Called after the change that ended a game, with the table's lock held."""
        self.on_start: list[Callable[[], Coroutine[object, object, None]]] = []
        """Background work, started with the server."""
        self.closing = False
        self.orders = 0
        """Number of orders that this process has stored."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[object]] = set()

    async def start(self) -> None:
        """Claim and migrate the database, and continue what was pending."""
        await self.ownership.claim()
        await migrate(self.engine)
        self.writer.start()
        self.spawn(self._keep_evicting())
        if self.others is not None:
            await self.others.start()
        else:
            self.spawn(self._continue_games(await stored_games.computers_to_move(self.engine)))
        for pending in self.on_start:
            self.spawn(pending())

    async def stop(self) -> None:
        """Finish pending work and shut down."""
        self.closing = True
        for task in [t for t in self._tasks if t.get_name() != "command"]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.stop()
        await self.visitors.stop()
        await self.trials.pool.stop()
        await self.analyses.stop()
        if self.others is not None:
            await self.others.stop()
        await self.writer.stop()
        self.ownership.release()

    def spawn(self, work: Coroutine[object, object, T], name: str | None = None) -> asyncio.Task[T]:
        """Run work in the background; a command is finished even if the server shuts down."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def run_to_completion(self, work: Coroutine[object, object, T]) -> T:
        """Run a command to its end, even if the client disconnects."""
        return await asyncio.shield(self.spawn(work, "command"))

    # -- tables ------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def using(self, id_: str) -> AsyncIterator[Table]:
        """Yield a game's table as it is stored, kept in memory meanwhile."""
        table = self.in_memory.get(id_) or await self._find(id_)
        table.users += 1
        table.touched = time.monotonic()
        self.in_memory.move_to_end(id_)
        try:
            if self.others is not None:
                await self.others.follow(table)
            yield table
        finally:
            table.users -= 1

    @contextlib.asynccontextmanager
    async def locked(self, id_: str) -> AsyncIterator[Table]:
        """Yield a game's table with its lock held, reloaded if necessary."""
        async with self.using(id_) as table, table.lock:
            if table.needs_reload:
                await self.catch_up(table)
            yield table

    async def catch_up(self, table: Table) -> None:
        """Load what has changed, and update the connections; the caller holds the lock."""
        known, whole = Known(table.number, table.stored.undone), table.needs_reload
        match = table.stored.match
        table.needs_reload = True
        if whole:
            table.load(*await self.loading.load(table.id))
        else:
            table.follow(*await self.loading.load(table.id, table.game, known))
        table.needs_reload = False
        table.blocks = await people.blocks_among(self.engine, _accounts(table))
        if known != (table.number, table.stored.undone):
            await table.send_news(known, whole=whole)
        elif match.ended != table.stored.match.ended:
            await table.send_current()
        elif match != table.stored.match:
            table.send_all(schema.MatchMessage(match_state(table.stored.match)))
        if self.others is not None:
            table.show_thinking()

    async def _find(self, id_: str) -> Table:
        if id_ not in self._loading:
            self._loading[id_] = asyncio.create_task(self._load_table(id_))
        return await asyncio.shield(self._loading[id_])

    async def _load_table(self, id_: str) -> Table:
        try:
            table = Table(*await self.loading.load(id_), self.settings.rules)
            table.blocks = await people.blocks_among(self.engine, _accounts(table))
            if self.others is not None:
                await self.others.introduce(table)
            self.in_memory[id_] = table
            return table
        finally:
            del self._loading[id_]

    async def _keep_evicting(self) -> None:
        while True:
            await asyncio.sleep(_EVICT_EVERY)
            self.evict()
            await self.loading.frozen.freeze_all()

    def evict(self) -> None:
        """Remove idle or surplus tables from memory; their games are stored."""
        limits, now = self.settings.limits, time.monotonic()
        surplus = len(self.in_memory) - limits.tables
        for id_, table in list(self.in_memory.items()):
            idle = table.users == 0 and table.thinking_task is None and not table.lock.locked()
            if idle and (surplus > 0 or now - table.touched > limits.idle):
                del self.in_memory[id_]
                self.loading.frozen.add(id_, table.game, Known(table.number, table.stored.undone))
                surplus -= 1

    async def _continue_games(self, ids: list[str]) -> None:
        """Let computer players continue their games."""
        for id_ in ids:
            try:
                await self.loading.note_attempt(id_)
                async with self.locked(id_) as table:
                    table.stored.attempts = 0
                    await self.writer.write(stored_games.put_attempts(id_, 0))
                    self.changed(table)
            except GrognardError as error:
                log.warning("computer cannot continue game=%s reason=%s", id_, error)
            except Exception:  # whatever is wrong with one game, the others continue
                log.exception("computer cannot continue game=%s", id_)

    # -- people ------------------------------------------------------------------------------------

    def tell_presence(self, table: Table) -> None:
        """Tell everybody at a table, and other processes, who is connected."""
        table.send_presence()
        if self.others is not None:
            self.spawn(self.others.tell_presence(table), "command")

    async def tell_others(self, announcement: Announcement) -> None:
        """Announce to other processes a change that concerns no single game."""
        if self.others is not None:
            await self.others.tell(announcement)

    def disconnect_session(self, session: str) -> None:
        """Disconnect the clients of a session that has ended."""
        self._disconnect(lambda connection: connection.session == session)

    def disconnect_account(self, account: int) -> None:
        """Disconnect the clients of an account."""
        self._disconnect(lambda connection: connection.account == account)

    def _disconnect(self, chosen: Callable[[Connection], bool]) -> None:
        for table in self.in_memory.values():
            for connection in [each for each in table.connections if chosen(each)]:
                table.disconnect(connection)

    def forget_account(self, account: int) -> None:
        """Unlink the seats of an account that was deleted."""
        self.disconnect_account(account)
        for table in self.in_memory.values():
            for seat in table.seats.values():
                if seat.account == account:
                    seat.account, seat.name = None, ""

    async def refresh_blocks(self, account: int) -> None:
        """Load again whom an account blocks in its games."""
        for table in list(self.in_memory.values()):
            if account in _accounts(table):
                table.blocks = await people.blocks_among(self.engine, _accounts(table))

    async def delete(self, ids: Sequence[str]) -> None:
        """Delete games."""
        await self.writer.write(stored_games.remove(ids))
        for id_ in ids:
            self.forget(id_)

    def forget(self, id_: str) -> None:
        """Drop a game that was deleted."""
        self.loading.frozen.drop(id_)
        table = self.in_memory.pop(id_, None)
        for connection in list(table.connections) if table else ():
            assert table is not None
            table.disconnect(connection)

    # -- changes -----------------------------------------------------------------------------------

    async def create(self, stored: StoredGame, game: Game, client: str = "") -> schema.Created:
        """Store a new game of a client and return the secrets of its seats."""
        given: dict[str, str] = {}
        for side, seat in stored.seats.items():
            if not seat.is_computer:
                given[side] = secrets.token_urlsafe(24)
                seat.secret = hashed(given[side])
        owner = await self._require_room(stored, client)
        await self.writer.write(stored_games.create(stored, game.waiting_for, over=game.over, client=owner))
        self.in_memory[stored.id] = table = Table(stored, game, self.settings.rules)
        table.client = client
        self.evict()
        log.info("new game=%s scenario=%s orders=%d", stored.id, stored.record.scenario, table.number)
        self.changed(table)
        own = {side: secret for side, secret in given.items() if side not in stored.match.open}
        return schema.Created(stored.id, own, stored.record.commitment)

    async def _require_room(self, stored: StoredGame, client: str) -> str:
        """Return the hash of a client's address; refuse if it has stored too much."""
        key = self.settings.key().encode()
        owner = hmac.new(key, client.encode(), hashlib.sha256).hexdigest() if client else ""
        if owner:
            limits = self.settings.limits
            times = limits.local if is_loopback(client) else 1.0
            games, size = await stored_games.stored_by(self.engine, owner)
            size += stored_games.size_of(stored.record)
            if games >= limits.games_each * times or size > limits.bytes_each * times:
                raise ApiError(429, "too many games are stored for your address; the oldest ones expire")
        return owner

    async def claim_seat(
        self, table: Table, seat: Seat, account: tuple[int, str] | None = None, also: Sequence[Step] = ()
    ) -> schema.ClaimedSeat:
        """Give a seat a new secret and disconnect those who used the old one; the caller holds the lock.

        With the id and name of an account, link the seat to it. Further steps are in the same transaction.
        """
        secret = secrets.token_urlsafe(24)
        steps = stored_games.put_secret(table.id, seat.side, hashed(secret))
        if account:
            steps += stored_games.tie(table.id, seat.side, account[0])
        await self.save_seat(table, [*steps, *also])
        seat.secret = hashed(secret)
        if account:
            seat.account, seat.name = account
        for connection in list(table.connections):
            if connection.side == seat.side:
                table.disconnect(connection)
        log.info("claimed game=%s side=%s", table.id, seat.side)
        return schema.ClaimedSeat(seat.side, secret)

    async def save_seat(self, table: Table, steps: Sequence[Step]) -> None:
        """Store a change of a seat; the caller holds the lock."""
        try:
            await self.save(table, Change(table.id, table.stored.version, steps))
        except Lost:
            await self.catch_up(table)
            raise ApiError(409, "the game has changed meanwhile; try again") from None

    async def save(self, table: Table, work: Added | Change) -> None:
        """Store a change of a game.

        Raise `Lost` if another process changed it first, and an error if it could not be stored; in both
        cases nothing has happened.
        """
        try:
            await self.writer.write(work)
        except Lost:
            raise
        except IntegrityError:  # another program wrote to the database without an announcement
            table.needs_reload = True
            raise Lost from None
        except BaseException as error:
            table.needs_reload = True
            log.error("not saved game=%s reason=%s", table.id, type(error).__name__)
            if not isinstance(error, Exception):
                raise
            raise ApiError(503, "the order could not be saved and was not carried out; try again") from None
        table.stored.version += 1
        self.orders += isinstance(work, Added)

    async def put_match(self, table: Table, match: Match) -> None:
        """Store what the players agreed on, and send it; the caller holds the lock."""
        await self.save_seat(table, stored_matches.put(table.id, match))
        self.show_match(table, match)

    def show_match(self, table: Table, match: Match) -> None:
        """Set what the players agreed on once it is stored, and send it."""
        table.stored.match = match
        table.send_all(schema.MatchMessage(match_state(match)))

    def changed(self, table: Table) -> None:
        """Notify listeners that a game has changed."""
        if self.closing:
            return
        for listener in self.after_end if table.over else self.after_change:
            listener(table)


def _accounts(table: Table) -> set[int]:
    return {seat.account for seat in table.seats.values() if seat.account is not None}


def is_loopback(client: str) -> bool:
    """Return whether an address belongs to this computer."""
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return client in ("", "testclient")
