"""Records of every released format load for ever. Files in these folders are never changed, only added."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.play.record import VERSION, read_record

RECORDS = Path(__file__).parents[2] / "fixtures" / "records"
FILES = sorted(RECORDS.glob("v*/*.record"))


def test_every_format_has_records() -> None:
    assert {path.parent.name for path in FILES} == {f"v{number}" for number in range(1, VERSION + 1)}
    games = {grognard.load(path).definition.id for path in FILES}
    assert games == set(grognard.games.game_ids())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_record_loads_with_every_hash(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    written, game = read_record(text), grognard.load(path)
    assert len(game.history) == len(written.entries) > 0
    hashes = {mark.after: mark.digest for mark in game.record().marks}
    assert all(hashes[mark.after] == mark.digest for mark in written.marks) and written.marks
    assert grognard.loads(text).state == game.state
