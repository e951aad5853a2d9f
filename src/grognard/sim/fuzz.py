"""Fuzz testing: play random games of all scenarios with random options, and check invariants.

``python -m grognard.sim.fuzz --games 10000 --jobs 2 --seed 1`` exits with status 1 if it finds a failure;
``--only 4711`` replays that game of the same batch and prints its record.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial

import msgspec

import grognard
from grognard.core.errors import GrognardError
from grognard.sim.invariants import FuzzGame, fuzz_block, fuzz_one
from grognard.sim.pool import run_blocks
from grognard.sim.progress import progress_bar
from grognard.sim.study import derive

MOST_ORDERS = 5000
SHOWN = 12
"""Maximum number of failures shown in full."""


class FuzzReport(msgspec.Struct, frozen=True):
    """Result of a batch of random games."""

    seed: int
    games: dict[str, int]
    """Number of games played, by scenario."""
    orders: int
    failures: tuple[FuzzGame, ...]
    complete: bool
    seconds: float

    def to_text(self) -> str:
        """Return a summary, with the arguments to reproduce a failure."""
        played = f"{sum(self.games.values())} random games, {self.orders} orders"
        rows = [f"{played}, {len(self.failures)} failures ({self.seconds:.1f} s)"]
        rows += [f"  {scenario}: {count}" for scenario, count in self.games.items()]
        for game in self.failures[:SHOWN]:
            options = " ".join(f"{name}={value}" for name, value in game.options.items())
            rows += [
                f"game {game.index}: {game.scenario} ({options}), dice seed {game.seed}",
                f"  {game.failure}",
            ]
        if len(self.failures) > SHOWN:
            rows.append(f"and {len(self.failures) - SHOWN} more")
        if self.failures:
            named = "" if tuple(self.games) == every_scenario() else " ".join(self.games) + " "
            rows.append(f"to reproduce: {named}--seed {self.seed} --only {self.failures[0].index}")
        return "\n".join(rows) + "\n"


def every_scenario() -> tuple[str, ...]:
    """Return all scenarios of all games."""
    return tuple(f"{game.id}/{name}" for game in grognard.list_games() for name in game.scenarios)


def fuzz(
    scenarios: Sequence[str] = (),
    games: int = 100,
    seed: int = 1,
    jobs: int = 1,
    *,
    executor: Executor | None = None,
    progress: Callable[[list[FuzzGame], int], None] | None = None,
    most_orders: int = MOST_ORDERS,
) -> FuzzReport:
    """Play random games with random options, cycling through the scenarios (by default all)."""
    scenarios = tuple(scenarios) or every_scenario()
    for scenario in scenarios:
        grognard.new(scenario, seed=0)  # refuse an unknown scenario
    started = time.perf_counter()
    played: list[FuzzGame] = []

    def keep(block: list[FuzzGame]) -> None:
        played.extend(block)
        if progress:
            progress(block, games)

    def lost(index: int, reason: str) -> FuzzGame:
        return FuzzGame(index, scenarios[index % len(scenarios)], {}, derive(seed, "fuzz", index), 0, reason)

    complete = run_blocks(
        partial(fuzz_block, scenarios, seed, most_orders),
        range(games),
        keep,
        lost,
        jobs=jobs,
        executor=executor,
    )
    played.sort(key=lambda game: game.index)
    counts = Counter(game.scenario for game in played)
    return FuzzReport(
        seed=seed,
        games={scenario: counts[scenario] for scenario in scenarios},
        orders=sum(game.orders for game in played),
        failures=tuple(game for game in played if game.failure),
        complete=complete,
        seconds=round(time.perf_counter() - started, 1),
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 if an invariant failed, 130 if interrupted."""
    parser = argparse.ArgumentParser(
        prog="python -m grognard.sim.fuzz", description="Play random games and check invariants."
    )
    parser.add_argument("scenario", nargs="*", help="scenarios to play (default: all)")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", type=int, metavar="INDEX", help="replay this game of the batch and print its record"
    )
    words = parser.parse_args(argv)
    if words.only is not None:
        game = fuzz_one(tuple(words.scenario) or every_scenario(), words.seed, words.only, MOST_ORDERS)
        print(f"{game.scenario}: {game.failure or 'no failure'} after {game.orders} orders")
        print(game.record, end="")
        return 1 if game.failure else 0
    done = failed = 0
    with progress_bar() as show:

        def update(block: list[FuzzGame], total: int) -> None:
            nonlocal done, failed
            done += len(block)
            failed += sum(bool(game.failure) for game in block)
            show(done, total, f"{failed} failures")

        report = fuzz(words.scenario, words.games, words.seed, words.jobs, progress=update)
    print(report.to_text(), end="")
    if report.failures:
        return 1
    return 0 if report.complete else 130


if __name__ == "__main__":
    try:
        sys.exit(main())
    except GrognardError as problem:
        print(f"grognard: {problem}", file=sys.stderr)
        sys.exit(2)
