"""``grognard check``: a misspelt key is named even if it is the one that tells what the file is."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games import data_folder
from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    ("game", "file", "key", "misspelt"),
    [
        ("sfo", "tables.toml", "night-turn", "nigth-turn"),
        ("sfo", "scenarios/basic.toml", "summary", "sumary"),
        ("ocs", "tables.toml", "meta", "mata"),
        ("ocs", "practice.toml", "grid", "gridd"),
        ("ocs", "practice-units.toml", "counter", "conter"),
        ("nuremberg", "exclusive.toml", "turn1", "turn"),
        ("pincher", "../../sww3/data/tables-pincher.toml", "map_letter", "map_leter"),
        ("pincher", "rules.toml", "rule", "rul"),
        ("grand-campaign", "board.toml", "join", "jion"),
    ],
)
def test_misspelt_first_key(cli: Cli, here: Path, game: str, file: str, key: str, misspelt: str) -> None:
    text = (data_folder(game) / file).read_text("utf-8")
    lines = [
        line.replace(key, misspelt) if line.lstrip("[").startswith(key) else line
        for line in text.splitlines()
    ]
    assert lines != text.splitlines()
    (here / "mine.toml").write_text("\n".join(lines), "utf-8")
    answer = cli("check", "mine.toml")
    assert answer.status == 2
    assert (
        f'{misspelt}: unknown key; did you mean "{key}"?' in answer.err and "mine.toml, line " in answer.err
    )
