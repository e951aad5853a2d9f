"""Run a sample of mutants against the tests of their part."""

from __future__ import annotations

import os
import random
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from tools.mutants import reach, trial
from tools.mutants.listing import Mutant, mutants_of
from tools.mutants.parts import Part
from tools.mutants.report import Outcome, Verdict


class Failed(Exception):
    """The run cannot give a result."""


class _Tried(msgspec.Struct):
    """The verdict on a mutant, by its number; `again` asks for a process that imports the mutated source."""

    number: int
    verdict: Verdict
    tests: list[str]
    seconds: dict[str, float]
    again: bool


def draw(part: Part, sample: int, seed: int) -> list[Mutant]:
    """Return a random sample of the mutants of a part, the same for the same source and seed."""
    everything = [mutant for file in part.files() for mutant in mutants_of(file)]
    source = random.Random(f"{part.name} {seed}")
    return source.sample(everything, min(sample, len(everything)))


def find(part: Part, ids: Sequence[str]) -> list[Mutant]:
    """Return the mutants with these ids."""
    wanted = {tuple(id_.split(":")[:2]) for id_ in ids}
    every = (
        mutant for file in sorted({name for name, _ in wanted}) for mutant in mutants_of(part.root / file)
    )
    near = (mutant for mutant in every if (mutant.path(part.root), mutant.function) in wanted)
    found = {mutant.id(part.root): mutant for mutant in near}
    if missing := [id_ for id_ in ids if id_ not in found]:
        raise Failed(f"no such mutant: {missing[0]}")
    return [found[id_] for id_ in ids]


def judge(part: Part, mutants: Sequence[Mutant], tell: Callable[[Outcome], None]) -> list[Outcome]:
    """Put mutants to the test and return what became of them, telling each result at once."""
    folder = part.root / ".mutants"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        outcomes = list(_outcomes(part, mutants, folder, Path(scratch) / "tests", tell))
    if len(outcomes) < len(mutants):
        raise Failed(f"the tests could not be run; see {folder}/log.txt")
    return outcomes


def _outcomes(
    part: Part, mutants: Sequence[Mutant], folder: Path, scratch: Path, tell: Callable[[Outcome], None]
) -> Iterator[Outcome]:
    again = []
    for tried in _try_in_memory(part, mutants, folder, scratch):
        if tried.again and not tried.verdict.killed:
            again.append(tried)
            continue
        outcome = _outcome(part, mutants[tried.number], tried.verdict)
        tell(outcome)
        yield outcome
    for tried in again:
        mutant = mutants[tried.number]
        by, red = trial.try_from_import(mutant, part, tried.tests, tried.seconds, scratch)
        verdict = Verdict(bool(by), by, len(tried.tests), sorted({*tried.verdict.red, *red}))
        outcome = _outcome(part, mutant, verdict)
        tell(outcome)
        yield outcome


def _outcome(part: Part, mutant: Mutant, verdict: Verdict) -> Outcome:
    return Outcome(mutant, mutant.id(part.root), verdict)


def _try_in_memory(part: Part, mutants: Sequence[Mutant], folder: Path, scratch: Path) -> Iterator[_Tried]:
    """Yield the verdicts of a process that imports program and tests once and forks for every mutant."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        log = os.open(folder / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        try:
            with os.fdopen(write, "wb") as pipe:
                _work(part, mutants, folder, scratch, lambda tried: _send(pipe, tried))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        for line in pipe:
            yield msgspec.json.decode(line, type=_Tried)
    os.waitpid(child, 0)


def _send(pipe: BinaryIO, tried: _Tried) -> None:
    pipe.write(msgspec.json.encode(tried) + b"\n")
    pipe.flush()


def _work(
    part: Part, mutants: Sequence[Mutant], folder: Path, scratch: Path, send: Callable[[_Tried], None]
) -> None:
    tracer = reach.Tracer(part.files())

    def judge_all(items: Sequence[pytest.Item]) -> None:
        tracer.know_caches()
        known = _reach_map(part, items, tracer, folder)
        found = {item.nodeid: item for item in items if item.nodeid in known.seconds}
        at_import = set(plugin.at_import)
        for number, mutant in enumerate(mutants):
            function = trial.starts_at(mutant)
            tests = [test for test in known.tests_of(function) if test in found]
            by, red = trial.try_in_memory(mutant, [found[test] for test in tests], known.seconds)
            again = function in at_import or trial.new_code(mutant) is None
            if again:
                tests = tests or list(found)
            seconds = {test: known.seconds[test] for test in tests} if again else {}
            verdict = Verdict(bool(by), by, len(tests), sorted({*known.red, *red}))
            send(_Tried(number, verdict, tests if again else [], seconds, again))

    plugin = trial.Collected(judge_all, tracer)
    trial.run_pytest(part, part.test_files(), plugin, scratch)


def _reach_map(
    part: Part, items: Sequence[pytest.Item], tracer: reach.Tracer, folder: Path
) -> reach.ReachMap:
    """Return which tests reach which functions, tracing those that are new or changed in a forked process."""
    keys = reach.keys_of(part)
    known = reach.remembered(part, folder)

    def trace() -> str:
        for file in keys.keys() - known.keys():
            tests, red = reach.trace_tests([item for item in items if item.path == file], tracer)
            known[file] = reach.ReachedByFile(keys[file], tests, sorted(tracer.shared), red)
            reach.remember(part, folder, known)
        return ""

    if failure := trial.in_child(trace):
        raise Failed(failure)
    result = reach.ReachMap()
    for tests in reach.remembered(part, folder).values():
        result.add(tests)
    return result
