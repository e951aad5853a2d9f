"""Verification of dice in true and forged records."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.play.record import write_record
from grognard.core.play.verify_dice import verify
from grognard.games import definition_of


def finished(seed: str = "secret") -> grognard.Game:
    game = grognard.new("strike-force-one/basic", seed=seed)
    source = random.Random(4)
    while not game.over:
        game.play(source.choice(list(game.orders())))
    return game


@pytest.fixture(scope="module")
def text() -> str:
    return write_record(finished().record())


def lines_with_dice(text: str) -> list[str]:
    return [line for line in text.splitlines() if "[" in line and "]" in line]


def test_true_record_is_verified(text: str) -> None:
    assert lines_with_dice(text)
    assert verify(text, definition_of) == []


def test_wrong_seed_is_found(text: str) -> None:
    forged = text.replace("seed: secret", "seed: other")
    problems = verify(forged, definition_of)
    assert problems[0] == "the seed does not match the commitment"
    assert len(problems) == 2 and "the dice are" in problems[1]


def test_changed_die_is_found_without_checks(text: str) -> None:
    bare = "\n".join(line.partition(" ~")[0] for line in text.splitlines() if not line.startswith("="))
    assert verify(bare, definition_of) == []
    line = next(line for line in lines_with_dice(bare))
    die = int(line[line.index("[") + 1])
    forged = bare.replace(line, line.replace(f"[{die}", f"[{die % 6 + 1}"), 1)
    problems = verify(forged, definition_of)
    assert len(problems) == 1 and "the dice are" in problems[0] and problems[0].startswith("line ")


def test_scripted_die_is_found() -> None:
    game = grognard.new("strike-force-one/basic", seed="secret")
    source = random.Random(4)
    while not game.over:
        game.dice.script([1] if not any(entry.dice for entry in game.history) else [])
        game.play(source.choice(list(game.orders())))
        game.dice.scripted.clear()
    number = next(n for n, step in enumerate(game.history, start=1) if step.entry.by_hand)
    problems = verify(write_record(game.record()), definition_of)
    assert problems == [f"dice not drawn from the seed in order {number}"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nonsense", "not a Grognard record"),
        ("grognard record 1\nscenario: strike-force-one/basic\n", "the seed is secret until the game ends"),
        ("grognard record 1\nscenario: strike-force-one/basic\ndice: by hand\n", "rolled by hand"),
        ("grognard record 1\nscenario: strike-force-one/basic\nseed: 1\n", "the record has no commitment"),
        ("grognard record 1\nscenario: no-such/game\nseed: 1\n", "there is no game"),
    ],
)
def test_records_that_cannot_be_verified(text: str, problem: str) -> None:
    assert any(problem in found for found in verify(text, definition_of))


def test_illegal_order_is_found(text: str) -> None:
    bare = "\n".join(line.partition(" ~")[0] for line in text.splitlines() if not line.startswith("="))
    first = next(line for line in bare.splitlines() if line.startswith("1 "))
    problems = verify(bare.replace(first, "1 soviet move SA 0101", 1), definition_of)
    assert len(problems) == 1 and "0101" in problems[0]
