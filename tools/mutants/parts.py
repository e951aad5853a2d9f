"""The parts of the program that can be mutated, each with its own tests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Part:
    """Source folders and the tests that judge them. Paths are relative to `root`."""

    name: str
    source: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """Files and folders of the source that are not mutated."""
    tests_left_out: tuple[str, ...] = ()
    """Test files too slow to run for every mutant."""
    root: Path = ROOT

    def files(self) -> list[Path]:
        """Return the source files to mutate, sorted."""
        return sorted(_python_files(self.root, self.source, self.left_out))

    def test_files(self) -> list[Path]:
        """Return the files that hold the tests: test modules, and sources for their doctests."""
        found = _python_files(self.root, self.tests, self.tests_left_out)
        return sorted(path for path in found if path.name.startswith("test_") or "src" in path.parts)

    def fingerprint(self) -> str:
        """Return a hash of everything but the test modules that decides which tests reach which functions."""
        places = (*self.source, *self.tests)
        files = sorted(_python_files(self.root, places, self.tests_left_out))
        return hash_of(path for path in files if not path.name.startswith("test_"))


def _python_files(root: Path, places: Iterable[str], left_out: Iterable[str]) -> Iterator[Path]:
    unwanted = [root / place for place in left_out]
    for place in dict.fromkeys(places):
        path = root / place
        for file in [path] if path.is_file() else path.rglob("*.py"):
            if not any(file.is_relative_to(folder) for folder in unwanted):
                yield file


def hash_of(files: Iterable[Path]) -> str:
    """Return a hash of the names and contents of files."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _game(
    name: str, packages: tuple[str, ...], tests: tuple[str, ...], *left_out: str, slow: str = ""
) -> Part:
    source = tuple(f"src/grognard/games/{package}" for package in packages)
    return Part(name, source, (*tests, *source), left_out, tuple(slow.split()))


_STALIN = ("sww3", "pincher", "sandown", "grand_campaign")

PARTS = {
    part.name: part
    for part in (
        _game(
            "strike_force_one",
            ("strike_force_one",),
            ("tests/rules/strike_force_one", "tests/games/test_playthrough.py", "tests/games/test_perft.py"),
            "src/grognard/games/strike_force_one/evaluation.py",
        ),
        _game(
            "sww3",
            _STALIN,
            (
                *(f"tests/rules/{package}" for package in _STALIN),
                "tests/games/sww3",
                "tests/games/test_stalins_wars.py",
            ),
            "src/grognard/games/sww3/advice",
        ),
        _game(
            "afcent",
            ("afcent", "nuremberg"),
            ("tests/rules/nuremberg", "tests/games/nuremberg"),
            "src/grognard/games/afcent/advice",
            "src/grognard/games/nuremberg/advice.py",
            slow="tests/games/nuremberg/test_staff.py",
        ),
        _game(
            "ocs",
            ("ocs",),
            ("tests/rules/ocs", "tests/games/ocs"),
            "src/grognard/games/ocs/advice",
            slow="tests/games/ocs/test_staff.py",
        ),
        Part("core", ("src/grognard/core",), ("tests/core", "src/grognard/core")),
    )
}
