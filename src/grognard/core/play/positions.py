"""Start a game from a position."""

from __future__ import annotations

import msgspec

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.outside.position import Position
from grognard.core.contract.scenario import BadOption
from grognard.core.dice import Seed
from grognard.core.errors import BadArgument, BadFile, GrognardError, Unreadable
from grognard.core.files.files import BadKey
from grognard.core.play.foreign_states import BadState, must_be_playable
from grognard.core.play.game import Game


def from_position(definition: AnyGame, position: Position, seed: Seed | None = None) -> Game:
    """Return a game that starts from a position."""
    name = position.scenario.partition("/")[2]
    try:
        game = Game(definition, name, position.options, seed=seed)
    except BadOption as error:
        raise BadKey(("options", error.option), error.reason) from None
    except (BadFile, BadArgument):
        raise
    except GrognardError as error:
        raise BadKey(("scenario",), str(error)) from None
    named, written = _ids_in(game, position)
    _check_tracks(game, named)
    try:
        state = definition.from_position(game.scenario, named)
    except BadKey as error:
        where = tuple(written.get(str(part), part) if n == 1 else part for n, part in enumerate(error.where))
        raise BadKey(where, error.reason) from None
    except GrognardError:
        raise
    except Exception as error:
        reason = f"the values of this position contradict each other ({type(error).__name__})"
        raise BadKey((), reason) from None
    try:
        must_be_playable(definition, state)
    except BadState as error:
        raise BadKey(("state",), str(error)) from None
    game.begin_from(state)
    try:
        game.dice.script(position.dice)
    except GrognardError as error:
        raise BadKey(("dice",), str(error)) from None
    return game


def _check_tracks(game: Game, position: Position) -> None:
    """Refuse a track of the game's own with a value that it cannot have."""
    bounds = game.definition.bounds(game.scenario)
    for key, value in position.state.items():
        bound = bounds.get(key.replace("-", "_"))
        fault = bound.fault(value) if bound is not None and key not in game.scenario.index else ""
        if fault:
            raise BadKey(("state", key), fault)


def _ids_in(game: Game, position: Position) -> tuple[Position, dict[str, str]]:
    """Return a position with ids of counters and numbers of hexes for their names, and the names by id."""
    notation = game.scenario.notation
    written: dict[str, str] = {}
    tables: dict[str, dict[str, object]] = {}
    for table in ("at", "state"):
        found = tables[table] = {}
        for name, value in getattr(position, table).items():
            try:
                counter = notation.counter(name) if table == "at" or isinstance(value, dict) else None
            except Unreadable as error:
                raise BadKey((table, name), error.reason) from None
            id_ = counter or name
            if id_ in found:
                raise BadKey((table, name), f"{id_} is named twice")
            written[id_] = name
            found[id_] = (notation.hex(value) or value) if table == "at" else value
    return msgspec.structs.replace(position, at=tables["at"], state=tables["state"]), written
