"""New games: from a scenario, a record, or a point in another game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

import grognard
from grognard.ai import LEVELS
from grognard.ai.players import is_player
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.core.play.record import Entry, Record, read_record, write_record
from grognard.games import is_position
from grognard.server import schema
from grognard.server.errors import bad_request, forbidden
from grognard.server.storage.games import Seat, StoredGame
from grognard.server.tables.matches.agreements import agreed
from grognard.server.tables.registry import Tables, new_id
from grognard.server.tables.rules_threads import REPLAY, run_rules
from grognard.server.tables.seeing import nothing_is_secret
from grognard.server.tables.table import Table

T = TypeVar("T")


async def new_game(
    tables: Tables, wanted: schema.NewGame, client: str = "", owner: tuple[int, str] | None = None
) -> schema.Created:
    """Start a game of a scenario for a client at an address.

    The seats of an open game that are not open belong to its owner's account, if there is one.
    """
    id_, _, name = wanted.scenario.partition("/")
    if is_position(id_, name):
        await tables.trials.of_position(wanted.scenario, client)
    record = Record(scenario=wanted.scenario, options=dict(wanted.options), seed=wanted.seed)
    try:
        _with_seed(record)
        game = await _run(tables, lambda: grognard.new(record.scenario, record.options, seed=record.seed))
    except GrognardError as error:
        raise bad_request(str(error)) from None
    return await _create(tables, record, game, wanted, client, chosen=wanted.seed is not None, owner=owner)


async def from_record(tables: Tables, wanted: schema.NewRecord, client: str = "") -> schema.Created:
    """Continue a record; a finished game can be replayed.

    Nothing of it is read here before it has passed a trial in another process.
    """
    await tables.trials.of_record(wanted.text, client)
    record = await _run(tables, lambda: read_record(wanted.text))
    chosen = record.seed is not None and record.seed_from == 1
    if not chosen or record.by_hand:
        record = _with_fixed_dice(record)
    game = await tables.loading.resumed("new", _with_seed(record))
    return await tables.run_to_completion(_create(tables, record, game, wanted, client, chosen=chosen))


async def fork(
    tables: Tables, table: Table, seat: Seat | None, wanted: schema.Fork, client: str = ""
) -> schema.Created:
    """Continue from a point in this game as a new game, with its own dice."""
    holds = {seat.side} if seat else set()
    holds |= {table.seat(secret).side for secret in wanted.seats}
    if not await may_know_all(table, holds):
        raise forbidden("the game has secrets; you can continue from it when it ends")
    if wanted.at > table.number:
        raise bad_request(f"the game has {table.number} orders, not {wanted.at}")
    record = _with_fixed_dice(table.record(wanted.at))
    record.tags = {}
    game = await tables.loading.resumed("new", _with_seed(record))
    return await _create(tables, record, game, wanted, client, chosen=False)


async def record_text(table: Table, seat: Seat | None) -> str:
    """Return the record of a game, with its seed only when the game is over."""
    if not await may_know_all(table, {seat.side} if seat else set()):
        raise forbidden("the game has secrets; the record is available when it ends")
    return await table.query(lambda game: write_record(game.record(with_seed=game.over)))


async def may_know_all(table: Table, holds: set[str]) -> bool:
    """Return whether the holder of these seats may see what all sides did; computers have secrets, too."""
    sides = {seat.side for seat in table.seats.values()}
    return sides <= holds or await table.query(nothing_is_secret)


async def _run(tables: Tables, work: Callable[[], T]) -> T:
    """Run a function in a thread that may play many orders."""
    return await run_rules(REPLAY * tables.settings.rules, "new", work)


def _with_fixed_dice(record: Record) -> Record:
    """Return the record with all dice so far fixed, so that later dice can come from another seed."""
    entries = [Entry(e.side, e.order, e.dice, len(e.dice)) for e in record.entries]
    return msgspec.structs.replace(record, entries=entries, seed=None, seed_from=1, by_hand=False, marks=[])


def _with_seed(record: Record) -> Record:
    """Set the seed of a record and the commitment to it."""
    dice = Dice(record.seed)
    record.seed, record.commitment = str(dice.seed), dice.commitment
    return record


def _match_of(wanted: schema.NewGame | schema.NewRecord | schema.Fork) -> schema.NewMatch:
    return wanted.match or schema.NewMatch() if isinstance(wanted, schema.NewGame) else schema.NewMatch()


async def _create(
    tables: Tables,
    record: Record,
    game: Game,
    wanted: schema.NewGame | schema.NewRecord | schema.Fork,
    client: str,
    *,
    chosen: bool,
    owner: tuple[int, str] | None = None,
) -> schema.Created:
    if game.scenario.name in game.scenario.game.drafts:
        raise bad_request(f"{game.scenario.id} is a draft and cannot be played here yet")
    sides = game.sides
    for side, seating in wanted.players.items():
        if side not in sides:
            raise bad_request(f"there is no side {side!r}; sides: {', '.join(sides)}")
        if seating.kind == "computer" and not is_player(seating.level):
            levels = ", ".join(level.id for level in LEVELS)
            raise bad_request(f"there is no level {seating.level!r}; levels: {levels}")
    players: dict[str, schema.Seating] = {side: wanted.players.get(side, schema.Seating()) for side in sides}
    match = agreed(_match_of(wanted), sides, players)
    if match.rated and match.open and owner is None:
        raise forbidden("log in to offer a rated game")
    record.options = {**game.options}
    record.scenario = game.scenario.id
    begun = game.record()
    record.start, record.pack = begun.start, begun.pack
    stored = StoredGame(
        id=new_id(),
        record=record,
        chosen=chosen,
        name=wanted.name.strip(),
        seats={
            side: Seat(side, p.kind, p.level if p.kind == "computer" else "") for side, p in players.items()
        },
        match=match,
    )
    for side, seat in stored.seats.items():
        if owner and match.open and side not in match.open and not seat.is_computer:
            seat.account, seat.name = owner
    return await tables.create(stored, game, client)
