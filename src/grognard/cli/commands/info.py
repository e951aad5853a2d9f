"""Commands that tell about the games: ``games``, ``rules``, ``map``. The first imports no rules at all."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import grognard
from grognard.cli.terminal.terminal import Terminal, complain, say_json, this_terminal
from grognard.core.contract.scenario import GameFile
from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import write_text
from grognard.games import game_file, game_id, game_ids, offers, rulebook_of, scenario_files

if TYPE_CHECKING:
    from grognard.core.board.board import Board
    from grognard.core.hexes.grid import Hex
    from grognard.core.play.game import Game
    from grognard.core.rulebook import Rule, Rulebook

# -- games -----------------------------------------------------------------------------------------


def games(args: Namespace) -> int:
    """``grognard games``: what can be played."""
    chosen = [game_id(args.game)] if args.game else list(game_ids())
    files = [game_file(name) for name in chosen]
    if args.json:
        say_json([_game_plain(game) for game in files])
        return 0
    term = this_terminal(False)
    for game in files:
        term.say(f"{game.title}  ({game.id})")
        term.say(term.wrap(game.summary, "  "))
        term.say(f"  Sides: {', '.join(side.id for side in game.sides)}")
        for name, file in scenario_files(game.id).items():
            term.say(f"\n  {game.id}/{name}  ({plural(file.turns - file.first_turn + 1, 'turn')})")
            term.say(term.wrap(file.summary, "    "))
            if file.options:
                term.say(term.wrap(", ".join(file.options), "    options: "))
        if args.game:
            _say_options(term, game)
    for what, why in [] if args.game else offers().problems.items():
        complain(f"{what} is left out: {why}")
    if not args.game:
        term.say("\nOptions are explained by: grognard games GAME.  Play one: grognard play SCENARIO")
    return 0


def _say_options(term: Terminal, game: GameFile) -> None:
    term.say("\n  Options")
    for name, option in game.options.items():
        values = f" = {' | '.join(option.choices)} ({option.default})" if option.choices else ""
        term.say(term.wrap(f"{option.summary} [{option.rule}]", f"    {name}{values}: ", " " * 6))


def _game_plain(game: GameFile) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(game)
    plain["scenarios"] = [
        {"id": f"{game.id}/{name}", **msgspec.to_builtins(file)}
        for name, file in scenario_files(game.id).items()
    ]
    return plain


# -- rules -----------------------------------------------------------------------------------------


def rules(args: Namespace) -> int:
    """``grognard rules``: a game's cases, all or some, or how the tests cover them."""
    catalogue = rulebook_of(args.game)
    term = this_terminal(False)
    if args.coverage:
        return _coverage(catalogue, args, term)
    words = " ".join(args.words)
    found = find_rules(catalogue, words)
    if not found:
        complain(f"no rule of {game_id(args.game)} has {words!r} as its id, section or in its words")
        return 1
    if args.json:
        say_json(found)
    elif not words:
        for rule in found:
            term.say(f"{rule.id:<28} {rule.title}")
        term.say(f"\n{plural(len(found), 'case')}; what one says: grognard rules {args.game} ID")
    else:
        say_rules(term, found)
    return 0


def find_rules(catalogue: Rulebook, words: str) -> list[Rule]:
    """The cases with this id, or of this section, or else with these words; all of them without words."""
    if not words:
        return list(catalogue.rules.values())
    return catalogue.find(words) or catalogue.search(words)


def say_rules(term: Terminal, found: list[Rule]) -> None:
    """What some cases say."""
    for rule in found:
        term.say(f"{term.paint(rule.id, 'bold')}  {rule.title}")
        term.say(term.wrap(rule.says, "    "))


def tests_folder(chosen: str | None) -> Path:
    """The tests to hold the catalogue against: those of the source checkout, or of the present folder."""
    places = [Path(__file__).parents[4] / "tests", Path("tests")]
    for place in [Path(chosen)] if chosen else places:
        if any(place.rglob("test_*.py")):
            return place
    where = chosen or "a source checkout or the present folder"
    raise GrognardError(f"there are no tests to look at in {where}; say where they are with --tests DIR")


def _coverage(catalogue: Rulebook, args: Namespace, term: Terminal) -> int:
    from grognard.core.citations import coverage

    folder = tests_folder(args.tests)
    try:
        found = coverage(catalogue, folder)
    except SyntaxError as error:
        raise BadFile(error.filename or folder, f"not Python: {error.msg}", error.lineno) from None
    untestable = {rule.id: _why_untestable(rule) for rule in catalogue.own if not rule.testable}
    status = 1 if found.missing or found.unknown else 0
    if args.json:
        say_json({"total": found.total, **msgspec.to_builtins(found), "untestable": untestable})
        return status
    term.say(f"{game_id(args.game)}: {len(found.covered)} of {found.total} testable cases have a test")
    for rule in found.missing:
        term.say(term.wrap(rule.title, f"  no test    {rule.id:<28} ", " " * 13))
    for cited in found.unknown:
        term.say(f"  no rule    {cited.rule:<28} cited by {cited.test}")
    for module, cases in found.later.items():
        sections = dict.fromkeys(rule.id.partition(".")[0] for rule in cases)
        term.say(
            term.wrap(", ".join(sections), f"  not yet    {module:<10} {plural(len(cases), 'case')} of ")
        )
    for id_, reason in untestable.items():
        term.say(f"  absent     {id_:<28} {reason}")
    return status


def _why_untestable(rule: Rule) -> str:
    return "a note, nothing to test" if rule.kind == "note" else "not recoverable from the rulebook"


# -- map -------------------------------------------------------------------------------------------


def map(args: Namespace) -> int:
    """``grognard map``: draw the part of the board in play, with the counters of a scenario or saved game."""
    from grognard.cli.game_files import open_game
    from grognard.cli.terminal.screen import faces
    from grognard.core.board.cut import cut_board

    path = Path(args.what)
    kind = Path(args.output).suffix.lower() if args.output else ""
    if kind not in ("", ".svg", ".png", ".txt"):
        raise GrognardError(f"{args.output}: a map is written as .svg, .png or .txt")
    if path.is_file():
        game = open_game(path)
    else:
        game = grognard.new(args.what, seed=0)
    board = cut_board(game.scenario.board, game.scenario.in_play)
    counters = {} if args.bare else faces(game, game.view(), board.grid)
    if kind in (".svg", ".png"):
        from grognard.core.draw.svg_map import svg_map

        title = f"{board.title}: {game.scenario.file.title}"
        drawn = svg_map(board, counters, title=title, marks=_setup_marks(game, board))
        if kind == ".svg":
            write_text(args.output, drawn)
        else:
            _write_png(drawn, Path(args.output), args.width)
        return 0
    from grognard.core.draw.text_map import text_map

    term = this_terminal(False if args.output else args.colour, args.ascii)
    text = text_map(
        board,
        counters,
        colour=term.colour,
        ascii_only=term.ascii_only,
        width=args.width or term.width,
        sides=game.sides,
    ).rstrip("\n")
    if args.output:
        write_text(args.output, text + "\n")
    else:
        term.say(text)
    return 0


def _setup_marks(game: Game, board: Board) -> dict[str, dict[str, Hex]]:
    """Return the setup of the scenario as marks, for the sides whose setup the board prints.

    The marks printed on a board are those of one scenario; another one sets up differently.
    """
    start = grognard.new(game.scenario.id, seed=0, options=game.scenario.options)
    marks: dict[str, dict[str, Hex]] = {side: {} for side in board.marks}
    for unit in start.view().units:
        hex_ = board.grid.find(unit.at)
        if hex_ is not None and not unit.marker and unit.side in marks:
            marks[unit.side][unit.id] = hex_
    return {side: at for side, at in marks.items() if at}


def _write_png(drawn: str, path: Path, width: int | None) -> None:
    """Draw to the side and rename, as all files are written."""
    import os
    import tempfile

    from grognard.core.draw.svg_map import png_map

    if not path.parent.is_dir():
        raise BadFile(path, "cannot write here: No such file or directory")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as beside:
        png_map(drawn, Path(beside) / path.name, width)
        os.replace(Path(beside) / path.name, path)
