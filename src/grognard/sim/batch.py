"""`simulate`: play the games of a study on all processors, save every result, and report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import msgspec

from grognard.core.errors import GrognardError
from grognard.core.packs import pack_named, version_of
from grognard.sim.pool import check_picklable, run_blocks
from grognard.sim.report import Report
from grognard.sim.results import ResultsFile, read_results
from grognard.sim.run_game import GameSummary, MakePlayer, computer_player, play_block, summarise
from grognard.sim.study import Study, derive

Progress = Callable[[list[GameSummary], int], None]
"""Called with games as they end, and the total number of games; first with those from a results file."""


def simulate(
    study: Study,
    *,
    jobs: int = 1,
    results: str | Path | None = None,
    executor: Executor | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    make_player: MakePlayer = computer_player,
) -> Report:
    """Play all games of a study and report.

    The numbers depend only on the study, not on `jobs`, unless a player has a time budget.
    With `results` every game is saved as it ends, and games already in the file are not
    played again. `cluster` is the address of a Dask scheduler, or ``local:2`` to start one with two workers.
    `executor` (any `concurrent.futures.Executor`) replaces the process pool; `jobs` is then its number of
    workers. Ctrl-C ends the run early with a report of the games played. `make_player` adds your own players:
    a module-level function, which workers can import.
    """
    study = study.settled()
    check_players(study, make_player)
    started = time.perf_counter()
    games: list[GameSummary] = []
    notes: list[str] = []
    with ExitStack() as stack:
        file = stack.enter_context(ResultsFile(results, study)) if results else None
        if file:
            games += file.found
            notes += _resume_notes(file)
        if progress:
            progress(list(games), study.total)

        def keep(block: list[GameSummary]) -> None:
            if file:
                file.add(block)
            games.extend(block)
            if progress:
                progress(block, study.total)

        played = {game.index for game in games}
        work = partial(play_block, study, make_player)
        workers: int | Callable[[], int] = jobs
        if cluster is not None and len(played) < study.total:
            check_picklable(work)
            executor, workers = stack.enter_context(_cluster(cluster, study, make_player))
        complete = run_blocks(
            work,
            [index for index in range(study.total) if index not in played],
            keep,
            partial(_lost_game, study),
            jobs=workers,
            executor=executor,
        )
    return Report.of(study, games, complete=complete, notes=notes, seconds=time.perf_counter() - started)


@contextmanager
def _cluster(
    address: str, study: Study, make_player: MakePlayer
) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Connect to a cluster and make it ready for a study."""
    from grognard.sim.cluster import connected

    pack = pack_named(study.scenario.partition("/")[2])
    with connected(address) as there, there.prepared(partial(check_players, study, make_player), pack):
        yield there, there.count_workers


def check_players(study: Study, make_player: MakePlayer) -> None:
    """Refuse an unknown player or pack now, not in every game."""
    for player in study.players:
        make_player(player, derive(study.seed))
    if version_of(study.scenario.partition("/")[2]) != study.pack:
        raise GrognardError(f"the pack of {study.scenario} is not the one of the study")


def report_from(results: str | Path) -> Report:
    """Return the report of a results file, without playing."""
    header, games, damaged = read_results(results)
    by_index = {game.index: game for game in games}
    if not by_index:
        raise GrognardError(f"{results} has no games yet")
    # the study may have been extended
    games_per_cell = max(header.study.games, max(by_index) // len(header.study.cells) + 1)
    study = msgspec.structs.replace(header.study, games=games_per_cell)
    notes = [f"ignored {damaged} damaged lines of the results file"] if damaged else []
    return Report.of(study, by_index.values(), complete=len(by_index) == study.total, notes=notes)


def _lost_game(study: Study, index: int, reason: str) -> GameSummary:
    return summarise(study, study.match(index), None, 0.0, reason)


def _resume_notes(file: ResultsFile) -> list[str]:
    notes = []
    if file.found:
        notes.append(f"{len(file.found)} games were already in the results file")
    if file.dropped:
        notes.append(
            f"ignored {file.dropped} damaged lines of the results file; their games were played again"
        )
    return notes
