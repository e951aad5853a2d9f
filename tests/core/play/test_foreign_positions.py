"""Position files from outside: a wrong one is refused with a clear reason and never breaks a game."""

from __future__ import annotations

import contextlib
import json
import random
import tomllib
from functools import lru_cache
from typing import Any

import pytest

import grognard
from grognard.core.errors import BadFile, GrognardError
from tests.core.play.mutations import mutations, quickly
from tests.core.play.test_foreign_states import SCENARIOS

MAX_MESSAGE = 600


@lru_cache
def positions(scenario: str, count: int) -> list[str]:
    """Return positions from a random game."""
    source = random.Random(scenario)
    game, found = grognard.new(scenario, seed=5), list[str]()
    for _ in range(20 * count):
        if game.over:
            break
        with contextlib.suppress(GrognardError):  # a position cannot hold every decision
            found.append(game.position())
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
    return source.sample(found, min(count, len(found)))


def spelled(value: object) -> str:
    """Return a value as TOML; what TOML does not have is an empty text."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {spelled(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(spelled, value))}]"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 1 << 10_000 else hex(value)  # Python limits decimal numbers
    return '""' if value is None else json.dumps(value)


def try_position(text: str, source: random.Random, orders: int = 3) -> bool:
    """Open a position and play a little; return whether it was accepted."""
    with quickly():
        try:
            game = grognard.parse_position(text, seed=1)
        except BadFile as error:
            message = str(error)
            assert message.startswith("position") and len(message) < MAX_MESSAGE and "\n" not in message
            assert "`" not in message and "$" not in message, f"the words of a library: {message}"
            assert "Error" not in message or "contradict" in message, message
            return False
        game.dice.scripted.clear()
        for side in ("", *game.sides):
            game.view(side)
        for _ in range(orders):
            if game.over:
                break
            decision = game.choices()
            assert decision is not None
            game.play(decision.random_order(source))
    return True


def difference(plain: dict[str, Any], wrong: dict[str, Any]) -> str:
    """Return the start of the text of what was changed."""
    changed = [key for key in {**plain, **wrong} if plain.get(key) != wrong.get(key)]
    rows = [
        f"{key}: {[item for item in value.items() if item not in plain[key].items()]}"
        if isinstance(value := wrong.get(key), dict) and isinstance(plain.get(key), dict)
        else f"{key}: {spelled(value)}"
        for key in changed
    ]
    return "; ".join(rows)[:300]


def check_mutations(scenario: str, count: int, share: float) -> None:
    source = random.Random(f"positions {scenario}")
    refused = tried = 0
    for text in positions(scenario, count):
        assert try_position(text, source), "a position of a real game is refused"
        plain: dict[str, Any] = tomllib.loads(text)
        for wrong in mutations(plain, source):
            if source.random() >= share:
                continue
            tried += 1
            written = "\n".join(f"{json.dumps(key)} = {spelled(value)}" for key, value in wrong.items())
            try:
                refused += not try_position(written, source)
            except Exception as error:
                raise AssertionError(
                    f"{type(error).__name__} {error} in {difference(plain, wrong)}"
                ) from error
    assert refused > tried / 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_mutated_positions_are_refused_or_playable(scenario: str) -> None:
    check_mutations(scenario, count=1, share=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_mutated_positions_are_refused_or_playable(scenario: str) -> None:
    check_mutations(scenario, count=10, share=0.2)


def reason(text: str) -> str:
    with pytest.raises(BadFile) as error:
        grognard.parse_position(text, seed=1)
    return str(error.value)


def test_number_that_cannot_be_printed_is_refused() -> None:
    text = f'scenario = "strike-force-one/basic"\nturn = 0x{"f" * 5_000}\n'
    assert reason(text) == "position, line 2: not valid TOML: a number has too many digits"


def test_long_value_is_not_repeated_in_full() -> None:
    message = reason(f'scenario = "strike-force-one/basic"\n[at]\nSA = "{"9" * 50_000}"\n')
    assert len(message) < MAX_MESSAGE and message.startswith("position, line 3: at.SA: '999")
    assert message.endswith("is neither a hex nor one of away, lost, edge, box")


def test_impossible_track_is_named() -> None:
    message = reason('scenario = "ocs/drill-8-battle"\n[state]\nground = -7\n')
    assert message.startswith("position, line 3: state.ground: must be from 0 to ")


def test_rules_that_break_while_reading_refuse_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    definition = type(grognard.new("strike-force-one/basic").definition)

    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(definition, "from_position", broken)
    message = reason('scenario = "strike-force-one/basic"\n')
    assert message == "position: the values of this position contradict each other (KeyError)"
