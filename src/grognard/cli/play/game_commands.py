"""What a player can say in play beside orders: ask, look, take back, save, leave."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grognard.cli.commands.rules import find_rules, say_rules
from grognard.cli.game_files import ENDING
from grognard.cli.terminal.order_list import say_possible
from grognard.cli.terminal.refusals import refusal_of, say_breakdown, say_refusal, short_odds
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game

if TYPE_CHECKING:
    from grognard.cli.play.session import Session


class Command(NamedTuple):
    """Something that is not an order of the game."""

    does: Callable[[Session, str, str], None]
    shape: str
    says: str


def find(word: str) -> Command | None:
    """The command of this name; ``/name`` works too where a game has an order of the same name."""
    word = "?" if word.startswith("?") else word.removeprefix("/")
    return COMMANDS.get(_SHORT.get(word, word))


def unknown(word: str, verbs: Iterable[str]) -> str:
    """What to say about a word that is neither order nor command."""
    near = difflib.get_close_matches(word, [*verbs, *COMMANDS], n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "help explains, ? lists what can be done."
    return f"{word!r} is neither an order nor a command; {hint}"


def only_order(game: Game, side: str) -> Order | None:
    """The one order that is possible, if there is only one."""
    orders = list(islice(game.orders(side), 2))
    return orders[0] if len(orders) == 1 else None


# -- asking ----------------------------------------------------------------------------------------


def _possible(session: Session, rest: str, side: str) -> None:
    decision = session.game.choices(side)
    if decision is not None:
        say_possible(session.term, session.game, decision, rest)


def _why(session: Session, rest: str, side: str) -> None:
    if not rest:
        raise GrognardError("why what? Say an order, as in: why move SA 0701")
    refused = session.game.check(rest, side)
    if refused:
        say_refusal(session.term, refusal_of(session.game, rest, refused, side))
        return
    session.term.say(session.term.paint("That is possible.", "green"))
    say_breakdown(session.term, session.game.preview(rest, side))


def _odds(session: Session, rest: str, side: str) -> None:
    """The breakdown of an attack; with a hex alone or nothing, every attack in one line each."""
    game, term = session.game, session.term
    words = rest.split()
    if words and words[0].lower() not in game.scenario.game.verbs:
        rest = f"attack {rest}"
    if len(words) > 1 and (words[0].lower() != "attack" or len(words) > 2):
        say_breakdown(term, game.preview(rest, side))
        return
    target = words[-1].upper() if words and words[-1].lower() != "attack" else ""
    seen = game.state_as_seen_by(side)
    lines = [
        (str(order), short_odds(game.definition.preview(seen, order)))
        for order in game.orders(side)
        if order.target and target in ("", order.target)
    ]
    for text, odds in lines:
        term.say(term.wrap(odds, f"  {text}  ", "      "))
    if not lines:
        term.say(f"No attack{f' on {target}' if target else ''} is possible now.")


def _reach(session: Session, rest: str, side: str) -> None:
    game = session.game
    known = {id_.lower(): id_ for id_ in game.scenario.index}
    units = [known.get(word.lower(), word) for word in rest.replace(",", " ").split()]
    if not units:
        raise GrognardError("whose reach? As in: reach SA")
    costs = {game.hex(label): f"{cost:g}" for label, cost in game.reach(*units, side=side).items()}
    if not costs:
        session.term.say(f"{', '.join(units)} cannot move now.")
        return
    mask = sum(1 << hex_ for hex_ in costs)
    session.term.say(session.screen.board(game, game.view(side), notes=costs, highlight=mask))
    farthest = max(costs, key=lambda hex_: float(costs[hex_]))
    example = f"{game.scenario.board.grid.label(farthest)} for {costs[farthest]}"
    who = ", ".join(units)
    session.term.say(f"{who} can reach {len(costs)} hexes; costs stand on their lower edges ({example}).")


def _zoc(session: Session, rest: str, side: str) -> None:
    game = session.game
    of = rest or next(other for other in game.sides if other != side)
    mask = game.scenario.board.grid.mask(game.zoc(of))
    session.term.say(session.screen.board(game, game.view(side), highlight=mask))
    session.term.say(f"The zone of control of {of} is marked.")


def _rules(session: Session, rest: str, side: str) -> None:
    if not rest:
        raise GrognardError("which rule? Say an id, a section or words, as in: rules 8.3, rules retreat")
    found = find_rules(session.game.definition.rulebook(), rest)
    say_rules(session.term, found[:12])
    if len(found) > 12:
        session.term.say(f"… and {len(found) - 12} more; say more words.")
    if not found:
        session.term.say(f"No rule has {rest!r} as its id, section or in its words.")


def _hint(session: Session, rest: str, side: str) -> None:
    order, why = session.seats.choose(session.game, side, "search")
    why = why.removeprefix(f"{order}: ")
    session.term.say(session.term.wrap(f"The computer would say: {order}" + (f" ({why})" if why else "")))


# -- looking ---------------------------------------------------------------------------------------


def _board(session: Session, rest: str, side: str) -> None:
    if rest in ("always", "phase", "never", "auto"):
        session.boards = rest
        session.term.say(f"The board is drawn: {rest}.")
        return
    game = session.game
    centre = game.hex(rest.upper()) if rest else None
    view = game.view(side)
    session.term.say(session.screen.header(game, view))
    session.term.say(session.screen.board(game, view, centre=centre))
    boxes = session.screen.boxes(game, view)
    if boxes:
        session.term.say(boxes)


def _units(session: Session, rest: str, side: str) -> None:
    session.term.say(session.screen.units(session.game, session.game.view(side)))


def _log(session: Session, rest: str, side: str) -> None:
    count = int(rest) if rest.isdecimal() else None if rest == "all" else 15
    if rest and rest != "all" and count == 15 and not rest.isdecimal():
        raise GrognardError("log, log 30 or log all")
    events = session.game.events(side)
    shown = events if count is None else events[max(0, len(events) - count) :]
    if len(shown) < len(events):
        session.term.say(f"  … {plural(len(events) - len(shown), 'line')} before (log all)")
    session.term.say(session.screen.events(session.game, shown) or "Nothing has happened yet.")


# -- going back, saving, leaving -------------------------------------------------------------------


def _undo(session: Session, rest: str, side: str) -> None:
    session.term.say(f"Taken back: {session.undo(side)}")


def _save(session: Session, rest: str, side: str, *, overwrite: bool = False) -> None:
    words = rest.split()
    if "--hide-seed" in words:
        words.remove("--hide-seed")
        session.keeper.hide_seed = True
    name = " ".join(words)
    path = Path(name) if name else session.keeper.path or free_name(session.game)
    session.keeper.save_to(session.game, path, overwrite=overwrite)
    session.term.say(f"Saved in {path}, from now on after every order.")


def _save_over(session: Session, rest: str, side: str) -> None:
    _save(session, rest, side, overwrite=True)


def free_name(game: Game) -> Path:
    """A file name that is not taken yet."""
    names = (Path(f"{game.scenario.name}{n}{ENDING}") for n in ("", *(f"-{i}" for i in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def offer_to_save(session: Session, question: str) -> None:
    """Ask whether and where to save."""
    default = free_name(session.game)
    while True:
        answer = session.lines.ask(f"{question} [Y/n/file name] ")
        if answer.lower() in ("n", "no"):
            session.keeper.forget_autosave()
            return
        path = default if answer.lower() in ("", "y", "yes") else Path(answer)
        try:
            session.keeper.save_to(session.game, path)
        except GrognardError as error:
            session.term.say(str(error))
            continue
        command = "replay" if session.game.over else "play"
        session.term.say(f"Saved; go on with:\n  grognard {command} {shlex.quote(str(path))}")
        return


def _quit(session: Session, rest: str, side: str) -> None:
    from grognard.cli.play.session import Leave

    if session.keeper.path:
        session.term.say(f"Saved in {session.keeper.path}.")
    elif session.game.history:
        offer_to_save(session, "Save the game?")
    raise Leave


def _help(session: Session, rest: str, side: str) -> None:
    term, verbs = session.term, session.game.scenario.game.verbs
    orders = {name: (verb.example, verb.summary) for name, verb in verbs.items()}
    ours = {name: (command.shape, command.says) for name, command in COMMANDS.items()}
    if rest:
        if rest not in orders | ours:
            raise GrognardError(unknown(rest, verbs))
        found = [table[rest] for table in (orders, ours) if rest in table]
        for shape, says in found:
            term.say(term.wrap(says, f"  {shape:<22} "))
        return
    term.say("Orders read verb, what, where; several can stand in a line, parted by ;")
    for shape, says in orders.values():
        term.say(term.wrap(says, f"  {shape:<22} "))
    term.say("Commands")
    for shape, says in ours.values():
        term.say(term.wrap(says, f"  {shape:<22} "))
    term.say("Tab completes. Enter alone gives the order when only one is possible.")


COMMANDS: dict[str, Command] = {
    "?": Command(_possible, "? [UNIT]", "what can be done now, by everybody or by one"),
    "why": Command(_why, "why ORDER", "why an order is not possible, or what it rests on"),
    "odds": Command(_odds, "odds [HEX [UNITS]]", "chances of an attack, or of all attacks on a hex"),
    "reach": Command(_reach, "reach UNIT", "where a unit can go, with the points it costs"),
    "zoc": Command(_zoc, "zoc [SIDE]", "a side's zone of control (the enemy's)"),
    "rules": Command(_rules, "rules ID or WORDS", "what the rules say"),
    "hint": Command(_hint, "hint", "what the computer would do"),
    "board": Command(_board, "board [HEX]", "the board; around a hex; board always, phase, never, auto"),
    "units": Command(_units, "units", "all units with their values"),
    "log": Command(_log, "log [N or all]", "what has happened"),
    "undo": Command(_undo, "undo", "take your last order back, unless dice were rolled since"),
    "save": Command(_save, "save [FILE]", "save now and after every order; --hide-seed for games by mail"),
    "save!": Command(_save_over, "save! FILE", "the same, over a file that is there"),
    "help": Command(_help, "help [WORD]", "this, or about one order or command"),
    "quit": Command(_quit, "quit", "leave; asks whether to save"),
}
_SHORT = {"h": "help", "q": "quit", "exit": "quit", "u": "undo", "b": "board", "l": "log", "orders": "?"}
