"""Faults of scenario and counter files are told with the file, the line, the key and what is allowed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.core.dice import Dice
from grognard.core.errors import BadFile
from grognard.games.strike_force_one import rules
from grognard.games.strike_force_one.interface.views import violations
from grognard.games.strike_force_one.model.scenario import DATA, SfoScenario

NAME = "expert-engagement"


def authored(
    folder: Path, words: dict[str, str] | None = None, more: str = "", file: str = f"scenarios/{NAME}.toml"
) -> SfoScenario:
    """A scenario with some words of one of its files replaced, and more at the end."""
    shutil.copytree(DATA, folder / "data", dirs_exist_ok=True)
    path = folder / "data" / file
    text = path.read_text("utf-8")
    for old, new in (words or {}).items():
        assert old in text, f"the file does not say {old!r}"
        text = text.replace(old, new, 1)
    path.write_text(f"{text}\n{more}\n", "utf-8")
    return SfoScenario(NAME, folder=folder / "data")


def test_the_scenario_is_sound(tmp_path: Path) -> None:
    assert authored(tmp_path).setup


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({'"points"': '"pionts"'}, 'victory: must be one of points, towns, .*; did you mean "points"'),
        ({'SG = "0506"': "SG = 506"}, "setup.SG: must be text in quotes, not 506"),
        ({'SG = "0506"': 'SG = "9906"'}, "setup.SG: there is no hex '9906' on the board"),
        ({"SG = ": "SQ = "}, "setup.SQ: there is no counter 'SQ'"),
        ({'["W"]': '["SG"]'}, r"arrivals.1\[0\]: SG is already set up and cannot arrive"),
        ({'["SV"': '["SA"'}, r"arrivals.3\[0\]: SA is already due to arrive on turn 2"),
        ({"[arrivals]": '[arrivals]\n9 = ["SZ"]'}, "arrivals.9: turns are 1 to"),
        ({"level =": "levle ="}, 'levle: unknown key; did you mean "level"'),
        ({"level =": 'board = "../../../board"\nlevel ='}, "board: must be a file in the data folder"),
        ({"level =": 'board = "/etc/passwd"\nlevel ='}, "board: must be a file in the data folder"),
        ({"level =": 'counters = "missing"\nlevel ='}, "counters: there is no file missing.toml"),
        ({'"night"': '"nite"'}, r"options\[0\]: the game has no option 'nite'"),
        ({"level =": "first-turn = 9\nlevel ="}, "turns: the last turn is before the first one, 9"),
    ],
)  # fmt: skip
def test_faults_of_a_scenario(tmp_path: Path, words: dict[str, str], fault: str) -> None:
    with pytest.raises(BadFile, match=rf"{NAME}\.toml, line \d+: .*{fault}"):
        authored(tmp_path, words)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({'kind = "infantry"': 'kind = "infantri"'}, 'kind: must be one of .*; did you mean "infantry"'),
        ({'side = "soviet"': 'side = "sovjet"'}, "side: there is no side 'sovjet'; did you mean \"soviet\""),
        ({"factors = [": "factors = [1, "}, "factors: must be a list of 3 values"),
        ({"[[counter]]": "[[conter]]"}, 'conter: unknown key; did you mean "counter"'),
        ({'id = "SB"': 'id = "SA"'}, r"counter\[1\].id: counter SA is listed twice"),
    ],
)
def test_faults_of_counters(tmp_path: Path, words: dict[str, str], fault: str) -> None:
    with pytest.raises(BadFile, match=rf"counters\.toml, line \d+: .*{fault}"):
        authored(tmp_path, words, file="counters.toml")


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "board.toml").write_text((DATA / "board.toml").read_text("utf-8"), "utf-8")
    (tmp_path / "data/mine.toml").symlink_to(tmp_path / "board.toml")
    with pytest.raises(BadFile, match="board: must be a file in the data folder"):
        authored(tmp_path, {"level =": 'board = "mine"\nlevel ='})


def test_a_setup_that_is_not_sound_speaks_of_hexes_and_not_of_columns(tmp_path: Path) -> None:
    scenario = authored(tmp_path, {'SG = "0506"': 'SG = "0405"'})  # where US units are
    found = violations(rules.setup(scenario, Dice(0)))
    assert found and not any("column" in fault for fault in found)


def test_a_scenario_that_starts_on_the_marks_needs_a_board_with_marks(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    board = tmp_path / "data/board.toml"
    text = board.read_text("utf-8")
    board.write_text(text.replace("[marks.soviet]", "[marks.reds]"), "utf-8")
    with pytest.raises(BadFile, match=r"basic\.toml, line \d+: setup: the board has no marks for soviet"):
        SfoScenario("basic", folder=tmp_path / "data")


def test_a_scenario_sets_up_only_units_of_its_level(tmp_path: Path) -> None:
    assert authored(tmp_path, {'SG = "0506"': 'SG = "0506"\nSI = "0507"'}).setup
    with pytest.raises(BadFile, match=r"setup\.SI: SI is not a unit of the advanced game"):
        authored(tmp_path, {'level = "expert"': 'level = "advanced"', 'SG = "0506"': 'SI = "0507"'})
