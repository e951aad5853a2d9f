"""``grognard bench``: measure the speed of rules, states, kernels and commands."""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence

import grognard
from grognard.cli.kernel_bench import bench_kernels
from grognard.cli.play_bench import WAYS, Pace, play_chess, play_randomly, two_steps
from grognard.cli.state_bench import measure_states
from grognard.games import definition_of, game_file, game_ids

Row = tuple[str, float, str]
"""What was measured, the value, and its unit."""
_WIDTH = 84
_SLICES = 3
_ENVIRONMENTS = (
    "strike-force-one/basic",
    "strike-force-one/expert-standard",
    "pincher/race-to-the-rhine",
    "pincher/campaign",
    "sandown/tabriz-and-erzurum",
    "grand-campaign/grand-campaign",
    "nuremberg/border-battle",
    "ocs/drill-8-battle",
    "ocs/counterstroke",
)
"""Scenarios whose environments are measured: small and large ones of every game."""


def main(
    scenarios: Sequence[str] = (),
    *,
    seconds: float = 2.0,
    peers: bool = False,
    as_json: bool = False,
    web: bool = False,
    gym: bool = False,
    database: str = "",
) -> int:
    """Measure and print: `seconds` of random play per scenario and way of choosing, and more; or the client.

    With `scenarios`, measure only random play of these. With `peers`, measure python-chess beside it. With
    `gym`, measure the environments for learning instead. With a `database` on PostgreSQL, `web` also compares
    two servers with one.
    """
    rows: list[Row] = []
    if gym:
        measured = environments(scenarios or _ENVIRONMENTS, seconds)
    else:
        measured = _web(database) if web else _rules(scenarios, seconds, peers=peers)
    for row in measured:
        rows.append(row)
        if not as_json:
            print(f"{row[0]:<{_WIDTH}} {row[1]:>12,.{2 if row[2] == '×' else 1}f} {row[2]}", flush=True)
    if as_json:
        about = {"python": platform.python_version(), "machine": platform.machine()}
        print(json.dumps({"about": about, "rows": rows}, indent=1))
    return 0


def _rules(scenarios: Sequence[str], seconds: float, *, peers: bool) -> Iterator[Row]:
    yield from random_play(scenarios or _every_scenario(), seconds, peers=peers)
    if not scenarios:
        yield from states(_STATES)
        yield from _kernels()
        yield from _start_up()


def _web(database: str) -> Iterator[Row]:
    from grognard.cli.commands.bench_web import rows

    return rows(database=database)


def environments(scenarios: Iterable[str], seconds: float) -> Iterator[Row]:
    """Measure steps per second of processor time of the environments, and the orders that they amount to."""
    from grognard.gym.speed import measure

    for scenario in scenarios:
        speed = measure(scenario, seconds)
        yield f"environment {scenario}", speed.steps, "steps/s"
        yield "  orders", speed.orders, "orders/s"


# -- random play -----------------------------------------------------------------------------------


def random_play(scenarios: Iterable[str], seconds: float, *, peers: bool) -> Iterator[Row]:
    """Measure orders per second of processor time in random legal play.

    Take the best of several runs, since other processes can only make a run slower. Peers are measured in
    between, so that both meet the same machine.
    """
    for scenario in scenarios:
        game = grognard.new(scenario, seed=1)
        definition, where = game.definition, game.state.scenario
        for words, listing in WAYS.items():
            compared = peers and listing is two_steps
            best = peer = Pace(0.0, 0.0)
            for _ in range(_SLICES):
                best = max(best, play_randomly(definition, where, seconds / _SLICES, listing))
                if compared:
                    peer = max(peer, play_chess(seconds / _SLICES))
            what = f"random play {scenario}, {words}"
            yield f"{what} ({best.choices:.0f} choices)", best.orders, "orders/s"
            if compared:
                yield f"  python-chess in between ({peer.choices:.0f} choices)", peer.orders, "moves/s"
                yield "  orders for one move of python-chess", best.orders / peer.orders, "×"


def _every_scenario() -> list[str]:
    return [f"{game}/{name}" for game in game_ids() for name in game_file(game).scenarios]


# -- states ----------------------------------------------------------------------------------------


_STATES = (
    "strike-force-one/expert-standard",
    "pincher/campaign",
    "sandown/campaign",
    "grand-campaign/grand-campaign",
    "nuremberg/campaign",
    "ocs/counterstroke",
    "ocs/kharkov",
)
"""Scenarios whose states are measured: the largest of each game with counters that move."""


def states(scenarios: Iterable[str]) -> Iterator[Row]:
    """Measure what the screen and the computer player ask of a state."""
    for scenario in scenarios:
        game, _, name = scenario.partition("/")
        definition = definition_of(game)
        for what, figure in measure_states(definition, definition.scenarios(name, {})):
            yield f"{what}, {scenario}", figure, "µs"


def _kernels() -> list[Row]:
    return [(name, figure, "µs") for name, figure in bench_kernels()]


# -- the command -----------------------------------------------------------------------------------


def _start_up() -> list[Row]:
    """Measure the wall-clock time of commands, median of several."""
    commands: list[Sequence[str]] = [("games",), ("rules", "sfo", "8.3"), ("--help",)]
    return [(f"grognard {' '.join(c)}", _wall(c) * 1000, "ms") for c in commands]


def _wall(arguments: Sequence[str]) -> float:
    """Return the seconds that a command takes."""
    times = []
    for _ in range(7):
        began = time.perf_counter()
        command = [sys.executable, "-m", "grognard", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return statistics.median(times)
