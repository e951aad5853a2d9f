"""Explain an illegal order: what was understood, the reason, the rule, and similar legal orders."""

from __future__ import annotations

from itertools import islice

import msgspec

from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal, Unreadable
from grognard.core.play.game import Game
from grognard.core.text import HexNames, Part, UnitNames

_MAX_COMPARED = 5000  # legal orders to compare with an illegal one; a large board has more


class Refusal(msgspec.Struct, frozen=True):
    """An illegal order with its explanation."""

    asked: str
    understood: str
    """The order as parsed; empty if it could not be parsed."""
    reason: str
    rule: str
    title: str
    says: str
    possible: tuple[str, ...]


def refusal_of(game: Game, asked: str, refused: Illegal, side: str | None = None) -> Refusal:
    """Return the full explanation of an illegal order."""
    try:
        order: Order | None = game.read(asked)
    except Unreadable:
        order = None
    rule = game.definition.rulebook().rules.get(refused.rule)
    return Refusal(
        asked,
        "" if order is None else in_words(game, order),
        refused.reason,
        refused.rule,
        rule.title if rule else "",
        rule.says if rule else "",
        tuple(map(str, nearest(game, order or _guess(game, asked), side))),
    )


def _guess(game: Game, asked: str) -> Order:
    """Return an order with the verb, hexes and counters found in a text that could not be parsed."""
    verb, *words = asked.split() or [""]
    grid, index = game.scenario.board.grid, game.scenario.index
    hexes = tuple(w for word in words for w in word.upper().split("-") if grid.find(w) is not None)
    units = tuple(w for word in words for w in word.split(",") if w in index)
    return Order(verb.lower(), units=units, path=hexes)


def in_words(game: Game, order: Order) -> str:
    """Return an order with the names of its units and hexes, to reveal typing errors."""
    counters, parts = game.scenario.counters, [order.verb]
    if order.target:
        parts.append(place_name(game, order.target))
    for id_ in order.units:
        counter = counters[game.scenario.index[id_]]
        about = [counter.side, counter.title or counter.kind, "-".join(map(str, counter.factors))]
        parts.append(f"{id_} ({' '.join(filter(None, about))})")
    if order.path:
        *via, goal = order.path
        parts.append("-".join([*via, place_name(game, goal)]) if via else f"to {place_name(game, goal)}")
    return " ".join([*parts, words_of(game, order)]).rstrip()


def words_of(game: Game, order: Order) -> str:
    """Return the words of an order as a player reads them, with the names of counters and places."""
    scenario = game.scenario
    verb = scenario.game.verbs.get(order.verb)
    if verb is None:
        return " ".join(order.words)

    def named(part: Part) -> str:
        if isinstance(part, HexNames):
            return "-".join(place_name(game, label) for label in part.labels)
        if not isinstance(part, UnitNames):
            return str(part)
        titles = [scenario.counters[scenario.index[id_]].title for id_ in part.ids]
        return " and ".join(
            f"{id_} ({title})" if title else id_ for id_, title in zip(part.ids, titles, strict=True)
        )

    said = verb.takes.words_said(order.words, scenario.index)
    return " ".join("".join(map(named, text.parts)) for text in said)


def place_name(game: Game, label: str) -> str:
    """Return the number of a hex, with the name of the place in it."""
    found = game.scenario.board.place_at(game.hex(label))
    return f"{label} ({found.name})" if found else label


def nearest(game: Game, order: Order, side: str | None = None, count: int = 4) -> list[Order]:
    """Return the legal orders most similar to an illegal one."""
    decision = game.choices(side)
    if decision is None:
        return []
    able = decision.actors()
    actors = [id_ for id_ in able if id_ in order.units or id_ == NO_ACTOR]
    if actors in ([], [NO_ACTOR]):
        found = list(islice(decision.all(), _MAX_COMPARED))
        if order.units:  # orders of other units would look like orders of these
            found = [other for other in found if set(order.units) & set(other.units)]
    else:
        found = [o for id_ in actors for o in decision.orders(id_)]
    return sorted(found, key=lambda other: _difference(game, order, other))[:count]


def _difference(game: Game, one: Order, other: Order) -> tuple[int, int, int, str]:
    """Return a sort key for the difference of two orders: by verb, units and place."""
    grid = game.scenario.board.grid
    goals = [order.target or (order.path[-1] if order.path else "") for order in (one, other)]
    ends = [grid.find(goal) if goal else None for goal in goals]
    away = 99 if None in ends else grid.distance(ends[0] or 0, ends[1] or 0)
    different = len(set(one.units) ^ set(other.units))
    return int(one.verb != other.verb), different + 2 * away, len(other.units), str(other)


def say_refusal(term: Terminal, refusal: Refusal) -> None:
    """Print the explanation of an illegal order."""
    mark = term.paint("Illegal order:", "red", "bold")
    term.say(f"{mark} {refusal.asked}")
    rows = [("understood", refusal.understood), ("why", refusal.reason)]
    if refusal.says:
        rows.append(("rule", f"{refusal.rule}, {refusal.title}: {refusal.says}"))
    unbroken = [order.replace(" ", "\xa0") for order in refusal.possible]
    rows.append(("legal", " · ".join(unbroken)))
    for label, text in rows:
        if text:
            term.say(term.wrap(text, f"  {label:<11}").replace("\xa0", " "))


def say_explanation(term: Terminal, explanation: Explanation) -> None:
    """Print an explanation: its lines with their rules, the total, and the probabilities with bars."""
    term.say(term.paint(explanation.title, "bold"))
    for line in explanation.lines:
        term.say(f"  {line.label:<34} {line.value:>7}  {term.paint(f'[{line.rule}]', 'dim')}")
    term.say(f"  = {explanation.total}")
    full = "#" if term.ascii_only else "█"
    for chance in explanation.chances:
        bar = full * round(chance.probability * 20)
        text = f"  {chance.result:<4}{chance.percent:>6} {bar:<20} {chance.effect}"
        term.say(term.wrap(text.strip(), "  ", " " * 34) if len(text) > term.width else text)


def short_odds(explanation: Explanation) -> str:
    """Return the probabilities in one line; empty if there are none."""
    if not explanation.chances:
        return ""
    chances = ", ".join(
        f"{c.result} {c.probability:.0%}" if c.at_most is None else f"{c.result} {c.percent}"
        for c in explanation.chances
    )
    return f"{explanation.total}: {chances}"


def plain_explanation(explanation: Explanation) -> dict[str, object]:
    """Return an explanation for JSON."""
    plain: dict[str, object] = msgspec.to_builtins(explanation)
    return plain
