"""``grognard games`` and ``grognard map``. The first imports no rules."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import grognard
from grognard.cli.terminal.terminal import Terminal, complain, say_json, this_terminal
from grognard.core.contract.scenario import GameFile
from grognard.core.english import plural
from grognard.core.errors import GrognardError
from grognard.core.files.files import write_text
from grognard.core.packs import packs_in_use
from grognard.games import game_file, game_id, game_ids, offers, scenario_files, scenario_listing

if TYPE_CHECKING:
    pass

# -- games -----------------------------------------------------------------------------------------


def games(args: Namespace) -> int:
    """``grognard games``: list what can be played."""
    chosen = [game_id(args.game)] if args.game else list(game_ids())
    files = [game_file(name) for name in chosen]
    if args.json:
        say_json([_game_plain(game) for game in files])
        return 0
    term = this_terminal(False)
    for game in files:
        term.say(f"{game.full_title}  ({game.id})")
        term.say(term.wrap(game.summary, "  "))
        term.say(f"  Sides: {', '.join(side.id for side in game.sides)}")
        listing = scenario_listing(game.id)
        for name, file in listing.files.items():
            term.say(f"\n  {game.id}/{name}  ({plural(file.turns - file.first_turn + 1, 'turn')})")
            term.say(term.wrap(file.summary, "    "))
            if file.belligerent:
                term.say(f"    sides: {', '.join(side.id for side in file.belligerent)}")
            if file.options:
                term.say(term.wrap(", ".join(file.options), "    options: "))
        if args.game:
            _say_options(term, game)
        for name, why in listing.problems.items():
            complain(f"{game.id}/{name} is left out: {why}")
    problems = {} if args.game else {**offers().problems, **packs_in_use().problems}
    for what, why in problems.items():
        complain(f"{what} is left out: {why}")
    if not args.game:
        term.say("\nOptions of a game: grognard games GAME.  Play: grognard play SCENARIO")
    return 0


def _say_options(term: Terminal, game: GameFile) -> None:
    term.say("\n  Options")
    for name, option in game.options.items():
        values = f" = {' | '.join(option.choices)} ({option.default})" if option.choices else ""
        term.say(term.wrap(f"{option.summary} [{option.rule}]", f"    {name}{values}: ", " " * 6))


def _game_plain(game: GameFile) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(game)
    plain["scenarios"] = [
        {"id": f"{game.id}/{name}", **msgspec.to_builtins(file)}
        for name, file in scenario_files(game.id).items()
    ]
    return plain


# -- map -------------------------------------------------------------------------------------------


def map(args: Namespace) -> int:
    """``grognard map``: draw the part of the board in play, with the counters of a scenario or saved game."""
    from grognard.cli.commands.data_files import scenario_in_pack
    from grognard.cli.game_files import open_game, write_png
    from grognard.core.board.cut import cut_board
    from grognard.core.draw.faces import faces

    path = Path(args.what)
    kind = Path(args.output).suffix.lower() if args.output else ""
    if kind not in ("", ".svg", ".png", ".txt"):
        raise GrognardError(f"{args.output}: write a map to a .svg, .png or .txt file")
    scenario = scenario_in_pack(path) if path.is_file() else args.what
    game = open_game(path) if scenario is None else grognard.new(scenario, seed=0)
    board = cut_board(game.scenario.board, game.scenario.in_play)
    counters = {} if args.bare else faces(game.scenario, game.view(), board.grid)
    if kind in (".svg", ".png"):
        from grognard.core.draw.setup_marks import setup_marks
        from grognard.core.draw.svg_map import svg_map

        title = f"{board.title}: {game.scenario.file.title}"
        start = grognard.new(game.scenario.id, seed=0, options=game.scenario.options)
        drawn = svg_map(board, counters, title=title, marks=setup_marks(board, start.view()))
        if kind == ".svg":
            write_text(args.output, drawn)
        else:
            write_png(drawn, Path(args.output), args.width)
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
