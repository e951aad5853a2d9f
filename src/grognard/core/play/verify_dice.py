"""Verify the dice of a game: the seed matches the commitment, and every die comes from it. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from grognard.core.contract.definition import AnyGame
from grognard.core.dice import Dice
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.record import Record, read_record
from grognard.core.play.replay import replay


def verify(text: str, definition_of: Callable[[str], AnyGame], path: str | Path = "record") -> list[str]:
    """Return the problems of a record; none if its dice are verified.

    The seed must match the commitment made before play. The game is then replayed from that seed: every order
    must be legal, every die must come from the seed, and every hash must be that of the state.
    `definition_of` returns a game by its id.
    """
    try:
        record = read_record(text, path)
    except BadFile as error:
        return [_line(error)]
    if record.by_hand:
        return ["the dice were rolled by hand, so there is no seed to verify"]
    if record.seed is None:
        return ["the seed is secret until the game ends"]
    return [*_check_seed(record), *_check_set_by_hand(record), *_check_replay(record, definition_of, path)]


def _check_seed(record: Record) -> list[str]:
    if not record.commitment:
        return ["the record has no commitment to verify the seed"]
    matches = record.commitment == Dice(record.seed).commitment
    return [] if matches else ["the seed does not match the commitment"]


def _check_set_by_hand(record: Record) -> list[str]:
    """Report dice set by hand, or rolled in another game before this one continued from it."""
    numbers = [
        str(number)
        for number, entry in enumerate(record.entries, start=1)
        if entry.by_hand or (entry.dice and number < record.seed_from)
    ]
    if not numbers:
        return []
    return [f"dice not drawn from the seed in order {', '.join(numbers)}"]


def _check_replay(record: Record, definition_of: Callable[[str], AnyGame], path: str | Path) -> list[str]:
    without_commitment = msgspec.structs.replace(record, commitment="")
    try:
        replay(definition_of(record.scenario.partition("/")[0]), without_commitment, path)
    except BadFile as error:
        return [_line(error)]
    except GrognardError as error:
        return [str(error)]
    return []


def _line(error: BadFile) -> str:
    return f"line {error.line}: {error.reason}" if error.line else error.reason
