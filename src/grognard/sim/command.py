"""The `grognard sim` command: its arguments, progress bar and output."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from rich.console import Console

import grognard
from grognard.core.errors import GrognardError
from grognard.core.files.files import read_text, write_text
from grognard.sim.batch import Progress, simulate
from grognard.sim.progress import Show, progress_bar
from grognard.sim.report import Report
from grognard.sim.run_game import GameSummary
from grognard.sim.study import Study, study_from_words

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit status: all games played; some failed; invalid arguments or files; stopped by Ctrl-C."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise GrognardError(f"{message} ({self.prog} --help)")


def make_parser(prog: str = "grognard sim") -> argparse.ArgumentParser:
    """Return the argument parser of the command."""
    parser = _Parser(
        prog=prog,
        description="Let computer players play a series of games and report win rates.",
        epilog="Red is the scenario's first side, blue its second. Repeat the command to resume an "
        "interrupted run that has a results file.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("scenario", metavar="SCENARIO|FILE", help="such as strike-force-one/basic, or a position file")
    add(
        "--red",
        default="search",
        metavar="PLAYER",
        help="random, greedy, planner, commander, search, search:0.5 (seconds), search@200, mine:a.Class",
    )
    add("--blue", default="greedy", metavar="PLAYER", help="player of the second side")
    add("--games", type=int, default=100, metavar="N", help="games per combination and seating (100)")
    add("--both", "--swap", action="store_true", help="also play every pairing with the sides swapped")
    add("--seed", type=int, default=1, metavar="N", help="the same seed gives the same numbers (1)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (one per processor)",
    )
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of this Dask scheduler: tcp://host:8786; local:2 starts two workers here",
    )
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="set an optional rule: night=on")
    add(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=A,B",
        help="try several values: night, event-draw=dice,chits",
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, metavar="S", help="search time per order (0.2)")
    budget.add_argument(
        "--iterations", type=int, metavar="N", help="playouts per order instead of a time; reproducible"
    )
    add("--pack", action="append", default=[], metavar="PATH", help="use the scenarios of this pack")
    add("--results", metavar="FILE", help="one line per game, to resume from (default: beside --json)")
    add("--json", metavar="FILE", help="write the report as JSON")
    add("--report", metavar="FILE", help="write the report as a web page")
    add("--quiet", action="store_true", help="no progress bar")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Parse the arguments, play, and return the exit status; raise `GrognardError` for invalid arguments."""
    words = make_parser().parse_args(argv)
    for path in words.pack:
        grognard.add_pack(path)
    position = read_text(words.scenario) if words.scenario.endswith(".toml") else ""
    study = study_from_words(
        grognard.position(words.scenario).scenario.id if position else words.scenario,
        position=position,
        option=words.option,
        vary=words.vary,
        red=words.red,
        blue=words.blue,
        games=words.games,
        seed=words.seed,
        both=words.both,
        seconds=words.seconds,
        iterations=words.iterations,
    )
    return run(
        study,
        jobs=words.jobs,
        cluster=words.cluster,
        results=words.results or results_beside(words.json),
        json=words.json,
        html=words.report,
        quiet=words.quiet,
    )


def results_beside(json: str | Path | None) -> Path | None:
    """Return the default results file of a JSON report: ``out.games.jsonl`` for ``out.json``."""
    return Path(json).with_suffix(".games.jsonl") if json else None


def run(
    study: Study,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    results: str | Path | None = None,
    json: str | Path | None = None,
    html: str | Path | None = None,
    quiet: bool = False,
    console: Console | None = None,
) -> int:
    """Play a study with a progress bar, print the report, write the files and return the exit status."""
    for path in (results, json, html):
        if path and not Path(path).absolute().parent.is_dir():
            raise GrognardError(f"{path}: no such folder")
    play = partial(simulate, study, jobs=jobs, cluster=cluster, results=results)
    if quiet:
        report = play()
    else:
        with progress_bar(console) as show:
            report = play(progress=_win_counter(study, show))
    if json:
        write_text(json, report.to_json())
    if html:
        write_text(html, report.to_html())
    sys.stdout.write(report.to_text())
    if not report.complete:
        hint = f"repeat the command to resume from {results}" if results else "not saved (no --results)"
        sys.stderr.write(f"stopped: {hint}\n")
    return _status(report)


def _status(report: Report) -> int:
    if not report.complete:
        return INTERRUPTED
    return FAILED if report.failures else DONE


def _win_counter(study: Study, show: Show) -> Progress:
    """Return a progress callback that shows the wins of each side."""
    wins: Counter[str] = Counter()
    titles = {side.id: side.title for side in study.belligerents}

    def update(games: list[GameSummary], total: int) -> None:
        for game in games:
            wins["failed" if game.failure else game.winner] += 1
        words = ", ".join(f"{title} {wins[side]}" for side, title in titles.items())
        if wins["failed"]:
            words += f", failed {wins['failed']}"
        show(sum(wins.values()), total, words)

    return update


if __name__ == "__main__":
    try:
        sys.exit(main())
    except GrognardError as problem:
        sys.exit(f"grognard: {problem}")
