"""One game under way on the server: its seats, who is watching, and what each of them may see."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.contract.orders import Order
from grognard.core.errors import GrognardError, Illegal, Unreadable
from grognard.core.play.game import Game, replay
from grognard.core.play.record import Record
from grognard.games import definition_of
from grognard.server import schema
from grognard.server.errors import Trouble
from grognard.server.storage.games import Kept, Seat

if TYPE_CHECKING:
    from grognard.server.http.websocket import Guest

_ENOUGH_INSTEAD = 4


def hashed(secret: str) -> str:
    """What the server keeps of a seat's secret, which is long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def resume(record: Record, number: int | None = None) -> Game:
    """Return the game of a stored record as it stood after order `number` (by default the last)."""
    entries = record.entries[:number]
    try:
        definition = definition_of(record.scenario.partition("/")[0])
        return replay(definition, msgspec.structs.replace(record, entries=entries, marks=[], next_dice=()))
    except GrognardError as error:
        raise Trouble(410, f"this version cannot continue this game: {error}") from None


class Table:
    """A game under way, with its seats and guests. Whoever changes it holds its lock."""

    def __init__(self, kept: Kept, game: Game) -> None:
        self.id = kept.id
        self.sit(kept, game)
        self.lock = asyncio.Lock()
        self.users = 0
        """How many calls and connections are busy with it; it stays in memory meanwhile."""
        self.touched = time.monotonic()
        self.spoilt = False
        """What is in memory may differ from what is kept, and must be read again."""
        self.guests: set[Guest] = set()
        self.thinking = ""
        self.thinker: asyncio.Task[None] | None = None

    def sit(self, kept: Kept, game: Game) -> None:
        """Take up the game from what is kept."""
        self.kept = kept
        self.kept.record.entries = []  # they are in the game's history
        self.game = game
        self.plans: dict[str, tuple[str, ...]] = {}
        """What computer players mean to do next, by side."""
        self.past: Game | None = None
        """The game at some earlier time, for who steps through it."""

    @property
    def number(self) -> int:
        """How many orders have been given."""
        return len(self.game.history)

    @property
    def seats(self) -> dict[str, Seat]:
        """Who plays which side."""
        return self.kept.seats

    def seat(self, secret: str) -> Seat:
        """Whose secret this is."""
        digest = hashed(secret)
        for seat in self.seats.values():
            if seat.secret and hmac.compare_digest(seat.secret, digest):
                return seat
        raise Trouble(401, "this is not the secret of a seat in this game")

    def present(self, side: str) -> bool:
        """Whether somebody sits there right now."""
        return self.seats[side].is_computer or any(guest.side == side for guest in self.guests)

    def computer_to_move(self) -> Seat | None:
        """The first computer player among those who must decide."""
        sitting = (self.seats[side] for side in self.game.waiting_for)
        return next((seat for seat in sitting if seat.is_computer), None)

    def record(self, number: int | None = None) -> Record:
        """The game as it is kept, up to an order."""
        entries = [step.entry for step in self.game.history[:number]]
        return msgspec.structs.replace(self.kept.record, entries=entries)

    # -- talking to the guests ---------------------------------------------------------------------

    def tell(self, message: dict[str, Any]) -> None:
        """Say the same to everybody."""
        self.tell_each(lambda side: message)

    def tell_each(self, message: Callable[[str], dict[str, Any]]) -> None:
        """Say to the guests of each side what that side may know."""
        said: dict[str, str] = {}
        for guest in list(self.guests):
            if guest.side not in said:
                said[guest.side] = schema.text(message(guest.side))
            guest.send(said[guest.side])

    def tell_presence(self) -> None:
        """Say who is there."""
        watchers = sum(not guest.side for guest in self.guests)
        self.tell({"type": "presence", "players": self.players(), "watchers": watchers})

    # -- what is to be seen ------------------------------------------------------------------------

    def players(self) -> dict[str, schema.Player]:
        """Who plays which side, and who is there."""
        return {
            side: schema.Player(seat.kind, seat.level, seat.name, self.present(side))
            for side, seat in self.seats.items()
        }

    def now(self, side: str, past: Game | None = None) -> schema.Now:
        """The game as a side (or a spectator, `""`) sees it now, or saw it at some time past."""
        game, live = past or self.game, past is None
        kept = self.kept
        asked = kept.asked if live else None
        mine = bool(game.history) and game.history[-1].side == side
        return schema.Now(
            game=self.id,
            scenario=game.scenario.id,
            name=kept.name,
            number=len(game.history),
            undone=kept.undone,
            side=side,
            players=self.players(),
            view=schema.sight(game.view(side)),
            decision=open_decision(game, side) if live else None,
            can_undo=live and mine and game.can_undo and not game.over,
            asked_back=schema.AskedBack(asked.side, asked.to, asked.agreed) if asked else None,
            thinking=self.thinking if live and self.thinking in game.waiting_for else "",
            over=game.over,
            commitment=kept.record.commitment,
            dice="chosen" if kept.chosen else "secret",
            seed=kept.record.seed if self.game.over else None,
        )

    def played(self, number: int, side: str) -> schema.Played:
        """What a side may know of an order; when the game is over, everything."""
        step = self.game.visible_step(number, side)
        events = [schema.happening(event) for event in step.events]
        return schema.Played(number, step.side, step.order, events, step.turn, step.phase)

    def asked_since(self, number: int, side: str) -> bool:
        """Whether a side had to decide after so many orders and ever since, while only others gave orders.

        Where several sides decide at the same time, what one of them does takes nothing back from the others.
        """
        since = self.game.history[number - 1 :] if number else []
        asked = bool(since) and all(side in step.waiting_for for step in since)
        return asked and all(step.side != side for step in since[1:])

    def log(self, since: int, side: str) -> list[schema.Played]:
        """What a side may know of the orders after the first `since`."""
        return [self.played(number, side) for number in range(since + 1, self.number + 1)]

    def look_back(self, number: int) -> Game:
        """The game as it stood after so many orders (slow: not for the event loop)."""
        past = self.past
        entries = [step.entry for step in self.game.history[:number]]
        if past is None or [step.entry for step in past.history] != entries[: len(past.history)]:
            past = resume(self.kept.record, 0)
        for entry in entries[len(past.history) :]:
            past.replay_entry(entry)
        self.past = past
        return past

    def open_book(self) -> bool:
        """Whether every side and every spectator knows everything that has happened."""
        if self.game.over:
            return True
        if any(event.only for step in self.game.history for event in step.events):
            return False
        known = self.game.state.plain()
        return all(self.game.view(side).known == known for side in ("", *self.game.sides))

    def read(self, order: str | Order) -> Order:
        """Parse an order; one that comes as fields must be what its text stands for, which is recorded."""
        written = self.game.read(str(order))
        if isinstance(order, Order) and order != written:
            raise Unreadable(f"the order reads {str(order)!r}, which means something else")
        return written

    def refusal(self, illegal: Illegal, side: str, order: str | Order = "") -> schema.Refusal:
        """A refusal with the rule's own sentence and a few orders that would be legal."""
        spoken = order.units if isinstance(order, Order) else order.replace(",", " ").split()
        instead = [schema.offer(o) for o in _instead(self.game, side, spoken)]
        says = self.game.definition.rulebook().says(illegal.rule)
        return schema.Refusal(illegal.rule, illegal.reason, says, instead)


def open_decision(game: Game, side: str) -> schema.Open | None:
    """What a side must or may decide now."""
    decision = game.choices(side) if side and not game.over else None
    if decision is None:
        return None
    actors = decision.actors()
    free = decision.orders(NO_ACTOR) if NO_ACTOR in actors else []
    return schema.Open(
        side=side,
        kind=decision.kind,
        sentence=decision.sentence(),
        hexes=decision.hexes,
        units=decision.units,
        must=side in game.waiting_for,
        actors=[actor for actor in actors if actor != NO_ACTOR],
        free=[schema.offer(order) for order in free],
    )


def _instead(game: Game, side: str, spoken: Collection[str]) -> list[Order]:
    """A few orders that would be legal, those of the units spoken of first."""
    decision = game.choices(side) if side and not game.over else None
    if decision is None:
        return []
    actors = decision.actors()
    found: list[Order] = []
    for actor in sorted(actors, key=lambda actor: (actor not in spoken, actor != NO_ACTOR)):
        found += decision.orders(actor)[: _ENOUGH_INSTEAD - len(found)]
        if len(found) == _ENOUGH_INSTEAD or actor in spoken:
            break
    return found
