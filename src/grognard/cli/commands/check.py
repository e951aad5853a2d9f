"""``grognard check``: is a file sound, whatever it holds, and is an order legal, and why not."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import grognard
from grognard.cli.game_files import open_game
from grognard.cli.terminal.refusals import plain_breakdown, refusal_of, say_breakdown, say_refusal
from grognard.cli.terminal.terminal import complain, say_json, this_terminal
from grognard.core.board.board import check_board
from grognard.core.board.join import read_board
from grognard.core.contract.file_kinds import FileKind
from grognard.core.contract.scenario import ScenarioFile, load_game_file
from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import bad_key, read_as, read_text, read_toml
from grognard.core.files.toml_shape import did_you_mean
from grognard.core.rulebook import load_rulebook
from grognard.games import data_folder, definition_of, game_ids

Findings = tuple[str, list[str]]
"""What a file is, in words, and what is wrong with it."""
Check = Callable[[Path], Findings]


def check(args: Namespace) -> int:
    """Validate a file, or ask about an order in the game that it holds."""
    if args.order is not None:
        return _check_order(args)
    path = Path(args.file)
    kind, look = kind_of(path)
    try:
        about, faults = look(path)
    except GrognardError as error:
        about, faults = "", [str(error)]
    if args.json:
        say_json({"file": args.file, "kind": kind, "ok": not faults, "about": about, "faults": faults})
    elif not faults:
        this_terminal(False).say(f"{args.file}: a sound {kind}: {about}")
    for fault in faults if not args.json else ():
        complain(fault)
    return 2 if faults else 0


def _check_order(args: Namespace) -> int:
    game = open_game(args.file)
    refused = game.check(args.order, args.side)
    term = this_terminal(False)
    if refused:
        refusal = refusal_of(game, args.order, refused, args.side)
        if args.json:
            say_json({"legal": False, "refused": refusal})
        else:
            say_refusal(term, refusal)
        return 1
    breakdown = game.definition.preview(game.state, game.read(args.order))
    if args.json:
        say_json({"legal": True, "preview": plain_breakdown(breakdown)})
    else:
        term.say("That is possible.")
        say_breakdown(term, breakdown)
    return 0


_SIGNS = (
    ("grid", "board"),
    ("join", "board"),
    ("at", "position"),
    ("scenario", "position"),
    ("rule", "rules catalogue"),
    ("verbs", "game file"),
    ("summary", "scenario"),
)
"""The first of these keys that a TOML file has tells what it is."""


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
    raise BadFile(path, "not a record, position, board, scenario, chart or other file of a game")


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
    return f"{game.scenario.id}, {plural(len(game.history), 'order')}, {where}", _unsound(path, game)


def _position(path: Path) -> Findings:
    game = grognard.position(path)
    return f"{game.scenario.id}, turn {game.turn}, {game.phase}", _unsound(path, game)


def _unsound(path: Path, game: grognard.Game) -> list[str]:
    return [f"{path}: {fault}" for fault in game.definition.faults(game.state)]


def _board(path: Path) -> Findings:
    if "join" not in read_toml(path) and (faults := check_board(path)):
        return "", list(map(str, faults))
    board = read_board(path, tuple(data_folder(id_) for id_ in game_ids()) + _shared())
    return f"{board.title}, {len(board.grid.hexes())} hexes", []


def _catalogue(path: Path) -> Findings:
    rules = load_rulebook(path, "").rules.values()
    return f"{plural(len(rules), 'case')}, {sum(rule.testable for rule in rules)} testable", []


def _game(path: Path) -> Findings:
    game = load_game_file(path.parent)
    missing = [name for name in game.scenarios if not (path.parent / "scenarios" / f"{name}.toml").is_file()]
    return f"{game.title}, {plural(len(game.scenarios), 'scenario')}", [
        f"{path}: there is no file scenarios/{name}.toml" for name in missing
    ]


def _scenario(path: Path) -> Findings:
    """A scenario of an installed game is set up with every option; of another only what all games share."""
    file = read_as(path, ScenarioFile)
    folder = path.resolve().parent.parent
    game = next((name for name in game_ids() if data_folder(name).resolve() == folder), None)
    if game is None:
        return f"{file.title} (set-up not checked: the file is not among the scenarios of a game)", []
    definition = definition_of(game)
    settings: list[dict[str, Any]] = [{}]
    for name in file.options:
        option = load_game_file(folder).options.get(name)
        if option is None:
            hint = did_you_mean(name, load_game_file(folder).options)
            raise bad_key(path, ("options",), f"{game} has no option {name!r}; {hint}")
        settings += [{name: value} for value in option.choices or (True,)]
    faults = []
    for options in settings:
        try:
            scenario = definition.scenarios(path.stem, options)
            state = definition.setup(scenario, grognard.new(f"{game}/{path.stem}", options, seed=0).dice)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            raise BadFile(path, f"cannot be set up ({type(error).__name__}: {error})") from None
        faults += [f"{path}: {fault}" for fault in definition.faults(state)]
    return f"{game}/{path.stem}, {file.title}, {plural(len(file.options), 'option')}", faults


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
}
