"""Events and prompts as players read them: side titles, singular and plural."""

from __future__ import annotations

import random
import re

import pytest

import grognard
from grognard.core.contract.events import Event
from grognard.games import game_file
from tests.support import situation

SCENARIOS = [f"strike-force-one/{name}" for name in game_file("strike-force-one").scenarios]
SEVERAL = re.compile(r"\b1 \w+s\b(?! of)")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_side_titles_and_singular_nouns(scenario: str) -> None:
    source = random.Random(scenario)
    game = grognard.new(scenario, seed=5)
    titles = game.scenario.titles
    said = set()
    while not game.over:
        decision = game.choices()
        assert decision is not None
        said.add(decision.sentence().spoken(titles))
        order = source.choice(decision.orders(source.choice(decision.actors())))
        said.add(game.preview(order).total if order.verb == "attack" else "")
        said |= {event.text.spoken(titles) for event in game.play(order)}
    ids = [side.id for side in game.scenario.game.sides if side.id != side.title]
    for text in said:
        assert not set(text.replace(":", " ").split()) & set(ids), text
        assert not SEVERAL.search(text), text


def only(events: list[Event], kind: str) -> str:
    (event,) = [event for event in events if event.kind == kind]
    return str(event)


def test_attack_verb_agrees_with_units() -> None:
    one = situation("basic", "soviet combat", dice=[4], SA="0605", Z="0505")
    assert only(one.play("attack 0505 SA"), "battle").startswith("SA attacks 0505, 1 attacker, die 4: AR")
    two = situation("basic", "soviet combat", dice=[4], SA="0605", SB="0604", Z="0505")
    assert only(two.play("attack 0505 SA,SB"), "battle").startswith("SA, SB attack 0505, 2 attackers, die 4")


def test_return_verb_agrees_with_units() -> None:
    returns = {
        "SA": "SA returns to the map edge as a replacement",
        "SA,SB": "SA, SB return to the map edge as replacements",
    }
    for units, words in returns.items():
        game = situation("advanced", "soviet events", turn=2, SA="box", SB="box", SV="0605", Z="0101")
        assert only(game.play(f"replace {units}"), "replaced") == words
