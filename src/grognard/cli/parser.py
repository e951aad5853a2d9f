"""The command-line parser. Knows no game: names of sides are looked up when needed."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from grognard.cli.terminal.terminal import complain

ABOUT = "Hex-and-counter wargames, with every rule enforced. Without a command, play in the browser."
EPILOG = "Exit status: 0 yes or done, 1 illegal by the rules, 2 error."

if TYPE_CHECKING:  # argparse has no public name for it
    Commands = argparse._SubParsersAction["Parser"]


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        settings.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **settings)

    def error(self, message: str) -> NoReturn:
        """Report the error and how to get help."""
        complain(f"{message} ({self.prog} --help)")
        sys.exit(2)


def make_parser() -> Parser:
    """Return the parser of the whole command."""
    parser = Parser(prog="grognard", description=ABOUT, epilog=EPILOG)
    parser.add_argument("--version", action="store_true", help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for add in (_info, _records, _looking, _playing, _numbers, _server, _packs):
        add(commands)
    return parser


def _command(
    commands: Commands, name: str, says: str, *, json: bool = True, screen: bool = False, packs: bool = True
) -> Parser:
    parser: Parser = commands.add_parser(name, help=says, description=says)
    if json:
        parser.add_argument("--json", action="store_true", help="answer in JSON")
    if packs:
        parser.add_argument(
            "--pack",
            action="append",
            default=[],
            metavar="PATH",
            help="use the scenarios of this folder or zip file",
        )
    if screen:
        parser.add_argument(
            "--colour",
            action=argparse.BooleanOptionalAction,
            help="with or without colour (default: if the terminal has it)",
        )
        parser.add_argument("--ascii", action="store_true", help="use plain ASCII characters only")
    return parser


def _info(commands: Commands) -> None:
    games = _command(commands, "games", "list the games, their scenarios and options")
    games.add_argument("game", nargs="?", metavar="GAME", help="describe this game and its options")

    rules = _command(commands, "rules", "show a game's rules, case by case", packs=False)
    rules.add_argument("game", nargs="?", default="", metavar="GAME")
    rules.add_argument(
        "words", nargs="*", metavar="ID|WORDS", help="a rule id or section, or words to search for"
    )
    rules.add_argument("--where", action="store_true", help="the functions and tests that cite each rule")
    rules.add_argument(
        "--coverage", action="store_true", help="which testable cases have a test; without GAME, of all games"
    )
    rules.add_argument("--tests", metavar="DIR", help="the tests to search (default: those of the source)")

    map_ = _command(commands, "map", "draw the map of a scenario or of a saved game", json=False, screen=True)
    map_.add_argument("what", metavar="GAME/SCENARIO|FILE")
    map_.add_argument(
        "-o", "--output", metavar="FILE", help="a .svg, .png or .txt file (default: the screen)"
    )
    map_.add_argument("--bare", action="store_true", help="without counters")
    map_.add_argument("--width", type=int, metavar="N", help="pixels (.png) or columns (text)")


def _records(commands: Commands) -> None:
    new = _command(commands, "new", "start a game and write its record")
    new.add_argument("scenario", metavar="SCENARIO", help="such as strike-force-one/basic")
    new.add_argument("-o", "--output", metavar="FILE", required=True, help="the record to write")
    _starting(new)
    new.add_argument("--hide-seed", action="store_true", help="leave the seed out, for games by email")
    new.add_argument("--force", action="store_true", help="overwrite the file")

    order = _command(commands, "order", "give orders in a saved game and save it")
    order.add_argument("file", metavar="FILE")
    order.add_argument("orders", nargs="+", metavar="ORDER", help='such as "move SA 0801-0701"')
    order.add_argument("--side", metavar="SIDE", help="who gives them (default: the side to act)")
    order.add_argument("--dice", metavar="3,5", help="dice rolled by hand")
    order.add_argument("--hide-seed", action="store_true", help="leave the seed out, for games by email")
    order.add_argument("-o", "--output", metavar="FILE", help="write here instead of to FILE")

    check = _command(commands, "check", "validate a file, or ask why an order is or is not legal")
    check.add_argument("file", metavar="FILE", help="a record, position, board, scenario or other data file")
    check.add_argument("order", nargs="?", metavar="ORDER")
    check.add_argument("--side", metavar="SIDE", help="who would give it (default: the side to act)")


def _looking(commands: Commands) -> None:
    show = _command(commands, "show", "show a saved game", screen=True)
    show.add_argument("file", metavar="FILE")
    show.add_argument("--side", metavar="SIDE", help="as this side sees it (default: as a spectator)")
    show.add_argument("--at", type=int, metavar="N", help="as it was after N orders")

    orders = _command(commands, "orders", "list every legal order of a saved game")
    orders.add_argument("file", metavar="FILE")
    orders.add_argument("--actor", metavar="ID", help="only the orders of this counter")
    orders.add_argument("--side", metavar="SIDE", help="of this side (default: the side to act)")

    analyse = _command(commands, "analyse", "analyse a finished game", screen=True)
    analyse.add_argument("file", metavar="FILE")
    analyse.add_argument("--seconds", type=float, default=20.0, help="time to measure dice and orders (20)")
    analyse.add_argument("-o", "--output", metavar="FILE", help="also draw it to a .svg or .png file")

    replay = _command(commands, "replay", "replay a saved game", screen=True)
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--side", metavar="SIDE", help="as this side saw it (default: as a spectator)")
    way = replay.add_mutually_exclusive_group()
    way.add_argument("--step", action="store_true", help="order by order (default at a terminal)")
    way.add_argument("--auto", action="store_true", help="straight through (default otherwise)")
    replay.add_argument("--delay", type=float, metavar="SECONDS", help="pause between orders")


def _playing(commands: Commands) -> None:
    play = _command(commands, "play", "play in the terminal", json=False, screen=True)
    play.usage = "grognard play [SCENARIO|FILE] [--SIDE human|recruit|regular|veteran|general] [options]"
    play.add_argument(
        "what", nargs="?", metavar="SCENARIO|FILE", help="a scenario, or a saved game to resume"
    )
    play.add_argument(
        "--player", action="append", default=[], metavar="SIDE=KIND",
        help="who plays a side: human, recruit, regular, veteran, general; --us veteran works too",
    )  # fmt: skip
    _starting(play)
    play.add_argument("--record", metavar="FILE", help="save here after every order")
    play.add_argument("--hide-seed", action="store_true", help="leave the seed out of the record")
    play.add_argument("--seconds", type=float, default=0.5, help="time of the default level per order (0.5)")
    play.add_argument("--confirm", action="store_true", help="show the odds and ask before every attack")


def _starting(parser: Parser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an optional rule: night, night=off",
    )
    parser.add_argument("--seed", metavar="N", help="seed of the dice (default: random and secret)")
    parser.add_argument("--by-hand", action="store_true", help="roll real dice and type them in")


def _numbers(commands: Commands) -> None:
    bench = _command(commands, "bench", "measure speed on this computer", packs=False)
    bench.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO", help="measure only random play of these scenarios"
    )
    bench.add_argument("--peers", action="store_true", help="measure python-chess beside each scenario")
    bench.add_argument("--seconds", type=float, default=2.0, help="seconds of random play per figure (2)")
    bench.add_argument("--gym", action="store_true", help="measure the environments for learning instead")
    bench.add_argument("--web", action="store_true", help="measure the browser client and the server instead")
    bench.add_argument(
        "--database", default="", metavar="URL", help="PostgreSQL, to measure two servers (--web)"
    )
    ladder = _command(
        commands, "ladder", "let pairs of computer players play each other from both sides", json=False
    )
    ladder.add_argument("scenarios", nargs="+", metavar="SCENARIO", help="such as sandown/tabriz-and-erzurum")
    ladder.add_argument(
        "--pair",
        action="append",
        required=True,
        metavar="A,B",
        help="two players, such as planner,planner-1 or commander@40,greedy; repeat for more pairs",
    )
    ladder.add_argument("--games", type=int, default=20, metavar="N", help="games per side (20)")
    ladder.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first game (1)")
    tune = _command(commands, "tune", "try the intentions of a side and sort them by results", json=False)
    tune.add_argument("scenario", metavar="SCENARIO")
    tune.add_argument("side", metavar="SIDE")
    tune.add_argument(
        "--against",
        default="planner-1,planner",
        metavar="A,B",
        help="opponents (planner-1,planner)",
    )
    tune.add_argument("--games", type=int, default=8, metavar="N", help="games per round and opponent (8)")
    tune.add_argument("--rounds", type=int, default=3, metavar="N", help="half is dropped after each (3)")
    tune.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same games")
    tune.add_argument("--vary", default="", metavar="A,B", help="also vary these numbers of the staff")
    tune.add_argument("--variations", type=int, default=8, metavar="N", help="number of variations (8)")
    train = _command(commands, "train", "fit the value of positions to games between planners", json=False)
    train.add_argument("scenario", metavar="SCENARIO")
    train.add_argument("--games", type=int, default=120, metavar="N", help="games to play (120)")
    train.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same games")
    commands.add_parser("sim", help="play a series of games between computer players", add_help=False)


def _server(commands: Commands) -> None:
    serve = _command(commands, "serve", "play in the browser: start a server", json=False)
    serve.add_argument("--open", action="store_true", help="open the browser")
    serve.add_argument("--host", help="address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=int, help="port to listen on (8421)")
    serve.add_argument("--database", metavar="URL", help="where games are stored (SQLite in the data folder)")
    serve.add_argument("--data", metavar="DIR", help="the data folder")
    serve.add_argument("--public-url", metavar="URL", help="the address that players use, behind a proxy")
    serve.add_argument("--settings", metavar="FILE", help="a TOML file with more settings")
    serve.add_argument(
        "--workers", type=int, metavar="N", help="number of computer players that think at once"
    )
    worker = _command(commands, "worker", "let computer players think for servers on PostgreSQL", json=False)
    worker.add_argument("--database", metavar="URL", help="the PostgreSQL database of the servers")
    worker.add_argument("--data", metavar="DIR", help="the data folder")
    worker.add_argument("--workers", type=int, metavar="N", help="number of players that think at once")
    worker.add_argument("--settings", metavar="FILE", help="the TOML file of the servers")
    verify = _command(commands, "verify", "verify the dice of a finished record by its seed")
    verify.add_argument("file", metavar="RECORD")


def _packs(commands: Commands) -> None:
    says = "make or check a pack: your own scenarios in a folder or zip file"
    pack = commands.add_parser("pack", help=says, description=says)
    actions = pack.add_subparsers(dest="action", metavar="new|check", required=True, parser_class=Parser)
    new = _command(actions, "new", "make a folder with a pack to start from", json=False, packs=False)
    new.add_argument("folder", metavar="FOLDER", help="the folder to make; its name becomes the pack's id")
    new.add_argument(
        "--scenario",
        default="strike-force-one/basic",
        metavar="GAME/SCENARIO",
        help="the scenario to start from (strike-force-one/basic)",
    )
    check = _command(actions, "check", "check everything in a pack, and play it a little", packs=False)
    check.add_argument("path", metavar="PATH", help="a folder or zip file")
