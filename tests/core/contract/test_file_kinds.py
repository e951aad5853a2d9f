"""Kinds of files of one game: counters and charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.contract.counters import Counter
from grognard.core.contract.outside.file_kinds import chart_files, counter_files
from grognard.core.errors import BadFile

HERE = Path("here")
COUNTER = '[[counter]]\nid = "{}"\nside = "us"\nkind = "infantry"\n'


def test_counter_file_says_how_many_counters_it_has(tmp_path: Path) -> None:
    kind = counter_files(Counter, HERE, tmp_path)
    assert kind.title == "counter file" and kind.signs == {"counter"}
    assert kind.folders == (HERE, tmp_path)
    path = tmp_path / "counters.toml"
    path.write_text(COUNTER.format("A"), "utf-8")
    assert kind.check(path) == "1 counter"
    path.write_text(COUNTER.format("A") + COUNTER.format("B"), "utf-8")
    assert kind.check(path) == "2 counters"
    path.write_text(COUNTER.format("A") + "colour = 3\n", "utf-8")
    with pytest.raises(BadFile):
        kind.check(path)


def test_chart_file_is_read_to_check_it(tmp_path: Path) -> None:
    read: list[Path] = []
    kind = chart_files(read.append, HERE, signs="odds losses")
    assert kind.title == "chart file" and kind.signs == {"odds", "losses"} and kind.folders == (HERE,)
    assert kind.check(tmp_path) == "all keys are known" and read == [tmp_path]
