"""German labels of the browser client: every side, order, phase and level of our own games has one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.games import game_ids
from grognard.server.library.game_library import GameEntry, catalogue, rule_book

ROOT = Path(__file__).parents[2]
GLOSSARY: dict[str, dict[str, str]] = json.loads(
    (ROOT / "web/src/text/glossary.de.json").read_text(encoding="utf-8")
)
CATALOGUE = catalogue()


def _labels(game: GameEntry) -> Iterator[tuple[str, str]]:
    """The labels of a game that the client translates, with their sections."""
    for side in (*game.sides, *(side for scenario in game.scenarios for side in scenario.sides)):
        yield "sides", side.title
    for verb in game.verbs.values():
        yield "verbs", verb.label
        for word in verb.takes.words:
            yield from (("choices", text) for text in word.choices.values())
            yield "choices", word.label
            yield from (("counts", text) for text in (word.counts, word.counts and f"{word.counts}s"))
    yield from (("games", text) for text in (game.summary, *game.levels.values()))
    yield from (("chapters", title) for title in rule_book(game.id).chapters.values())
    for option in game.options.values():
        yield "options", option.title
        yield from (("options", text) for text in (option.labels or option.choices))
    yield from (("layers", text) for text in (*game.ranges.values(), game.explains))


def _shown(scenario: str) -> Iterator[tuple[str, str]]:
    """The labels in the first view of a scenario."""
    game = grognard.new(scenario, seed=1)
    view = game.view(game.sides[0])
    for phase in (view.phase, *view.phases):
        side = next((one for one in game.sides if phase.startswith(f"{one} ")), "")
        yield "phases", phase.removeprefix(f"{side} ")
    yield from (("kinds", unit.kind) for unit in view.units)
    yield from (("flags", flag) for flag in game.scenario.game.flags)
    yield from (("layers", title) for title in game.scenario.game.areas.values())


@pytest.mark.parametrize(
    "game", [game for game in CATALOGUE.games if game.id in game_ids()], ids=lambda game: game.id
)
def test_every_label_has_a_german_one(game: GameEntry) -> None:
    found = {*_labels(game), *(one for scenario in game.scenarios for one in _shown(scenario.id))}
    missing = sorted((section, text) for section, text in found if text and text not in GLOSSARY[section])
    assert not missing


def test_levels_have_german_names_and_descriptions() -> None:
    assert {text for level in CATALOGUE.levels for text in (level.title, level.says)} == set(
        GLOSSARY["levels"]
    )


def test_translated_problems_are_the_ones_that_the_server_reports() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src/grognard/server").rglob("*.py")
    )
    found = {
        text
        for text in GLOSSARY["problems"]
        if f'"{text}"' in source or f'not_found("{text.removeprefix("no such ")}")' in source
    }
    assert set(GLOSSARY["problems"]) - found == set()


@pytest.mark.parametrize("section", ["sides", "verbs", "choices", "counts", "options", "chapters"])
def test_no_label_is_left_over(section: str) -> None:
    used = {text for game in CATALOGUE.games for one, text in _labels(game) if one == section}
    assert set(GLOSSARY[section]) <= used
