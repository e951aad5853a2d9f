"""``grognard analyse``: as text, as JSON and as a picture."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.conftest import Cli

BASIC = Path(__file__).parents[1] / "fixtures" / "basic.record"


def test_analysis_as_text(cli: Cli) -> None:
    said = cli("analyse", str(BASIC), "--seconds", "0.2")
    assert said.status == 0, said.err
    for part in (
        "Winning chances (Soviet - US)",
        "Turn 4",
        "Turning points",
        "The computer",
        "Luck, by what it",
    ):
        assert part in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_analysis_as_json(cli: Cli) -> None:
    found = cli("analyse", str(BASIC), "--seconds", "0.2", "--json").json
    assert found["scenario"] == "strike-force-one/basic" and found["curve"][-1]["chance"] in (0, 1)


def test_analysis_as_picture(cli: Cli, here: Path) -> None:
    assert cli("analyse", str(BASIC), "--seconds", "0.1", "-o", "end.svg").status == 0
    assert (here / "end.svg").read_text(encoding="utf-8").startswith("<svg")


def test_wrong_files_are_refused(cli: Cli, here: Path) -> None:
    cli("new", "sfo/basic", "--seed", "7", "-o", "game.record")
    assert "finished" in cli("analyse", "game.record").err
    shutil.copy(BASIC, here / "basic.record")
    assert ".svg or .png" in cli("analyse", "basic.record", "-o", "end.txt").err
    assert "--seconds" in cli("analyse", "basic.record", "--seconds", "0").err
