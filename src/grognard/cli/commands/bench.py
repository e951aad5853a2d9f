"""``grognard bench``: measure the speed of rules, states, kernels and commands."""

from __future__ import annotations

import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from timeit import Timer

import grognard
from grognard.cli.kernel_bench import bench_kernels
from grognard.cli.play_bench import WAYS, Pace, play_chess, play_randomly, two_steps
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice
from grognard.games import definition_of, game_file, game_ids, scenario_files

Row = tuple[str, float, str]
"""What was measured, the value, and its unit."""
_WIDTH = 84
_SLICES = 3


def main(
    scenarios: Sequence[str] = (),
    *,
    seconds: float = 2.0,
    peers: bool = False,
    as_json: bool = False,
    web: bool = False,
) -> int:
    """Measure and print: `seconds` of random play per scenario and way of choosing, and more; or the client.

    With `scenarios`, measure only random play of these. With `peers`, measure python-chess beside it.
    """
    rows: list[Row] = []
    for row in _web() if web else _rules(scenarios, seconds, peers=peers):
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
        for group in (_states, _kernels, _start_up):
            yield from group()


def _web() -> Iterator[Row]:
    from grognard.cli.commands.bench_web import rows

    return rows()


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


def _states() -> list[Row]:
    return [row for game in game_ids() for row in _states_of(game)]


def _states_of(game: str) -> Iterator[Row]:
    definition = definition_of(game)
    scenario = definition.scenarios(_longest(game), {})
    state, movers = _on_the_move(definition, scenario)
    side = definition.to_act(state)[0]
    view = definition.view(state, side)
    work: dict[str, Callable[[], object]] = {
        "state copy": state.copy,
        "state hash": lambda: state.digest,
        "view": lambda: definition.view(state, side),
        "state imagined from a view": lambda: definition.imagine(view, scenario, LooseDice(random.Random(1))),
        "score": lambda: definition.score(state, side),
        "zone of control": lambda: definition.zoc(state, side),
    }
    for what, call in work.items():
        yield f"{what}, {game}", _microseconds(call), "µs"
    every = _from_scratch(
        definition, state, lambda fresh: [definition.reach(fresh, [unit]) for unit in movers]
    )
    yield f"reach with costs of a unit (mean of {len(movers)}), {game}", every / len(movers), "µs"
    if game_file(game).supply:
        traced = _from_scratch(definition, state, lambda fresh: definition.supply_hexes(fresh, side))
        yield f"supply of a side from scratch, {game}", traced, "µs"


def _longest(game: str) -> str:
    """Return the first scenario of a game with the most turns; lessons are too small to measure."""
    files = scenario_files(game)
    return max(files, key=lambda name: files[name].turns)


def _from_scratch(definition: AnyGame, state: State, call: Callable[[State], object]) -> float:
    """Return the microseconds of a call on a state without cached values; the best of several."""
    plain, found = state.plain(), []
    for _ in range(9):
        fresh = definition.from_plain(state.scenario, plain)
        began = time.perf_counter()
        call(fresh)
        found.append(time.perf_counter() - began)
    return min(found) * 1e6


def _on_the_move(definition: AnyGame, scenario: Scenario) -> tuple[State, list[str]]:
    """Return a state at the start of the first movement of turn 2, and the units that can move."""
    source = random.Random(1)
    dice = LooseDice(source)
    state = definition.setup(scenario, dice)
    while sides := definition.to_act(state):
        if state.turn > 1:
            units = [unit for unit in definition.view(state, sides[0]).units if unit.side == sides[0]]
            movers = [unit.id for unit in units if not unit.marker and definition.reach(state, [unit.id])]
            if movers:
                return state, movers
        decision = definition.choices(state, sides[0])
        assert decision is not None
        definition.apply(state, sides[0], source.choice(decision.sample_orders(source)), dice)
    raise AssertionError("no unit ever moves")


def _microseconds(call: Callable[[], object]) -> float:
    """Return the best of several short runs: other processes can only make a run slower."""
    timer = Timer(call)
    number = max(1, int(0.02 / max(timer.timeit(3) / 3, 1e-7)))
    return min(timer.repeat(repeat=7, number=number)) / number * 1e6


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
