"""Commands on record files, for scripts and games by email: ``new``, ``show``, ``orders``, ``order``."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

import grognard
from grognard.cli.game_files import open_game, open_saved, refuse_to_overwrite
from grognard.cli.terminal.refusals import refusal_of, say_refusal
from grognard.cli.terminal.screen import Screen
from grognard.cli.terminal.terminal import Terminal, say_json, this_terminal
from grognard.core.english import plural
from grognard.core.errors import GrognardError, Illegal, NeedDice
from grognard.core.play.game import Game

_TRUE, _FALSE = ("true", "on", "yes", "1"), ("false", "off", "no", "0")


def chosen_options(words: Sequence[str]) -> dict[str, object]:
    """Parse options from the command line: ``night``, ``night=off``, ``event-draw=chits``."""
    options: dict[str, object] = {}
    for word in words:
        name, equals, text = word.partition("=")
        value = text.strip().lower()
        options[name.strip()] = not equals or value in _TRUE or (False if value in _FALSE else text.strip())
    return options


def summary(game: Game) -> dict[str, object]:
    """Return a summary of a game for JSON."""
    decision = game.choices()
    return {
        "scenario": game.scenario.id,
        "options": game.options,
        "orders": len(game.history),
        "turn": game.turn,
        "phase": game.phase,
        "to_act": list(game.waiting_for),
        "asked": str(decision.sentence()) if decision else "",
        "result": game.result,
    }


def _status(game: Game) -> str:
    if game.result:
        return f"{plural(len(game.history), 'order')}; over: {game.result.title}"
    return f"{plural(len(game.history), 'order')}; turn {game.turn}, {game.phase}; {game.to_act} to act"


def new(args: Namespace) -> int:
    """``grognard new``: start a game and save it."""
    if not args.force:
        refuse_to_overwrite(args.output)
    game = grognard.new(
        args.scenario, chosen_options(args.option), seed=seed_of(args.seed), by_hand=args.by_hand
    )
    game.save(args.output, with_seed=not args.hide_seed)
    if args.json:
        say_json({"file": args.output, **summary(game)})
    else:
        this_terminal(False).say(f"{args.output}: {game.scenario.id}; {_status(game)}")
    return 0


def seed_of(text: str | None) -> str | None:
    """Return a seed in the form that a record allows."""
    seed = None if text is None else " ".join(text.split())
    if seed == "":
        raise GrognardError("the seed is empty; leave out --seed for a secret one")
    return seed


def show(args: Namespace) -> int:
    """``grognard show``: show a saved game, now or after some orders."""
    game = open_game(args.file)
    if args.at is not None:
        game = game.game_after(args.at)
    view = game.view(args.side or "")
    last = max(0, len(game.history) - 1)
    events = game.events(args.side or "", since=last)
    if args.json:
        say_json({**summary(game), "view": view, "events": [_event(game, event) for event in events]})
        return 0
    Screen(this_terminal(args.colour, args.ascii)).show(game, args.side or "", events=events)
    return 0


def _event(game: grognard.Game, event: grognard.Event) -> dict[str, object]:
    import msgspec

    titles = game.scenario.titles
    return {**msgspec.to_builtins(event), "kind": event.kind, "text": event.text.spoken(titles)}


def orders(args: Namespace) -> int:
    """``grognard orders``: list the legal orders."""
    game = open_game(args.file)
    decision = game.choices(args.side)
    actors = decision.actors() if decision else []
    if args.actor is not None:
        known = {id_.lower(): id_ for id_ in game.scenario.index}
        actor = known.get(args.actor.lower())
        if actor is None:
            raise GrognardError(f"there is no counter {args.actor!r}")
        actors = [actor] if actor in actors else []
    by_actor = {id_: [str(order) for order in decision.orders(id_)] for id_ in actors} if decision else {}
    if args.json:
        say_json({**summary(game), "actors": by_actor})
        return 0
    everything = dict.fromkeys(order for found in by_actor.values() for order in found)
    for text in everything:
        print(text)
    return 0


def order(args: Namespace) -> int:
    """``grognard order``: give orders; saves only if all of them are legal."""
    saved = open_saved(args.file)
    if not saved.is_record and not args.output:
        raise GrognardError(f"{args.file} is a position; name a file for the record with -o")
    game, term = saved.game, this_terminal(False)
    if args.output and args.output != args.file:
        refuse_to_overwrite(args.output)
    before = len(game.history)
    if args.dice:
        game.dice.script(_faces(args.dice))
    for text in args.orders:
        try:
            game.play(text, args.side)
        except Illegal as refused:
            return _refused(term, game, text, refused, args)
        except NeedDice as need:
            raise GrognardError(f"{text!r}: {need}; give it with --dice (nothing was saved)") from None
    if game.dice.scripted:
        left = ", ".join(str(value) for value, _ in game.dice.scripted)
        raise GrognardError(f"unused dice: {left} (nothing was saved)")
    hide = args.hide_seed or saved.hidden
    game.save(args.output or args.file, with_seed=not hide)
    events = game.events(since=before) if args.side is None else game.events(args.side, since=before)
    if args.json:
        say_json({"ok": True, **summary(game), "events": [_event(game, event) for event in events]})
        return 0
    screen = Screen(term)
    term.say(screen.events(game, events, ""))
    term.say(f"{args.output or args.file}: {_status(game)}")
    return 0


def _faces(text: str) -> list[int]:
    try:
        return [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise GrognardError(f"{text!r}: dice must be numbers, such as --dice 3,5") from None


def _refused(term: Terminal, game: Game, text: str, refused: Illegal, args: Namespace) -> int:
    refusal = refusal_of(game, text, refused, args.side)
    if args.json:
        say_json({"ok": False, "refused": refusal})
    else:
        say_refusal(term, refusal)
        term.say("Nothing was saved.")
    return 1
