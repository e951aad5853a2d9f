"""Proof of a game's dice: was the seed the promised one, and did every die come from it? Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from grognard.core.contract.definition import AnyGame
from grognard.core.dice import Dice
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.game import replay
from grognard.core.play.record import Record, read_record


def verify(text: str, definition_of: Callable[[str], AnyGame], path: str | Path = "record") -> list[str]:
    """What speaks against a record, in words; nothing when it proves itself.

    The seed must be the one that the commitment promised before play. The game is then played again from that
    seed: every order must be legal, every die must be the seed's own, every hash must be that of the state.
    `definition_of` gives a game by its id.
    """
    try:
        record = read_record(text, path)
    except BadFile as error:
        return [_line(error)]
    if record.by_hand:
        return ["the dice were rolled by hand: there is no seed to prove them by"]
    if record.seed is None:
        return ["the seed is withheld: it is shown when the game is over"]
    return [*_promise(record), *_set_by_hand(record), *_played_again(record, definition_of, path)]


def _promise(record: Record) -> list[str]:
    if not record.commitment:
        return ["no seed was promised: the record has no commitment"]
    kept = record.commitment == Dice(record.seed).commitment
    return [] if kept else ["the seed is not the one that was promised"]


def _set_by_hand(record: Record) -> list[str]:
    """Dice that a person set, or that another game had rolled before this one went on from it."""
    numbers = [
        str(number)
        for number, entry in enumerate(record.entries, start=1)
        if entry.by_hand or (entry.dice and number < record.seed_from)
    ]
    if not numbers:
        return []
    return [f"dice that were set rather than drawn from the seed, in order {', '.join(numbers)}"]


def _played_again(record: Record, definition_of: Callable[[str], AnyGame], path: str | Path) -> list[str]:
    unpromised = msgspec.structs.replace(record, commitment="")
    try:
        replay(definition_of(record.scenario.partition("/")[0]), unpromised, path)
    except BadFile as error:
        return [_line(error)]
    except GrognardError as error:
        return [str(error)]
    return []


def _line(error: BadFile) -> str:
    return f"line {error.line}: {error.reason}" if error.line else error.reason
