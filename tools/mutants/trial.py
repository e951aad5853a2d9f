"""Put mutants to the test: each in a forked process that has imported the program and its tests already.

In that process the mutated function gets its new code in place, so everyone who imported it runs the mutant.
If the function ran while modules were imported, a mutant that survives is tried once more in a process that
imports the mutated source from the start.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.machinery
import inspect
import mmap
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tools.mutants import reach
from tools.mutants.listing import Mutant
from tools.mutants.parts import Part

MEMORY = 6 << 30
"""Bytes that a mutant may allocate."""
PATIENCE = 5.0
"""CPU seconds that a test may take in any case, and ten times as long as without the mutation."""


# -- pytest ----------------------------------------------------------------------------------------


@dataclass
class Collected:
    """A pytest plugin that collects tests and hands them to a function instead of running them."""

    then: Callable[[Sequence[pytest.Item]], None]
    tracer: reach.Tracer | None = None
    at_import: list[str] = field(default_factory=list)

    def pytest_sessionstart(self) -> None:
        """Make property tests the same in every run, and quick to fail."""
        import hypothesis  # only now: pytest wants to import it first

        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile(
            "mutants", hypothesis.settings.default, derandomize=True, database=None, phases=phases
        )
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Record the functions that run while the tests are imported."""
        if self.tracer is None:
            return (yield)
        with self.tracer.recording(self.at_import):
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hand over the tests unless some could not be collected."""
        if not session.testsfailed:
            self.then(session.items)
        return True


def run_pytest(part: Part, files: Sequence[Path], plugin: Collected, scratch: Path) -> int:
    """Start pytest in this process with the tests of some files; return its exit status.

    `scratch` is the folder for temporary files of the tests.
    """
    options = ["--quiet", "--capture=sys", "--timeout=0", f"--rootdir={part.root}", f"--basetemp={scratch}"]
    plugins = ("cacheprovider", "cov", "xdist", "rerunfailures", "randomly")
    names = [str(file) for file in files]
    return pytest.main([*options, *(f"-pno:{name}" for name in plugins), *names], plugins=[plugin])


# -- one mutant ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Failure:
    """What ended a run of tests, and how many had begun by then."""

    by: str
    """The test that failed, "timeout", or why the process died."""
    begun: int


class Begun:
    """The number of tests that a forked process has begun, which its parent can read even if it dies."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8)

    def __int__(self) -> int:
        return int.from_bytes(self._shared[:8], "little")

    def set(self, number: int) -> None:
        """Say how many tests have begun."""
        self._shared[:8] = number.to_bytes(8, "little")


def in_child(work: Callable[[], str]) -> str:
    """Run something in a forked process without output; return its answer, "timeout" or why it died."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.close(read)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try:
                answer = work()
            except BaseException as error:  # a mutant may do anything
                answer = f"{type(error).__name__}: {error}"
            os.write(write, answer.encode()[:4000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        dead = os.WTERMSIG(status)
        return "timeout" if dead in (signal.SIGPROF, signal.SIGALRM) else f"signal {dead}"
    return answer


def run_until_one_fails(items: Sequence[pytest.Item], seconds: dict[str, float], begun: Begun) -> str:
    """Run tests in order; return the name of the first that fails. A test that hangs ends the process."""
    for number, item in enumerate(items):
        begun.set(number + 1)
        limit = PATIENCE + 10 * seconds.get(item.nodeid, 0.0)
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.setitimer(signal.ITIMER_REAL, 20 * limit)
        if failure := reach.run_test(item, items[number + 1] if number + 1 < len(items) else None):
            return failure.partition("\n")[0]
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return ""


def functions_in(source: str, file: Path) -> list[CodeType]:
    """Return the functions and methods of a module in order, without those inside functions."""
    return list(_functions_in(compile(source, str(file), "exec", dont_inherit=True)))


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            else:  # the body of a class
                yield from _functions_in(constant)


@cache
def new_code(mutant: Mutant) -> tuple[CodeType, CodeType] | None:
    """Return a function's code before and after a mutation; None if only its default arguments differ."""
    old, new = (functions_in(source, mutant.file) for source in (mutant.before, mutant.source))
    for before, after in zip(old, new, strict=True):
        if before != after:  # later functions may differ too: they may start on another line
            return (before, after) if before.co_qualname == mutant.function else None
    return None


def live_functions(code: CodeType) -> list[FunctionType]:
    """Return the functions in memory that were made from a function's code."""
    key = (code.co_filename, code.co_qualname, code.co_firstlineno)
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType)
        and key == (thing.__code__.co_filename, thing.__code__.co_qualname, thing.__code__.co_firstlineno)
    ]


def starts_at(mutant: Mutant) -> str:
    """Return the mutated function as `reach` names it."""
    if codes := new_code(mutant):
        return reach.name_of(codes[0])
    functions = functions_in(mutant.before, mutant.file)
    return next(reach.name_of(code) for code in functions if code.co_qualname == mutant.function)


class Imported(importlib.machinery.SourceFileLoader):
    """Loads a module from mutated source."""

    text: str = ""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the mutated module."""
        return compile(self.text, self.path, "exec", dont_inherit=True)


class MutantFinder:
    """Finds the mutated module before Python finds the original."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """Return where to load a module from if it is the mutated one."""
        spec = importlib.machinery.PathFinder.find_spec(name, path, None)  # type: ignore[arg-type]
        if spec is None or spec.origin != str(self._mutant.file):
            return None
        loader = Imported(name, str(self._mutant.file))
        loader.text = self._mutant.source
        spec.loader = loader
        return spec


def try_in_memory(
    mutant: Mutant, items: Sequence[pytest.Item], seconds: dict[str, float]
) -> tuple[str, list[str]]:
    """Replace the function in this program by the mutant; return the test that fails and the red tests."""
    codes = new_code(mutant)
    functions = live_functions(codes[0]) if codes else []
    if codes is None or not functions or codes[0].co_freevars != codes[1].co_freevars:
        return "", []

    def attempt(tests: Sequence[str], mutated: bool) -> Failure | None:
        found = {item.nodeid: item for item in items}
        begun = Begun()

        def work() -> str:
            if mutated:
                for function in functions:
                    function.__code__ = codes[1]
            for wrapper in reach.caches():
                wrapper.cache_clear()
            return run_until_one_fails([found[test] for test in tests], seconds, begun)

        by = in_child(work)
        return Failure(by, int(begun)) if by else None

    return first_to_notice([item.nodeid for item in items], attempt)


def try_from_import(
    mutant: Mutant, part: Part, tests: Sequence[str], seconds: dict[str, float], scratch: Path
) -> tuple[str, list[str]]:
    """Import the program with the mutation; return the test that fails and the red tests."""

    def attempt(chosen: Sequence[str], mutated: bool) -> Failure | None:
        begun = Begun()

        def work() -> str:
            answer = ["cannot be imported"]

            def run(items: Sequence[pytest.Item]) -> None:
                found = {item.nodeid: item for item in items}
                answer[0] = run_until_one_fails([found[test] for test in chosen], seconds, begun)

            files = sorted({part.root / test.partition("::")[0] for test in chosen})
            if mutated:
                sys.meta_path.insert(0, MutantFinder(mutant))  # type: ignore[arg-type]
            run_pytest(part, files, Collected(run), scratch)
            return answer[0]

        by = in_child(work)
        return Failure(by, int(begun)) if by else None

    return first_to_notice(tests, attempt)


def first_to_notice(
    tests: Sequence[str], attempt: Callable[[Sequence[str], bool], Failure | None]
) -> tuple[str, list[str]]:
    """Return the test that fails with a mutant and passes without it, "" if none does, and the red tests.

    `attempt` runs tests, with or without the mutant, until one fails. What fails with the mutant is run once
    more without it, after the same tests. A test that fails again is red: it notices nothing, and the others
    go on without it.
    """
    left, red = list(tests), list[str]()
    while left and (failure := attempt(left, True)):
        known = attempt(left[: failure.begun], False)
        if known is None:
            return failure.by, red
        if not known.begun:
            return "", red  # fails before any test begins, whatever the code is
        red.append(left.pop(known.begun - 1))
    return "", red
