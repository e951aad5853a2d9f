"""Questions of visitors that may take long, for a worker process: it answers, replays games and looks back.

A worker remembers the last few games, since a client asks about the same position, or the next one, again.
"""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.state import PlainState
from grognard.core.play.frozen import freeze
from grognard.core.play.game import Game
from grognard.core.play.record import Record
from grognard.core.play.replay import replay
from grognard.games import definition_of
from grognard.server import schema
from grognard.server.answers.answers import answered

_MAX_KEPT = 4
_positions: OrderedDict[tuple[str, int, int], Game] = OrderedDict()
_pasts: OrderedDict[tuple[str, int], Game] = OrderedDict()


class Position(msgspec.Struct, frozen=True):
    """A game at one moment, without its past."""

    key: tuple[str, int, int]
    """The game, and its numbers of orders and of undos."""
    scenario: str
    options: dict[str, OptionValue]
    plain: PlainState


class AskRequest(msgspec.Struct, frozen=True):
    """A question of a side about a position."""

    position: Position
    side: str
    question: schema.AnyQuestion


class PrepareRequest(msgspec.Struct, frozen=True):
    """Request to load a scenario, because a question about it is likely soon."""

    scenario: str
    options: dict[str, OptionValue]


class ReplayRequest(msgspec.Struct, frozen=True):
    """Request to replay a stored record."""

    record: Record


class PastRequest(msgspec.Struct, frozen=True):
    """Request for what a side saw at the end of a record."""

    key: tuple[str, int]
    """The game, and its number of undos."""
    record: Record
    side: str


VisitorRequest = AskRequest | PrepareRequest | ReplayRequest | PastRequest


def done(request: VisitorRequest) -> bytes:
    """Return the answer in JSON, a view in JSON, or a frozen game."""
    match request:
        case AskRequest():
            return msgspec.json.encode(answered(_game_at(request.position), request.side, request.question))
        case PrepareRequest(scenario=scenario, options=options):
            id_, _, name = scenario.partition("/")
            definition_of(id_).scenarios(name, options)
            return b""
        case ReplayRequest(record=record):
            return freeze(_replayed(record))
        case PastRequest():
            return msgspec.json.encode(schema.public_view(_past(request).view(request.side)))


def _replayed(record: Record) -> Game:
    return replay(definition_of(record.scenario.partition("/")[0]), record)


def _game_at(position: Position) -> Game:
    game = _positions.pop(position.key, None)
    if game is None:
        id_, _, name = position.scenario.partition("/")
        game = Game(definition_of(id_), name, position.options)
        game.begin_from(game.definition.from_plain(game.scenario, position.plain))
    _positions[position.key] = game
    while len(_positions) > _MAX_KEPT:
        _positions.popitem(last=False)
    return game


def _past(request: PastRequest) -> Game:
    """Return the game at the end of a record, by playing on from an earlier moment if one is remembered."""
    game, entries = _pasts.pop(request.key, None), request.record.entries
    if game is None or [step.entry for step in game.history] != entries[: len(game.history)]:
        game = _replayed(request.record)
    for entry in entries[len(game.history) :]:
        game.replay_entry(entry)
    _pasts[request.key] = game
    while len(_pasts) > _MAX_KEPT:
        _pasts.popitem(last=False)
    return game
