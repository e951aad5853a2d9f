"""Scenarios: board, counters, options and setup of a game. Data, never code; read-only in play."""

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
from grognard.core.rulebook import Rulebook, Scope, game_rulebook

OptionValue = bool | str
File = TypeVar("File", bound="ScenarioFile")


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule that players choose before the game."""

    title: str
    summary: str
    rule: str
    default: OptionValue = False
    choices: tuple[str, ...] = ()
    """The values to choose from; an option without them is on or off."""
    labels: tuple[str, ...] = ()
    """Labels of the choices, if their ids do not say enough."""
    listed: bool = False
    """Whether only scenarios that list it offer it, although the game's other options are always offered."""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side that a player plays."""

    id: str
    title: str
    colour: str = "#888888"
    ink: str = "#ffffff"


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a game does differently from others, for its briefing."""

    title: str
    text: str
    rule: str = ""


class Briefing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players read before the first order."""

    situation: str
    mission: dict[str, str]
    """The task of each side, by its id."""
    win: dict[str, str]
    """How each side wins, by its id."""
    special: tuple[Special, ...] = ()
    """What is different in this scenario; by default, what the game says of itself."""


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.toml``: what all scenarios of a game share."""

    id: str
    title: str
    summary: str
    catalogue: str
    scenarios: tuple[str, ...]
    """Names of the files in ``scenarios/``, in the order to show them."""
    sides: tuple[Side, ...]
    """The sides, unless a scenario names its own."""
    verbs: dict[str, Verb]
    drafts: tuple[str, ...] = ()
    """Names of unfinished scenarios: they can be loaded and checked, but are not offered to players."""
    levels: dict[str, str] = {}
    """Titles of its levels of difficulty, by id, from the simplest; each scenario names its own."""
    options: dict[str, Option] = {}
    offers_all_options: bool = False
    """Whether every scenario offers all options but `listed` ones; otherwise each lists its own."""
    areas: dict[str, str] = {}
    """Labels of the overlays of a side besides zones of control and supply, by name."""
    ranges: dict[str, str] = {}
    """Labels of the ranges in which units act at a distance, by name."""
    flags: tuple[str, ...] = ()
    """The flags that counters in views can have, for clients that need a fixed list."""
    supply: bool = False
    """Whether the game has supply."""
    explains: str = ""
    """Label of the button that explains a unit (see `GameDefinition.explain`); no button if empty."""
    checklists: dict[str, tuple[str, ...]] = {}
    """For each phase, as players call it, a list of reminders."""
    special: tuple[Special, ...] = ()
    """What the game does differently from others: three things for its briefings."""
    phase_notes: dict[str, str] = {}
    """What to do in each phase, by the name of the phase without its side."""
    secrets: bool = False
    """Whether a side has secrets, so that a shared screen must be handed over between players."""
    series: str = ""
    """The series that the game belongs to, if it has one."""

    @property
    def full_title(self) -> str:
        """Return the title with that of the series.

        >>> GameFile("x", "Objective Nuremberg", "", "", (), (), {}, series="AFCENT").full_title
        'AFCENT: Objective Nuremberg'
        """
        return f"{self.series}: {self.title}" if self.series else self.title

    def rulebook(self, folder: Path) -> Rulebook:
        """Return the rules catalogue in the game's data folder."""
        return game_rulebook(folder, self.catalogue, Scope(tuple(self.levels), tuple(self.options)))


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the evaluation of positions relates to results, for the first side.

    Log odds of winning = bias + slope * log odds of the evaluation. Without a bias and with a slope of 1, the
    evaluation is the chance itself.
    """

    bias: float = 0.0
    slope: float = 1.0


class ScenarioFile(msgspec.Struct, frozen=True, rename="kebab"):
    """``scenarios/NAME.toml``: the fields that all games share; games subclass it to add their own."""

    title: str
    summary: str
    board: str = "board"
    counters: str = "counters"
    options: tuple[str, ...] = ()
    level: str = ""
    """Its level of difficulty, if the game has several."""
    first_turn: int = 1
    turns: int = 1
    """The number of the last turn."""
    lesson: str = ""
    """A lesson to read at the start: paragraphs, lists and tables in Markdown."""
    steps: tuple[str, ...] = ()
    """The steps of the lesson: Markdown with orders as code."""
    briefing: Briefing | None = None
    belligerent: tuple[Side, ...] = ()
    """The sides of this scenario, if they are not those of the game."""
    chances: Calibration = Calibration()
    """How the computer's evaluation relates to results, as measured in games between computer players."""

    def sides_in(self, game: GameFile) -> tuple[Side, ...]:
        """Return the sides that play: its own, or those of the game."""
        return self.belligerent or game.sides


class BadOption(GrognardError):
    """An option that the scenario does not have, or a value that the option cannot have."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(option, reason)
        self.option = option
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Scenario:
    """A scenario with its options chosen. Games subclass it to precompute what their rules need often."""

    file_type: ClassVar[type[ScenarioFile]] = ScenarioFile
    counter_type: ClassVar[type[Counter]] = Counter
    shared: ClassVar[tuple[Path, ...]] = ()
    """Further folders that may hold its files."""

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
        elif name not in (*self.game.scenarios, *self.game.drafts):
            if _is_listed_name(name) and self.path.is_file():
                listing = f'list it in game.toml: scenarios = [..., "{name}"]'
                raise bad_key(folder / "game.toml", ("scenarios",), f"{self.id} is not listed; {listing}")
            known = ", ".join(f"{self.game.id}/{n}" for n in self.game.scenarios)
            raise GrognardError(f"there is no scenario {self.id}; there are: {known}")
        self.file: ScenarioFile = _with_options(self.game, read_as(self.path, self.file_type))
        """The scenario file (a `file_type`)."""
        if self.file.turns < self.file.first_turn:
            first = self.file.first_turn
            raise self.fault(f"the last turn is before the first one, {first}", "turns")
        if self.file.level and self.file.level not in self.game.levels:
            raise self.fault(f"{self.game.id} has no level {self.file.level!r}", "level")
        self.belligerents = self.file.sides_in(self.game)
        """The sides with their titles and colours; `sides` has their ids."""
        for reason in _side_faults(self.belligerents, len(self.game.sides)):
            raise self.fault(reason, "belligerent")
        self.options = self._choose(dict(chosen or {}))
        self.file = self.with_options()
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
        """Numbers of counters by id."""
        self.counter_ids = [counter.id for counter in self.counters]
        self.names = [(id_,) for id_ in self.counter_ids]
        """The `units` of an order of one counter, for each counter."""
        self.unit_count = sum(not counter.marker for counter in self.counters)
        """Units come first, then markers."""
        self.areas: dict[str, str] = self.game.areas
        """Labels of the overlays that this scenario has a use for."""
        self.sides = tuple(side.id for side in self.belligerents)
        self.titles = {side.id: side.title for side in self.belligerents}
        """Titles of the sides by id."""
        self.side_index = {side: s for s, side in enumerate(self.sides)}
        self.side_of = [self.side_index[counter.side] for counter in self.counters]
        self.notation = Notation(
            self.board.grid,
            {counter.id: counter.shown for counter in self.counters},
            self.game.verbs,
            {place.name: place.hex for place in self.board.places.values()},
        )

    def with_options(self) -> ScenarioFile:
        """Return the scenario's file as the chosen options change it; a game may add or take away."""
        return self.file

    def read_counters(self, folder: Path) -> tuple[Counter, ...]:
        """Return the counters of the scenario; a game may combine several files."""
        return self.counters_in(self.file.counters, "counters")

    def read_nations(self, folder: Path) -> dict[str, Nation]:
        """Return the nations of the scenario's counters; a game may combine several files."""
        return nations_of(self.data_file(self.file.counters, "counters"), self.counter_type)

    def counters_in(self, name: str, *where: str | int) -> tuple[Counter, ...]:
        """Return the counters of a file that the scenario names; each must be of a known side."""
        path = self.data_file(name, *where)
        self.counter_files.append(path)
        return counters_of(path, self.counter_type, self.counter_sides())

    def counter_sides(self) -> tuple[str, ...]:
        """Return the sides that counters may have in their files."""
        return tuple(side.id for side in self.belligerents)

    def counter_fault(self, id_: str, key: str, reason: str) -> BadFile:
        """Return the error for a counter in its file; a counter in no file is generated for a nation."""
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
        """Return a file that the scenario names at the key `where`, without its ending."""
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
                raise BadOption(name, f"{self.id} has no option {name!r}; {did_you_mean(name, options)}")
            choices = options[name].choices
            if choices and not (isinstance(value, str) and value in choices):
                raise BadOption(name, f"option {name} is one of {', '.join(choices)}, not {value!r}")
            if not isinstance(value, str if choices else bool):
                raise BadOption(name, f"option {name} is on or off (true or false), not {value!r}")
            picked[name] = value
        return picked

    def fault(self, reason: str, *where: str | int) -> BadFile:
        """Return the error for a value of the scenario's file."""
        return bad_key(self.path, where, reason)

    def counter(self, id_: str, *where: str | int) -> int:
        """Return the number of a counter that the file names at a key."""
        if id_ not in self.index:
            raise self.fault(f"there is no counter {id_!r}; {did_you_mean(id_, self.index)}", *where)
        return self.index[id_]

    def hex(self, label: str, *where: str | int) -> Hex:
        """Return a hex that the file names at a key."""
        found = self.board.grid.find(label)
        if found is None:
            raise self.fault(f"there is no hex {label!r} on the board", *where)
        return found

    def check_names(self, names: Iterable[str], known: Container[str], what: str, *where: str | int) -> None:
        """Refuse unknown names in a list of the file."""
        for number, name in enumerate(names):
            if name not in known:
                raise self.fault(f"there is no {what} {name!r}", *where, number)

    def part(self, corners: tuple[str, ...]) -> HexSet:
        """Return the hexes between a north-western and a south-eastern corner; without corners, all."""
        grid = self.board.grid
        if len(corners) not in (0, 2):
            raise self.fault("name two corners, the north-western and the south-eastern one", "hexes")
        return grid.window(*(self.hex(c, "hexes", n) for n, c in enumerate(corners))) if corners else grid.all

    @property
    def in_play(self) -> HexSet:
        """Return the hexes in play: all, unless the game's scenarios name a part of the board."""
        return self.board.grid.all

    def ids(self, counters: CounterSet) -> tuple[str, ...]:
        """Return the ids of a set of counters."""
        return tuple(chosen(self.counter_ids, counters))

    def full_name(self, counter: Counter, of: str) -> str:
        """Return the name of a counter for players: the nation and the counter's title."""
        nation = self.nations.get(of)
        title = counter.title or counter.shown
        return f"{nation.title} {title}" if nation and nation.title not in title else title

    def applies(self, rule: str) -> bool:
        """Return whether a rule is in play, by the level of the scenario and the chosen options."""
        case = self.game.rulebook(self.folder).rules.get(rule)
        if case is None:
            return True
        option = self.game.options.get(case.option)
        chosen = option is None or self.options.get(case.option, option.default) != option.default
        return chosen and (not case.levels or self.file.level in case.levels)

    def on(self, option: str) -> bool:
        """Return whether an on-or-off option is on; one that the scenario does not offer is off."""
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
    """Return whether a name can only be that of a file in ``scenarios/``."""
    return Path(name).name == name


@lru_cache
def load_game_file(folder: Path) -> GameFile:
    """Read ``game.toml`` in a game's data folder."""
    path = folder / "game.toml"
    game = read_as(path, GameFile)
    for where, reason in _game_faults(game):
        raise bad_key(path, where, reason)
    return game


def _game_faults(game: GameFile) -> Iterator[tuple[Where, str]]:
    for key, names in (("scenarios", game.scenarios), ("drafts", game.drafts)):
        for number, name in enumerate(names):
            if not _is_listed_name(name):
                yield (key, number), "must be the name of a file in scenarios/, without its ending"
    for reason in _side_faults(game.sides):
        yield ("sides",), reason
    for name, option in game.options.items():
        if option.choices and option.default not in option.choices:
            yield ("options", name, "default"), f"must be one of {', '.join(option.choices)}"
        if not option.choices and not isinstance(option.default, bool):
            yield ("options", name, "default"), "must be true or false, as there are no choices"
        if option.labels and len(option.labels) != len(option.choices):
            yield ("options", name, "labels"), f"must be {len(option.choices)} texts, one for each choice"


def _side_faults(sides: tuple[Side, ...], count: int = 0) -> Iterator[str]:
    """Check the sides of a game, or those of a scenario, of which there must be as many."""
    if len(sides) < 2 or len({side.id for side in sides}) < len(sides):
        yield "there must be at least two, with different ids"
    if count and len(sides) != count:
        yield f"there must be {count}, as many as the game has"


def load_scenario_file(folder: Path, name: str) -> ScenarioFile:
    """Return what a scenario's file says that every game's do."""
    game = load_game_file(folder)
    pack = pack_of(game.id, name)
    with reporting_faults_of(name):
        path = (pack.folder if pack else folder) / "scenarios" / f"{name_in_pack(name)}.toml"
        return _with_options(game, read_as(path, ScenarioFile))


def _with_options(game: GameFile, file: File) -> File:
    """Return a scenario file with all options of the game if every scenario offers them."""
    if not game.offers_all_options:
        return file
    offered = (name for name, option in game.options.items() if not option.listed or name in file.options)
    return msgspec.structs.replace(file, options=tuple(offered))


def board_of(path: Path, folders: tuple[Path, ...] = ()) -> Board:
    """Return a board, read again only when its file has changed; `folders` may hold parts of it."""
    return _board_of(path, folders, stamp(path))


@lru_cache
def _board_of(path: Path, folders: tuple[Path, ...], _stamp: tuple[int, int]) -> Board:
    return read_board(path, folders)


def counter_file(path: Path, kind: type[Kind]) -> CounterFile[Kind]:
    """Return a file of counters, read again only when it has changed; its ids are unique."""
    return _counter_file(path, kind, stamp(path))


@lru_cache
def _counter_file(
    path: Path, kind: type[Counter], _stamp: tuple[int, int]
) -> CounterFile[Any]:  # of `kind`, which a cache cannot say
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
    """Return the counters of a file, units first, then markers; refuse unknown sides if sides are given."""
    found = counter_file(path, kind).counter
    for number, counter in enumerate(found):
        if sides and counter.side not in sides:
            hint = did_you_mean(counter.side, sides)
            raise bad_key(path, ("counter", number, "side"), f"there is no side {counter.side!r}; {hint}")
    return tuple(sorted(found, key=lambda counter: counter.marker))


def nations_of(path: Path, kind: type[Counter] = Counter) -> dict[str, Nation]:
    """Return the nations of a file of counters."""
    return counter_file(path, kind).nation
