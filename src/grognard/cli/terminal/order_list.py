"""A short list of the legal orders: one line for each counter and verb."""

from __future__ import annotations

from grognard.cli.terminal.refusals import words_of
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.errors import Unreadable
from grognard.core.play.game import Game


def say_legal_orders(term: Terminal, game: Game, decision: Decision, who: str = "") -> None:
    """Print the legal orders by counter, or those of one counter in full; other long lists are cut."""
    actors = decision.actors()
    if who:
        actor = game.scenario.notation.counter(who)
        if actor is None:
            raise Unreadable(game.scenario.notation.no_counter(who))
        if actor not in actors:
            term.say(f"{actor} has no legal orders.")
            return
        actors = [actor]
    rows: dict[str, list[str]] = {}
    meanings: dict[str, str] = {}
    for actor in actors:
        for order in decision.orders(actor):
            head, tail = _split(order)
            found = rows.setdefault(head, [])
            if tail and tail not in found:
                found.append(tail)
            if _needs_explaining(game, order):
                meanings[" ".join(order.words)] = words_of(game, order)
    for head, tails in rows.items():
        _say_row(term, head, tails, whole=bool(who))
    for words, meaning in meanings.items():
        term.say(term.wrap(meaning, f"    {words:<16} means "))
    if not rows:
        term.say("No legal orders.")


def _needs_explaining(game: Game, order: Order) -> bool:
    """Whether the words of an order name counters, hexes or terrain, and do not speak for themselves."""
    declared = game.scenario.game.verbs[order.verb].takes.declared(order.words, game.scenario.index)
    return any(argument is not None and argument.label for _, argument in declared)


def _split(order: Order) -> tuple[str, str]:
    """Split an order into its beginning, which others share, and its last part."""
    if order.path:
        return str(Order(order.verb, order.target, order.units)), order.path[-1]
    if order.target:
        return f"{order.verb} {order.target}", " ".join(filter(None, [",".join(order.units), *order.words]))
    if order.words:
        return " ".join([order.verb, *filter(None, [",".join(order.units)])]), " ".join(order.words)
    return str(order), ""


def _say_row(term: Terminal, head: str, tails: list[str], whole: bool) -> None:
    first = f"  {head:<12} "
    text = "  ".join(tails)
    room = term.width - len(first)
    if len(text) > room and not whole:
        more = f" … ({len(tails)})"
        kept = text[: room - len(more)].rsplit("  ", 1)[0]
        text = kept + more
    term.say(term.wrap(text, first) if text else first.rstrip())
