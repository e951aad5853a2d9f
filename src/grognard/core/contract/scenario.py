"""Scenarios: board, counters, options and set-up of one game to play. Data, never code; read-only in play."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.join import read_board
from grognard.core.contract.counters import Counter, CounterFile, CounterSet, Kind, Nation
from grognard.core.contract.orders import Notation
from grognard.core.contract.verbs import Verb
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import bad_key, confined, read_as, stamp
from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import did_you_mean, shown
from grognard.core.hexes.grid import Hex, HexSet, chosen
from grognard.core.packs import name_in_pack, pack_of, reporting_faults_of, version_of

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


class BadOption(GrognardError):
    """An option that the scenario does not have, or a value that it cannot take."""


class Scenario:
    """A scenario with its options chosen. Games subclass it to compile what their rules ask often."""

    file_type: ClassVar[type[ScenarioFile]] = ScenarioFile
    counter_type: ClassVar[type[Counter]] = Counter
    shared: ClassVar[tuple[Path, ...]] = ()
    """Folders beside the game's own where its files may be."""

    def __init__(self, folder: Path, name: str, chosen: Mapping[str, object] | None = None) -> None:
        self.folder = folder
        """The data folder of the game."""
        self.game = load_game_file(folder)
        self.name = name
        self.id = f"{self.game.id}/{name}"
        self.pack = pack_of(self.game.id, name)
        """The pack that the scenario is in; None for a scenario of the game itself."""
        self.folders = (self.pack.folder, folder) if self.pack else (folder,)
        """Where its files may be, first the pack."""
        self.path = self.folders[0] / "scenarios" / f"{name_in_pack(name)}.toml"
        if self.pack:
            if name_in_pack(name) not in self.pack.scenarios:
                known = ", ".join(f"{self.game.id}/{n}" for n in self.pack.names) or "none"
                raise GrognardError(f"there is no scenario {self.id}; the pack has: {known}")
        elif name not in self.game.scenarios:
            if _is_listed_name(name) and self.path.is_file():
                listing = f'list it in game.toml: scenarios = [..., "{name}"]'
                raise bad_key(folder / "game.toml", ("scenarios",), f"{self.id} is not listed; {listing}")
            known = ", ".join(f"{self.game.id}/{n}" for n in self.game.scenarios)
            raise GrognardError(f"there is no scenario {self.id}; there are: {known}")
        self.file: ScenarioFile = read_as(self.path, self.file_type)
        """The scenario file as written (a `file_type`)."""
        if self.file.turns < self.file.first_turn:
            first = self.file.first_turn
            raise self.fault(f"the last turn is before the first one, {first}", "turns")
        self.options = self._choose(dict(chosen or {}))
        self.turns = self.file.turns
        """The number of the last turn."""
        self.board = board_of(self.data_file(self.file.board, "board"), (*self.folders, *self.shared))
        self.counter_files: list[Path] = []
        """The files with the counters of the scenario."""
        self.counters = self.read_counters(folder)
        self.nations = self.read_nations(folder)
        """How counters are printed, by nation."""
        self._check_nations()
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
        return self.counters_in(self.file.counters, "counters")

    def read_nations(self, folder: Path) -> dict[str, Nation]:
        """The nations of the scenario's counters; a game may put them together from several files."""
        return nations_of(self.data_file(self.file.counters, "counters"), self.counter_type)

    def counters_in(self, name: str, *where: str | int) -> tuple[Counter, ...]:
        """The counters of a file that the scenario names, each of one of the sides that it may have."""
        path = self.data_file(name, *where)
        self.counter_files.append(path)
        return counters_of(path, self.counter_type, self.counter_sides())

    def counter_sides(self) -> tuple[str, ...]:
        """The sides that counters may have in their files."""
        return tuple(side.id for side in self.game.sides)

    def counter_fault(self, id_: str, key: str, reason: str) -> BadFile:
        """What is wrong with a counter, in its file; one that is in none is printed for a nation."""
        for path in self.counter_files:
            ids = [counter.id for counter in counter_file(path, self.counter_type).counter]
            if id_ in ids:
                return bad_key(path, ("counter", ids.index(id_), key), reason)
        return bad_key(self.counter_files[0], ("nation",), f"{id_}: {reason}")

    def _check_nations(self) -> None:
        for counter in self.counters:
            for key, nation in (("nation", counter.nation), ("look", counter.look)):
                if nation and self.nations and nation not in self.nations:
                    hint = did_you_mean(nation, self.nations)
                    raise self.counter_fault(counter.id, key, f"there is no nation {nation!r}; {hint}")

    def data_file(self, name: str, *where: str | int) -> Path:
        """A file that the scenario names (at the key `where`), without its ending, seen from the folder."""
        found = [
            confined(folder / f"{name}.toml", (folder, *(() if self.pack and n == 0 else self.shared)))
            for n, folder in enumerate(self.folders)
        ]
        home = "the pack or the data folder of the game" if self.pack else "the data folder of the game"
        if not any(found):
            raise self.fault(f"must be a file in {home}, not {shown(name)}", *where)
        for path in found:
            if path is not None and path.is_file():
                return path
        raise self.fault(f"there is no file {name}.toml in {home}", *where)

    def _choose(self, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        for number, name in enumerate(self.file.options):
            if name not in self.game.options:
                hint = did_you_mean(name, self.game.options)
                raise self.fault(f"the game has no option {name!r}; {hint}", "options", number)
        options = {name: self.game.options[name] for name in self.file.options}
        picked = {name: option.default for name, option in options.items()}
        for name, value in chosen.items():
            if name not in options:
                offered = ", ".join(options) or "none"
                raise BadOption(f"{self.id} has no option {name!r}; its options: {offered}")
            choices = options[name].choices
            if choices and not (isinstance(value, str) and value in choices):
                raise BadOption(f"option {name} is one of {', '.join(choices)}, not {value!r}")
            if not isinstance(value, str if choices else bool):
                raise BadOption(f"option {name} is on or off (true or false), not {value!r}")
            picked[name] = value
        return picked

    def fault(self, reason: str, *where: str | int) -> BadFile:
        """What is wrong with a value of the scenario's file."""
        return bad_key(self.path, where, reason)

    def counter(self, id_: str, *where: str | int) -> int:
        """The number of a counter that the file names at a key."""
        if id_ not in self.index:
            raise self.fault(f"there is no counter {id_!r}; {did_you_mean(id_, self.index)}", *where)
        return self.index[id_]

    def hex(self, label: str, *where: str | int) -> Hex:
        """A hex that the file names at a key."""
        found = self.board.grid.find(label)
        if found is None:
            raise self.fault(f"there is no hex {label!r} on the board", *where)
        return found

    def check_names(self, names: Iterable[str], known: Container[str], what: str, *where: str | int) -> None:
        """Refuse a name in a list of the file that stands for nothing."""
        for number, name in enumerate(names):
            if name not in known:
                raise self.fault(f"there is no {what} {name!r}", *where, number)

    def part(self, corners: tuple[str, ...]) -> HexSet:
        """The hexes of the board between two corners in the west and in the east; without them all."""
        grid = self.board.grid
        if len(corners) not in (0, 2):
            raise self.fault("name two corners, the north-western and the south-eastern one", "hexes")
        return grid.window(*(self.hex(c, "hexes", n) for n, c in enumerate(corners))) if corners else grid.all

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
    """Return a function that gives scenarios by name and options, each compiled once and shared."""

    @lru_cache
    def kept(name: str, _pack: str, options: tuple[tuple[str, object, type], ...]) -> Compiled:
        return compile_(name, {option: value for option, value, _ in options})

    def scenario(name: str, options: Mapping[str, object]) -> Compiled:
        chosen = tuple((o, v, type(v)) for o, v in sorted(options.items()))
        with reporting_faults_of(name):
            try:
                hash(chosen)
            except TypeError:  # an option value that cannot be a key cannot be an option either
                return compile_(name, options)
            return kept(name, version_of(name), chosen)

    return scenario


def _is_listed_name(name: str) -> bool:
    """Whether a name can be that of a file in ``scenarios/``, and leads nowhere else."""
    return Path(name).name == name


@lru_cache
def load_game_file(folder: Path) -> GameFile:
    """Read ``game.toml`` of a game's data folder."""
    path = folder / "game.toml"
    game = read_as(path, GameFile)
    for where, reason in _game_faults(game):
        raise bad_key(path, where, reason)
    return game


def _game_faults(game: GameFile) -> Iterator[tuple[Where, str]]:
    for number, name in enumerate(game.scenarios):
        if not _is_listed_name(name):
            yield ("scenarios", number), "must be the name of a file in scenarios/, without its ending"
    ids = [side.id for side in game.sides]
    if len(ids) < 2 or len(set(ids)) < len(ids):
        yield ("sides",), "there must be at least two, with different ids"
    for name, option in game.options.items():
        if option.choices and option.default not in option.choices:
            yield ("options", name, "default"), f"must be one of {', '.join(option.choices)}"
        if not option.choices and not isinstance(option.default, bool):
            yield ("options", name, "default"), "must be true or false, as there are no choices"
        if option.labels and len(option.labels) != len(option.choices):
            yield ("options", name, "labels"), f"must be {len(option.choices)} texts, one for each choice"


def load_scenario_file(folder: Path, name: str) -> ScenarioFile:
    """Return what a scenario's file says that every game's do."""
    pack = pack_of(load_game_file(folder).id, name)
    with reporting_faults_of(name):
        return read_as(
            (pack.folder if pack else folder) / "scenarios" / f"{name_in_pack(name)}.toml", ScenarioFile
        )


def board_of(path: Path, folders: tuple[Path, ...] = ()) -> Board:
    """Return a board, read again only when its file has changed; `folders` may hold parts of it."""
    return _board_of(path, folders, stamp(path))


@lru_cache
def _board_of(path: Path, folders: tuple[Path, ...], _stamp: tuple[int, int]) -> Board:
    return read_board(path, folders)


def counter_file(path: Path, kind: type[Kind]) -> CounterFile[Kind]:
    """A file of counters, read again only when it has changed; every id is there once."""
    return _counter_file(path, kind, stamp(path))


@lru_cache
def _counter_file(path: Path, kind: type[Counter], _stamp: tuple[int, int]) -> CounterFile[Any]:
    file: CounterFile[Counter] = read_as(path, CounterFile[kind])  # type: ignore[valid-type]
    ids: set[str] = set()
    for number, counter in enumerate(file.counter):
        if counter.id in ids:
            raise bad_key(path, ("counter", number, "id"), f"counter {counter.id} is listed twice")
        ids.add(counter.id)
    return file


def counters_of(
    path: Path, kind: type[Counter] = Counter, sides: tuple[str, ...] = ()
) -> tuple[Counter, ...]:
    """The counters of a file, units first, then markers; each of one of the sides, if any are given."""
    found = counter_file(path, kind).counter
    for number, counter in enumerate(found):
        if sides and counter.side not in sides:
            hint = did_you_mean(counter.side, sides)
            raise bad_key(path, ("counter", number, "side"), f"there is no side {counter.side!r}; {hint}")
    return tuple(sorted(found, key=lambda counter: counter.marker))


def nations_of(path: Path, kind: type[Counter] = Counter) -> dict[str, Nation]:
    """The nations of a file of counters."""
    return counter_file(path, kind).nation
