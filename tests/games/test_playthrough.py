"""Golden playthroughs: short seeded games in clear text, compared line by line.

A change here is a change of what players see or of what the rules do. If it is intended, GROGNARD_BLESS=1
rewrites the texts; read the difference before you commit it. A new scenario needs no golden text. To give
it one, add it to `OPTIONS` and run the test once with GROGNARD_BLESS=1.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.contract.view import standing_text
from grognard.core.play.game import Game
from grognard.games import game_file
from tests.games.random_play import eager_order

FIXTURES = Path(__file__).parents[1] / "fixtures"
OPTIONS: dict[str, dict[str, Any]] = {
    "basic": {},
    "advanced": {},
    "expert-standard": {"night": True, "guards": True, "in-the-open": True},
    "expert-engagement": {"event-draw": "chits", "in-the-open": True},
    "expert-counter-offensive": {"hardened-nato": True, "elimination": "all"},
}


def situation_lines(game: Game) -> Iterator[str]:
    """Where everybody is, and how the game stands."""
    view = game.view()
    for side in game.sides:
        here = [f"{unit.id} {unit.at}" for unit in view.units if unit.side == side and unit.at != "away"]
        yield f"  {side}: {', '.join(here)}"
    for line in view.standings:
        yield f"  {line.label}: {standing_text(line, game.scenario.titles)}"


def playthrough(game: Game, source: random.Random) -> Iterator[str]:
    """A game in clear text: questions, orders (and of how many), chances, dice, events, the result."""
    yield f"{game.scenario.id} seed {game.dice.seed}"
    yield f"options: {', '.join(f'{k} {v}' for k, v in game.options.items()) or 'none'}"
    turn, phase, titles = 0, "", game.scenario.titles
    while not game.over:
        if game.turn != turn:
            turn = game.turn
            yield ""
            yield f"turn {turn}"
            yield from situation_lines(game)
        if game.phase != phase:
            phase = game.phase
            yield phase
        question = game.choices()
        assert question is not None
        number = len(list(game.orders()))
        order = eager_order(game, source)
        if question.kind not in ("movement", "combat"):
            yield f"  ? {question.side}: {question.sentence().spoken(titles)}"
        if order.verb == "attack":
            odds = game.preview(order)
            chances = " ".join(f"{result} {chance:.3f}" for result, chance in odds.outcomes.items())
            yield f"  {odds.total}: {chances}"
        events = game.play(order)
        entry = game.history[-1]
        dice = f" [{' '.join(map(str, entry.dice))}]" if entry.dice else ""
        yield f"  {len(game.history)} {entry.side} {entry.order}{dice}  (of {number})"
        for event in events:
            yield f"      {event.text.spoken(titles)}{f' [{event.rule}]' if event.rule else ''}"
    yield ""
    yield "the end"
    yield from situation_lines(game)
    assert game.result is not None
    yield f"  {game.result.title}: {game.result.reason} [{game.result.rule}]"
    yield f"  state {game.state.digest}"


@pytest.mark.parametrize("name", OPTIONS)
def test_playthrough(name: str) -> None:
    path = FIXTURES / f"playthrough-{name}.txt"
    game = grognard.new(f"strike-force-one/{name}", OPTIONS[name], seed=1975)
    lines = list(playthrough(game, random.Random(1975)))
    if os.environ.get("GROGNARD_BLESS") == "1":
        path.write_text("\n".join(lines) + "\n", "utf-8")
    assert lines == path.read_text("utf-8").splitlines()


def test_golden_texts_are_of_scenarios_that_exist() -> None:
    assert set(OPTIONS) <= set(game_file("strike-force-one").scenarios)


def test_a_scenario_without_a_golden_text_plays_the_same_twice() -> None:
    for name in set(game_file("strike-force-one").scenarios) - set(OPTIONS) | {"basic"}:
        one, other = (
            list(playthrough(grognard.new(f"strike-force-one/{name}", seed=7), random.Random(7)))
            for _ in range(2)
        )
        assert one == other
