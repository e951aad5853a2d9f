"""Find out which tests call which functions of a part, and remember it under `.mutants/`."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.parts import Part, hash_of


class Reached(msgspec.Struct):
    """The functions that one test calls, as "file:line", and the seconds that it takes."""

    test: str
    seconds: float
    functions: list[str]


class ReachedByFile(msgspec.Struct):
    """The tests of one file. `key` is the hash of all that they depend on."""

    key: str
    tests: list[Reached]
    shared: list[str]
    """Functions whose results were cached: other tests may depend on them without calling them."""
    red: list[str] = []
    """Tests that fail although nothing was mutated; they judge no mutant."""


@dataclass
class ReachMap:
    """Which tests call a function."""

    tests: dict[str, list[Reached]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    red: set[str] = field(default_factory=set)

    def add(self, known: ReachedByFile) -> None:
        """Add the tests of a file."""
        self.shared.update(known.shared)
        self.red.update(known.red)
        for test in known.tests:
            self.seconds[test.test] = test.seconds
            for function in test.functions:
                self.tests.setdefault(function, []).append(test)

    def tests_of(self, function: str) -> list[str]:
        """Return the tests to run for a function, quickest first.

        If results of the function are cached, the other tests follow those that were seen to call it.
        """
        own = {test.test for test in self.tests.get(function, ())}
        rest = self.seconds.keys() - own if function in self.shared else set()
        return [*sorted(own, key=self._rank), *sorted(rest, key=self._rank)]

    def _rank(self, test: str) -> tuple[float, str]:
        return self.seconds[test], test


def name_of(code: CodeType) -> str:
    """Return file and first line of a code object."""
    return f"{code.co_filename}:{code.co_firstlineno}"


class Tracer:
    """Records the functions called in some files, with a trace function that sees calls only."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = {str(file) for file in files}
        self._cached: set[int] = set()
        self._seen: dict[int, CodeType] = {}
        self.shared: set[str] = set()

    def know_caches(self) -> None:
        """Find the functions that are wrapped in a cache."""
        self._cached = {id(wrapper.__wrapped__.__code__) for wrapper in caches()}

    def _trace(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if id(code) not in self._seen:
            self._seen[id(code)] = code
            if code.co_filename in self._files:
                above: FrameType | None = frame
                while above is not None:
                    if id(above.f_code) in self._cached:
                        self.shared.add(name_of(code))
                        break
                    above = above.f_back

    @contextmanager
    def recording(self, functions: list[str]) -> Iterator[None]:
        """Add the functions that the block calls to a list."""
        self._seen.clear()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(None)
            called = (code for code in self._seen.values() if code.co_filename in self._files)
            functions += sorted(name_of(code) for code in called)


def caches() -> list[_lru_cache_wrapper[Any]]:
    """Return every cached function of the program."""
    wrappers = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]
    return [
        wrapper for wrapper in wrappers if isinstance(getattr(wrapper, "__wrapped__", None), FunctionType)
    ]


def trace_tests(items: Sequence[pytest.Item], tracer: Tracer) -> tuple[list[Reached], list[str]]:
    """Run tests and return what they reach, and those that fail."""
    found, red = list[Reached](), list[str]()
    for item, following in zip(items, [*items[1:], None], strict=False):
        functions: list[str] = []
        start = time.process_time()
        with tracer.recording(functions):
            failure = run_test(item, following)
        if failure:
            red.append(item.nodeid)
        else:
            found.append(Reached(item.nodeid, round(time.process_time() - start, 4), functions))
    return found, red


def run_test(item: pytest.Item, following: pytest.Item | None) -> str:
    """Run a test; return its name and what went wrong if it fails."""
    for report in runtestprotocol(item, nextitem=following, log=False):
        if report.failed:
            return f"{item.nodeid}\n{report.longreprtext}"
    return ""


def remembered(part: Part, folder: Path) -> dict[Path, ReachedByFile]:
    """Return what is still true of the tests that were traced in earlier runs, by file."""
    try:
        known = msgspec.json.decode(
            (folder / f"reach-{part.name}.json").read_bytes(), type=dict[str, ReachedByFile]
        )
    except (OSError, msgspec.DecodeError):
        return {}
    keys = keys_of(part)
    return {
        file: known[str(file)]
        for file, key in keys.items()
        if str(file) in known and known[str(file)].key == key
    }


def remember(part: Part, folder: Path, reached: dict[Path, ReachedByFile]) -> None:
    """Save what tests reach for the next run."""
    folder.mkdir(exist_ok=True)
    known = {str(file): tests for file, tests in reached.items()}
    (folder / f"reach-{part.name}.json").write_bytes(msgspec.json.encode(known))


def keys_of(part: Part) -> dict[Path, str]:
    """Return a hash of all that each test file depends on."""
    print_ = part.fingerprint()
    return {file: print_ + hash_of([file]) for file in part.test_files()}
