"""Replay a record from its first order, and check it on the way."""

from __future__ import annotations

import re
from pathlib import Path

from grognard.core.contract.definition import AnyGame
from grognard.core.dice import Seed
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.foreign_states import BadState, state_from_outside
from grognard.core.play.game import Game
from grognard.core.play.record import Mark, Record


def replay(definition: AnyGame, record: Record, path: str | Path = "record") -> Game:
    """Replay a record from its first order and compare every hash; `BadFile` names the bad line."""
    name = record.scenario.partition("/")[2]
    game = Game(definition, name, record.options, seed=_seed(record.seed), by_hand=record.by_hand)
    _check_pack(game, record, path)
    game.tags = dict(record.tags)
    if record.start is not None:
        try:
            game.begin_from(state_from_outside(definition, game.scenario, record.start))
        except BadState as error:
            line = record.lines.get("start")
            raise BadFile(path, f"its start is not a state of this game: {error}", line) from None
    if record.commitment and record.seed is not None and record.commitment != game.dice.commitment:
        raise BadFile(path, "the seed does not match its commitment", record.lines.get("seed"))
    marks: dict[int, list[Mark]] = {}
    for mark in record.marks:
        marks.setdefault(mark.after, []).append(mark)
    _compare(game, marks.get(0, []), path)
    game._seed_from = len(record.entries) + 1 if record.seed is None else record.seed_from
    for number, entry in enumerate(record.entries, start=1):
        try:
            game.replay_entry(entry)
        except GrognardError as error:
            raise BadFile(path, f"{entry.order!r}: {error}", entry.line or None) from None
        _compare(game, marks.get(number, []), path)
    game.dice.script(record.next_dice)
    return game


def _check_pack(game: Game, record: Record, path: str | Path) -> None:
    """Refuse a record that was played with another version of the scenario's pack."""
    pack = game.scenario.pack
    if pack is not None and record.pack != pack.hash:
        played = f"version {record.pack[:12]}" if record.pack else "an unknown version"
        reason = f"it was played with {played} of the pack {pack.id}; version {pack.hash[:12]} is in use"
        raise BadFile(path, f"{reason}; use the pack it was played with", record.lines.get("pack"))


def _seed(text: str | None) -> Seed | None:
    """Return a whole number in its usual form as a number, anything else (such as ``007``) as text."""
    return int(text) if text is not None and re.fullmatch(r"0|-?[1-9][0-9]{0,99}", text) else text


def _compare(game: Game, marks: list[Mark], path: str | Path) -> None:
    digest = game.state.digest
    for mark in marks:
        if mark.digest != digest:
            raise BadFile(path, "the state is not the one that the file names", mark.line or None)
