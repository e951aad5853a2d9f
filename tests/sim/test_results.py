from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.core.errors import BadFile, GrognardError
from grognard.sim import GameSummary, Report, Study, read_results, report_from, simulate
from grognard.sim.results import ResultsFile
from tests.sim.players import careless

STUDY = Study("strike-force-one/basic", "random", "random", games=6, seed=9).settled()


def run(path: Path | None, study: Study = STUDY) -> tuple[Report, list[int]]:
    """Run the study, and return its report and the indexes of the games that were played."""
    played: list[int] = []
    first = True

    def watch(games: list[GameSummary], total: int) -> None:
        nonlocal first
        if not first:
            played.extend(game.index for game in games)
        first = False

    return simulate(study, results=path, progress=watch, make_player=careless), sorted(played)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a finished results file."""
    path = tmp_path_factory.mktemp("whole") / "games.jsonl"
    run(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def digest() -> str:
    return run(None)[0].digest


def test_finished_run_is_not_played_again(tmp_path: Path, whole: bytes, digest: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    report, played = run(path)
    assert (played, report.digest, report.complete) == ([], digest, True)
    assert path.read_bytes() == whole
    assert report.notes == ("6 games were already in the results file",)


def test_game_of_a_truncated_last_line_is_played_again(tmp_path: Path, whole: bytes, digest: str) -> None:
    path = tmp_path / "games.jsonl"
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + lines[4][:25])
    report, played = run(path)
    assert played == [3, 4, 5]
    assert report.digest == digest
    assert any("1 damaged" in note for note in report.notes)
    header, games, damaged = read_results(path)
    assert ({game.index for game in games}, damaged) == (set(range(6)), 0)
    assert header.study == STUDY


def test_game_of_a_damaged_line_is_played_again(tmp_path: Path, whole: bytes, digest: str) -> None:
    path = tmp_path / "games.jsonl"
    lines = whole.splitlines(keepends=True)
    lines[2] = b"\x00" * 40 + b"\n"
    path.write_bytes(b"".join(lines))
    report, played = run(path)
    assert (played, report.digest) == ([1], digest)


def test_game_of_a_line_from_another_study_is_played_again(tmp_path: Path, whole: bytes, digest: str) -> None:
    path = tmp_path / "games.jsonl"
    lines = whole.splitlines(keepends=True)
    game = msgspec.json.decode(lines[3], type=GameSummary)
    lines[3] = msgspec.json.encode(msgspec.structs.replace(game, seed=game.seed + 1)) + b"\n"
    path.write_bytes(b"".join(lines))
    report, played = run(path)
    assert (played, report.digest) == ([2], digest)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_truncated_file_can_always_be_resumed(
    tmp_path: Path, whole: bytes, digest: str, data: st.DataObject
) -> None:
    path = tmp_path / "games.jsonl"
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    report, _ = run(path)
    assert report.digest == digest
    again, played = run(path)
    assert (again.digest, played) == (digest, [])


def test_study_can_be_extended_and_shortened(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    longer = msgspec.structs.replace(STUDY, games=8)
    report, played = run(path, longer)
    assert (played, len(report.games)) == ([6, 7], 8)
    assert report.digest == run(None, longer)[0].digest
    shorter, played = run(path, msgspec.structs.replace(STUDY, games=2))
    assert (played, len(shorter.games)) == ([], 2)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 10}, "its seed is 9, not 10"),
        ({"blue": "search@3"}, "its blue is 'random'"),
        ({"scenario": "strike-force-one/advanced"}, "its scenario"),
    ],
)
def test_results_of_another_study_are_not_changed(
    tmp_path: Path, whole: bytes, change: dict[str, object], says: str
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    with pytest.raises(GrognardError, match=says):
        run(path, msgspec.structs.replace(STUDY, **change))
    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"my shopping list\n", b"{}\n", b"\xff\xfe\n", b"no line break"])
def test_file_of_another_kind_is_not_changed(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="not a results file"):
        run(path)
    assert path.read_bytes() == content


def test_results_of_another_version_are_refused(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole.replace(b'"program":"', b'"program":"99.', 1))
    with pytest.raises(BadFile, match="choose another file"):
        run(path)
    path.write_bytes(whole.replace(b'"grognard_study":2', b'"grognard_study":3', 1))
    with pytest.raises(BadFile, match="version 3"):
        run(path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'"program"', b'"progam"', 'line 1: progam: unknown key; did you mean "program"'),
        (b'"scenario"', b'"scenaro"', 'line 1: study.scenaro: unknown key; did you mean "scenario"'),
        (b'"games":6', b'"games":"6"', "line 1: study.games: must be a whole number"),
    ],
)
def test_wrong_key_in_the_header_is_named(
    tmp_path: Path, whole: bytes, old: bytes, new: bytes, says: str
) -> None:
    assert old in whole
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole.replace(old, new, 1))
    with pytest.raises(BadFile, match=says):
        read_results(path)


def test_two_runs_cannot_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "games.jsonl"
    with ResultsFile(path, STUDY), pytest.raises(BadFile, match="another run"):
        run(path)
    assert run(path)[0].complete


def test_unwritable_or_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot write"):
        run(tmp_path / "nowhere" / "games.jsonl")
    with pytest.raises(BadFile, match="No such file"):
        read_results(tmp_path / "nowhere")


def test_report_from_a_results_file(tmp_path: Path, whole: bytes, digest: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(whole)
    report = report_from(path)
    assert (report.digest, report.complete) == (digest, True)
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + b"{")
    part = report_from(path)
    assert (part.complete, len(part.games)) == (False, 2)
    assert any("1 damaged" in note for note in part.notes)
    path.write_bytes(lines[0])
    with pytest.raises(GrognardError, match="no games yet"):
        report_from(path)
