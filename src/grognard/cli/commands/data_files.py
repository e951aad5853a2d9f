"""Tell the kind of a data file, and check it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import grognard
from grognard.core.board.board import check_board
from grognard.core.board.join import read_board
from grognard.core.contract.outside.file_kinds import FileKind
from grognard.core.contract.outside.values import Values
from grognard.core.contract.scenario import ScenarioFile, load_game_file
from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import bad_key, read_as, read_text, read_toml
from grognard.core.packs import HEADER, SEPARATOR
from grognard.core.rulebook import Rulebook, load_rulebook
from grognard.games import data_folder, definition_of, game_ids

Findings = tuple[str, list[str]]
"""What a file is, in words, and what is wrong with it."""
Check = Callable[[Path], Findings]


_SIGNS = (
    ("grid", "board"),
    ("join", "board"),
    ("calibration", "fitted values"),
    ("at", "position"),
    ("scenario", "position"),
    ("rule", "rules catalogue"),
    ("verbs", "game file"),
    ("summary", "scenario"),
)
"""The first of these keys that a TOML file has tells what it is."""
_LIKE = 0.75
"""Likeness of two keys, from 0 to 1, from which one is taken for a misspelt other."""


def kind_of(path: Path) -> tuple[str, Check]:
    """Return what a file is meant to be, by its keys and by where it is, and how to check it."""
    if read_text(path).startswith("grognard record"):
        return "record", _record
    try:
        keys = read_toml(path)
    except BadFile:
        if path.suffix == ".toml":
            raise
        raise BadFile(path, "neither a Grognard record nor a TOML file") from None
    alike = [kind for id_ in game_ids() for kind in definition_of(id_).files if kind.signs <= keys.keys()]
    here = [kind for kind in alike if path.resolve().parent in kind.folders]
    if here:
        return here[0].title, _as_one_of(here[:1])
    for key, title in _SIGNS:
        if key in keys:
            return title, _CHECKS[title]
    if alike:
        return alike[0].title, _as_one_of(alike)
    for key, sign in _misspelt_signs(keys, path.resolve().parent):
        raise bad_key(path, (key,), f'unknown key; did you mean "{sign}"?')
    raise BadFile(path, "not a record, position, board, scenario, chart or other file of a game")


def _misspelt_signs(keys: Iterable[str], folder: Path) -> Iterator[tuple[str, str]]:
    """Yield keys that nearly tell what a file is, and what they should be.

    What a game has in this folder comes first, then what all games have, then what any game has.
    """
    kinds = [kind for id_ in game_ids() for kind in definition_of(id_).files]
    here = {sign for kind in kinds if folder in kind.folders for sign in kind.signs}
    for signs in (
        here,
        {sign for sign, _ in _SIGNS if len(sign) > 2},
        {sign for kind in kinds for sign in kind.signs},
    ):
        alike = [
            (SequenceMatcher(None, key, sign).ratio(), key, sign) for key in keys for sign in signs - {*keys}
        ]
        likeness, key, sign = max(alike, default=(0.0, "", ""))
        if likeness >= _LIKE:
            yield key, sign


def _as_one_of(kinds: Sequence[FileKind]) -> Check:
    """Check a file that may belong to any of several games: the first that can use it settles it."""

    def check(path: Path) -> Findings:
        faults = []
        for kind in kinds:
            try:
                return kind.check(path), []
            except GrognardError as error:
                faults.append(str(error))
        return "", faults[:1]

    return check


def _record(path: Path) -> Findings:
    game = grognard.load(path)
    where = game.result.title if game.result else f"turn {game.turn}, {game.phase}"
    return f"{game.scenario.id}, {plural(len(game.history), 'order')}, {where}", _violations(path, game)


def _position(path: Path) -> Findings:
    game = grognard.position(path)
    return f"{game.scenario.id}, turn {game.turn}, {game.phase}", _violations(path, game)


def _violations(path: Path, game: grognard.Game) -> list[str]:
    return [f"{path}: {fault}" for fault in game.definition.violations(game.state)]


def _board(path: Path) -> Findings:
    if "join" not in read_toml(path) and (faults := check_board(path)):
        return "", list(map(str, faults))
    board = read_board(path, tuple(data_folder(id_) for id_ in game_ids()) + _shared())
    return f"{board.title}, {len(board.grid.hexes())} hexes", []


def _rulebook(path: Path) -> Rulebook:
    """Return the cases of a file; those of a game may be limited to its levels and options."""
    if path.name == "rules.toml" and (path.parent / "game.toml").is_file():
        return load_game_file(path.parent).rulebook(path.parent)
    return load_rulebook(path, "")


def _catalogue(path: Path) -> Findings:
    rules = _rulebook(path).rules.values()
    return f"{plural(len(rules), 'case')}, {sum(rule.testable for rule in rules)} testable", []


def _game(path: Path) -> Findings:
    game = load_game_file(path.parent)
    named = (*game.scenarios, *game.drafts)
    missing = [name for name in named if not (path.parent / "scenarios" / f"{name}.toml").is_file()]
    return f"{game.full_title}, {plural(len(game.scenarios), 'scenario')}", [
        f"{path}: there is no file scenarios/{name}.toml" for name in missing
    ]


def _values(path: Path) -> Findings:
    values = read_as(path, Values)
    return f"{values.scenario}, fitted to {plural(values.games, 'game')}", []


def _scenario(path: Path) -> Findings:
    """Set up a scenario of an installed game or of a pack with every option."""
    file = read_as(path, ScenarioFile)
    folder = path.resolve().parent.parent
    game = next((id_ for id_ in game_ids() if data_folder(id_).resolve() == folder), None)
    if game is not None:
        id_ = f"{game}/{path.stem}"
    elif (in_pack := scenario_in_pack(path)) is not None:
        id_ = in_pack
    else:
        return f"{file.title} (setup not checked: the file is neither in a game nor in a pack)", []
    faults = [f"{path}: {fault}" for fault in check_setups(*id_.split("/", 1))]
    return f"{id_}, {file.title}, {plural(len(file.options), 'option')}", faults


def scenario_in_pack(path: Path) -> str | None:
    """Return the id of the scenario or position in a file of a pack's folder, and use that pack."""
    folder = path.resolve().parent.parent
    if path.suffix != ".toml" or path.resolve().parent.name not in ("scenarios", "positions"):
        return None
    if not (folder / HEADER).is_file():
        return None
    pack = grognard.add_pack(folder)
    return f"{pack.file.game}/{pack.id}{SEPARATOR}{path.stem}"


def check_setups(game: str, name: str) -> list[str]:
    """Set up a scenario with the default options and with every other value of each; return what is wrong."""
    definition = definition_of(game)
    known = load_game_file(data_folder(game)).options
    scenario = definition.scenarios(name, {})  # refuses unknown options
    settings: list[dict[str, object]] = [{}]
    for option in scenario.file.options:
        settings += [{option: value} for value in known[option].choices or (True,)]
    faults: list[str] = []
    for options in settings:
        try:
            game_ = grognard.new(f"{game}/{name}", options, seed=0)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            raise BadFile(scenario.path, f"cannot be set up ({type(error).__name__}: {error})") from None
        faults += definition.violations(game_.state)
    return list(dict.fromkeys(faults))


def _shared() -> tuple[Path, ...]:
    """Folders of files that several games share."""
    return tuple(folder for id_ in game_ids() for kind in definition_of(id_).files for folder in kind.folders)


_CHECKS: dict[str, Check] = {
    "record": _record,
    "position": _position,
    "board": _board,
    "rules catalogue": _catalogue,
    "game file": _game,
    "scenario": _scenario,
    "fitted values": _values,
}
