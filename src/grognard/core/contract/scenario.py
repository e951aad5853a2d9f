"""Scenarios: board, counters, options and set-up of one game to play. Data, never code; read-only in play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.join import read_board
from grognard.core.contract.counters import Counter, CounterSet, Nation
from grognard.core.contract.orders import Notation
from grognard.core.contract.verbs import Verb
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import read_toml
from grognard.core.hexes.grid import Hex, HexSet, chosen

OptionValue = bool | str


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that players may switch before the game."""

    title: str
    summary: str
    rule: str
    default: OptionValue = False
    choices: tuple[str, ...] = ()
    """The words to choose from; an option without them is on or off."""
    labels: tuple[str, ...] = ()
    """What the choices are called, where the words themselves do not say enough."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the players' sides."""

    id: str
    title: str
    colour: str = "#888888"
    ink: str = "#ffffff"


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
    areas: dict[str, str] = {}
    """What can be shown of a side on the map beside its zones and its supply, and what that is called."""
    supply: bool = False
    """Whether its rules know supply."""
    opponent: str = "search"
    """The computer player to propose first."""
    explains: str = ""
    """What a button says that shows the account of a unit (the rules' `explain`); none when empty."""
    checklists: dict[str, tuple[str, ...]] = {}
    """For each phase, as players call it, what not to forget in it."""
    secrets: bool = False
    """Whether a side knows what others may not, so that players at one screen must look away in turn."""


class ScenarioFile(msgspec.Struct, frozen=True, rename="kebab"):
    """``scenarios/NAME.toml``: what every game's scenarios have; games subclass it for their own."""

    title: str
    summary: str
    board: str = "board"
    counters: str = "counters"
    options: tuple[str, ...] = ()
    first_turn: int = 1
    turns: int = 1
    """The number of the last turn."""
    lesson: str = ""
    """What it teaches, to be read at the start: paragraphs, lists and tables in Markdown."""


class Scenario:
    """A scenario with its options chosen. Games subclass it to compile what their rules ask often."""

    file_type: ClassVar[type[ScenarioFile]] = ScenarioFile

    def __init__(self, folder: Path, name: str, chosen: Mapping[str, object] | None = None) -> None:
        self.game = load_game_file(folder)
        self.name = name
        self.id = f"{self.game.id}/{name}"
        if name not in self.game.scenarios:
            known = ", ".join(f"{self.game.id}/{n}" for n in self.game.scenarios)
            raise GrognardError(f"there is no scenario {self.id}; there are: {known}")
        self.path = folder / "scenarios" / f"{name}.toml"
        self.file: ScenarioFile = _convert(self.path, read_toml(self.path), self.file_type)
        """The scenario file as written (a `file_type`)."""
        self.options = self._choose(dict(chosen or {}))
        self.board = board_of(folder / f"{self.file.board}.toml")
        self.counters = self.read_counters(folder)
        self.nations = self.read_nations(folder)
        """How counters are printed, by nation."""
        self.index = {counter.id: c for c, counter in enumerate(self.counters)}
        """Number of a counter by its id."""
        self.counter_ids = [counter.id for counter in self.counters]
        self.names = [(id_,) for id_ in self.counter_ids]
        """What an order of one counter names, for each of them."""
        self.unit_count = sum(not counter.marker for counter in self.counters)
        """Units come first, then markers."""
        self.sides = tuple(side.id for side in self.game.sides)
        self.titles = {side.id: side.title for side in self.game.sides}
        """The names of the sides for people, by id."""
        self.side_index = {side: s for s, side in enumerate(self.sides)}
        self.side_of = [self.side_index[counter.side] for counter in self.counters]
        self.notation = Notation(
            self.board.grid,
            {counter.id: counter.shown for counter in self.counters},
            self.game.verbs,
        )

    def read_counters(self, folder: Path) -> tuple[Counter, ...]:
        """The counters of the scenario; a game may put them together from several files."""
        return counters_of(folder / f"{self.file.counters}.toml")

    def read_nations(self, folder: Path) -> dict[str, Nation]:
        """The nations of the scenario's counters; a game may put them together from several files."""
        return nations_of(folder / f"{self.file.counters}.toml")

    def _choose(self, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        unknown = [name for name in self.file.options if name not in self.game.options]
        if unknown:
            raise self.fault(f"the game has no option {unknown[0]!r}")
        options = {name: self.game.options[name] for name in self.file.options}
        picked = {name: option.default for name, option in options.items()}
        for name, value in chosen.items():
            if name not in options:
                offered = ", ".join(options) or "none"
                raise GrognardError(f"{self.id} has no option {name!r}; its options: {offered}")
            choices = options[name].choices
            if choices and not (isinstance(value, str) and value in choices):
                raise GrognardError(f"option {name} is one of {', '.join(choices)}, not {value!r}")
            if not isinstance(value, str if choices else bool):
                raise GrognardError(f"option {name} is on or off (true or false), not {value!r}")
            picked[name] = value
        return picked

    def fault(self, reason: str) -> BadFile:
        """What is wrong with the scenario's file."""
        return BadFile(self.path, reason)

    def counter(self, id_: str) -> int:
        """The number of a counter that the file names."""
        if id_ not in self.index:
            raise self.fault(f"there is no counter {id_!r}")
        return self.index[id_]

    def hex(self, label: str) -> Hex:
        """A hex that the file names."""
        found = self.board.grid.find(label)
        if found is None:
            raise self.fault(f"there is no hex {label!r} on the board")
        return found

    def part(self, corners: tuple[str, ...]) -> HexSet:
        """The hexes of the board between two corners in the west and in the east; without them all."""
        grid = self.board.grid
        return grid.window(*map(self.hex, corners)) if corners else grid.all

    @property
    def in_play(self) -> HexSet:
        """The hexes of the board that the scenario uses: all, unless a game's scenarios name a part."""
        return self.board.grid.all

    def ids(self, counters: CounterSet) -> tuple[str, ...]:
        """The ids of a set of counters."""
        return tuple(chosen(self.counter_ids, counters))

    def full_name(self, counter: Counter, of: str) -> str:
        """What people call a counter of a nation: the nation, and the counter's title."""
        nation = self.nations.get(of)
        title = counter.title or counter.shown
        return f"{nation.title} {title}" if nation and nation.title not in title else title

    def on(self, option: str) -> bool:
        """Whether an on-or-off option is on; one that the scenario does not offer is off."""
        return self.options.get(option) is True


Compiled = TypeVar("Compiled", bound=Scenario)


def compiled_once(
    compile_: Callable[[str, Mapping[str, object]], Compiled],
) -> Callable[[str, Mapping[str, object]], Compiled]:
    """Scenarios by name and options, each compiled once and shared."""

    @lru_cache
    def kept(name: str, options: tuple[tuple[str, object, type], ...]) -> Compiled:
        return compile_(name, {option: value for option, value, _ in options})

    def scenario(name: str, options: Mapping[str, object]) -> Compiled:
        try:
            return kept(name, tuple((o, v, type(v)) for o, v in sorted(options.items())))
        except TypeError:  # an option value that cannot be a key cannot be an option either
            return compile_(name, options)

    return scenario


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


def load_scenario_file(folder: Path, name: str) -> ScenarioFile:
    """What a scenario's file says that every game's do."""
    path = folder / "scenarios" / f"{name}.toml"
    file: ScenarioFile = _convert(path, read_toml(path), ScenarioFile)
    return file


@lru_cache
def board_of(path: Path) -> Board:
    """A board, read once."""
    return read_board(path)


@lru_cache
def counters_of(path: Path) -> tuple[Counter, ...]:
    """The counters of a file, read once: units first, then markers, each id once."""
    counters: list[Counter] = _convert(path, read_toml(path).get("counter", []), list[Counter])
    ids = [counter.id for counter in counters]
    doubled = {id_ for id_ in ids if ids.count(id_) > 1}
    if doubled:
        raise BadFile(path, f"counter {sorted(doubled)[0]} stands there twice")
    return tuple(sorted(counters, key=lambda counter: counter.marker))


@lru_cache
def nations_of(path: Path) -> dict[str, Nation]:
    """The nations of a file of counters, read once."""
    nations: dict[str, Nation] = _convert(path, read_toml(path).get("nation", {}), dict[str, Nation])
    return nations
