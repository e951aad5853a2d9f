"""``grognard play``: start a game at the terminal from the command line or the menu."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import grognard
from grognard.cli.commands.data_files import scenario_in_pack
from grognard.cli.commands.records import chosen_options, seed_of
from grognard.cli.game_files import ENDING, GameSaver, Saved, open_saved, refuse_to_overwrite
from grognard.cli.play import seats as seating
from grognard.cli.play.menu import Choice, choose
from grognard.cli.play.session import Session
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.terminal import this_terminal
from grognard.core.errors import GrognardError

_FILES = (ENDING, ".toml", ".zip")
"""Endings of records, positions and packs."""


def play(args: Namespace) -> int:
    """Play a scenario, or resume a saved game."""
    term = this_terminal(args.colour, args.ascii)
    if args.seconds <= 0:
        raise GrognardError(f"--seconds {args.seconds}: must be positive")
    if args.what is None:
        try:
            choice = choose(term, Lines())
        except (EOFError, KeyboardInterrupt):
            term.say()
            return 0
    else:
        choice = _choice(args)
    if args.record and args.record != args.what:
        refuse_to_overwrite(args.record)
    saved = _open(choice, args)
    saver = GameSaver(args.record, hide_seed=args.hide_seed or saved.hidden)
    if saved.is_record and not args.record:
        saver.path = choice.file
    given = choice.seats | seating.named(args.player, saved.game.sides)
    players = seating.Seats(seating.seated(saved.game, given), seconds=args.seconds, seed=args.seed)
    return Session(saved.game, players, saver, term, confirm=args.confirm).run()


def _choice(args: Namespace) -> Choice:
    path = Path(args.what)
    if path.is_file():
        scenario = scenario_in_pack(path)
        return Choice(path) if scenario is None else _scenario_choice(args, scenario)
    if path.suffix in _FILES or ("/" in args.what and path.suffix):  # meant as a file
        raise GrognardError(f"{args.what}: no such file")
    return _scenario_choice(args, args.what)


def _scenario_choice(args: Namespace, scenario: str) -> Choice:
    return Choice(None, scenario, chosen_options(args.option), {}, args.by_hand)


def _open(choice: Choice, args: Namespace) -> Saved:
    if choice.file is not None:
        if args.option or args.seed or args.by_hand:
            raise GrognardError("options, seed and dice are fixed in a saved game; leave them out")
        return open_saved(choice.file)
    game = grognard.new(
        choice.scenario, choice.options, seed=seed_of(args.seed), by_hand=choice.by_hand or args.by_hand
    )
    return Saved(game, False, False)
