"""Commands in play that are not orders: query, display, undo, save, quit."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grognard.cli.commands.rules import find_rules, say_rules
from grognard.cli.game_files import ENDING, command_to_play
from grognard.cli.play.seats import default_level
from grognard.cli.terminal.order_list import say_legal_orders
from grognard.cli.terminal.refusals import refusal_of, say_explanation, say_refusal, short_odds
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game

if TYPE_CHECKING:
    from grognard.cli.play.session import Session


class Command(NamedTuple):
    """A command that is not an order of the game."""

    does: Callable[[Session, str, str], None]
    shape: str
    says: str


def find(word: str) -> Command | None:
    """Return the command of this name; ``/name`` works too, if a game has an order of the same name."""
    word = "?" if word.startswith("?") else word.removeprefix("/")
    return COMMANDS.get(_SHORT.get(word, word))


def unknown(word: str, verbs: Iterable[str]) -> str:
    """Return the message for a word that is neither an order nor a command."""
    near = difflib.get_close_matches(word, [*verbs, *COMMANDS], n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "type help, or ? for legal orders."
    return f"{word!r} is neither an order nor a command; {hint}"


def only_order(game: Game, side: str) -> Order | None:
    """Return the only legal order; None if there are several."""
    orders = list(islice(game.orders(side), 2))
    return orders[0] if len(orders) == 1 else None


# -- queries ---------------------------------------------------------------------------------------


def _legal_orders(session: Session, rest: str, side: str) -> None:
    decision = session.game.choices(side)
    if decision is not None:
        say_legal_orders(session.term, session.game, decision, rest)


def _why(session: Session, rest: str, side: str) -> None:
    if not rest:
        raise GrognardError("no order given; type an order, such as: why move SA 0701")
    refused = session.game.check(rest, side)
    if refused:
        say_refusal(session.term, refusal_of(session.game, rest, refused, side))
        return
    session.term.say(session.term.paint("Legal.", "green"))
    say_explanation(session.term, session.game.preview(rest, side))


def _odds(session: Session, rest: str, side: str) -> None:
    """Explain the odds of an attack; with only a hex or nothing, list all attacks in one line each."""
    game, term = session.game, session.term
    words = rest.split()
    if words and words[0].lower() not in game.scenario.game.verbs:
        rest = f"attack {rest}"
    if len(words) > 1 and (words[0].lower() != "attack" or len(words) > 2):
        say_explanation(term, game.preview(rest, side))
        return
    target = words[-1] if words and words[-1].lower() != "attack" else ""
    target = game.scenario.notation.hex(target) or target
    seen = game.state_as_seen_by(side)
    lines = [
        (str(order), short_odds(game.definition.preview(seen, order)))
        for order in game.orders(side)
        if order.target and target in ("", order.target)
    ]
    for text, odds in lines:
        term.say(term.wrap(odds, f"  {text}  ", "      "))
    if not lines:
        term.say(f"No legal attack{f' on {target}' if target else ''} now.")


def _reach(session: Session, rest: str, side: str) -> None:
    game = session.game
    units = [game.unit(word, side).id for word in rest.replace(",", " ").split()]
    if not units:
        raise GrognardError("no unit given; type a unit, such as: reach SA")
    costs = {game.hex(label): f"{cost:g}" for label, cost in game.reach(*units, side=side).items()}
    if not costs:
        session.term.say(f"{', '.join(units)} cannot move now.")
        return
    mask = sum(1 << hex_ for hex_ in costs)
    session.term.say(session.screen.board(game, game.view(side), notes=costs, highlight=mask))
    farthest = max(costs, key=lambda hex_: float(costs[hex_]))
    example = f"{game.scenario.board.grid.label(farthest)} for {costs[farthest]}"
    who = ", ".join(units)
    session.term.say(f"{who} can reach {len(costs)} hexes. The numbers are MP costs ({example}).")


def _zoc(session: Session, rest: str, side: str) -> None:
    game = session.game
    of = rest or next(other for other in game.sides if other != side)
    mask = game.scenario.board.grid.mask(game.zoc(of))
    session.term.say(session.screen.board(game, game.view(side), highlight=mask))
    session.term.say(f"The zone of control of {of} is highlighted.")


def _supply(session: Session, rest: str, side: str) -> None:
    """Say in one line whether each of some units is in supply."""
    game, term = session.game, session.term
    names = rest.replace(",", " ").split()
    if not names:
        raise GrognardError("no unit given; type a unit, such as: supply UNIT")
    seen = game.state_as_seen_by(side)
    for name in names:
        unit = game.unit(name, side)
        hex_ = game.scenario.board.grid.find(unit.at)
        supplied = game.definition.supply_hexes(seen, unit.side)
        if supplied is None:
            term.say("This game has no supply.")
            return
        if hex_ is None:
            term.say(f"{unit.id} is not on the map.")
        elif game.definition.explains is not None and unit.side == side:
            term.say(term.wrap(f"{unit.id} in {unit.at}: {game.definition.explain(seen, unit.id).total}"))
        else:
            term.say(f"{unit.id} in {unit.at}: {'in' if supplied >> hex_ & 1 else 'out of'} supply")


def _reasons(session: Session, rest: str, side: str) -> None:
    session.term.say("\n".join(session.reasons) or "The computer has given no reason.")


def _rules(session: Session, rest: str, side: str) -> None:
    if not rest:
        raise GrognardError(
            "no rule given; type an id, a section or words, such as: rules 8.3, rules retreat"
        )
    rules = find_rules(session.game.definition.rulebook(), rest)
    found = [rule for rule in rules if session.game.scenario.applies(rule.id)]
    say_rules(session.term, found[:12])
    if len(found) > 12:
        session.term.say(f"… and {len(found) - 12} more. Add words to narrow the list.")
    if not found:
        session.term.say(f"No rule matches {rest!r}.")


def _hint(session: Session, rest: str, side: str) -> None:
    order, why = session.seats.choose(session.game, side, default_level())
    plan = session.seats.briefing(side, default_level())
    if plan:
        session.term.say(session.term.wrap(plan))
    session.term.say(session.term.wrap(f"Suggested order: {order}" + (f" ({why})" if why else "")))


# -- display ---------------------------------------------------------------------------------------


def _board(session: Session, rest: str, side: str) -> None:
    if rest in ("always", "phase", "never", "auto"):
        session.boards = rest
        session.term.say(f"The board is drawn: {rest}.")
        return
    game = session.game
    centre = game.hex(rest) if rest else None
    for part in session.screen.table(game, game.view(side), below=0, centre=centre):
        if part:
            session.term.say(part)


def _status(session: Session, rest: str, side: str) -> None:
    """Print standings, objectives and off-map boxes in full."""
    view = session.game.view(side)
    for part in (session.screen.header(session.game, view), session.screen.boxes(session.game, view)):
        if part:
            session.term.say(part)


def _units(session: Session, rest: str, side: str) -> None:
    session.term.say(session.screen.units(session.game, session.game.view(side)))


def _log(session: Session, rest: str, side: str) -> None:
    count = int(rest) if rest.isdecimal() else None if rest == "all" else 15
    if rest and rest != "all" and count == 15 and not rest.isdecimal():
        raise GrognardError("type log, log 30 or log all")
    events = session.game.events(side)
    shown = events if count is None else events[max(0, len(events) - count) :]
    if len(shown) < len(events):
        session.term.say(f"  … {plural(len(events) - len(shown), 'earlier line')} (log all)")
    session.term.say(session.screen.events(session.game, shown) or "No events yet.")


# -- undo, save, quit ------------------------------------------------------------------------------


def _undo(session: Session, rest: str, side: str) -> None:
    if rest and not re.fullmatch(r"[1-9][0-9]{0,3}", rest.strip()):
        raise GrognardError(f"cannot undo {rest.strip()!r}; say how many orders, for example: undo 3")
    session.term.say(f"Undone: {'; '.join(session.undo(side, int(rest or 1)))}")


def _save(session: Session, rest: str, side: str, *, overwrite: bool = False) -> None:
    words = rest.split()
    if "--hide-seed" in words:
        words.remove("--hide-seed")
        session.saver.hide_seed = True
    name = " ".join(words)
    path = Path(name) if name else session.saver.path or free_name(session.game)
    session.saver.save_to(session.game, path, overwrite=overwrite)
    session.term.say(f"Saved to {path}. Autosaving after every order.")


def _save_over(session: Session, rest: str, side: str) -> None:
    _save(session, rest, side, overwrite=True)


def free_name(game: Game) -> Path:
    """Return an unused file name."""
    names = (Path(f"{game.scenario.name}{n}{ENDING}") for n in ("", *(f"-{i}" for i in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def offer_to_save(session: Session, question: str) -> None:
    """Ask whether and where to save."""
    default = free_name(session.game)
    while True:
        answer = session.lines.ask(f"{question} [Y/n/file name] ")
        if answer.lower() in ("n", "no"):
            session.saver.delete_autosave()
            return
        path = default if answer.lower() in ("", "y", "yes") else Path(answer)
        try:
            session.saver.save_to(session.game, path)
        except GrognardError as error:
            session.term.say(str(error))
            continue
        command = "grognard replay" if session.game.over else command_to_play()
        verb = "replay" if session.game.over else "resume"
        session.term.say(f"Saved. To {verb}:\n  {command} {shlex.quote(str(path))}")
        return


def _quit(session: Session, rest: str, side: str) -> None:
    from grognard.cli.play.session import Leave

    if session.saver.path:
        session.term.say(f"Saved to {session.saver.path}.")
    elif session.game.history:
        offer_to_save(session, "Save the game?")
    raise Leave


def _help(session: Session, rest: str, side: str) -> None:
    term, verbs = session.term, session.game.scenario.game.verbs
    orders = {
        name: (verb.example, verb.summary)
        for name, verb in verbs.items()
        if session.game.scenario.applies(verb.rule)
    }
    ours = {
        name: (f"/{command.shape}" if name in verbs else command.shape, command.says)
        for name, command in COMMANDS.items()
        if name != "supply" or session.game.scenario.game.supply
    }
    if rest:
        if rest not in orders | ours:
            raise GrognardError(unknown(rest, verbs))
        found = [table[rest] for table in (orders, ours) if rest in table]
        for shape, says in found:
            term.say(term.wrap(says, f"  {shape:<22} "))
        return
    term.say("Orders (verb, units, hexes); separate several orders with ; to give all or none.")
    term.say("A hex instead of units means your stack there, and a place name its hex.")
    for shape, says in orders.values():
        term.say(term.wrap(says, f"  {shape:<22} "))
    term.say("Commands")
    for shape, says in ours.values():
        term.say(term.wrap(says, f"  {shape:<22} "))
    term.say("Press Tab to complete a word, and Enter to give the only legal order.")


COMMANDS: dict[str, Command] = {
    "?": Command(_legal_orders, "? [UNIT]", "list legal orders, of all units or of one"),
    "why": Command(_why, "why ORDER", "explain why an order is illegal, or show its costs and odds"),
    "odds": Command(_odds, "odds [HEX [UNITS]]", "show the odds of an attack, or of all attacks on a hex"),
    "reach": Command(_reach, "reach UNIT", "show where a unit can move, with MP costs"),
    "zoc": Command(_zoc, "zoc [SIDE]", "show a side's zones of control (default: the enemy's)"),
    "supply": Command(_supply, "supply UNIT", "say whether a unit is in supply, and what it can draw on"),
    "rules": Command(_rules, "rules ID or WORDS", "look up rules"),
    "hint": Command(_hint, "hint", "suggest an order"),
    "reasons": Command(_reasons, "reasons", "show why the computer gave its last orders"),
    "board": Command(
        _board,
        "board [HEX or PLACE]",
        "show the board, or draw it always, by phase, never or auto: board phase",
    ),
    "status": Command(_status, "status", "show standings, objectives and off-map boxes in full"),
    "units": Command(_units, "units", "list all units with their values"),
    "log": Command(_log, "log [N or all]", "show what has happened"),
    "undo": Command(_undo, "undo [COUNT]", "undo your last orders, unless dice were rolled since"),
    "save": Command(_save, "save [FILE]", "save now and after every order; --hide-seed for games by email"),
    "save!": Command(_save_over, "save! FILE", "save and overwrite a file"),
    "help": Command(_help, "help [WORD]", "show this help, or help on one order or command"),
    "quit": Command(_quit, "quit", "quit, and offer to save"),
}
_SHORT = {"h": "help", "q": "quit", "exit": "quit", "u": "undo", "b": "board", "l": "log", "orders": "?"}
