"""Scenarios: board, counters, options and set-up of one game to play. Data, never code; read-only in play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.core.board import Board, load_board
from grognard.core.counters import Counter
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files import read_toml
from grognard.core.orders import Notation

OptionValue = bool | str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that players may switch before the game."""

    title: str
    says: str
    rule: str
    default: OptionValue = False
    choices: tuple[str, ...] = ()
    """The words to choose from; an option without them is on or off."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the players' sides."""

    id: str
    title: str
    colour: str = "#888888"
    ink: str = "#ffffff"


class Verb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of order: what it does, what it looks like, whether it ends in free words."""

    says: str
    example: str
    words: bool = False


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.toml``: what all scenarios of a game share."""

    id: str
    title: str
    summary: str
    catalogue: str
    scenarios: tuple[str, ...]
    """Names of the files in ``scenarios/``, in the order to show them."""
    sides: tuple[Side, ...]
    verbs: dict[str, Verb]
    options: dict[str, Option] = {}


class ScenarioFile(msgspec.Struct, frozen=True):
    """``scenarios/NAME.toml``: the part that every game's scenarios have; the rest is the game's own."""

    title: str
    summary: str
    board: str = "board"
    counters: str = "counters"
    options: tuple[str, ...] = ()
    turns: int = 1


class Scenario:
    """A scenario with its options chosen. Games subclass it to compile what their rules ask often."""

    def __init__(self, folder: Path, name: str, chosen: Mapping[str, Any] | None = None) -> None:
        self.game = load_game_file(folder)
        self.name = name
        self.id = f"{self.game.id}/{name}"
        path = folder / "scenarios" / f"{name}.toml"
        if name not in self.game.scenarios:
            known = ", ".join(f"{self.game.id}/{n}" for n in self.game.scenarios)
            raise GrognardError(f"there is no scenario {self.id}; there are: {known}")
        self.data = read_toml(path)
        self.file = _convert(path, self.data, ScenarioFile)
        self.options = self._choose(dict(chosen or {}))
        self.board = board_of(folder / f"{self.file.board}.toml")
        self.counters = counters_of(folder / f"{self.file.counters}.toml")
        self.index = {counter.id: c for c, counter in enumerate(self.counters)}
        """Number of a counter by its id."""
        self.sides = tuple(side.id for side in self.game.sides)
        self.side_index = {side: s for s, side in enumerate(self.sides)}
        self.side_of = [self.side_index[counter.side] for counter in self.counters]
        self.notation = Notation(
            self.board.grid,
            {counter.id: counter.shown for counter in self.counters},
            {verb: shape.example for verb, shape in self.game.verbs.items()},
        )

    def _choose(self, chosen: dict[str, Any]) -> dict[str, OptionValue]:
        options = {name: self.game.options[name] for name in self.file.options}
        for name, value in chosen.items():
            if name not in options:
                offered = ", ".join(options) or "none"
                raise GrognardError(f"{self.id} has no option {name!r}; its options: {offered}")
            choices = options[name].choices
            if choices and value not in choices:
                raise GrognardError(f"option {name} is one of {', '.join(choices)}, not {value!r}")
            if not choices and not isinstance(value, bool):
                raise GrognardError(f"option {name} is on or off (true or false), not {value!r}")
        return {name: chosen.get(name, option.default) for name, option in options.items()}

    def on(self, option: str) -> bool:
        """Whether an on-or-off option is on; one that the scenario does not offer is off."""
        return self.options.get(option) is True


def _convert(path: Path, plain: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise BadFile(path, str(error)) from None


@lru_cache
def load_game_file(folder: Path) -> GameFile:
    """Read ``game.toml`` of a game's data folder."""
    game: GameFile = _convert(folder / "game.toml", read_toml(folder / "game.toml"), GameFile)
    return game


@lru_cache
def board_of(path: Path) -> Board:
    """A board, read once."""
    return load_board(path)


@lru_cache
def counters_of(path: Path) -> tuple[Counter, ...]:
    """The counters of a file, read once: units first, then markers, each id once."""
    counters: list[Counter] = _convert(path, read_toml(path).get("counter", []), list[Counter])
    ids = [counter.id for counter in counters]
    doubled = {id_ for id_ in ids if ids.count(id_) > 1}
    if doubled:
        raise BadFile(path, f"counter {sorted(doubled)[0]} stands there twice")
    return tuple(sorted(counters, key=lambda counter: counter.marker))
