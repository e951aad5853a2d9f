"""How games begin: from a scenario, from a record, from a point of another game."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

import grognard
from grognard.ai import KINDS
from grognard.core.dice import Dice
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.game import Game
from grognard.core.play.record import Entry, Record, read_record, write_record
from grognard.server import schema
from grognard.server.errors import Trouble, bad, forbidden
from grognard.server.storage.games import Kept, Seat
from grognard.server.tables.registry import Hall, new_id
from grognard.server.tables.table import Table, resume


async def new_game(hall: Hall, wanted: schema.NewGame) -> schema.Created:
    """A game from the start of a scenario."""
    record = Record(scenario=wanted.scenario, options=dict(wanted.options), seed=wanted.seed)
    try:
        _seeded(record)
        game = grognard.new(record.scenario, record.options, seed=record.seed)
    except GrognardError as error:
        raise bad(str(error)) from None
    return await _open(hall, record, game, wanted, chosen=wanted.seed is not None)


async def from_record(hall: Hall, wanted: schema.NewRecord) -> schema.Created:
    """A game that goes on from a record; one that has ended can be looked at."""
    limits = hall.settings.limits
    try:
        record = read_record(wanted.text)
        if len(record.entries) > limits.orders:
            raise bad(f"a game here has at most {limits.orders} orders")
        await asyncio.to_thread(grognard.loads, wanted.text)
    except (GrognardError, RecursionError) as error:
        reason = error.reason if isinstance(error, BadFile) else str(error)
        line = f" (line {error.line})" if isinstance(error, BadFile) and error.line else ""
        raise error if isinstance(error, Trouble) else bad(f"the record: {reason}{line}") from None
    chosen = record.seed is not None and record.seed_from == 1
    if not chosen or record.by_hand:
        record = _settled(record)
    return await _open(hall, record, await asyncio.to_thread(resume, _seeded(record)), wanted, chosen=chosen)


async def fork(hall: Hall, table: Table, seat: Seat | None, wanted: schema.Fork) -> schema.Created:
    """A new game that goes on from a point of this one, with dice of its own."""
    holds = {seat.side} if seat else set()
    holds |= {table.seat(secret).side for secret in wanted.seats}
    if not may_know_all(table, holds):
        raise forbidden("the game holds secrets: play on from it when it is over")
    if wanted.at > table.number:
        raise bad(f"there are {table.number} orders, not {wanted.at}")
    record = _settled(table.record(wanted.at))
    record.tags = {}
    game = await asyncio.to_thread(resume, _seeded(record))
    return await _open(hall, record, game, wanted, chosen=False)


def record_text(table: Table, seat: Seat | None) -> str:
    """The record of a game; its seed only when it is over."""
    if not may_know_all(table, {seat.side} if seat else set()):
        raise forbidden("the game holds secrets: its record is there when it is over")
    record = table.game.record(with_seed=table.game.over)
    return write_record(record)


def may_know_all(table: Table, holds: set[str]) -> bool:
    """Whether somebody with these seats may see what all sides did."""
    people = {seat.side for seat in table.seats.values() if not seat.is_computer}
    return (bool(people) and people <= holds) or table.open_book()


def _settled(record: Record) -> Record:
    """The same game with all its dice so far set, so that another seed can give those to come."""
    entries = [Entry(e.side, e.order, e.dice, len(e.dice)) for e in record.entries]
    return msgspec.structs.replace(record, entries=entries, seed=None, seed_from=1, by_hand=False, marks=[])


def _seeded(record: Record) -> Record:
    """Give a record its seed and the promise of it."""
    dice = Dice(record.seed)
    record.seed, record.commitment = str(dice.seed), dice.commitment
    return record


async def _open(hall: Hall, record: Record, game: Game, wanted: Any, *, chosen: bool) -> schema.Created:
    sides = game.sides
    for side, seating in wanted.players.items():
        if side not in sides:
            raise bad(f"there is no side {side!r}; sides: {', '.join(sides)}")
        if seating.kind == "computer" and seating.level not in KINDS:
            raise bad(f"there is no level {seating.level!r}; levels: {', '.join(KINDS)}")
    players: dict[str, schema.Seating] = {side: wanted.players.get(side, schema.Seating()) for side in sides}
    record.options = {**game.options}
    record.scenario = game.scenario.id
    kept = Kept(
        id=new_id(),
        record=record,
        chosen=chosen,
        name=wanted.name.strip(),
        seats={
            side: Seat(side, p.kind, p.level if p.kind == "computer" else "") for side, p in players.items()
        },
    )
    return await hall.create(kept, game)
