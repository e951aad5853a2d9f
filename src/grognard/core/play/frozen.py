"""Frozen games: a game as a few kilobytes, to leave memory or to travel between processes of this program.

It is not a file format: it holds classes of this version, and must never be read from outside. The state is
in its plain form, so that nothing derived from it is kept.
"""

from __future__ import annotations

import pickle
import zlib
from typing import Any

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import PlainState, State
from grognard.core.play.game import Game

_PLAIN = ("tags", "history", "dice", "_start", "_checkpoints", "_seed_from")


class FrozenState:
    """A state before an order that can be undone; it is built only if that happens."""

    def __init__(self, definition: AnyGame, scenario: Scenario, plain: PlainState) -> None:
        self._definition, self._scenario, self.plain_form = definition, scenario, plain

    def copy(self) -> State:
        """Return the state."""
        return self._definition.from_plain(self._scenario, self.plain_form)

    def plain(self) -> PlainState:
        """Return its plain form."""
        return self.plain_form


def freeze(game: Game) -> bytes:
    """Return everything about a game as bytes."""
    fields: dict[str, Any] = {name: getattr(game, name) for name in _PLAIN}
    undo = [(state.plain(), mark) for state, mark in game._undo_stack]
    place = (game.scenario.name, dict(game.scenario.options))
    return zlib.compress(pickle.dumps((place, game.state.plain(), undo, fields), -1), 1)


def thaw(definition: AnyGame, frozen: bytes) -> Game:
    """Return the game that was frozen in this program."""
    (name, options), plain, undo, fields = pickle.loads(zlib.decompress(frozen))
    game = object.__new__(Game)
    game.definition, game.scenario = definition, definition.scenarios(name, options)
    game.__dict__.update(fields)
    game.state = definition.from_plain(game.scenario, plain)
    game._undo_stack = [(FrozenState(definition, game.scenario, before), mark) for before, mark in undo]
    game._seen = {}
    return game
