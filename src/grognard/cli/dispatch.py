"""Run a command: parse the command line, import the command's module, report errors in one line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from grognard import add_pack
from grognard.cli.parser import Parser, make_parser
from grognard.cli.terminal.terminal import complain
from grognard.core.errors import GrognardError

MODULES = {
    "analyse": "commands.analyse",
    "games": "commands.info",
    "rules": "commands.rules",
    "map": "commands.info",
    "new": "commands.records",
    "order": "commands.records",
    "orders": "commands.records",
    "pack": "commands.packs",
    "show": "commands.records",
    "check": "commands.check",
    "replay": "commands.replay",
    "play": "play.start",
    "bench": "commands.study",
    "sim": "commands.study",
    "ladder": "commands.study",
    "train": "commands.study",
    "tune": "commands.study",
    "serve": "commands.serve",
    "worker": "commands.serve",
    "verify": "commands.serve",
}
"""The module of each command; it has a function with the command's name."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    _tolerate_encodings()
    try:
        args = _parse(make_parser(), list(sys.argv[1:] if argv is None else argv))
        if args is None:
            return 0
        for path in getattr(args, "pack", ()):
            add_pack(path)
        module = import_module(f"grognard.cli.{MODULES[args.command]}")
        status = int(getattr(module, args.command)(args))
        sys.stdout.flush()
        return status
    except SystemExit as leaving:  # raised by argparse after help or an error
        return leaving.code if isinstance(leaving.code, int) else 2
    except GrognardError as error:
        complain(error)
    except BrokenPipeError:  # nobody reads the pipe any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        complain("stopped")
        return 130
    except OSError as error:
        complain(f"{error.filename or 'grognard'}: {error.strerror or error}")
    return 2


def _parse(parser: Parser, argv: list[str]) -> argparse.Namespace | None:
    if argv[:1] == ["sim"]:  # the simulator parses its own arguments
        return argparse.Namespace(command="sim", rest=argv[1:])
    args = parser.parse_args(_name_sides(argv) if argv[:1] == ["play"] else argv)
    if args.version:
        from grognard import __version__

        print(f"grognard {__version__}")
        return None
    if args.command is not None:
        return args
    if not argv and _has_server():
        return parser.parse_args(["serve", "--open"])
    parser.print_help()
    return None


def _has_server() -> bool:
    """Return whether the packages of the server are installed."""
    try:
        import_module("grognard.server.run")
        import_module("grognard.server.app")
    except ModuleNotFoundError:
        return False
    return True


def _name_sides(argv: list[str]) -> list[str]:
    """Expand ``--us veteran`` to ``--player us=veteran``, for the sides of games and scenarios."""
    from grognard.games import game_file, game_ids, sides_of

    sides = {side.id for game in game_ids() for side in game_file(game).sides}
    for word in argv:
        with suppress(GrognardError):  # a word with a slash may be anything
            sides |= {side.id for side in sides_of(*word.split("/"))} if word.count("/") == 1 else set()
    found: list[str] = []
    words = iter(argv)
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if word.startswith("--") and name in sides:
            found += ["--player", f"{name}={value if equals else next(words, '')}"]
        else:
            found.append(word)
    return found


def _tolerate_encodings() -> None:
    """Keep going when the terminal cannot show a character."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
