"""One game on the server: its seats, its connections, and what each of them may see.

`Table.game` is only replaced, never changed: a command plays on a copy and swaps it in once it is stored.
Rules run in threads. States have caches, so two threads must not use the same state: queries run one after
the other, on their own copy.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import msgspec

from grognard.core.play.game import Game
from grognard.core.play.record import Record
from grognard.server import schema
from grognard.server.errors import ApiError
from grognard.server.people.accounts import Blocks
from grognard.server.settings import RULES_SECONDS
from grognard.server.storage.games import Known, Seat, StoredGame
from grognard.server.tables.rules_threads import TooSlow, run_rules
from grognard.server.tables.seeing import Seen, match_state, played_order, played_since, see

T = TypeVar("T")
MANY = 20
"""Connections to a table from which it is not told at once who comes and goes."""
PRESENCE_EVERY = 1.0
LONGEST_HELD = 3.0
"""Maximum seconds for which the orders of a computer player are held back."""


def hashed(secret: str) -> str:
    """Return the hash of a seat's secret, which is long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Connection(Protocol):
    """A client at a table, as far as the table is concerned."""

    @property
    def side(self) -> str:
        """The side of the client's seat; empty for a spectator."""
        ...

    @property
    def account(self) -> int | None:
        """The account that was logged in when it connected."""
        ...

    @property
    def session(self) -> str:
        """The hash of the token of that session."""
        ...

    def send(self, message: str) -> None:
        """Send a message without waiting for it to arrive."""
        ...

    def leave(self) -> None:
        """Give up the seat and disconnect; the client may come back with a valid secret."""
        ...


class Table:
    """A game with its seats and connections. A command holds its lock."""

    def __init__(self, stored: StoredGame, game: Game, seconds: float = RULES_SECONDS) -> None:
        self.id = stored.id
        self._seconds = seconds
        self.load(stored, game)
        self.lock = asyncio.Lock()
        self.users = 0
        """Number of requests and connections using it, which keep it in memory."""
        self.client = ""
        """The address that created the game or took part in it last; not stored."""
        self.touched = time.monotonic()
        self.needs_reload = False
        """Whether the game in memory may differ from the stored one."""
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, int] = {}
        """The number of connections to other processes, by side."""
        self.blocks = Blocks()
        """Who blocks whom among the accounts of its players."""
        self.thinking = ""
        """The side whose computer player is thinking."""
        self.thinking_task: asyncio.Task[None] | None = None
        self._query_lock = asyncio.Lock()
        self._held: list[tuple[Connection, str]] = []
        """Messages held back, to arrive together."""
        self._release_later: asyncio.TimerHandle | None = None
        self._presence_later: asyncio.TimerHandle | None = None

    def load(self, stored: StoredGame, game: Game) -> None:
        """Set the game from storage."""
        self.stored = stored
        self.stored.record.entries = []  # they are in the game's history
        self.game = game
        self.briefings: dict[str, dict[int, str]] = {}
        """What computer players meant to do, by side and turn; told when the game is over."""
        self._copied: tuple[Game, Game] | None = None
        """The game and its copy for queries."""
        self._seen: tuple[Game, dict[str, Seen]] = game, {}
        """The game and what sides see of it."""

    def follow(self, stored: StoredGame, game: Game) -> None:
        """Set the game to what another process has stored; the seats stay the same objects."""
        for side, seat in stored.seats.items():
            mine = self.seats[side]
            if mine.secret != seat.secret:
                for connection in [each for each in self.connections if each.side == side]:
                    self.disconnect(connection)
            for field in seat.__struct_fields__:
                setattr(mine, field, getattr(seat, field))
        stored.seats = self.seats
        stored.record.entries = []
        self.stored, self.game = stored, game

    @property
    def number(self) -> int:
        """The number of orders so far."""
        return len(self.game.history)

    @property
    def seats(self) -> dict[str, Seat]:
        """The seats by side."""
        return self.stored.seats

    def seat(self, secret: str) -> Seat:
        """Return the seat of a secret."""
        digest = hashed(secret)
        for seat in self.seats.values():
            if seat.secret and hmac.compare_digest(seat.secret, digest):
                return seat
        raise ApiError(
            401,
            "this secret does not open a seat in this game; "
            "a secret stops working when the seat is claimed or linked to an account",
        )

    def present(self, side: str) -> bool:
        """Return whether a side's player is connected, or a computer."""
        return self.seats[side].is_computer or side in self.sides_connected() or side in self.elsewhere

    def sides_connected(self) -> set[str]:
        """Return the connected sides, with ``""`` for spectators."""
        return {connection.side for connection in self.connections}

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.game.over or self.stored.match.ended is not None

    def score(self, side: str) -> float:
        """Return what the end is worth to a side: 1 for a win, 0.5 for a draw, 0 for a loss."""
        ended, result = self.stored.match.ended, self.game.result
        winner = ended.winner if ended else result.winner if result else ""
        return 0.5 if not winner else float(winner == side)

    def connected(self) -> Counter[str]:
        """Return the number of connections by side."""
        return Counter(connection.side for connection in self.connections)

    def computer_to_move(self) -> Seat | None:
        """Return the first computer player that must decide."""
        if self.stored.match.ended:
            return None
        seats = (self.seats[side] for side in self.game.waiting_for)
        return next((seat for seat in seats if seat.is_computer), None)

    def record(self, number: int | None = None) -> Record:
        """Return the record as stored, up to order `number`."""
        entries = [step.entry for step in self.game.history[:number]]
        return msgspec.structs.replace(self.stored.record, entries=entries)

    # -- sending -----------------------------------------------------------------------------------

    def send_all(self, message: schema.FromServer) -> None:
        """Send the same message to all connections."""
        self.send_each(lambda side: message)

    def send_each(self, message: Callable[[str], schema.FromServer]) -> None:
        """Send each connection the message for its side, after those held back."""
        self._hold(message)
        self._release()

    def _hold(self, message: Callable[[str], schema.FromServer]) -> None:
        """Keep the message of each connection for its side."""
        encoded: dict[str, str] = {}
        for connection in list(self.connections):
            side = connection.side
            if side not in encoded:
                encoded[side] = schema.encoded(message(side))
            self._held.append((connection, encoded[side]))

    def _release(self) -> None:
        """Send what was held back."""
        if self._release_later is not None:
            self._release_later.cancel()
            self._release_later = None
        held, self._held = self._held, []
        for connection, text in held:
            if connection in self.connections:
                connection.send(text)

    def hides(self, side: str, author: str) -> bool:
        """Return whether a side blocks the messages of another."""
        reader, writer = self.seats.get(side), self.seats.get(author)
        return bool(reader and writer and self.blocks.blocked(reader.account, writer.account))

    def send_chat(self, message: schema.ChatMessage) -> None:
        """Send a chat message to all who do not block its author."""
        text = schema.encoded(message)
        for connection in list(self.connections):
            if not self.hides(connection.side, message.side):
                connection.send(text)

    def send_played(self, number: int, now: Mapping[str, schema.GameSnapshot]) -> None:
        """Send all connections an order and the game after it.

        The orders that a computer player gives in a phase arrive together, or every few seconds if it takes
        long: the client plays them back at its own pace.
        """
        self._hold(
            lambda side: schema.PlayedMessage(
                **msgspec.structs.asdict(played_order(self.game, number, side)), now=now[side]
            )
        )
        if not self._computer_goes_on():
            self._release()
        elif self._release_later is None:
            self._release_later = asyncio.get_running_loop().call_later(LONGEST_HELD, self._release)

    def _computer_goes_on(self) -> bool:
        """Return whether the computer player that gave the last order decides again in the same phase."""
        seat, steps = self.computer_to_move(), self.game.history[-2:]
        if seat is None or seat.side != steps[-1].side or len(steps) < 2:
            return False
        return steps[0].phase == steps[1].phase

    def disconnect(self, connection: Connection) -> None:
        """Disconnect a client."""
        self.connections.discard(connection)
        connection.leave()

    def send_presence(self) -> None:
        """Send all connections who is present; at a table with many, at most once a second."""
        if len(self.connections) <= MANY:
            self._send_presence()
        elif self._presence_later is None:
            loop = asyncio.get_running_loop()
            self._presence_later = loop.call_later(PRESENCE_EVERY, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_later = None
        watchers = self.connected().get("", 0) + self.elsewhere.get("", 0)
        self.send_all(schema.PresenceMessage(self.players(), watchers))

    def show_thinking(self) -> None:
        """Send all connections which computer player must decide, if another process lets it think."""
        seat = self.computer_to_move()
        side = seat.side if seat else ""
        if side and side != self.thinking:
            self.send_all(schema.ThinkingMessage(side, time.time()))
        self.thinking = side

    async def send_news(self, known: Known, *, whole: bool) -> None:
        """Update connections that know some orders, after others changed the game; or send the whole game."""
        since, undone = known
        if not whole and (self.number, self.stored.undone) == (since + 1, undone):
            sides, number = self.sides_connected(), self.number
            now = {side: await self.snapshot(side) for side in sides}
            self.send_played(number, now)
            return
        await self.send_welcome(since, undone)

    async def send_current(self) -> None:
        """Send all connections the current game, though no order was given."""
        await self.send_welcome(self.number, self.stored.undone)

    async def send_welcome(self, since: int, undone: int) -> None:
        """Update connections that know the game up to order `since`."""
        welcome = {side: await self.welcome(side, since, undone) for side in self.sides_connected()}
        self.send_each(welcome.__getitem__)

    # -- what a side sees (callers of the methods after `players` hold the lock) ---------------------

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a function of the rules in a thread; raise `TooSlow` if it takes too long."""
        return await run_rules(self._seconds, self.id, work, *arguments)

    async def query(self, work: Callable[[Game], T]) -> T:
        """Run a read-only function in a thread, after earlier queries."""
        query = asyncio.ensure_future(self._query(work))
        return await asyncio.shield(query)  # must finish before the next one starts

    async def _query(self, work: Callable[[Game], T]) -> T:
        async with self._query_lock:
            if self._copied is None or self._copied[0] is not self.game:
                self._copied = self.game, self.game.copy()
            try:
                return await self.run(work, self._copied[1])
            except TooSlow:
                self._copied = None  # stopped while its caches were updated
                raise

    def players(self) -> dict[str, schema.Player]:
        """Return the players and whether they are present."""
        return {
            side: schema.Player(seat.kind, seat.level, seat.name, self.present(side))
            for side, seat in self.seats.items()
        }

    async def snapshot(self, side: str) -> schema.GameSnapshot:
        """Return the current game as a side (or a spectator, ``""``) sees it."""
        known = self.seen_now()
        if side not in known:
            known[side] = await self.query(lambda game: see(game, side))
        return self.assemble(side, known[side])

    def seen_now(self) -> dict[str, Seen]:
        """Return what sides see of the current game, as far as that is known."""
        if self._seen[0] is not self.game:
            self._seen = self.game, {}
        return self._seen[1]

    def move_on(self, game: Game, seen: dict[str, Seen]) -> dict[str, schema.GameSnapshot]:
        """Put a changed game in place; return what sides see of it."""
        self.game, self._seen = game, (game, dict(seen))
        return {side: self.assemble(side, found) for side, found in seen.items()}

    def assemble(self, side: str, seen: Seen, past: int | None = None) -> schema.GameSnapshot:
        """Return a snapshot from what a side sees now, or saw after order `past`."""
        game, stored = self.game, self.stored
        thinking = past is None and self.thinking in game.waiting_for
        return schema.GameSnapshot(
            game=self.id,
            scenario=game.scenario.id,
            name=stored.name,
            number=self.number if past is None else past,
            undone=stored.undone,
            side=side,
            players=self.players(),
            view=seen.view,
            decision=None if stored.match.ended else seen.decision,
            can_undo=seen.can_undo and not stored.match.ended,
            undo_request=stored.undo_request if past is None else None,
            thinking=self.thinking if thinking else "",
            over=self.over if past is None else game.over and past == self.number,
            match=match_state(stored.match),
            commitment=stored.record.commitment,
            dice="chosen" if stored.chosen else "secret",
            seed=stored.record.seed if self.over else None,
            areas=game.scenario.areas,
        )

    async def log(self, since: int, side: str) -> list[schema.PlayedOrder]:
        """Return the orders after the first `since`, as far as a side may know them."""
        return await self.query(lambda game: played_since(game, since, side))

    async def welcome(self, side: str, since: int | None, undone: int | None) -> schema.WelcomeMessage:
        """Return the current game, and what a client missed that knows it up to order `since`."""
        since = self.number if since is None else since
        if undone not in (None, self.stored.undone):
            since = 0
        return schema.WelcomeMessage(await self.snapshot(side), await self.log(since, side))

    def decides_since(self, number: int, side: str) -> bool:
        """Return whether a side has had to decide since order `number`, while only others gave orders.

        If several sides decide at the same time, an order of one does not invalidate those of the others.
        """
        since = self.game.history[number - 1 :] if number else []
        asked = bool(since) and all(side in step.waiting_for for step in since)
        return asked and all(step.side != side for step in since[1:])
