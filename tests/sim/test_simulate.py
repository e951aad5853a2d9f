from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.sim import GameSummary, Study, play_one, simulate
from tests.sim.players import careless, cheat, deadly, deadly_once, failing

STUDY = Study("strike-force-one/basic", "random", "other@1", games=12, seed=5, both=True)


@pytest.fixture(scope="module")
def alone() -> Iterator[list[GameSummary]]:
    yield timeless(simulate(STUDY, make_player=careless).games)


def timeless(games: tuple[GameSummary, ...]) -> list[GameSummary]:
    return [msgspec.structs.replace(game, seconds=0.0) for game in games]


def test_results_do_not_depend_on_the_number_of_jobs(alone: list[GameSummary]) -> None:
    report = simulate(STUDY, jobs=2, make_player=careless)
    assert report.complete
    assert [game.index for game in report.games] == list(range(24))
    assert timeless(report.games) == alone
    again = simulate(STUDY, make_player=careless)
    assert again.digest == report.digest
    assert simulate(msgspec.structs.replace(STUDY, seed=6), make_player=careless).digest != report.digest


def test_computer_players_are_reproducible() -> None:
    study = Study("strike-force-one/basic", "greedy", "random", games=2)
    one, other = simulate(study), simulate(study)
    assert one.digest == other.digest
    assert not one.failures
    assert not one.notes


def test_custom_executor(alone: list[GameSummary]) -> None:
    with ThreadPoolExecutor(2) as threads:
        report = simulate(STUDY, jobs=2, executor=threads, make_player=careless)
        assert timeless(report.games) == alone
        assert threads.submit(int).result() == 0  # not shut down


def test_summary_matches_the_game() -> None:
    study = Study("strike-force-one/expert-counter-offensive", "random", "random", games=1, seed=3).settled()
    summary = play_one(study, 0, careless)
    match = study.match(0)
    game = grognard.new(study.scenario, match.options, seed=match.seed)
    assert (summary.failure, summary.record) == ("", "")
    assert summary.seed == match.seed == game.dice.seed
    assert summary.players == {"soviet": "random", "us": "random"}
    assert summary.turns == 6
    points = {scored.side: scored.value for scored in summary.points}
    assert set(summary.losses) == set(points) == {"soviet", "us"}
    ahead = max(points, key=lambda side: points[side])
    assert summary.winner == (ahead if len(set(points.values())) == 2 else "")
    assert summary.result


def test_illegal_order_is_a_failure_with_a_record() -> None:
    report = simulate(Study("strike-force-one/basic", "cheat@1", "random", games=2), make_player=cheat)
    assert report.complete
    assert len(report.failures) == 2
    assert report.whole.games == 0
    failure = report.failures[0]
    assert "soviet move SA <b>" in failure.failure
    kept = grognard.loads(failure.record)
    assert (kept.turn, len(kept.history)) == (2, failure.orders)
    assert kept.dice.seed == failure.seed


def test_error_in_a_player_is_a_failure() -> None:
    (game,) = simulate(Study("strike-force-one/basic", games=1), make_player=failing).games
    assert game.failure.startswith("order 1, soviet choosing: RuntimeError: cannot <decide>")
    assert "players.py" in game.failure


def test_endless_game_is_a_failure() -> None:
    study = Study("strike-force-one/basic", "random", "random", games=1, most_orders=7)
    (game,) = simulate(study, make_player=careless).games
    assert game.failure == "the game did not end within 7 orders"
    assert game.orders == 7
    assert len(grognard.loads(game.record).history) == 7


def test_dying_worker_fails_only_its_own_game(tmp_path: Path) -> None:
    from grognard.sim.study import derive

    study = Study("strike-force-one/basic", "random", "random", games=8, seed=2).settled()
    doomed = [
        index
        for index in range(study.total)
        if any(derive(study.match(index).seed, side) % 5 == 0 for side in study.sides)
    ]
    assert 0 < len(doomed) < 8
    file = tmp_path / "games.jsonl"
    report = simulate(study, jobs=2, make_player=deadly, results=file)
    assert report.complete
    assert [game.index for game in report.failures] == doomed
    assert all("died twice" in game.failure for game in report.failures)
    assert len(report.games) == 8
    assert timeless(simulate(study, make_player=careless, results=file).games) == timeless(report.games)


def test_lost_block_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_TEST_FLAG", str(tmp_path / "flag"))
    study = Study("strike-force-one/basic", "random", "random", games=8, seed=2)
    report = simulate(study, jobs=2, make_player=deadly_once)
    assert (tmp_path / "flag").exists()
    assert not report.failures
    assert report.digest == simulate(study, make_player=careless).digest


def test_broken_executor_is_an_error() -> None:
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    with pytest.raises(GrognardError, match="stopped working"):
        simulate(STUDY, jobs=1, executor=threads, make_player=careless)


def test_ctrl_c_saves_the_games_played(tmp_path: Path, alone: list[GameSummary]) -> None:
    file = tmp_path / "games.jsonl"

    def impatient(games: list[GameSummary], total: int) -> None:
        if any(game.index >= 3 for game in games):
            raise KeyboardInterrupt

    report = simulate(STUDY, results=file, progress=impatient, make_player=careless)
    assert not report.complete
    assert 0 < len(report.games) < 24
    assert "interrupted" in report.notes[0]
    assert timeless(simulate(STUDY, results=file, make_player=careless).games) == alone


def test_report_warns_of_time_budgets() -> None:
    started = time.perf_counter()
    report = simulate(Study("strike-force-one/basic", "search:0.01", "random", games=1), make_player=careless)
    assert time.perf_counter() - started < 60
    assert "the time budget of search:0.01" in report.notes[0]
    fixed = simulate(Study("strike-force-one/basic", "search@5", "random", games=1), make_player=careless)
    assert not fixed.notes


def test_unknown_player_is_refused_before_play(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="genius"):
        simulate(Study("strike-force-one/basic", "genius"), results=tmp_path / "games.jsonl")
    assert not list(tmp_path.iterdir())


def test_player_that_cannot_be_pickled_is_refused() -> None:
    with pytest.raises(GrognardError, match="module-level function"):
        simulate(STUDY, jobs=2, make_player=lambda spec, seed: careless(spec, seed + 1))


def test_zero_jobs_are_refused() -> None:
    with pytest.raises(GrognardError, match="at least 1"):
        simulate(STUDY, jobs=0, make_player=careless)
