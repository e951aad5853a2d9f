"""Every sentence a player reads in any scenario: agreement, articles, spacing, capitals and full stops."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from grognard.core.text import Text, UnitNames, Words
from grognard.games import game_file, game_ids
from tests.games.random_play import some_options

SCENARIOS = [f"{game}/{name}" for game in game_ids() for name in game_file(game).scenarios]
ORDERS = 16
"""Number of orders in each game."""
EXHAUSTIVE = 150
PAST = 3
"""Number of past orders that are tried again each time."""
EXPLAINED = 4
"""Every so many orders, the words of a preview are looked at."""
COUNTED = (
    "attackers|cities|columns|days|dumps|hexes|hits|losses|markers|points|rounds|rolls|steps|tokens|towns"
    "|turns|units"
)
FAULTS = {
    "a number that does not agree with its noun": re.compile(rf"(?<![\d.,:+-])\b1 ({COUNTED})\b"),
    "a word twice": re.compile(r"\b([a-z]{2,}) \1\b", re.IGNORECASE),
    "a gap, a name of the code or a value of Python": re.compile(
        r"[{}<>]|\w_\w|\bNone\b|\bTrue\b|\bFalse\b|\(\)|''"
    ),
    "a space too many or before a stop": re.compile(r"  | [,.;:?)]|\( "),
    "a comma or colon without what follows": re.compile(r"[,:;]$|,,|::|: ?[,.]"),
    "a for an": re.compile(r"\b[Aa] (?!(?:US|UN|one|unit|uni\w*|European?)\b)[AEIOUaeiou][a-z]"),
    "an for a": re.compile(r"\b[Aa]n [bcdfgjklmnpqrstvwxyzBCDGJKPQTUVWYZ]"),
}
ONE = re.compile(
    r" (is|has|moves|attacks|retreats|advances|enters|arrives|fires|sails|loses|probes|lands|drops)\b"
)
SEVERAL = re.compile(r" (are|have|move|attack|retreat|advance|enter|arrive|fire|sail|lose|probe|land|drop)\b")


def faults(text: str) -> list[str]:
    """Name what is wrong with the words of a sentence."""
    return [fault for fault, pattern in FAULTS.items() if pattern.search(text)]


def disagreeing(text: Text) -> bool:
    """Return whether a verb right after units does not agree with their number."""
    pairs = zip(text.parts, text.parts[1:], strict=False)
    return any(
        (SEVERAL if len(units.ids) == 1 else ONE).match(words.text) is not None
        for units, words in pairs
        if isinstance(units, UnitNames) and isinstance(words, Words)
    )


def sentences(game: Game, source: random.Random, orders: int) -> Iterator[tuple[str, Text]]:
    """Play a game at random, with rare orders first, and yield its prompts, refusals and events."""
    given: Counter[str] = Counter()
    past: list[Order] = []
    for _ in range(orders):
        decision = game.choices()
        if decision is None:
            return
        yield "prompt", decision.sentence()
        for old in past[-PAST:]:  # most of them are illegal now
            for side in game.sides:
                refusal = game.check(old, side)
                if refusal is not None:
                    yield "refusal", refusal.text
        order = min((decision.random_order(source) for _ in range(4)), key=lambda one: given[one.verb])
        given[order.verb] += 1
        past.append(order)
        if len(past) % EXPLAINED == 0:
            for words in explained(game, order):
                yield "label", Text(words.strip())
        for event in game.play(order):
            yield "event", event.text


def explained(game: Game, order: Order) -> Iterator[str]:
    """Yield the words of the preview of an order, and of the standings."""
    preview = game.preview(order, game.to_act)
    yield preview.total
    for line in preview.lines:
        yield line.label
    for chance in preview.chances:
        yield from (chance.effect, "".join(map(str, chance.says)))
    if preview.consequence:
        yield from preview.consequence.says
    for standing in game.view(game.sides[0]).standings:
        yield standing.label


def complaints(kind: str, text: Text, titles: dict[str, str]) -> list[str]:
    """Say what is wrong with a sentence, by the rules of its kind."""
    said = text.spoken(titles)
    found = faults(said)
    if disagreeing(text):
        found.append("a verb that does not agree")
    if kind == "prompt" and not said.endswith((".", "?")):
        found.append("a prompt without its stop")
    if kind in ("event", "refusal") and said.endswith("."):
        found.append("a stop too many")
    if kind != "refusal" and isinstance(text.parts[0], Words) and said[:1].islower():
        found.append("a small letter at the start")
    return found


def check(scenario: str, orders: int) -> None:
    source = random.Random(scenario)
    game = grognard.new(scenario, some_options(scenario, source), seed=orders)
    titles = dict(game.scenario.titles)
    wrong = {
        f"{kind}: {text.spoken(titles)}": found
        for kind, text in sentences(game, source, orders)
        if (found := complaints(kind, text, titles))
    }
    assert wrong == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sentences_of_a_random_game(scenario: str) -> None:
    check(scenario, ORDERS)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sentences_of_a_long_random_game(scenario: str) -> None:
    check(scenario, EXHAUSTIVE)


@pytest.mark.parametrize(
    "text",
    [
        Text("SA loses 1 steps"),
        Text("the the enemy"),
        Text("{unit} moves to None", unit="SA"),
        Text("{units} moves", units=("SA", "SB")),
        Text("{unit} are disorganized", unit="SA"),
        Text("SA  retreats ."),
        Text("result:"),
        Text("make a attack"),
        Text("an step"),
    ],
    ids=str,
)
def test_faults_are_noticed(text: Text) -> None:
    assert complaints("event", text, {})


@pytest.mark.parametrize(
    "text",
    ["11 steps", "a US unit", "an HQ", "1 SP 2T", "a unit", "1 step of 3 steps", "odds 3:1 columns"],
    ids=str,
)
def test_good_words_pass(text: str) -> None:
    assert faults(text) == []
