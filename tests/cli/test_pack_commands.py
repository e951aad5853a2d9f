"""Packs at the command line: made, checked, listed, played, simulated."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.cli import main
from tests.packs import CRISIS, FILES, RAID, no_packs, write_folder, write_zip

SCENARIO = "strike-force-one/river-raids:night-crossing"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with no_packs(monkeypatch, tmp_path / "cache"):
        yield


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    "scenario",
    ["strike-force-one/basic", "pincher/race-to-the-rhine", "nuremberg/border-battle", "ocs/drill-1-modes"],
)
def test_a_new_pack_is_sound(capsys: pytest.CaptureFixture[str], scenario: str) -> None:
    assert run(capsys, "pack", "new", "my-raids", "--scenario", scenario)[0] == 0
    status, out, err = run(capsys, "pack", "check", "my-raids")
    assert (status, err) == (0, "")
    assert "my-raids: valid pack: My raids" in out


def test_a_new_pack_overwrites_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes").mkdir()
    Path("notes/a.txt").write_text("mine")
    status, _, err = run(capsys, "pack", "new", "notes")
    assert status == 2
    assert "already exists; name a new folder" in err
    assert [path.name for path in Path("notes").iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (
            "scenarios/night-crossing.toml",
            RAID.replace("turns = 3", "turn = 3"),
            'turn: unknown key; did you mean "turns"?',
        ),
        (
            "scenarios/night-crossing.toml",
            RAID.replace('SB = "0802"', 'SQ = "0802"'),
            "there is no counter 'SQ'",
        ),
        ("scenarios/night-crossing.toml", RAID.replace("six-turns", "six-turn"), "no option 'six-turn'"),
        ("positions/crisis.toml", CRISIS.replace("0505", "0506"), "0506 is closed to units"),
        ("positions/night-crossing.toml", CRISIS, "there is a scenario of this name"),
        ("maps/board.toml", "[grid]\n", "board.toml"),
        ("odd.toml", "x = 1\n", "not a record, position, board"),
    ],
)
@pytest.mark.parametrize("kind", ["raids", "raids.zip"])
def test_a_pack_is_checked_as_a_whole(
    capsys: pytest.CaptureFixture[str], kind: str, name: str, text: str, reason: str
) -> None:
    write = write_zip if kind.endswith(".zip") else write_folder
    write(Path(kind), {**FILES, name: text})
    for command in (("pack", "check"), ("check",)):
        status, out, err = run(capsys, *command, kind)
        assert (status, out) == (2, "")
        assert reason in err
        assert f"{kind}/{name}" in err
        assert "cache" not in err
    status, out, _ = run(capsys, "pack", "check", kind, "--json")
    assert not json.loads(out)["ok"]


def test_an_empty_pack_has_nothing_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    write_folder(Path("raids"), {"pack.toml": FILES["pack.toml"]})
    assert "nothing to play" in run(capsys, "pack", "check", "raids")[2]


def test_the_scenarios_of_a_pack_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    write_zip(Path("raids.zip"))
    status, out, _ = run(capsys, "games", "sfo", "--pack", "raids.zip")
    assert status == 0
    assert SCENARIO in out
    assert "strike-force-one/river-raids:crisis" in out


def test_a_game_of_a_pack_is_recorded_and_continued(capsys: pytest.CaptureFixture[str]) -> None:
    write_folder(Path("raids"))
    write_zip(Path("raids.zip"))
    assert run(capsys, "new", SCENARIO, "--pack", "raids", "--seed", "1", "-o", "a.record")[0] == 0
    assert (
        run(capsys, "order", "a.record", "move SA 0801-0701", "--pack", "raids.zip")[0] == 2
    )  # the same id twice
    assert run(capsys, "order", "a.record", "move SA 0801-0701", "--pack", "raids")[0] == 0
    assert "0701" in run(capsys, "show", "a.record", "--pack", "raids")[1]


def test_files_of_a_pack_are_named_by_their_path(capsys: pytest.CaptureFixture[str]) -> None:
    write_folder(Path("raids"))
    status, out, _ = run(capsys, "check", "raids/scenarios/night-crossing.toml")
    assert status == 0
    assert f"{SCENARIO}, Night crossing, 1 option" in out
    assert run(capsys, "map", "raids/scenarios/night-crossing.toml", "-o", "map.svg")[0] == 0
    assert "Night crossing" in Path("map.svg").read_text()


def test_a_scenario_of_a_pack_is_played_at_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(Path("raids"))
    monkeypatch.setattr("sys.stdin", io.StringIO("move SA 0801-0701\nquit\n"))
    status, out, _ = run(
        capsys, "play", "raids/scenarios/night-crossing.toml", "--soviet", "human", "--record", "b.record"
    )
    assert status == 0
    assert "pack: " in Path("b.record").read_text()
    assert "SA moves" in out


@pytest.mark.parametrize("name", ["night-crossing", "crisis"])
def test_games_of_a_pack_are_simulated(capsys: pytest.CaptureFixture[str], name: str) -> None:
    write_zip(Path("raids.zip"))
    scenario = f"strike-force-one/river-raids:{name}"
    words = (
        "--pack",
        "raids.zip",
        "--red",
        "random",
        "--blue",
        "random",
        "--games",
        "4",
        "--jobs",
        "2",
        "--quiet",
    )
    status, out, err = run(capsys, "sim", scenario, *words)
    assert (status, err) == (0, "")
    assert out.startswith(scenario)


def test_a_position_file_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    Path("crisis.toml").write_text(CRISIS.replace("river-raids:night-crossing", "basic"))
    words = (
        "--red",
        "random",
        "--blue",
        "random",
        "--games",
        "2",
        "--jobs",
        "1",
        "--quiet",
        "--json",
        "out.json",
    )
    status, out, _ = run(capsys, "sim", "crisis.toml", *words)
    assert status == 0
    assert "strike-force-one/basic" in out
    study = json.loads(Path("out.json").read_text())["study"]
    assert "Crisis at the bridge" in study["position"]
    status, _, err = run(capsys, "sim", "crisis.toml", *words, "--option", "elimination=on")
    assert status == 2
    assert "fixes the options" in err
