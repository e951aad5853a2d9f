"""``grognard check``: check a file or pack, or ask whether an order is legal."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from grognard.cli.commands.data_files import Findings, kind_of
from grognard.cli.commands.packs import check_pack
from grognard.cli.game_files import open_game
from grognard.cli.terminal.refusals import plain_explanation, refusal_of, say_explanation, say_refusal
from grognard.cli.terminal.terminal import complain, say_json, this_terminal
from grognard.core.errors import GrognardError


def check(args: Namespace) -> int:
    """Validate a file, or ask about an order in the game that it holds."""
    if args.order is not None:
        return _check_order(args)
    kind, (about, faults) = _findings(Path(args.file))
    if args.json:
        say_json({"file": args.file, "kind": kind, "ok": not faults, "about": about, "faults": faults})
    elif not faults:
        this_terminal(False).say(f"{args.file}: valid {kind}: {about}")
    for fault in faults if not args.json else ():
        complain(fault)
    return 2 if faults else 0


def _findings(path: Path) -> tuple[str, Findings]:
    """Return what a file or folder is and what is wrong with it."""
    if path.is_dir() or path.suffix == ".zip":
        return "pack", check_pack(path)
    kind, look = kind_of(path)
    try:
        return kind, look(path)
    except GrognardError as error:
        return kind, ("", [str(error)])


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
    explanation = game.definition.preview(game.state, game.read(args.order))
    if args.json:
        say_json({"legal": True, "preview": plain_explanation(explanation)})
    else:
        term.say("Legal.")
        say_explanation(term, explanation)
    return 0
