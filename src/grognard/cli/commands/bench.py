"""``grognard bench``: measure the speed of rules, states, kernels and commands."""

from __future__ import annotations

import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from timeit import Timer

from grognard.cli.kernel_bench import bench_kernels
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice
from grognard.games import definition_of, game_file, game_ids, scenario_files

Row = tuple[str, float, str]
"""What was measured, the value, and its unit."""
_WIDTH = 72
_SLICES = 3


def main(*, seconds: float = 2.0, as_json: bool = False, web: bool = False) -> int:
    """Measure and print: `seconds` of random play per scenario and way of choosing, or the web client."""
    rows: list[Row] = []
    for row in _web() if web else _rules(seconds):
        rows.append(row)
        if not as_json:
            print(f"{row[0]:<{_WIDTH}} {row[1]:>12,.1f} {row[2]}", flush=True)
    if as_json:
        about = {"python": platform.python_version(), "machine": platform.machine()}
        print(json.dumps({"about": about, "rows": rows}, indent=1))
    return 0


def _rules(seconds: float) -> Iterator[Row]:
    for group in (_random_play, _states, _kernels, _start_up):
        yield from group(seconds)


def _web() -> Iterator[Row]:
    from grognard.cli.commands.bench_web import rows

    return rows()


# -- random play -----------------------------------------------------------------------------------


def _random_play(seconds: float) -> Iterator[Row]:
    """Measure orders per second of random legal play on one core, listing the alternatives at every choice.

    Take the best of several runs: other processes can only make a run slower.
    """
    for game in game_ids():
        for name in game_file(game).scenarios:
            for words, whole in (("unit, then order", False), ("every legal order", True)):
                slices = [
                    play_randomly(definition_of(game), name, seconds / _SLICES, whole) for _ in range(_SLICES)
                ]
                rate, choices = max(slices)
                yield f"random play {game}/{name}, {words} ({choices:.0f} choices)", rate, "orders/s"


def play_randomly(definition: AnyGame, name: str, seconds: float, whole: bool) -> tuple[float, float]:
    """Return orders per second and alternatives per order; `whole` lists all legal orders every time."""
    source = random.Random(1)
    dice, pick = LooseDice(source), source.choice
    scenario = definition.scenarios(name, {})
    orders = alternatives = 0
    state = definition.setup(scenario, dice)
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        sides = definition.to_act(state)
        if not sides:
            state = definition.setup(scenario, dice)
            continue
        decision = definition.choices(state, sides[0])
        assert decision is not None
        legal = list(decision.all()) if whole else decision.sample_orders(source)
        alternatives += len(legal)
        definition.apply(state, sides[0], pick(legal), dice)
        orders += 1
    return orders / spent, alternatives / orders


# -- states ----------------------------------------------------------------------------------------


def _states(seconds: float) -> list[Row]:
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


def _kernels(seconds: float) -> list[Row]:
    return [(name, figure, "µs") for name, figure in bench_kernels()]


# -- the command -----------------------------------------------------------------------------------


def _start_up(seconds: float) -> list[Row]:
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
